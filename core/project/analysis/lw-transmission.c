// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-transmission.h"

#include "lw-four-bar.h"

// The search for a slide on the ground, a body on it (or the coupler itself), the pin of the
// coupler, the pin of the crank, and the pin that holds the crank scans the couplings once for
// each. This costs little compared with compiling a mechanism, unless many bodies are pinned to
// one.
//
// An inverted slider-crank is a block that is pinned to a crank (at A) and slides along a link;
// both are pinned to the ground, the crank at O, the link at D. It does not matter which of the two
// is drawn long, a rod in a cylinder that swings or a block on a rocker. Without weight and losses
// the block bears on the link by a force along the normal of the slide, and since the only other
// force on it acts at A, the line of the force passes through A (the moment of the slide takes it
// there). At A the point of the link moves perpendicular to A D, that of the crank perpendicular to
// A O. A driven slide makes a strut of block and link: the force acts along the line D A.

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

  return lw_family_of (def->class_)->is_joint && def->enabled && !mbd_coupling_is_compliant (def)
           ? def->locked & (MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RZ)
           : 0;
}

/// Sets the body at the other end of a pin. Returns false if the pin does not belong to `body`.
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

    if (lw_coupling_is_input (coupling) && coupling->def.enabled && coupling->joint[0] == joint)
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

/// Adds the cranks that are pinned to the coupler, whose pin on the block (or in the slot) is
/// `joint`.
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
      add (found, &(LwTransmission){ .kind = LW_TRANSMISSION_LINK,
                                     .joint = pin->element.id,
                                     .tip = joint->element.id,
                                     .pivot = held->element.id,
                                     .coupler = coupler,
                                     .output = crank });
    else
      add (found, &(LwTransmission){ .kind = LW_TRANSMISSION_ON_SLIDE,
                                     .joint = joint->element.id,
                                     .tip = pin->element.id,
                                     .slide = slide->element.id,
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
  // The axis of a slot is fixed in the first body, which must be the ground.
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

/// Adds an inverted slider-crank: the crank is pinned at `tip` to the block, which slides along the
/// link.
static void
add_inverted (GArray *found,
              const LwMechanism *mechanism,
              const LwCoupling *slide,
              const LwCoupling *tip,
              const LwCoupling *crank_pin,
              const LwCoupling *link_pin,
              const int bodies[3])
{
  const bool crank_driven = is_driven (mechanism, crank_pin->element.id);
  const bool link_driven = is_driven (mechanism, link_pin->element.id);
  LwTransmission transmission = {
    .kind = LW_TRANSMISSION_IN_SLIDE,
    .joint = slide->element.id,
    .tip = tip->element.id,
    .pivot = link_pin->element.id,
    .slide = slide->element.id,
    .coupler = bodies[1],
    .output = bodies[2],
  };

  if (is_driven (mechanism, slide->element.id) && !crank_driven && !link_driven) {
    // A pin in a slot is pushed both along and across it.
    if (slide == tip)
      return;
    transmission.kind = LW_TRANSMISSION_LINK;
    transmission.tip = link_pin->element.id;
  }
  if (transmission.kind == LW_TRANSMISSION_LINK || (link_driven && !crank_driven)) {
    transmission.joint = tip->element.id;
    transmission.pivot = crank_pin->element.id;
    transmission.output = bodies[0];
  }
  add (found, &transmission);
}

static void
add_inverted_with_block (GArray *found,
                         const LwMechanism *mechanism,
                         const LwCoupling *slide,
                         int block,
                         int link)
{
  const LwCoupling *link_pin = find_ground_pin (mechanism, link);

  if (link_pin == NULL || find_ground_pin (mechanism, block) != NULL)
    return;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *tip = lw_mechanism_get_coupling (mechanism, i);
    const LwCoupling *crank_pin;
    int crank;

    if (!cross_pin (tip, block, &crank) || crank == link || !is_planar (mechanism, crank))
      continue;
    crank_pin = find_ground_pin (mechanism, crank);
    if (crank_pin != NULL)
      add_inverted (found, mechanism, slide, tip, crank_pin, link_pin,
                    (const int[]){ crank, block, link });
  }
}

static void
add_inverted_slider_cranks (GArray *found, const LwMechanism *mechanism, const LwCoupling *slide)
{
  const unsigned locked = locks (slide);
  const int a = slide->def.body_a, b = slide->def.body_b;

  if (!is_planar (mechanism, a) || !is_planar (mechanism, b))
    return;
  if (locked == (MBD_LOCK_Y | MBD_LOCK_RZ)) {
    add_inverted_with_block (found, mechanism, slide, a, b);
    add_inverted_with_block (found, mechanism, slide, b, a);
  } else if (locked == MBD_LOCK_Y) {
    // The slot is in the first body; its pin is on the second one, the crank.
    const LwCoupling *link_pin = find_ground_pin (mechanism, a);
    const LwCoupling *crank_pin = find_ground_pin (mechanism, b);

    if (link_pin != NULL && crank_pin != NULL)
      add_inverted (found, mechanism, slide, slide, crank_pin, link_pin, (const int[]){ b, b, a });
  }
}

GArray *
lw_transmissions_find (const LwMechanism *mechanism)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (LwTransmission));
  g_autoptr (GArray) four_bars = lw_four_bars_find (mechanism);

  for (guint i = 0; i < four_bars->len; i++) {
    const LwFourBar *bar = &g_array_index (four_bars, LwFourBar, i);

    add (found, &(LwTransmission){ .kind = LW_TRANSMISSION_LINK,
                                   .joint = bar->pins[2],
                                   .tip = bar->pins[1],
                                   .pivot = bar->pins[3],
                                   .coupler = bar->bodies[1],
                                   .output = bar->bodies[2] });
  }
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    add_slider_cranks (found, mechanism, lw_mechanism_get_coupling (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++)
    add_inverted_slider_cranks (found, mechanism, lw_mechanism_get_coupling (mechanism, i));
  return found;
}
