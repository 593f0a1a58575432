// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text form of a change of a run, for the project file: one line for each value, with its name and
// numbers. The names are the names of the fields below; docs/project-file.md lists them. The
// model's own properties (kind, bodies, locked axes) are not written, because a change cannot alter
// them.

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-changes.h"
#include "lw-formula.h"
#include "lw-text.h"

typedef struct
{
  const char *name;
  gsize offset;
  guint n;
} Field;

#define NUMBER_FIELD(type, member)                                                                 \
  {                                                                                                \
#member, offsetof(type, member), (guint) (sizeof(((type *) NULL)->member) / sizeof(double))    \
  }

static const Field coupling_fields[] = {
  NUMBER_FIELD (MbdCouplingDef, frame_a),
  NUMBER_FIELD (MbdCouplingDef, frame_b),
  NUMBER_FIELD (MbdCouplingDef, frame_c),
  NUMBER_FIELD (MbdCouplingDef, frame_d),
  NUMBER_FIELD (MbdCouplingDef, length),
  NUMBER_FIELD (MbdCouplingDef, angle),
  NUMBER_FIELD (MbdCouplingDef, normals),
  NUMBER_FIELD (MbdCouplingDef, ratio),
  NUMBER_FIELD (MbdCouplingDef, offset),
  NUMBER_FIELD (MbdCouplingDef, lower),
  NUMBER_FIELD (MbdCouplingDef, upper),
  NUMBER_FIELD (MbdCouplingDef, parameters),
  NUMBER_FIELD (MbdCouplingDef, effort_limit),
  NUMBER_FIELD (MbdCouplingDef, friction),
  NUMBER_FIELD (MbdCouplingDef, friction_radius),
  NUMBER_FIELD (MbdCouplingDef, cohesion),
  NUMBER_FIELD (MbdCouplingDef, break_force),
  NUMBER_FIELD (MbdCouplingDef, break_moment),
  NUMBER_FIELD (MbdCouplingDef, break_impulse),
  NUMBER_FIELD (MbdCouplingDef, time_constant),
  { NULL },
};

static const Field force_fields[] = {
  NUMBER_FIELD (MbdForceDef, point_a),      NUMBER_FIELD (MbdForceDef, point_b),
  NUMBER_FIELD (MbdForceDef, stiffness),    NUMBER_FIELD (MbdForceDef, damping),
  NUMBER_FIELD (MbdForceDef, free_length),  NUMBER_FIELD (MbdForceDef, force),
  NUMBER_FIELD (MbdForceDef, torque),       NUMBER_FIELD (MbdForceDef, rotational_damping),
  NUMBER_FIELD (MbdForceDef, quaternion_a), NUMBER_FIELD (MbdForceDef, quaternion_b),
  NUMBER_FIELD (MbdForceDef, bushing),      { NULL },
};

static const Field grip_fields[] = {
  NUMBER_FIELD (MbdGrip, point),     NUMBER_FIELD (MbdGrip, target),
  NUMBER_FIELD (MbdGrip, stiffness), NUMBER_FIELD (MbdGrip, damping),
  NUMBER_FIELD (MbdGrip, reach),     { NULL },
};

static const Field integrator_fields[] = {
  NUMBER_FIELD (MbdIntegratorSettings, accuracy),
  NUMBER_FIELD (MbdIntegratorSettings, step),
  NUMBER_FIELD (MbdIntegratorSettings, maximum_step),
  NUMBER_FIELD (MbdIntegratorSettings, duration),
  { NULL },
};

/// Whole numbers of a change, by name, each with its largest valid value.
typedef struct
{
  const char *name;
  int most;
  int (*get) (const LwChange *change);
  void (*set) (LwChange *change, int value);
} Whole;

#define WHOLE(name, member, type)                                                                  \
  static int get_##name (const LwChange *change)                                                   \
  {                                                                                                \
    return (int) change->member;                                                                   \
  }                                                                                                \
  static void set_##name (LwChange *change, int value)                                             \
  {                                                                                                \
    change->member = (type) value;                                                                 \
  }

WHOLE (enabled, enabled, bool)
WHOLE (switched, switched, bool)
WHOLE (redefined, redefined, bool)
WHOLE (stabilisation, def.stabilisation, MbdStabilisation)
WHOLE (normal_count, def.normal_count, int)
WHOLE (force_enabled, force_def.enabled, bool)
WHOLE (follows_body, force_def.follows_body, bool)
WHOLE (bushing_law, force_def.bushing_law, MbdBushingLaw)
WHOLE (method, integrator.method, MbdMethod)
WHOLE (maximum_steps, integrator.maximum_steps, long)
WHOLE (inherited, integrator.stabilisation.stabilisation, MbdStabilisation)
WHOLE (sequential_impacts, integrator.sequential_impacts, bool)

static const Whole coupling_wholes[] = {
  { "enabled", 1, get_enabled, set_enabled },
  { "switched", 1, get_switched, set_switched },
  { "redefined", 1, get_redefined, set_redefined },
  { "stabilisation", MBD_STABILISATION_NONE, get_stabilisation, set_stabilisation },
  { "normal_count", 3, get_normal_count, set_normal_count },
  { NULL },
};
static const Whole force_wholes[] = {
  { "enabled", 1, get_force_enabled, set_force_enabled },
  { "follows_body", 1, get_follows_body, set_follows_body },
  { "bushing_law", MBD_BUSHING_ENERGY_CONSISTENT, get_bushing_law, set_bushing_law },
  { NULL },
};
static const Whole integrator_wholes[] = {
  { "method", MBD_METHOD_TIME_STEPPING, get_method, set_method },
  { "maximum_steps", G_MAXINT, get_maximum_steps, set_maximum_steps },
  { "stabilisation", MBD_STABILISATION_NONE, get_inherited, set_inherited },
  { "sequential_impacts", 1, get_sequential_impacts, set_sequential_impacts },
  { NULL },
};
static const Whole no_wholes[] = { { NULL } };
static const Field no_fields[] = { { NULL } };

/// Returns the fields of a change by its kind, and sets *base to the structure that has them.
static const Field *
fields_of (LwChange *change, char **base)
{
  switch (change->kind) {
  case LW_CHANGE_COUPLING:
    *base = (char *) &change->def;
    return coupling_fields;
  case LW_CHANGE_FORCE:
    *base = (char *) &change->force_def;
    return force_fields;
  case LW_CHANGE_GRIP:
    *base = (char *) &change->grip;
    return grip_fields;
  case LW_CHANGE_INTEGRATOR:
    *base = (char *) &change->integrator;
    return integrator_fields;
  default:
    *base = NULL;
    return no_fields;
  }
}

static const Whole *
wholes_of (LwChangeKind kind)
{
  return kind == LW_CHANGE_COUPLING     ? coupling_wholes
         : kind == LW_CHANGE_FORCE      ? force_wholes
         : kind == LW_CHANGE_INTEGRATOR ? integrator_wholes
                                        : no_wholes;
}

// ---- sources of functions -------------------------------------------------------------------

static void
source_clear (gpointer data)
{
  LwChangeSource *source = data;

  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    lw_function_unref (source->functions[i]);
  g_free (source->law);
  g_ptr_array_unref (source->parameters);
}

static void
free_parameter (gpointer parameter)
{
  lw_parameter_free (parameter);
}

LwChangeSource *
lw_change_source_new (void)
{
  LwChangeSource *source = g_atomic_rc_box_new0 (LwChangeSource);

  source->parameters = g_ptr_array_new_with_free_func (free_parameter);
  return source;
}

LwChangeSource *
lw_change_source_ref (LwChangeSource *source)
{
  return source != NULL ? g_atomic_rc_box_acquire (source) : NULL;
}

void
lw_change_source_unref (LwChangeSource *source)
{
  if (source != NULL)
    g_atomic_rc_box_release_full (source, source_clear);
}

/// Adds the parameters of the mechanism that an expression uses.
static void
add_parameters (LwChangeSource *source, const LwMechanism *mechanism, const char *expression)
{
  for (guint i = 0; expression != NULL && i < lw_mechanism_get_n_parameters (mechanism); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);
    bool known = false;

    for (guint k = 0; k < source->parameters->len; k++)
      known =
        known
        || strcmp (((LwParameter *) source->parameters->pdata[k])->name, parameter->name) == 0;
    if (!known && lw_formula_uses (expression, parameter->name, false))
      g_ptr_array_add (source->parameters,
                       lw_parameter_new (parameter->name, parameter->value, ""));
  }
}

void
lw_change_source_add (LwChangeSource *source,
                      const LwMechanism *mechanism,
                      int component,
                      LwFunction *function)
{
  source->functions[component] = lw_function_ref (function);
  if (function != NULL)
    add_parameters (source, mechanism, function->expression);
}

void
lw_change_source_set_law (LwChangeSource *source, const LwMechanism *mechanism, const char *law)
{
  source->law = g_strdup (law);
  add_parameters (source, mechanism, law);
}

// ---- writing --------------------------------------------------------------------------------

static void
write_numbers (GString *text, const char *name, const double *values, guint n)
{
  g_string_append (text, name);
  for (guint i = 0; i < n; i++) {
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf (text, " %s", g_ascii_dtostr (number, sizeof number, values[i]));
  }
  g_string_append_c (text, '\n');
}

static void
write_text (GString *text, const char *name, const char *value)
{
  g_autofree char *escaped = g_strescape (value, NULL);

  g_string_append_printf (text, "%s %s\n", name, escaped);
}

static void
write_function (GString *text, int component, const LwFunction *function)
{
  const double head[] = { component,      function->kind,         function->origin,
                          function->ends, function->end_rates[0], function->end_rates[1] };

  write_numbers (text, "function", head, G_N_ELEMENTS (head));
  if (function->expression != NULL)
    write_text (text, "expression", function->expression);
  else
    write_numbers (text, "values", lw_function_get_numbers (function), function->numbers->len);
}

static void
write_source (GString *text, const LwChangeSource *source)
{
  for (guint i = 0; i < source->parameters->len; i++) {
    const LwParameter *parameter = source->parameters->pdata[i];
    g_autofree char *name = g_strdup_printf ("parameter %s", parameter->name);

    write_numbers (text, name, &parameter->value, 1);
  }
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (source->functions[i] != NULL)
      write_function (text, i, source->functions[i]);
  if (source->law != NULL)
    write_text (text, "law", source->law);
}

/// Writes the mechanism without notes, plots and background, which do not affect the motion.
static void
write_mechanism (GString *text, const LwMechanism *mechanism)
{
  g_autoptr (LwMechanism) unwritten = lw_mechanism_with_notes (mechanism, "");
  g_autoptr (LwMechanism) bare = lw_mechanism_with_plots (unwritten, NULL, 0);
  g_autofree char *written = NULL;

  lw_mechanism_set_background (bare, NULL);
  written = lw_text_write (bare);
  write_text (text, "mechanism", written);
}

char *
lw_change_to_text (const LwChange *change)
{
  GString *text = g_string_new (NULL);
  LwChange copy = *change;
  char *base;

  for (const Whole *whole = wholes_of (change->kind); whole->name != NULL; whole++)
    g_string_append_printf (text, "%s %d\n", whole->name, whole->get (change));
  if (change->kind != LW_CHANGE_COUPLING || change->redefined)
    for (const Field *field = fields_of (&copy, &base); field->name != NULL; field++)
      write_numbers (text, field->name, (double *) (void *) (base + field->offset), field->n);
  if (change->kind == LW_CHANGE_INTEGRATOR)
    write_numbers (text, "time_constant", &change->integrator.stabilisation.time_constant, 1);
  if (change->kind == LW_CHANGE_SPEED)
    write_numbers (text, "speed", &change->speed, 1);
  if (change->mechanism != NULL)
    write_mechanism (text, change->mechanism);
  if (change->source != NULL)
    write_source (text, change->source);
  return g_string_free (text, FALSE);
}

// ---- reading --------------------------------------------------------------------------------

typedef struct
{
  LwChange *change;
  LwChangeSource *source;
  int component;  ///< component of the function being read, -1 if none
  double head[6]; ///< first values of that function
  bool has_source;
  GError **error;
} Reader;

static bool
refuse (Reader *self, const char *line)
{
  g_set_error (self->error, LW_ERROR, LW_ERROR_BAD_FILE, "\"%.60s\" is not part of a change", line);
  return false;
}

/// Reads at most `most` numbers. Returns NULL if a word is not a number or there are more.
static GArray *
parse_numbers (const char *words, guint most)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const char *at = words;

  while (*at != '\0' && numbers->len <= most) {
    char *end;
    const double value = g_ascii_strtod (at, &end);

    if (end == at || isnan (value) || (*end != ' ' && *end != '\0')) {
      g_array_unref (numbers);
      return NULL;
    }
    g_array_append_val (numbers, value);
    at = *end == ' ' ? end + 1 : end;
  }
  if (numbers->len <= most)
    return numbers;
  g_array_unref (numbers);
  return NULL;
}

static bool
read_field (Reader *self, const char *name, const char *words, bool *found)
{
  char *base;
  const Field *field = fields_of (self->change, &base);
  double *into = NULL;
  guint n = 1;
  g_autoptr (GArray) numbers = NULL;

  while (field->name != NULL && strcmp (field->name, name) != 0)
    field++;
  if (field->name != NULL) {
    into = (double *) (void *) (base + field->offset);
    n = field->n;
  } else if (self->change->kind == LW_CHANGE_INTEGRATOR && strcmp (name, "time_constant") == 0) {
    into = &self->change->integrator.stabilisation.time_constant;
  } else if (self->change->kind == LW_CHANGE_SPEED && strcmp (name, "speed") == 0) {
    into = &self->change->speed;
  }
  *found = into != NULL;
  if (into == NULL)
    return true;
  numbers = parse_numbers (words, n);
  if (numbers == NULL || numbers->len != n)
    return refuse (self, name);
  memcpy (into, numbers->data, n * sizeof *into);
  return true;
}

static bool
read_whole (Reader *self, const char *name, const char *words, bool *found)
{
  const Whole *whole = wholes_of (self->change->kind);
  gint64 value;

  while (whole->name != NULL && strcmp (whole->name, name) != 0)
    whole++;
  *found = whole->name != NULL;
  if (!*found)
    return true;
  if (!g_ascii_string_to_signed (words, 10, 0, whole->most, &value, NULL))
    return refuse (self, name);
  whole->set (self->change, (int) value);
  return true;
}

static bool
read_function_values (Reader *self, const char *name, const char *words)
{
  const int kind = (int) self->head[1];
  g_autoptr (GArray) numbers = NULL;
  g_autofree char *text = NULL;
  LwFunction *function = NULL;
  const double *values;

  if (self->component < 0 || self->source->functions[self->component] != NULL)
    return refuse (self, name);
  if (strcmp (name, "expression") == 0) {
    text = g_strcompress (words);
    if (kind == LW_FUNCTION_EXPRESSION && g_utf8_validate (text, -1, NULL))
      function = lw_function_new_expression (text);
  } else {
    numbers = parse_numbers (words, 2 * LW_FUNCTION_MAX_ROWS);
    if (numbers == NULL)
      return refuse (self, name);
    values = (const double *) (void *) numbers->data;
    if (kind == LW_FUNCTION_CONSTANT && numbers->len == 1)
      function = lw_function_new_constant (values[0]);
    else if (kind == LW_FUNCTION_HARMONIC && numbers->len == 4)
      function = lw_function_new_harmonic (values[0], values[1], values[2], values[3]);
    else if (kind == LW_FUNCTION_POLYNOMIAL && numbers->len > 0
             && numbers->len <= LW_FUNCTION_MAX_COEFFICIENTS)
      function = lw_function_new_polynomial (values, numbers->len, self->head[2]);
    else if (kind == LW_FUNCTION_TABLE && numbers->len % 2 == 0)
      function = lw_function_new_table (values, numbers->len / 2, (MbdSplineEnds) self->head[3],
                                        &self->head[4]);
  }
  if (function == NULL)
    return refuse (self, name);
  self->source->functions[self->component] = function;
  self->component = -1;
  return true;
}

static bool
read_function_head (Reader *self, const char *words)
{
  g_autoptr (GArray) numbers = parse_numbers (words, G_N_ELEMENTS (self->head));
  const int components = self->change->kind == LW_CHANGE_FORCE ? LW_FORCE_COMPONENTS : 1;

  if (numbers == NULL || numbers->len != G_N_ELEMENTS (self->head))
    return refuse (self, "function");
  memcpy (self->head, numbers->data, sizeof self->head);
  if (!(self->head[0] >= 0 && self->head[0] < components)
      || !(self->head[1] >= 0 && self->head[1] <= LW_FUNCTION_EXPRESSION)
      || !(self->head[3] >= 0 && self->head[3] <= MBD_SPLINE_PERIODIC))
    return refuse (self, "function");
  self->component = (int) self->head[0];
  return true;
}

static bool
read_parameter (Reader *self, const char *words)
{
  const char *space = strchr (words, ' ');
  g_autofree char *name = space != NULL ? g_strndup (words, (gsize) (space - words)) : NULL;
  g_autoptr (GArray) numbers = space != NULL ? parse_numbers (space + 1, 1) : NULL;

  if (numbers == NULL || numbers->len != 1 || !mbd_expression_is_name (name)
      || self->source->parameters->len >= LW_MECHANISM_MAX_PARAMETERS)
    return refuse (self, "parameter");
  g_ptr_array_add (self->source->parameters,
                   lw_parameter_new (name, g_array_index (numbers, double, 0), ""));
  return true;
}

/// Reads a whole mechanism. It is recorded as a change of the solver, which it includes.
static bool
read_mechanism (Reader *self, const char *words)
{
  g_autofree char *text = g_strcompress (words);

  if (self->change->mechanism != NULL || !g_utf8_validate (text, -1, NULL))
    return refuse (self, "mechanism");
  self->change->mechanism = lw_text_parse (text, -1, NULL);
  self->change->kind = LW_CHANGE_MECHANISM;
  return self->change->mechanism != NULL || refuse (self, "mechanism");
}

static bool
read_line (Reader *self, const char *line)
{
  const char *space = strchr (line, ' ');
  g_autofree char *name = space != NULL ? g_strndup (line, (gsize) (space - line)) : NULL;
  const bool may_have_source =
    self->change->kind == LW_CHANGE_COUPLING || self->change->kind == LW_CHANGE_FORCE;
  bool found;

  if (name == NULL)
    return refuse (self, line);
  if (strcmp (name, "mechanism") == 0 && self->change->kind == LW_CHANGE_INTEGRATOR)
    return read_mechanism (self, space + 1);
  if (!read_whole (self, name, space + 1, &found)
      || (!found && !read_field (self, name, space + 1, &found)))
    return false;
  if (found)
    return true;
  if (!may_have_source)
    return refuse (self, line);
  self->has_source = true;
  if (strcmp (name, "parameter") == 0)
    return read_parameter (self, space + 1);
  if (strcmp (name, "function") == 0)
    return read_function_head (self, space + 1);
  if (strcmp (name, "values") == 0 || strcmp (name, "expression") == 0)
    return read_function_values (self, name, space + 1);
  if (strcmp (name, "law") != 0 || self->change->kind != LW_CHANGE_FORCE
      || self->source->law != NULL)
    return refuse (self, line);
  self->source->law = g_strcompress (space + 1);
  return g_utf8_validate (self->source->law, -1, NULL) || refuse (self, "law");
}

// ---- functions for the engine ---------------------------------------------------------------

static bool
compile_law (Reader *self)
{
  const GPtrArray *parameters = self->source->parameters;
  g_autofree const char **names = g_new0 (const char *, parameters->len + 3);
  g_autofree double *values = g_new0 (double, parameters->len + 1);
  MbdExpression *law = NULL;

  if (self->source->law == NULL)
    return true;
  names[0] = "length";
  names[1] = "rate";
  names[2] = "t";
  for (guint i = 0; i < parameters->len; i++) {
    const LwParameter *parameter = parameters->pdata[i];

    names[3 + i] = parameter->name;
    values[i] = parameter->value;
  }
  if (mbd_expression_compile_bound (self->source->law, names, (int) parameters->len + 3, 3, values,
                                    &law, NULL)
      != MBD_STATUS_OK)
    return refuse (self, self->source->law);
  self->change->force_def.law = law;
  return true;
}

static bool
compile (Reader *self)
{
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
    g_autofree char *reason = NULL;
    const MbdFunction *function;

    if (self->source->functions[i] == NULL)
      continue;
    function = lw_function_compile (self->source->functions[i], self->source->parameters, &reason);
    if (function == NULL) {
      g_set_error (self->error, LW_ERROR, LW_ERROR_BAD_FILE, "%s", reason);
      return false;
    }
    if (self->change->kind == LW_CHANGE_COUPLING)
      self->change->def.function = function;
    else if (i < 3)
      self->change->force_def.force_function[i] = function;
    else
      self->change->force_def.torque_function[i - 3] = function;
  }
  return compile_law (self);
}

gboolean
lw_change_read_text (LwChange *change, const char *text, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Reader reader = { .change = change, .component = -1, .error = error };
  bool good = true;

  reader.source = lw_change_source_new ();
  for (guint i = 0; good && lines[i] != NULL; i++)
    good = lines[i][0] == '\0' || read_line (&reader, lines[i]);
  good = good && compile (&reader);
  if (good && reader.has_source)
    change->source = g_steal_pointer (&reader.source);
  lw_change_source_unref (reader.source);
  if (!good)
    lw_change_clear (change);
  return good;
}

// ---- in a model -----------------------------------------------------------------------------

static void
copy_fields (const Field *fields, void *to, const void *from)
{
  for (const Field *field = fields; field->name != NULL; field++)
    memcpy ((char *) to + field->offset, (const char *) from + field->offset,
            field->n * sizeof (double));
}

bool
lw_change_resolve (LwChange *change, const MbdModel *model, MbdState *state)
{
  switch (change->kind) {
  case LW_CHANGE_COUPLING: {
    MbdCouplingDef def;

    change->coupling = mbd_model_coupling_by_id (model, change->id);
    if (change->coupling < 0)
      return false;
    def = *mbd_state_coupling (state, change->coupling);
    copy_fields (coupling_fields, &def, &change->def);
    def.stabilisation = change->def.stabilisation;
    def.normal_count = change->def.normal_count;
    def.function = change->def.function;
    def.name = NULL;
    if (change->redefined)
      change->def = def;
    return true;
  }
  case LW_CHANGE_FORCE: {
    MbdForceDef def;

    change->force = mbd_model_force_by_id (model, change->id);
    if (change->force < 0)
      return false;
    def = *mbd_state_force (state, change->force);
    copy_fields (force_fields, &def, &change->force_def);
    def.enabled = change->force_def.enabled;
    def.follows_body = change->force_def.follows_body;
    def.bushing_law = change->force_def.bushing_law;
    memcpy (def.force_function, change->force_def.force_function, sizeof def.force_function);
    memcpy (def.torque_function, change->force_def.torque_function, sizeof def.torque_function);
    def.law = change->force_def.law;
    def.name = NULL;
    change->force_def = def;
    return true;
  }
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
