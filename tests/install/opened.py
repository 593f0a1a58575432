# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Detects the files that a program opens, by inotify.

import ctypes
import os
import select
import struct
import time

LIBC = ctypes.CDLL(None, use_errno=True)
IN_OPEN = 0x20
EVENT = struct.Struct("iIII")


class Opened:
    """Watches files from now on."""

    def __init__(self, *paths):
        self.descriptor = LIBC.inotify_init1(0)
        assert self.descriptor >= 0, os.strerror(ctypes.get_errno())
        self.waiting = {}
        for path in paths:
            watch = LIBC.inotify_add_watch(self.descriptor, os.fsencode(path), IN_OPEN)
            assert watch >= 0, f"{path}: {os.strerror(ctypes.get_errno())}"
            self.waiting[watch] = str(path)

    def wait(self, seconds):
        """Returns the files that no process has opened by the deadline; returns as soon as there
        are none."""
        end = time.monotonic() + seconds
        while self.waiting and select.select([self.descriptor], [], [], max(0, end - time.monotonic()))[0]:
            events = os.read(self.descriptor, 4096)
            at = 0
            while at < len(events):
                watch, _, _, length = EVENT.unpack_from(events, at)
                self.waiting.pop(watch, None)
                at += EVENT.size + length
        os.close(self.descriptor)
        return list(self.waiting.values())
