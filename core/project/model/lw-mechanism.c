// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mechanism as a value: shared immutable elements in arrays.

#include "lw-mechanism-private.h"

#include <math.h>
#include <string.h>

#include "lw-binding.h"
#include "lw-contact.h"
#include "lw-field.h"
#include "lw-gearing.h"
#include "lw-marks.h"

G_DEFINE_QUARK (lw - error - quark, lw_error)

G_DEFINE_BOXED_TYPE (LwMechanism, lw_mechanism, lw_mechanism_ref, lw_mechanism_unref)

// Elements

static void
element_init (LwElement *element, int id, const char *name)
{
  g_atomic_ref_count_init (&element->ref_count);
  element->id = id;
  element->name = g_strdup (name);
}

static void *
element_ref (const void *source, void *unused)
{
  // Shared elements never change; only their reference count does.
  LwElement *element = (LwElement *) source;

  g_atomic_ref_count_inc (&element->ref_count);
  return element;
}

static void
element_unref (LwSelectionKind kind, void *element)
{
  LwElement *self = element;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  lw_fields_clear (lw_field_table (kind), self);
  g_free (self);
}

void
lw_body_unref (LwBody *body)
{
  element_unref (LW_SELECTION_BODY, body);
}

void
lw_coupling_unref (LwCoupling *coupling)
{
  element_unref (LW_SELECTION_COUPLING, coupling);
}

void
lw_force_unref (LwForce *force)
{
  element_unref (LW_SELECTION_FORCE, force);
}

void
lw_tracer_unref (LwTracer *tracer)
{
  element_unref (LW_SELECTION_TRACER, tracer);
}

void
lw_measurement_unref (LwMeasurement *measurement)
{
  element_unref (LW_SELECTION_MEASUREMENT, measurement);
}

static void
body_unref (void *data)
{
  lw_body_unref (data);
}

static void
coupling_unref (void *data)
{
  lw_coupling_unref (data);
}

static void
force_unref (void *data)
{
  lw_force_unref (data);
}

static void
tracer_unref (void *data)
{
  lw_tracer_unref (data);
}

static void
measurement_unref (void *data)
{
  lw_measurement_unref (data);
}

LwBody *
lw_body_new (int id, const char *name)
{
  LwBody *body = g_new0 (LwBody, 1);

  element_init (&body->element, id, name);
  body->def = mbd_body_default ();
  body->def.id = id;
  body->def.name = body->element.name;
  body->contact.friction = mbd_shape_default (MBD_SHAPE_POLYGON).friction;
  return body;
}

LwCoupling *
lw_coupling_new (const MbdCouplingDef *def, int id, const char *name)
{
  LwCoupling *coupling = g_new0 (LwCoupling, 1);

  element_init (&coupling->element, id, name);
  coupling->def = *def;
  coupling->def.id = id;
  coupling->def.name = coupling->element.name;
  // The function for the engine is created from the coupling's own function.
  coupling->def.function = NULL;
  return coupling;
}

double *
lw_coupling_get_gearing_values (LwCoupling *self)
{
  double *const values[LW_MEASURES] = {
    [LW_MEASURE_RATIO] = &self->def.ratio,
    [LW_MEASURE_RADII] = self->radius,
    [LW_MEASURE_PITCH] = &self->pitch,
  };

  return values[lw_gearings[self->gearing].measure];
}

// Such a compliant driver is a spring whose free angle is the driver's value.
static bool
is_spring (const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;

  return def->compliant && lw_family_of (def->class_)->drives
         && def->coordinate[0] == MBD_COORDINATE_ANGLE && def->level == MBD_LEVEL_POSITION
         && coupling->function != NULL && coupling->function->kind == LW_FUNCTION_CONSTANT;
}

const LwKind *
lw_coupling_get_kind (const LwCoupling *coupling)
{
  const MbdCouplingDef *def = &coupling->def;

  const LwKind *kind = lw_kind_find (&(LwKindTraits){
    .class_ = def->class_,
    .locked = def->locked,
    .rod = def->rod,
    .gearing = coupling->gearing,
    .is_speed = def->level == MBD_LEVEL_VELOCITY,
    .is_spring = is_spring (coupling),
  });

  // A class from outside the program has no kind.
  return kind != NULL ? kind : &lw_kinds[LW_KIND_LOOP];
}

gboolean
lw_coupling_is_input (const LwCoupling *coupling)
{
  return lw_family_of (coupling->def.class_)->drives && !is_spring (coupling);
}

void
lw_coupling_set_function (LwCoupling *coupling, const LwFunction *function)
{
  LwFunction *previous = coupling->function;

  coupling->function = lw_function_ref (function);
  lw_function_unref (previous);
}

LwTracer *
lw_tracer_new (int id, const char *name, int body, const double point[3])
{
  LwTracer *tracer = g_new0 (LwTracer, 1);

  element_init (&tracer->element, id, name);
  tracer->body = body;
  memcpy (tracer->point, point, sizeof tracer->point);
  return tracer;
}

LwMeasurement *
lw_measurement_new (int id, const char *name, const LwBodyPoint *points, guint n_points)
{
  LwMeasurement *measurement = g_new0 (LwMeasurement, 1);

  element_init (&measurement->element, id, name);
  measurement->n_points = CLAMP (n_points, 1, LW_MEASUREMENT_POINTS);
  memcpy (measurement->points, points, measurement->n_points * sizeof *points);
  return measurement;
}

LwRunSettings
lw_run_settings_default (void)
{
  LwRunSettings run = {
    .duration = 10,
    .interval = 0.01,
    .integrator = mbd_integrator_default (),
    .assemble = true,
  };

  run.integrator.duration = run.duration;
  return run;
}

// Plots

static void *
plot_copy (const void *source, void *unused)
{
  const LwPlotLayout *plot = source;
  LwPlotLayout *copy = g_new0 (LwPlotLayout, 1);

  copy->title = g_strdup (plot->title != NULL ? plot->title : "");
  copy->channels = plot->channels != NULL ? g_strdupv (plot->channels) : g_new0 (char *, 1);
  copy->logarithmic = plot->logarithmic;
  // NULL stands for time.
  if (plot->against != NULL && *plot->against != '\0' && strcmp (plot->against, "time") != 0)
    copy->against = g_strdup (plot->against);
  copy->equal_scale = plot->equal_scale;
  return copy;
}

static void
plot_free (void *data)
{
  lw_fields_clear (&lw_plot_fields, data);
  g_free (data);
}

static void *
parameter_copy (const void *source, void *unused)
{
  return lw_parameter_copy (source);
}

static void
parameter_free (void *data)
{
  lw_parameter_free (data);
}

static void
binding_unref (void *data)
{
  lw_binding_unref (data);
}

// The mechanism

LwMechanism *
lw_mechanism_new (void)
{
  LwMechanism *self = g_new0 (LwMechanism, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->title = g_strdup ("");
  self->notes = g_strdup ("");
  self->lesson = g_ref_string_new_intern ("");
  self->bodies = g_ptr_array_new_with_free_func (body_unref);
  self->couplings = g_ptr_array_new_with_free_func (coupling_unref);
  self->forces = g_ptr_array_new_with_free_func (force_unref);
  self->tracers = g_ptr_array_new_with_free_func (tracer_unref);
  self->measurements = g_ptr_array_new_with_free_func (measurement_unref);
  self->plots = g_ptr_array_new_with_free_func (plot_free);
  self->parameters = g_ptr_array_new_with_free_func (parameter_free);
  self->bindings = g_ptr_array_new_with_free_func (binding_unref);
  self->contact_pairs = g_array_new (FALSE, FALSE, sizeof (LwContactPair));
  self->marks = g_array_new (FALSE, FALSE, sizeof (LwElementMark));
  self->length_unit = LW_LENGTH_UNITS;
  self->body_by_id = g_hash_table_new (NULL, NULL);
  self->coupling_by_id = g_hash_table_new (NULL, NULL);
  self->gravity[1] = -9.81;
  self->run = lw_run_settings_default ();
  return self;
}

LwMechanism *
lw_mechanism_ref (LwMechanism *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_mechanism_unref (LwMechanism *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->title);
  g_free (self->notes);
  g_ref_string_release (self->lesson);
  g_ptr_array_unref (self->bodies);
  g_ptr_array_unref (self->couplings);
  g_ptr_array_unref (self->forces);
  g_ptr_array_unref (self->tracers);
  g_ptr_array_unref (self->measurements);
  g_ptr_array_unref (self->plots);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->bindings);
  g_array_unref (self->contact_pairs);
  g_array_unref (self->marks);
  g_hash_table_unref (self->body_by_id);
  g_hash_table_unref (self->coupling_by_id);
  lw_background_free (self->background);
  g_free (self);
}

LwMechanism *
lw_mechanism_copy (const LwMechanism *self)
{
  LwMechanism *copy = lw_mechanism_new ();

  lw_mechanism_set_title (copy, self->title);
  lw_mechanism_set_notes (copy, self->notes);
  lw_mechanism_share_lesson (copy, self);
  lw_mechanism_set_gravity (copy, self->gravity);
  lw_mechanism_set_run (copy, &self->run);
  for (guint i = 0; i < self->bodies->len; i++)
    lw_mechanism_add_body (copy, element_ref (self->bodies->pdata[i], NULL));
  for (guint i = 0; i < self->couplings->len; i++)
    lw_mechanism_add_coupling (copy, element_ref (self->couplings->pdata[i], NULL));
  g_ptr_array_extend (copy->forces, self->forces, element_ref, NULL);
  g_ptr_array_extend (copy->tracers, self->tracers, element_ref, NULL);
  g_ptr_array_extend (copy->measurements, self->measurements, element_ref, NULL);
  g_ptr_array_extend (copy->plots, self->plots, plot_copy, NULL);
  g_ptr_array_extend (copy->parameters, self->parameters, parameter_copy, NULL);
  lw_mechanism_share_bindings (copy, self);
  g_array_append_vals (copy->contact_pairs, self->contact_pairs->data, self->contact_pairs->len);
  lw_mechanism_share_marks (copy, self);
  copy->length_unit = self->length_unit;
  lw_mechanism_set_background (copy, self->background);
  return copy;
}

// Reading

const char *
lw_mechanism_get_title (const LwMechanism *self)
{
  return self->title;
}

const char *
lw_mechanism_get_notes (const LwMechanism *self)
{
  return self->notes;
}

const char *
lw_mechanism_get_lesson (const LwMechanism *self)
{
  return self->lesson;
}

const double *
lw_mechanism_get_gravity (const LwMechanism *self)
{
  return self->gravity;
}

const LwRunSettings *
lw_mechanism_get_run (const LwMechanism *self)
{
  return &self->run;
}

guint
lw_mechanism_get_n_bodies (const LwMechanism *self)
{
  return self->bodies->len;
}

const LwBody *
lw_mechanism_get_body (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->bodies->len, NULL);
  return self->bodies->pdata[index];
}

guint
lw_mechanism_get_n_couplings (const LwMechanism *self)
{
  return self->couplings->len;
}

const LwCoupling *
lw_mechanism_get_coupling (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->couplings->len, NULL);
  return self->couplings->pdata[index];
}

guint
lw_mechanism_get_n_forces (const LwMechanism *self)
{
  return self->forces->len;
}

const LwForce *
lw_mechanism_get_force (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->forces->len, NULL);
  return self->forces->pdata[index];
}

guint
lw_mechanism_get_n_tracers (const LwMechanism *self)
{
  return self->tracers->len;
}

const LwTracer *
lw_mechanism_get_tracer (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->tracers->len, NULL);
  return self->tracers->pdata[index];
}

guint
lw_mechanism_get_n_measurements (const LwMechanism *self)
{
  return self->measurements->len;
}

const LwMeasurement *
lw_mechanism_get_measurement (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->measurements->len, NULL);
  return self->measurements->pdata[index];
}

guint
lw_mechanism_get_n_plots (const LwMechanism *self)
{
  return self->plots->len;
}

const LwPlotLayout *
lw_mechanism_get_plot (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->plots->len, NULL);
  return self->plots->pdata[index];
}

guint
lw_mechanism_get_n_parameters (const LwMechanism *self)
{
  return self->parameters->len;
}

const LwParameter *
lw_mechanism_get_parameter (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->parameters->len, NULL);
  return self->parameters->pdata[index];
}

guint
lw_mechanism_get_n_bindings (const LwMechanism *self)
{
  return self->bindings->len;
}

const LwBinding *
lw_mechanism_get_binding (const LwMechanism *self, guint index)
{
  g_return_val_if_fail (index < self->bindings->len, NULL);
  return self->bindings->pdata[index];
}

LwLengthUnit
lw_mechanism_get_length_unit (const LwMechanism *self)
{
  return self->length_unit;
}

const LwBackground *
lw_mechanism_get_background (const LwMechanism *self)
{
  return self->background;
}

const LwParameter *
lw_mechanism_find_parameter (const LwMechanism *self, const char *name)
{
  for (guint i = 0; i < self->parameters->len; i++)
    if (strcmp (lw_mechanism_get_parameter (self, i)->name, name) == 0)
      return self->parameters->pdata[i];
  return NULL;
}

const LwBody *
lw_mechanism_find_body (const LwMechanism *self, int id)
{
  return g_hash_table_lookup (self->body_by_id, GINT_TO_POINTER (id));
}

const LwCoupling *
lw_mechanism_find_coupling (const LwMechanism *self, int id)
{
  return g_hash_table_lookup (self->coupling_by_id, GINT_TO_POINTER (id));
}

// Editing

void
lw_mechanism_set_title (LwMechanism *self, const char *title)
{
  char *copy = g_strdup (title ? title : "");

  g_free (self->title);
  self->title = copy;
}

void
lw_mechanism_set_notes (LwMechanism *self, const char *notes)
{
  char *copy = g_strdup (notes ? notes : "");

  g_free (self->notes);
  self->notes = copy;
}

void
lw_mechanism_set_lesson (LwMechanism *self, const char *lesson)
{
  char *copy = g_ref_string_new (lesson != NULL ? lesson : "");

  g_ref_string_release (self->lesson);
  self->lesson = copy;
}

void
lw_mechanism_share_lesson (LwMechanism *self, const LwMechanism *other)
{
  char *shared = g_ref_string_acquire (other->lesson);

  g_ref_string_release (self->lesson);
  self->lesson = shared;
}

void
lw_mechanism_set_gravity (LwMechanism *self, const double gravity[3])
{
  memcpy (self->gravity, gravity, sizeof self->gravity);
}

void
lw_mechanism_set_run (LwMechanism *self, const LwRunSettings *run)
{
  self->run = *run;
  self->run.integrator.duration = run->duration;
}

LwMechanismHead
lw_mechanism_get_head (const LwMechanism *self)
{
  LwMechanismHead head = { .title = self->title,
                           .notes = self->notes,
                           .lesson = self->lesson,
                           .length_unit = (int) self->length_unit };

  memcpy (head.gravity, self->gravity, sizeof head.gravity);
  return head;
}

void
lw_mechanism_set_head (LwMechanism *self, const LwMechanismHead *head)
{
  lw_mechanism_set_title (self, head->title);
  lw_mechanism_set_notes (self, head->notes);
  lw_mechanism_set_lesson (self, head->lesson);
  lw_mechanism_set_gravity (self, head->gravity);
  lw_mechanism_set_length_unit (self, (LwLengthUnit) head->length_unit);
}

// The first element with an id keeps it; duplicate ids are detected on compiling.
static void
note_id (GHashTable *by_id, LwElement *element)
{
  if (!g_hash_table_contains (by_id, GINT_TO_POINTER (element->id)))
    g_hash_table_insert (by_id, GINT_TO_POINTER (element->id), element);
}

void
lw_mechanism_add_body (LwMechanism *self, LwBody *body)
{
  g_ptr_array_add (self->bodies, body);
  note_id (self->body_by_id, &body->element);
}

void
lw_mechanism_add_coupling (LwMechanism *self, LwCoupling *coupling)
{
  g_ptr_array_add (self->couplings, coupling);
  note_id (self->coupling_by_id, &coupling->element);
}

void
lw_mechanism_add_force (LwMechanism *self, LwForce *force)
{
  g_ptr_array_add (self->forces, force);
}

void
lw_mechanism_add_tracer (LwMechanism *self, LwTracer *tracer)
{
  g_ptr_array_add (self->tracers, tracer);
}

void
lw_mechanism_add_measurement (LwMechanism *self, LwMeasurement *measurement)
{
  g_ptr_array_add (self->measurements, measurement);
}

void
lw_mechanism_add_plot (LwMechanism *self, const LwPlotLayout *plot)
{
  g_ptr_array_add (self->plots, plot_copy (plot, NULL));
}

void
lw_mechanism_add_parameter (LwMechanism *self, LwParameter *parameter)
{
  g_ptr_array_add (self->parameters, parameter);
}

void
lw_mechanism_add_binding (LwMechanism *self, LwBinding *binding)
{
  g_ptr_array_add (self->bindings, binding);
}

static void *
binding_ref (const void *source, void *unused)
{
  return lw_binding_ref ((LwBinding *) source);
}

const GArray *
lw_mechanism_get_marks (const LwMechanism *self)
{
  return self->marks;
}

void
lw_mechanism_share_marks (LwMechanism *self, const LwMechanism *from)
{
  g_array_set_size (self->marks, 0);
  g_array_append_vals (self->marks, from->marks->data, from->marks->len);
}

void
lw_mechanism_share_bindings (LwMechanism *self, const LwMechanism *from)
{
  g_ptr_array_set_size (self->bindings, 0);
  g_ptr_array_extend (self->bindings, from->bindings, binding_ref, NULL);
}

void
lw_mechanism_set_length_unit (LwMechanism *self, LwLengthUnit unit)
{
  self->length_unit = unit;
}

void
lw_mechanism_set_background (LwMechanism *self, const LwBackground *background)
{
  LwBackground *previous = self->background;

  self->background = background != NULL ? lw_background_copy (background) : NULL;
  lw_background_free (previous);
}

void
lw_mechanism_forget_formulas (LwMechanism *self)
{
  for (guint i = 0; i < self->parameters->len; i++) {
    const LwParameter *old = self->parameters->pdata[i];
    LwParameter *plain = lw_parameter_new (old->name, old->value, old->note);

    parameter_free (self->parameters->pdata[i]);
    self->parameters->pdata[i] = plain;
  }
  g_ptr_array_set_size (self->bindings, 0);
  self->length_unit = LW_LENGTH_UNITS;
}

// Contact

const GArray *
lw_mechanism_get_contact_pairs (const LwMechanism *self)
{
  return self->contact_pairs;
}

static int
compare_pairs (const LwContactPair *a, const LwContactPair *b)
{
  if (a->body[0] != b->body[0])
    return a->body[0] < b->body[0] ? -1 : 1;
  return a->body[1] < b->body[1] ? -1 : a->body[1] > b->body[1];
}

void
lw_mechanism_add_contact_pair (LwMechanism *self, const LwContactPair *pair)
{
  LwContactPair sorted = *pair;
  guint low = 0, high = self->contact_pairs->len;

  sorted.body[0] = MIN (pair->body[0], pair->body[1]);
  sorted.body[1] = MAX (pair->body[0], pair->body[1]);
  while (low < high) {
    const guint middle = low + (high - low) / 2;

    if (compare_pairs (&g_array_index (self->contact_pairs, LwContactPair, middle), &sorted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < self->contact_pairs->len
      && compare_pairs (&g_array_index (self->contact_pairs, LwContactPair, low), &sorted) == 0)
    g_array_index (self->contact_pairs, LwContactPair, low) = sorted;
  else
    g_array_insert_val (self->contact_pairs, low, sorted);
}

void
lw_mechanism_drop_lone_pairs (LwMechanism *self)
{
  for (guint i = self->contact_pairs->len; i-- > 0;) {
    const LwContactPair *pair = &g_array_index (self->contact_pairs, LwContactPair, i);

    if (lw_mechanism_find_body (self, pair->body[0]) == NULL
        || lw_mechanism_find_body (self, pair->body[1]) == NULL)
      g_array_remove_index (self->contact_pairs, i);
  }
}

void
lw_mechanism_clear_contact_pairs (LwMechanism *self)
{
  g_array_set_size (self->contact_pairs, 0);
}
