// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-magnifier.h"

#include <math.h>

struct _LwMagnifier
{
  AdwBin parent_instance;

  double scale;
};

G_DEFINE_FINAL_TYPE (LwMagnifier, lw_magnifier, ADW_TYPE_BIN)

void
lw_magnifier_set_scale (LwMagnifier *self, double scale)
{
  g_return_if_fail (LW_IS_MAGNIFIER (self));
  g_return_if_fail (scale >= 1);

  if (scale == self->scale)
    return;
  self->scale = scale;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

double
lw_magnifier_get_scale (LwMagnifier *self)
{
  g_return_val_if_fail (LW_IS_MAGNIFIER (self), 1);

  return self->scale;
}

int
lw_magnifier_get_factor (GtkWidget *widget)
{
  GtkWidget *magnifier = gtk_widget_get_ancestor (widget, LW_TYPE_MAGNIFIER);
  const double scale = magnifier != NULL ? LW_MAGNIFIER (magnifier)->scale : 1;

  return (int) ceil (scale * gtk_widget_get_scale_factor (widget) - 1e-9);
}

static void
lw_magnifier_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  LwMagnifier *self = LW_MAGNIFIER (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (child == NULL || !gtk_widget_should_layout (child))
    return;
  gtk_widget_measure (child, orientation, for_size < 0 ? -1 : (int) floor (for_size / self->scale),
                      minimum, natural, NULL, NULL);
  *minimum = (int) ceil (*minimum * self->scale);
  *natural = (int) ceil (*natural * self->scale);
}

static void
lw_magnifier_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwMagnifier *self = LW_MAGNIFIER (widget);
  GtkWidget *child = adw_bin_get_child (ADW_BIN (widget));
  GskTransform *transform = NULL;

  if (child == NULL || !gtk_widget_should_layout (child))
    return;
  if (self->scale != 1)
    transform = gsk_transform_scale (NULL, (float) self->scale, (float) self->scale);
  gtk_widget_allocate (child, (int) ceil (width / self->scale), (int) ceil (height / self->scale),
                       -1, transform);
}

static void
lw_magnifier_class_init (LwMagnifierClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = lw_magnifier_measure;
  widget_class->size_allocate = lw_magnifier_size_allocate;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lw_magnifier_init (LwMagnifier *self)
{
  self->scale = 1;
  gtk_widget_set_layout_manager (GTK_WIDGET (self), NULL); // measured here instead
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
