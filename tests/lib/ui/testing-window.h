// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Helpers for tests of the window: one application, files of the source tree, waiting with a limit,
// finding widgets and controllers, pictures of widgets.

#pragma once

#include "lw-field-editor.h"
#include "lw-live-value.h"
#include "lw-application.h"
#include "lw-window.h"

/// Limit in s; instrumented programs take many times as long, and share the machine with others.
#ifdef __SANITIZE_ADDRESS__
#define TESTING_WAIT_MAX 300
#else
#define TESTING_WAIT_MAX 240
#endif

/// Waits until the expression is true; the test fails if that takes too long. A test that gets
/// little processor time still gets the same number of rounds of the main loop.
#define wait_until(expression)                                                                     \
  G_STMT_START                                                                                     \
  {                                                                                                \
    gint64 wait_end_ = g_get_monotonic_time () + TESTING_WAIT_MAX * G_USEC_PER_SEC;                \
    int wait_rounds_ = 100 * TESTING_WAIT_MAX;                                                     \
    while (!(expression)) {                                                                        \
      testing_iterate ();                                                                          \
      if (--wait_rounds_ < 0 && g_get_monotonic_time () > wait_end_)                               \
        g_error ("%s:%d: waited in vain for %s", __FILE__, __LINE__, #expression);                 \
    }                                                                                              \
  }                                                                                                \
  G_STMT_END

/// Prepares GTK and the application; then runs the tests.
int testing_main (int *argc, char ***argv, void (*add_tests) (void));
LwApplication *testing_application (void);

void testing_iterate (void); ///< one round of the main loop, at most 10 ms
/// Runs the main loop for this time, or longer: until all due and idle work is done, the events of
/// the server have been received, and each window has been drawn since. Results of other threads
/// may come later; wait for them separately.
void testing_run (double seconds);
GFile *testing_example (const char *name);   ///< data/examples/NAME.json
GFile *testing_file_with (const char *text); ///< a temporary file

/// Returns a window on the screen without a file, or with an example that has been opened and
/// drawn.
LwWindow *testing_window (void);
LwWindow *testing_window_with (const char *example);
/// Like testing_window_with (), with a run so long that it does not end while a busy machine runs
/// other programs.
LwWindow *testing_window_with_long (const char *example);
/// Like testing_window (), with a mechanism in text form, whose mobility has been computed.
LwWindow *testing_window_with_text (const char *text);
/// Returns the text of a mechanism of `n` separate links in rows, "Link 1" first. Free with g_free ().
char *testing_dup_links (int n, int per_row);
void testing_open (LwWindow *window, GFile *file);
/// Waits until the thread has stopped the paused run, and the window shows its last time.
void testing_wait_for_pause (LwWindow *window);
/// Destroys the window and checks that it and its player are freed.
void testing_close (LwWindow *window);

/// Returns the first widget of this type at or below `widget`.
GtkWidget *testing_find (GtkWidget *widget, GType type);
/// Returns the field of the inspector with this name at or below `widget`; NULL if there is none.
LwFieldEditor *testing_find_field (GtkWidget *widget, const char *name);
/// Return the field of the inspector with this name, its editor, and its text. They wait for the
/// inspector, which is built in an idle handler.
LwFieldEditor *testing_field (LwWindow *window, const char *name);
GtkWidget *testing_editor (LwWindow *window, const char *name);
const char *testing_text (LwWindow *window, const char *name);
bool testing_has_field (LwWindow *window, const char *name); ///< without waiting
/// Enter a text into a field of the inspector, or select one of its choices.
void testing_type (LwWindow *window, const char *name, const char *text);
void testing_choose (LwWindow *window, const char *name, guint choice);
/// Return the row of live values with this name, or the label with this text; NULL if there is
/// none.
LwLiveValue *testing_find_live (GtkWidget *widget, const char *name);
GtkWidget *testing_find_label (GtkWidget *widget, const char *text);
/// Returns the first widget with this CSS class at or below `widget`; NULL if there is none.
GtkWidget *testing_find_class (GtkWidget *widget, const char *css_class);
/// Returns the n-th controller of this type.
GtkEventController *testing_controller (GtkWidget *widget, GType type, guint n);
void testing_activate (LwWindow *window, const char *action);
/// Returns the dialog with a question; NULL if there is none.
AdwMessageDialog *testing_find_dialog (void);
void testing_answer (const char *response); ///< waits for the dialog, and closes it

/// Returns the drawn widget: RGBA, 8 bits each, premultiplied. Free with g_free ().
guchar *testing_picture (GtkWidget *widget, int *width, int *height);
