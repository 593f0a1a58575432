// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the panel under the hood, shared by its files.

#pragma once

#include "lw-formula-view.h"
#include "lw-hood-panel.h"
#include "lw-hood-table.h"
#include "lw-hood-task.h"
#include "lw-appearance.h"
#include "lw-matrix-view.h"

G_BEGIN_DECLS

#define LW_HOOD_FACTS 8
#define LW_HOOD_PAGES 6

struct _LwHoodPanel
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection;
  LwAppearance *look;
  LwHood *hood; ///< displayed hood; NULL if there is none yet
  GCancellable *cancellable;

  // Children
  GtkLabel *time;
  GtkStack *stack;
  GtkToggleButton *buttons[LW_HOOD_PAGES];
  GtkLabel *trouble; ///< reason why there is nothing to show
  LwMatrixView *matrix;
  GtkToggleButton *kinds[3];
  GtkLabel *cell; ///< matrix cell under the pointer
  GtkLabel *multipliers_title;
  GtkListBox *multipliers;
  GtkLabel *facts[LW_HOOD_FACTS];
  LwHoodTable *rows;
  LwHoodTable *motion;
  LwHoodTable *null_space;
  GtkLabel *null_words;
  LwHoodTable *pairs;
  GtkLabel *pairs_words;
  LwHoodTable *solver;
  LwFormulaView *system;
  LwFormulaView *card;
  GtkLabel *card_title;

  bool working; ///< true while a thread computes a hood
  bool stale;   ///< true if the displayed time has changed since that thread started
  guint later_id;
  gint64 started_usec;
  double seconds; ///< duration of the last computation
};

/// Returns a box for children beside each other, at most `most`, and below each other where they have
/// no room.
GtkWidget *lw_hood_panel_new_flow (guint most);
void lw_hood_panel_add_to_flow (GtkWidget *flow, GtkWidget *child);

/// Functions of the pages, in order: each page creates its widgets and fills them from the hood.
GtkWidget *lw_hood_panel_new_matrix_page (LwHoodPanel *self);
void lw_hood_panel_fill_matrix_page (LwHoodPanel *self);
/// Describes the cell under the pointer.
void lw_hood_panel_show_cell (LwHoodPanel *self);
GtkWidget *lw_hood_panel_new_rows_page (LwHoodPanel *self);
void lw_hood_panel_fill_rows_page (LwHoodPanel *self);
GtkWidget *lw_hood_panel_new_motion_page (LwHoodPanel *self);
void lw_hood_panel_fill_motion_page (LwHoodPanel *self);
GtkWidget *lw_hood_panel_new_null_page (LwHoodPanel *self);
void lw_hood_panel_fill_null_page (LwHoodPanel *self);
GtkWidget *lw_hood_panel_new_equations_page (LwHoodPanel *self);
void lw_hood_panel_fill_equations_page (LwHoodPanel *self);
GtkWidget *lw_hood_panel_new_solver_page (LwHoodPanel *self);
void lw_hood_panel_fill_solver_page (LwHoodPanel *self);

/// Returns the name of a row or a coordinate and its element, e.g. "B, x". Free with g_free ().
char *lw_hood_panel_dup_row_name (const LwHood *hood, guint row);
char *lw_hood_panel_dup_velocity_name (const LwHood *hood, guint index);
/// Returns a row in words: "x", "about z", "length"; "" if it needs none.
const char *lw_hood_panel_get_symbol (const char *symbol);
/// Formats a number and its unit for a label. Free with g_free ().
char *lw_hood_panel_dup_quantity (LwHoodPanel *self, double value, int figures, const char *unit);

G_END_DECLS
