#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# reuse.sh SOURCE: runs the tool of the REUSE specification on the tree, if it is installed.

set -eu
cd "$1"

skip ()
{
  echo "Skipped: $*"
  exit 77
}

command -v reuse >/dev/null || skip "the tool reuse is not installed."
# Elsewhere the tool takes build output for a part of the tree.
git rev-parse --git-dir >/dev/null 2>&1 || skip "this is not a checkout of git."
exec reuse lint
