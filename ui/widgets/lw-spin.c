// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-spin.h"

#include <math.h>

/// Reads the typed text; keeps the value if it is not a number.
static int
input_cb (GtkSpinButton *spin, double *value, gpointer data)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (spin))));
  char *end;

  *value = g_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (*value))
    *value = gtk_spin_button_get_value (spin);
  else if (gtk_spin_button_get_digits (spin) == 0)
    *value = round (*value);
  return TRUE;
}

GtkWidget *
lw_spin_new (double least, double most, double step, guint digits)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, step);

  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), digits);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), FALSE);
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), NULL);
  return spin;
}
