// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-channel-list.h"

#include <glib/gi18n.h>

#include "lw-axis.h"

#define HEIGHT 360
#define WIDTH 400

struct _LwChannelList
{
  GtkPopover parent_instance;

  // Owned
  LwChannels *channels;
  GtkFilter *filter; ///< filter of the list model

  GtkSearchEntry *search;
  GtkWidget *all; ///< check button that includes detail channels; hidden if there are none
};

G_DEFINE_FINAL_TYPE (LwChannelList, lw_channel_list, GTK_TYPE_POPOVER)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/// Returns true if the name or the description contains every search word.
static gboolean
matches_cb (void *item, void *data)
{
  LwChannelList *self = data;
  guint index = GPOINTER_TO_UINT (g_object_get_data (item, "channel"));
  const LwChannel *channel = lw_channels_get (self->channels, index);
  g_autofree char *text =
    g_strconcat (channel->name, " ", channel->label, " ",
                 channel->description != NULL ? channel->description : "", NULL);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *wanted =
    g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_auto (GStrv) words = g_strsplit (wanted, " ", -1);

  if (channel->detail && !gtk_check_button_get_active (GTK_CHECK_BUTTON (self->all)))
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (folded, words[i]) == NULL)
      return FALSE;
  return TRUE;
}

static void
search_changed_cb (LwChannelList *self)
{
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

static void
choose (LwChannelList *self, GObject *item)
{
  if (item != NULL)
    g_signal_emit (self, signals[CHOSEN], 0,
                   GPOINTER_TO_UINT (g_object_get_data (item, "channel")));
}

static void
activate_cb (LwChannelList *self, guint position, GtkListView *view)
{
  g_autoptr (GObject) item =
    g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (view)), position);

  choose (self, item);
}

/// Chooses the first channel; called for Enter in the search field.
static void
search_activate_cb (LwChannelList *self, GtkSearchEntry *entry)
{
  GtkListView *view = g_object_get_data (G_OBJECT (self), "view");
  g_autoptr (GObject) item =
    g_list_model_get_item (G_LIST_MODEL (gtk_list_view_get_model (view)), 0);

  choose (self, item);
}

// ---- rows -----------------------------------------------------------------------------------

static GtkWidget *
create_label (bool grows)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, grows);
  return label;
}

/// Creates a row: name and unit, below them the description with frame and sign.
static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = create_label (true), *unit = create_label (false), *text = create_label (true);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (unit, "dim-label");
  gtk_widget_add_css_class (text, "dim-label");
  gtk_widget_add_css_class (text, "caption");
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_lines (GTK_LABEL (text), 2);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  // Limit it to the width of the list, at which it is wrapped.
  gtk_label_set_max_width_chars (GTK_LABEL (text), 1);
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), unit);
  gtk_box_append (GTK_BOX (row), line);
  gtk_box_append (GTK_BOX (row), text);
  gtk_list_item_set_child (item, row);
}

static void
bind_cb (LwChannelList *self, GtkListItem *item)
{
  GObject *object = gtk_list_item_get_item (item);
  guint index = GPOINTER_TO_UINT (g_object_get_data (object, "channel"));
  const LwChannel *channel = lw_channels_get (self->channels, index);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *line = gtk_widget_get_first_child (row);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (line)), channel->name);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (line)), lw_unit_shown (channel->unit));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (row)), channel->description);
  gtk_widget_set_tooltip_text (row, channel->description);
}

static bool
has_details (LwChannels *channels)
{
  for (guint i = 0; i < lw_channels_get_n (channels); i++)
    if (lw_channels_get (channels, i)->detail)
      return true;
  return false;
}

static GtkWidget *
create_list (LwChannelList *self)
{
  GListStore *store = g_list_store_new (G_TYPE_OBJECT);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkFilterListModel *filtered;
  GtkWidget *view;

  // Channel 0 is the time, which is the axis.
  for (guint i = 1; i < lw_channels_get_n (self->channels); i++) {
    g_autoptr (GObject) item = g_object_new (G_TYPE_OBJECT, NULL);

    g_object_set_data (item, "channel", GUINT_TO_POINTER (i));
    g_list_store_append (store, item);
  }
  filtered = gtk_filter_list_model_new (G_LIST_MODEL (store), g_object_ref (self->filter));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  view = gtk_list_view_new (
    GTK_SELECTION_MODEL (gtk_single_selection_new (G_LIST_MODEL (filtered))), factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Values"), -1);
  g_signal_connect_object (view, "activate", G_CALLBACK (activate_cb), self, G_CONNECT_SWAPPED);
  return view;
}

GtkWidget *
lw_channel_list_new (LwChannels *channels)
{
  LwChannelList *self = g_object_new (LW_TYPE_CHANNEL_LIST, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *view;

  self->channels = lw_channels_ref (channels);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches_cb, self, NULL));
  view = create_list (self);
  g_object_set_data (G_OBJECT (self), "view", view);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (scrolled, WIDTH, HEIGHT);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->search));
  gtk_box_append (GTK_BOX (box), scrolled);
  gtk_widget_set_visible (self->all, has_details (channels));
  gtk_box_append (GTK_BOX (box), self->all);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  return GTK_WIDGET (self);
}

static void
lw_channel_list_dispose (GObject *object)
{
  LwChannelList *self = LW_CHANNEL_LIST (object);

  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_object (&self->filter);

  G_OBJECT_CLASS (lw_channel_list_parent_class)->dispose (object);
}

static void
lw_channel_list_class_init (LwChannelListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_channel_list_dispose;
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
lw_channel_list_init (LwChannelList *self)
{
  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->search, "placeholder-text", _ ("Search values"), NULL);
  self->all = gtk_check_button_new_with_label (_ ("Reactions on either body, in all axes"));
  gtk_widget_set_tooltip_text (self->all, _ ("With the forces and moments on the first body, and "
                                             "with components in the axes of either body"));
  g_signal_connect_object (self->all, "toggled", G_CALLBACK (search_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (search_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->search, "activate", G_CALLBACK (search_activate_cb), self,
                           G_CONNECT_SWAPPED);
}
