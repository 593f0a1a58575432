// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-fitting-row.h"

#define SPACING 16 ///< px

struct _LwFittingRow
{
  GtkWidget parent_instance;
};

static void lw_fitting_row_buildable_init (GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LwFittingRow,
                               lw_fitting_row,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE,
                                                      lw_fitting_row_buildable_init))

void
lw_fitting_row_append (LwFittingRow *self, GtkWidget *child)
{
  g_return_if_fail (LW_IS_FITTING_ROW (self));
  g_return_if_fail (GTK_IS_WIDGET (child));

  gtk_widget_set_parent (child, GTK_WIDGET (self));
}

static void
lw_fitting_row_add_child (GtkBuildable *buildable,
                          GtkBuilder *builder,
                          GObject *child,
                          const char *type)
{
  lw_fitting_row_append (LW_FITTING_ROW (buildable), GTK_WIDGET (child));
}

static void
lw_fitting_row_buildable_init (GtkBuildableIface *iface)
{
  iface->add_child = lw_fitting_row_add_child;
}

static void
lw_fitting_row_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  const bool wide = orientation == GTK_ORIENTATION_HORIZONTAL;
  int sum = 0, most = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    int size;

    if (!gtk_widget_should_layout (child))
      continue;
    gtk_widget_measure (child, orientation, -1, NULL, &size, NULL, NULL);
    sum += (sum > 0 ? SPACING : 0) + size;
    most = MAX (most, size);
  }
  *minimum = wide ? 0 : most;
  *natural = wide ? sum : most;
  *minimum_baseline = *natural_baseline = -1;
}

static void
lw_fitting_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  const bool backwards = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  bool fits = true;
  int x = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkAllocation place = { .height = height };

    if (!gtk_widget_should_layout (child))
      continue;
    gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &place.width, NULL, NULL);
    fits = fits && x + place.width <= width;
    gtk_widget_set_child_visible (child, fits);
    if (!fits)
      continue;
    place.x = backwards ? width - x - place.width : x;
    gtk_widget_size_allocate (child, &place, -1);
    x += place.width + SPACING;
  }
}

static void
lw_fitting_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (lw_fitting_row_parent_class)->dispose (object);
}

static void
lw_fitting_row_class_init (LwFittingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_fitting_row_dispose;
  widget_class->measure = lw_fitting_row_measure;
  widget_class->size_allocate = lw_fitting_row_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lw_fitting_row_init (LwFittingRow *self)
{
}
