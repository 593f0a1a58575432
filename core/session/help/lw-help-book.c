// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-book.h"

#include <glib/gi18n.h>
#include <gio/gio.h>
#include <stdbool.h>
#include <string.h>

#include "lw-help-private.h"
#include "lw-help-resources.h"

#define RESOURCES "/org/linkwright/Linkwright/help/"

struct _LwHelpBook
{
  GPtrArray *pages;  ///< array of LwHelpPage
  GHashTable *words; ///< id of a page to its text in data/help
  GHashTable *names; ///< id of a page to its title in data/help
  GHashTable *found; ///< page to its text without marks in small letters, made for the first search
};

/// Chapters that are complete files of docs/.
static const struct
{
  const char *file, *id, *group;
} chapters[] = {
  { "README.md", "theory", LW_HELP_HANDBOOK },
  { "signs.md", "theory-signs", LW_HELP_HANDBOOK },
  { "equations.md", "theory-equations", LW_HELP_HANDBOOK },
  { "couplings.md", "theory-couplings", LW_HELP_HANDBOOK },
  { "force-elements.md", "theory-force-elements", LW_HELP_HANDBOOK },
  { "integration.md", "theory-integration", LW_HELP_HANDBOOK },
  { "contact.md", "theory-contact", LW_HELP_HANDBOOK },
  { "energy.md", "energy", LW_HELP_HANDBOOK },
  { "channels.md", "channels", LW_HELP_HANDBOOK },
  { "text-form.md", "text-form", LW_HELP_FILES },
  { "project-file.md", "project-file", LW_HELP_FILES },
  { "lessons.md", "lesson-files", LW_HELP_FILES },
  { "limits.md", "limits", LW_HELP_FILES },
};

/// Files of data/help, each with pages of one group.
static const struct
{
  const char *file, *group;
} files[] = {
  { "first-steps.md", LW_HELP_BEGIN },
  { "panels.md", LW_HELP_PANELS },
  { "analyses.md", LW_HELP_ANALYSES },
  { "tools.md", NULL },
  { "kinds.md", NULL },
  { "messages.md", NULL },
  { "exports.md", NULL },
  { "properties.md", NULL },
  { "worked-numbers.md", LW_HELP_HANDBOOK },
};

// ---- pages ----------------------------------------------------------------------------------

static void
page_free (gpointer data)
{
  LwHelpPage *self = data;

  g_free (self->id);
  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

const char *
lw_help_book_get_words (const LwHelpBook *self, const char *id)
{
  return g_hash_table_lookup (self->words, id);
}

void
lw_help_book_add (LwHelpBook *self,
                  const char *group,
                  const char *id,
                  const char *title,
                  const char *text)
{
  const char *words = lw_help_book_get_words (self, id);
  LwHelpPage *page = g_new0 (LwHelpPage, 1);
  guint at = self->pages->len;

  if (title == NULL)
    title = g_hash_table_lookup (self->names, id);
  page->id = g_strdup (id);
  page->title = g_strdup (title != NULL ? title : id);
  page->group = group;
  page->text = g_strconcat (words != NULL ? words : "", words != NULL ? "\n\n" : "", text, NULL);
  for (guint i = self->pages->len; i > 0; i--)
    if (g_str_equal (lw_help_book_get (self, i - 1)->group, group)) {
      at = i;
      break;
    }
  g_ptr_array_insert (self->pages, (int) at, page);
}

guint
lw_help_book_get_n (const LwHelpBook *self)
{
  return self->pages->len;
}

const LwHelpPage *
lw_help_book_get (const LwHelpBook *self, guint index)
{
  return self->pages->pdata[index];
}

const LwHelpPage *
lw_help_book_find (const LwHelpBook *self, const char *id)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (g_str_equal (lw_help_book_get (self, i)->id, id))
      return lw_help_book_get (self, i);
  return NULL;
}

char *
lw_help_book_dup_contents (const LwHelpBook *self)
{
  GString *text = g_string_new (NULL);
  const char *group = NULL;

  for (guint i = 0; i < self->pages->len; i++) {
    const LwHelpPage *page = lw_help_book_get (self, i);

    if (group == NULL || !g_str_equal (group, page->group))
      g_string_append_printf (text, "\n## %s\n\n", _ (page->group));
    group = page->group;
    g_string_append_printf (text, "- [%s](%s)\n", page->title, page->id);
  }
  return g_string_free (text, FALSE);
}

// ---- files ----------------------------------------------------------------------------------

static char *
dup_file (const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);
  g_autoptr (GBytes) bytes =
    g_resource_lookup_data (lw_help_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  g_assert (bytes != NULL);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/// Adds a file of docs/, whose first heading is the title.
static void
add_chapter (LwHelpBook *self, const char *file, const char *id, const char *group)
{
  g_autofree char *text = dup_file (file);
  const char *title = g_str_has_prefix (text, "# ") ? text : strstr (text, "\n# ") + 1;
  const char *rest = title + strcspn (title, "\n");
  g_autofree char *name = g_strndup (title + 2, (gsize) (rest - title - 2));

  lw_help_book_add (self, group, id, name, rest);
}

/// Keeps the pages of a file of data/help; adds them if they are a group.
static void
read_words (LwHelpBook *self, const char *file, const char *group)
{
  g_autofree char *all = dup_file (file);
  g_auto (GStrv) parts = g_strsplit (all, "\n# ", -1);

  for (guint i = 1; parts[i] != NULL; i++) {
    const char *mark = strstr (parts[i], " {#");
    const char *rest = strchr (parts[i], '\n');
    char *id, *title;

    g_assert (mark != NULL && rest != NULL && mark < rest);
    id = g_strndup (mark + 3, strcspn (mark + 3, "}"));
    title = g_strndup (parts[i], (gsize) (mark - parts[i]));
    g_hash_table_insert (self->words, id, g_strstrip (g_strdup (rest)));
    g_hash_table_insert (self->names, g_strdup (id), title);
    if (group != NULL)
      lw_help_book_add (self, group, id, NULL, "");
  }
}

LwHelpBook *
lw_help_book_new (void)
{
  LwHelpBook *self = g_new0 (LwHelpBook, 1);
  g_autofree char *plane = dup_file ("samples-plane.json");
  g_autofree char *space = dup_file ("samples-space.json");
  const char *const samples[] = { plane, space, NULL };
  g_autoptr (GHashTable) channels = lw_help_read_channels (samples);

  self->pages = g_ptr_array_new_with_free_func (page_free);
  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    read_words (self, files[i].file, files[i].group);
  lw_help_add_tools (self);
  lw_help_add_kinds (self, channels);
  lw_help_add_channels (self, channels);
  lw_help_add_fields (self);
  lw_help_add_exports (self);
  lw_help_add_messages (self);
  for (guint i = 0; i < G_N_ELEMENTS (chapters); i++)
    add_chapter (self, chapters[i].file, chapters[i].id, chapters[i].group);
  return self;
}

void
lw_help_book_free (LwHelpBook *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->pages);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->names);
  g_clear_pointer (&self->found, g_hash_table_unref);
  g_free (self);
}

// ---- links ----------------------------------------------------------------------------------

const LwHelpPage *
lw_help_book_follow (const LwHelpBook *self,
                     const LwHelpPage *from,
                     const char *link,
                     char **anchor,
                     gboolean *outside)
{
  const char *mark = strchr (link, '#');
  g_autofree char *id = g_strndup (link, mark != NULL ? (gsize) (mark - link) : strlen (link));
  g_autofree char *base = g_path_get_basename (id);

  *anchor = NULL;
  *outside = g_str_has_prefix (link, "http://") || g_str_has_prefix (link, "https://");
  if (*outside)
    return NULL;
  if (mark != NULL)
    *anchor = g_strdup (mark + 1);
  if (*id == '\0')
    return from;
  // The files of docs/ refer to each other by their names.
  for (guint i = 0; g_str_has_suffix (id, ".md") && i < G_N_ELEMENTS (chapters); i++)
    if (g_str_equal (chapters[i].file, base))
      return lw_help_book_find (self, chapters[i].id);
  return lw_help_book_find (self, id);
}

// ---- search ---------------------------------------------------------------------------------

static const char *
get_plain (LwHelpBook *self, const LwHelpPage *page)
{
  char *plain;

  if (self->found == NULL)
    self->found = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  plain = g_hash_table_lookup (self->found, page);
  if (plain == NULL) {
    plain = g_utf8_casefold (page->text, -1);
    g_hash_table_insert (self->found, (gpointer) page, plain);
  }
  return plain;
}

/// Returns how well a page fits: words in its title count most, then how often they are in its text.
/// 0: a word is not in it.
static guint
rate (LwHelpBook *self, const LwHelpPage *page, GStrv words)
{
  const char *plain = get_plain (self, page);
  g_autofree char *title = g_utf8_casefold (page->title, -1);
  guint rating = 0;

  for (guint i = 0; words[i] != NULL; i++) {
    const char *in_title = strstr (title, words[i]);
    guint n = 0;

    if (words[i][0] == '\0')
      continue;
    for (const char *at = plain; n < 20 && (at = strstr (at, words[i])) != NULL; at++)
      n++;
    if (in_title == NULL && n == 0)
      return 0;
    rating += n + (in_title != NULL ? 100 : 0) + (in_title == title ? 100 : 0);
    if (g_str_equal (title, words[i]))
      rating += 1000;
  }
  return rating;
}

typedef struct
{
  const LwHelpPage *page;
  guint rating, place;
} Rated;

static int
compare_cb (gconstpointer a, gconstpointer b)
{
  const Rated *first = a, *second = b;

  if (first->rating != second->rating)
    return first->rating > second->rating ? -1 : 1;
  return first->place < second->place ? -1 : 1;
}

GPtrArray *
lw_help_book_search (LwHelpBook *self, const char *words)
{
  g_autofree char *folded = g_utf8_casefold (words, -1);
  g_auto (GStrv) split = g_strsplit (g_strstrip (folded), " ", -1);
  g_autoptr (GArray) rated = g_array_new (FALSE, FALSE, sizeof (Rated));
  GPtrArray *pages = g_ptr_array_new ();

  for (guint i = 0; i < self->pages->len; i++) {
    const LwHelpPage *page = lw_help_book_get (self, i);
    const Rated entry = { page, rate (self, page, split), i };

    if (entry.rating > 0)
      g_array_append_val (rated, entry);
  }
  g_array_sort (rated, compare_cb);
  for (guint i = 0; i < rated->len; i++)
    g_ptr_array_add (pages, (gpointer) g_array_index (rated, Rated, i).page);
  return pages;
}
