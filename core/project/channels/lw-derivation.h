// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels that are computed from others by a formula: "slip = [Wheel 1.vx] - r * Wheel.omega". The
// grammar is that of lw-formula.h with these additions: a channel is written as its name if that
// consists of letters, digits, underscores and dots, and as [its name] in any case, in which each ]
// is written twice: [a]]b.x] is a]b.x. t is the time; der (x) is the rate of x over the samples,
// int (x) its integral since the first one, other (x) is x of the first compared run, other (x, 2)
// of the second one, other (x, "A") of the one with this name, in which each " is written twice.
// Terms of a sum must have the same dimension.

#pragma once

#include "lw-channels.h"

G_BEGIN_DECLS

/// Splits "name = expression" into its halves without surrounding spaces; free them with g_free ().
/// Returns false if the text is not a definition.
bool lw_definition_split (const char *text, char **name, char **expression);
/// Returns true if a defined channel may have this name; otherwise sets the error.
bool lw_definition_check_name (const char *name, GError **error);

/// Kind of a part of a derivation.
typedef enum
{
  LW_PART_EXPRESSION,
  LW_PART_DERIVATIVE,
  LW_PART_INTEGRAL,
  LW_PART_OTHER, ///< value of a compared run, at the same time
} LwPartKind;

/// Maximum number of compared runs.
#define LW_OTHERS_MAX 3

/// Run that a value is taken from.
typedef struct
{
  guint number;    ///< 0: the own run; else index of a compared run, from 1
  const char *run; ///< name of the compared run; NULL: identified by `number`
} LwOther;

/// Operand of a part: a channel, or an earlier part.
typedef struct
{
  bool is_part;
  LwOther other;
  guint index;
} LwOperand;

typedef struct
{
  LwPartKind kind;
  LwOther other;             ///< run in which it is evaluated
  MbdExpression *expression; ///< function of the time and the operands, in this order; only for an
                             ///< expression
  GArray *operands;          ///< array of LwOperand; one if there is no expression
  guint rate; ///< derivative: the channel that it equals, used instead of differences where it is
              ///< recorded; 0 if there is none
} LwPart;

typedef struct _LwDerivation LwDerivation;

/// Compiles an expression. Keeps no reference to the arguments. Returns NULL and sets the error if
/// the expression is invalid.
LwDerivation *lw_derivation_new (const char *expression,
                                 const LwMechanism *mechanism,
                                 const LwChannels *channels,
                                 GError **error);
LwDerivation *lw_derivation_ref (LwDerivation *self);
void lw_derivation_unref (LwDerivation *self);
const char *lw_derivation_get_unit (const LwDerivation *self); ///< SI unit in ASCII; "1" for none
/// Returns the number of parts. Each part uses only earlier ones; the last part is the value.
guint lw_derivation_get_n_parts (const LwDerivation *self);
const LwPart *lw_derivation_get_part (const LwDerivation *self, guint index);
/// Returns true if it needs a compared run.
bool lw_derivation_uses_other (const LwDerivation *self);
/// Returns true if it needs a compared run that is not among these names (NULL-terminated).
bool lw_derivation_lacks_other (const LwDerivation *self, const char *const *runs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwDerivation, lw_derivation_unref)

G_END_DECLS
