// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-examples.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-gallery.h"
#include "lw-lesson-shelf.h"

#define EXAMPLES N_ ("Examples")
#define LESSONS N_ ("Lessons")

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  const LwGalleryEntry *first = *(const LwGalleryEntry *const *) a;
  const LwGalleryEntry *second = *(const LwGalleryEntry *const *) b;

  return first->order < second->order ? -1 : first->order > second->order;
}

static void
add_list (GString *text, const char *name, const GStrv words)
{
  g_autofree char *joined = words != NULL ? g_strjoinv (", ", words) : NULL;

  if (joined != NULL && *joined != '\0')
    g_string_append_printf (text, "**%s:** %s\n\n", name, joined);
}

void
lw_help_add_examples (LwHelpBook *book)
{
  g_autofree char *path = lw_gallery_dup_path ();
  g_autoptr (GPtrArray) entries = path != NULL ? lw_gallery_read (path, NULL) : NULL;

  if (entries == NULL)
    return;
  g_ptr_array_sort (entries, compare_cb);
  for (guint i = 0; i < entries->len; i++) {
    const LwGalleryEntry *entry = entries->pdata[i];
    g_autofree char *file = g_file_get_basename (entry->file);
    g_autofree char *name = g_strndup (file, strcspn (file, "."));
    g_autofree char *id = g_strconcat ("example-", name, NULL);
    g_autofree char *address = g_file_get_uri (entry->file);
    g_autofree char *alternative = g_strdup (entry->title);
    g_autoptr (GString) text = g_string_new (NULL);

    if (entry->title == NULL)
      continue;
    // The text of a picture cannot contain brackets.
    g_strdelimit (alternative, "[]", ' ');
    g_string_append_printf (text, "*%s*\n\n![%s](%s)\n\n%s\n\n", entry->caption, alternative,
                            address, entry->notes);
    if (*entry->source != '\0')
      g_string_append_printf (text, "**%s:** %s\n\n", _ ("Source"), entry->source);
    add_list (text, _ ("Subjects"), entry->categories);
    add_list (text, _ ("Words"), entry->tags);
    g_string_append_printf (text, "**%s:** [%s](" LW_HELP_OPEN_EXAMPLE "%s)\n", _ ("Open"), file,
                            file);
    lw_help_book_add (book, EXAMPLES, id, entry->title, text->str);
  }
}

void
lw_help_add_lessons (LwHelpBook *book)
{
  g_autoptr (GPtrArray) shelf = lw_lesson_shelf_read_all ();
  const char *language = lw_lesson_shelf_language ();

  for (guint i = 0; i < shelf->len; i++) {
    const LwLesson *lesson = ((const LwLessonEntry *) shelf->pdata[i])->lesson;
    const char *title = lw_lesson_text (lw_lesson_get_title (lesson), language);
    g_autofree char *id = g_strconcat ("lesson-", lw_lesson_get_id (lesson), NULL);
    g_autoptr (GString) text = g_string_new (NULL);

    g_string_append_printf (text, "%s\n\n", lw_lesson_text (lw_lesson_get_goal (lesson), language));
    for (guint k = 0; k < lw_lesson_get_n_steps (lesson); k++)
      g_string_append_printf (text, "%u. %s\n", k + 1,
                              lw_lesson_text (lw_lesson_get_step (lesson, k)->title, language));
    g_string_append_printf (text, "\n[%s](panel-lesson)\n", _ ("How lessons work"));
    lw_help_book_add (book, LESSONS, id, title, text->str);
  }
}
