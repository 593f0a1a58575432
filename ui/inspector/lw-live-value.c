// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-live-value.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-appearance.h"
#include "lw-help-mark.h"
#include "lw-tooltip.h"

struct _LwLiveValue
{
  GtkBox parent_instance;

  // Owned
  LwAppearance *look;
  char *dragged; ///< text of a drag; NULL if the row cannot be dragged

  // Children
  GtkLabel *name_label;
  GtkLabel *value_label;
  GtkLabel *unit_label;
  GtkToggleButton *mark;

  int curve;         ///< style of the curve; -1 if not plotted
  bool filling;      ///< true while the program changes the mark
  const char *unit;  ///< unit of the values that are set, ASCII, interned
  const char *shown; ///< unit that is displayed
};

enum
{
  SIGNAL_MARK_TOGGLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLiveValue, lw_live_value, GTK_TYPE_BOX)

// ---- plot mark ------------------------------------------------------------------------------

/// Draws a sample of the curve.
static void
draw_curve (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwLiveValue *self = data;
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  LwCurveStyle style;

  lw_palette_curve (lw_appearance_get_palette (self->look), (guint) MAX (self->curve, 0), &style);
  lw_painter_round_rect (painter, 0, 0.5 * height - 1.5, width, 3, 1.5);
  lw_painter_fill (painter, style.colour);
  lw_painter_free (painter);
}

static void
mark_toggled_cb (LwLiveValue *self)
{
  if (!self->filling)
    g_signal_emit (self, signals[SIGNAL_MARK_TOGGLED], 0,
                   gtk_toggle_button_get_active (self->mark));
}

static GtkWidget *
new_sample (LwLiveValue *self)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), 12);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 12);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_curve, self, NULL);
  return area;
}

void
lw_live_value_set_curve (LwLiveValue *self, int style)
{
  const char *text;
  g_autofree char *label = NULL;

  g_return_if_fail (LW_IS_LIVE_VALUE (self));

  self->filling = true;
  gtk_toggle_button_set_active (self->mark, style >= 0);
  self->filling = false;
  if (style == self->curve && gtk_button_get_child (GTK_BUTTON (self->mark)) != NULL)
    return;
  self->curve = style;
  gtk_button_set_child (GTK_BUTTON (self->mark),
                        style >= 0 ? new_sample (self)
                                   : gtk_image_new_from_icon_name ("lw-plot-symbolic"));
  text = style >= 0 ? _ ("Take Off the Plots") : _ ("Plot");
  // Translators: the action of a button, and a value
  label = g_strdup_printf (_ ("%s: %s"), text, gtk_label_get_text (self->name_label));
  lw_tooltip_set (GTK_WIDGET (self->mark), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->mark), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_widget_set_visible (GTK_WIDGET (self->mark), TRUE);
}

static GdkContentProvider *
prepare_drag_cb (LwLiveValue *self)
{
  return gdk_content_provider_new_typed (G_TYPE_STRING, self->dragged);
}

/// Drags the row itself as the icon.
static void
drag_begin_cb (LwLiveValue *self, GdkDrag *drag, GtkDragSource *source)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (self));

  gtk_drag_source_set_icon (source, paintable, 12, 12);
}

void
lw_live_value_set_dragged (LwLiveValue *self, const char *names)
{
  GtkDragSource *source;
  g_autofree char *number = g_strdup_printf ("channel:%.*s", (int) strcspn (names, "\n"), names);

  g_return_if_fail (LW_IS_LIVE_VALUE (self));

  lw_help_mark_number (GTK_WIDGET (self), number);

  if (self->dragged != NULL) {
    g_free (self->dragged);
    self->dragged = g_strdup (names);
    return;
  }
  self->dragged = g_strdup (names);
  source = gtk_drag_source_new ();
  g_signal_connect_swapped (source, "prepare", G_CALLBACK (prepare_drag_cb), self);
  g_signal_connect_swapped (source, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
}

GtkToggleButton *
lw_live_value_get_mark (LwLiveValue *self)
{
  g_return_val_if_fail (LW_IS_LIVE_VALUE (self), NULL);

  return self->mark;
}

// ---- value ----------------------------------------------------------------------------------

GtkWidget *
lw_live_value_new (const char *name, const char *unit, const char *description)
{
  LwLiveValue *self = g_object_new (LW_TYPE_LIVE_VALUE, NULL);

  self->unit = g_intern_string (unit);
  self->shown = lw_unit_shown (lw_units_shown (lw_appearance_get_units (self->look), self->unit));
  gtk_label_set_text (self->name_label, name);
  gtk_label_set_text (self->unit_label, self->shown);
  lw_tooltip_set (GTK_WIDGET (self), description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value_label), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  return GTK_WIDGET (self);
}

void
lw_live_value_set_description (LwLiveValue *self, const char *description)
{
  g_return_if_fail (LW_IS_LIVE_VALUE (self));

  lw_tooltip_set (GTK_WIDGET (self), description);
}

void
lw_live_value_set (LwLiveValue *self, const double *values, guint n, int significant)
{
  const char *decimal_point = localeconv ()->decimal_point;
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_if_fail (LW_IS_LIVE_VALUE (self));

  for (guint i = 0; i < n; i++) {
    double value = lw_units_to_shown (lw_appearance_get_units (self->look), self->unit, values[i]);
    char number[LW_NUMBER_SIZE];

    if (i > 0)
      g_string_append (text, ", ");
    g_string_append (text, lw_format_number (number, value, significant, decimal_point));
  }
  lw_live_value_set_text (self, text->str);
}

void
lw_live_value_set_text (LwLiveValue *self, const char *text)
{
  g_autofree char *spoken = NULL;

  g_return_if_fail (LW_IS_LIVE_VALUE (self));

  if (g_str_equal (text, gtk_label_get_text (self->value_label)))
    return;
  gtk_label_set_text (self->value_label, text);
  spoken = g_strdup_printf ("%s: %s %s", gtk_label_get_text (self->name_label), text, self->shown);
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
  g_clear_pointer (&self->dragged, g_free);

  G_OBJECT_CLASS (lw_live_value_parent_class)->dispose (object);
}

static void
lw_live_value_class_init (LwLiveValueClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_live_value_dispose;
  signals[SIGNAL_MARK_TOGGLED] =
    g_signal_new ("mark-toggled", LW_TYPE_LIVE_VALUE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
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
  self->look = lw_appearance_dup_default ();
  gtk_widget_add_css_class (GTK_WIDGET (self), "row");
  self->name_label = add_label (self, 0, "name");
  gtk_label_set_ellipsize (self->name_label, PANGO_ELLIPSIZE_END);
  self->value_label = add_label (self, 1, "value");
  gtk_widget_set_hexpand (GTK_WIDGET (self->value_label), TRUE);
  self->unit_label = add_label (self, 0, "unit");
  self->curve = -1;
  self->mark = GTK_TOGGLE_BUTTON (gtk_toggle_button_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->mark), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self->mark), "mark");
  gtk_widget_set_valign (GTK_WIDGET (self->mark), GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (GTK_WIDGET (self->mark), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->mark), FALSE);
  g_signal_connect_swapped (self->mark, "toggled", G_CALLBACK (mark_toggled_cb), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->mark));
}
