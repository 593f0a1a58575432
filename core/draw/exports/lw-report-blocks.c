// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-report-blocks.h"

#include <math.h>

static void
clear_cell_cb (void *data)
{
  LwBlockCell *cell = data;

  g_free (cell->text);
}

static void
free_block_cb (void *data)
{
  LwBlock *block = data;

  g_free (block->text);
  g_free (block->title);
  g_free (block->provenance);
  g_strfreev (block->heads);
  g_clear_pointer (&block->rows, g_ptr_array_unref);
  if (block->free_data != NULL)
    block->free_data (block->data);
  g_free (block);
}

GPtrArray *
lw_report_blocks_new_empty (void)
{
  return g_ptr_array_new_with_free_func (free_block_cb);
}

static LwBlock *
add_block (GPtrArray *blocks, LwBlockKind kind)
{
  LwBlock *block = g_new0 (LwBlock, 1);

  block->kind = kind;
  g_ptr_array_add (blocks, block);
  return block;
}

void
lw_report_add_text (GPtrArray *blocks, LwBlockKind kind, const char *text)
{
  LwBlock *block = add_block (blocks, kind);

  block->text = g_strdup (text);
  // Characters that neither XML nor a page has become spaces.
  for (char *c = block->text; *c != '\0'; c++)
    if ((guchar) *c < 0x20 && *c != '\n')
      *c = ' ';
}

LwBlock *
lw_report_add_table (GPtrArray *blocks, const char *heads)
{
  LwBlock *block = add_block (blocks, LW_BLOCK_TABLE);

  block->heads = g_strsplit (heads, "\t", -1);
  block->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return block;
}

void
lw_report_begin_row (LwBlock *table)
{
  GArray *row = g_array_new (FALSE, FALSE, sizeof (LwBlockCell));

  g_array_set_clear_func (row, clear_cell_cb);
  g_ptr_array_add (table->rows, row);
}

static void
add_cell (LwBlock *table, char *text, bool is_number)
{
  const LwBlockCell cell = { text, is_number };

  for (char *c = text; *c != '\0'; c++)
    if ((guchar) *c < 0x20)
      *c = ' ';
  g_array_append_val ((GArray *) table->rows->pdata[table->rows->len - 1], cell);
}

void
lw_report_add_cell (LwBlock *table, const char *text)
{
  add_cell (table, g_strdup (text), false);
}

void
lw_report_add_number (LwBlock *table, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.6g", value);
  add_cell (table, g_strdup (isfinite (value) ? number : "–"), true);
}

LwBlock *
lw_report_add_picture (GPtrArray *blocks,
                       const char *words,
                       double width_mm,
                       double height_mm,
                       LwExportFunc draw,
                       void *data,
                       GDestroyNotify free_data)
{
  LwBlock *block = add_block (blocks, LW_BLOCK_PICTURE);

  block->text = g_strdup (words);
  block->width_mm = width_mm;
  block->height_mm = height_mm;
  block->draw = draw;
  block->data = data;
  block->free_data = free_data;
  return block;
}
