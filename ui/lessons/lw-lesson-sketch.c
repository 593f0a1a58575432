// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-sketch.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-appearance.h"
#include "lw-axis.h"
#include "lw-quantity.h"

/// Number of times at which the curve has a value.
#define COLUMNS 49
#define HEIGHT 168
#define MINIMUM_HEIGHT 90
#define MARGIN_LEFT 48
#define MARGIN_RIGHT 8
#define MARGIN_TOP 10
#define MARGIN_BOTTOM 20
#define LETTERS 10.5 ///< px
/// Steps of a key over the range of values.
#define KEY_STEPS 40

struct _LwLessonSketch
{
  GtkWidget parent_instance;

  // Owned
  LwAppearance *look;
  LwRecording *curve; ///< actual curve; NULL before the check has passed

  LwLessonSheet sheet;
  double values[COLUMNS]; ///< SI; NaN if nothing is drawn
  int cursor;             ///< column that the keys move
  int last;               ///< column of the pointer during a drag; -1 before it
  double last_value;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLessonSketch, lw_lesson_sketch, GTK_TYPE_WIDGET)

// ---- geometry -------------------------------------------------------------------------------

static double
column_time (LwLessonSketch *self, int column)
{
  return self->sheet.duration * column / (COLUMNS - 1);
}

static double
sheet_width (LwLessonSketch *self)
{
  return MAX (1, gtk_widget_get_width (GTK_WIDGET (self)) - MARGIN_LEFT - MARGIN_RIGHT);
}

static double
sheet_height (LwLessonSketch *self)
{
  return MAX (1, gtk_widget_get_height (GTK_WIDGET (self)) - MARGIN_TOP - MARGIN_BOTTOM);
}

static double
column_x (LwLessonSketch *self, int column)
{
  return MARGIN_LEFT + sheet_width (self) * column / (COLUMNS - 1);
}

static double
value_y (LwLessonSketch *self, double value)
{
  const double part = (value - self->sheet.minimum) / (self->sheet.maximum - self->sheet.minimum);

  return MARGIN_TOP + sheet_height (self) * (1 - part);
}

// ---- editing --------------------------------------------------------------------------------

static void
say_cursor (LwLessonSketch *self)
{
  const double time = column_time (self, self->cursor);
  const double value = self->values[self->cursor];
  const LwUnits *units = lw_appearance_get_units (self->look);
  g_autofree char *when = lw_quantity_format (&time, 1, units, "s");
  g_autofree char *what = isnan (value) ? g_strdup (_ ("nothing drawn"))
                                        : lw_quantity_format (&value, 1, units, self->sheet.unit);
  // Translators: a time with its unit, and the value of the drawn curve then
  g_autofree char *text = g_strdup_printf (_ ("At %s: %s"), when, what);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
changed (LwLessonSketch *self)
{
  say_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
set_value (LwLessonSketch *self, int column, double value)
{
  self->values[column] = CLAMP (value, self->sheet.minimum, self->sheet.maximum);
}

void
lw_lesson_sketch_clear (LwLessonSketch *self)
{
  g_return_if_fail (LW_IS_LESSON_SKETCH (self));

  for (int i = 0; i < COLUMNS; i++)
    self->values[i] = NAN;
  changed (self);
}

/// Draws from the last place of the pointer to this one.
static void
draw_to (LwLessonSketch *self, double x, double y)
{
  const double part = (x - MARGIN_LEFT) / sheet_width (self);
  const int column = (int) lround (CLAMP (part, 0, 1) * (COLUMNS - 1));
  const double value =
    self->sheet.minimum
    + (self->sheet.maximum - self->sheet.minimum) * (1 - (y - MARGIN_TOP) / sheet_height (self));
  const int from = self->last < 0 ? column : self->last;
  const double before = self->last < 0 ? value : self->last_value;
  const int step = column >= from ? 1 : -1;

  for (int i = from; i != column + step; i += step)
    set_value (self, i,
               column == from ? value : before + (value - before) * (i - from) / (column - from));
  self->last = column;
  self->last_value = value;
  self->cursor = column;
  changed (self);
}

static void
drag_begin_cb (LwLessonSketch *self, double x, double y)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->last = -1;
  draw_to (self, x, y);
}

static void
drag_update_cb (LwLessonSketch *self, double dx, double dy, GtkGestureDrag *gesture)
{
  double x, y;

  if (gtk_gesture_drag_get_start_point (gesture, &x, &y))
    draw_to (self, x + dx, y + dy);
}

/// Moves the curve at the cursor; columns without a value before it become level with it.
static void
move_value (LwLessonSketch *self, double steps)
{
  const double size = (self->sheet.maximum - self->sheet.minimum) / KEY_STEPS;
  double value = self->values[self->cursor];

  if (isnan (value) && self->cursor > 0)
    value = self->values[self->cursor - 1];
  if (isnan (value))
    value = (self->sheet.minimum + self->sheet.maximum) / 2;
  set_value (self, self->cursor, value + steps * size);
  changed (self);
}

static void
move_cursor (LwLessonSketch *self, int step)
{
  const int next = CLAMP (self->cursor + step, 0, COLUMNS - 1);

  // Going to the right continues the curve.
  if (next > self->cursor && isnan (self->values[next]))
    self->values[next] = self->values[self->cursor];
  self->cursor = next;
  changed (self);
}

static gboolean
key_pressed_cb (LwLessonSketch *self, guint key, guint code, GdkModifierType modifiers)
{
  const int large = modifiers & GDK_SHIFT_MASK ? 5 : 1;

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return FALSE;
  if (key == GDK_KEY_Left)
    move_cursor (self, -large);
  else if (key == GDK_KEY_Right)
    for (int i = 0; i < large; i++)
      move_cursor (self, 1);
  else if (key == GDK_KEY_Up)
    move_value (self, large);
  else if (key == GDK_KEY_Down)
    move_value (self, -large);
  else if (key == GDK_KEY_Delete || key == GDK_KEY_BackSpace)
    lw_lesson_sketch_clear (self);
  else
    return FALSE;
  return TRUE;
}

void
lw_lesson_sketch_set_curve (LwLessonSketch *self, LwRecording *curve)
{
  g_return_if_fail (LW_IS_LESSON_SKETCH (self));

  if (curve != NULL)
    lw_recording_ref (curve);
  lw_recording_unref (self->curve);
  self->curve = curve;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GArray *
lw_lesson_sketch_dup_points (LwLessonSketch *self)
{
  GArray *points = g_array_new (FALSE, FALSE, 2 * sizeof (double));

  g_return_val_if_fail (LW_IS_LESSON_SKETCH (self), points);

  for (int i = 0; i < COLUMNS; i++)
    if (!isnan (self->values[i])) {
      const double point[2] = { column_time (self, i), self->values[i] };

      g_array_append_val (points, point);
    }
  return points;
}

// ---- drawing --------------------------------------------------------------------------------

/// Draws the lines and numbers of one axis; `scale` is in displayed units.
static void
draw_axis (LwLessonSketch *self,
           LwPainter *painter,
           const LwScale *scale,
           bool upright,
           bool degrees)
{
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const LwTextStyle style = lw_text_style (LETTERS, 400, palette->text_2);
  const double right = MARGIN_LEFT + sheet_width (self);
  const double bottom = MARGIN_TOP + sheet_height (self);
  const char *point = lw_fonts_get_decimal_point (lw_appearance_get_fonts (self->look));
  LwTicks ticks;

  lw_axis_ticks (scale, upright ? 34 : 52, degrees, &ticks);
  for (int i = 0; i < ticks.n; i++) {
    const double place = lw_scale_map (scale, ticks.value[i]);
    char number[LW_NUMBER_SIZE];

    if (upright)
      lw_painter_line (painter, MARGIN_LEFT, place, right, place);
    else
      lw_painter_line (painter, place, MARGIN_TOP, place, bottom);
    lw_painter_stroke (painter, palette->grid_coarse, 1);
    lw_format_tick (number, &ticks, i, false, point);
    lw_painter_text (painter, upright ? 2 : place - 4, upright ? place + 4 : bottom + 15, number,
                     &style);
  }
}

static void
draw_grid (LwLessonSketch *self, LwPainter *painter)
{
  const LwUnits *units = lw_appearance_get_units (self->look);
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const LwTextStyle style = lw_text_style (LETTERS, 400, palette->text_2);
  const char *unit = lw_units_shown (units, self->sheet.unit);
  const LwScale values = {
    .minimum = lw_units_to_shown (units, self->sheet.unit, self->sheet.minimum),
    .maximum = lw_units_to_shown (units, self->sheet.unit, self->sheet.maximum),
    .from = MARGIN_TOP + sheet_height (self),
    .to = MARGIN_TOP,
  };
  const LwScale times = {
    .minimum = 0,
    .maximum = self->sheet.duration,
    .from = MARGIN_LEFT,
    .to = MARGIN_LEFT + sheet_width (self),
  };

  draw_axis (self, painter, &values, true, g_str_equal (unit, "deg"));
  draw_axis (self, painter, &times, false, false);
  lw_painter_text (painter, MARGIN_LEFT + 4, MARGIN_TOP + 12, lw_unit_shown (unit), &style);
  lw_painter_text (painter, times.to - 12, values.from - 6, "s", &style);
}

/// Draws the actual curve, dashed.
static void
draw_actual (LwLessonSketch *self, LwPainter *painter)
{
  static const double dashes[] = { 5, 3 };
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const size_t n = self->curve != NULL ? lw_recording_n_samples (self->curve) : 0;
  const size_t step = MAX (1, n / 300);

  if (n < 2)
    return;
  for (size_t i = 0; i < n; i += step) {
    const double time = lw_recording_value (self->curve, 0, i);
    const double x = MARGIN_LEFT + sheet_width (self) * time / self->sheet.duration;
    const double y = value_y (self, lw_recording_value (self->curve, 1, i));

    if (i == 0)
      lw_painter_move_to (painter, x, y);
    else
      lw_painter_line_to (painter, x, y);
  }
  lw_painter_set_dash (painter, dashes, 2, 0);
  lw_painter_stroke (painter, palette->hue[LW_HUE_VERMILLION].curve, 2);
  lw_painter_set_dash (painter, NULL, 0, 0);
}

static void
draw_curve (LwLessonSketch *self, LwPainter *painter)
{
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  int before = -1;

  for (int i = 0; i < COLUMNS; i++) {
    if (isnan (self->values[i]))
      continue;
    if (before >= 0)
      lw_painter_line (painter, column_x (self, before), value_y (self, self->values[before]),
                       column_x (self, i), value_y (self, self->values[i]));
    else
      lw_painter_rect (painter, column_x (self, i) - 1, value_y (self, self->values[i]) - 1, 2, 2);
    lw_painter_stroke (painter, palette->hue[LW_HUE_BLUE].curve, 2);
    before = i;
  }
  draw_actual (self, painter);
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self))) {
    const double x = column_x (self, self->cursor);

    lw_painter_line (painter, x, MARGIN_TOP, x, MARGIN_TOP + sheet_height (self));
    lw_painter_stroke (painter, palette->accent, 1.5);
  }
}

static void
lw_lesson_sketch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwLessonSketch *self = LW_LESSON_SKETCH (widget);
  const LwPalette *palette = lw_appearance_get_palette (self->look);
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);
  cairo_t *cairo =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));

  lw_painter_rect (painter, MARGIN_LEFT, MARGIN_TOP, sheet_width (self), sheet_height (self));
  lw_painter_fill (painter, palette->paper);
  draw_grid (self, painter);
  draw_curve (self, painter);
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

static void
lw_lesson_sketch_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? MINIMUM_HEIGHT : 200;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 200;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_lesson_sketch_dispose (GObject *object)
{
  g_clear_object (&LW_LESSON_SKETCH (object)->look);
  g_clear_pointer (&LW_LESSON_SKETCH (object)->curve, lw_recording_unref);

  G_OBJECT_CLASS (lw_lesson_sketch_parent_class)->dispose (object);
}

static void
lw_lesson_sketch_class_init (LwLessonSketchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_lesson_sketch_dispose;
  widget_class->measure = lw_lesson_sketch_measure;
  widget_class->snapshot = lw_lesson_sketch_snapshot;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LW_TYPE_LESSON_SKETCH, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "lessonsketch");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_lesson_sketch_init (LwLessonSketch *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->look = lw_appearance_dup_default ();
  self->last = -1;
  g_signal_connect_object (self->look, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_tooltip_text (
    GTK_WIDGET (self),
    _ ("Draw with the pointer, or with the arrow keys; Delete clears the sheet"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Prediction Drawn by Hand"), -1);
  for (int i = 0; i < COLUMNS; i++)
    self->values[i] = NAN;
}

GtkWidget *
lw_lesson_sketch_new (const LwLessonSheet *sheet)
{
  LwLessonSketch *self = g_object_new (LW_TYPE_LESSON_SKETCH, NULL);

  self->sheet = *sheet;
  say_cursor (self);
  return GTK_WIDGET (self);
}
