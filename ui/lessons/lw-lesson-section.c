// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-section.h"

#include <glib/gi18n.h>

#include "lw-lesson-progress.h"
#include "lw-lesson-shelf.h"
#include "lw-settings.h"

struct _LwLessonSection
{
  GtkBox parent_instance;

  // Owned
  GPtrArray *shelf; ///< array of LwLessonEntry; NULL before they have been read
  GSettings *settings;

  // Children
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (LwLessonSection, lw_lesson_section, GTK_TYPE_BOX)

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  // Long titles are complete, and do not widen the column.
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 22);
  gtk_widget_add_css_class (label, css_class);
  return label;
}

/// Returns "3 of 6 steps", or the number of steps before the first one is done. Free with g_free ().
static char *
dup_progress (guint passed, guint n)
{
  if (passed == 0)
    return g_strdup_printf (ngettext ("%u step", "%u steps", n), n);
  if (passed >= n)
    return g_strdup (_ ("Done"));
  // Translators: steps of a lesson that are done, and all of them
  return g_strdup_printf (_ ("%u of %u steps done"), passed, n);
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer row)
{
  gtk_widget_activate (GTK_WIDGET (row));
}

static GtkWidget *
new_row (LwLessonSection *self, const LwLessonEntry *entry)
{
  const GActionEntry action = { .name = "open", .activate = open_cb };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  const char *title =
    lw_lesson_text (lw_lesson_get_title (entry->lesson), lw_lesson_shelf_language ());
  const char *goal =
    lw_lesson_text (lw_lesson_get_goal (entry->lesson), lw_lesson_shelf_language ());
  const guint passed =
    lw_lesson_progress_count (lw_lesson_progress_get (self->settings, entry->lesson));
  const guint n = lw_lesson_get_n_steps (entry->lesson);
  g_autofree char *number = g_strdup_printf ("%d", lw_lesson_get_order (entry->lesson));
  g_autofree char *progress = dup_progress (passed, n);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *mark =
    passed >= n ? gtk_image_new_from_icon_name ("object-select-symbolic") : gtk_label_new (number);

  gtk_widget_add_css_class (mark, "mark");
  gtk_widget_set_size_request (mark, 24, -1);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), new_label (title, "title"));
  gtk_box_append (GTK_BOX (words), new_label (progress, "secondary"));
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, goal);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, progress, -1);
  // Screen readers cannot press Return in a list, but offer the actions of a row.
  g_action_map_add_action_entries (G_ACTION_MAP (group), &action, 1, row);
  gtk_widget_insert_action_group (row, "lesson", G_ACTION_GROUP (group));
  g_object_set_data_full (G_OBJECT (row), "uri", g_file_get_uri (entry->file), g_free);
  return row;
}

void
lw_lesson_section_update (LwLessonSection *self)
{
  GtkListBoxRow *row;

  g_return_if_fail (LW_IS_LESSON_SECTION (self));

  if (self->shelf == NULL)
    self->shelf = lw_lesson_shelf_read_all ();
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < self->shelf->len; i++)
    gtk_list_box_append (self->list, new_row (self, self->shelf->pdata[i]));
  gtk_widget_set_visible (GTK_WIDGET (self), self->shelf->len > 0);
}

static void
activated_cb (LwLessonSection *self, GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-lesson", "s",
                              (const char *) g_object_get_data (G_OBJECT (row), "uri"));
}

static void
lw_lesson_section_dispose (GObject *object)
{
  LwLessonSection *self = LW_LESSON_SECTION (object);

  g_clear_pointer (&self->shelf, g_ptr_array_unref);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (lw_lesson_section_parent_class)->dispose (object);
}

static void
lw_lesson_section_class_init (LwLessonSectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_lesson_section_dispose;
}

static void
lw_lesson_section_init (LwLessonSection *self)
{
  GtkWidget *heading = new_label (_ ("Learn"), "section");

  self->settings = lw_settings_new ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "lessons");
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Lessons"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (activated_cb), self);
  gtk_box_append (GTK_BOX (self), heading);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->list));
}

GtkWidget *
lw_lesson_section_new (void)
{
  return g_object_new (LW_TYPE_LESSON_SECTION, NULL);
}
