// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spin buttons into which numbers are typed with a decimal point or with that of the locale. Those of
// GTK for numbers ignore the key of the other one: 1.5 becomes 15.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Returns a spin button for numbers from `least` to `most`. `digits`: after the decimal point; numbers
/// without any are rounded to whole numbers.
GtkWidget *lw_spin_new (double least, double most, double step, guint digits);

G_END_DECLS
