// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-commands.h"

#include <gtk/gtk.h>
#include <glib/gi18n.h>
#include <string.h>

#include "lw-commands.h"

#define OVERLAY "/org/linkwright/Linkwright/gtk/help-overlay.ui"
#define GROUP N_ ("Commands and Keys")

/// Returns "Ctrl+Shift+S" for "<Control><Shift>s"; several keys are separated by spaces.
static char *
dup_keys (const char *keys)
{
  static const struct
  {
    const char *from, *to;
  } words[] = {
    { "<Control>", "Ctrl+" },
    { "<Shift>", "Shift+" },
    { "<Alt>", "Alt+" },
    { "bracketleft", "[" },
    { "bracketright", "]" },
    { "question", "?" },
    { "comma", "," },
    { "period", "." },
    { "space", N_ ("space bar") },
    { "plus", "+" },
    { "minus", "-" },
    { "Page_Up", N_ ("Page Up") },
    { "Page_Down", N_ ("Page Down") },
  };
  g_autoptr (GString) text = g_string_new (keys);
  char *last;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    g_string_replace (text, words[i].from, _ (words[i].to), 0);
  last = text->len > 0 ? &text->str[text->len - 1] : NULL;
  if (last != NULL && (last == text->str || last[-1] == '+'))
    *last = g_ascii_toupper (*last);
  return g_strdup (text->str);
}

// ---- the list of shortcuts ------------------------------------------------------------------

typedef struct
{
  GString *out;
  const char *property; ///< property that is being read; NULL: none
  GString *text;
  char *title;
  gboolean in_shortcut;
} Reader;

static void
start_cb (GMarkupParseContext *context,
          const char *element,
          const char **names,
          const char **values,
          gpointer data,
          GError **error)
{
  Reader *self = data;

  if (g_str_equal (element, "object")) {
    for (guint i = 0; names[i] != NULL; i++)
      if (g_str_equal (names[i], "class"))
        self->in_shortcut = g_str_equal (values[i], "GtkShortcutsShortcut");
  }
  self->property = NULL;
  g_string_truncate (self->text, 0);
  if (g_str_equal (element, "property"))
    for (guint i = 0; names[i] != NULL; i++)
      if (g_str_equal (names[i], "name"))
        self->property = g_intern_string (values[i]);
}

static void
text_cb (GMarkupParseContext *context,
         const char *text,
         gsize length,
         gpointer data,
         GError **error)
{
  g_string_append_len (((Reader *) data)->text, text, (gssize) length);
}

static void
end_cb (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  Reader *self = data;
  const char *keys = NULL;

  if (self->property == NULL)
    return;
  if (g_str_equal (self->property, "title")) {
    const char *title = g_dpgettext2 (NULL, "shortcuts window", self->text->str);

    g_free (self->title);
    self->title = g_strdup (title);
    if (!self->in_shortcut)
      g_string_append_printf (self->out, "\n## %s\n\n", title);
  } else if (g_str_equal (self->property, "accelerator")) {
    keys = self->text->str;
  } else if (g_str_equal (self->property, "action-name")) {
    const LwCommand *command = lw_command_find (self->text->str);

    keys = command != NULL ? command->key : NULL;
  }
  if (keys != NULL) {
    g_autofree char *shown = dup_keys (keys);

    g_string_append_printf (self->out, "- **%s**: %s\n", shown, self->title);
  }
  self->property = NULL;
}

static char *
dup_shortcuts (void)
{
  static const GMarkupParser parser = { start_cb, end_cb, text_cb, NULL, NULL };
  Reader self = { .out = g_string_new (NULL), .text = g_string_new (NULL) };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &self, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (OVERLAY, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  if (bytes != NULL)
    g_markup_parse_context_parse (context, g_bytes_get_data (bytes, NULL),
                                  (gssize) g_bytes_get_size (bytes), NULL);
  g_string_free (self.text, TRUE);
  g_free (self.title);
  return g_string_free (self.out, FALSE);
}

// ---- pages ----------------------------------------------------------------------------------

void
lw_help_add_commands (LwHelpBook *book)
{
  g_autofree char *shortcuts = dup_shortcuts ();
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const LwCommand *commands = lw_commands_get (&n);

  g_string_append_printf (text, "| %s | %s | %s |\n|---|---|---|\n", _ ("command"), _ ("key"),
                          _ ("purpose"));
  for (guint i = 0; i < n; i++) {
    g_autofree char *key = commands[i].key != NULL ? dup_keys (commands[i].key) : NULL;

    if (commands[i].about != NULL)
      g_string_append_printf (text, "| `%s` | %s | %s |\n", commands[i].action,
                              key != NULL ? key : "", _ (commands[i].about));
  }
  lw_help_book_add (book, GROUP, "keys", _ ("Keys"), shortcuts);
  lw_help_book_add (book, GROUP, "commands", _ ("Commands"), text->str);
}
