// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-text.h"

#include <stdbool.h>
#include <string.h>

#define FENCE "```"
#define NUMBERS "numbers "
#define PICTURE "](file:"

static void
block_free (gpointer data)
{
  LwHelpBlock *self = data;

  g_free (self->anchor);
  g_free (self->text);
  g_free (self->mechanism);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_free (self);
}

static LwHelpBlock *
add_block (GPtrArray *blocks, LwHelpBlockKind kind)
{
  LwHelpBlock *block = g_new0 (LwHelpBlock, 1);

  block->kind = kind;
  g_ptr_array_add (blocks, block);
  return block;
}

char *
lw_help_dup_anchor (const char *title)
{
  g_autofree char *plain = lw_help_dup_plain (title);
  g_autofree char *lower = g_utf8_strdown (plain, -1);
  GString *anchor = g_string_new (NULL);

  for (const char *c = lower; *c != '\0'; c = g_utf8_next_char (c)) {
    const gunichar sign = g_utf8_get_char (c);

    if (g_unichar_isalnum (sign))
      g_string_append_unichar (anchor, sign);
    else if (anchor->len > 0 && anchor->str[anchor->len - 1] != '-')
      g_string_append_c (anchor, '-');
  }
  if (anchor->len > 0 && anchor->str[anchor->len - 1] == '-')
    g_string_truncate (anchor, anchor->len - 1);
  return g_string_free (anchor, FALSE);
}

// ---- lines ----------------------------------------------------------------------------------

/// Reads "## Title {#anchor}".
static void
read_heading (GPtrArray *blocks, const char *line)
{
  LwHelpBlock *block = add_block (blocks, LW_HELP_HEADING);
  const char *given = strstr (line, " {#");

  block->level = (int) strspn (line, "#");
  line += block->level;
  block->text = given != NULL ? g_strndup (line, (gsize) (given - line)) : g_strdup (line);
  g_strstrip (block->text);
  block->anchor = given != NULL ? g_strndup (given + 3, strcspn (given + 3, "}"))
                                : lw_help_dup_anchor (block->text);
}

/// Returns the cells of a line of a table; a cell may contain "\|".
static GStrv
split_cells (const char *line)
{
  g_autoptr (GStrvBuilder) cells = g_strv_builder_new ();
  g_autoptr (GString) cell = g_string_new (NULL);

  for (const char *c = line + 1; *c != '\0'; c++) {
    if (c[0] == '\\' && c[1] == '|') {
      g_string_append_c (cell, '|');
      c++;
    } else if (*c == '|') {
      g_strv_builder_add (cells, g_strstrip (cell->str));
      g_string_truncate (cell, 0);
    } else
      g_string_append_c (cell, *c);
  }
  return g_strv_builder_end (cells);
}

static guint
read_table (GPtrArray *blocks, GStrv lines, guint i)
{
  LwHelpBlock *block = add_block (blocks, LW_HELP_TABLE);

  block->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (; lines[i] != NULL && lines[i][0] == '|'; i++)
    if (strspn (lines[i], "|-: ") != strlen (lines[i]))
      g_ptr_array_add (block->rows, split_cells (lines[i]));
  return i;
}

/// Makes rows of lines "expression = value".
static void
read_numbers (LwHelpBlock *block)
{
  g_auto (GStrv) lines = g_strsplit (block->text, "\n", -1);

  block->kind = LW_HELP_NUMBERS;
  block->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; lines[i] != NULL; i++) {
    const char *value = strstr (lines[i], " = ");
    g_autoptr (GStrvBuilder) row = g_strv_builder_new ();
    g_autofree char *expression = NULL;

    if (value == NULL)
      continue;
    expression = g_strndup (lines[i], (gsize) (value - lines[i]));
    g_strv_builder_add (row, g_strstrip (expression));
    g_strv_builder_add (row, value + 3);
    g_ptr_array_add (block->rows, g_strv_builder_end (row));
  }
}

static guint
read_fence (GPtrArray *blocks, GStrv lines, guint i)
{
  const char *info = lines[i] + strlen (FENCE);
  LwHelpBlock *block = add_block (blocks, LW_HELP_CODE);
  g_autoptr (GString) text = g_string_new (NULL);

  for (i++; lines[i] != NULL && !g_str_has_prefix (lines[i], FENCE); i++)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", lines[i]);
  block->text = g_strdup (text->str);
  if (g_str_equal (info, "formula"))
    block->kind = LW_HELP_FORMULA;
  if (g_str_has_prefix (info, NUMBERS)) {
    block->mechanism = g_strdup (info + strlen (NUMBERS));
    read_numbers (block);
  }
  return lines[i] != NULL ? i + 1 : i;
}

/// Returns the length of "- " or "12. " at the beginning of a line; 0 if it is not an item.
static gsize
item_length (const char *line, guint *number)
{
  const gsize digits = strspn (line, "0123456789");

  *number = 0;
  if (line[0] == '-' && line[1] == ' ')
    return 2;
  if (digits == 0 || line[digits] != '.' || line[digits + 1] != ' ')
    return 0;
  *number = (guint) g_ascii_strtoull (line, NULL, 10);
  return digits + 2;
}

/// Returns true if a line is only a picture of a file. Other pictures are not shown.
static bool
is_picture (const char *line)
{
  const char *address = strstr (line, PICTURE);

  return g_str_has_prefix (line, "![") && address != NULL && strchr (line, ']') == address
         && g_str_has_suffix (line, ")");
}

static void
read_picture (GPtrArray *blocks, const char *line)
{
  LwHelpBlock *block = add_block (blocks, LW_HELP_PICTURE);
  const char *address = strstr (line, PICTURE) + strlen ("](");

  block->text = g_strndup (line + 2, strcspn (line + 2, "]"));
  block->mechanism = g_strndup (address, strlen (address) - 1);
}

static bool
ends_paragraph (const char *line)
{
  guint number;

  return line == NULL || *line == '\0' || *line == '#' || *line == '|'
         || g_str_has_prefix (line, FENCE) || g_str_has_prefix (line, "<!--")
         || item_length (line, &number) > 0;
}

/// Joins lines to a paragraph or an item; the further lines of an item are indented.
static guint
read_words (GPtrArray *blocks, GStrv lines, guint i)
{
  guint number;
  const gsize skipped = item_length (lines[i], &number);
  LwHelpBlock *block = add_block (blocks, skipped > 0 ? LW_HELP_ITEM : LW_HELP_PARAGRAPH);
  GString *text = g_string_new (lines[i] + skipped);

  block->number = number;
  for (i++; !ends_paragraph (lines[i]); i++)
    g_string_append_printf (text, " %s", lines[i] + strspn (lines[i], " "));
  block->text = g_string_free (text, FALSE);
  return i;
}

GPtrArray *
lw_help_parse (const char *text)
{
  GPtrArray *blocks = g_ptr_array_new_with_free_func (block_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint i = 0;

  while (lines[i] != NULL) {
    if (lines[i][0] == '\0' || g_str_has_prefix (lines[i], "<!--"))
      i++;
    else if (lines[i][0] == '#')
      read_heading (blocks, lines[i++]);
    else if (lines[i][0] == '|')
      i = read_table (blocks, lines, i);
    else if (g_str_has_prefix (lines[i], FENCE))
      i = read_fence (blocks, lines, i);
    else if (is_picture (lines[i]))
      read_picture (blocks, lines[i++]);
    else
      i = read_words (blocks, lines, i);
  }
  return blocks;
}

char *
lw_help_dup_row_anchor (char *const *row)
{
  const gsize length = row[0] != NULL ? strlen (row[0]) : 0;

  if (length < 3 || row[0][0] != '`' || strchr (row[0] + 1, '`') != row[0] + length - 1)
    return NULL;
  return g_strndup (row[0] + 1, length - 2);
}

gboolean
lw_help_has_anchor (const char *text, const char *anchor)
{
  g_autoptr (GPtrArray) blocks = lw_help_parse (text);

  for (guint i = 0; i < blocks->len; i++) {
    const LwHelpBlock *block = blocks->pdata[i];

    if (block->kind == LW_HELP_HEADING && g_str_equal (block->anchor, anchor))
      return TRUE;
    for (guint k = 0; block->kind == LW_HELP_TABLE && k < block->rows->len; k++) {
      g_autofree char *row = lw_help_dup_row_anchor (block->rows->pdata[k]);

      if (g_strcmp0 (row, anchor) == 0)
        return TRUE;
    }
  }
  return FALSE;
}

// ---- spans ----------------------------------------------------------------------------------

static void
span_free (gpointer data)
{
  LwHelpSpan *self = data;

  g_free (self->text);
  g_free (self->link);
  g_free (self);
}

static void
add_span (GPtrArray *spans, const char *text, gsize length, unsigned style, const char *link)
{
  LwHelpSpan *span;

  if (length == 0)
    return;
  span = g_new0 (LwHelpSpan, 1);
  span->text = g_strndup (text, length);
  span->style = style;
  span->link = g_strdup (link);
  g_ptr_array_add (spans, span);
}

static const struct
{
  const char *sign;
  unsigned style;
} marks[] = { { "**", LW_HELP_BOLD }, { "*", LW_HELP_ITALIC }, { "`", LW_HELP_MONO } };

static void append_spans (GPtrArray *spans,
                          const char *text,
                          const char *stop,
                          unsigned style,
                          const char *link);

/// Appends the marked text that begins at `text`. Returns its end, or NULL if none begins there.
static const char *
append_marked (GPtrArray *spans,
               const char *text,
               const char *stop,
               unsigned style,
               const char *link)
{
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++) {
    const gsize length = strlen (marks[i].sign);
    const char *inner = text + length;
    const char *end;

    if (strncmp (text, marks[i].sign, length) != 0 || g_ascii_isspace (*inner))
      continue;
    end = strstr (inner, marks[i].sign);
    if (end == NULL || end == inner || end + length > stop)
      continue;
    if (marks[i].style == LW_HELP_MONO)
      add_span (spans, inner, (gsize) (end - inner), style | LW_HELP_MONO, link);
    else
      append_spans (spans, inner, end, style | marks[i].style, link);
    return end + length;
  }
  return NULL;
}

/// Appends "[text](link)", and nothing for a picture "![text](file)". Returns its end, or NULL.
static const char *
append_link (GPtrArray *spans, const char *text, const char *stop, unsigned style)
{
  const bool picture = *text == '!';
  const char *inner = text + picture;
  const char *middle, *end;
  g_autofree char *link = NULL;

  if (*inner != '[')
    return NULL;
  inner++;
  middle = strstr (inner, "](");
  end = middle != NULL ? strchr (middle, ')') : NULL;
  if (end == NULL || end >= stop || memchr (inner, '[', (gsize) (middle - inner)) != NULL)
    return NULL;
  link = g_strndup (middle + 2, (gsize) (end - middle - 2));
  if (!picture)
    append_spans (spans, inner, middle, style, link);
  return end + 1;
}

static void
append_spans (GPtrArray *spans,
              const char *text,
              const char *stop,
              unsigned style,
              const char *link)
{
  const char *start = text;

  while (text < stop) {
    g_autoptr (GPtrArray) found = g_ptr_array_new ();
    const char *end = append_marked (found, text, stop, style, link);

    if (end == NULL && link == NULL)
      end = append_link (found, text, stop, style);
    if (end == NULL) {
      // A sign that is written with a backslash stands for itself.
      if (text[0] == '\\' && text + 1 < stop && g_ascii_ispunct (text[1])) {
        add_span (spans, start, (gsize) (text - start), style, link);
        start = ++text;
      }
      text = g_utf8_next_char (text);
      continue;
    }
    add_span (spans, start, (gsize) (text - start), style, link);
    for (guint i = 0; i < found->len; i++)
      g_ptr_array_add (spans, found->pdata[i]);
    start = text = end;
  }
  add_span (spans, start, (gsize) (stop - start), style, link);
}

GPtrArray *
lw_help_spans (const char *text)
{
  GPtrArray *spans = g_ptr_array_new_with_free_func (span_free);

  append_spans (spans, text, text + strlen (text), 0, NULL);
  return spans;
}

char *
lw_help_dup_plain (const char *text)
{
  g_autoptr (GPtrArray) spans = lw_help_spans (text);
  GString *plain = g_string_new (NULL);

  for (guint i = 0; i < spans->len; i++)
    g_string_append (plain, ((LwHelpSpan *) spans->pdata[i])->text);
  return g_string_free (plain, FALSE);
}
