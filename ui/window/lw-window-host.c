// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-window-host.h"

G_DEFINE_INTERFACE (LwWindowHost, lw_window_host, GTK_TYPE_APPLICATION)

static void
lw_window_host_default_init (LwWindowHostInterface *iface)
{
}

LwRecovery *
lw_window_host_get_recovery (LwWindowHost *self)
{
  g_return_val_if_fail (LW_IS_WINDOW_HOST (self), NULL);

  return LW_WINDOW_HOST_GET_IFACE (self)->get_recovery (self);
}

bool
lw_window_host_get_quitting (LwWindowHost *self)
{
  g_return_val_if_fail (LW_IS_WINDOW_HOST (self), false);

  return LW_WINDOW_HOST_GET_IFACE (self)->get_quitting (self);
}

void
lw_window_host_set_quitting (LwWindowHost *self, bool quitting)
{
  if (self == NULL)
    return;
  g_return_if_fail (LW_IS_WINDOW_HOST (self));

  LW_WINDOW_HOST_GET_IFACE (self)->set_quitting (self, quitting);
}
