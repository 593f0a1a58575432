// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-sub-window.h"

#include <glib/gi18n.h>

typedef struct
{
  // Owned
  LwAppearance *look;
  LwPlayer *player;
  GSignalGroup *following; ///< signals of the player

  // Children
  GtkBox *box;
  AdwHeaderBar *header;
} LwSubWindowPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (LwSubWindow, lw_sub_window, ADW_TYPE_WINDOW)

enum
{
  PROP_0,
  PROP_PLAYER,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

static LwSubWindowPrivate *
get_private (LwSubWindow *self)
{
  return lw_sub_window_get_instance_private (self);
}

void
lw_sub_window_set_up (LwSubWindow *self, const char *title, int width, int height)
{
  g_return_if_fail (LW_IS_SUB_WINDOW (self));

  gtk_window_set_title (GTK_WINDOW (self), title);
  gtk_window_set_default_size (GTK_WINDOW (self), width, height);
}

AdwHeaderBar *
lw_sub_window_get_header (LwSubWindow *self)
{
  g_return_val_if_fail (LW_IS_SUB_WINDOW (self), NULL);

  return get_private (self)->header;
}

LwAppearance *
lw_sub_window_get_look (LwSubWindow *self)
{
  g_return_val_if_fail (LW_IS_SUB_WINDOW (self), NULL);

  return get_private (self)->look;
}

void
lw_sub_window_append (LwSubWindow *self, GtkWidget *widget)
{
  g_return_if_fail (LW_IS_SUB_WINDOW (self));

  gtk_box_append (get_private (self)->box, widget);
}

GtkWidget *
lw_sub_window_add_buttons (LwSubWindow *self, const char *accept, GCallback accepted, gpointer data)
{
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));
  GtkWidget *button = gtk_button_new_with_mnemonic (accept);
  AdwHeaderBar *header;

  g_return_val_if_fail (LW_IS_SUB_WINDOW (self), NULL);

  header = get_private (self)->header;
  adw_header_bar_set_show_start_title_buttons (header, FALSE);
  adw_header_bar_set_show_end_title_buttons (header, FALSE);
  adw_header_bar_pack_start (header, cancel);
  adw_header_bar_pack_end (header, button);
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_default_widget (GTK_WINDOW (self), button);
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (gtk_window_close), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (button, "clicked", accepted, data);
  return button;
}

// ---- following a player ---------------------------------------------------------------------

static void
update (LwSubWindow *self)
{
  LwSubWindowClass *klass = LW_SUB_WINDOW_GET_CLASS (self);

  if (klass->update != NULL)
    klass->update (self);
}

static void
set_player (LwSubWindow *self, LwPlayer *player)
{
  LwSubWindowPrivate *private = get_private (self);
  LwSubWindowClass *klass = LW_SUB_WINDOW_GET_CLASS (self);

  g_set_object (&private->player, player);
  g_signal_group_set_target (private->following, player);
  if (klass->player_changed != NULL)
    klass->player_changed (self);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PLAYER]);
}

void
lw_sub_window_follow (LwSubWindow *self, GtkWidget *canvas)
{
  g_return_if_fail (LW_IS_SUB_WINDOW (self));

  g_object_bind_property (canvas, "player", self, "player", G_BINDING_SYNC_CREATE);
}

LwPlayer *
lw_sub_window_get_player (LwSubWindow *self)
{
  g_return_val_if_fail (LW_IS_SUB_WINDOW (self), NULL);

  return get_private (self)->player;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_sub_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_PLAYER:
    g_value_set_object (value, lw_sub_window_get_player (LW_SUB_WINDOW (object)));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_sub_window_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_PLAYER:
    set_player (LW_SUB_WINDOW (object), g_value_get_object (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_sub_window_dispose (GObject *object)
{
  LwSubWindowPrivate *private = get_private (LW_SUB_WINDOW (object));

  if (private->following != NULL)
    g_signal_group_set_target (private->following, NULL);
  g_clear_object (&private->following);
  g_clear_object (&private->player);
  g_clear_object (&private->look);

  G_OBJECT_CLASS (lw_sub_window_parent_class)->dispose (object);
}

static void
lw_sub_window_class_init (LwSubWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = lw_sub_window_dispose;
  object_class->get_property = lw_sub_window_get_property;
  object_class->set_property = lw_sub_window_set_property;
  properties[PROP_PLAYER] =
    g_param_spec_object ("player", NULL, NULL, LW_TYPE_PLAYER,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
lw_sub_window_init (LwSubWindow *self)
{
  LwSubWindowPrivate *private = get_private (self);

  private->look = lw_appearance_dup_default ();
  private->following = g_signal_group_new (LW_TYPE_PLAYER);
  g_signal_group_connect_swapped (private->following, "moved", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (private->following, "run-changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (private->following, "notify::playing", G_CALLBACK (update), self);
  private->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  private->header = ADW_HEADER_BAR (adw_header_bar_new ());
  gtk_box_append (private->box, GTK_WIDGET (private->header));
  adw_window_set_content (ADW_WINDOW (self), GTK_WIDGET (private->box));
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
}
