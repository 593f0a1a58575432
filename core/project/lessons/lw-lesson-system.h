// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of an expression of a check that read the linear system: entries of G, M, gamma and f,
// free motions, and what multipliers leave unbalanced.

#pragma once

#include "lw-lesson-facts.h"

G_BEGIN_DECLS

LwLessonGet lw_lesson_get_entry; ///< G (coupling, row, body, component)
LwLessonGet lw_lesson_get_mass;  ///< M (body, component, component)
LwLessonGet lw_lesson_get_gamma; ///< gamma (coupling, row)
LwLessonGet lw_lesson_get_force; ///< f (body, component)
/// motion (body, component, body, component, ...): the first velocity while the second is 1 and all
/// further ones are 0. NaN unless there are as many motions as conditions.
LwLessonGet lw_lesson_get_motion;
/// unbalanced (coupling, row, value, ...)
LwLessonGet lw_lesson_get_unbalanced;

G_END_DECLS
