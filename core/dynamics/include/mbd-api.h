// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Brackets round the declarations of every public header: they give them C linkage and limit the
// exports of the shared library to them.

#pragma once

/// \def MBD_BEGIN_DECLS
/// Begins the declarations of a public header: C linkage, exported by the shared library.

/// \def MBD_END_DECLS
/// Ends the declarations of a public header.

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
