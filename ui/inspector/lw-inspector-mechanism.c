// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector while nothing is selected: the mechanism and its run settings.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-inspector-private.h"
#include "lw-words.h"

static const LwFieldSpec title_field = { N_ ("Title"), N_ ("Rename Mechanism"), LW_EDITOR_NAME };
static const LwFieldSpec notes_field = { N_ ("Notes"), N_ ("Change Notes"), LW_EDITOR_NOTES };
static const LwFieldSpec gravity_field = { N_ ("Gravity"),    N_ ("Change Gravity"),
                                           LW_EDITOR_NUMBERS, .n = 3,
                                           .unit = "m/s^2",   .property = "gravity",
                                           .field = "gravity" };

static const LwLiveSpec live[] = {
  { "energy.kinetic", N_ ("Kinetic energy"), 5 },
  { "energy.potential", N_ ("Potential energy"), 5 },
  { "energy.total", N_ ("Total energy"), 5 },
};

// ---- units ----------------------------------------------------------------------------------

static const char *const systems[] = { N_ ("m, kg, s, N"), N_ ("mm, kg, s, N"),
                                       N_ ("in, lb, s, lbf"), N_ ("As preferred"), NULL };

static void
get_system (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = lw_mechanism_get_length_unit (mechanism);
}

static LwMechanism *
with_system (const LwMechanism *mechanism, int id, const double *values)
{
  return lw_mechanism_with_length_unit (mechanism, (LwLengthUnit) values[0]);
}

static const LwFieldSpec units_field = {
  N_ ("Units"),       N_ ("Change Units"), LW_EDITOR_CHOICE,
  .choices = systems, .get = get_system,   .set = with_system
};

const char *
lw_inspector_get_method_name (MbdMethod method)
{
  for (const LwWord *word = lw_method_words; word->word != NULL; word++)
    if (word->value == (int) method)
      return _ (word->label);
  return "";
}

static void
add_notes (LwInspector *self)
{
  const LwElementRef none = { LW_SELECTION_NONE, 0 };

  lw_inspector_begin_card (self, _ ("Notes"), NULL);
  lw_inspector_add_fields (self, none, &notes_field, 1);
}

void
lw_inspector_build_mechanism (LwInspector *self)
{
  const LwElementRef none = { LW_SELECTION_NONE, 0 };
  // Notes go first if there are any: those of an example say what to observe. Empty notes go last.
  const bool notes_first = *lw_mechanism_get_notes (lw_inspector_get_mechanism (self)) != '\0';

  lw_inspector_add_header (self, none, "lw-link-symbolic", _ ("Mechanism"), &title_field, NULL);
  if (notes_first)
    add_notes (self);
  lw_inspector_begin_card (self, _ ("Live values"), NULL);
  lw_inspector_add_live (self, none, live, G_N_ELEMENTS (live));
  lw_inspector_add_parameters (self);
  lw_inspector_begin_card (self, _ ("World"), NULL);
  lw_inspector_add_fields (self, none, &gravity_field, 1);
  lw_inspector_add_fields (self, none, &units_field, 1);
  lw_inspector_add_background (self);
  lw_inspector_begin_card (self, _ ("Run"), NULL);
  lw_inspector_add_card_fields (self, none, "run");
  lw_inspector_add_contacts_of_all (self);
  lw_inspector_add_solver (self);
  if (!notes_first)
    add_notes (self);
}
