// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the field editor, shared by its files.

#pragma once

#include "lw-field-editor.h"
#include "lw-appearance.h"

G_BEGIN_DECLS

struct _LwFieldEditor
{
  GtkBox parent_instance;

  // Owned
  LwDocument *document;
  LwAppearance *look;
  char *shown;    ///< text of the entry for the current value
  char *property; ///< property name of the numbers; NULL if they have none

  // Children
  GtkWidget *editor;
  GtkWidget *mark; ///< mark of a value that follows a formula; NULL if the field has none
  GtkLabel *error_label;

  const LwFieldSpec *spec;
  LwElementRef target;
  GArray *others; ///< array of LwElementRef, edited together with the target; NULL if none
  bool filling;   ///< true while the program changes the editor
  guint written_id;
};

#define LW_EDITOR_MIXED "—" ///< shown for several elements with different values

/// Number of elements that the field edits, and their references: the target, then the others.
guint lw_field_editor_n_targets (LwFieldEditor *self);
LwElementRef lw_field_editor_get_target (LwFieldEditor *self, guint index);
/// Shows why an edit was refused; NULL hides the message.
void lw_field_editor_show_error (LwFieldEditor *self, const char *message);
/// Returns true if the elements have different values.
bool lw_field_editor_is_mixed (LwFieldEditor *self);

// Numbers (lw-field-editor-number.c)
void lw_field_editor_get_numbers (LwFieldEditor *self, LwElementRef target, double *values);
/// Returns the mechanism with the typed text applied. Returns NULL and sets the error if it is
/// invalid.
LwMechanism *
lw_field_editor_dup_with_numbers (LwFieldEditor *self, const char *text, GError **error);
/// Returns the text for the entry. `to_edit`: true while it has the focus.
char *lw_field_editor_dup_numbers_text (LwFieldEditor *self, bool to_edit);
/// Returns the formula that all targets follow; NULL if there is none.
const char *lw_field_editor_get_formula (LwFieldEditor *self);
void lw_field_editor_show_mark (LwFieldEditor *self);

LwMechanism *
lw_field_editor_with_name (const LwMechanism *mechanism, LwElementRef target, const char *text);
const char *lw_field_editor_get_name (const LwMechanism *mechanism, LwElementRef target);

G_END_DECLS
