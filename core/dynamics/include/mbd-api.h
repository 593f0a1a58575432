// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the declarations of every public header: they are of C, and the shared library
// exports them and nothing else.

#pragma once

#ifdef __cplusplus
#define MBD_BEGIN_DECLS                                                                            \
  extern "C" {                                                                                     \
  _Pragma ("GCC visibility push(default)")
#define MBD_END_DECLS                                                                              \
  _Pragma ("GCC visibility pop")                                                                   \
  }
#else
#define MBD_BEGIN_DECLS _Pragma ("GCC visibility push(default)")
#define MBD_END_DECLS _Pragma ("GCC visibility pop")
#endif
