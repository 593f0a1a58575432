// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the field share.

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
  char *shown;    ///< what the entry shows of the present value
  char *property; ///< name of the numbers; NULL: they have none

  // Children
  GtkWidget *editor;
  GtkWidget *mark; ///< of a value that follows a formula; NULL: a field that cannot
  GtkLabel *error_label;

  const LwFieldSpec *spec;
  LwElementRef target;
  GArray *others; ///< of LwElementRef: edited together with the target; NULL: none
  bool filling;   ///< the editor changes by itself
  guint written_id;
};

#define LW_FIELD_MIXED "—" ///< shown of several elements whose values differ

/// What the field edits: the target, then the others.
guint lw_field_editor_n_targets (LwFieldEditor *self);
LwElementRef lw_field_editor_get_target (LwFieldEditor *self, guint index);
/// The values of the elements differ.
bool lw_field_editor_is_mixed (LwFieldEditor *self);

// Numbers (lw-field-editor-number.c)
void lw_field_editor_get_numbers (LwFieldEditor *self, LwElementRef target, double *values);
/// The mechanism with what was typed; NULL, and a sentence, when it cannot be.
LwMechanism *
lw_field_editor_dup_with_numbers (LwFieldEditor *self, const char *text, GError **error);
/// What the entry shows; `to_edit`: while it has the focus.
char *lw_field_editor_dup_numbers_text (LwFieldEditor *self, bool to_edit);
/// The formula that all targets follow; NULL: there is none such.
const char *lw_field_editor_get_formula (LwFieldEditor *self);
void lw_field_editor_show_mark (LwFieldEditor *self);

LwMechanism *
lw_field_editor_with_name (const LwMechanism *mechanism, LwElementRef target, const char *text);
const char *lw_field_editor_get_name (const LwMechanism *mechanism, LwElementRef target);

G_END_DECLS
