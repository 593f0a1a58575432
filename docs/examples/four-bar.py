#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# four-bar.py: a four-bar from Python, in cells as editors and notebooks show them. LINKWRIGHT_EXAMPLES
# is the folder with the examples.

# %% Open a mechanism
import math
import os

import linkwright

examples = os.environ.get("LINKWRIGHT_EXAMPLES", "/usr/share/linkwright/examples")
mechanism = linkwright.open(os.path.join(examples, "four-bar.json"))
print(mechanism.title)
for channel in list(mechanism.channels.values())[:4]:
    print(f"  {channel.name} [{channel.unit}]: {channel.description}")

# %% Run it, and read channels
run = mechanism.run(every=0.005)
angle = run["Rocker.angle"]
print(f"The rocker swings by {math.degrees(max(angle) - min(angle)):.3f} deg.")

# %% Channels can be expressions
power = run["[Motor.effort] * [Crank.omega]"]
print(f"The motor gives at most {max(power):.2f} {run.unit('[Motor.effort] * [Crank.omega]')}.")

# %% A study: how does the period of a Scotch yoke change its largest acceleration?
yoke = linkwright.open(os.path.join(examples, "scotch-yoke.json"))
for period in (1.0, 1.5, 2.0):
    yoke.parameters["period"] = period
    largest = max(map(abs, yoke.run(until=period, every=period / 200)["Yoke.ax"]))
    print(f"  {period} s: {largest:.4f} m/s^2")

# %% Hand the result on
run.export("four-bar.pdf", kind="draw", dimensions="all")
run.export("forces.svg", kind="plot", channels=["B.reaction", "C.reaction"], style="print")
run.export("table.csv", channels=["Crank.angle", "Rocker.angle", "Motor.effort"])

# %% Plot with matplotlib, if it is installed
try:
    import matplotlib

    matplotlib.use("Agg")
    run.plot("B.reaction", "C.reaction", against="Crank.angle").figure.savefig("reactions.png")
except ImportError:
    print("matplotlib is not installed.")
