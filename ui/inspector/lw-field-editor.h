// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A value of a mechanism that can be edited: a row with its name and an entry, a choice or a
// switch. Enter or leaving the entry commits, Esc restores. An edit that is refused changes nothing
// and says why under the row. A number may be typed as a formula of the parameters; the value
// follows it then, which a mark shows, and the formula is there while the entry has the focus.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-scene.h"

G_BEGIN_DECLS

typedef enum
{
  LW_FIELD_NUMBERS, ///< double[n] at the offset
  LW_FIELD_CHOICE,  ///< enumeration at the offset
  LW_FIELD_CHECK,   ///< bool at the offset
  LW_FIELD_NAME,    ///< of the element; of the mechanism its title
  LW_FIELD_TEXT,    ///< a line, by get_text and set_text
  LW_FIELD_LINES,   ///< several of them
  LW_FIELD_NOTES,   ///< of the mechanism
} LwFieldType;

typedef struct
{
  const char *name; ///< to be translated
  const char *step; ///< name of the step in the history, to be translated
  LwFieldType type;
  gsize offset; ///< in LwBody, LwCoupling ..., for no element in LwRunSettings
  guint n;
  const char *unit;           ///< in ASCII, as lw_quantity_format () takes it
  const char *const *choices; ///< NULL-terminated, to be translated
  bool positive;              ///< numbers must be greater than zero
  const char *none;           ///< one number: the word for `none_value`, to be translated, or NULL
  double none_value;          ///< +- infinity
  /// Numbers: which ones, by the name that lw_property_get () takes. NULL: those at the offset.
  const char *property;
  /// What is neither; NULL for what is. SI; of a choice its number. Such numbers follow no
  /// formulas.
  void (*get) (const LwMechanism *mechanism, int id, double *values);
  LwMechanism *(*set) (const LwMechanism *mechanism, int id, const double *values);
  /// Text and lines. `set_text` answers NULL, and a sentence, when it cannot be read.
  char *(*get_text) (const LwMechanism *mechanism, int id);
  LwMechanism *(*set_text) (const LwMechanism *mechanism, int id, const char *text, GError **error);
  /// Which bytes of the text are at fault, after it was refused; may be NULL.
  bool (*find_fault) (const LwMechanism *mechanism, const char *text, int *start, int *end);
} LwFieldSpec;

/// The largest n.
#define LW_FIELD_NUMBERS_MAX 4

#define LW_TYPE_FIELD_EDITOR (lw_field_editor_get_type ())
G_DECLARE_FINAL_TYPE (LwFieldEditor, lw_field_editor, LW, FIELD_EDITOR, GtkBox)

/// A row for the value in the element (kind NONE: of the mechanism).
GtkWidget *lw_field_editor_new (LwDocument *document, LwElementRef target, const LwFieldSpec *spec);
/// The same for numbers that have another name than their kind of field says.
GtkWidget *lw_field_editor_new_named (LwDocument *document,
                                      LwElementRef target,
                                      const LwFieldSpec *spec,
                                      const char *property);
/// The editor alone, without the name of the row: for the header.
GtkWidget *
lw_field_editor_new_bare (LwDocument *document, LwElementRef target, const LwFieldSpec *spec);
/// Edit the same value of other elements, of the same kind, together with that of the target, as
/// one step; "—" is shown where they differ. No field of a name.
void lw_field_editor_set_others (LwFieldEditor *self, const LwElementRef *others, guint n);
/// The same value of another element of the same kind. What was typed and not entered is dropped.
void lw_field_editor_set_target (LwFieldEditor *self, int id);
/// Show the value anew.
void lw_field_editor_refresh (LwFieldEditor *self);
/// After an edit, here or elsewhere: what stands there now was not refused. A text that is being
/// typed stays.
void lw_field_editor_follow (LwFieldEditor *self);

/// A text that is being typed while its field is replaced by a new one.
typedef struct
{
  char *text;   ///< NULL: none; owned by the caller
  int position; ///< of the cursor
} LwTyping;

/// Take the text from the field that goes away, and go on in the one that takes its place.
void lw_field_editor_keep_typing (LwFieldEditor *self, LwTyping *typing);
void lw_field_editor_resume_typing (LwFieldEditor *self, const LwTyping *typing);

/// What is typed in a field becomes its value when the focus leaves it, but only after that event;
/// this is for what cannot wait.
void lw_field_editor_settle (void);
GtkWidget *lw_field_editor_get_input (LwFieldEditor *self);
/// They show the same value of the same element.
bool lw_field_editor_is_same (LwFieldEditor *self, LwFieldEditor *other);
/// Why the last edit was refused; NULL when it was not.
const char *lw_field_editor_get_error (LwFieldEditor *self);
/// What is typed takes effect, as on Enter.
void lw_field_editor_commit (LwFieldEditor *self);

G_END_DECLS
