// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a measurement: its current value and its points.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Measurement"), LW_EDITOR_NAME };

static const LwLiveSpec live[] = {
  { "x", N_ ("Position x"), 5 },      { "y", N_ ("Position y"), 5 }, { "z", N_ ("Position z"), 5 },
  { "distance", N_ ("Distance"), 5 }, { "angle", N_ ("Angle"), 5 },  { "rate", N_ ("Rate"), 4 },
};

void
lw_inspector_append_measurement (LwInspector *self,
                                 GString *string,
                                 const LwMeasurement *measurement)
{
  for (guint i = 0; i < measurement->n_points; i++) {
    g_autofree char *name = lw_inspector_dup_body_name (self, measurement->points[i].body);

    g_string_append_printf (string, " %d %s", measurement->points[i].body, name);
  }
}

void
lw_inspector_build_measurement (LwInspector *self, const LwMeasurement *measurement)
{
  static const char *const titles[] = { N_ ("First point"), N_ ("Second point"), N_ ("Third point"),
                                        N_ ("Fourth point") };
  static const char *const fields[] = { "point_1", "point_2", "point_3", "point_4" };
  const LwElementRef target = { LW_SELECTION_MEASUREMENT, measurement->element.id };
  g_autofree char *kind = NULL;

  if (lw_inspector_is_several (self)) {
    lw_inspector_add_header_of_several (self, "lw-measure-symbolic");
    return;
  }
  kind = lw_element_words_dup_kind (lw_inspector_get_mechanism (self), target);
  lw_inspector_add_header (self, target, "lw-measure-symbolic", kind, &name_field, NULL);
  lw_inspector_begin_card (self, _ ("Live values"), NULL);
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  for (guint i = 0; i < measurement->n_points; i++) {
    const LwBodyPoint *point = &measurement->points[i];

    lw_inspector_begin_card (self, measurement->n_points == 1 ? _ ("Point") : _ (titles[i]),
                             _ ("in the axes of its body"));
    lw_inspector_add_bodies (self, _ ("Body"), &point->body, 1);
    lw_inspector_add_field (self, target, fields[i]);
  }
}
