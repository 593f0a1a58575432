// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-example-card.h"

#include <glib/gi18n.h>
#include <string.h>

#define WIDTH_PX 211
#define PICTURE_HEIGHT_PX 132

struct _LwExampleCard
{
  GtkFlowBoxChild parent_instance;

  // Owned
  GFile *file;
  char *text;       ///< title, caption and notes, case-folded for searching
  char *caption;    ///< NULL: use the first clause of the notes
  GStrv categories; ///< may be NULL

  // Template children
  GtkBox *picture;
  GtkLabel *title_label;
  GtkLabel *caption_label;
  GtkRevealer *play_revealer;

  LwThumbnail *thumbnail;
  guint order; ///< position in the gallery
  bool is_hovered;
};

G_DEFINE_FINAL_TYPE (LwExampleCard, lw_example_card, GTK_TYPE_FLOW_BOX_CHILD)

/// Returns the first clause of the notes.
static char *
dup_caption (const char *notes)
{
  gsize length = strlen (notes);

  for (const char *mark = ":;."; *mark != '\0'; mark++)
    for (const char *at = strchr (notes, *mark); at != NULL; at = strchr (at + 1, *mark))
      // A decimal point is followed by a digit, and the colon of a ratio follows a space.
      if ((at[1] == ' ' || at[1] == '\0' || at[1] == '\n') && at > notes && at[-1] != ' ') {
        length = MIN (length, (gsize) (at - notes));
        break;
      }
  return g_strndup (notes, length);
}

static void
loaded_cb (LwExampleCard *self, LwMechanism *mechanism)
{
  g_autofree char *caption = NULL;
  g_autofree char *text = NULL;
  const char *notes;

  if (mechanism == NULL) {
    gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
    gtk_label_set_text (self->caption_label, _ ("Cannot be read"));
    return;
  }
  notes = lw_mechanism_get_notes (mechanism);
  caption = self->caption != NULL ? g_strdup (self->caption) : dup_caption (notes);
  if (lw_mechanism_get_title (mechanism)[0] != '\0')
    gtk_label_set_text (self->title_label, lw_mechanism_get_title (mechanism));
  gtk_label_set_text (self->caption_label, caption);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), notes[0] != '\0' ? notes : NULL);
  text = g_strconcat (lw_mechanism_get_title (mechanism), "\n", caption, "\n", notes, NULL);
  g_free (self->text);
  self->text = g_utf8_casefold (text, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->title_label),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, notes, -1);
  gtk_flow_box_child_changed (GTK_FLOW_BOX_CHILD (self));
}

static void
update_playing (LwExampleCard *self)
{
  bool focused = (gtk_widget_get_state_flags (GTK_WIDGET (self)) & GTK_STATE_FLAG_FOCUS_VISIBLE)
                 && gtk_widget_has_focus (GTK_WIDGET (self));
  bool playing = self->is_hovered || focused;

  lw_thumbnail_set_playing (self->thumbnail, playing);
  gtk_revealer_set_reveal_child (self->play_revealer, playing);
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

/// Returns the position of a group in the gallery; G_MAXUINT if there is none.
static guint
find_group (GKeyFile *gallery, const char *name)
{
  g_auto (GStrv) groups = gallery != NULL ? g_key_file_get_groups (gallery, NULL) : NULL;
  guint order = 0;

  while (groups != NULL && groups[order] != NULL && !g_str_equal (groups[order], name))
    order++;
  return groups != NULL && groups[order] != NULL ? order : G_MAXUINT;
}

GtkWidget *
lw_example_card_new (GFile *file, GKeyFile *gallery)
{
  LwExampleCard *self = g_object_new (LW_TYPE_EXAMPLE_CARD, NULL);
  g_autofree char *name = g_file_get_basename (file);
  char *suffix = strrchr (name, '.');

  if (suffix != NULL)
    *suffix = '\0';
  self->file = g_object_ref (file);
  self->text = g_utf8_casefold (name, -1);
  self->order = find_group (gallery, name);
  if (self->order != G_MAXUINT) {
    self->caption = g_key_file_get_locale_string (gallery, name, "Caption", NULL, NULL);
    self->categories = g_key_file_get_string_list (gallery, name, "Categories", NULL, NULL);
  }
  gtk_label_set_text (self->title_label, name);
  self->thumbnail = LW_THUMBNAIL (lw_thumbnail_new (file, WIDTH_PX - 2, PICTURE_HEIGHT_PX));
  g_signal_connect_object (self->thumbnail, "loaded", G_CALLBACK (loaded_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_hexpand (GTK_WIDGET (self->thumbnail), TRUE);
  gtk_box_append (self->picture, GTK_WIDGET (self->thumbnail));
  return GTK_WIDGET (self);
}

GFile *
lw_example_card_get_file (LwExampleCard *self)
{
  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), NULL);

  return self->file;
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

  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), false);

  if (words == NULL)
    return true;
  folded = g_utf8_casefold (words, -1);
  return strstr (self->text, g_strstrip (folded)) != NULL;
}

bool
lw_example_card_is_in (LwExampleCard *self, const char *category)
{
  g_return_val_if_fail (LW_IS_EXAMPLE_CARD (self), false);

  return category == NULL
         || (self->categories != NULL
             && g_strv_contains ((const char *const *) self->categories, category));
}

int
lw_example_card_compare (LwExampleCard *self, LwExampleCard *other)
{
  if (self->order != other->order)
    return self->order < other->order ? -1 : 1;
  return g_utf8_collate (lw_example_card_get_title (self), lw_example_card_get_title (other));
}

static void
lw_example_card_dispose (GObject *object)
{
  LwExampleCard *self = LW_EXAMPLE_CARD (object);

  g_clear_object (&self->file);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->caption, g_free);
  g_clear_pointer (&self->categories, g_strfreev);
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
  gtk_widget_class_bind_template_child (widget_class, LwExampleCard, play_revealer);
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
