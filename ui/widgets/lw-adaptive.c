// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-adaptive.h"

struct _LwAdaptive
{
  AdwBin parent_instance;

  guint resized_id;
  int width;
  int height;
};

enum
{
  SIGNAL_RESIZED, ///< int width, int height
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwAdaptive, lw_adaptive, ADW_TYPE_BIN)

static gboolean
resized_cb (gpointer data)
{
  LwAdaptive *self = LW_ADAPTIVE (data);

  self->resized_id = 0;
  g_signal_emit (self, signals[SIGNAL_RESIZED], 0, self->width, self->height);
  return G_SOURCE_REMOVE;
}

static void
lw_adaptive_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  int limit = orientation == GTK_ORIENTATION_HORIZONTAL ? LW_ADAPTIVE_MINIMUM_WIDTH
                                                        : LW_ADAPTIVE_MINIMUM_HEIGHT;

  *minimum = 0;
  *natural = 0;
  // Measured without for_size, because a height cannot be measured for less than the minimum width.
  if (child != NULL)
    gtk_widget_measure (child, orientation, -1, minimum, natural, NULL, NULL);
  *minimum = MIN (*minimum, limit);
}

/// Emits "resized" in an idle handler, because the layout must not change during an allocation.
static void
lw_adaptive_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwAdaptive *self = LW_ADAPTIVE (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  int least_width;
  int least_height;

  if (width != self->width || height != self->height) {
    self->width = width;
    self->height = height;
    if (self->resized_id == 0)
      self->resized_id = g_idle_add_full (G_PRIORITY_HIGH, resized_cb, self, NULL);
  }
  if (child == NULL)
    return;
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &least_width, NULL, NULL, NULL);
  least_width = MAX (width, least_width);
  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, least_width, &least_height, NULL, NULL,
                      NULL);
  gtk_widget_allocate (child, least_width, MAX (height, least_height), baseline, NULL);
}

static void
lw_adaptive_dispose (GObject *object)
{
  LwAdaptive *self = LW_ADAPTIVE (object);

  g_clear_handle_id (&self->resized_id, g_source_remove);

  G_OBJECT_CLASS (lw_adaptive_parent_class)->dispose (object);
}

static void
lw_adaptive_class_init (LwAdaptiveClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_adaptive_dispose;
  widget_class->measure = lw_adaptive_measure;
  widget_class->size_allocate = lw_adaptive_size_allocate;

  signals[SIGNAL_RESIZED] = g_signal_new ("resized", LW_TYPE_ADAPTIVE, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lw_adaptive_init (LwAdaptive *self)
{
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL); // measured here instead
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
