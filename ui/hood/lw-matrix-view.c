// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-matrix-view.h"

#include <math.h>

#include "lw-appearance.h"

#define NATURAL_WIDTH 472
#define FONT_SIZE 12 ///< px, of letters of the usual size

struct _LwMatrixView
{
  GtkWidget parent_instance;

  // Owned
  LwSelection *selection;
  LwAppearance *look;

  // Borrowed
  const LwHood *hood;

  LwMatrixKind kind;
  bool numbers;
  double pointer_x, pointer_y;
  bool pointer_inside;
};

enum
{
  SIGNAL_HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwMatrixView, lw_matrix_view, GTK_TYPE_WIDGET)

static LwMatrixPicture
get_picture (LwMatrixView *self, double width)
{
  LwMatrixPicture picture = {
    .hood = self->hood,
    .kind = self->kind,
    .width = width,
    .font_size = FONT_SIZE * lw_appearance_get_letters (self->look),
    .numbers = self->numbers,
  };

  picture.marked = lw_selection_get (self->selection, &picture.n_marked);
  return picture;
}

static double
get_room (LwMatrixView *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));

  return width > 0 ? width : NATURAL_WIDTH;
}

void
lw_matrix_view_get_frame (LwMatrixView *self, LwMatrixFrame *frame)
{
  g_return_if_fail (LW_IS_MATRIX_VIEW (self));

  *frame = (LwMatrixFrame){ 0 };
  if (self->hood != NULL) {
    // The picture is wider than the available room only if the cells have their smallest size.
    const LwMatrixPicture picture = get_picture (self, fmin (get_room (self), NATURAL_WIDTH));

    lw_matrix_picture_measure (&picture, lw_appearance_get_fonts (self->look), frame);
  }
}

bool
lw_matrix_view_get_hovered (LwMatrixView *self, LwMatrixCell *cell)
{
  LwMatrixPicture picture;
  LwMatrixFrame frame;

  g_return_val_if_fail (LW_IS_MATRIX_VIEW (self), false);

  if (self->hood == NULL || !self->pointer_inside)
    return false;
  picture = get_picture (self, get_room (self));
  lw_matrix_view_get_frame (self, &frame);
  return lw_matrix_picture_find (&picture, &frame, self->pointer_x, self->pointer_y, cell);
}

void
lw_matrix_view_set_hood (LwMatrixView *self, const LwHood *hood)
{
  LwMatrixFrame before;
  LwMatrixFrame after;

  g_return_if_fail (LW_IS_MATRIX_VIEW (self));

  lw_matrix_view_get_frame (self, &before);
  self->hood = hood;
  lw_matrix_view_get_frame (self, &after);
  if (before.width != after.width || before.height != after.height)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_HOVERED], 0);
}

void
lw_matrix_view_set_kind (LwMatrixView *self, LwMatrixKind kind)
{
  g_return_if_fail (LW_IS_MATRIX_VIEW (self));

  self->kind = kind;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
lw_matrix_view_set_numbers (LwMatrixView *self, bool numbers)
{
  g_return_if_fail (LW_IS_MATRIX_VIEW (self));

  self->numbers = numbers;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

// ---- pointer --------------------------------------------------------------------------------

static void
motion_cb (LwMatrixView *self, double x, double y)
{
  LwMatrixCell cell;

  self->pointer_x = x;
  self->pointer_y = y;
  self->pointer_inside = true;
  if (lw_matrix_view_get_hovered (self, &cell))
    lw_selection_set_hovered (self->selection, cell.row_element.kind == LW_SELECTION_COUPLING
                                                   || cell.column_element.id == 0
                                                 ? cell.row_element
                                                 : cell.column_element);
  g_signal_emit (self, signals[SIGNAL_HOVERED], 0);
}

static void
leave_cb (LwMatrixView *self)
{
  self->pointer_inside = false;
  lw_selection_set_hovered (self->selection, (LwElementRef){ LW_SELECTION_NONE, 0 });
  g_signal_emit (self, signals[SIGNAL_HOVERED], 0);
}

/// Selects the element of a cell: a coupling takes precedence over a body. Shift adds to the
/// selection.
static void
pressed_cb (LwMatrixView *self, int n, double x, double y, GtkGesture *gesture)
{
  const GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  LwMatrixCell cell;
  LwElementRef element;

  motion_cb (self, x, y);
  if (!lw_matrix_view_get_hovered (self, &cell)) {
    lw_selection_clear (self->selection);
    return;
  }
  element = cell.row_element;
  if (element.kind == LW_SELECTION_NONE
      || (element.kind == LW_SELECTION_BODY && cell.column_element.kind == LW_SELECTION_COUPLING))
    element = cell.column_element;
  if ((state & GDK_SHIFT_MASK) != 0)
    lw_selection_toggle (self->selection, element.kind, element.id);
  else
    lw_selection_set (self->selection, element.kind, element.id);
}

// ---- widget ---------------------------------------------------------------------------------

static void
lw_matrix_view_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  LwMatrixFrame frame;

  lw_matrix_view_get_frame (LW_MATRIX_VIEW (widget), &frame);
  *minimum = (int) ceil (orientation == GTK_ORIENTATION_HORIZONTAL ? frame.width : frame.height);
  *natural = *minimum;
  *minimum_baseline = *natural_baseline = -1;
}

static void
lw_matrix_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  LwMatrixView *self = LW_MATRIX_VIEW (widget);
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);
  LwMatrixPicture picture;
  LwMatrixFrame frame;
  LwPainter *painter;
  cairo_t *cairo;

  if (self->hood == NULL || width < 1 || height < 1)
    return;
  picture = get_picture (self, get_room (self));
  lw_matrix_view_get_frame (self, &frame);
  cairo =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  lw_matrix_picture_draw (&picture, painter, lw_appearance_get_palette (self->look), &frame);
  lw_painter_free (painter);
  cairo_destroy (cairo);
}

GtkWidget *
lw_matrix_view_new (LwSelection *selection)
{
  LwMatrixView *self = g_object_new (LW_TYPE_MATRIX_VIEW, NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

static void
lw_matrix_view_dispose (GObject *object)
{
  LwMatrixView *self = LW_MATRIX_VIEW (object);

  self->hood = NULL;
  g_clear_object (&self->selection);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_matrix_view_parent_class)->dispose (object);
}

static void
lw_matrix_view_class_init (LwMatrixViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_matrix_view_dispose;
  widget_class->measure = lw_matrix_view_measure;
  widget_class->snapshot = lw_matrix_view_snapshot;

  signals[SIGNAL_HOVERED] = g_signal_new ("hovered", LW_TYPE_MATRIX_VIEW, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
lw_matrix_view_init (LwMatrixView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->look = lw_appearance_dup_default ();
  // Larger letters need larger cells.
  g_signal_connect_object (self->look, "changed", G_CALLBACK (gtk_widget_queue_resize), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->look, "changed", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
