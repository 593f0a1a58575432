// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Display names, kinds and icons of the elements of a mechanism, and their channels.

#pragma once

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

/// Returns its name, or for example "Pin 3". Free with g_free ().
char *lw_element_words_dup_name (const LwMechanism *mechanism, LwElementRef element);
/// Returns its kind, for example "Pin", "Body in the plane". Free with g_free ().
char *lw_element_words_dup_kind (const LwMechanism *mechanism, LwElementRef element);
/// Returns words with a lower-case first letter, for use inside other text. Free with
/// g_free ().
char *lw_element_words_dup_lower (const char *words);
const char *lw_element_words_get_icon (const LwMechanism *mechanism, LwElementRef element);
/// Returns the action that replaces a joint or a bushing, for example "Replace by Bushing",
/// "Replace by Pin"; NULL if there is none. Free with g_free ().
char *lw_element_words_dup_replacement (const LwMechanism *mechanism, LwElementRef element);

/// Return the word for the kind of a coupling, translated, and its icon.
const char *lw_element_words_get_coupling_word (const LwCoupling *coupling);
/// Returns its kind as a heading, for example "Pin", "Slider". Free with g_free ().
char *lw_element_words_dup_coupling_kind (const LwCoupling *coupling);
const char *lw_element_words_get_coupling_icon (const LwCoupling *coupling);

G_END_DECLS
