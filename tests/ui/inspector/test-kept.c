// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tests of the widgets of the inspector, which remain after an edit and for another element of the same
// kind; of the keyboard focus after an edit; and of the number of rows that an edit changes.

#include "lw-inspector.h"
#include "lw-window-private.h"
#include "testing-pointer.h"
#include "testing-window.h"

#define MANY 1000
/// Largest number of widgets that get another text after an edit of one of many links, and of those that
/// are created.
#define CHANGED_MAX 150

static const char text[] =
  "{\"linkwright\": 1, \"bodies\": ["
  "{\"id\": 1, \"name\": \"A\", \"density\": 7850, \"shape\": {\"points\": [[0, 0], [0.2, 0]]}},"
  "{\"id\": 2, \"name\": \"B\", \"density\": 7850, \"position\": [0.2, 0],"
  " \"shape\": {\"points\": [[0, 0], [0.3, 0]]}},"
  "{\"id\": 3, \"name\": \"C\", \"density\": 7850, \"position\": [0.5, 0],"
  " \"shape\": {\"points\": [[0, 0], [0.3, 0]]}}],"
  "\"couplings\": ["
  "{\"id\": 1, \"kind\": \"pin\", \"name\": \"P\", \"bodies\": [1, 2],"
  " \"points\": [[0.2, 0], [0, 0]]},"
  "{\"id\": 2, \"kind\": \"pin\", \"name\": \"Q\", \"bodies\": [2, 3],"
  " \"points\": [[0.3, 0], [0, 0]]},"
  "{\"id\": 3, \"kind\": \"pin\", \"name\": \"R\", \"bodies\": [0, 1],"
  " \"points\": [[0, 0], [0, 0]]}],"
  "\"forces\": ["
  "{\"id\": 1, \"kind\": \"spring\", \"name\": \"S\", \"bodies\": [1, 3], \"points\": [[0.1, 0], [0.1, 0.1]], \"stiffness\": 10},"
  "{\"id\": 2, \"kind\": \"spring\", \"name\": \"T\", \"bodies\": [1, 2], \"points\": [[0.1, 0], [0.1, 0.1]],"
  " \"stiffness\": 20},"
  "{\"id\": 3, \"kind\": \"force\", \"name\": \"U\", \"body\": 1, \"point\": [0, 0], \"force\": [1, 2]},"
  "{\"id\": 4, \"kind\": \"force\", \"name\": \"V\", \"body\": 2, \"point\": [0, 0], \"force\": [3, 4]}],"
  "\"tracers\": [{\"id\": 1, \"name\": \"X\", \"body\": 1, \"point\": [0.1, 0]},"
  " {\"id\": 2, \"name\": \"Y\", \"body\": 2, \"point\": [0.1, 0]}]}";

static guint n_texts, n_created;
void __real_gtk_label_set_text (GtkLabel *label, const char *text);
void __wrap_gtk_label_set_text (GtkLabel *label, const char *text);
void __real_gtk_editable_set_text (GtkEditable *editable, const char *text);
void __wrap_gtk_editable_set_text (GtkEditable *editable, const char *text);
GtkWidget *__real_gtk_label_new (const char *text);
GtkWidget *__wrap_gtk_label_new (const char *text);

void
__wrap_gtk_label_set_text (GtkLabel *label, const char *label_text)
{
  n_texts++;
  __real_gtk_label_set_text (label, label_text);
}

void
__wrap_gtk_editable_set_text (GtkEditable *editable, const char *editable_text)
{
  n_texts++;
  __real_gtk_editable_set_text (editable, editable_text);
}

GtkWidget *
__wrap_gtk_label_new (const char *label_text)
{
  n_created++;
  return __real_gtk_label_new (label_text);
}

static LwMechanism *
mechanism_of (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
}

/// Appends the rows, and everything in them that can have the focus or shows a value, in their order.
static void
collect (GtkWidget *widget, GPtrArray *found)
{
  if (LW_IS_FIELD_EDITOR (widget) || LW_IS_LIVE_VALUE (widget) || GTK_IS_EDITABLE (widget)
      || GTK_IS_EXPANDER (widget) || GTK_IS_DROP_DOWN (widget) || GTK_IS_SWITCH (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, found);
}

static GPtrArray *
widgets_of (LwWindow *window)
{
  GPtrArray *found = g_ptr_array_new ();

  collect (testing_find (GTK_WIDGET (window->sidebar_pages), LW_TYPE_INSPECTOR), found);
  return found;
}

static void
assert_same (const GPtrArray *a, const GPtrArray *b)
{
  g_assert_cmpuint (a->len, >, 5);
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    g_assert_true (a->pdata[i] == b->pdata[i]);
}

typedef struct
{
  LwSelectionKind kind;
  int first, second;
  const char *names[2];
} Case;

/// Selects two elements of a kind in turn.
static void
test_selection (void)
{
  static const Case cases[] = {
    { LW_SELECTION_BODY, 2, 3, { "B", "C" } },   { LW_SELECTION_COUPLING, 1, 2, { "P", "Q" } },
    { LW_SELECTION_FORCE, 1, 2, { "S", "T" } },  { LW_SELECTION_FORCE, 3, 4, { "U", "V" } },
    { LW_SELECTION_TRACER, 1, 2, { "X", "Y" } },
  };
  LwWindow *window = testing_window_with_text (text);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) first = NULL, second = NULL, again = NULL;

    lw_selection_set (window->selection, cases[i].kind, cases[i].first);
    testing_run (0.1);
    first = widgets_of (window);
    g_assert_cmpstr (testing_text (window, "Name"), ==, cases[i].names[0]);
    lw_selection_set (window->selection, cases[i].kind, cases[i].second);
    g_assert_cmpstr (testing_text (window, "Name"), ==, cases[i].names[1]);
    second = widgets_of (window);
    assert_same (first, second);
    testing_run (0.1);
    lw_selection_set (window->selection, cases[i].kind, cases[i].first);
    g_assert_cmpstr (testing_text (window, "Name"), ==, cases[i].names[0]);
    again = widgets_of (window);
    assert_same (first, again);
  }
  testing_close (window);
}

/// The rows show the other element: a value, the bodies, and an edit goes there.
static void
test_values (void)
{
  LwWindow *window = testing_window_with_text (text);
  GtkWidget *sidebar = GTK_WIDGET (window->sidebar_pages);

  lw_selection_set (window->selection, LW_SELECTION_FORCE, 1);
  testing_run (0.1);
  g_assert_nonnull (testing_find_label (sidebar, "C"));
  g_assert_null (testing_find_label (sidebar, "B"));
  lw_selection_set (window->selection, LW_SELECTION_FORCE, 2);
  g_assert_nonnull (testing_find_label (sidebar, "B"));
  g_assert_null (testing_find_label (sidebar, "C"));
  testing_type (window, "Stiffness", "30");
  g_assert_cmpfloat (lw_mechanism_find_force (mechanism_of (window), 1)->def.stiffness, ==, 10);
  g_assert_cmpfloat (lw_mechanism_find_force (mechanism_of (window), 2)->def.stiffness, ==, 30);
  // A pin on the ground has a label instead of a button.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  testing_run (0.1);
  g_assert_null (testing_find_label (sidebar, "Ground"));
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  g_assert_nonnull (testing_find_label (sidebar, "Ground"));
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  g_assert_null (testing_find_label (sidebar, "Ground"));
  testing_close (window);
}

/// Edits by the inspector and by others, also such that add or remove rows.
static void
test_edit (void)
{
  LwWindow *window = testing_window_with_text (text);
  g_autoptr (GPtrArray) before = NULL, after = NULL;
  GtkWidget *name, *stabilisation;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  testing_run (0.1);
  before = widgets_of (window);
  testing_type (window, "Breaking force", "100");
  testing_type (window, "Name", "P2");
  lw_document_undo (window->document);
  testing_run (0.1);
  after = widgets_of (window);
  assert_same (before, after);

  // A row more: the others remain.
  name = testing_editor (window, "Name");
  stabilisation = testing_editor (window, "Stabilisation");
  g_assert_false (testing_has_field (window, "Time constant"));
  testing_choose (window, "Stabilisation", MBD_STABILISATION_BAUMGARTE);
  g_assert_true (testing_has_field (window, "Time constant"));
  g_assert_true (testing_editor (window, "Name") == name);
  g_assert_true (testing_editor (window, "Stabilisation") == stabilisation);
  lw_document_undo (window->document);
  testing_run (0.1);
  g_assert_false (testing_has_field (window, "Time constant"));
  g_assert_true (testing_editor (window, "Name") == name);
  testing_close (window);
}

/// Returns true if the focus is in the field with this name.
static bool
has_focus (LwWindow *window, const char *name)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
  GtkWidget *editor = testing_editor (window, name);

  return focus != NULL && (focus == editor || gtk_widget_is_ancestor (focus, editor));
}

/// Tab continues with the next field after an edit, and after one that adds a row above.
static void
test_tab (void)
{
  LwWindow *window = testing_window_with_text (text);

  testing_point ("mousemove 300 300");
  lw_selection_set (window->selection, LW_SELECTION_FORCE, 1);
  testing_wait (0.2);
  gtk_widget_grab_focus (testing_editor (window, "Stiffness"));
  testing_wait (0.2);
  testing_point ("key ctrl+a type --delay 0 --args 1 55 key Return");
  testing_wait (0.3);
  g_assert_cmpfloat (lw_mechanism_find_force (mechanism_of (window), 1)->def.stiffness, ==, 55);
  g_assert_true (has_focus (window, "Stiffness"));
  testing_point ("key Tab");
  testing_wait (0.3);
  g_assert_true (has_focus (window, "Damping"));
  testing_point ("type --delay 0 --args 1 3 key Tab");
  testing_wait (0.3);
  g_assert_cmpfloat (lw_mechanism_find_force (mechanism_of (window), 1)->def.damping, ==, 3);
  g_assert_false (has_focus (window, "Damping"));
  testing_point ("key shift+Tab");
  testing_wait (0.3);
  g_assert_true (has_focus (window, "Damping"));
  testing_close (window);
}

static void
move_one (LwWindow *window)
{
  LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism_of (window), MANY / 2));
  g_autoptr (LwMechanism) next = NULL;

  body->def.position[1] += 0.013;
  next = lw_mechanism_replace_body (mechanism_of (window), body);
  lw_document_edit (window->document, "Move", next);
  wait_until (lw_player_get_mechanism (window->player) == mechanism_of (window));
  testing_run (0.3);
}

/// An edit of one link of many changes few texts, with the inspector or the outline on the screen.
static void
test_many (void)
{
  static const char *const pages[] = { "inspector", "outline" };
  g_autofree char *many = testing_dup_links (MANY, 40);
  LwWindow *window = testing_window_with_text (many);

  lw_selection_set (window->selection, LW_SELECTION_BODY, MANY / 2);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_object_set (window->sidebar_pages, "page", pages[i], NULL);
    testing_run (0.5);
    // The first edit scrolls the outline to the selection.
    move_one (window);
    n_texts = n_created = 0;
    move_one (window);
    g_test_message ("%s: %u texts, %u labels created", pages[i], n_texts, n_created);
    g_assert_cmpuint (n_texts, <=, CHANGED_MAX);
    g_assert_cmpuint (n_created, <=, CHANGED_MAX);
  }
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/kept/selection", test_selection);
  g_test_add_func ("/kept/values", test_values);
  g_test_add_func ("/kept/edit", test_edit);
  g_test_add_func ("/kept/tab", test_tab);
  g_test_add_func ("/kept/many", test_many);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
