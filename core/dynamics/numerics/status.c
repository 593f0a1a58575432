// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of the status codes.

#include "mbd-status.h"

const char *
mbd_status_text (MbdStatus status)
{
  static const char *const texts[] = {
#define MBD_STATUS_TEXT(code, text) [MBD_STATUS_##code] = text,
    MBD_STATUS_LIST (MBD_STATUS_TEXT)
#undef MBD_STATUS_TEXT
  };

  return (int) status >= 0 && status < MBD_STATUS_COUNT ? texts[status] : "unknown status";
}
