// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector of a coupling: the parts common to all kinds. lw-inspector-kinds.c has the parts of
// particular kinds. Level and compliance of single rows are folded unless one of them differs.

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>

#include "lw-element-words.h"
#include "lw-inspector-private.h"
#include "lw-joint-friction.h"

static const LwFieldSpec name_field = { N_ ("Name"), N_ ("Rename Joint"), LW_EDITOR_NAME };
static const LwLiveSpec live[] = {
  { "coordinate", N_ ("Motion q"), 4 },
  { "slide", N_ ("Slide"), 4 },
  { "effort", N_ ("Effort"), 4 },
  { "power", N_ ("Power"), 4 },
  { "tension", N_ ("Tension"), 4 },
  { "gap", N_ ("Gap"), 4 },
  { "lower_gap", N_ ("Gap to the lower stop"), 4 },
  { "upper_gap", N_ ("Gap to the upper stop"), 4 },
};

/// Values that are folded.
static const LwLiveSpec more_live[] = {
  { "rate", N_ ("Rate q̇"), 4 },
  { "slide_rate", N_ ("Slide rate"), 4 },
  { "length_error", N_ ("Length error ε"), 2 },
  { "position_error", N_ ("Position error |ε|"), 2 },
  { "velocity_error", N_ ("Velocity error |ε̇|"), 2 },
  { "acceleration_error", N_ ("Acceleration error"), 2 },
  { "angle_error", N_ ("Angle error |ε|"), 2 },
  { "angle_rate_error", N_ ("Angle rate error"), 2 },
  { "angle_acceleration_error", N_ ("Angle acceleration error"), 2 },
};

/// Values of a torsion spring, for which the engine's conditions are meaningless.
static const LwLiveSpec spring_live[] = {
  { "coordinate", N_ ("Angle φ"), 4 },      { "rate", N_ ("Angle rate φ̇"), 4 },
  { "effort", N_ ("Moment"), 4 },           { "power", N_ ("Power"), 4 },
  { "energy", N_ ("Potential energy"), 4 },
};

char *
lw_inspector_dup_coupling_structure (LwInspector *self, const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const LwFunction *function = coupling->function;
  unsigned springs = 0;
  MbdCouplingDef resolved;

  lw_mechanism_resolve_coupling (lw_inspector_get_mechanism (self), coupling, &resolved, NULL);
  for (int i = 0; i < MBD_MOST_ROWS; i++)
    springs |= (unsigned) (def->rows[i].has_compliance && def->rows[i].compliant) << i;
  return g_strdup_printf (
    " %x %x %d %d %d %d %d %d %d %d %d %d %d %d %d", def->locked, springs, def->rod, def->compliant,
    lw_joint_friction_is_possible (lw_inspector_get_mechanism (self), coupling->element.id),
    def->level, (int) coupling->gearing, coupling->joint[0], coupling->joint[1],
    function != NULL ? (int) function->kind : -1, function != NULL ? (int) function->ends : -1,
    lw_inspector_element_is_spatial (self, target), resolved.body_c, resolved.body_d,
    def->normal_count);
}

// ---- fields of one row ----------------------------------------------------------------------

enum
{
  AS_ABOVE, ///< as the coupling, whose fields are above
  RIGID,
  COMPLIANT,
};

static const char *const level_choices[] = { N_ ("As above"), N_ ("Position"), N_ ("Velocity"),
                                             N_ ("Acceleration"), NULL };
static const char *const compliance_choices[] = { N_ ("As above"), N_ ("Rigid"), N_ ("Compliant"),
                                                  NULL };

static void
get_level (const LwMechanism *mechanism, int id, int place, double *values)
{
  const MbdRowDef *row = &lw_mechanism_find_coupling (mechanism, id)->def.rows[place];

  values[0] = row->has_level ? 1 + (int) row->level : AS_ABOVE;
}

static LwMechanism *
with_level (const LwMechanism *mechanism, int id, int place, const double *values)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdRowDef *row = &coupling->def.rows[place];
  const int choice = (int) values[0];

  row->has_level = choice != AS_ABOVE;
  row->level = row->has_level ? (MbdLevel) (choice - 1) : MBD_LEVEL_POSITION;
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

static void
get_compliance (const LwMechanism *mechanism, int id, int place, double *values)
{
  const MbdRowDef *row = &lw_mechanism_find_coupling (mechanism, id)->def.rows[place];

  values[0] = !row->has_compliance ? AS_ABOVE : row->compliant ? COMPLIANT : RIGID;
}

static LwMechanism *
with_compliance (const LwMechanism *mechanism, int id, int place, const double *values)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));
  MbdCouplingDef *def = &coupling->def;
  MbdRowDef *row = &def->rows[place];
  const int choice = (int) values[0];

  // The constants are kept while the row is rigid; the first ones are those of the coupling.
  if (choice == COMPLIANT && !row->has_compliance) {
    row->stiffness = def->stiffness;
    row->damping = def->damping;
  } else if (choice == AS_ABOVE) {
    row->stiffness = row->damping = 0;
  }
  row->has_compliance = choice != AS_ABOVE;
  row->compliant = choice == COMPLIANT;
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

/// The accessors of the row at a place.
#define PLACE(place)                                                                               \
  static void get_level_##place (const LwMechanism *mechanism, int id, double *values)             \
  {                                                                                                \
    get_level (mechanism, id, place, values);                                                      \
  }                                                                                                \
  static LwMechanism *with_level_##place (const LwMechanism *mechanism, int id,                    \
                                          const double *values)                                    \
  {                                                                                                \
    return with_level (mechanism, id, place, values);                                              \
  }                                                                                                \
  static void get_compliance_##place (const LwMechanism *mechanism, int id, double *values)        \
  {                                                                                                \
    get_compliance (mechanism, id, place, values);                                                 \
  }                                                                                                \
  static LwMechanism *with_compliance_##place (const LwMechanism *mechanism, int id,               \
                                               const double *values)                               \
  {                                                                                                \
    return with_compliance (mechanism, id, place, values);                                         \
  }

PLACE (0)
PLACE (1)
PLACE (2)
PLACE (3)
PLACE (4)
PLACE (5)

#define LEVEL(place)                                                                               \
  {                                                                                                \
    N_ ("Level"), N_ ("Change Level"), LW_EDITOR_CHOICE,                                           \
      .choices = level_choices, .get = get_level_##place, .set = with_level_##place,               \
      .field = "level"                                                                             \
  }
#define COMPLIANCE(place)                                                                          \
  {                                                                                                \
    N_ ("Compliance"), N_ ("Change Compliance"), LW_EDITOR_CHOICE,                                 \
      .choices = compliance_choices, .get = get_compliance_##place,                                \
      .set = with_compliance_##place, .field = "compliant"                                         \
  }
#define NUMBER(label, change, member, place, per_angle, per_length)                                \
  {                                                                                                \
    { label,                                                                                       \
      change,                                                                                      \
      LW_EDITOR_NUMBERS,                                                                           \
      .offset = offsetof (LwCoupling, def.rows[place].member),                                     \
      .n = 1,                                                                                      \
      .unit = per_angle,                                                                           \
      .field = #member },                                                                          \
    {                                                                                              \
      label, change, LW_EDITOR_NUMBERS, .offset = offsetof (LwCoupling, def.rows[place].member),   \
                                        .n = 1, .unit = per_length, .field = #member               \
    }                                                                                              \
  }
#define STIFFNESS(place)                                                                           \
  NUMBER (N_ ("Stiffness"), N_ ("Change Stiffness"), stiffness, place, "N m/rad", "N/m")
#define DAMPING(place)                                                                             \
  NUMBER (N_ ("Damping"), N_ ("Change Damping"), damping, place, "N m s/rad", "N s/m")

static const LwFieldSpec level_fields[MBD_MOST_ROWS] = { LEVEL (0), LEVEL (1), LEVEL (2),
                                                         LEVEL (3), LEVEL (4), LEVEL (5) };
static const LwFieldSpec compliance_fields[MBD_MOST_ROWS] = { COMPLIANCE (0), COMPLIANCE (1),
                                                              COMPLIANCE (2), COMPLIANCE (3),
                                                              COMPLIANCE (4), COMPLIANCE (5) };
/// By place, then for rows that measure an angle and a length.
static const LwFieldSpec stiffness_fields[MBD_MOST_ROWS][2] = { STIFFNESS (0), STIFFNESS (1),
                                                                STIFFNESS (2), STIFFNESS (3),
                                                                STIFFNESS (4), STIFFNESS (5) };
static const LwFieldSpec damping_fields[MBD_MOST_ROWS][2] = {
  DAMPING (0), DAMPING (1), DAMPING (2), DAMPING (3), DAMPING (4), DAMPING (5)
};

static void
add_row (LwInspector *self, LwElementRef target, const MbdCouplingDef *def, int place)
{
  const bool is_length = mbd_coupling_row_is_length (def, place);
  g_autofree char *name = g_strdup_printf (_ ("Row %s"), mbd_class_row_name (def->class_, place));
  g_autofree char *key = g_strdup_printf ("row definition %s", name);
  GtkWidget *heading = lw_inspector_take (self, key);

  if (heading == NULL) {
    heading = lw_inspector_new_row (name);
    gtk_widget_add_css_class (heading, "row-heading");
    lw_inspector_put (self, heading, key);
  }
  lw_inspector_add_fields (self, target, &level_fields[place], 1);
  lw_inspector_add_fields (self, target, &compliance_fields[place], 1);
  if (!def->rows[place].has_compliance || !def->rows[place].compliant)
    return;
  lw_inspector_add_fields (self, target, &stiffness_fields[place][is_length], 1);
  lw_inspector_add_fields (self, target, &damping_fields[place][is_length], 1);
}

// ---- all rows -------------------------------------------------------------------------------

static void
expanded_cb (LwInspector *self, GParamSpec *pspec, GtkExpander *expander)
{
  self->row_defs_open = gtk_expander_get_expanded (expander);
}

static GtkWidget *
new_expander (LwInspector *self)
{
  GtkWidget *expander = lw_inspector_new_expander (_ ("Single rows"));

  g_signal_connect_object (expander, "notify::expanded", G_CALLBACK (expanded_cb), self,
                           G_CONNECT_SWAPPED);
  return expander;
}

/// Adds level and compliance of the single rows, folded unless one of them differs; `index` in the
/// model.
static void
add_row_defs (LwInspector *self, LwElementRef target, const LwCoupling *coupling, int index)
{
  const MbdModel *model = lw_player_get_model (self->player);
  const MbdCouplingClass *class_ = coupling->def.class_;
  const int first = mbd_model_coupling_first_row (model, index);
  const int n = mbd_model_coupling_rows (model, index);
  const bool differ = mbd_coupling_rows_differ (&coupling->def);
  const bool open = self->row_defs_open;
  GtkWidget *expander;

  // The only row is the coupling itself.
  if (mbd_class_row_name (class_, 0) == NULL || (n < 2 && !differ))
    return;
  expander = lw_inspector_take (self, "row definitions");
  if (expander == NULL) {
    expander = new_expander (self);
    lw_inspector_put (self, expander, "row definitions");
  }
  gtk_expander_set_expanded (GTK_EXPANDER (expander), open || differ);
  self->row_defs_open = open;
  lw_inspector_begin_folded (self, GTK_EXPANDER (expander));
  for (int row = first; row < first + n; row++)
    add_row (self, target, &coupling->def,
             mbd_class_row_place (class_, mbd_model_row_name (model, row)));
  lw_inspector_end_more (self);
}

// ---- cards ----------------------------------------------------------------------------------

static void
add_solving (LwInspector *self, LwElementRef target)
{
  if (!lw_inspector_has_card_fields (self, target, "solving"))
    return;
  lw_inspector_begin_card (self, _ ("Solving"), NULL);
  lw_inspector_add_card_fields (self, target, "solving");
}

/// Builds the rows that all selected joints have in common.
static void
build_several (LwInspector *self, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  bool all_rods = true;

  for (guint i = 0; i < lw_inspector_get_n_targets (self); i++)
    all_rods =
      all_rods
      && lw_family_of (
           lw_mechanism_find_coupling (mechanism, lw_inspector_get_target (self, i).id)->def.class_)
           ->may_slacken;
  lw_inspector_add_header_of_several (self, lw_element_words_get_icon (mechanism, target));
  lw_inspector_begin_card (self, all_rods ? _ ("Rod") : _ ("Joint"), NULL);
  lw_inspector_add_field (self, target, "enabled");
  lw_inspector_add_card_fields (self, target, "kind");
  add_solving (self, target);
}

static void
add_live_card (LwInspector *self, const LwCoupling *coupling, int index)
{
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };

  if (lw_coupling_get_kind (coupling)->is_spring) {
    lw_inspector_begin_card (self, _ ("Live values"), _ ("on the second body"));
    lw_inspector_add_live (self, target, spring_live, G_N_ELEMENTS (spring_live));
    return;
  }
  lw_inspector_begin_reaction_card (self, index);
  lw_inspector_add_state (self, target, index);
  lw_inspector_add_live (self, target, live, G_N_ELEMENTS (live));
  lw_inspector_add_reaction (self, target, index);
  if (mbd_model_coupling_rows (lw_player_get_model (self->player), index) == 0) {
    lw_inspector_add_live (self, target, more_live, G_N_ELEMENTS (more_live));
    return;
  }
  lw_inspector_begin_more (self);
  lw_inspector_add_live (self, target, more_live, G_N_ELEMENTS (more_live));
  lw_inspector_add_multipliers (self, target);
  lw_inspector_add_rows (self, index);
  lw_inspector_end_more (self);
}

void
lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const MbdModel *model = lw_player_get_model (self->player);
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const int index = mbd_model_coupling_by_id (model, coupling->element.id);
  const int rows = index >= 0 ? mbd_model_coupling_rows (model, index) : 0;
  g_autofree char *kind = lw_element_words_dup_kind (mechanism, target);
  g_autofree char *count =
    g_strdup_printf (g_dngettext (NULL, "%d row", "%d rows", (gulong) rows), rows);
  g_autofree char *words = lw_coupling_get_kind (coupling)->is_spring
                             ? g_strdup (kind)
                             : g_strdup_printf ("%s · %s", kind, count);
  MbdCouplingDef resolved;

  if (lw_inspector_is_several (self)) {
    build_several (self, target);
    return;
  }
  lw_mechanism_resolve_coupling (mechanism, coupling, &resolved, NULL);
  lw_inspector_add_header (self, target, lw_element_words_get_icon (mechanism, target), words,
                           &name_field, lw_inspector_get_field (target, "enabled"));
  if (index >= 0)
    add_live_card (self, coupling, index);
  lw_inspector_add_kind (self, coupling, &resolved, lw_inspector_element_is_spatial (self, target));
  if (index >= 0 && lw_family_of (resolved.class_)->drives)
    lw_inspector_add_sizing (self, index, resolved.coordinate[0] == MBD_COORDINATE_ANGLE);
  if (coupling->joint[0] == 0) {
    lw_inspector_begin_card (self, _ ("Frames"), _ ("in the axes of each body"));
    lw_inspector_add_card_fields (self, target, "frames");
  }
  add_solving (self, target);
  if (index >= 0)
    add_row_defs (self, target, coupling, index);
  lw_inspector_add_equations (self, target);
}
