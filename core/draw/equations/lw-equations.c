// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of formulas by kind, and the functions that insert their numbers.

#include "lw-equations-private.h"

#include <math.h>

// ---- formulas -------------------------------------------------------------------------------

#define MOST_FORMULAS 8

typedef struct
{
  LwEquationRole role;
  const char *formula;
} Formula;

static const Formula translation[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS,
    "\\v{d} = \\v{p}_{S} − \\v{p}_{P},   \\v{r} = \\v{p} − \\v{x}_{\\t{com}}" },
  { LW_EQUATION_POSITION, "ε_{a} = \\v{a} · \\v{d}" },
  { LW_EQUATION_VELOCITY,
    "\\dot{ε}_{a} = \\v{a} · (\\v{v}_{S} − \\v{v}_{P} − \\v{ω}_{P} × \\v{d})" },
  { LW_EQUATION_JACOBIAN, "G_{S} = [\\matrix{\\v{a} & \\v{r}_{S} × \\v{a}}],   "
                          "G_{P} = −[\\matrix{\\v{a} & (\\v{r}_{P} + \\v{d}) × \\v{a}}]" },
  { LW_EQUATION_GAMMA,
    "γ_{a} = −\\v{a} · [\\v{ω}_{S} × (\\v{ω}_{S} × \\v{r}_{S}) − \\v{ω}_{P} × (\\v{ω}_{P} × "
    "\\v{r}_{P}) − 2 \\v{ω}_{P} × (\\v{v}_{S} − \\v{v}_{P}) + \\v{ω}_{P} × (\\v{ω}_{P} × "
    "\\v{d})]" },
  { LW_EQUATION_MULTIPLIER, "\\v{F}_{S} = ∑ λ_{a} \\v{a},   \\v{F}_{P} = −\\v{F}_{S}" },
};

static const Formula plane_rotation[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION, "ε_{θ} = θ_{S} − θ_{P} − θ_{0}" },
  { LW_EQUATION_VELOCITY, "\\dot{ε}_{θ} = ω_{S} − ω_{P}" },
  { LW_EQUATION_JACOBIAN,
    "G_{S} = [\\matrix{0 & 0 & 1}],   G_{P} = −[\\matrix{0 & 0 & 1}],   γ_{θ} = 0" },
  { LW_EQUATION_MULTIPLIER, "M_{S} = λ_{θ},   M_{P} = −λ_{θ}" },
};

static const Formula rotation_three[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "(w, \\v{e}) = \\v{q}_{P}^{−1} \\v{q}_{S},   s = \\t{sign} w,   "
                         "\\v{ω} = R_{P}^{T} (\\v{ω}_{S} − \\v{ω}_{P})" },
  { LW_EQUATION_POSITION, "\\v{ε} = 2 s \\v{e}" },
  { LW_EQUATION_VELOCITY, "\\dot{\\v{ε}} = s (w I − [\\v{e}]_{×}) \\v{ω}" },
  { LW_EQUATION_JACOBIAN,
    "G_{S} = [\\matrix{0 & s (w I − [\\v{e}]_{×}) R_{P}^{T}}],   G_{P} = −G_{S}" },
  { LW_EQUATION_GAMMA,
    "\\v{γ} = −s [(\\dot{w} I − [\\dot{\\v{e}}]_{×}) \\v{ω} − (w I − [\\v{e}]_{×}) (\\v{ω}_{P} × "
    "\\v{ω})]" },
  { LW_EQUATION_MULTIPLIER, "\\v{M}_{S} = R_{P} s (w I + [\\v{e}]_{×}) \\v{λ}" },
};

static const Formula rotation_two[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS,
    "\\v{s} = \\v{z}_{P} × \\v{z}_{S},   k = \\sqrt{\\frac{2}{1 + \\v{z}_{P} · \\v{z}_{S}}}" },
  { LW_EQUATION_POSITION,
    "ε_{x} = k \\v{x}_{P} · \\v{s},   ε_{y} = k \\v{y}_{P} · \\v{s},   |\\v{ε}| = 2 \\t{sin} "
    "\\frac{φ}{2}" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = A · \\v{ω},   \\v{ω} = R_{P}^{T} (\\v{ω}_{S} − \\v{ω}_{P})" },
  { LW_EQUATION_JACOBIAN, "G_{S} = [\\matrix{0 & R_{P} A}],   G_{P} = −G_{S}" },
  { LW_EQUATION_GAMMA, "γ = −\\ddot{ε} (\\dot{\\v{ω}} = −\\v{ω}_{P} × \\v{ω})" },
  { LW_EQUATION_MULTIPLIER, "\\v{M}_{S} = R_{P} ∑ λ A" },
};

static const Formula rotation_one[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "\\v{n} = \\v{c}_{S} × \\v{b}_{P}" },
  { LW_EQUATION_POSITION, "ε = \\v{b}_{P} · \\v{c}_{S} − \\t{cos} α" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = (\\v{ω}_{S} − \\v{ω}_{P}) · \\v{n}" },
  { LW_EQUATION_JACOBIAN, "G_{S} = [\\matrix{0 & \\v{n}}],   G_{P} = −[\\matrix{0 & \\v{n}}]" },
  { LW_EQUATION_GAMMA,
    "γ = −[(\\v{ω}_{P} × (\\v{ω}_{P} × \\v{b})) · \\v{c} + 2 \\dot{\\v{b}} · \\dot{\\v{c}} + "
    "\\v{b} · (\\v{ω}_{S} × (\\v{ω}_{S} × \\v{c}))]" },
  { LW_EQUATION_MULTIPLIER, "\\v{M}_{S} = λ \\v{n},   \\v{M}_{P} = −λ \\v{n}" },
};

#define LINE_SYMBOLS                                                                               \
  {                                                                                                \
    LW_EQUATION_SYMBOLS, "\\v{u} = \\v{Q} − \\v{P},   \\v{c} = \\frac{\\v{u}}{|\\v{u}|}"         \
  }
static const Formula rod[MOST_FORMULAS] = {
  LINE_SYMBOLS,
  { LW_EQUATION_POSITION, "ε = |\\v{Q} − \\v{P}| − d" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\v{c} · (\\v{v}_{Q} − \\v{v}_{P}) − \\dot{d}" },
  { LW_EQUATION_JACOBIAN,
    "G_{Q} = [\\matrix{\\v{c} & \\v{r}_{Q} × \\v{c}}],   G_{P} = −[\\matrix{\\v{c} & \\v{r}_{P} × "
    "\\v{c}}]" },
  { LW_EQUATION_GAMMA,
    "γ = −\\v{c} · [\\v{ω}_{Q} × (\\v{ω}_{Q} × \\v{r}_{Q}) − \\v{ω}_{P} × (\\v{ω}_{P} × "
    "\\v{r}_{P})] − \\frac{|\\v{v}_{\\t{rel}}|^{2} − (\\v{c} · "
    "\\v{v}_{\\t{rel}})^{2}}{|\\v{u}|} + \\ddot{d}" },
  { LW_EQUATION_MULTIPLIER, "\\v{F}_{Q} = λ \\v{c},   \\t{tension} = −λ" },
};

static const Formula rope[MOST_FORMULAS] = {
  LINE_SYMBOLS,
  { LW_EQUATION_POSITION, "ε = d − |\\v{Q} − \\v{P}| ≥ 0" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\dot{d} − \\v{c} · (\\v{v}_{Q} − \\v{v}_{P})" },
  { LW_EQUATION_JACOBIAN,
    "G_{Q} = −[\\matrix{\\v{c} & \\v{r}_{Q} × \\v{c}}],   G_{P} = [\\matrix{\\v{c} & \\v{r}_{P} × "
    "\\v{c}}]" },
  { LW_EQUATION_GAMMA,
    "γ = \\v{c} · [\\v{ω}_{Q} × (\\v{ω}_{Q} × \\v{r}_{Q}) − \\v{ω}_{P} × (\\v{ω}_{P} × "
    "\\v{r}_{P})] + \\frac{|\\v{v}_{\\t{rel}}|^{2} − (\\v{c} · "
    "\\v{v}_{\\t{rel}})^{2}}{|\\v{u}|} − \\ddot{d}" },
  { LW_EQUATION_MULTIPLIER, "λ ≥ 0,   λ ε = 0,   \\t{tension} = λ" },
};

static const Formula pulley_rope[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "L = ∑ l_{k} + ∑ θ_{i} R_{i},   \\v{v}_{k} = \\dot{\\v{X}}_{k+1} − "
                         "\\dot{\\v{X}}_{k}" },
  { LW_EQUATION_POSITION, "ε = d − L ≥ 0" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\dot{d} − ∑ \\v{t}_{k} · \\v{v}_{k}" },
  { LW_EQUATION_JACOBIAN,
    "G_{k} = [\\matrix{\\v{t}_{k} & \\v{r}_{k} × \\v{t}_{k}}],   G_{k+1} = −[\\matrix{\\v{t}_{k} & "
    "\\v{r}_{k+1} × \\v{t}_{k}}]" },
  { LW_EQUATION_GAMMA,
    "γ = ∑ \\v{t}_{k} · \\dot{\\v{v}}_{k} (\\v{a} = 0) + ∑ \\frac{|\\v{v}_{k}|^{2} − (\\v{t}_{k} · "
    "\\v{v}_{k})^{2}}{l_{k}} − \\ddot{d}" },
  { LW_EQUATION_MULTIPLIER, "λ ≥ 0,   λ ε = 0,   \\t{tension} = λ" },
};

static const Formula curved_slot[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "\\v{ρ} = R_{P}^{T} (\\v{p}_{S} − \\v{p}_{P}),   D = 1 − κ ε" },
  { LW_EQUATION_POSITION, "ε = \\v{n} · (\\v{ρ} − \\v{c}(s))" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\v{n} · \\dot{\\v{ρ}},   \\dot{s} = \\frac{\\v{t} · "
                          "\\dot{\\v{ρ}}}{D}" },
  { LW_EQUATION_JACOBIAN, "G_{S} = [\\matrix{\\v{n} & \\v{r}_{S} × \\v{n}}],   "
                          "G_{P} = −[\\matrix{\\v{n} & (\\v{r}_{P} + \\v{ρ}) × \\v{n}}]" },
  { LW_EQUATION_GAMMA, "γ = −\\v{n} · \\ddot{\\v{ρ}} (\\v{a} = 0) + κ \\frac{(\\v{t} · "
                       "\\dot{\\v{ρ}})^{2}}{D}" },
  { LW_EQUATION_MULTIPLIER, "\\v{F}_{S} = λ \\v{n},   \\v{F}_{P} = −\\v{F}_{S}" },
};

static const Formula strut[MOST_FORMULAS] = {
  LINE_SYMBOLS,
  { LW_EQUATION_POSITION, "ε = |\\v{Q} − \\v{P}| − d ≥ 0" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\v{c} · (\\v{v}_{Q} − \\v{v}_{P}) − \\dot{d}" },
  { LW_EQUATION_JACOBIAN,
    "G_{Q} = [\\matrix{\\v{c} & \\v{r}_{Q} × \\v{c}}],   G_{P} = −[\\matrix{\\v{c} & \\v{r}_{P} × "
    "\\v{c}}]" },
  { LW_EQUATION_GAMMA,
    "γ = −\\v{c} · [\\v{ω}_{Q} × (\\v{ω}_{Q} × \\v{r}_{Q}) − \\v{ω}_{P} × (\\v{ω}_{P} × "
    "\\v{r}_{P})] − \\frac{|\\v{v}_{\\t{rel}}|^{2} − (\\v{c} · "
    "\\v{v}_{\\t{rel}})^{2}}{|\\v{u}|} + \\ddot{d}" },
  { LW_EQUATION_MULTIPLIER, "λ ≥ 0,   λ ε = 0,   \\t{thrust} = λ" },
};

static const Formula driver[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION, "ε = s − s_{0}(t)" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\dot{s} − \\dot{s}_{0}(t)" },
  { LW_EQUATION_JACOBIAN, "G = \\frac{∂\\dot{s}}{∂\\v{v}}" },
  { LW_EQUATION_GAMMA, "γ = \\ddot{s}_{0}(t) − \\ddot{s} (\\v{a} = 0)" },
  { LW_EQUATION_MULTIPLIER, "\\t{effort} = λ,   \\t{power} = λ \\dot{s}" },
};

static const Formula speed[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION, "ε ≡ 0" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\dot{s} − u(t)" },
  { LW_EQUATION_JACOBIAN, "G = \\frac{∂\\dot{s}}{∂\\v{v}}" },
  { LW_EQUATION_GAMMA, "γ = \\dot{u}(t) − \\ddot{s} (\\v{a} = 0)" },
  { LW_EQUATION_MULTIPLIER, "\\t{effort} = λ,   |λ| ≤ λ_{\\t{max}},   \\t{power} = λ \\dot{s}" },
};

static const Formula limit[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION,
    "ε_{\\t{lower}} = s − s_{\\t{min}} ≥ 0,   ε_{\\t{upper}} = s_{\\t{max}} − s ≥ 0" },
  { LW_EQUATION_VELOCITY, "\\dot{ε}_{\\t{lower}} = \\dot{s},   \\dot{ε}_{\\t{upper}} = −\\dot{s}" },
  { LW_EQUATION_JACOBIAN,
    "G_{\\t{lower}} = \\frac{∂\\dot{s}}{∂\\v{v}},   G_{\\t{upper}} = −\\frac{∂\\dot{s}}{∂\\v{v}}" },
  { LW_EQUATION_GAMMA,
    "γ_{\\t{lower}} = −\\ddot{s} (\\v{a} = 0),   γ_{\\t{upper}} = \\ddot{s} (\\v{a} = 0)" },
  { LW_EQUATION_MULTIPLIER, "λ ≥ 0,   λ ε = 0" },
};

static const Formula gear[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION, "ε = s_{2} − r s_{1} − c_{0}" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = \\dot{s}_{2} − r \\dot{s}_{1}" },
  { LW_EQUATION_JACOBIAN, "G = \\frac{∂\\dot{s}_{2}}{∂\\v{v}} − r \\frac{∂\\dot{s}_{1}}{∂\\v{v}}" },
  { LW_EQUATION_GAMMA, "γ = −(\\ddot{s}_{2} − r \\ddot{s}_{1}) (\\v{a} = 0)" },
  { LW_EQUATION_MULTIPLIER, "\\t{effort}_{2} = λ,   \\t{effort}_{1} = −r λ" },
};

static const Formula plane_angle[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION, "ε = θ_{S} − θ_{P} − α" },
  { LW_EQUATION_VELOCITY, "\\dot{ε} = ω_{S} − ω_{P}" },
  { LW_EQUATION_JACOBIAN,
    "G_{S} = [\\matrix{0 & 0 & 1}],   G_{P} = −[\\matrix{0 & 0 & 1}],   γ = 0" },
  { LW_EQUATION_MULTIPLIER, "M_{S} = λ,   M_{P} = −λ" },
};

static const Formula perpendicular[MOST_FORMULAS] = {
  { LW_EQUATION_POSITION, "ε_{z} = \\v{z}_{P} · \\v{u}" },
  { LW_EQUATION_VELOCITY, "\\dot{ε}_{z} = \\v{z}_{P} · (\\v{v}_{\\t{rel}} − \\v{ω}_{P} × \\v{u})" },
};

static const Formula point_contact[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "\\v{e} = \\v{Q} − \\v{x}_{P}" },
  { LW_EQUATION_POSITION, "ε ≡ 0" },
  { LW_EQUATION_VELOCITY,
    "\\dot{ε} = \\v{n} · (\\v{v}_{S} + \\v{ω}_{S} × \\v{r}_{Q} − \\v{v}_{P} − \\v{ω}_{P} × "
    "\\v{e})" },
  { LW_EQUATION_JACOBIAN,
    "G_{S} = [\\matrix{\\v{n} & \\v{r}_{Q} × \\v{n}}],   G_{P} = −[\\matrix{\\v{n} & \\v{e} × "
    "\\v{n}}]" },
  { LW_EQUATION_GAMMA,
    "γ = −\\v{n} · [\\v{ω}_{S} × (\\v{ω}_{S} × \\v{r}_{Q}) − \\v{ω}_{P} × (\\v{v}_{Q} − "
    "\\v{v}_{P})]" },
  { LW_EQUATION_MULTIPLIER, "\\v{F}_{S} = ∑ λ \\v{n}" },
};

static const Formula spring[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "l = |\\v{Q} − \\v{P}|,   \\v{c} = \\frac{\\v{Q} − \\v{P}}{l}" },
  { LW_EQUATION_FORCE, "F = k (l − l_{0}) + b \\dot{l}" },
  { LW_EQUATION_FORCE, "\\v{F}_{P} = F \\v{c},   \\v{F}_{Q} = −F \\v{c}" },
};

static const Formula spring_of_law[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS, "l = |\\v{Q} − \\v{P}|,   \\v{c} = \\frac{\\v{Q} − \\v{P}}{l}" },
  { LW_EQUATION_FORCE, "F = F(l, \\dot{l}, t)" },
  { LW_EQUATION_FORCE, "\\v{F}_{P} = F \\v{c},   \\v{F}_{Q} = −F \\v{c}" },
};

static const Formula bushing[MOST_FORMULAS] = {
  { LW_EQUATION_SYMBOLS,
    "\\v{x} = R_{AB}^{T} \\v{p}_{AC},   R_{AC} = R_{z}(q_{z}) R_{y}(q_{y}) R_{x}(q_{x})" },
  { LW_EQUATION_FORCE, "\\v{F} = −R_{AB} (k ∘ \\v{x} + b ∘ \\dot{\\v{x}})" },
  { LW_EQUATION_FORCE, "τ_{i} = −(k_{i} q_{i} + b_{i} \\dot{q}_{i})" },
  { LW_EQUATION_FORCE, "U = \\frac{1}{2} ∑ k_{i} q_{i}^{2} + \\frac{1}{2} ∑ k_{j} x_{j}^{2}" },
};

static const Formula load[MOST_FORMULAS] = {
  { LW_EQUATION_FORCE, "\\v{F} = \\v{F}(t),   \\v{M} = \\v{M}(t)" },
};

static const Formula drag[MOST_FORMULAS] = {
  { LW_EQUATION_FORCE, "\\v{F} = −b \\v{v}_{Q},   \\v{M} = −b_{r} \\v{ω}" },
};

// ---- the table ------------------------------------------------------------------------------

static bool
is_rod (const MbdCouplingDef *def)
{
  return def->rod == MBD_ROD_BAR;
}

static bool
follows_position (const MbdCouplingDef *def)
{
  return def->level == MBD_LEVEL_POSITION;
}

static bool
follows_speed (const MbdCouplingDef *def)
{
  return def->level != MBD_LEVEL_POSITION;
}

static bool
locks_place (const MbdCouplingDef *def)
{
  return (def->locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z)) != 0;
}

static int
locked_turns (const MbdCouplingDef *def)
{
  return ((def->locked & MBD_LOCK_RX) != 0) + ((def->locked & MBD_LOCK_RY) != 0)
         + ((def->locked & MBD_LOCK_RZ) != 0);
}

static bool
locks_angle (const MbdCouplingDef *def)
{
  return (def->locked & MBD_LOCK_RZ) != 0;
}

static bool
locks_one (const MbdCouplingDef *def)
{
  return locked_turns (def) == 1;
}

static bool
locks_two (const MbdCouplingDef *def)
{
  return locked_turns (def) == 2;
}

static bool
locks_three (const MbdCouplingDef *def)
{
  return locked_turns (def) == 3;
}

typedef enum
{
  ANY,
  PLANE,
  SPACE,
} Where;

/// Formulas of couplings: all rows that match a coupling apply, in this order.
static const struct
{
  const MbdCouplingClass *(*class_) (void);
  Where where;
  bool (*fits) (const MbdCouplingDef *def); ///< NULL if all match
  const Formula *formulas;
  LwEquationNumbers *numbers; ///< NULL for only the numbers of the rows
} kinds[] = {
  { mbd_loop_class, ANY, locks_place, translation, lw_equations_put_offset },
  { mbd_loop_class, PLANE, locks_angle, plane_rotation, NULL },
  { mbd_loop_class, SPACE, locks_one, rotation_one, NULL },
  { mbd_loop_class, SPACE, locks_two, rotation_two, NULL },
  { mbd_loop_class, SPACE, locks_three, rotation_three, NULL },
  { mbd_rod_class, ANY, is_rod, rod, lw_equations_put_length },
  { mbd_rod_class, ANY, lw_coupling_only_pulls, rope, lw_equations_put_length },
  { mbd_rod_class, ANY, lw_coupling_only_pushes, strut, lw_equations_put_length },
  { mbd_pulley_rope_class, ANY, NULL, pulley_rope, NULL },
  { mbd_curved_slot_class, ANY, NULL, curved_slot, NULL },
  { mbd_driver_class, ANY, follows_position, driver, lw_equations_put_drive },
  { mbd_driver_class, ANY, follows_speed, speed, lw_equations_put_drive },
  { mbd_limit_class, ANY, NULL, limit, lw_equations_put_limit },
  { mbd_gear_class, ANY, NULL, gear, lw_equations_put_gear },
  { mbd_angle_class, PLANE, NULL, plane_angle, NULL },
  { mbd_angle_class, SPACE, NULL, rotation_one, NULL },
  { mbd_revolute_spherical_class, ANY, NULL, rod, lw_equations_put_length },
  { mbd_revolute_spherical_class, SPACE, NULL, perpendicular, NULL },
  { mbd_point_contact_class, ANY, NULL, point_contact, NULL },
};

static bool
has_law (const LwForce *force)
{
  return force->law != NULL;
}

static bool
has_constants (const LwForce *force)
{
  return force->law == NULL;
}

static const struct
{
  const MbdForceClass *(*class_) (void);
  bool (*fits) (const LwForce *force);
  const Formula *formulas;
  LwEquationNumbers *numbers;
} forces[] = {
  { mbd_spring_class, has_constants, spring, lw_equations_put_spring },
  { mbd_spring_class, has_law, spring_of_law, lw_equations_put_spring },
  { mbd_bushing_class, NULL, bushing, lw_equations_put_action },
  { mbd_load_class, NULL, load, lw_equations_put_action },
  { mbd_drag_class, NULL, drag, lw_equations_put_action },
};

// ---- construction -----------------------------------------------------------------------------

static void
equation_clear (gpointer data)
{
  g_free (((LwEquation *) data)->formula);
}

GArray *
lw_equations_new (void)
{
  GArray *equations = g_array_new (FALSE, FALSE, sizeof (LwEquation));

  g_array_set_clear_func (equations, equation_clear);
  return equations;
}

void
lw_equations_put (GArray *equations, LwEquationRole role, char *formula)
{
  const LwEquation equation = { role, formula };

  g_array_append_val (equations, equation);
}

static void
put_formulas (GArray *equations, const Formula *formulas)
{
  for (int i = 0; i < MOST_FORMULAS && formulas[i].formula != NULL; i++)
    lw_equations_put (equations, formulas[i].role, g_strdup (formulas[i].formula));
}

static bool
is_spatial (const LwMechanism *mechanism, const MbdCouplingDef *def)
{
  const int ids[] = { def->body_a, def->body_b, def->body_c, def->body_d };
  const int n = lw_family_of (def->class_)->n_bodies;

  for (int i = 0; i < n; i++) {
    const LwBody *body = lw_mechanism_find_body (mechanism, ids[i]);

    if (body != NULL && body->def.mobility == MBD_SPATIAL)
      return true;
  }
  return false;
}

/// Adds the law of each compliant row, of a coupling whose rows differ.
static void
put_compliant_rows (GArray *equations, const MbdCouplingDef *def, MbdSpace space)
{
  const MbdCouplingClass *class_ = def->class_;
  const unsigned variant = class_->variant (def, space);

  for (int row = 0; row < class_->rows (variant, space); row++) {
    const char *name = class_->row_name (variant, space, row);
    g_autofree char *index = lw_equations_dup_index (name);

    if (mbd_coupling_row (def, mbd_class_row_place (class_, name)).compliant)
      lw_equations_put (
        equations, LW_EQUATION_MULTIPLIER,
        g_strdup_printf ("λ%s = −(k%s ε%s + b%s \\dot{ε}%s)", index, index, index, index, index));
  }
}

/// Adds the stabilisation or compliance of the rows, if it changes the equations.
static void
put_treatment (GArray *equations, const MbdCouplingDef *def, bool spatial)
{
  if (mbd_coupling_rows_differ (def))
    put_compliant_rows (equations, def, spatial ? MBD_SPACE_SPACE : MBD_SPACE_PLANE);
  else if (def->compliant)
    lw_equations_put (equations, LW_EQUATION_MULTIPLIER, g_strdup ("λ = −(k ε + b \\dot{ε})"));
  if (!def->compliant && def->stabilisation == MBD_STABILISATION_BAUMGARTE)
    lw_equations_put (equations, LW_EQUATION_GAMMA,
                      g_strdup ("γ^{∗} = γ − \\frac{2}{T} \\dot{ε} − \\frac{1}{T^{2}} ε"));
}

static void
put_coupling (GArray *equations, LwEquationContext *context, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &context->def;
  bool spatial;

  context->def = coupling->def;
  lw_mechanism_resolve_coupling (context->mechanism, coupling, &context->def, NULL);
  spatial = is_spatial (context->mechanism, def);
  if (context->state != NULL) {
    context->index =
      mbd_model_coupling_by_id (mbd_state_model (context->state), coupling->element.id);
    if (context->index < 0)
      context->state = NULL;
  }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].class_ () == def->class_
        && (kinds[i].where == ANY || (kinds[i].where == SPACE) == spatial)
        && (kinds[i].fits == NULL || kinds[i].fits (def)))
      put_formulas (equations, kinds[i].formulas);
  put_treatment (equations, def, spatial);
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && context->state != NULL; i++)
    if (kinds[i].class_ () == def->class_ && kinds[i].numbers != NULL
        && (kinds[i].fits == NULL || kinds[i].fits (def)))
      kinds[i].numbers (equations, context);
  if (context->state != NULL)
    lw_equations_put_rows (equations, context);
}

static void
put_force (GArray *equations, LwEquationContext *context, const LwForce *force)
{
  if (context->state != NULL) {
    context->index = mbd_model_force_by_id (mbd_state_model (context->state), force->element.id);
    if (context->index < 0)
      context->state = NULL;
  }
  context->force = force;
  for (guint i = 0; i < G_N_ELEMENTS (forces); i++)
    if (forces[i].class_ () == force->def.class_
        && (forces[i].fits == NULL || forces[i].fits (force))) {
      put_formulas (equations, forces[i].formulas);
      if (context->state != NULL)
        forces[i].numbers (equations, context);
    }
}

GArray *
lw_equations_of (const LwMechanism *mechanism,
                 LwElementRef element,
                 MbdState *state,
                 const char *decimal_point)
{
  GArray *equations = lw_equations_new ();
  LwEquationContext context = {
    .mechanism = mechanism,
    .state = state,
    .decimal_point = decimal_point,
  };

  if (element.kind == LW_SELECTION_COUPLING) {
    const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, element.id);

    if (coupling != NULL)
      put_coupling (equations, &context, coupling);
  } else if (element.kind == LW_SELECTION_FORCE) {
    const LwForce *force = lw_mechanism_find_force (mechanism, element.id);

    if (force != NULL)
      put_force (equations, &context, force);
  }
  return equations;
}

GArray *
lw_equations_of_system (const LwRunSettings *run, const char *decimal_point)
{
  static const Formula system[MOST_FORMULAS] = {
    { LW_EQUATION_SYSTEM, "M \\dot{\\v{v}} = \\v{f} + G^{T} \\v{λ}" },
    { LW_EQUATION_SYSTEM, "G \\dot{\\v{v}} = \\v{γ}" },
    { LW_EQUATION_SYSTEM,
      "[\\matrix{M & G^{T} \\\\ G & −E}] [\\matrix{\\dot{\\v{v}} \\\\ −\\v{λ}}] = "
      "[\\matrix{\\v{f} \\\\ \\v{γ}}]" },
  };
  const MbdStabilisationSettings *kept = &run->integrator.stabilisation;
  GArray *equations = lw_equations_new ();

  put_formulas (equations, system);
  if (kept->stabilisation == MBD_STABILISATION_BAUMGARTE) {
    char number[LW_NUMBER_SIZE];

    lw_format_number (number, kept->time_constant, 3, decimal_point);
    lw_equations_put (
      equations, LW_EQUATION_SYSTEM,
      g_strdup_printf ("\\v{γ}^{∗} = \\v{γ} − \\frac{2}{T} \\dot{\\v{ε}} − \\frac{1}{T^{2}} "
                       "\\v{ε},   T = %s\\,\\t{s}",
                       number));
  } else if (kept->stabilisation != MBD_STABILISATION_NONE) {
    lw_equations_put (equations, LW_EQUATION_SYSTEM,
                      g_strdup ("[\\matrix{M & G^{T} \\\\ G & 0}] [\\matrix{Δ\\v{q} \\\\ \\v{μ}}] "
                                "= [\\matrix{0 \\\\ −\\v{ε}}],   \\v{q} ← \\v{q} + Δ\\v{q}"));
    lw_equations_put (equations, LW_EQUATION_SYSTEM,
                      g_strdup ("[\\matrix{M & G^{T} \\\\ G & 0}] [\\matrix{Δ\\v{v} \\\\ \\v{ν}}] "
                                "= [\\matrix{0 \\\\ −\\dot{\\v{ε}}}],   \\v{v} ← \\v{v} + "
                                "Δ\\v{v}"));
  }
  return equations;
}
