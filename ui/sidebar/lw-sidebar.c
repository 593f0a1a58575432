// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-sidebar.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "lw-help-mark.h"
#include "lw-inspector.h"
#include "lw-outline.h"

struct _LwSidebar
{
  GtkBox parent_instance;

  // Owned
  GSignalGroup *player;

  // Children
  GtkBox *switcher;
  GtkStack *stack;
  LwInspector *inspector;
  LwOutline *outline;
  GtkToggleButton *buttons[3];
  GtkWidget *help_button;
};

enum
{
  PROP_0,
  PROP_PAGE,
  N_PROPERTIES
};

static const char *const pages[] = { "inspector", "outline", "lesson" };
static const char *const helps[] = { "panel-inspector", "panel-outline", "panel-lesson" };

/// Index of the page that exists only while a lesson is open.
#define LESSON 2

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwSidebar, lw_sidebar, GTK_TYPE_BOX)

GtkWidget *
lw_sidebar_new (LwSelection *selection)
{
  LwSidebar *self = g_object_new (LW_TYPE_SIDEBAR, NULL);

  lw_inspector_set_selection (self->inspector, selection);
  lw_outline_set_selection (self->outline, selection);
  return GTK_WIDGET (self);
}

void
lw_sidebar_set_document (LwSidebar *self, LwDocument *document)
{
  g_return_if_fail (LW_IS_SIDEBAR (self));

  lw_inspector_set_document (self->inspector, document);
}

/// Called when the player has adopted a mechanism that differs only in properties without influence
/// on the motion, such as marks.
static void
player_changed_cb (LwPlayer *player, LwSidebar *self)
{
  lw_outline_set_mechanism (self->outline, lw_player_get_mechanism (player));
}

void
lw_sidebar_set_player (LwSidebar *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_SIDEBAR (self));

  lw_inspector_set_player (self->inspector, player);
  lw_outline_set_mechanism (self->outline,
                            player != NULL ? lw_player_get_mechanism (player) : NULL);
  g_signal_group_set_target (self->player, player);
}

void
lw_sidebar_set_behind (LwSidebar *self, bool behind)
{
  g_return_if_fail (LW_IS_SIDEBAR (self));

  lw_inspector_set_behind (self->inspector, behind);
}

static void
show_page (LwSidebar *self, const char *page)
{
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), page) == 0)
    return;
  gtk_stack_set_visible_child_name (self->stack, page);
  for (guint i = 0; i < G_N_ELEMENTS (pages) && self->buttons[i] != NULL; i++) {
    gtk_toggle_button_set_active (self->buttons[i], g_str_equal (pages[i], page));
    if (g_str_equal (pages[i], page))
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->help_button), "s", helps[i]);
  }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

static void
toggled_cb (LwSidebar *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages) && self->buttons[i] != NULL; i++)
    if (gtk_toggle_button_get_active (self->buttons[i]))
      show_page (self, pages[i]);
}

static void
rename_cb (LwSidebar *self)
{
  show_page (self, "inspector");
  lw_inspector_edit_name (self->inspector);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_sidebar_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  LwSidebar *self = LW_SIDEBAR (object);

  switch (id) {
  case PROP_PAGE:
    g_value_set_string (value, gtk_stack_get_visible_child_name (self->stack));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_sidebar_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  LwSidebar *self = LW_SIDEBAR (object);

  switch (id) {
  case PROP_PAGE:
    show_page (self, g_value_get_string (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_sidebar_dispose (GObject *object)
{
  g_clear_object (&LW_SIDEBAR (object)->player);

  G_OBJECT_CLASS (lw_sidebar_parent_class)->dispose (object);
}

static void
lw_sidebar_class_init (LwSidebarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = lw_sidebar_dispose;
  object_class->get_property = lw_sidebar_get_property;
  object_class->set_property = lw_sidebar_set_property;

  properties[PROP_PAGE] =
    g_param_spec_string ("page", NULL, NULL, "inspector",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "sidebar");
}

static void
add_page (LwSidebar *self,
          guint index,
          GtkWidget *page,
          const char *icon_name,
          const char *label,
          const char *tooltip)
{
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_widget_set_halign (content, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name (icon_name));
  gtk_box_append (GTK_BOX (content), gtk_label_new (label));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  self->buttons[index] = GTK_TOGGLE_BUTTON (button);
  if (index > 0)
    gtk_toggle_button_set_group (self->buttons[index], self->buttons[0]);
  else
    gtk_toggle_button_set_active (self->buttons[index], TRUE);
  g_signal_connect_swapped (button, "toggled", G_CALLBACK (toggled_cb), self);
  gtk_box_append (self->switcher, button);
  lw_help_mark_page (page, helps[index]);
  gtk_stack_add_named (self->stack, page, pages[index]);
}

void
lw_sidebar_add_lesson (LwSidebar *self, GtkWidget *page)
{
  g_return_if_fail (LW_IS_SIDEBAR (self));

  add_page (self, LESSON, page, "lw-book-symbolic", _ ("Lesson"), _ ("Steps of the Lesson"));
  lw_sidebar_show_lesson (self, false);
}

void
lw_sidebar_show_lesson (LwSidebar *self, bool shown)
{
  g_return_if_fail (LW_IS_SIDEBAR (self));

  gtk_widget_set_visible (GTK_WIDGET (self->buttons[LESSON]), shown);
  // Three pages leave no room for it; the lesson has its own.
  gtk_widget_set_visible (self->help_button, !shown);
  if (shown)
    show_page (self, pages[LESSON]);
  else if (g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), pages[LESSON]) == 0)
    show_page (self, pages[0]);
}

static void
lw_sidebar_init (LwSidebar *self)
{
  GtkWidget *row;

  self->help_button = lw_help_mark_new_button (helps[0]);
  self->player = g_signal_group_new (LW_TYPE_PLAYER);
  g_signal_group_connect (self->player, "changed", G_CALLBACK (player_changed_cb), self);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  // Rows expand horizontally; the sidebar has a fixed width.
  gtk_widget_set_hexpand (GTK_WIDGET (self), FALSE);
  self->switcher = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_widget_add_css_class (GTK_WIDGET (self->switcher), "switch");
  gtk_box_set_homogeneous (self->switcher, TRUE);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  self->inspector = g_object_new (LW_TYPE_INSPECTOR, NULL);
  self->outline = g_object_new (LW_TYPE_OUTLINE, NULL);
  g_signal_connect_swapped (self->outline, "rename", G_CALLBACK (rename_cb), self);
  add_page (self, 0, GTK_WIDGET (self->inspector), "lw-sliders-symbolic", _ ("Inspector"),
            _ ("Properties of the Selection"));
  add_page (self, 1, GTK_WIDGET (self->outline), "lw-outline-symbolic", _ ("Outline"),
            _ ("All Elements of the Mechanism"));
  row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->switcher), TRUE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->switcher));
  gtk_box_append (GTK_BOX (row), self->help_button);
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->stack));
}
