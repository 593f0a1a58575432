// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the tests of the window share: one application, files of the tree, waiting with a limit,
// finding widgets and controllers, pictures of widgets.

#pragma once

#include "lw-field-editor.h"
#include "lw-live-value.h"
#include "lw-application.h"
#include "lw-window.h"

/// s; instrumented programs take many times as long, and share a machine with others.
#ifdef __SANITIZE_ADDRESS__
#define TESTING_WAIT_MAX 300
#else
#define TESTING_WAIT_MAX 240
#endif

/// Wait until the expression holds; the test fails when it takes too long. A test that is kept from
/// running meanwhile has as many rounds of the main loop all the same.
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
/// The main loop for so long, or longer: until all that was due or idle work is done, what the
/// server had to say is here, and each window was drawn since. What another thread still works on
/// may come later; it is to be waited for.
void testing_run (double seconds);
GFile *testing_example (const char *name);   ///< data/examples/NAME.json
GFile *testing_file_with (const char *text); ///< a temporary file

/// A window on the screen without a file, and one with an example that has been opened and drawn.
LwWindow *testing_window (void);
LwWindow *testing_window_with (const char *example);
/// The same with a run that does not come to its end while a busy machine does other things.
LwWindow *testing_window_with_long (const char *example);
/// The same with a mechanism in text form, whose mobility is known.
LwWindow *testing_window_with_text (const char *text);
void testing_open (LwWindow *window, GFile *file);
/// Until the thread has stopped the run that was paused, and is shown where.
void testing_wait_for_pause (LwWindow *window);
/// Destroys the window and requires that it and its player are gone.
void testing_close (LwWindow *window);

/// The first widget of this type below, or at, `widget`.
GtkWidget *testing_find (GtkWidget *widget, GType type);
/// The field of the inspector with this name at or below `widget`; NULL when there is none.
LwFieldEditor *testing_find_field (GtkWidget *widget, const char *name);
/// The field of the inspector with this name, its editor, and what stands there. The inspector is
/// built in idle time, so these wait for it.
LwFieldEditor *testing_field (LwWindow *window, const char *name);
GtkWidget *testing_editor (LwWindow *window, const char *name);
const char *testing_text (LwWindow *window, const char *name);
bool testing_has_field (LwWindow *window, const char *name); ///< at the moment
/// Enters a text into a field of the inspector, or makes a choice there.
void testing_type (LwWindow *window, const char *name, const char *text);
void testing_choose (LwWindow *window, const char *name, guint choice);
/// The row of live values with this name, the label with this text; NULL when there is none.
LwLiveValue *testing_find_live (GtkWidget *widget, const char *name);
GtkWidget *testing_find_label (GtkWidget *widget, const char *text);
/// The n-th controller of this type.
GtkEventController *testing_controller (GtkWidget *widget, GType type, guint n);
void testing_activate (LwWindow *window, const char *action);
/// The dialog that asks something; NULL when none does.
AdwMessageDialog *testing_find_dialog (void);
void testing_answer (const char *response); ///< waits for the dialog, and closes it

/// The widget as it is drawn: RGBA, 8 bits each, premultiplied. Free with g_free ().
guchar *testing_picture (GtkWidget *widget, int *width, int *height);
