// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parses formulas. Text outside the language becomes plain characters, so no input is rejected.

#include "lw-formula-private.h"

#include <string.h>

#define MOST_DEPTH 24
#define MINUS 0x2212

// ---- boxes ----------------------------------------------------------------------------------

void
lw_formula_box_free (gpointer data)
{
  LwFormulaBox *self = data;

  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self->text);
  g_free (self);
}

static LwFormulaBox *
box_new (LwFormulaBoxKind kind)
{
  LwFormulaBox *self = g_new0 (LwFormulaBox, 1);

  self->kind = kind;
  self->children = g_ptr_array_new_with_free_func (lw_formula_box_free);
  return self;
}

static void
add (LwFormulaBox *self, LwFormulaBox *box)
{
  g_ptr_array_add (self->children, box);
}

// ---- parsing --------------------------------------------------------------------------------

typedef struct
{
  const char *at;
  int depth;
  bool bold;
  bool upright;
} Parser;

static LwFormulaBox *parse_row (Parser *self, const char *ends);

/// Parses the text in braces, or one character.
static LwFormulaBox *
parse_argument (Parser *self)
{
  LwFormulaBox *row;

  if (*self->at != '{') {
    const char *next = *self->at != '\0' ? g_utf8_next_char (self->at) : self->at;
    g_autofree char *one = g_strndup (self->at, (gsize) (next - self->at));
    Parser inner = { one, self->depth + 1, self->bold, self->upright };

    self->at = next;
    return inner.depth > MOST_DEPTH ? box_new (BOX_ROW) : parse_row (&inner, "");
  }
  self->at++;
  row = parse_row (self, "}");
  if (*self->at == '}')
    self->at++;
  return row;
}

/// Parses a cell without the spaces around it.
static LwFormulaBox *
parse_cell (Parser *self)
{
  LwFormulaBox *cell;

  while (*self->at == ' ')
    self->at++;
  cell = parse_row (self, "}&\\");
  if (cell->children->len > 0
      && lw_formula_box_child (cell, cell->children->len - 1)->kind == BOX_SPACE)
    g_ptr_array_set_size (cell->children, (int) cell->children->len - 1);
  return cell;
}

static LwFormulaBox *
parse_matrix (Parser *self)
{
  LwFormulaBox *matrix = box_new (BOX_MATRIX);
  int columns = 0;

  matrix->n = 1;
  if (*self->at != '{')
    return matrix;
  self->at++;
  while (true) {
    add (matrix, parse_cell (self));
    columns++;
    if (*self->at == '&') {
      self->at++;
      continue;
    }
    matrix->n = MAX (matrix->n, columns);
    columns = 0;
    if (g_str_has_prefix (self->at, "\\\\")) {
      self->at += 2;
      continue;
    }
    break;
  }
  if (*self->at == '}')
    self->at++;
  return matrix;
}

static LwFormulaBox *
parse_styled (Parser *self, bool bold)
{
  const Parser before = *self;
  LwFormulaBox *row;

  self->bold = bold;
  self->upright = true;
  row = parse_argument (self);
  self->bold = before.bold;
  self->upright = before.upright;
  return row;
}

static LwFormulaBox *
parse_command (Parser *self)
{
  static const struct
  {
    const char *name;
    LwFormulaBoxKind kind;
    int n; ///< number of arguments; number of dots for BOX_DOTS
  } commands[] = {
    { "frac", BOX_FRACTION, 2 },
    { "sqrt", BOX_ROOT, 1 },
    { "ddot", BOX_DOTS, 2 },
    { "dot", BOX_DOTS, 1 },
  };

  if (self->at[0] == ',') {
    LwFormulaBox *space = box_new (BOX_SPACE);

    self->at++;
    space->n = 1;
    return space;
  }
  if (g_str_has_prefix (self->at, "matrix")) {
    self->at += strlen ("matrix");
    return parse_matrix (self);
  }
  if (g_str_has_prefix (self->at, "v{") || g_str_has_prefix (self->at, "t{")) {
    self->at++;
    return parse_styled (self, self->at[-1] == 'v');
  }
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_has_prefix (self->at, commands[i].name)) {
      LwFormulaBox *box = box_new (commands[i].kind);
      const bool dots = box->kind == BOX_DOTS;

      self->at += strlen (commands[i].name);
      box->n = commands[i].n;
      for (int k = 0; k < (dots ? 1 : commands[i].n); k++)
        add (box, parse_argument (self));
      return box;
    }
  return NULL;
}

static bool
is_operator (gunichar c)
{
  return c == '=' || c == '+' || c == MINUS || c == 0xb7 || c == 0xd7 || c == 0x2265 || c == 0x2264
         || c == 0x2261 || c == 0x2190 || c == 0x2218;
}

static bool
opens (const LwFormulaBox *box)
{
  return box->kind == BOX_TEXT && box->text != NULL
         && (strchr ("([,", box->text[0]) != NULL || box->is_operator);
}

/// Parses one character. An operator between two operands has space on both sides, a prefix
/// operator has none.
static LwFormulaBox *
parse_sign (Parser *self, const LwFormulaBox *before)
{
  const gunichar typed = g_utf8_get_char (self->at);
  // A hyphen is what keyboards have; in a formula it means minus.
  const gunichar c = typed == '-' && !self->upright ? MINUS : typed;
  const char *next = g_utf8_next_char (self->at);
  LwFormulaBox *box = box_new (BOX_TEXT);

  box->text = c == typed ? g_strndup (self->at, (gsize) (next - self->at)) : g_strdup ("\u2212");
  box->bold = self->bold;
  box->italic = !self->upright && g_unichar_isalpha (c);
  box->is_operator = is_operator (c) && !self->upright && before != NULL && !opens (before);
  self->at = next;
  return box;
}

static LwFormulaBox *
parse_space (Parser *self)
{
  LwFormulaBox *space = box_new (BOX_SPACE);

  while (*self->at == ' ') {
    self->at++;
    space->n++;
  }
  // One space separates two factors, several form a gap.
  space->n = self->upright ? 2 : space->n > 1 ? 6 : 1;
  return space;
}

/// Joins letters and digits of the same style, so that they are shaped together.
static bool
join (LwFormulaBox *row, const LwFormulaBox *sign)
{
  LwFormulaBox *last =
    row->children->len > 0 ? lw_formula_box_child (row, row->children->len - 1) : NULL;
  char *joined;

  if (last == NULL || last->kind != BOX_TEXT || last->is_operator || sign->is_operator
      || last->bold != sign->bold || last->italic != sign->italic
      || strchr ("()[],", last->text[0]) != NULL || strchr ("()[],", sign->text[0]) != NULL)
    return false;
  joined = g_strconcat (last->text, sign->text, NULL);
  g_free (last->text);
  last->text = joined;
  return true;
}

static void
add_script (Parser *self, LwFormulaBox *row, bool upper)
{
  LwFormulaBox *last =
    row->children->len > 0 ? lw_formula_box_child (row, row->children->len - 1) : NULL;
  LwFormulaBox *script = parse_argument (self);

  if (last == NULL || last->kind != BOX_SCRIPT) {
    LwFormulaBox *base = last != NULL
                           ? g_ptr_array_steal_index (row->children, row->children->len - 1)
                           : box_new (BOX_ROW);

    last = box_new (BOX_SCRIPT);
    add (last, base);
    add (last, box_new (BOX_ROW));
    add (last, box_new (BOX_ROW));
    add (row, last);
  }
  add (lw_formula_box_child (last, upper ? 2 : 1), script);
}

static const LwFormulaBox *
last_thing (const LwFormulaBox *row)
{
  for (guint i = row->children->len; i-- > 0;)
    if (lw_formula_box_child (row, i)->kind != BOX_SPACE || lw_formula_box_child (row, i)->n > 1)
      return lw_formula_box_child (row, i)->kind == BOX_SPACE ? NULL
                                                              : lw_formula_box_child (row, i);
  return NULL;
}

/// Adds a character to a row. An operator has its own space.
static void
add_sign (LwFormulaBox *row, LwFormulaBox *sign)
{
  LwFormulaBox *last =
    row->children->len > 0 ? lw_formula_box_child (row, row->children->len - 1) : NULL;

  if (sign->is_operator && last != NULL && last->kind == BOX_SPACE && last->n == 1)
    last->n = 0;
  add (row, sign);
}

/// Parses up to one of these characters, or the end. A doubled backslash ends the row if `ends`
/// contains a backslash.
static LwFormulaBox *
parse_row (Parser *self, const char *ends)
{
  LwFormulaBox *row = box_new (BOX_ROW);
  bool may_join = false;

  self->depth++;
  while (*self->at != '\0') {
    LwFormulaBox *box = NULL;

    if (*self->at != '\\' && strchr (ends, *self->at) != NULL)
      break;
    if (g_str_has_prefix (self->at, "\\\\") && strchr (ends, '\\') != NULL)
      break;
    if (*self->at == '\\' && self->depth < MOST_DEPTH) {
      self->at++;
      box = parse_command (self);
      may_join = false;
      if (box != NULL) {
        add (row, box);
        continue;
      }
      self->at--;
    } else if ((*self->at == '_' || *self->at == '^') && !self->upright
               && self->depth < MOST_DEPTH) {
      const bool upper = *self->at == '^';

      self->at++;
      add_script (self, row, upper);
      may_join = false;
      continue;
    } else if (*self->at == '{' && self->depth < MOST_DEPTH) {
      add (row, parse_argument (self));
      may_join = false;
      continue;
    } else if (*self->at == ' ') {
      const LwFormulaBox *before =
        row->children->len > 0 ? lw_formula_box_child (row, row->children->len - 1) : NULL;

      box = parse_space (self);
      if (box->n == 1 && before != NULL && before->is_operator)
        box->n = 0;
      add (row, box);
      may_join = false;
      continue;
    }
    box = parse_sign (self, last_thing (row));
    // An index applies only to the last letter.
    if (may_join && *self->at != '_' && *self->at != '^' && join (row, box))
      lw_formula_box_free (box);
    else
      add_sign (row, box);
    may_join = true;
  }
  self->depth--;
  return row;
}

LwFormulaBox *
lw_formula_parse (const char *formula)
{
  Parser parser = { formula, 0, false, false };

  return parse_row (&parser, "");
}
