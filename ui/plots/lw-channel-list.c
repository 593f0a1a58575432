// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The list has a heading before the channels of each group. An item holds the index of a channel, or
// HEADING + group.

#include "lw-channel-list.h"

#include <glib/gi18n.h>

#include <string.h>

#include "lw-axis.h"

#define HEIGHT 360
#define WIDTH 420
#define HEADING 0x80000000u

struct _LwChannelList
{
  GtkPopover parent_instance;

  // Owned
  LwChannels *channels;
  GtkFilter *filter; ///< filter of the list model
  bool *found;       ///< by channel: matches the search
  bool found_any[LW_GROUP_COUNT];

  // Children
  GtkSearchEntry *search;
  GtkWidget *all; ///< check button that includes detail channels; hidden if there are none
  GtkStack *stack;
  GtkLabel *nothing; ///< page of the stack: nothing has been found
  GListModel *shown;
};

G_DEFINE_FINAL_TYPE (LwChannelList, lw_channel_list, GTK_TYPE_POPOVER)

enum
{
  CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
get_number (gpointer item)
{
  return GPOINTER_TO_UINT (g_object_get_data (item, "number"));
}

static gboolean
matches_cb (void *item, void *data)
{
  LwChannelList *self = data;
  const guint number = get_number (item);

  return number >= HEADING ? self->found_any[number - HEADING] : self->found[number];
}

/// Shows the reason why no value is listed, and examples of words to search for.
static void
show_nothing (LwChannelList *self, const char *wanted, bool in_details)
{
  g_autofree char *text = g_strdup_printf (
    in_details ? _ ("“%s” is found only among the reactions on either body, in all axes.")
               : _ ("No value is found for “%s”. Search for a quantity, such as torque, speed or "
                    "energy, or for the name of an element."),
    wanted);

  gtk_label_set_text (self->nothing, text);
}

static void
search_changed_cb (LwChannelList *self)
{
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->search));
  const bool details = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->all));
  guint n = 0;

  lw_channels_search (self->channels, wanted, details, self->found);
  memset (self->found_any, 0, sizeof self->found_any);
  // Channel 0 is the time, which is the axis.
  for (guint i = 1; i < lw_channels_get_n (self->channels); i++)
    if (self->found[i]) {
      self->found_any[lw_channels_get (self->channels, i)->group] = true;
      n++;
    }
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  if (n == 0) {
    g_autofree bool *found = g_new (bool, lw_channels_get_n (self->channels));

    show_nothing (self, wanted,
                  !details && lw_channels_search (self->channels, wanted, true, found) > 0);
  }
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "values" : "nothing");
}

static void
choose (LwChannelList *self, guint position)
{
  g_autoptr (GObject) item = g_list_model_get_item (self->shown, position);

  if (item != NULL && get_number (item) < HEADING)
    g_signal_emit (self, signals[CHOSEN], 0, get_number (item));
}

/// Chooses the first channel, which follows its heading; called for Enter in the search field.
static void
search_activate_cb (LwChannelList *self)
{
  choose (self, 1);
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

/// Creates a row: description with frame and sign, below it the name and the unit.
static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = create_label (true), *unit = create_label (false), *text = create_label (true);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (name, "dim-label");
  gtk_widget_add_css_class (name, "caption");
  gtk_widget_add_css_class (unit, "dim-label");
  gtk_widget_add_css_class (unit, "caption");
  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_lines (GTK_LABEL (text), 2);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  // Limit it to the width of the list, at which it is wrapped.
  gtk_label_set_max_width_chars (GTK_LABEL (text), 1);
  gtk_box_append (GTK_BOX (line), name);
  gtk_box_append (GTK_BOX (line), unit);
  gtk_box_append (GTK_BOX (row), text);
  gtk_box_append (GTK_BOX (row), line);
  gtk_list_item_set_child (item, row);
}

static void
bind_cb (LwChannelList *self, GtkListItem *item)
{
  const guint number = get_number (gtk_list_item_get_item (item));
  const bool heading = number >= HEADING;
  const LwChannel *channel = heading ? NULL : lw_channels_get (self->channels, number);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *text = gtk_widget_get_first_child (row);
  GtkWidget *line = gtk_widget_get_last_child (row);

  gtk_list_item_set_activatable (item, !heading);
  gtk_list_item_set_selectable (item, !heading);
  gtk_widget_set_visible (line, !heading);
  gtk_widget_set_margin_top (row, heading ? 8 : 0);
  if (heading) {
    gtk_widget_add_css_class (text, "heading");
    gtk_label_set_label (GTK_LABEL (text),
                         lw_channel_group_get_title ((LwChannelGroup) (number - HEADING)));
    gtk_widget_set_tooltip_text (row, NULL);
    return;
  }
  gtk_widget_remove_css_class (text, "heading");
  gtk_label_set_label (GTK_LABEL (text), channel->description);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (line)), channel->name);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (line)), lw_unit_shown (channel->unit));
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

static void
append (GListStore *store, guint number)
{
  g_autoptr (GObject) item = g_object_new (G_TYPE_OBJECT, NULL);

  g_object_set_data (item, "number", GUINT_TO_POINTER (number));
  g_list_store_append (store, item);
}

static GListStore *
create_store (LwChannelList *self)
{
  GListStore *store = g_list_store_new (G_TYPE_OBJECT);

  for (guint group = 0; group < LW_GROUP_COUNT; group++) {
    append (store, HEADING + group);
    for (guint i = 1; i < lw_channels_get_n (self->channels); i++)
      if (lw_channels_get (self->channels, i)->group == group)
        append (store, i);
  }
  return store;
}

static GtkWidget *
create_list (LwChannelList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkFilterListModel *filtered =
    gtk_filter_list_model_new (G_LIST_MODEL (create_store (self)), g_object_ref (self->filter));
  GtkWidget *view;

  self->shown = G_LIST_MODEL (filtered);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  view = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (filtered))),
                            factory);
  gtk_list_view_set_single_click_activate (GTK_LIST_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Values"), -1);
  g_signal_connect_object (view, "activate", G_CALLBACK (choose), self, G_CONNECT_SWAPPED);
  return view;
}

static GtkWidget *
create_nothing (LwChannelList *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->nothing = GTK_LABEL (label);
  gtk_label_set_wrap (self->nothing, TRUE);
  gtk_label_set_justify (self->nothing, GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (self->nothing, 40);
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

GtkWidget *
lw_channel_list_new (LwChannels *channels)
{
  LwChannelList *self = g_object_new (LW_TYPE_CHANNEL_LIST, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->channels = lw_channels_ref (channels);
  self->found = g_new0 (bool, lw_channels_get_n (channels));
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches_cb, self, NULL));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), create_list (self));
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_widget_set_size_request (GTK_WIDGET (self->stack), WIDTH, HEIGHT);
  gtk_stack_add_named (self->stack, scrolled, "values");
  gtk_stack_add_named (self->stack, create_nothing (self), "nothing");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->search));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  gtk_widget_set_visible (self->all, has_details (channels));
  gtk_box_append (GTK_BOX (box), self->all);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  search_changed_cb (self);
  return GTK_WIDGET (self);
}

static void
lw_channel_list_dispose (GObject *object)
{
  LwChannelList *self = LW_CHANNEL_LIST (object);

  g_clear_pointer (&self->channels, lw_channels_unref);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->found, g_free);

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
  self->stack = GTK_STACK (gtk_stack_new ());
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
