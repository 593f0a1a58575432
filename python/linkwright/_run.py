# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs: their channels, plots and exports."""

import array
import ctypes

from . import _library as library


def _new_numbers(n):
    """Returns an array of n numbers, of NumPy if it is installed, and a pointer to them."""
    try:
        import numpy

        numbers = numpy.empty(n)
    except ImportError:
        numbers = array.array("d", bytes(8 * n))
    return numbers, (ctypes.c_double * n).from_buffer(numbers)


def _shown(value):
    """Returns the value of an option as the command line has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


class Run:
    """A recorded run. Made by Mechanism.run ().

    run["Crank.angle"] is an array with one number for each sample, of NumPy if it is installed, else
    array.array. Expressions are channels too: run["der([Crank.angle])"].
    """

    def __init__(self, handle, title):
        self._handle = handle
        self._title = title

    def __del__(self):
        if getattr(self, "_handle", None):
            library.call("run_free", self._handle)

    def __len__(self):
        return library.call("run_sample_count", self._handle)

    def __repr__(self):
        return f"<linkwright.Run of “{self._title}”, {len(self)} samples>"

    def _values(self, channel):
        numbers, pointer = _new_numbers(len(self))
        unit = ctypes.c_char_p()
        library.check("run_values", self._handle, library.encoded(channel), pointer, ctypes.byref(unit))
        return numbers, library.text(unit.value)

    def __getitem__(self, channel):
        return self._values(channel)[0]

    def unit(self, channel):
        """Returns the unit of a channel or an expression, "1" for none."""
        return self._values(channel)[1]

    @property
    def time(self):
        """The times of the samples, s."""
        return self["time"]

    def export(self, path, kind=None, channels=None, against=None, **options):
        """Writes an export; the suffix chooses the format.

        kind: "run" (tables), "plot", "animate", "draw", "cut", "report" or "export"; by default the suffix
        decides. channels: a list of names, for tables and plots. against: the horizontal axis of
        plots. The options are those of docs/exports.md, with underscores: title_block=False.
        """
        if channels is not None and not isinstance(channels, str):
            channels = ", ".join(channels)
        given = [library.encoded(f"{name.replace('_', '-')}={_shown(value)}") for name, value in options.items()]
        library.check(
            "run_export", self._handle, library.path_of(path),
            None if kind is None else library.encoded(kind),
            None if channels is None else library.encoded(channels),
            None if against is None else library.encoded(against),
            (ctypes.c_char_p * (len(given) + 1))(*given, None),
        )  # fmt: skip

    def plot(self, *channels, against="time", axes=None):
        """Plots channels with matplotlib. Returns the axes."""
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.subplots()[1]
        x, x_unit = self._values(against)
        for channel in channels:
            values, unit = self._values(channel)
            axes.plot(x, values, label=f"{channel} [{unit}]")
        axes.set_xlabel(f"{against} [{x_unit}]")
        axes.legend()
        return axes
