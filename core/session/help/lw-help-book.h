// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The help: pages in groups. The pages of tools, kinds, fields, channels, exports and errors are made
// from the tables of the program; words that no table has are in data/help, one heading "# Title
// {#page}" for each page; the handbook is docs/. A link is "page", "page#anchor" or "#anchor".

#pragma once

#include "lw-help-text.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;
  char *title;
  const char *group; ///< heading in the contents, translatable
  char *text;        ///< without the title
} LwHelpPage;

typedef struct _LwHelpBook LwHelpBook;

#define LW_HELP_CONTENTS "contents"

/// Creates a book of everything that is below the interface. A book belongs to one thread.
LwHelpBook *lw_help_book_new (void);
void lw_help_book_free (LwHelpBook *self);
/// Adds a page after the others of its group, or at the end. The words of data/help for this page
/// precede `text`. `title` NULL: the title there.
void lw_help_book_add (LwHelpBook *self,
                       const char *group,
                       const char *id,
                       const char *title,
                       const char *text);
guint lw_help_book_get_n (const LwHelpBook *self);
const LwHelpPage *lw_help_book_get (const LwHelpBook *self, guint index);
const LwHelpPage *lw_help_book_find (const LwHelpBook *self, const char *id); ///< NULL: none
/// Returns the words of data/help for a page; NULL if there are none.
const char *lw_help_book_get_words (const LwHelpBook *self, const char *id);

/// Splits a link on a page into a page and an anchor (may be NULL). Returns NULL for a link that
/// leaves the book; *outside is then true for an address of the web, else false.
const LwHelpPage *lw_help_book_follow (const LwHelpBook *self,
                                       const LwHelpPage *from,
                                       const char *link,
                                       char **anchor,
                                       gboolean *outside);
/// Returns the pages (LwHelpPage, borrowed) that contain all words, the best first. Free with
/// g_ptr_array_unref ().
GPtrArray *lw_help_book_search (LwHelpBook *self, const char *words);
/// Returns the page of contents as text. Free with g_free ().
char *lw_help_book_dup_contents (const LwHelpBook *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwHelpBook, lw_help_book_free)

G_END_DECLS
