// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-icon-guard.h"

static GThread *main_thread;
static void (*dispose) (GObject *icon); ///< the original function of GTK

static gboolean
dropped_cb (gpointer icon)
{
  // The reference is released with the source.
  return G_SOURCE_REMOVE;
}

/// Runs in any thread; the reference keeps the icon alive until the main thread disposes of it.
static void
dispose_in_main_thread (GObject *icon)
{
  if (g_thread_self () == main_thread)
    dispose (icon);
  else
    g_idle_add_full (G_PRIORITY_DEFAULT, dropped_cb, g_object_ref (icon), g_object_unref);
}

void
lw_icon_guard_install (void)
{
  GObjectClass *icons = g_type_class_ref (GTK_TYPE_ICON_PAINTABLE);

  if (main_thread == NULL) {
    main_thread = g_thread_self ();
    dispose = icons->dispose;
    icons->dispose = dispose_in_main_thread;
  }
  g_type_class_unref (icons);
}
