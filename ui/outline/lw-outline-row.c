// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-outline-row.h"

#include <glib/gi18n.h>

// ---- content of a row -----------------------------------------------------------------------

G_DEFINE_FINAL_TYPE (LwOutlineItem, lw_outline_item, G_TYPE_OBJECT)

static void
lw_outline_item_finalize (GObject *object)
{
  LwOutlineItem *self = LW_OUTLINE_ITEM (object);

  g_free (self->name);
  g_free (self->kind);
  g_free (self->on);

  G_OBJECT_CLASS (lw_outline_item_parent_class)->finalize (object);
}

static void
lw_outline_item_class_init (LwOutlineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_outline_item_finalize;
}

static void
lw_outline_item_init (LwOutlineItem *self)
{
}

// ---- the row --------------------------------------------------------------------------------

struct _LwOutlineRow
{
  GtkBox parent_instance;

  LwOutlineItem *item; ///< owned; NULL before the first one

  // Children
  GtkLabel *heading;
  GtkTreeExpander *expander;
  GtkBox *row;
  GtkImage *image;
  GtkLabel *name;
  GtkLabel *kind;
  GtkButton *hide;
  GtkButton *lock;
};

G_DEFINE_FINAL_TYPE (LwOutlineRow, lw_outline_row, GTK_TYPE_BOX)

static void
set_css_class (GtkWidget *widget, const char *name, bool set)
{
  if (set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
show_mark (GtkButton *button, bool set, const char *icon, const char *word, const char *name)
{
  g_autofree char *label = g_strdup_printf (word, name);

  gtk_button_set_icon_name (button, icon);
  gtk_widget_set_tooltip_text (GTK_WIDGET (button), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  set_css_class (GTK_WIDGET (button), "set", set);
}

static void
show_marks (LwOutlineRow *self)
{
  const bool hidden = self->item->marks & LW_MARK_HIDDEN;
  const bool locked = self->item->marks & LW_MARK_LOCKED;

  // Translators: %s is the name of a body, a joint …
  show_mark (self->hide, hidden, hidden ? "view-conceal-symbolic" : "view-reveal-symbolic",
             hidden ? _ ("Show %s") : _ ("Hide %s"), self->item->name);
  // Translators: %s is the name of a body, a joint …
  show_mark (self->lock, locked, locked ? "changes-prevent-symbolic" : "changes-allow-symbolic",
             locked ? _ ("Unlock %s") : _ ("Lock %s"), self->item->name);
  set_css_class (GTK_WIDGET (self->row), "concealed", hidden);
}

/// Sets the description for screen readers, in addition to the name.
static void
describe (LwOutlineRow *self, GtkAccessible *widget)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->item->on != NULL)
    g_string_append_printf (text, _ ("on %s"), self->item->on);
  if (self->item->marks & LW_MARK_HIDDEN)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("hidden"));
  if (self->item->marks & LW_MARK_LOCKED)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", _ ("locked"));
  if (text->len > 0)
    gtk_accessible_update_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  else
    gtk_accessible_reset_property (widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

void
lw_outline_row_set_position (LwOutlineRow *self, guint position)
{
  g_return_if_fail (LW_IS_OUTLINE_ROW (self));

  g_object_set_data (G_OBJECT (self), "lw-position", GUINT_TO_POINTER (position + 1));
}

void
lw_outline_row_bind (LwOutlineRow *self, GtkTreeListRow *row, guint position)
{
  g_autofree char *label = NULL;
  GtkAccessible *parent;

  g_return_if_fail (LW_IS_OUTLINE_ROW (self));

  g_clear_object (&self->item);
  self->item = gtk_tree_list_row_get_item (row);
  label = g_strdup_printf ("%s, %s", self->item->name, self->item->kind);
  gtk_label_set_text (self->heading, self->item->heading != NULL ? self->item->heading : "");
  gtk_widget_set_visible (GTK_WIDGET (self->heading), self->item->heading != NULL);
  gtk_image_set_from_icon_name (self->image, self->item->icon_name);
  gtk_label_set_text (self->name, self->item->name);
  gtk_label_set_text (self->kind, self->item->kind);
  gtk_tree_expander_set_list_row (self->expander, row);
  lw_outline_row_set_position (self, position);
  show_marks (self);
  parent = GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (self)));
  gtk_accessible_update_property (parent, GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  (int) gtk_tree_list_row_get_depth (row) + 1, -1);
  describe (self, parent);
}

static void
toggle (LwOutlineRow *self, LwMark mark)
{
  if (self->item != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.mark", "(uiu)",
                                (guint) self->item->element.kind, self->item->element.id,
                                (guint) mark);
}

static void
hide_cb (LwOutlineRow *self)
{
  toggle (self, LW_MARK_HIDDEN);
}

static void
lock_cb (LwOutlineRow *self)
{
  toggle (self, LW_MARK_LOCKED);
}

// ---- dragging -------------------------------------------------------------------------------

static GdkContentProvider *
drag_prepare_cb (LwOutlineRow *self)
{
  return self->item != NULL ? gdk_content_provider_new_typed (LW_TYPE_OUTLINE_ITEM, self->item)
                            : NULL;
}

static void
drag_begin_cb (LwOutlineRow *self, GdkDrag *drag, GtkDragSource *source)
{
  GtkWidget *chip = gtk_label_new (self->item != NULL ? self->item->name : NULL);

  // A picture of the row would be as wide as the list, and transparent.
  gtk_widget_add_css_class (chip, "dragged");
  gtk_drag_icon_set_child (GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)), chip);
}

/// Returns the dragged item if it can be dropped here, else NULL: only elements of the same kind
/// have an order.
static LwOutlineItem *
get_dragged (LwOutlineRow *self, GtkDropTarget *target)
{
  const GValue *value = gtk_drop_target_get_value (target);
  LwOutlineItem *dragged = value != NULL ? g_value_get_object (value) : NULL;

  return dragged != NULL && self->item != NULL && dragged->element.kind == self->item->element.kind
             && dragged->element.id != self->item->element.id
           ? dragged
           : NULL;
}

static bool
is_below (LwOutlineRow *self, double y)
{
  graphene_point_t point = GRAPHENE_POINT_INIT (0, (float) y);

  return gtk_widget_compute_point (GTK_WIDGET (self), GTK_WIDGET (self->expander), &point, &point)
         && point.y > 0.5f * (float) gtk_widget_get_height (GTK_WIDGET (self->expander));
}

static void
leave_cb (LwOutlineRow *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->expander), "drop-above");
  gtk_widget_remove_css_class (GTK_WIDGET (self->expander), "drop-below");
}

static GdkDragAction
motion_cb (LwOutlineRow *self, double x, double y, GtkDropTarget *target)
{
  leave_cb (self);
  if (get_dragged (self, target) == NULL)
    return 0;
  gtk_widget_add_css_class (GTK_WIDGET (self->expander),
                            is_below (self, y) ? "drop-below" : "drop-above");
  return GDK_ACTION_MOVE;
}

static gboolean
drop_cb (LwOutlineRow *self, const GValue *value, double x, double y, GtkDropTarget *target)
{
  LwOutlineItem *dragged = g_value_get_object (value);

  leave_cb (self);
  if (self->item == NULL || dragged == NULL || dragged->element.kind != self->item->element.kind)
    return FALSE;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.reorder", "(uiib)",
                              (guint) dragged->element.kind, dragged->element.id,
                              self->item->element.id, is_below (self, y));
  return TRUE;
}

static void
add_drag (LwOutlineRow *self)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (LW_TYPE_OUTLINE_ITEM, GDK_ACTION_MOVE);

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect_swapped (source, "prepare", G_CALLBACK (drag_prepare_cb), self);
  g_signal_connect_swapped (source, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->row), GTK_EVENT_CONTROLLER (source));
  gtk_drop_target_set_preload (target, TRUE);
  g_signal_connect_swapped (target, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (target, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

// ---- object ---------------------------------------------------------------------------------

static GtkButton *
add_mark_button (LwOutlineRow *self, GCallback clicked_cb)
{
  GtkWidget *button = gtk_button_new ();

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "mark");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  // Keyboard navigation moves from row to row; the menu and keys provide the same commands.
  gtk_widget_set_focusable (button, FALSE);
  g_signal_connect_swapped (button, "clicked", clicked_cb, self);
  gtk_box_append (self->row, button);
  return GTK_BUTTON (button);
}

static void
lw_outline_row_dispose (GObject *object)
{
  g_clear_object (&LW_OUTLINE_ROW (object)->item);

  G_OBJECT_CLASS (lw_outline_row_parent_class)->dispose (object);
}

static void
lw_outline_row_class_init (LwOutlineRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_outline_row_dispose;
}

static void
lw_outline_row_init (LwOutlineRow *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->heading = GTK_LABEL (gtk_label_new (NULL));
  self->expander = GTK_TREE_EXPANDER (gtk_tree_expander_new ());
  self->row = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8));
  self->image = GTK_IMAGE (gtk_image_new ());
  self->name = GTK_LABEL (gtk_label_new (NULL));
  self->kind = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (self->heading, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->heading), "heading");
  gtk_label_set_xalign (self->name, 0);
  gtk_label_set_ellipsize (self->name, PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (GTK_WIDGET (self->name), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->kind), "kind");
  gtk_widget_add_css_class (GTK_WIDGET (self->row), "row");
  gtk_box_append (self->row, GTK_WIDGET (self->image));
  gtk_box_append (self->row, GTK_WIDGET (self->name));
  gtk_box_append (self->row, GTK_WIDGET (self->kind));
  self->hide = add_mark_button (self, G_CALLBACK (hide_cb));
  self->lock = add_mark_button (self, G_CALLBACK (lock_cb));
  gtk_tree_expander_set_child (self->expander, GTK_WIDGET (self->row));
  gtk_widget_set_hexpand (GTK_WIDGET (self->row), TRUE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->heading));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->expander));
  add_drag (self);
}

GtkWidget *
lw_outline_row_new (void)
{
  return g_object_new (LW_TYPE_OUTLINE_ROW, NULL);
}
