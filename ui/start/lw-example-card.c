// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-example-card.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX 211
#define PICTURE_HEIGHT_PX 132
/// Frames from scrolling to a card until it is at its new place, and one more.
#define FRAMES_TO_SCROLL 4
#define PREVIEW_WIDTH_PX 360
#define PREVIEW_HEIGHT_PX 180

struct _LwExampleCard
{
  GtkFlowBoxChild parent_instance;

  // Owned
  char *text; ///< everything that is searched, case-folded

  // Borrowed
  const LwGalleryEntry *entry;

  // Template children
  GtkBox *picture;
  GtkLabel *title_label;
  GtkLabel *caption_label;
  GtkMenuButton *about_button;

  LwThumbnail *thumbnail;
  bool is_hovered;
  guint popup_frames; ///< frames until the preview is opened, after the card was scrolled to; or 0
};

G_DEFINE_FINAL_TYPE (LwExampleCard, lw_example_card, GTK_TYPE_FLOW_BOX_CHILD)

// ---- about the example ----------------------------------------------------------------------

static void
append_label (GtkBox *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (box, label);
}

static void
open_clicked_cb (LwExampleCard *self)
{
  gtk_menu_button_popdown (self->about_button);
  gtk_widget_activate (GTK_WIDGET (self));
}

/// Scrolls so that the card is in view. Returns false if it was in view already.
static bool
scroll_into_view (LwExampleCard *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;
  double top, height;

  if (scrolled == NULL || !gtk_widget_compute_bounds (GTK_WIDGET (self), scrolled, &bounds))
    return false;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  top = (double) bounds.origin.y;
  height = (double) bounds.size.height;
  if (top >= 0 && top + height <= gtk_adjustment_get_page_size (adjustment))
    return false;
  top += gtk_adjustment_get_value (adjustment);
  gtk_adjustment_clamp_page (adjustment, top, top + height);
  return true;
}

/// Opens the preview when the card has been laid out at its new place.
static gboolean
popup_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwExampleCard *self = LW_EXAMPLE_CARD (widget);

  if (--self->popup_frames > 1)
    return G_SOURCE_CONTINUE;
  gtk_menu_button_popdown (self->about_button);
  gtk_menu_button_popup (self->about_button);
  self->popup_frames = 0;
  return G_SOURCE_REMOVE;
}

/// A popover beside a button out of view has no monitor to be on: scrolls to the card first. Returns
/// true if the preview has to wait.
static bool
wait_for_view (LwExampleCard *self)
{
  if (self->popup_frames > 0)
    return self->popup_frames > 1;
  if (!scroll_into_view (self))
    return false;
  self->popup_frames = FRAMES_TO_SCROLL;
  gtk_menu_button_set_popover (self->about_button, NULL);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), popup_cb, NULL, NULL);
  return true;
}

/// Creates the preview when it is opened: a large moving picture, what to look at, and the source.
static void
create_preview (GtkMenuButton *button, gpointer data)
{
  LwExampleCard *self = LW_EXAMPLE_CARD (data);
  const LwGalleryEntry *entry = self->entry;
  GtkWidget *popover;
  GtkBox *box;
  GtkWidget *picture;
  GtkWidget *open;
  g_autofree char *tags = entry->tags != NULL ? g_strjoinv (" · ", entry->tags) : NULL;

  if (wait_for_view (self))
    return;
  popover = gtk_popover_new ();
  box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8));
  picture = lw_thumbnail_new (entry->file, PREVIEW_WIDTH_PX, PREVIEW_HEIGHT_PX);
  open = gtk_button_new_with_mnemonic (_ ("Open a _Copy"));
  lw_thumbnail_set_speed (LW_THUMBNAIL (picture), entry->speed);
  lw_thumbnail_load (LW_THUMBNAIL (picture));
  lw_thumbnail_set_playing (LW_THUMBNAIL (picture), true);
  gtk_box_append (box, picture);
  append_label (box, entry->title, "title");
  append_label (box, entry->notes, "text");
  append_label (box, entry->source, "secondary");
  if (tags != NULL)
    append_label (box, tags, "secondary");
  gtk_widget_add_css_class (open, "suggested-action");
  gtk_widget_set_tooltip_text (open, _ ("Open a Copy Without Changing the Example"));
  g_signal_connect_object (open, "clicked", G_CALLBACK (open_clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (box, open);
  gtk_widget_add_css_class (GTK_WIDGET (box), "example-preview");
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (box));
  gtk_menu_button_set_popover (button, popover);
}

// ---- texts ----------------------------------------------------------------------------------

static char *
dup_searched (const LwGalleryEntry *entry)
{
  g_autofree char *name = g_file_get_basename (entry->file);
  g_autofree char *tags = entry->tags != NULL ? g_strjoinv ("\n", entry->tags) : g_strdup ("");
  g_autofree char *text = g_strjoin (
    "\n", name, tags, entry->source, entry->title != NULL ? entry->title : "",
    entry->caption != NULL ? entry->caption : "", entry->notes != NULL ? entry->notes : "", NULL);

  return g_utf8_casefold (text, -1);
}

static void
show_unreadable (LwExampleCard *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
  gtk_label_set_text (self->caption_label, _ ("Cannot be read"));
}

static void
show_texts (LwExampleCard *self)
{
  const LwGalleryEntry *entry = self->entry;
  g_autofree char *name = g_file_get_basename (entry->file);

  self->text = dup_searched (entry);
  gtk_label_set_text (self->title_label, entry->title != NULL ? entry->title : name);
  if (entry->title == NULL) {
    show_unreadable (self);
    return;
  }
  gtk_label_set_text (self->caption_label, entry->caption);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), entry->notes[0] != '\0' ? entry->notes : NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  entry->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, entry->notes,
                                  -1);
}

static void
loaded_cb (LwExampleCard *self, LwMechanism *mechanism)
{
  if (mechanism == NULL)
    show_unreadable (self);
}

// ---- playing --------------------------------------------------------------------------------

static void
update_playing (LwExampleCard *self)
{
  bool focused = (gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_FOCUS_VISIBLE)
                 && gtk_widget_has_focus (GTK_WIDGET (self));
  bool playing = self->is_hovered || focused;

  if (playing)
    lw_thumbnail_load (self->thumbnail);
  lw_thumbnail_set_playing (self->thumbnail, playing);
}

static void
enter_cb (LwExampleCard *self)
{
  self->is_hovered = true;
  update_playing (self);
}

static void
leave_cb (LwExampleCard *self)
{
  self->is_hovered = false;
  update_playing (self);
}

static void
open_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_activate (widget);
}

GtkWidget *
lw_example_card_new (const LwGalleryEntry *entry)
{
  LwExampleCard *self = g_object_new (LW_TYPE_EXAMPLE_CARD, NULL);

  self->entry = entry;
  self->thumbnail = LW_THUMBNAIL (lw_thumbnail_new (entry->file, WIDTH_PX - 2, PICTURE_HEIGHT_PX));
  lw_thumbnail_set_speed (self->thumbnail, entry->speed);
  g_signal_connect_object (self->thumbnail, "loaded", G_CALLBACK (loaded_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (GTK_WIDGET (self->thumbnail), TRUE);
  gtk_box_append (self->picture, GTK_WIDGET (self->thumbnail));
  gtk_menu_button_set_create_popup_func (self->about_button, create_preview, self, NULL);
  show_texts (self);
  return GTK_WIDGET (self);
}

const LwGalleryEntry *
lw_example_card_get_entry (LwExampleCard *self)
{
  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), NULL);

  return self->entry;
}

const char *
lw_example_card_get_title (LwExampleCard *self)
{
  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), NULL);

  return gtk_label_get_text (self->title_label);
}

LwThumbnail *
lw_example_card_get_thumbnail (LwExampleCard *self)
{
  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), NULL);

  return self->thumbnail;
}

bool
lw_example_card_matches (LwExampleCard *self, const char *words)
{
  g_autofree char *folded = NULL;
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), false);

  if (words == NULL)
    return true;
  folded = g_utf8_casefold (words, -1);
  parts = g_strsplit (folded, " ", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (self->text, parts[i]) == NULL)
      return false;
  return true;
}

bool
lw_example_card_is_in (LwExampleCard *self, const char *category)
{
  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), false);

  return category == NULL
         || (self->entry->categories != NULL
             && g_strv_contains ((const char *const *) self->entry->categories, category));
}

int
lw_example_card_compare (LwExampleCard *self, LwExampleCard *other, LwExampleOrder order)
{
  const LwGalleryEntry *a = self->entry;
  const LwGalleryEntry *b = other->entry;

  if (order == LW_EXAMPLE_ORDER_SUGGESTED && a->order != b->order)
    return a->order < b->order ? -1 : 1;
  if (order == LW_EXAMPLE_ORDER_SIMPLEST && a->n_bodies != b->n_bodies)
    return a->n_bodies < b->n_bodies ? -1 : 1;
  return g_utf8_collate (lw_example_card_get_title (self), lw_example_card_get_title (other));
}

static void
lw_example_card_dispose (GObject *object)
{
  LwExampleCard *self = LW_EXAMPLE_CARD (object);

  g_clear_pointer (&self->text, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_EXAMPLE_CARD);

  G_OBJECT_CLASS (lw_example_card_parent_class)->dispose (object);
}

static void
lw_example_card_class_init (LwExampleCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_example_card_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-example-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LwExampleCard, picture);
  gtk_widget_class_bind_template_child (widget_class, LwExampleCard, title_label);
  gtk_widget_class_bind_template_child (widget_class, LwExampleCard, caption_label);
  gtk_widget_class_bind_template_child (widget_class, LwExampleCard, about_button);
  gtk_widget_class_bind_template_callback (widget_class, enter_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_cb);
  // Screen readers, which cannot press Return here, are offered the actions of a widget.
  gtk_widget_class_install_action (widget_class, "example.open", NULL, open_action_cb);
}

static void
lw_example_card_init (LwExampleCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "state-flags-changed", G_CALLBACK (update_playing), NULL);
}
