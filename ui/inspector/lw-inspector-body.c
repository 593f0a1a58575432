// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a body.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-element-words.h"
#include "lw-link-length.h"
#include "lw-inspector-private.h"

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Body"), LW_EDITOR_NAME };

static const LwLiveSpec live[] = {
  { "x", N_ ("Position x"), 4 },           { "y", N_ ("Position y"), 4 },
  { "z", N_ ("Position z"), 4 },           { "angle", N_ ("Angle φ"), 4 },
  { "vx", N_ ("Velocity vx"), 4 },         { "vy", N_ ("Velocity vy"), 4 },
  { "vz", N_ ("Velocity vz"), 4 },         { "omega", N_ ("Angular velocity ω"), 4 },
  { "wx", N_ ("Angular velocity ωx"), 4 }, { "wy", N_ ("Angular velocity ωy"), 4 },
  { "wz", N_ ("Angular velocity ωz"), 4 },
};

// ---- computed values ------------------------------------------------------------------------

static const LwFieldSpec length_field = {
  N_ ("Length"), N_ ("Change Length"), LW_EDITOR_NUMBERS,       .n = 1,
  .unit = "m",   .positive = true,     .property = "bar_length"
};
// ---- rows -----------------------------------------------------------------------------------

/// Returns true if all selected bodies have this mobility, and clears *all_bars if one of them has
/// no length.
static bool
all_alike (LwInspector *self, MbdMobility mobility, bool *all_bars)
{
  bool alike = true;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++) {
    const int id = lw_inspector_get_target (self, i).id;
    double length;
    GArray *points =
      lw_mechanism_dup_length_points (lw_inspector_get_mechanism (self), id, &length);

    *all_bars = *all_bars && points != NULL;
    g_clear_pointer (&points, g_array_unref);
    alike =
      alike
      && lw_mechanism_find_body (lw_inspector_get_mechanism (self), id)->def.mobility == mobility;
  }
  return alike;
}

static void
add_start (LwInspector *self, LwElementRef target, MbdMobility mobility)
{
  if (mobility != MBD_FIXED) {
    lw_inspector_add_plate (self, target);
    lw_inspector_add_card_fields (self, target, "mass");
  }
  lw_inspector_begin_card (self, mobility == MBD_FIXED ? _ ("Place") : _ ("Start"), NULL);
  lw_inspector_add_card_fields (self, target, "start");
}

void
lw_inspector_build_body (LwInspector *self, const LwBody *body)
{
  const LwElementRef target = { LW_SELECTION_BODY, body->element.id };
  const MbdMobility mobility = body->def.mobility;
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  g_autofree char *kind = lw_element_words_dup_kind (mechanism, target);
  double length;
  GArray *points = lw_mechanism_dup_length_points (mechanism, body->element.id, &length);
  bool is_bar = points != NULL;
  const bool alike = all_alike (self, mobility, &is_bar);

  g_clear_pointer (&points, g_array_unref);
  if (lw_inspector_is_several (self))
    lw_inspector_add_header_of_several (self, lw_element_words_get_icon (mechanism, target));
  else
    lw_inspector_add_header (self, target, lw_element_words_get_icon (mechanism, target), kind,
                             &name_field, NULL);
  if (mobility != MBD_FIXED && !lw_inspector_is_several (self)) {
    lw_inspector_begin_card (self, _ ("Live values"), _ ("world axes"));
    lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  }
  lw_inspector_begin_card (self, _ ("Body"), NULL);
  lw_inspector_add_card_fields (self, target, "body");
  if (is_bar) {
    lw_inspector_add_fields (self, target, &length_field, 1);
    if (mobility != MBD_SPATIAL)
      lw_inspector_add_field (self, target, "length_locked");
  }
  lw_inspector_add_dimensions (self, target);
  if (alike)
    add_start (self, target, mobility);
  lw_inspector_add_contact (self, target);
}
