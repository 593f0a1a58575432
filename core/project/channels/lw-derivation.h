// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels that are made of others by a formula: "slip = [Wheel 1.vx] - r * Wheel.omega". The
// grammar is that of lw-formula.h with these besides: a channel is its name where that is letters,
// digits, underscores and dots, and [its name] always, in which each ] is written twice: [a]]b.x]
// is a]b.x. t is the time; der (x) is the rate of x over the samples, int (x) its integral since
// the first one, other (x) the same of the first run that is compared with, other (x, 2) of the
// second one, other (x, "A") of the one with this name, in which each " is written twice. What is
// added must be of one dimension.

#pragma once

#include "lw-channels.h"

G_BEGIN_DECLS

/// The halves of "name = expression", without blanks around them; free with g_free (). False when
/// it is no definition.
bool lw_definition_split (const char *text, char **name, char **expression);
/// Whether a channel that is defined may be called so; the error tells what it may not be.
bool lw_definition_check_name (const char *name, GError **error);
/// A channel as an expression has it: "B.reaction", "[coupling-3.reaction]", "[a]]b.reaction]".
/// Free with g_free ().
char *lw_definition_dup_operand (const char *channel);
#define LW_DEFINITION_OPEN G_MAXSIZE
/// The place behind what begins here with a bracket or a quote, one that is written twice being
/// part of it; this place where none begins, LW_DEFINITION_OPEN where it does not end.
gsize lw_definition_skip_quoted (const char *text, gsize at);
/// The expression with other names of channels: `follow` gives the new one, to be freed with
/// g_free (), or NULL where it stays. In brackets where it has to be. NULL when all stay.
char *lw_definition_follow (const char *expression,
                            char *(*follow) (const char *channel, gpointer data),
                            gpointer data);

/// What a value is made of.
typedef enum
{
  LW_PART_EXPRESSION,
  LW_PART_DERIVATIVE,
  LW_PART_INTEGRAL,
  LW_PART_OTHER, ///< of a run that is compared with, at the same time
} LwPartKind;

/// Runs that can be compared with.
#define LW_OTHERS_MAX 3

/// Of which run.
typedef struct
{
  guint number;    ///< 0: its own; which of those that are compared with, from 1 on
  const char *run; ///< that one is the one with this name; NULL: it goes by its number
} LwOther;

/// A channel, or a part that comes before.
typedef struct
{
  bool is_part;
  LwOther other;
  guint index;
} LwOperand;

typedef struct
{
  LwPartKind kind;
  LwOther other;             ///< in which run it is found
  MbdExpression *expression; ///< of the time and the operands, in this order; of EXPRESSION only
  GArray *operands;          ///< of LwOperand; one where there is no expression
} LwPart;

typedef struct _LwDerivation LwDerivation;

/// The expression, compiled. Nothing of the arguments is kept. The error tells what is wrong with
/// it.
LwDerivation *lw_derivation_new (const char *expression,
                                 const LwMechanism *mechanism,
                                 const LwChannels *channels,
                                 GError **error);
LwDerivation *lw_derivation_ref (LwDerivation *self);
void lw_derivation_unref (LwDerivation *self);
const char *lw_derivation_get_unit (const LwDerivation *self); ///< of SI, ASCII; "1" for none
/// In an order in which they can be found; the last one is the value.
guint lw_derivation_get_n_parts (const LwDerivation *self);
const LwPart *lw_derivation_get_part (const LwDerivation *self, guint index);
/// Whether it needs a run to compare with.
bool lw_derivation_uses_other (const LwDerivation *self);
/// Whether it needs one that is not among these, whose names are given (NULL-terminated).
bool lw_derivation_lacks_other (const LwDerivation *self, const char *const *runs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDerivation, lw_derivation_unref)

G_END_DECLS
