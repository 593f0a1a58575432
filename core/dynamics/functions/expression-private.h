// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of an expression, for its parser, its evaluator and the search for its knots.

#pragma once

#include <stdatomic.h>
#include <stdint.h>

#include "arena-private.h"
#include "mbd-expression.h"

/// Operation of an instruction: push a number, push a variable, or apply a row of the table of
/// operations to the values on top of the stack. The functions follow the operators.
enum
{
  MBD_OPERATION_NUMBER,
  MBD_OPERATION_VARIABLE,
  MBD_OPERATION_ADD,
  MBD_OPERATION_SUBTRACT,
  MBD_OPERATION_MULTIPLY,
  MBD_OPERATION_DIVIDE,
  MBD_OPERATION_NEGATE,
  MBD_OPERATION_POWER,
  MBD_OPERATION_LESS,
  MBD_OPERATION_AT_MOST,
  MBD_OPERATION_GREATER,
  MBD_OPERATION_AT_LEAST,
  MBD_OPERATION_EQUAL,
  MBD_OPERATION_UNEQUAL,
  MBD_OPERATION_AND,
  MBD_OPERATION_OR,
  MBD_OPERATION_NOT,
  MBD_OPERATION_CHOOSE,
  MBD_OPERATION_FIRST_FUNCTION,
};

/// A time at which a function of time need not be smooth: its evaluation follows the old piece up
/// to `time - blur` and the new one from `time + blur` onwards. INFINITY if there is none.
typedef struct
{
  double time, blur; // s
} MbdKnot;

/// Course of a value from some time onwards: a straight line (at_zero and slope NaN: smooth but
/// otherwise unknown) up to a knot.
typedef struct
{
  double at_zero, slope;
  double size[2]; ///< sums of the sizes of the terms added up to at_zero and slope
  MbdKnot until;
} MbdPiece;

/// Values from `low` to `high`.
typedef struct
{
  double low, high;
} MbdRange;

/// Rule of an operation for the dimensions of its arguments and result.
typedef enum
{
  MBD_RULE_NUMBERS,  ///< numbers yield a number
  MBD_RULE_ALIKE,    ///< alike arguments yield their dimension
  MBD_RULE_COMPARED, ///< alike arguments yield a number
  MBD_RULE_CHOICE,   ///< the first argument selects one of the others, which are alike
  MBD_RULE_PRODUCT,
  MBD_RULE_QUOTIENT,
  MBD_RULE_POWER, ///< the exponent is a plain number
  MBD_RULE_SQUARE_ROOT,
  MBD_RULE_CUBE_ROOT,
  MBD_RULE_OF_ANGLE,       ///< an angle or a number yields a number
  MBD_RULE_TO_ANGLE,       ///< a number yields an angle
  MBD_RULE_ALIKE_TO_ANGLE, ///< alike arguments yield an angle
} MbdDimensionRule;

/// An operation on `least` values; if `most` is MBD_ANY_NUMBER, further values are taken in pairs
/// from the left. Given are either `one` (f = one (x)) and `slopes`, its first two derivatives; or
/// `value` (or `one`) and `jet`; or only `value`, for a piecewise constant function. `piece` is the
/// result for straight lines right of t; NULL for smooth functions. `range` is a range of the result
/// for ranges of the arguments; NULL if the function rises.
typedef struct
{
  const char *name; ///< name of a function, NULL for an operator
  int least, most;
  double (*one) (double x);
  void (*slopes) (double x, double f, double slopes[2]);
  double (*value) (const double *a);
  MbdJet (*jet) (const MbdJet *a);
  MbdPiece (*piece) (const MbdPiece *a, double t);
  MbdRange (*range) (const MbdRange *a);
  MbdDimensionRule rule; ///< default MBD_RULE_NUMBERS
} MbdOperation;

enum
{
  MBD_ANY_NUMBER = INT32_MAX
};

extern const MbdOperation mbd_operations[];

/// Returns the number of the function in the table, or -1 if there is none.
int mbd_operation_by_name (const char *name, int length);

double mbd_operation_value (const MbdOperation *operation, const double *arguments);
MbdJet mbd_operation_jet (const MbdOperation *operation, const MbdJet *arguments);

/// Postfix code.
typedef struct
{
  int operation;
  int index; ///< index into `numbers`, or of the variable
} MbdInstruction;

struct MbdExpression
{
  atomic_int references;
  MbdArena arena;
  int n_code, n_numbers, n_variables;
  MbdInstruction *code;
  double *numbers;
  char *text;
  char **names;
  bool *used;
  bool switches; ///< true if some operation has pieces, so that there may be knots
};

/// Input and output of a parser: code and numbers of at most `length` entries.
typedef struct
{
  const char *text;
  int length;
  const char *const *names;
  int n_names, n_free;
  const double *values; ///< values of the names from n_free onwards
  MbdInstruction *code;
  double *numbers;
  int n_code, n_numbers;
  MbdDiagnosis *why;
} MbdParse;

MbdStatus mbd_expression_parse (MbdParse *parse);

/// Decodes the character at `text` and writes its length in bytes to *length. Returns -1 if it is
/// not valid UTF-8. Does not read beyond a 0.
int32_t mbd_utf8_decode (const char *text, int *length);
/// Returns true if a character may be in a name, as its first or a later character.
bool mbd_is_letter (int32_t character);

/// Returns the next knot after t (`time` > t) of an expression in one of its variables, as far as
/// it is determined for any value of the others.
MbdKnot mbd_expression_next_knot (const MbdExpression *expression, int variable, double t);
/// Returns the blur of a knot given as a number.
double mbd_knot_blur (double time);

// Operations on pieces, for the table.
MbdPiece mbd_piece_add (const MbdPiece *a, double t);
MbdPiece mbd_piece_subtract (const MbdPiece *a, double t);
MbdPiece mbd_piece_multiply (const MbdPiece *a, double t);
MbdPiece mbd_piece_divide (const MbdPiece *a, double t);
MbdPiece mbd_piece_negate (const MbdPiece *a, double t);
MbdPiece mbd_piece_less (const MbdPiece *a, double t);
MbdPiece mbd_piece_at_most (const MbdPiece *a, double t);
MbdPiece mbd_piece_greater (const MbdPiece *a, double t);
MbdPiece mbd_piece_at_least (const MbdPiece *a, double t);
MbdPiece mbd_piece_equal (const MbdPiece *a, double t);
MbdPiece mbd_piece_unequal (const MbdPiece *a, double t);
MbdPiece mbd_piece_and (const MbdPiece *a, double t);
MbdPiece mbd_piece_or (const MbdPiece *a, double t);
MbdPiece mbd_piece_choose (const MbdPiece *a, double t);
MbdPiece mbd_piece_absolute (const MbdPiece *a, double t);
MbdPiece mbd_piece_sign (const MbdPiece *a, double t);
MbdPiece mbd_piece_floor (const MbdPiece *a, double t);
MbdPiece mbd_piece_ceil (const MbdPiece *a, double t);
MbdPiece mbd_piece_round (const MbdPiece *a, double t);
MbdPiece mbd_piece_modulo (const MbdPiece *a, double t);
MbdPiece mbd_piece_minimum (const MbdPiece *a, double t);
MbdPiece mbd_piece_maximum (const MbdPiece *a, double t);
MbdPiece mbd_piece_clamp (const MbdPiece *a, double t);
MbdPiece mbd_piece_ramp (const MbdPiece *a, double t);
MbdPiece mbd_piece_smooth (const MbdPiece *a, double t);

/// Returns a range that contains the values of an expression for variables in these ranges.
MbdRange mbd_expression_range (const MbdExpression *expression, const MbdRange *variables);

// Operations on ranges, for the table.
MbdRange mbd_range_add (const MbdRange *a);
MbdRange mbd_range_subtract (const MbdRange *a);
MbdRange mbd_range_multiply (const MbdRange *a);
MbdRange mbd_range_divide (const MbdRange *a);
MbdRange mbd_range_negate (const MbdRange *a);
MbdRange mbd_range_power (const MbdRange *a);
MbdRange mbd_range_length (const MbdRange *a);
MbdRange mbd_range_sine (const MbdRange *a);
MbdRange mbd_range_cosine (const MbdRange *a);
MbdRange mbd_range_tangent (const MbdRange *a);
MbdRange mbd_range_arc_cosine (const MbdRange *a);
MbdRange mbd_range_angle (const MbdRange *a);
MbdRange mbd_range_hyperbolic_cosine (const MbdRange *a);
MbdRange mbd_range_absolute (const MbdRange *a);
MbdRange mbd_range_sign (const MbdRange *a);
MbdRange mbd_range_modulo (const MbdRange *a);
MbdRange mbd_range_minimum (const MbdRange *a);
MbdRange mbd_range_maximum (const MbdRange *a);
MbdRange mbd_range_clamp (const MbdRange *a);
MbdRange mbd_range_ramp (const MbdRange *a);
MbdRange mbd_range_smooth (const MbdRange *a);
MbdRange mbd_range_less (const MbdRange *a);
MbdRange mbd_range_at_most (const MbdRange *a);
MbdRange mbd_range_greater (const MbdRange *a);
MbdRange mbd_range_at_least (const MbdRange *a);
MbdRange mbd_range_equal (const MbdRange *a);
MbdRange mbd_range_unequal (const MbdRange *a);
MbdRange mbd_range_and (const MbdRange *a);
MbdRange mbd_range_or (const MbdRange *a);
MbdRange mbd_range_not (const MbdRange *a);
MbdRange mbd_range_choose (const MbdRange *a);
