// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The last reference to an icon is in another thread, for example one that draws it for a closed
// window, and the icon is requested again at that moment.

#include <gtk/gtk.h>

#include "lw-icon-guard.h"

/// Larger than the icons that GTK caches for a while.
#define SIZE_PX 256
#define WAIT_USEC (60 * G_USEC_PER_SEC)

static void (*finalize) (GObject *icon); ///< the original function of GTK
static gint is_let_go, is_asked_for;     ///< set by the other thread, by the main thread
static GThread *ended_in;

static void
wait_for (gint *what)
{
  const gint64 end = g_get_monotonic_time () + WAIT_USEC;

  while (!g_atomic_int_get (what)) {
    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_usleep (1000);
  }
}

/// Replaces `finalize` of icons: in the other thread, it waits until the icon has been requested
/// again.
static void
finalize_late (GObject *icon)
{
  ended_in = g_thread_self ();
  g_atomic_int_set (&is_let_go, TRUE);
  wait_for (&is_asked_for);
  finalize (icon);
}

static gpointer
let_go_thread (gpointer icon)
{
  g_object_unref (icon);
  g_atomic_int_set (&is_let_go, TRUE);
  return NULL;
}

static GtkIconPaintable *
ask (void)
{
  return gtk_icon_theme_lookup_icon (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                     "open-menu-symbolic", NULL, SIZE_PX, 1, GTK_TEXT_DIR_LTR, 0);
}

static void
test_last_in_other_thread (void)
{
  GObjectClass *icons = g_type_class_ref (GTK_TYPE_ICON_PAINTABLE);
  GtkIconPaintable *icon = ask ();
  GThread *other;

  finalize = icons->finalize;
  icons->finalize = finalize_late;
  other = g_thread_new ("other", let_go_thread, icon);
  wait_for (&is_let_go);

  icon = ask ();
  g_atomic_int_set (&is_asked_for, TRUE);
  g_thread_join (other);
  g_assert_true (GTK_IS_ICON_PAINTABLE (icon));
  g_assert_null (ended_in);

  // The icon is freed with the reference of the main loop.
  g_object_unref (icon);
  while (ended_in == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ended_in == g_thread_self ());

  icons->finalize = finalize;
  g_type_class_unref (icons);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  lw_icon_guard_install ();
  g_test_add_func ("/icon-guard/last-in-other-thread", test_last_in_other_thread);
  return g_test_run ();
}
