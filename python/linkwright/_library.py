# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of liblinkwright, and its errors as exceptions."""

import ctypes
import os
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int, c_size_t, c_void_p

# The first number of the version, which changes with the interface.
NAME = "liblinkwright.so.0"


class Error(Exception):
    """An error of Linkwright; its text names the element or the file."""


class UsageError(Error, ValueError):
    """A request that makes no sense for this mechanism, such as an unknown channel."""


class FormatError(Error, ValueError):
    """A file that is not a mechanism."""


class SimulationError(Error):
    """A run that failed. `run` has the samples until then; None if there are none."""

    run = None


class FileError(Error, OSError):
    """A file that cannot be read or written."""

    def __str__(self):
        return self.args[0]


CANCELLED = 5
ERRORS = {1: UsageError, 2: FormatError, 3: SimulationError, 4: FileError}


class ParameterView(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_double), ("unit", c_char_p), ("formula", c_char_p),
                ("note", c_char_p)]


class ChannelView(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("description", c_char_p)]


Progress = ctypes.CFUNCTYPE(c_bool, c_double, c_void_p)
MESSAGE = POINTER(c_void_p)
NUMBERS = POINTER(c_double)

# Name -> result and arguments.
FUNCTIONS = {
    "version": (c_char_p, []),
    "free": (None, [c_void_p]),
    "open": (c_int, [c_char_p, POINTER(c_void_p), MESSAGE]),
    "parse": (c_int, [c_char_p, c_size_t, POINTER(c_void_p), MESSAGE]),
    "mechanism_free": (None, [c_void_p]),
    "mechanism_copy": (c_void_p, [c_void_p]),
    "mechanism_save": (c_int, [c_void_p, c_char_p, MESSAGE]),
    "mechanism_title": (c_char_p, [c_void_p]),
    "mechanism_notes": (c_char_p, [c_void_p]),
    "mechanism_warning": (c_char_p, [c_void_p]),
    "mechanism_parameter_count": (c_size_t, [c_void_p]),
    "mechanism_parameter": (c_bool, [c_void_p, c_size_t, POINTER(ParameterView)]),
    "mechanism_define": (c_int, [c_void_p, c_char_p, MESSAGE]),
    "mechanism_set": (c_int, [c_void_p, c_char_p, c_char_p, MESSAGE]),
    "mechanism_duration": (c_double, [c_void_p]),
    "mechanism_interval": (c_double, [c_void_p]),
    "mechanism_check": (c_int, [c_void_p, MESSAGE]),
    "mechanism_channel_count": (c_size_t, [c_void_p]),
    "mechanism_channel": (c_bool, [c_void_p, c_size_t, POINTER(ChannelView)]),
    "mechanism_run": (c_int, [c_void_p, Progress, c_void_p, POINTER(c_void_p), MESSAGE]),
    "run_free": (None, [c_void_p]),
    "run_sample_count": (c_size_t, [c_void_p]),
    "run_values": (c_int, [c_void_p, c_char_p, NUMBERS, POINTER(c_char_p), MESSAGE]),
    "run_export": (c_int, [c_void_p, c_char_p, c_char_p, c_char_p, c_char_p, POINTER(c_char_p), MESSAGE]),
}


def _load():
    """Returns the library: the one of $LINKWRIGHT_LIBRARY, else the installed one."""
    path = os.environ.get("LINKWRIGHT_LIBRARY", NAME)
    try:
        library = ctypes.CDLL(path)
    except OSError as problem:
        raise ImportError(
            f"{path} was not found ({problem}); install Linkwright, or set LINKWRIGHT_LIBRARY to the path of "
            "the library."
        ) from None
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, f"linkwright_{name}")
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def call(name, *arguments):
    """Calls a function that has no status."""
    return getattr(_library, f"linkwright_{name}")(*arguments)


def text(value):
    """Returns a text of the library, None for NULL."""
    return None if value is None else value.decode()


def encoded(value):
    """Returns a text for the library."""
    value = str(value)
    if "\0" in value:
        raise UsageError("A text must not contain the character 0.")
    try:
        return value.encode()
    except UnicodeEncodeError:
        raise UsageError("A text cannot be encoded as UTF-8.") from None


def path_of(path):
    """Returns a path for the library."""
    path = os.fsencode(path)
    if b"\0" in path:
        raise UsageError("A path must not contain the character 0.")
    return path


def attempt(name, *arguments):
    """Calls a function with a status. Returns the status and its message."""
    message = c_void_p()
    status = getattr(_library, f"linkwright_{name}")(*arguments, ctypes.byref(message))
    sentence = ctypes.string_at(message).decode(errors="replace") if message else None
    call("free", message)
    return status, sentence


def check(name, *arguments):
    """Calls a function with a status; raises an exception if it fails."""
    status, sentence = attempt(name, *arguments)
    if status:
        raise ERRORS[status](sentence)


def version():
    """Returns the version of the library."""
    return text(call("version"))
