// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of the help: a part of Markdown as blocks and spans, from which the viewer and the web pages
// are made. Headings, paragraphs, lists, tables, fenced code; **bold**, *italic*, `code` and links.
// Two fences are special: "formula" is typeset, "numbers MECHANISM" holds lines "expression = value",
// which a test computes again.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  LW_HELP_HEADING,
  LW_HELP_PARAGRAPH,
  LW_HELP_ITEM, ///< item of a list
  LW_HELP_CODE,
  LW_HELP_FORMULA, ///< in the language of lw-formula-layout.h
  LW_HELP_TABLE,
  LW_HELP_NUMBERS, ///< a table of expressions and values
  LW_HELP_PICTURE, ///< a mechanism: "![text](file:///...)" as the only thing on a line
} LwHelpBlockKind;

typedef struct
{
  LwHelpBlockKind kind;
  int level;       ///< level of a heading, from 1
  char *anchor;    ///< anchor of a heading
  char *text;      ///< with marks; code and formulas: unchanged
  char *mechanism; ///< mechanism of the numbers; address of the file in a picture
  guint number;    ///< number of an item; 0: a bullet
  GPtrArray *rows; ///< rows of a table: array of GStrv, the first being the head
} LwHelpBlock;

typedef enum
{
  LW_HELP_BOLD = 1 << 0,
  LW_HELP_ITALIC = 1 << 1,
  LW_HELP_MONO = 1 << 2,
} LwHelpStyle;

/// A piece of text of one style.
typedef struct
{
  char *text;
  unsigned style; ///< LwHelpStyle bits
  char *link;     ///< NULL if it is none
} LwHelpSpan;

/// Returns the blocks (LwHelpBlock) of a text. Free with g_ptr_array_unref ().
GPtrArray *lw_help_parse (const char *text);
/// Returns the spans (LwHelpSpan) of a line of text. Free with g_ptr_array_unref ().
GPtrArray *lw_help_spans (const char *text);
/// Returns the text without marks and links. Free with g_free ().
char *lw_help_dup_plain (const char *text);
/// Returns the anchor of a title: small letters, digits and hyphens. Free with g_free ().
char *lw_help_dup_anchor (const char *title);
/// Returns the anchor of a row of a table: its first cell, if that is code; else NULL. Free with
/// g_free ().
char *lw_help_dup_row_anchor (char *const *row);
/// Returns TRUE if a text has a heading or a row with this anchor.
gboolean lw_help_has_anchor (const char *text, const char *anchor);

G_END_DECLS
