// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the elements of a mechanism are shown: name, kind, icon, and their channels.

#pragma once

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

/// Its name, or "Pin 3". Free with g_free ().
char *lw_element_words_dup_name (const LwMechanism *mechanism, LwElementRef element);
/// "Pin", "Body in the plane". Free with g_free ().
char *lw_element_words_dup_kind (const LwMechanism *mechanism, LwElementRef element);
/// Words as they stand in the middle of a sentence: a small letter first. Free with g_free ().
char *lw_element_words_dup_lower (const char *words);
const char *lw_element_words_get_icon (const LwMechanism *mechanism, LwElementRef element);
/// "Replace by Bushing", "Replace by Pin": what can take the place of a joint or a bushing; NULL:
/// nothing. Free with g_free ().
char *lw_element_words_dup_replacement (const LwMechanism *mechanism, LwElementRef element);
/// The channel of an element with this ending, e.g. "reaction_x" (kind NONE: the channel of that
/// name); -1 when it has none.
int lw_element_words_find_channel (LwPlayer *player, LwElementRef element, const char *suffix);

/// The word for its kind, translated, and its icon.
const char *lw_element_words_get_coupling_word (const LwCoupling *coupling);
/// "Pin", "Slider": how the kind is called at the head. Free with g_free ().
char *lw_element_words_dup_coupling_kind (const LwCoupling *coupling);
const char *lw_element_words_get_coupling_icon (const LwCoupling *coupling);

G_END_DECLS
