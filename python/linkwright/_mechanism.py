# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mechanisms."""

import collections.abc
import contextlib
import ctypes
import signal
import threading
import typing

from . import _library as library
from ._run import Run


class Parameter(typing.NamedTuple):
    """A parameter; `formula` is None if it is a number."""

    name: str
    value: float
    unit: str
    formula: typing.Optional[str]
    note: str


class Channel(typing.NamedTuple):
    """A value that a run records."""

    name: str
    unit: str
    description: str


class Parameters(collections.abc.Mapping):
    """The parameters of a mechanism, by name.

    parameters["r"] is the value, SI. It can be set to a number (SI), or to a text with a unit or a
    formula: "12 mm", "2 * r".
    """

    def __init__(self, mechanism):
        self._mechanism = mechanism

    def _all(self):
        handle, view = self._mechanism._handle, library.ParameterView()
        for index in range(library.call("mechanism_parameter_count", handle)):
            library.call("mechanism_parameter", handle, index, ctypes.byref(view))
            yield Parameter(library.text(view.name), view.value, library.text(view.unit),
                            library.text(view.formula), library.text(view.note))  # fmt: skip

    def describe(self, name):
        """Returns the Parameter of a name."""
        for parameter in self._all():
            if parameter.name == name:
                return parameter
        raise KeyError(name)

    def __getitem__(self, name):
        return self.describe(name).value

    def __setitem__(self, name, value):
        shown = value if isinstance(value, str) else repr(float(value))
        library.check("mechanism_define", self._mechanism._handle, library.encoded(f"{name}={shown}"))

    def __iter__(self):
        return (parameter.name for parameter in self._all())

    def __len__(self):
        return library.call("mechanism_parameter_count", self._mechanism._handle)

    def __repr__(self):
        return repr(dict(self))


@contextlib.contextmanager
def _signals_noted(raised):
    """Collects what the handler of Ctrl+C raises: outside step (), the library would lose it."""
    previous = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(previous):
        yield
        return

    def note(number, frame):
        try:
            previous(number, frame)
        except BaseException as problem:  # raised behind the library
            raised.append(problem)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


class Mechanism:
    """A mechanism. Made by open () and parse ()."""

    def __init__(self, handle):
        self._handle = handle

    def __del__(self):
        if getattr(self, "_handle", None):
            library.call("mechanism_free", self._handle)

    def __repr__(self):
        return f"<linkwright.Mechanism “{self.title}”>"

    def copy(self):
        """Returns a mechanism that can be changed without changing this one."""
        return Mechanism(library.call("mechanism_copy", self._handle))

    @property
    def title(self):
        return library.text(library.call("mechanism_title", self._handle))

    @property
    def notes(self):
        return library.text(library.call("mechanism_notes", self._handle))

    @property
    def warning(self):
        """A message about numbers of the file that differed from their formulas; None if none did."""
        return library.text(library.call("mechanism_warning", self._handle))

    @property
    def parameters(self):
        return Parameters(self)

    @property
    def duration(self):
        """The length of runs, s."""
        return library.call("mechanism_duration", self._handle)

    @property
    def interval(self):
        """The time between samples, s."""
        return library.call("mechanism_interval", self._handle)

    @property
    def channels(self):
        """The channels that runs record: a dict from names to Channel."""
        library.check("mechanism_check", self._handle)
        view, found = library.ChannelView(), {}
        for index in range(library.call("mechanism_channel_count", self._handle)):
            library.call("mechanism_channel", self._handle, index, ctypes.byref(view))
            channel = Channel(library.text(view.name), library.text(view.unit), library.text(view.description))
            found[channel.name] = channel
        return found

    def set(self, **settings):
        """Sets settings of runs: until and every (s), accuracy, step, time_constant, method,
        stabilisation, assemble; the words are those of linkwright-cli run."""
        given = []
        # The stabilisation chooses whether the mechanism is assembled, unless that is specified.
        for name, value in sorted(settings.items(), key=lambda item: item[0] == "assemble"):
            if isinstance(value, bool):
                value = "yes" if value else "no"
            elif not isinstance(value, str):
                value = repr(float(value))
            given.append((library.encoded(name.replace("_", "-")), library.encoded(value)))
        # All of them or none.
        for target in (self.copy(), self):
            for name, value in given:
                library.check("mechanism_set", target._handle, name, value)

    def run(self, progress=None, **settings):
        """Runs the mechanism and returns the Run with all channels.

        The settings, those of set (), are for this run only. progress(part) is called with a number
        from 0 to 1. A run that stops early raises a SimulationError, which has the samples in `run`.
        """
        if settings:
            copy = self.copy()
            copy.set(**settings)
            return copy.run(progress)
        raised = []

        def step(part, _):
            try:
                if progress is not None:
                    progress(part)
            except BaseException as problem:  # it continues behind the library
                raised.append(problem)
            return not raised

        handle = ctypes.c_void_p()
        with _signals_noted(raised):
            status, sentence = library.attempt("mechanism_run", self._handle, library.Progress(step), None,
                                               ctypes.byref(handle))  # fmt: skip
        run = Run(handle.value, self.title) if handle else None
        if raised:
            raise raised[0]
        if status == library.CANCELLED:
            raise KeyboardInterrupt
        if status:
            error = library.ERRORS[status](sentence)
            error.run = run
            raise error
        return run

    def save(self, path):
        """Saves the mechanism as a project or, if the name ends with .json, in text form."""
        library.check("mechanism_save", self._handle, library.path_of(path))


def open(path):
    """Opens a project or a text form."""
    handle = ctypes.c_void_p()
    library.check("open", library.path_of(path), ctypes.byref(handle))
    return Mechanism(handle.value)


def parse(content):
    """Opens the content of a file: a text form as str or bytes, or a project as bytes."""
    if isinstance(content, str):
        content = content.encode()
    handle = ctypes.c_void_p()
    library.check("parse", content, len(content), ctypes.byref(handle))
    return Mechanism(handle.value)
