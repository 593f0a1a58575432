// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An editable value of a mechanism: a row with its name and an entry, a choice or a switch. Enter
// or leaving the entry commits, Esc restores. A refused edit changes nothing, and the reason is
// shown under the row. A number can be typed as a formula of the parameters; the value then follows
// the formula, which a mark indicates, and the entry shows the formula while it has the focus.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-scene.h"

G_BEGIN_DECLS

typedef enum
{
  LW_EDITOR_NUMBERS, ///< double[n] at the offset
  LW_EDITOR_CHOICE,  ///< enumeration at the offset
  LW_EDITOR_CHECK,   ///< bool at the offset
  LW_EDITOR_NAME,    ///< name of the element; title of the mechanism
  LW_EDITOR_TEXT,    ///< one line, by get_text and set_text
  LW_EDITOR_LINES,   ///< several lines, by get_text and set_text
  LW_EDITOR_NOTES,   ///< notes of the mechanism
} LwEditorType;

typedef struct
{
  const char *name; ///< translatable
  const char *step; ///< name of the undo step, translatable
  LwEditorType type;
  gsize offset; ///< in LwBody, LwCoupling ...; in LwRunSettings if there is no element
  guint n;
  const char *unit;           ///< in ASCII, as for lw_quantity_format ()
  const char *const *choices; ///< NULL-terminated, translatable
  const int *values;          ///< values of the choices at the offset; NULL: their numbers
  bool positive;              ///< numbers must be greater than zero
  const char *none;           ///< for one number: the word for `none_value`, translatable; or NULL
  double none_value;          ///< INFINITY or -INFINITY
  /// Name of the numbers, as for lw_property_get (); NULL for the numbers at the offset.
  const char *property;
  /// Accessors for values that have neither a property name nor an offset; else NULL. Values in SI
  /// units; of a choice its number. Such numbers cannot follow formulas.
  void (*get) (const LwMechanism *mechanism, int id, double *values);
  LwMechanism *(*set) (const LwMechanism *mechanism, int id, const double *values);
  /// Text and lines. `set_text` returns NULL and sets the error if the text is invalid.
  char *(*get_text) (const LwMechanism *mechanism, int id);
  LwMechanism *(*set_text) (const LwMechanism *mechanism, int id, const char *text, GError **error);
  /// Finds the faulty bytes of a text that was refused; may be NULL.
  bool (*find_fault) (const LwMechanism *mechanism, const char *text, int *start, int *end);
  const char *field; ///< its row in the table of fields, for explanations; NULL: none
} LwFieldSpec;

/// Maximum of n.
#define LW_EDITOR_NUMBERS_MAX 4

#define LW_TYPE_FIELD_EDITOR (lw_field_editor_get_type ())
G_DECLARE_FINAL_TYPE (LwFieldEditor, lw_field_editor, LW, FIELD_EDITOR, GtkBox)

/// Returns a row for the value of the element; for kind NONE, of the mechanism.
GtkWidget *lw_field_editor_new (LwDocument *document, LwElementRef target, const LwFieldSpec *spec);
/// Like lw_field_editor_new (), for numbers whose property name differs from the name in `spec`.
GtkWidget *lw_field_editor_new_named (LwDocument *document,
                                      LwElementRef target,
                                      const LwFieldSpec *spec,
                                      const char *property);
/// Returns the editor without the name of the row, for the header.
GtkWidget *
lw_field_editor_new_bare (LwDocument *document, LwElementRef target, const LwFieldSpec *spec);
/// Shows the same value of an element of the same kind. A text that has not been committed is kept for
/// the same element, and dropped for another one. The values of n other elements are edited together
/// with it, as one undo step; shows "—" if they differ. A name has no others.
void lw_field_editor_set_targets (LwFieldEditor *self, int id, const LwElementRef *others, guint n);
/// Shows the value again.
void lw_field_editor_refresh (LwFieldEditor *self);
/// Updates the field after an edit, here or elsewhere: shows the value and hides the error. Keeps a
/// text that the user is editing.
void lw_field_editor_follow (LwFieldEditor *self);

/// Text that the user is editing while its field is replaced by a new one.
typedef struct
{
  char *text;   ///< NULL if none; owned by the caller
  int position; ///< position of the cursor, characters
} LwTyping;

/// Takes the text from the old field, and continues editing it in the new one.
void lw_field_editor_keep_typing (LwFieldEditor *self, LwTyping *typing);
void lw_field_editor_resume_typing (LwFieldEditor *self, const LwTyping *typing);

/// Commits the text of the field that the focus has just left. Fields commit only after the event
/// that moved the focus; call this if the value is needed earlier.
void lw_field_editor_settle (void);
GtkWidget *lw_field_editor_get_input (LwFieldEditor *self);
/// Returns true if both show the same value of the same element.
bool lw_field_editor_is_same (LwFieldEditor *self, LwFieldEditor *other);
/// Returns why the last edit was refused; NULL if it was not.
const char *lw_field_editor_get_error (LwFieldEditor *self);
/// Commits the text, as Enter does.
void lw_field_editor_commit (LwFieldEditor *self);

G_END_DECLS
