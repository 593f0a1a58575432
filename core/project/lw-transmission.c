// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-transmission.h"

#include "lw-four-bar.h"

// A slide on the ground, a body on it (or the coupler itself), the pin of the coupler, the pin of
// the crank, and the pin that holds the crank: couplings are looked through once for each, which is
// little beside compiling a mechanism as long as few bodies are pinned to one.

static bool
is_ground (const LwMechanism *mechanism, int body)
{
  const LwBody *found = lw_mechanism_find_body (mechanism, body);

  return body == MBD_GROUND || found == NULL || found->def.mobility == MBD_FIXED;
}

static bool
is_planar (const LwMechanism *mechanism, int body)
{
  const LwBody *found = lw_mechanism_find_body (mechanism, body);

  return found != NULL && found->def.mobility == MBD_PLANAR;
}

static unsigned
locks (const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;

  return def->class_ == mbd_loop_class () && def->enabled && !def->compliant
           ? def->locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ)
           : 0;
}

/// The body at the other end of a pin of this one; false when it is none of it.
static bool
cross_pin (const LwCoupling *coupling, int body, int *other)
{
  if (locks (coupling) != (MBD_LOCK_X | MBD_LOCK_Y))
    return false;
  *other = coupling->def.body_a == body ? coupling->def.body_b : coupling->def.body_a;
  return coupling->def.body_a == body || coupling->def.body_b == body;
}

static bool
is_driven (const LwMechanism *mechanism, int joint)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (coupling->def.class_ == mbd_driver_class () && coupling->def.enabled
        && coupling->joint[0] == joint)
      return true;
  }
  return false;
}

static const LwCoupling *
find_ground_pin (const LwMechanism *mechanism, int body)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    int other;

    if (cross_pin (coupling, body, &other) && is_ground (mechanism, other))
      return coupling;
  }
  return NULL;
}

static void
add (GArray *found, const LwTransmission *transmission)
{
  if (found->len < LW_TRANSMISSIONS_MOST)
    g_array_append_vals (found, transmission, 1);
}

/// Cranks that are pinned to the coupler, whose pin on the block (or in the slot) is `joint`.
static void
add_cranks (GArray *found,
            const LwMechanism *mechanism,
            const LwCoupling *slide,
            const LwCoupling *joint,
            int block,
            int coupler)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *pin = lw_mechanism_get_coupling (mechanism, i);
    const LwCoupling *held;
    int crank;

    if (pin == joint || !cross_pin (pin, coupler, &crank) || crank == block
        || !is_planar (mechanism, crank))
      continue;
    held = find_ground_pin (mechanism, crank);
    if (held == NULL)
      continue;
    if (slide != joint && is_driven (mechanism, slide->element.id)
        && !is_driven (mechanism, held->element.id))
      add (found, &(LwTransmission){ .joint = pin->element.id,
                                     .tip = joint->element.id,
                                     .pivot = held->element.id,
                                     .coupler = coupler,
                                     .output = crank });
    else
      add (found, &(LwTransmission){ .joint = joint->element.id,
                                     .tip = pin->element.id,
                                     .pivot = slide->element.id,
                                     .slides = true,
                                     .coupler = coupler,
                                     .output = block });
  }
}

static void
add_slider_cranks (GArray *found, const LwMechanism *mechanism, const LwCoupling *slide)
{
  const unsigned locked = locks (slide);
  const bool prismatic = locked == (MBD_LOCK_Y | MBD_LOCK_RZ);
  const bool a_ground = is_ground (mechanism, slide->def.body_a);
  const int block = a_ground ? slide->def.body_b : slide->def.body_a;

  if (!prismatic && locked != MBD_LOCK_Y)
    return;
  // The axis of a slot is fixed in the first body: that has to be the ground.
  if (!is_planar (mechanism, block)
      || !(a_ground || (prismatic && is_ground (mechanism, slide->def.body_b))))
    return;
  if (!prismatic) {
    if (find_ground_pin (mechanism, block) == NULL)
      add_cranks (found, mechanism, slide, slide, MBD_GROUND, block);
    return;
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *joint = lw_mechanism_get_coupling (mechanism, i);
    int coupler;

    if (cross_pin (joint, block, &coupler) && is_planar (mechanism, coupler)
        && find_ground_pin (mechanism, coupler) == NULL)
      add_cranks (found, mechanism, slide, joint, block, coupler);
  }
}

GArray *
lw_transmissions_find (const LwMechanism *mechanism)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (LwTransmission));
  g_autoptr (GArray) four_bars = lw_four_bars_find (mechanism);

  for (guint i = 0; i < four_bars->len; i++) {
    const LwFourBar *bar = &g_array_index (four_bars, LwFourBar, i);

    add (found, &(LwTransmission){ .joint = bar->pins[2],
                                   .tip = bar->pins[1],
                                   .pivot = bar->pins[3],
                                   .coupler = bar->bodies[1],
                                   .output = bar->bodies[2] });
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    add_slider_cranks (found, mechanism, lw_mechanism_get_coupling (mechanism, i));
  return found;
}
