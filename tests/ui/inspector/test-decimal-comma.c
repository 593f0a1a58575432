// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// In a locale with a decimal comma, each entry for numbers in the inspector and in the dialogs reads
// "0,25" and "0.25" as 0.25, and nothing that is written has a comma: neither the mechanism nor the
// text form.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw-context-field.h"
#include "lw-driven-motion.h"
#include "lw-driver-bar.h"
#include "lw-field-editor-private.h"
#include "lw-text.h"
#include "lw-window-private.h"
#include "testing-locale.h"
#include "testing-text.h"
#include "testing-window.h"

/// Fewer fields than the inspector has for the mechanisms of the help, which have every kind of element.
#define FIELDS_LEAST 150

/// Collects the fields for numbers at or below `widget`.
static void
collect_fields (GtkWidget *widget, GPtrArray *fields)
{
  if (LW_IS_FIELD_EDITOR (widget) && LW_FIELD_EDITOR (widget)->spec->type == LW_EDITOR_NUMBERS)
    g_ptr_array_add (fields, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_fields (child, fields);
}

/// Returns the number, as often as the field has numbers.
static char *
dup_numbers (guint n, const char *number, const char *separator)
{
  g_autoptr (GString) text = g_string_new (number);

  for (guint i = 1; i < n; i++)
    g_string_append_printf (text, "%s%s", separator, number);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/// Types into the field of a name and returns the mechanism after it, or NULL if it was refused; undoes
/// the change.
static LwMechanism *
type (LwWindow *window, LwFieldEditor *field, const char *text)
{
  const guint steps = lw_document_get_n_steps (window->document);
  LwMechanism *after = NULL;

  gtk_editable_set_text (GTK_EDITABLE (field->editor), text);
  lw_field_editor_commit (field);
  if (lw_field_editor_get_error (field) == NULL)
    after = lw_mechanism_ref (lw_document_get_mechanism (window->document));
  if (lw_document_get_n_steps (window->document) > steps)
    testing_activate (window, "win.undo");
  return after;
}

/// Types 0.25 into a field with a comma and with a point. Both give the same mechanism, or both are
/// refused, as a value is that is out of range. Returns whether they were accepted.
static bool
assert_field (LwWindow *window, LwFieldEditor *field)
{
  g_autofree char *comma = dup_numbers (field->spec->n, "0,25", "; ");
  g_autofree char *point = dup_numbers (field->spec->n, "0.25", ", ");
  g_autoptr (LwMechanism) first = type (window, field, comma);
  g_autofree char *error = g_strdup (lw_field_editor_get_error (field));
  g_autoptr (LwMechanism) second = type (window, field, point);
  g_autofree char *written = NULL;

  if ((first == NULL) != (second == NULL))
    g_error ("%s: “%s” %s, “%s” %s: %s", field->spec->name, comma,
             first == NULL ? "is refused" : "is accepted", point,
             second == NULL ? "is refused" : "is accepted", error);
  if (first == NULL)
    return false;
  if (!lw_mechanism_equal (first, second))
    g_error ("%s: “%s” is not “%s”", field->spec->name, comma, point);
  written = lw_text_write (first);
  if (strstr (written, "0,25") != NULL)
    g_error ("%s: a comma is written", field->spec->name);
  return true;
}

static guint
type_into_all (LwWindow *window, LwSelectionKind kind, int id)
{
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_object_unref);
  guint accepted = 0;

  if (kind == LW_SELECTION_NONE)
    lw_selection_clear (window->selection);
  else
    lw_selection_set (window->selection, kind, id);
  testing_run (0.05);
  collect_fields (GTK_WIDGET (window->sidebar_pages), fields);
  for (guint i = 0; i < fields->len; i++)
    accepted += assert_field (window, fields->pdata[i]);
  return accepted;
}

static void
test_inspector (void)
{
  static const char *const names[] = { "samples-plane.json", "samples-space.json" };
  guint accepted = 0;

  for (guint k = 0; k < G_N_ELEMENTS (names); k++) {
    g_autofree char *path =
      g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "help", names[k], NULL);
    g_autofree char *text = NULL;
    LwWindow *window;
    const LwMechanism *mechanism;

    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    window = testing_window_with_text (text);
    mechanism = lw_document_get_mechanism (window->document);
    accepted += type_into_all (window, LW_SELECTION_NONE, 0);
    for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
      accepted +=
        type_into_all (window, LW_SELECTION_BODY, lw_mechanism_get_body (mechanism, i)->element.id);
    for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
      accepted += type_into_all (window, LW_SELECTION_COUPLING,
                                 lw_mechanism_get_coupling (mechanism, i)->element.id);
    for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
      accepted += type_into_all (window, LW_SELECTION_FORCE,
                                 lw_mechanism_get_force (mechanism, i)->element.id);
    testing_close (window);
  }
  g_test_message ("%u fields", accepted);
  g_assert_cmpuint (accepted, >=, FIELDS_LEAST);
}

// ---- beside the inspector -------------------------------------------------------------------

static void
type_and_enter (GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
  testing_run (0.1);
}

/// The field above the canvas.
static void
test_canvas (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 4);
  type_and_enter (testing_find (GTK_WIDGET (window->context_field), GTK_TYPE_ENTRY),
                  "0,65 m; 0,25 m");
  g_assert_null (lw_context_field_get_problem (window->context_field));
  g_assert_cmpstr (lw_context_field_get_text (window->context_field), ==, "0,650; 0,250 m");
  testing_close (window);
}

/// The entry of the slider that moves the mechanism.
static void
test_driver_slider (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *bar = GTK_WIDGET (window->driver_bar);
  double shown[2];

  testing_activate (window, "win.driver-slider");
  wait_until (lw_driver_bar_get_motion (window->driver_bar) != NULL);
  type_and_enter (testing_find (bar, GTK_TYPE_ENTRY), "0,25 rad");
  memcpy (shown, lw_driven_motion_get_positions (lw_driver_bar_get_motion (window->driver_bar)),
          sizeof shown);
  g_assert_cmpfloat_with_epsilon (shown[0], 0.1 * cos (0.25), 1e-12);
  testing_close (window);
}

// ---- dialogs --------------------------------------------------------------------------------

/// Returns the dialog above the window; NULL if there is none.
static GtkWindow *
find_dialog (LwWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) found = g_list_model_get_item (windows, i);

    if (gtk_window_get_transient_for (found) == GTK_WINDOW (window)
        && gtk_widget_get_mapped (GTK_WIDGET (found)))
      return found;
  }
  return NULL;
}

static GtkWindow *
open_dialog (LwWindow *window, const char *action)
{
  testing_activate (window, action);
  wait_until (find_dialog (window) != NULL);
  return find_dialog (window);
}

static void
close_dialog (LwWindow *window)
{
  gtk_window_close (find_dialog (window));
  wait_until (find_dialog (window) == NULL);
}

static void
collect (GtkWidget *widget, GType type, GPtrArray *found)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

/// Types key by key: a spin button can refuse single ones.
static void
type_keys (GtkEditable *editable, const char *text)
{
  gtk_editable_delete_text (editable, 0, -1);
  for (const char *c = text; *c != '\0'; c++) {
    int end = (int) g_utf8_strlen (gtk_editable_get_text (editable), -1);

    gtk_editable_insert_text (editable, c, 1, &end);
  }
}

/// Types a number with decimals, with a comma and with a point. A button for whole numbers rounds it.
static void
assert_spin (GtkSpinButton *spin)
{
  const double before = gtk_spin_button_get_value (spin);
  const double allowed = gtk_spin_button_get_digits (spin) > 0 ? 1e-9 : 0.5;
  double least, largest;

  gtk_spin_button_get_range (spin, &least, &largest);
  for (guint i = 0; i < 2; i++) {
    const double number = least + (largest - least > 1.5 ? 1.5 : 0.5);
    char plain[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *text = g_strdup (g_ascii_formatd (plain, sizeof plain, "%g", number));

    if (i == 0)
      g_strdelimit (text, ".", ',');
    type_keys (GTK_EDITABLE (spin), text);
    gtk_spin_button_update (spin);
    if (fabs (gtk_spin_button_get_value (spin) - number) > allowed + 1e-9)
      g_error ("“%s” is read as %g, from %g to %g", text, gtk_spin_button_get_value (spin), least,
               largest);
    gtk_spin_button_set_value (spin, before);
  }
}

static guint
assert_spins (GtkWidget *widget)
{
  g_autoptr (GPtrArray) spins = g_ptr_array_new ();

  collect (widget, GTK_TYPE_SPIN_BUTTON, spins);
  for (guint i = 0; i < spins->len; i++)
    assert_spin (spins->pdata[i]);
  return spins->len;
}

/// The numbers of the dialogs for exports.
static void
test_exports (void)
{
  static const char *const actions[] = { "win.export-drawing", "win.export-parts",
                                         "win.export-animation" };
  LwWindow *window = testing_window_with ("four-bar");

  // An animation shows a recorded run.
  testing_activate (window, "win.play");
  wait_until (lw_player_get_n_samples (window->player) > 10);
  testing_activate (window, "win.play");
  testing_wait_for_pause (window);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    g_assert_cmpuint (assert_spins (GTK_WIDGET (open_dialog (window, actions[i]))), >=, 1);
    close_dialog (window);
  }
  testing_close (window);
}

/// The limits of the loop.
static void
test_loop (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  g_assert_cmpuint (assert_spins (GTK_WIDGET (window->transport)), ==, 2);
  testing_close (window);
}

/// Returns true if a body is at the place of the first one, displaced by (1.5, 0.25) m.
static bool
has_copy (const LwMechanism *mechanism)
{
  const double *first = lw_mechanism_get_body (mechanism, 0)->def.position;
  bool found = false;

  for (guint i = 1; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const double *place = lw_mechanism_get_body (mechanism, i)->def.position;

    found =
      found
      || (fabs (place[0] - first[0] - 1.5) < 1e-12 && fabs (place[1] - first[1] - 0.25) < 1e-12);
  }
  return found;
}

/// The step of copies along a line.
static void
test_array (void)
{
  static const char *const texts[] = { "1,5 m; 0,25 m", "1.5, 0.25 m" };
  LwWindow *window = testing_window_with ("four-bar");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    GtkWindow *dialog;
    GtkWidget *entry;

    lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
    dialog = open_dialog (window, "win.array");
    entry = testing_find (GTK_WIDGET (dialog), GTK_TYPE_ENTRY);
    gtk_editable_set_text (GTK_EDITABLE (entry), texts[i]);
    g_signal_emit_by_name (gtk_editable_get_delegate (GTK_EDITABLE (entry)), "activate");
    wait_until (find_dialog (window) == NULL);
    g_assert_true (has_copy (lw_document_get_mechanism (window->document)));
    testing_activate (window, "win.undo");
    g_assert_false (has_copy (lw_document_get_mechanism (window->document)));
  }
  testing_close (window);
}

/// Returns all texts of a dialog that is open.
static char *
dup_labels (GtkWidget *dialog)
{
  g_autoptr (GPtrArray) labels = g_ptr_array_new ();
  GString *text = g_string_new (NULL);

  collect (dialog, GTK_TYPE_LABEL, labels);
  for (guint i = 0; i < labels->len; i++)
    g_string_append_printf (text, "%s\n", gtk_label_get_text (labels->pdata[i]));
  return g_string_free (text, FALSE);
}

static char *
dup_results (GtkWidget *dialog, GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  return dup_labels (dialog);
}

/// Each number of the dialog for the constants of a bushing, by the results that depend on it.
static void
test_constants (void)
{
  static const char bushing[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"B\", \"mass\": 2, \"inertia\": 1, \"position\": [1, "
    "0]}], \"forces\": [{\"name\": \"U\", \"kind\": \"bushing\", \"bodies\": [0, \"B\"], \"at\": [1, "
    "0], \"stiffness\": [1e5, 1e5], \"damping\": [100, 100]}]}";
  LwWindow *window = testing_window_with_text (bushing);
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  GtkWindow *dialog;
  guint n_shown = 0;

  lw_selection_set (window->selection, LW_SELECTION_FORCE, 1);
  dialog = open_dialog (window, "win.choose-constants");
  collect (GTK_WIDGET (dialog), GTK_TYPE_ENTRY, entries);
  for (guint i = 0; i < entries->len; i++) {
    g_autofree char *before = g_strdup (gtk_editable_get_text (entries->pdata[i]));
    g_autofree char *comma = dup_results (GTK_WIDGET (dialog), entries->pdata[i], "1,5");
    g_autofree char *point = dup_results (GTK_WIDGET (dialog), entries->pdata[i], "1.5");
    g_autofree char *larger = dup_results (GTK_WIDGET (dialog), entries->pdata[i], "15");

    g_assert_cmpstr (comma, ==, point);
    n_shown += !g_str_equal (point, larger);
    gtk_editable_set_text (entries->pdata[i], before);
  }
  g_assert_cmpuint (n_shown, >=, 2);
  close_dialog (window);
  testing_close (window);
}

static void
add_tests (void)
{
  g_autofree char *folder = g_dir_make_tmp ("linkwright-locale-XXXXXX", NULL);
  const char *name = testing_set_comma_locale (folder);

  if (name == NULL) {
    g_print ("no locale with a decimal comma\n");
    exit (77);
  }
  g_test_message ("%s", name);
  g_test_add_func ("/decimal-comma/inspector", test_inspector);
  g_test_add_func ("/decimal-comma/canvas", test_canvas);
  g_test_add_func ("/decimal-comma/driver-slider", test_driver_slider);
  g_test_add_func ("/decimal-comma/exports", test_exports);
  g_test_add_func ("/decimal-comma/loop", test_loop);
  g_test_add_func ("/decimal-comma/array", test_array);
  g_test_add_func ("/decimal-comma/constants", test_constants);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
