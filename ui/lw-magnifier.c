// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-magnifier.h"

#include <math.h>

struct _LwMagnifier
{
  GtkWidget parent_instance;

  // Owned
  GtkWidget *child;

  double scale;
};

enum
{
  PROP_0,
  PROP_CHILD,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwMagnifier, lw_magnifier, GTK_TYPE_WIDGET)

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

  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
  if (self->child == NULL || !gtk_widget_should_layout (self->child))
    return;
  gtk_widget_measure (self->child, orientation,
                      for_size < 0 ? -1 : (int) floor (for_size / self->scale), minimum, natural,
                      NULL, NULL);
  *minimum = (int) ceil (*minimum * self->scale);
  *natural = (int) ceil (*natural * self->scale);
}

static void
lw_magnifier_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  LwMagnifier *self = LW_MAGNIFIER (widget);
  GskTransform *transform = NULL;

  if (self->child == NULL || !gtk_widget_should_layout (self->child))
    return;
  if (self->scale != 1)
    transform = gsk_transform_scale (NULL, (float) self->scale, (float) self->scale);
  gtk_widget_allocate (self->child, (int) ceil (width / self->scale),
                       (int) ceil (height / self->scale), -1, transform);
}

static void
lw_magnifier_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_CHILD:
    g_value_set_object (value, LW_MAGNIFIER (object)->child);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_magnifier_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  LwMagnifier *self = LW_MAGNIFIER (object);

  switch (id) {
  case PROP_CHILD:
    g_clear_pointer (&self->child, gtk_widget_unparent);
    self->child = g_value_get_object (value);
    if (self->child != NULL)
      gtk_widget_set_parent (self->child, GTK_WIDGET (self));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_magnifier_dispose (GObject *object)
{
  g_clear_pointer (&LW_MAGNIFIER (object)->child, gtk_widget_unparent);

  G_OBJECT_CLASS (lw_magnifier_parent_class)->dispose (object);
}

static void
lw_magnifier_class_init (LwMagnifierClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_magnifier_dispose;
  object_class->get_property = lw_magnifier_get_property;
  object_class->set_property = lw_magnifier_set_property;
  widget_class->measure = lw_magnifier_measure;
  widget_class->size_allocate = lw_magnifier_size_allocate;

  properties[PROP_CHILD] = g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                                                G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lw_magnifier_init (LwMagnifier *self)
{
  self->scale = 1;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
