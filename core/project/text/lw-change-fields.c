// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A change of a run as a list of fields with their values, for the project file. The fields are those
// of the tables of elements; pulls, settings and the speed have elements of their own here. Fields
// that a run cannot change (kind, bodies, locked axes) are not stated.

#include "lw-change-fields-private.h"

#include <math.h>
#include <string.h>

#include "lw-field-text.h"
#include "lw-force-compile.h"

static void
field_clear (gpointer data)
{
  LwChangeField *field = data;

  g_free (field->name);
  g_free (field->value);
}

GArray *
lw_change_fields_new (void)
{
  GArray *fields = g_array_new (FALSE, FALSE, sizeof (LwChangeField));

  g_array_set_clear_func (fields, field_clear);
  return fields;
}

const char *
lw_change_element (const char *word)
{
  static const char *const words[] = {
    "body",      "coupling", "force",     "tracer", "measurement", "contact_pair",
    "parameter", "binding",  "mechanism", "run",    "hand",        "player",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i], word) == 0)
      return words[i];
  return NULL;
}

void
lw_change_state (GArray *fields, const char *element, int id, const char *name, char *value)
{
  const LwChangeField field = { element, id, g_strdup (name), value };

  g_array_append_val (fields, field);
}

bool
lw_change_refuse (const LwChangeField *field, GError **error)
{
  g_autofree char *name = lw_json_dup_quoted (field->name);
  g_autofree char *value = lw_json_dup_quoted (field->value);

  g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
               "%s of %s is not part of a change with the value %s", name, field->element, value);
  return false;
}

// ---- pseudo-elements ------------------------------------------------------------------------

static const LwField hand_rows[] = {
  { "point", LW_FIELD_REAL, .offset = offsetof (MbdGrip, point), .count = 3, .parts = "x y z" },
  { "target", LW_FIELD_REAL, .offset = offsetof (MbdGrip, target), .count = 3, .parts = "x y z" },
  { "stiffness", LW_FIELD_REAL, .offset = offsetof (MbdGrip, stiffness) },
  { "damping", LW_FIELD_REAL, .offset = offsetof (MbdGrip, damping) },
  { "reach", LW_FIELD_REAL, .offset = offsetof (MbdGrip, reach), .none = INFINITY,
    .flags = LW_FIELD_OPTIONAL },
};
static const LwFieldTable hand_fields = { "hand", sizeof (MbdGrip), hand_rows,
                                          G_N_ELEMENTS (hand_rows) };

static const LwField player_rows[] = {
  { "speed", LW_FIELD_REAL, .offset = offsetof (LwChange, speed) },
};
static const LwFieldTable player_fields = { "player", sizeof (LwChange), player_rows,
                                            G_N_ELEMENTS (player_rows) };

/// Field of a coupling that reconnects it; no element keeps it.
#define RECONNECTED "reconnected"

// ---- elements for the fields of a change ----------------------------------------------------

/// Parts of a change as the structs that the tables describe; functions are borrowed.
typedef union
{
  LwCoupling coupling;
  LwForce force;
  LwRunSettings run;
  MbdGrip hand;
  LwChange player;
} Parts;

/// Returns true if a change of the coupling states the field: values of the definition, of which
/// frames, ratio and the size of a belt have been resolved, and the function. Whether it is enabled is stated apart.
static bool
is_of_coupling (const LwField *field)
{
  const gsize begin = offsetof (LwCoupling, def);

  return (field->flags & LW_FIELD_LIVE)
         && (field->offset == offsetof (LwCoupling, function)
             || field->offset == offsetof (LwCoupling, radius)
             || (field->offset >= begin && field->offset < begin + sizeof (MbdCouplingDef)
                 && field->offset != offsetof (LwCoupling, def.enabled)));
}

static bool
is_live (const LwField *field)
{
  return (field->flags & LW_FIELD_LIVE) != 0;
}

/// The duration belongs to the settings of the integrator too.
static bool
is_of_integrator (const LwField *field)
{
  return is_live (field) || field->offset == offsetof (LwRunSettings, duration);
}

static bool
is_any (const LwField *field)
{
  return true;
}

static void
put_coupling (Parts *parts, const LwChange *change)
{
  const MbdCouplingDef none = mbd_coupling_default (mbd_loop_class ());

  parts->coupling.def = change->def.class_ != NULL ? change->def : none;
  parts->coupling.radius[0] = change->def.pitch_radius;
  parts->coupling.function = change->source != NULL ? change->source->functions[0] : NULL;
}

static void
take_coupling (LwChange *change, const Parts *parts)
{
  change->def = parts->coupling.def;
  change->def.pitch_radius = parts->coupling.radius[0];
}

static void
put_force (Parts *parts, const LwChange *change)
{
  parts->force.def = change->force_def;
  if (change->source == NULL)
    return;
  parts->force.law = change->source->law;
  memcpy (parts->force.functions, change->source->functions, sizeof parts->force.functions);
}

static void
take_force (LwChange *change, const Parts *parts)
{
  change->force_def = parts->force.def;
}

static void
put_run (Parts *parts, const LwChange *change)
{
  parts->run.integrator = change->integrator;
  parts->run.duration = change->integrator.duration;
}

static void
take_run (LwChange *change, const Parts *parts)
{
  change->integrator = parts->run.integrator;
  change->integrator.duration = parts->run.duration;
}

static void
put_hand (Parts *parts, const LwChange *change)
{
  parts->hand = change->grip;
}

static void
take_hand (LwChange *change, const Parts *parts)
{
  change->grip = parts->hand;
}

static void
put_player (Parts *parts, const LwChange *change)
{
  parts->player.speed = change->speed;
}

static void
take_player (LwChange *change, const Parts *parts)
{
  change->speed = parts->player.speed;
}

/// Statement of each kind of change.
typedef struct
{
  const char *element; ///< NULL: not by the fields of one element
  LwSelectionKind kind;
  const LwFieldTable *fields; ///< NULL: those of the elements of `kind`
  bool (*states) (const LwField *field);
  void (*put) (Parts *parts, const LwChange *change);
  void (*take) (LwChange *change, const Parts *parts);
} Statement;

static const Statement statements[] = {
  [LW_CHANGE_COUPLING] = { "coupling", LW_SELECTION_COUPLING, NULL, is_of_coupling, put_coupling,
                           take_coupling },
  [LW_CHANGE_FORCE] = { "force", LW_SELECTION_FORCE, NULL, is_live, put_force, take_force },
  [LW_CHANGE_GRIP] = { "hand", LW_SELECTION_NONE, &hand_fields, is_any, put_hand, take_hand },
  [LW_CHANGE_INTEGRATOR] = { "run", LW_SELECTION_NONE, NULL, is_of_integrator, put_run, take_run },
  [LW_CHANGE_SPEED] = { "player", LW_SELECTION_NONE, &player_fields, is_any, put_player,
                        take_player },
  [LW_CHANGE_MECHANISM] = { NULL },
};

static const LwFieldTable *
table_of (const Statement *statement)
{
  return statement->fields != NULL ? statement->fields : lw_field_table (statement->kind);
}

// ---- writing --------------------------------------------------------------------------------

static void
state_parameters (GArray *fields, const LwChangeSource *source)
{
  for (guint i = 0; source != NULL && i < source->parameters->len; i++) {
    const LwParameter *parameter = source->parameters->pdata[i];
    const LwField *value = lw_fields_find (&lw_parameter_fields, "value");

    lw_change_state (fields, "parameter", 0, parameter->name, lw_field_dup_text (value, parameter));
  }
}

static void
state_fields (GArray *fields, const LwChange *change)
{
  const Statement *statement = &statements[change->kind];
  const LwFieldTable *table = table_of (statement);
  Parts parts = { 0 };

  statement->put (&parts, change);
  for (guint i = 0; i < table->n_fields; i++)
    if (statement->states (&table->fields[i]))
      lw_change_state (fields, statement->element, change->id, table->fields[i].name,
                       lw_field_dup_text (&table->fields[i], &parts));
  state_parameters (fields, change->source);
}

GArray *
lw_change_dup_fields (const LwChange *change, const LwMechanism *before)
{
  GArray *fields = lw_change_fields_new ();

  if (change->kind == LW_CHANGE_MECHANISM) {
    lw_change_state_mechanism (fields, change->mechanism, before);
    return fields;
  }
  if (change->kind == LW_CHANGE_MEND) {
    lw_change_state (fields, "coupling", change->id, RECONNECTED, g_strdup ("true"));
    return fields;
  }
  // A change that alters nothing is kept too.
  if (change->kind == LW_CHANGE_COUPLING && (change->switched || !change->redefined))
    lw_change_state (fields, "coupling", change->id, "enabled",
                     g_strdup (change->enabled ? "true" : "false"));
  if (change->kind != LW_CHANGE_COUPLING || change->redefined)
    state_fields (fields, change);
  return fields;
}

// ---- reading --------------------------------------------------------------------------------

typedef struct
{
  LwChange *change;
  const Statement *statement;
  LwChangeSource *source;
  Parts parts;  ///< owns what its source needs until it is taken
  bool *stated; ///< by row of the table
  guint n_stated;
} Reader;

static bool
read_parameter (Reader *self, const LwChangeField *field, GError **error)
{
  LwParameter value = { 0 };

  if (!mbd_expression_is_name (field->name)
      || self->source->parameters->len >= LW_MECHANISM_MAX_PARAMETERS
      || !lw_field_read_text (lw_fields_find (&lw_parameter_fields, "value"), &value, field->value))
    return lw_change_refuse (field, error);
  g_ptr_array_add (self->source->parameters, lw_parameter_new (field->name, value.value, ""));
  return true;
}

static bool
read_one (Reader *self, const LwChangeField *field, GError **error)
{
  const bool is_coupling = self->change->kind == LW_CHANGE_COUPLING;
  const LwField *row;
  bool is_switch;
  guint index;

  if (strcmp (field->element, "parameter") == 0
      && (is_coupling || self->change->kind == LW_CHANGE_FORCE))
    return read_parameter (self, field, error);
  if (strcmp (field->element, self->statement->element) != 0 || field->id != self->change->id)
    return lw_change_refuse (field, error);
  row = lw_fields_find (table_of (self->statement), field->name);
  is_switch = is_coupling && strcmp (field->name, "enabled") == 0;
  if (row == NULL || !(is_switch || self->statement->states (row))
      || !lw_field_read_text (row, &self->parts, field->value))
    return lw_change_refuse (field, error);
  if (is_switch) {
    self->change->switched = true;
    self->change->enabled = self->parts.coupling.def.enabled;
    return true;
  }
  index = (guint) (row - table_of (self->statement)->fields);
  if (self->stated[index])
    return lw_change_refuse (field, error);
  self->stated[index] = true;
  self->n_stated++;
  return true;
}

/// Returns false if some fields are stated but not all of them.
static bool
is_complete (const Reader *self)
{
  const LwFieldTable *table = table_of (self->statement);
  guint n = 0;

  for (guint i = 0; i < table->n_fields; i++)
    n += self->statement->states (&table->fields[i]);
  return self->n_stated == n || (self->n_stated == 0 && self->change->switched);
}

/// Moves the functions and the law to the source.
static void
take_source (Reader *self)
{
  if (self->change->kind == LW_CHANGE_COUPLING) {
    self->source->functions[0] = g_steal_pointer (&self->parts.coupling.function);
  } else if (self->change->kind == LW_CHANGE_FORCE) {
    memcpy (self->source->functions, self->parts.force.functions, sizeof self->source->functions);
    memset (self->parts.force.functions, 0, sizeof self->parts.force.functions);
    self->source->law = g_steal_pointer (&self->parts.force.law);
  }
}

static bool
read_fields (Reader *self, const LwChangeField *fields, guint n, GError **error)
{
  bool good = true;

  for (guint i = 0; good && i < n; i++)
    good = read_one (self, &fields[i], error);
  take_source (self);
  if (good && !is_complete (self)) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "fields of a change are missing");
    good = false;
  }
  return good;
}

// ---- functions for the engine ---------------------------------------------------------------

static bool
compile_coupling (Reader *self, char **reason)
{
  const LwFunction *function = self->source->functions[0];

  self->change->def.function =
    function != NULL ? lw_function_compile (function, self->source->parameters, reason) : NULL;
  return function == NULL || self->change->def.function != NULL;
}

/// The quantities that functions follow are those of `named` (NULL: there are none).
static bool
compile_force (Reader *self, const LwMechanism *named, char **reason)
{
  g_autoptr (LwMechanism) nothing = lw_mechanism_new ();
  const LwForce *drawn =
    lw_mechanism_find_force (named != NULL ? named : nothing, self->change->id);
  LwForce force = { .def = self->change->force_def, .law = self->source->law };

  memcpy (force.functions, self->source->functions, sizeof force.functions);
  if (drawn != NULL) {
    force.def.body_a = drawn->def.body_a;
    force.def.body_b = drawn->def.body_b;
  }
  return lw_force_compile (named != NULL ? named : nothing, &force, self->source->parameters,
                           &self->change->force_def, reason);
}

static bool
compile (Reader *self, const LwMechanism *named, GError **error)
{
  g_autofree char *reason = NULL;
  const bool good = self->change->kind == LW_CHANGE_COUPLING ? compile_coupling (self, &reason)
                                                             : compile_force (self, named, &reason);

  if (!good)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "%s", reason);
  return good;
}

/// Returns false if no kind of change is stated by this element.
static bool
find_kind (const LwChangeField *first, LwChangeKind *kind)
{
  if (strcmp (first->element, "coupling") == 0 && strcmp (first->name, RECONNECTED) == 0) {
    *kind = LW_CHANGE_MEND;
    return true;
  }
  for (gsize i = 0; i < G_N_ELEMENTS (statements); i++)
    if (statements[i].element != NULL && strcmp (statements[i].element, first->element) == 0) {
      *kind = (LwChangeKind) i;
      return true;
    }
  return false;
}

gboolean
lw_change_read_fields (LwChange *change,
                       const LwChangeField *fields,
                       guint n,
                       const LwMechanism *before,
                       const LwMechanism *drawn,
                       GError **error)
{
  Reader self = { .change = change };
  bool good;

  if (lw_change_is_mechanism (fields)) {
    change->kind = LW_CHANGE_MECHANISM;
    change->mechanism = lw_change_read_mechanism (fields, n, before, error);
    return change->mechanism != NULL;
  }
  if (!find_kind (&fields[0], &change->kind))
    return lw_change_refuse (&fields[0], error);
  change->id = fields[0].id;
  if (change->kind == LW_CHANGE_MEND)
    return n == 1 || lw_change_refuse (&fields[1], error);
  self.statement = &statements[change->kind];
  self.source = lw_change_source_new ();
  self.stated = g_new0 (bool, table_of (self.statement)->n_fields);
  self.statement->put (&self.parts, change);
  good = read_fields (&self, fields, n, error);
  self.statement->take (change, &self.parts);
  change->redefined = change->kind == LW_CHANGE_COUPLING && self.n_stated > 0;
  good = good && compile (&self, before != NULL ? before : drawn, error);
  if (good && lw_change_source_has_any (self.source))
    change->source = g_steal_pointer (&self.source);
  lw_change_source_unref (self.source);
  g_free (self.stated);
  if (!good)
    lw_change_clear (change);
  return good;
}

// ---- in a model -----------------------------------------------------------------------------

/// Copies the values that a change states from one definition to another; `begin`: where the
/// definition begins in the element of the table, bytes.
static void
copy_stated (LwChangeKind kind, gsize begin, gsize size, void *to, const void *from)
{
  const Statement *statement = &statements[kind];
  const LwFieldTable *table = table_of (statement);

  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];

    if (statement->states (field) && field->offset >= begin && field->offset < begin + size)
      memcpy ((char *) to + (field->offset - begin), (const char *) from + (field->offset - begin),
              lw_field_size (field));
  }
}

static bool
resolve_coupling (LwChange *change, const MbdModel *model, const MbdState *state)
{
  MbdCouplingDef def;

  change->coupling = mbd_model_coupling_by_id (model, change->id);
  if (change->coupling < 0)
    return false;
  if (!change->redefined)
    return true;
  def = *mbd_state_coupling (state, change->coupling);
  copy_stated (LW_CHANGE_COUPLING, offsetof (LwCoupling, def), sizeof def, &def, &change->def);
  def.pitch_radius = change->def.pitch_radius;
  def.function = change->def.function;
  def.name = NULL;
  change->def = def;
  return true;
}

static bool
resolve_force (LwChange *change, const MbdModel *model, const MbdState *state)
{
  MbdForceDef def;

  change->force = mbd_model_force_by_id (model, change->id);
  if (change->force < 0)
    return false;
  def = *mbd_state_force (state, change->force);
  copy_stated (LW_CHANGE_FORCE, offsetof (LwForce, def), sizeof def, &def, &change->force_def);
  memcpy (def.force_function, change->force_def.force_function, sizeof def.force_function);
  memcpy (def.torque_function, change->force_def.torque_function, sizeof def.torque_function);
  def.law = change->force_def.law;
  def.name = NULL;
  change->force_def = def;
  return true;
}

bool
lw_change_resolve (LwChange *change, const MbdModel *model, MbdState *state)
{
  switch (change->kind) {
  case LW_CHANGE_COUPLING:
    return resolve_coupling (change, model, state);
  case LW_CHANGE_FORCE:
    return resolve_force (change, model, state);
  case LW_CHANGE_GRIP:
    change->grip.body = change->id != 0 ? mbd_model_body_by_id (model, change->id) : 0;
    return change->grip.body >= 0;
  case LW_CHANGE_MEND:
    change->coupling = mbd_model_coupling_by_id (model, change->id);
    return change->coupling >= 0;
  case LW_CHANGE_MECHANISM:
    if (change->model == NULL)
      change->model = lw_mechanism_compile (change->mechanism, NULL);
    return change->model != NULL && mbd_model_fits (model, change->model);
  default:
    return true;
  }
}
