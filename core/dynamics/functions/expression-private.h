// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of an expression, for its parser, its evaluator and the search for its knots.

#pragma once

#include <stdatomic.h>
#include <stdint.h>

#include "arena-private.h"
#include "mbd-expression.h"

/// What an instruction does: push a number, push a variable, or apply a row of the table of
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

/// A time at which a function of time need not be smooth: as evaluated it is the old one up to
/// `time - blur` and the new one from `time + blur` on. INFINITY: there is none.
typedef struct
{
  double time, blur; // s
} MbdKnot;

/// What a value is from some time on: a straight line in it (both NaN: something smooth but else
/// not known) up to a knot.
typedef struct
{
  double at_zero, slope;
  double size[2]; ///< sums of the sizes of the terms that at_zero and slope were added up from
  MbdKnot until;
} MbdPiece;

/// What an operation makes of the dimensions of its arguments.
typedef enum
{
  MBD_RULE_NUMBERS,  ///< numbers give a number
  MBD_RULE_ALIKE,    ///< what is alike gives the same
  MBD_RULE_COMPARED, ///< what is alike gives a number
  MBD_RULE_CHOICE,   ///< by the first, one of the others, which are alike
  MBD_RULE_PRODUCT,
  MBD_RULE_QUOTIENT,
  MBD_RULE_POWER, ///< the exponent is a number
  MBD_RULE_SQUARE_ROOT,
  MBD_RULE_CUBE_ROOT,
  MBD_RULE_OF_ANGLE,       ///< an angle or a number gives a number
  MBD_RULE_TO_ANGLE,       ///< a number gives an angle
  MBD_RULE_ALIKE_TO_ANGLE, ///< what is alike gives an angle
} MbdDimensionRule;

/// An operation on `least` values; when `most` is MBD_ANY_NUMBER, more are taken in pairs from the
/// left. Either `one` and `slopes`, the first two derivatives (f = one (x)), are given; or `value`
/// (or `one`) and `jet`; or `value` alone, for what is constant by pieces. `piece` is what straight
/// lines give right of t; NULL for what is smooth.
typedef struct
{
  const char *name; ///< as a function, NULL for an operator
  int least, most;
  double (*one) (double x);
  void (*slopes) (double x, double f, double slopes[2]);
  double (*value) (const double *a);
  MbdJet (*jet) (const MbdJet *a);
  MbdPiece (*piece) (const MbdPiece *a, double t);
  MbdDimensionRule rule; ///< default MBD_RULE_NUMBERS
} MbdOperation;

enum
{
  MBD_ANY_NUMBER = INT32_MAX
};

extern const MbdOperation mbd_operations[];

/// Number of the function in the table; -1 when there is none.
int mbd_operation_by_name (const char *name, int length);

double mbd_operation_value (const MbdOperation *operation, const double *arguments);
MbdJet mbd_operation_jet (const MbdOperation *operation, const MbdJet *arguments);

/// Postfix code.
typedef struct
{
  int operation;
  int index; ///< into `numbers`, or of the variable
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
  bool switches; ///< some operation has pieces, so that there may be knots
};

/// What a parser needs and what it leaves: code and numbers of at most `length` entries.
typedef struct
{
  const char *text;
  int length;
  const char *const *names;
  int n_names, n_free;
  const double *values; ///< of the names from n_free on
  MbdInstruction *code;
  double *numbers;
  int n_code, n_numbers;
  MbdDiagnosis *why;
} MbdParse;

MbdStatus mbd_expression_parse (MbdParse *parse);

/// Decode the character at `text`; its bytes in *length, and -1 when it is not valid UTF-8. Reads
/// no further than a 0.
int32_t mbd_utf8_decode (const char *text, int *length);
/// Whether a character may stand in a name, at its begin or further on.
bool mbd_is_letter (int32_t character);

/// The next knot after t (`time` > t) of an expression in one of its variables, as far as it can be
/// told where the others may have any value.
MbdKnot mbd_expression_next_knot (const MbdExpression *expression, int variable, double t);
/// The blur of a knot that is a number itself.
double mbd_knot_blur (double time);

// What operations make of pieces: for the table.
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
