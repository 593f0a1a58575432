// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-formula-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-formula-layout.h"
#include "lw-appearance.h"

#define MINIMUM_WIDTH 200
#define FORMULA_SIZE 13.5 ///< px
#define CAPTION_SIZE 11
#define GAP 6
#define GROUP_GAP 8

struct _LwFormulaView
{
  GtkWidget parent_instance;

  // Owned
  LwAppearance *look;
  GArray *equations;  ///< array of LwEquation
  GPtrArray *layouts; ///< array of LwFormulaLayout, for `width`

  int width;
};

G_DEFINE_FINAL_TYPE (LwFormulaView, lw_formula_view, GTK_TYPE_WIDGET)

static const char *const captions[LW_EQUATION_ROLES] = {
  [LW_EQUATION_SYMBOLS] = N_ ("Symbols"),
  [LW_EQUATION_POSITION] = N_ ("Position error"),
  [LW_EQUATION_VELOCITY] = N_ ("Velocity error"),
  [LW_EQUATION_JACOBIAN] = N_ ("Rows of the Jacobian"),
  [LW_EQUATION_GAMMA] = N_ ("Right side"),
  [LW_EQUATION_MULTIPLIER] = N_ ("Multiplier"),
  [LW_EQUATION_FORCE] = N_ ("Law"),
  [LW_EQUATION_SYSTEM] = N_ ("The whole mechanism"),
  [LW_EQUATION_NUMBERS] = N_ ("At this instant"),
  [LW_EQUATION_LESSON] = N_ ("Formulas"),
};

static const LwEquation *
get_equation (LwFormulaView *self, guint index)
{
  return &g_array_index (self->equations, LwEquation, index);
}

static bool
begins_group (LwFormulaView *self, guint index)
{
  return index == 0 || get_equation (self, index)->role != get_equation (self, index - 1)->role;
}

/// Returns a size in letters of the desktop.
static double
in_letters (LwFormulaView *self, double px)
{
  return px * lw_appearance_get_letters (self->look);
}

static void
lay_out (LwFormulaView *self, int width)
{
  if (self->layouts != NULL && self->width == width)
    return;
  g_clear_pointer (&self->layouts, g_ptr_array_unref);
  self->layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) lw_formula_layout_free);
  self->width = width;
  for (guint i = 0; i < self->equations->len; i++)
    g_ptr_array_add (self->layouts, lw_formula_layout_new (get_equation (self, i)->formula,
                                                           lw_appearance_get_fonts (self->look),
                                                           in_letters (self, FORMULA_SIZE), width));
}

static double
get_height (LwFormulaView *self)
{
  double height = 0;

  for (guint i = 0; i < self->equations->len; i++) {
    if (begins_group (self, i))
      height += in_letters (self, CAPTION_SIZE) + 6 + (i > 0 ? GROUP_GAP : 0);
    height += lw_formula_layout_get_height (self->layouts->pdata[i]) + GAP;
  }
  return ceil (height);
}

static void
lw_formula_view_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  LwFormulaView *self = LW_FORMULA_VIEW (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = *natural = MINIMUM_WIDTH;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  lay_out (self, for_size > 0 ? for_size : MAX (self->width, MINIMUM_WIDTH));
  *minimum = *natural = (int) get_height (self);
}

static void
lw_formula_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwFormulaView *self = LW_FORMULA_VIEW (widget);
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const double size = in_letters (self, CAPTION_SIZE);
  const LwTextStyle caption = lw_text_style (size, 600, palette->text_2);
  const int width = gtk_widget_get_width (widget);
  LwPainter *painter;
  cairo_t *cairo;
  double y = 0;

  if (self->equations->len == 0 || width < 1)
    return;
  lay_out (self, width);
  cairo = gtk_snapshot_append_cairo (
    snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) gtk_widget_get_height (widget)));
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  for (guint i = 0; i < self->equations->len; i++) {
    const LwFormulaLayout *layout = self->layouts->pdata[i];

    if (begins_group (self, i)) {
      y += i > 0 ? GROUP_GAP : 0;
      lw_painter_text (painter, 0, y + size, _ (captions[get_equation (self, i)->role]), &caption);
      y += size + 6;
    }
    lw_formula_layout_draw (layout, painter, 4, y, palette->text);
    y += lw_formula_layout_get_height (layout) + GAP;
  }
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

/// Returns the index of the equation at a height; -1 between or beside them.
static int
find_equation (LwFormulaView *self, double at)
{
  double y = 0;

  if (self->layouts == NULL)
    return -1;
  for (guint i = 0; i < self->equations->len; i++) {
    double height;

    if (begins_group (self, i))
      y += in_letters (self, CAPTION_SIZE) + 6 + (i > 0 ? GROUP_GAP : 0);
    height = lw_formula_layout_get_height (self->layouts->pdata[i]);
    if (at >= y && at < y + height + GAP)
      return (int) i;
    y += height + GAP;
  }
  return -1;
}

/// Explains the symbols of the equation under the pointer.
static gboolean
lw_formula_view_query_tooltip (GtkWidget *widget,
                               int x,
                               int y,
                               gboolean by_keyboard,
                               GtkTooltip *tooltip)
{
  LwFormulaView *self = LW_FORMULA_VIEW (widget);
  const int index = by_keyboard ? -1 : find_equation (self, y);
  g_autofree char *words =
    index >= 0 ? lw_equations_explain (self->equations, (guint) index) : NULL;

  if (words == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

char *
lw_formula_view_dup_plain (LwFormulaView *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (LW_IS_FORMULA_VIEW (self), NULL);

  for (guint i = 0; i < self->equations->len; i++) {
    g_autofree char *plain = lw_formula_dup_plain (get_equation (self, i)->formula);

    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", plain);
  }
  return g_string_free (text, FALSE);
}

guint
lw_formula_view_get_n (LwFormulaView *self)
{
  g_return_val_if_fail (LW_IS_FORMULA_VIEW (self), 0);

  return self->equations->len;
}

static void
drop_layouts (LwFormulaView *self)
{
  g_clear_pointer (&self->layouts, g_ptr_array_unref);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
lw_formula_view_set (LwFormulaView *self, GArray *equations)
{
  g_autofree char *plain = NULL;
  double height;

  g_return_if_fail (LW_IS_FORMULA_VIEW (self));

  height = self->layouts != NULL ? get_height (self) : -1;
  g_array_unref (self->equations);
  self->equations = equations != NULL ? equations : g_array_new (FALSE, FALSE, sizeof (LwEquation));
  g_clear_pointer (&self->layouts, g_ptr_array_unref);
  // Usually changing numbers do not move the widgets below.
  if (self->width > 0) {
    lay_out (self, self->width);
    if (get_height (self) != height)
      gtk_widget_queue_resize (GTK_WIDGET (self));
  } else
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  plain = lw_formula_view_dup_plain (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Equations"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, plain, -1);
}

GtkWidget *
lw_formula_view_new (void)
{
  return g_object_new (LW_TYPE_FORMULA_VIEW, NULL);
}

static void
lw_formula_view_dispose (GObject *object)
{
  LwFormulaView *self = LW_FORMULA_VIEW (object);

  g_clear_pointer (&self->layouts, g_ptr_array_unref);
  g_clear_pointer (&self->equations, g_array_unref);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_formula_view_parent_class)->dispose (object);
}

static GtkSizeRequestMode
lw_formula_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
lw_formula_view_class_init (LwFormulaViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_formula_view_dispose;
  widget_class->measure = lw_formula_view_measure;
  widget_class->snapshot = lw_formula_view_snapshot;
  widget_class->query_tooltip = lw_formula_view_query_tooltip;
  widget_class->get_request_mode = lw_formula_view_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "lwformulaview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_formula_view_init (LwFormulaView *self)
{
  self->equations = g_array_new (FALSE, FALSE, sizeof (LwEquation));
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (drop_layouts), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}
