// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of the background image, while nothing is selected.

#include <glib/gi18n.h>

#include "lw-background.h"
#include "lw-inspector-private.h"

#define STEP N_ ("Change Background Image")

static void
get_visible (const LwMechanism *mechanism, int id, double *values)
{
  const LwBackground *background = lw_mechanism_get_background (mechanism);

  values[0] = background != NULL && background->visible;
}

static LwMechanism *
with_visible (const LwMechanism *mechanism, int id, const double *values)
{
  const LwBackground *old = lw_mechanism_get_background (mechanism);
  g_autoptr (LwBackground) background = NULL;

  if (old == NULL)
    return lw_mechanism_copy (mechanism);
  background = lw_background_copy (old);
  background->visible = values[0] > 0;
  return lw_mechanism_with_background (mechanism, background);
}

static const char *const shown[] = { N_ ("Hidden"), N_ ("Shown"), NULL };

static const LwFieldSpec fields[] = {
  { N_ ("Image"), STEP, LW_EDITOR_CHOICE, .choices = shown, .get = get_visible,
    .set = with_visible },
  { N_ ("Opacity"), STEP, LW_EDITOR_NUMBERS, .n = 1, .unit = "1",
    .property = "background.opacity" },
  { N_ ("Image width"), STEP, LW_EDITOR_NUMBERS, .n = 1, .unit = "m", .positive = true,
    .property = "background.width" },
  { N_ ("Image centre"), STEP, LW_EDITOR_NUMBERS, .n = 2, .unit = "m",
    .property = "background.centre" },
  { N_ ("Image angle"), STEP, LW_EDITOR_NUMBERS, .n = 1, .unit = "rad",
    .property = "background.angle" },
};

static GtkWidget *
create_scale_row (void)
{
  GtkWidget *row = lw_inspector_new_row (_ ("Scale"));
  GtkWidget *button = gtk_button_new_with_label (_ ("Set by Two Points…"));

  gtk_widget_add_css_class (button, "mend");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Set Scale by Two Points"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.scale-background");
  gtk_box_append (GTK_BOX (row), button);
  return row;
}

void
lw_inspector_append_background (LwInspector *self, GString *structure)
{
  if (lw_mechanism_get_background (lw_inspector_get_mechanism (self)) != NULL)
    g_string_append (structure, " background");
}

void
lw_inspector_add_background (LwInspector *self)
{
  GtkWidget *button;

  if (lw_mechanism_get_background (lw_inspector_get_mechanism (self)) == NULL)
    return;
  button = gtk_button_new_with_label (_ ("Remove"));
  gtk_widget_add_css_class (button, "mend");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.remove-background");
  lw_inspector_begin_card_with (self, _ ("Background image"), button);
  lw_inspector_add_fields (self, (LwElementRef){ LW_SELECTION_NONE, 0 }, fields,
                           G_N_ELEMENTS (fields));
  lw_inspector_add (self, create_scale_row ());
}
