// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The examples: each is closed as drawn, has the redundant rows that it is known for, plays to its
// end, and reproduces numbers from closed forms or from the literature. "Independent dyads" are
// positions computed point by point from circles that meet, in another program. The gallery
// describes each of them.

#include <math.h>
#include <string.h>

#include "lw-run-notes.h"
#include "lw-series-set.h"
#include "lw-mobility.h"
#include "testing-motion.h"

typedef enum
{
  MIN_OF,
  MAX_OF,
  RANGE,
  LARGEST, ///< absolute value
  MEAN,
  LAST,
} Statistic;

typedef struct
{
  const char *example;
  const char *expression; ///< formula of channels, as in plots
  Statistic statistic;
  double expected;
  double tolerance;
  const char *source; ///< origin of the expected value
} Check;

/* clang-format off */
static const Check checks[] = {
  { "four-bar", "D.coordinate", RANGE, 0.98333, 2e-4,
    "two triangles: 56.3411 degrees" },
  { "slider-crank", "energy.total", RANGE, 0, 1e-7,
    "energy is kept" },
  { "jansen", "T.x", RANGE, 0.33954, 1e-5,
    "Jansen's lengths, independent dyads" },
  { "jansen", "T.y", RANGE, 0.11228, 2e-5,
    "Jansen's lengths, independent dyads" },
  { "peaucellier", "T.x", RANGE, 0, 1e-12,
    "inversion" },
  { "peaucellier", "T.x", LAST, 2.0 / 3, 1e-8,
    "0.16 / (2 0.12)" },
  { "double-pendulum", "energy.error", LARGEST, 0, 1e-7,
    "energy is kept" },
  { "geneva", "Wheel.angle", LAST, -G_PI, 5e-3,
    "two quarter turns, and play" },
  { "newtons-cradle", "[Ball 5.vx]", MAX_OF, sqrt (2 * 9.81 * (0.4 - 0.330134245964)), 2e-4,
    "the speed of the fall is handed on" },
  { "bricard", "energy.total", RANGE, 0, 1e-8,
    "energy is kept" },
  { "scissor", "T.y", MIN_OF, 3 * sqrt (0.64 - 0.49), 1e-8,
    "Pythagoras" },
  { "scissor", "T.y", MAX_OF, 3 * sqrt (0.64 - 0.04), 1e-6,
    "Pythagoras" },
  { "scissor", "Drive.effort * Drive.rate - 10 kg * (9.81 m/s^2 + Table.ay) * Table.vy", LARGEST, 0, 1e-9,
    "balance of power" },
  { "rolling-race", "hypot(Disc.ax, Disc.ay)", LAST, 2 * 9.81 * sin (0.2) / 3, 1e-8,
    "2/3 g sin" },
  { "rolling-race", "hypot(Ring.ax, Ring.ay)", LAST, 9.81 * sin (0.2) / 2, 1e-8,
    "g sin / 2" },
  { "watt", "abs(T.y) <= 0.06 m ? abs(T.x) : 0 m", MAX_OF, 0.2657e-3, 3e-6,
    "independent dyads" },
  { "n-four-bar-10", "energy.total", RANGE, 0, 2e-5,
    "energy is kept" },
  { "grashof", "D1.coordinate", RANGE, 1.5415549, 1e-5,
    "law of cosines: acos (-11 / 24) - acos (21 / 24)" },
  { "grashof", "D2.coordinate", RANGE, 4 * G_PI, 1e-8,
    "it goes round, two turns in 16 s" },
  { "grashof", "D3.coordinate", RANGE, 0.43281841, 3e-6,
    "two circles, with the input at 35 and at 85 degrees, in another program" },
  { "grashof", "D4.coordinate - A4.coordinate", LARGEST, 0, 1e-9,
    "parallelogram" },
  { "grashof", "D5.coordinate", RANGE, 1.98859127, 1e-4,
    "two circles, in another program" },
  { "chebyshev", "abs(T.x) <= 0.19 m && T.y < 0.42 m ? T.y - 0.4 m : 0 m", MAX_OF, 0.000976, 2e-5,
    "0.244 % of the stroke" },
  { "andrews", "K1.angle", LAST, 15.8107711962, 1e-6,
    "IVP test set" },
  { "crank-rocker-motor", "Motor.effort", LARGEST, 2, 1e-9,
    "the limit of the motor" },
  { "gears-rack", "S.coordinate", RANGE, 0.3, 1e-9,
    "half of 6 rad times 0.1 m" },
  { "four-bar-bushing", "energy.error", LARGEST, 0, 1e-7,
    "energy is accounted for" },
  { "scotch-yoke", "S.coordinate - 0.1 m * cos(tau * time / 1.5 s)", LARGEST, 0, 1e-12,
    "a pure cosine" },
  { "knee", "energy.error", LARGEST, 0, 1e-6,
    "energy is accounted for" },
  { "rope", "energy.error", LARGEST, 0, 1e-7,
    "energy is accounted for" },
  { "bouncing-ball", "time > 0.5 s && time < 1.1 s ? Ball.y : 0 m", MAX_OF, 0.05 + 0.64, 1e-4,
    "restitution 0.8 squared" },
  { "incline", "energy.error", LARGEST, 0, 1e-9,
    "energy is accounted for" },
  { "dominoes", "[Domino 12.angle]", LAST, -G_PI_2, 1e-3,
    "the last one lies" },
  { "ratchet", "Wheel.angle", LAST, atan2 (0.12, -0.09) - acos ((0.0225 - 0.000256) / 0.0255) - 1.5 * G_PI, 1e-5,
    "two circles: the tip of the pawl in the foot of the sixth tooth" },
  { "cam", "Follower.y", RANGE, 0.04, 1e-6,
    "twice the eccentricity" },
  { "roberts", "T.x", RANGE, 0.321, 1e-5,
    "independent dyads" },
  { "roberts", "abs(T.x) <= 0.2 m ? T.y : 0 m", RANGE, 0.0019884, 1e-6,
    "independent dyads" },
  { "hoecken", "abs(T.x - 0.1 m) <= 0.1 m && T.y < 0.21 m ? T.y - 0.2 m : 0 m", RANGE, 0.4877e-3, 1e-6,
    "0.244 % of the stroke" },
  { "evans", "abs(T.y) <= 0.12 m ? abs(T.x) : 0 m", MAX_OF, 0.1295e-3, 1e-5,
    "independent dyads" },
  { "hart", "((T.x - 0.175 m) * -0.075 + (T.y - 0.0968245835 m) * 0.05) / hypot(0.075, 0.05)", LAST, -0.166410059, 2e-9,
    "m (1 - m) (a^2 - b^2) / (2 OE)" },
  { "hart", "((T.x - 0.175 m) * -0.075 + (T.y - 0.0968245835 m) * 0.05) / hypot(0.075, 0.05)", RANGE, 0, 2e-9,
    "inversion" },
  { "scott-russell", "T.x", LARGEST, 0, 1e-12,
    "Thales" },
  { "trammel", "(T.x / 0.25 m)^2 + (T.y / 0.15 m)^2 - 1", LARGEST, 0, 1e-12,
    "the ellipse" },
  { "tusi", "T.y", LARGEST, 0, 1e-12,
    "a diameter" },
  { "tusi", "T.x", RANGE, 0.4, 1e-9,
    "2 R" },
  { "planetary", "Sun.omega / Carrier.omega", LAST, 4, 1e-9,
    "1 + 72/24" },
  { "planetary", "[Planet 1.omega] / Carrier.omega", LAST, -2, 1e-9,
    "1 - 72/24" },
  { "sun-planet", "Sun.angle", LAST, 8 * G_PI, 1e-9,
    "two turns of the sun for one of the arm" },
  { "strandbeest6", "min(T1.y, min(T2.y, min(T3.y, min(T4.y, min(T5.y, T6.y)))))", RANGE, 0.00039, 2e-6,
    "independent dyads" },
  { "klann", "T.x", RANGE, 0.50379, 1e-5,
    "independent dyads" },
  { "klann", "T.y", RANGE, 0.26254, 1e-5,
    "independent dyads" },
  { "ghassaei", "T.x", RANGE, 0.39998, 2e-5,
    "independent dyads" },
  { "ghassaei", "T.y", RANGE, 0.10036, 2e-5,
    "independent dyads" },
  { "trotbot", "T.x", RANGE, 0.18134, 1e-5,
    "independent dyads" },
  { "trotbot", "T.y", RANGE, 0.17169, 1e-5,
    "independent dyads" },
  { "whitworth", "S.coordinate", RANGE, 0.15, 1e-5,
    "2 PD" },
  { "whitworth", "S.rate > 0 m/s ? 1 : 0", MEAN, 2.0 / 3, 3e-3,
    "240 of 360 degrees" },
  { "shaper", "S.coordinate", RANGE, 0.052, 1e-6,
    "2 l r / d" },
  { "shaper", "S.rate > 0 m/s ? 1 : 0", MEAN, 0.5 - asin (0.4) / G_PI, 3e-3,
    "the tangents to the crank circle" },
  { "toggle-press", "S.coordinate", RANGE, 0.21663, 1e-5,
    "independent dyads" },
  { "crane", "T.x", RANGE, 7.8311, 1e-4,
    "independent dyads" },
  { "crane", "T.y", RANGE, 0.05327, 1e-5,
    "independent dyads" },
  { "wiper", "R.coordinate", RANGE, 100.76 * G_PI / 180, 1e-4,
    "law of cosines" },
  { "wiper", "R.coordinate - F.coordinate", LARGEST, 0, 1e-9,
    "parallelogram" },
  { "film", "T.x", RANGE, 0.02405, 1e-5,
    "independent dyads" },
  { "film", "T.y", RANGE, 0.00934, 1e-5,
    "independent dyads" },
  { "kneader", "T.x", RANGE, 0.225, 2e-5,
    "independent dyads" },
  { "kneader", "T.y", RANGE, 0.16966, 2e-5,
    "independent dyads" },
  { "takeup", "T.x", RANGE, 0.03643, 1e-5,
    "independent dyads" },
  { "takeup", "T.y", RANGE, 0.02801, 1e-5,
    "independent dyads" },
  { "hood", "Hood.angle", RANGE, 45.172 * G_PI / 180, 1e-4,
    "independent dyads" },
  { "landing-gear", "Leg.angle", MAX_OF, 0.7867526, 1e-6,
    "two circles, the strut turned by 1.8 rad" },
  { "pumpjack", "Beam.angle", RANGE, 39.1166 * G_PI / 180, 1e-5,
    "law of cosines" },
  { "pumpjack", "S.coordinate", RANGE, 2.2393, 1e-4,
    "3.28 m times the swing" },
  { "walking-beam", "hypot(T.x - 0.2 m, T.y - 0.1 m)", RANGE, 0, 1e-12,
    "a circle" },
  { "walking-beam", "Beam.angle", LARGEST, 0, 1e-12,
    "parallelogram" },
  { "pantograph", "hypot(T.x - 3 * P0.x, T.y - 3 * P0.y)", LARGEST, 0, 1e-12,
    "similarity" },
  { "oldham", "[Shaft 2.omega] - [Shaft 1.omega]", LARGEST, 0, 1e-12,
    "parallel slides" },
  { "oldham", "hypot(T.x - 0.015 m, T.y)", MAX_OF, 0.015, 1e-12,
    "Thales" },
  { "rhombic", "T.y", RANGE, sqrt (0.11 * 0.11 - 0.045 * 0.045) - sqrt (0.05 * 0.05 - 0.045 * 0.045), 5e-6,
    "dead points" },
  { "radial", "S0.coordinate", RANGE, 0.08, 1e-6,
    "2 r" },
  { "radial", "S1.coordinate", RANGE, 0.0800871, 2e-6,
    "independent dyads" },
  { "radial", "S2.coordinate", RANGE, 0.0802771, 5e-6,
    "independent dyads" },
  { "dwell", "Lever.angle", RANGE, 7.644 * G_PI / 180, 2e-5,
    "independent dyads" },
  { "offset-slider", "S.coordinate", RANGE, sqrt (0.04 - 0.0025) - sqrt (0.01 - 0.0025), 1e-6,
    "dead points" },
  { "offset-slider", "S.rate > 0 m/s ? 1 : 0", MEAN, 0.543118, 2e-3,
    "dead points" },
  { "cam-laws", "TA.vy", MAX_OF, 0.1875, 1e-6,
    "1.875 h/T" },
  { "cam-laws", "TB.vy", MAX_OF, 0.2, 1e-6,
    "2 h/T" },
  { "cam-laws", "TC.vy", MAX_OF, 0.17596, 1e-5,
    "1.7596 h/T" },
  { "cam-laws", "TA.ay", MAX_OF, 0.57735, 1e-5,
    "5.7735 h/T^2" },
  { "cam-laws", "TB.ay", MAX_OF, 0.62832, 1e-5,
    "2 pi h/T^2" },
  { "cam-laws", "TC.ay", MAX_OF, 0.5528, 1e-5,
    "5.528 h/T^2" },
  { "fivebar", "[Motor B.coordinate]", MAX_OF, 0.6, 1e-5,
    "the function of the motor" },
  { "3rrr", "hypot(T.x, T.y)", LARGEST, 0, 1e-9,
    "symmetry" },
  { "3rrr", "Platform.angle", RANGE, 46.18 * G_PI / 180, 1e-4,
    "independent dyads" },
  { "wishbone", "Knuckle.angle", MAX_OF, 2.1994 * G_PI / 180, 1e-5,
    "independent dyads" },
  { "ackermann", "[Right arm.angle]", MAX_OF, 29.403 * G_PI / 180, 1e-5,
    "independent dyads" },
  { "atwood", "[Mass 1.ay]", LAST, -9.81 / (3 + 2 + 1), 1e-9,
    "g (m1 - m2) / (m1 + m2 + I/r^2)" },
  { "block-and-tackle", "Load.y", LAST, -2.25 + 1.6 / 4, 1e-7,
    "a quarter of the rope" },
  { "block-and-tackle", "Rope.tension", LAST, 40 * 9.81 / 4, 1e-5,
    "a quarter of the weight" },
  { "grooved-cam", "Follower.x", RANGE, 0.03, 1e-5,
    "the lift" },
  { "grooved-cam", "Follower.ax", MAX_OF, 2 * G_PI * 0.03 * 9, 0.02,
    "2 pi h w^2 / b^2, a spline of 72 points" },
  { "yoyo", "Disc.ay", LAST, -9.81 / 21, 1e-9,
    "g / (1 + I/(m r^2))" },
  { "coupled", "A.coordinate - 0.01 rad * (cos(3.13209 rad/s * time) + cos(3.71618 rad/s * "
    "time))", LARGEST, 0, 1e-4,
    "normal modes, small angles" },
  { "crane-trolley", "Load.x - Trolley.x", MAX_OF, 2 * sin (2 * 0.5 / 9.81), 3e-4,
    "2 a/g, small angles" },
  { "crane-trolley", "Load.x - Trolley.x", LAST, 0, 5e-4,
    "no swing is left" },
  { "slinky", "time < 0.27 s ? [Mass 1.y] : 0 m", LARGEST, 0, 2e-3,
    "the wave has not arrived" },
  { "catapult", "energy.total + energy.impacts + energy.dissipated", RANGE, 0, 1e-6,
    "energy is accounted for" },
  { "catapult", "energy.total + energy.impacts + energy.dissipated", LAST,
    80 + 0.2 * 9.81 * 0.07, 1e-6, "k phi^2 / 2 + m g h" },
  { "pendulum90", "A.reaction", MAX_OF, 9.81 * 2 / 1.01 + 9.81, 1e-2,
    "g + omega^2 l with I = 0.01 kg m^2" },
  { "kapitza", "Pendulum.angle", LARGEST, 0.2, 1e-3,
    "it stays up" },
  { "stick-slip", "Block.vx", MAX_OF, 0.4, 2e-4,
    "twice the speed of the hand" },
  { "universal", "P2.rate / P1.rate", MIN_OF, cos (G_PI / 6), 1e-9,
    "cos 30 degrees" },
  { "universal", "P2.rate / P1.rate", MAX_OF, 1 / cos (G_PI / 6), 1e-9,
    "1/cos 30 degrees" },
  { "gyro", "T.y", LARGEST, 0, 1e-9,
    "level precession" },
  { "gyro", "T.x - 0.1 m * cos(1.22625 rad/s * time)", LARGEST, 0, 1e-9,
    "m g l / (I omega)" },
  { "sarrus", "hypot(T.x, T.y)", LARGEST, 0, 1e-12,
    "exact line" },
  { "wilberforce", "Bob.y + 0.015 m * (cos(6.164414 rad/s * time) + cos(6.480741 rad/s * time))", LARGEST, 0, 1e-6,
    "normal modes, sqrt 38 and sqrt 42 rad/s" },
  { "racket", "abs(time - 5.313 s) < 0.011 s ? abs(2 * (Racket.qx * Racket.qy - Racket.qw * "
    "Racket.qz) * Racket.wx + (1 - 2 * (Racket.qx^2 + Racket.qz^2)) * Racket.wy + 2 "
    "* (Racket.qy * Racket.qz + Racket.qw * Racket.qx) * Racket.wz) : 0 rad/s", MAX_OF, 0, 0.03,
    "a quarter of 4 K / lambda = 21.253 s" },
  { "escapement", "Wheel.angle", LAST, -16 * G_PI / 15, 5e-3,
    "half a tooth for each of 16 half swings of pi sqrt(I/(m g l)) = 0.637 s" },
  { "stephenson", "time <= 4 s ? T.x - 1.276816079 m : 0 m", RANGE, 0.08997011, 1e-5,
    "Newton's method on the loops, in another program: full gear ahead" },
  { "stephenson", "T.x", RANGE, 0.12126143, 1e-5,
    "Newton's method on the loops, in another program: full gear astern" },
  { "garage-door", "T.y", RANGE, 0, 1e-6,
    "Thales" },
  { "garage-door", "energy.potential", RANGE, 0, 1e-3,
    "k a b = m g: the spring balances the weight" },
  { "folding-chair", "Q.slide", RANGE, 0.35439176, 1e-7,
    "law of cosines: 0.3 cos a + sqrt(0.36^2 - 0.3^2 sin^2 a)" },
  { "folding-chair", "abs(time - 4 s) < 1 s ? 0 rad : abs(Seat.angle)", LAST, 0, 1e-6,
    "isosceles: the open seat is level" },
  { "bike-suspension", "T.y", RANGE, 0.15176401, 1e-7,
    "independent dyads" },
  { "bike-suspension", "Shock.length", RANGE, 0.05706860, 1e-7,
    "independent dyads" },
  { "umbrella", "[Right rib.angle]", RANGE, 0.68559651, 1e-7,
    "law of cosines: from 24 to 63.2818 degrees" },
  { "locking-pliers", "[Lower jaw.angle]", MAX_OF, 16 * G_PI / 180, 1e-6,
    "law of cosines: handle and strut in line" },
  { "geneva-six", "Wheel.angle", LAST, -2 * G_PI / 3, 5e-3,
    "two sixths of a turn, and play" },
  { "geneva-six", "abs(Wheel.omega)", MAX_OF, G_PI, 2e-2,
    "sin 30 / (1 - sin 30) = 1: the speed of the crank" },
  { "foucault", "T.z * T.vx - T.x * T.vz", LAST, 0.04 * 2 * G_PI / 40, 1e-8,
    "angular momentum of the start on the turntable" },
  { "foucault", "energy.total", RANGE, 0, 1e-6,
    "energy is kept" },
  { "marble-run", "time < 0.8 s ? hypot(Marble.ax, Marble.ay) : 0 m/s^2", MAX_OF,
    5.0 / 7 * 9.81 * sin (5 * G_PI / 180), 1e-6, "5/7 g sin" },
  { "marble-run", "T.y", LAST, 0.032, 1e-5,
    "at rest in the cup" },
  { "trebuchet", "T.x", LAST, 5.42499078, 2e-5,
    "Lagrange's equations in three angles, in another program" },
  { "trebuchet", "T.y", LAST, 17.07017980, 2e-5,
    "Lagrange's equations in three angles, in another program" },
  { "painleve", "[Floor.Rod.gap]", LARGEST, 0, 1e-9,
    "contact is kept" },
  { "box-stack", "energy.kinetic", MAX_OF, 0, 1e-9,
    "rest" },
  { "pyramid", "energy.kinetic", MAX_OF, 62.5, 1e-6,
    "m v^2 / 2 of the ball" },
  { "inverted-pendulum", "Cart.x", LAST, 1, 1e-7,
    "all poles of the loop are at -3 per second or below" },
  { "inverted-pendulum", "Motor.force_x - 1 kg * Cart.ax - 0.2 kg * Pole.ax", LARGEST, 0, 1e-9,
    "Newton's second law, along the rail" },
  { "governor", "time < 2 s ? Axle.rate : 0 rad/s", MAX_OF, sqrt (3 * 9.81 / (0.25 * 0.66)), 1e-8,
    "Porter: (1 + M / m) g over the height of the cone" },
  { "governor", "Axle.rate", LAST, sqrt (3 * 9.81 / (0.25 * 0.62)), 1e-4,
    "Porter: (1 + M / m) g over the height of the cone" },
  { "governor", "Guide.coordinate", LAST, 0.22 - 0.6 / 20, 2e-6,
    "engine and load in balance" },
  { "pid-drive", "time < 4 s ? 0 m : 0.5 m - Carriage.y", MAX_OF, 0.0261707571, 1e-5,
    "20 N / 5 kg (e^-4t / 12 - e^-6t / 8 + e^-10t / 24), its maximum" },
  { "pid-drive", "Drive.force_y", LAST, 49.05 + 20, 1e-5,
    "the integral takes over the load" },
  { "watt-six-bars", "T.x", RANGE, 0.1996910894, 1e-6,
    "independent dyads" },
  { "watt-six-bars", "T.y", RANGE, 0.0618951875, 2e-6,
    "independent dyads" },
  { "watt-six-bars", "G2.coordinate", RANGE, 0.9209101211, 3e-5,
    "independent dyads" },
  { "stephenson-six-bars", "T.x", RANGE, 0.1858412672, 5e-6,
    "independent dyads" },
  { "stephenson-six-bars", "G2.coordinate", RANGE, 0.3204602546, 1e-5,
    "Newton's method on the loops, in another program" },
  { "stephenson-six-bars", "G3.coordinate", RANGE, 0.7465377278, 1e-5,
    "independent dyads" },
  { "strider", "T1.x", RANGE, 0.2569052420, 1e-5,
    "independent dyads" },
  { "strider", "T1.y", RANGE, 0.1966151660, 1e-5,
    "independent dyads" },
  { "horse-leg", "T.x", RANGE, 0.3290369748, 1e-5,
    "independent dyads" },
  { "horse-leg", "T.y", RANGE, 0.1796091216, 1e-5,
    "independent dyads" },
  { "ball-lifter", "hypot(T.x - U.x, T.y - U.y)", MIN_OF, 0.0075033686, 1e-5,
    "independent dyads" },
  { "ball-lifter", "U.y", MAX_OF, 0.4185288628, 1e-5,
    "independent dyads" },
  { "folding-lever", "T.x", RANGE, 0.3065168911, 1e-7,
    "independent dyads" },
  { "folding-lever", "Roof.angle", RANGE, 0.9803073940, 1e-7,
    "independent dyads" },
  { "beam-engine", "T.x", RANGE, 0.00190363, 1e-6,
    "independent dyads" },
  { "beam-engine", "T.y", RANGE, 1.0002721600, 5e-5,
    "independent dyads" },
  { "toggle-clamp", "Arm.angle", MAX_OF, 1.1184330313, 1e-7,
    "law of cosines: handle and link in line" },
  { "crank-shaper", "D.coordinate", RANGE, 0.7297276562, 1e-5,
    "law of cosines: 36.87 and 48.19 degrees at the crank" },
  { "crank-shaper", "S.rate < 0 m/s ? 1 : 0", MEAN, 0.531443854, 2e-3,
    "191.32 of 360 degrees" },
  { "flyball", "Slider.y", MAX_OF, 0.7437162, 3e-4,
    "energy and angular momentum, springs rigid: the rods rise from 30 to 14.85 degrees" },
};
/* clang-format on */

/// Examples with redundant rows.
static const struct
{
  const char *example;
  int n;
} redundant[] = { { "bricard", 1 }, { "sarrus", 1 }, { "universal", 3 } };

static GPtrArray *names; ///< names of all examples, without suffix

// ---- numbers --------------------------------------------------------------------------------

typedef struct
{
  LwChannels *channels; ///< with one defined channel for each check
  LwRecording *recording;
  GArray *recorded; ///< array of guint: the channels in the recording
} Recorded;

static void
record (Recorded *self, Motion *motion)
{
  g_autofree double *sample = g_new (double, self->recorded->len);

  self->recording = lw_recording_new (self->recorded->len);
  do {
    lw_channels_evaluate_run (self->channels, motion->run,
                              (const guint *) (void *) self->recorded->data, self->recorded->len,
                              sample);
    g_assert_true (lw_recording_append (self->recording, sample));
  } while (motion_next (motion));
}

static double
compute_statistic (LwSeries values, Statistic statistic)
{
  const gsize n = lw_series_n_samples (values);
  double least = INFINITY;
  double greatest = -INFINITY;
  double sum = 0;

  for (gsize k = 0; k < n; k++) {
    const double value = lw_series_value (values, k);

    g_assert_true (isfinite (value));
    least = fmin (least, value);
    greatest = fmax (greatest, value);
    sum += value;
  }
  switch (statistic) {
  case MIN_OF:
    return least;
  case MAX_OF:
    return greatest;
  case RANGE:
    return greatest - least;
  case LARGEST:
    return fmax (greatest, -least);
  case MEAN:
    return sum / (double) n;
  default:
    return lw_series_value (values, n - 1);
  }
}

static guint
find_check (Recorded *self, guint i)
{
  g_autofree char *name = g_strdup_printf ("check %u", i);
  const int found = lw_channels_find (self->channels, name);

  if (found < 0)
    g_error ("%s: %s is refused", checks[i].example, checks[i].expression);
  return (guint) found;
}

static void
assert_check (const Check *check, Recorded *recorded, guint channel)
{
  g_autoptr (LwSeriesSet) series =
    lw_series_set_new (recorded->channels, &(LwSeriesSource){ .recording = recorded->recording,
                                                              .recorded = recorded->recorded });
  const double value = compute_statistic (lw_series_set_get (series, channel), check->statistic);

  g_test_message ("%s: %.9g, expected %.9g (%s)", check->expression, value, check->expected,
                  check->source);
  if (!(fabs (value - check->expected) <= check->tolerance))
    g_error ("%s: %s: %.12g is not %.12g within %g (%s)", check->example, check->expression, value,
             check->expected, check->tolerance, check->source);
}

static void
assert_closed (const MbdModel *model, const char *name)
{
  MbdState *state = mbd_state_new (model);
  g_autoptr (LwMobility) mobility = lw_mobility_new (state, NULL);
  int n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (redundant); i++)
    if (g_str_equal (redundant[i].example, name))
      n = redundant[i].n;
  g_assert_nonnull (mobility);
  g_assert_true (mobility->drawn_fits);
  g_assert_false (mobility->any_conflict);
  g_assert_cmpint (mobility->redundant, ==, n);
  mbd_state_free (state);
}

/// Every plot of an example shows channels that exist.
static void
assert_plots (Motion *motion, const char *name)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  g_auto (GStrv) definitions = NULL;
  LwChannels *channels;

  for (guint i = 0; i < lw_mechanism_get_n_plots (motion->mechanism); i++) {
    const LwPlotLayout *plot = lw_mechanism_get_plot (motion->mechanism, i);

    for (guint k = 0; plot->channels[k] != NULL; k++)
      if (strchr (plot->channels[k], '=') != NULL)
        g_strv_builder_add (builder, plot->channels[k]);
      else if (strchr (plot->channels[k], '?') == NULL)
        g_ptr_array_add (shown, plot->channels[k]);
    if (plot->against != NULL && *plot->against != '\0'
        && !g_str_equal (plot->against, LW_PLOT_FREQUENCY))
      g_ptr_array_add (shown, plot->against);
  }
  definitions = g_strv_builder_end (builder);
  channels = lw_channels_with_definitions (motion->channels, motion->mechanism,
                                           (const char *const *) definitions);
  for (guint i = 0; i < shown->len; i++)
    if (lw_channels_find (channels, shown->pdata[i]) < 0)
      g_error ("%s: a plot shows “%s”, which does not exist", name, (char *) shown->pdata[i]);
  lw_channels_unref (channels);
}

/// The run of an example ends without a note: nothing limits its results.
static void
assert_no_note (Motion *motion)
{
  const LwRunSettings *settings = lw_mechanism_get_run (motion->mechanism);
  MbdIntegratorStatistics statistics;
  g_auto (GStrv) notes = NULL;

  lw_run_statistics (motion->run, &statistics);
  notes = lw_run_dup_notes (motion->mechanism, &statistics, settings->integrator.accuracy);
  g_assert_cmpstr (notes[0], ==, NULL);
}

/// Plays an example to its end, and compares all its numbers.
static void
test_example (gconstpointer data)
{
  const char *name = data;
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autoptr (GPtrArray) definitions = g_ptr_array_new_with_free_func (g_free);
  Recorded recorded = { .recorded = g_array_new (FALSE, FALSE, sizeof (guint)) };
  const guint time = 0;
  Motion motion;

  motion_begin (&motion, testing_load_example (file), 0);
  assert_closed (motion.model, name);
  assert_plots (&motion, name);
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (g_str_equal (checks[i].example, name))
      g_ptr_array_add (definitions, g_strdup_printf ("check %u = %s", i, checks[i].expression));
  // No example is without a number.
  g_assert_cmpuint (definitions->len, >, 0);
  g_ptr_array_add (definitions, NULL);
  recorded.channels = lw_channels_with_definitions (
    motion.channels, motion.mechanism, (const char *const *) (void *) definitions->pdata);
  g_array_append_val (recorded.recorded, time);
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (g_str_equal (checks[i].example, name))
      lw_channels_collect (recorded.channels, find_check (&recorded, i), recorded.recorded);
  record (&recorded, &motion);
  assert_no_note (&motion);
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (g_str_equal (checks[i].example, name))
      assert_check (&checks[i], &recorded, find_check (&recorded, i));
  lw_recording_unref (recorded.recording);
  lw_channels_unref (recorded.channels);
  g_array_unref (recorded.recorded);
  motion_end (&motion);
}

// ---- gallery --------------------------------------------------------------------------------

static void
assert_text (GKeyFile *gallery, const char *name, const char *key)
{
  g_autofree char *text = g_key_file_get_string (gallery, name, key, NULL);

  if (text == NULL || text[0] == '\0')
    g_error ("gallery.ini: [%s] has no %s", name, key);
}

/// Every example has its group, with everything that the gallery shows, and a title and notes.
static void
test_gallery (void)
{
  static const char *const categories[] = { "linkages", "straight", "walkers",  "machines",
                                            "everyday", "gears",    "robots",   "dynamics",
                                            "contact",  "spatial",  "classroom" };
  static const char *const keys[] = { "Categories", "Tags",        "Source",    "Caption",
                                      "Title[de]",  "Caption[de]", "Title[fr]", "Caption[fr]" };
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data/examples/gallery.ini", NULL);
  g_autoptr (GKeyFile) gallery = g_key_file_new ();
  g_auto (GStrv) groups = NULL;
  gsize n_groups;

  g_assert_true (g_key_file_load_from_file (gallery, path, G_KEY_FILE_KEEP_TRANSLATIONS, NULL));
  groups = g_key_file_get_groups (gallery, &n_groups);
  g_assert_cmpuint (n_groups, ==, names->len);
  g_assert_cmpuint (n_groups, >=, 60);
  for (guint i = 0; i < names->len; i++) {
    const char *name = names->pdata[i];
    g_autofree char *file = g_strconcat (name, ".json", NULL);
    g_autoptr (LwMechanism) mechanism = testing_load_example (file);
    g_auto (GStrv) mine = g_key_file_get_string_list (gallery, name, "Categories", NULL, NULL);

    for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
      assert_text (gallery, name, keys[k]);
    for (guint k = 0; mine[k] != NULL; k++)
      for (guint c = 0; !g_str_equal (mine[k], categories[c]);)
        if (++c == G_N_ELEMENTS (categories))
          g_error ("gallery.ini: [%s] has the unknown category %s", name, mine[k]);
    g_assert_cmpstr (lw_mechanism_get_title (mechanism), !=, "");
    // Two sentences, or one with a colon, describe what is worth watching.
    g_assert_cmpuint (strlen (lw_mechanism_get_notes (mechanism)), >, 80);
  }
}

static void
find_names (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data/examples", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  const char *name;

  names = g_ptr_array_new_with_free_func (g_free);
  while ((name = g_dir_read_name (directory)) != NULL)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strndup (name, strlen (name) - strlen (".json")));
}

int
main (int argc, char **argv)
{
  int failed;

  g_test_init (&argc, &argv, NULL);
  find_names ();
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_strconcat ("/examples/numbers/", names->pdata[i], NULL);

    g_test_add_data_func (path, names->pdata[i], test_example);
  }
  g_test_add_func ("/examples/gallery", test_gallery);
  failed = g_test_run ();
  g_ptr_array_unref (names);
  return failed;
}
