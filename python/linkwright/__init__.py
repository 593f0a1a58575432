# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mechanisms in Python: open, change parameters, run, read channels, plot, export.

    >>> import linkwright
    >>> mechanism = linkwright.open("four-bar.json")
    >>> run = mechanism.run(until=2)
    >>> run["energy.kinetic"].max()
    >>> run.export("drawing.pdf", kind="draw", scale="1:2")

All numbers are SI and radians. NumPy is used if it is installed, and matplotlib only by Run.plot ().
docs/python.md describes the module.
"""

from ._library import Error, FileError, FormatError, SimulationError, UsageError, version
from ._mechanism import Channel, Mechanism, Parameter, open, parse
from ._run import Run

__version__ = version()
__all__ = [
    "Channel", "Error", "FileError", "FormatError", "Mechanism", "Parameter", "Run", "SimulationError", "UsageError",
    "open", "parse", "version",
]  # fmt: skip
