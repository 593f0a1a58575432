# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the comment at the head of a header the documentation of its file, line by line.
1s|.*|/// \\file|
2s|.*|///|
3,/^$/s|^//|///|
