// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exit code 0 if the library of Simbody was built with assertions, else 1.

#include <SimTKcommon.h>

#include <cstring>

int
main ()
{
  char text[16] = "";

  SimTK_about_SimTKcommon ("debug", sizeof text, text);
  return std::strcmp (text, "debug") == 0 ? 0 : 1;
}
