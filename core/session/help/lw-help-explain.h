// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explanations of numbers: definition, formula with the current values put in, unit, and the place in
// the help. As texts of the help (lw-help-text.h); free them with g_free ().

#pragma once

#include "lw-channels.h"
#include "lw-mobility.h"

G_BEGIN_DECLS

/// Explains a channel at a state (NULL: without values). Returns NULL if there is no such channel.
char *lw_help_explain_channel (LwMechanism *mechanism,
                               const LwChannels *channels,
                               MbdState *state,
                               const char *name);
/// Explains a property of an element by its name in the table of fields, or a number that is computed
/// from them, "bar_length", or a number of a contact pair, "pair.7.friction"; NULL if it has none.
char *lw_help_explain_field (const LwMechanism *mechanism, LwElementRef element, const char *name);
/// Explains a parameter by its name; NULL if there is none.
char *lw_help_explain_parameter (const LwMechanism *mechanism, const char *name);
/// Explains a number of the status line or the transport by its word: "freedoms", "redundant",
/// "contacts", "time" ... NULL for another word. `mobility` may be NULL.
char *
lw_help_explain_count (const LwMechanism *mechanism, const LwMobility *mobility, const char *word);
/// Explains a number of a table under the hood by the word of its column: "lambda", "gamma" ...
/// `shown`: the number as it is shown, NULL if it is not known. NULL for another word.
char *lw_help_explain_hood (const char *word, const char *shown);

G_END_DECLS
