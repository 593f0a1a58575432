// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-live-value.h"

#include <locale.h>

#include "lw-axis.h"
#include "lw-look.h"

struct _LwLiveValue
{
  GtkBox parent_instance;

  // Owned
  LwLook *look;

  // Children
  GtkLabel *name_label;
  GtkLabel *value_label;
  GtkLabel *unit_label;

  const char *unit;  ///< of what is set, ASCII, interned
  const char *shown; ///< as it is seen
};

G_DEFINE_FINAL_TYPE (LwLiveValue, lw_live_value, GTK_TYPE_BOX)

GtkWidget *
lw_live_value_new (const char *name, const char *unit, const char *description)
{
  LwLiveValue *self = g_object_new (LW_TYPE_LIVE_VALUE, NULL);

  self->unit = g_intern_string (unit);
  self->shown = lw_unit_shown (lw_units_shown (lw_look_get_units (self->look), self->unit));
  gtk_label_set_text (self->name_label, name);
  gtk_label_set_text (self->unit_label, self->shown);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value_label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  return GTK_WIDGET (self);
}

void
lw_live_value_set (LwLiveValue *self, const double *values, guint n, int significant)
{
  const char *decimal_point = localeconv ()->decimal_point;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *spoken = NULL;

  g_return_if_fail (LW_IS_LIVE_VALUE (self));

  for (guint i = 0; i < n; i++) {
    double value = lw_units_to_shown (lw_look_get_units (self->look), self->unit, values[i]);
    char number[LW_NUMBER_SIZE];

    if (i > 0)
      g_string_append (text, ", ");
    g_string_append (text, lw_format_number (number, value, significant, decimal_point));
  }
  if (g_str_equal (text->str, gtk_label_get_text (self->value_label)))
    return;
  gtk_label_set_text (self->value_label, text->str);
  spoken =
    g_strdup_printf ("%s: %s %s", gtk_label_get_text (self->name_label), text->str, self->shown);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value_label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

const char *
lw_live_value_get_text (LwLiveValue *self)
{
  g_return_val_if_fail (LW_IS_LIVE_VALUE (self), NULL);

  return gtk_label_get_text (self->value_label);
}

static void
lw_live_value_dispose (GObject *object)
{
  LwLiveValue *self = LW_LIVE_VALUE (object);

  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_live_value_parent_class)->dispose (object);
}

static void
lw_live_value_class_init (LwLiveValueClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_live_value_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "livevalue");
}

static GtkLabel *
add_label (LwLiveValue *self, float align, const char *style)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, align);
  gtk_widget_add_css_class (GTK_WIDGET (label), style);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (label));
  return label;
}

static void
lw_live_value_init (LwLiveValue *self)
{
  self->look = lw_look_dup_default ();
  gtk_widget_add_css_class (GTK_WIDGET (self), "row");
  self->name_label = add_label (self, 0, "name");
  gtk_label_set_ellipsize (self->name_label, PANGO_ELLIPSIZE_END);
  self->value_label = add_label (self, 1, "value");
  gtk_widget_set_hexpand (GTK_WIDGET (self->value_label), TRUE);
  self->unit_label = add_label (self, 0, "unit");
}
