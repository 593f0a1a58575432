// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-changes-private.h"

#include <math.h>
#include <string.h>

#include "lw-field.h"
#include "lw-formula.h"

struct LwChanges
{
  GArray *list; ///< array of LwChange, in order of time
};

void
lw_change_clear (LwChange *change)
{
  lw_coupling_def_clear (&change->def);
  change->def.function = NULL;
  lw_force_def_clear (&change->force_def);
  g_clear_pointer (&change->source, lw_change_source_unref);
  g_clear_pointer (&change->mechanism, lw_mechanism_unref);
  mbd_model_unref (change->model);
  change->model = NULL;
}

static void
change_clear (gpointer data)
{
  lw_change_clear (data);
}

static void
change_ref (LwChange *change)
{
  mbd_function_ref (change->def.function);
  mbd_curve_ref (change->def.curve);
  for (int i = 0; i < 3; i++) {
    mbd_function_ref (change->force_def.force_function[i]);
    mbd_function_ref (change->force_def.torque_function[i]);
  }
  mbd_expression_ref (change->force_def.law);
  lw_change_source_ref (change->source);
  if (change->mechanism != NULL)
    lw_mechanism_ref (change->mechanism);
  if (change->model != NULL)
    mbd_model_ref (change->model);
}

LwChanges *
lw_changes_new (void)
{
  LwChanges *self = g_new0 (LwChanges, 1);

  self->list = g_array_new (FALSE, FALSE, sizeof (LwChange));
  g_array_set_clear_func (self->list, change_clear);
  return self;
}

LwChanges *
lw_changes_copy (const LwChanges *self)
{
  LwChanges *copy = lw_changes_new ();

  g_array_append_vals (copy->list, self->list->data, self->list->len);
  for (guint i = 0; i < copy->list->len; i++)
    change_ref (&g_array_index (copy->list, LwChange, i));
  return copy;
}

void
lw_changes_free (LwChanges *self)
{
  g_array_unref (self->list);
  g_free (self);
}

guint
lw_changes_get_n (const LwChanges *self)
{
  return self->list->len;
}

const LwChange *
lw_changes_get (const LwChanges *self, guint index)
{
  return &g_array_index (self->list, LwChange, index);
}

void
lw_changes_clear (LwChanges *self)
{
  g_array_set_size (self->list, 0);
}

void
lw_changes_remove (LwChanges *self, guint index)
{
  g_array_remove_index (self->list, index);
}

LwChange *
lw_changes_at (const LwChanges *self, guint index)
{
  return &g_array_index (self->list, LwChange, index);
}

void
lw_changes_set_time (LwChanges *self, guint index, double time)
{
  g_array_index (self->list, LwChange, index).time = time;
}

void
lw_changes_keep_order (LwChanges *self)
{
  double time = 0;

  for (guint i = 0; i < self->list->len; i++) {
    LwChange *change = &g_array_index (self->list, LwChange, i);

    change->time = time = MAX (time, change->time);
  }
}

// ---- comparison -----------------------------------------------------------------------------

/// Returns `from` with all values of `to` that can change during a run.
static LwCoupling *
dup_changed (const LwCoupling *from, const LwCoupling *to)
{
  const LwFieldTable *table = lw_field_table (LW_SELECTION_COUPLING);
  LwCoupling *changed = lw_coupling_copy (from);
  MbdCouplingDef *def = &changed->def;
  const MbdCouplingDef *other = &to->def;

  for (guint i = 0; i < table->n_fields; i++)
    if (table->fields[i].flags & LW_FIELD_LIVE)
      lw_field_assign (&table->fields[i], changed, to);
  def->name = changed->element.name;
  // The number of rows stays: normals, stops and functions are neither added nor removed.
  if (other->normal_count != from->def.normal_count) {
    memcpy (def->normals, from->def.normals, sizeof def->normals);
    def->normal_count = from->def.normal_count;
  }
  if (isfinite (from->def.lower) != isfinite (other->lower))
    def->lower = from->def.lower;
  if (isfinite (from->def.upper) != isfinite (other->upper))
    def->upper = from->def.upper;
  if ((from->function == NULL) != (to->function == NULL))
    lw_coupling_set_function (changed, from->function);
  return changed;
}

/// Returns true if all differences of a force element can be adopted during a run: bodies, kind and
/// name are the same.
static bool
can_change_force (const LwForce *from, const LwForce *to)
{
  return from->def.class_ == to->def.class_ && from->def.body_a == to->def.body_a
         && from->def.body_b == to->def.body_b
         && g_strcmp0 (from->element.name, to->element.name) == 0;
}

/// Returns the first mechanism with all values of the second that can change during a run.
static LwMechanism *
dup_like (const LwMechanism *from, const LwMechanism *to)
{
  g_autofree LwPlotLayout *plots = g_new0 (LwPlotLayout, lw_mechanism_get_n_plots (to) + 1);
  g_autoptr (LwMechanism) titled = lw_mechanism_with_title (from, lw_mechanism_get_title (to));
  g_autoptr (LwMechanism) noted = lw_mechanism_with_notes (titled, lw_mechanism_get_notes (to));
  g_autoptr (LwMechanism) taught = lw_mechanism_with_lesson_of (noted, to);
  g_autoptr (LwMechanism) followed = NULL;
  g_autoptr (LwMechanism) solved = NULL;
  LwRunSettings run = *lw_mechanism_get_run (from);
  LwMechanism *like;

  for (guint i = 0; i < lw_mechanism_get_n_plots (to); i++)
    plots[i] = *lw_mechanism_get_plot (to, i);
  run.integrator = lw_mechanism_get_run (to)->integrator;
  run.assemble = lw_mechanism_get_run (to)->assemble;
  followed = lw_mechanism_with_formulas_of (taught, to);
  solved = lw_mechanism_with_run (followed, &run);
  like = lw_mechanism_with_plots (solved, plots, lw_mechanism_get_n_plots (to));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (from, i);
    const LwCoupling *other = lw_mechanism_find_coupling (to, coupling->element.id);
    LwMechanism *next;

    // Unchanged elements are shared.
    if (other == NULL || other == coupling)
      continue;
    next = lw_mechanism_replace_coupling (like, dup_changed (coupling, other));
    lw_mechanism_unref (like);
    like = next;
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (from); i++) {
    const LwForce *force = lw_mechanism_get_force (from, i);
    const LwForce *other = lw_mechanism_find_force (to, force->element.id);
    LwMechanism *next;

    if (other == NULL || other == force || !can_change_force (force, other))
      continue;
    next = lw_mechanism_replace_force (like, lw_force_copy (other));
    lw_mechanism_unref (like);
    like = next;
  }
  return like;
}

/// Returns true if the name, which channels contain, has changed.
static bool
is_renamed (const LwCoupling *a, const LwCoupling *b)
{
  return g_strcmp0 (a->element.name, b->element.name) != 0;
}

/// Returns true if an expression has another meaning in the second mechanism, because a parameter
/// has a different value.
static bool
means_other (const char *expression, const LwMechanism *from, const LwMechanism *to)
{
  for (guint i = 0; expression != NULL && i < lw_mechanism_get_n_parameters (from); i++) {
    const LwParameter *before = lw_mechanism_get_parameter (from, i);
    const LwParameter *after = lw_mechanism_find_parameter (to, before->name);

    if ((after == NULL || after->value != before->value)
        && lw_formula_uses (expression, before->name, false))
      return true;
  }
  return false;
}

static bool
function_means_other (const LwFunction *function, const LwMechanism *from, const LwMechanism *to)
{
  return function != NULL && function->kind == LW_FUNCTION_EXPRESSION
         && means_other (function->expression, from, to);
}

static bool
force_means_other (const LwForce *force, const LwMechanism *from, const LwMechanism *to)
{
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (function_means_other (force->functions[i], from, to))
      return true;
  return means_other (force->law, from, to);
}

/// Returns the source of the functions and the law, or NULL if there are none.
static LwChangeSource *
new_source (const LwMechanism *mechanism,
            LwFunction *const *functions,
            int n_functions,
            const char *law)
{
  LwChangeSource *source = lw_change_source_new ();
  bool any = law != NULL;

  for (int i = 0; i < n_functions; i++) {
    lw_change_source_add (source, mechanism, i, functions[i]);
    any = any || functions[i] != NULL;
  }
  lw_change_source_set_law (source, mechanism, law);
  if (!any)
    g_clear_pointer (&source, lw_change_source_unref);
  return source;
}

/// Appends a change of a coupling. `scratch`: a state of the model, used to test whether the change
/// fits the compiled model.
static gboolean
append_coupling (LwChanges *self,
                 const LwMechanism *from,
                 const LwMechanism *to,
                 const LwCoupling *before,
                 const LwCoupling *after,
                 MbdState *scratch,
                 double time)
{
  const MbdModel *model = mbd_state_model (scratch);
  LwChange change = {
    .kind = LW_CHANGE_COUPLING,
    .id = after->element.id,
    .time = time,
    .coupling = mbd_model_coupling_by_id (model, after->element.id),
    .enabled = after->def.enabled,
    .switched = before->def.enabled != after->def.enabled,
    .force = -1,
  };
  LwCoupling *switched = lw_coupling_copy (before);
  g_autoptr (LwMechanism) only_switched = NULL;

  switched->def.enabled = after->def.enabled;
  only_switched = lw_mechanism_replace_coupling (to, switched);
  // A coupling on a joint follows the joint's frames.
  change.redefined = before == after || !lw_mechanism_equal (only_switched, to)
                     || function_means_other (before->function, from, to);
  if (change.coupling < 0 || !lw_mechanism_define_coupling (to, after, &change.def, NULL))
    return FALSE;
  change.def.name = mbd_model_coupling_name (model, change.coupling);
  if (mbd_state_change_coupling (scratch, change.coupling, &change.def, NULL)
      == MBD_STATUS_NOT_AT_RUN_TIME) {
    lw_coupling_def_clear (&change.def);
    return FALSE;
  }
  change.def.name = NULL;
  change.source = new_source (to, &after->function, 1, NULL);
  g_array_append_val (self->list, change);
  return TRUE;
}

static gboolean
append_force (LwChanges *self,
              const LwMechanism *to,
              const LwForce *after,
              const MbdModel *model,
              double time)
{
  LwChange change = { .kind = LW_CHANGE_FORCE,
                      .id = after->element.id,
                      .time = time,
                      .coupling = -1,
                      .force = mbd_model_force_by_id (model, after->element.id) };

  if (change.force < 0 || !lw_mechanism_define_force (to, after, &change.force_def, NULL))
    return FALSE;
  change.force_def.name = NULL;
  change.source = new_source (to, after->functions, LW_FORCE_COMPONENTS, after->law);
  g_array_append_val (self->list, change);
  return TRUE;
}

bool
lw_changes_same_integrator (const MbdIntegratorSettings *a, const MbdIntegratorSettings *b)
{
  const LwRunSettings run = { .integrator = *a };
  const LwRunSettings other = { .integrator = *b };

  return lw_run_settings_equal (&run, &other);
}

static void
append_integrator (LwChanges *self, const MbdIntegratorSettings *integrator, double time)
{
  const LwChange change = {
    .kind = LW_CHANGE_INTEGRATOR,
    .time = time,
    .coupling = -1,
    .force = -1,
    .integrator = *integrator,
  };

  g_array_append_val (self->list, change);
}

/// Returns true if a coupling refers to a joint that has changed.
static bool
follows_changed (const LwMechanism *from, const LwMechanism *to, const LwCoupling *coupling)
{
  for (int i = 0; i < 2; i++)
    if (coupling->joint[i] != 0
        && lw_mechanism_find_coupling (from, coupling->joint[i])
             != lw_mechanism_find_coupling (to, coupling->joint[i]))
      return true;
  return false;
}

static gboolean
append_all (LwChanges *self,
            const LwMechanism *from,
            const LwMechanism *to,
            MbdState *scratch,
            double time)
{
  const MbdIntegratorSettings *integrator = &lw_mechanism_get_run (to)->integrator;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++) {
    const LwCoupling *before = lw_mechanism_get_coupling (from, i);
    const LwCoupling *after = lw_mechanism_find_coupling (to, before->element.id);

    if (before == after && !follows_changed (from, to, before)
        && !function_means_other (before->function, from, to))
      continue;
    if (is_renamed (before, after)
        || !append_coupling (self, from, to, before, after, scratch, time))
      return FALSE;
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (from); i++) {
    const LwForce *before = lw_mechanism_get_force (from, i);
    const LwForce *after = lw_mechanism_find_force (to, before->element.id);

    if (before == after && !force_means_other (before, from, to))
      continue;
    if (!append_force (self, to, after, mbd_state_model (scratch), time))
      return FALSE;
  }
  if (!lw_changes_same_integrator (integrator, &lw_mechanism_get_run (from)->integrator))
    append_integrator (self, integrator, time);
  return TRUE;
}

gboolean
lw_changes_append (LwChanges *self,
                   const LwMechanism *from,
                   const LwMechanism *to,
                   const MbdModel *model,
                   double time)
{
  const guint n_before = self->list->len;
  g_autoptr (LwMechanism) like = dup_like (from, to);
  MbdState *scratch;
  gboolean done;

  if (!lw_mechanism_equal (like, to))
    return FALSE;
  scratch = mbd_state_new (model);
  if (scratch == NULL)
    return FALSE;
  done = append_all (self, from, to, scratch, time);
  mbd_state_free (scratch);
  if (!done)
    g_array_set_size (self->list, n_before);
  lw_changes_keep_order (self);
  return done;
}

void
lw_changes_append_grip (LwChanges *self, const MbdGrip *grip, int body_id, double time)
{
  LwChange change = {
    .kind = LW_CHANGE_GRIP, .id = body_id, .time = time, .coupling = -1, .force = -1
  };

  if (grip != NULL)
    change.grip = *grip;
  g_array_append_val (self->list, change);
  lw_changes_keep_order (self);
}

void
lw_changes_append_mend (LwChanges *self, int coupling, int id, double time)
{
  const LwChange change = {
    .kind = LW_CHANGE_MEND, .id = id, .time = time, .coupling = coupling, .force = -1
  };

  g_array_append_val (self->list, change);
  lw_changes_keep_order (self);
}

void
lw_changes_append_speed (LwChanges *self, double speed, double time)
{
  const LwChange change = {
    .kind = LW_CHANGE_SPEED, .time = time, .coupling = -1, .force = -1, .speed = speed
  };

  g_array_append_val (self->list, change);
  lw_changes_keep_order (self);
}

gboolean
lw_changes_is_other (const LwChanges *self)
{
  for (guint i = 0; i < self->list->len; i++) {
    const LwChangeKind kind = g_array_index (self->list, LwChange, i).kind;

    if (kind == LW_CHANGE_COUPLING || kind == LW_CHANGE_FORCE || kind == LW_CHANGE_INTEGRATOR
        || kind == LW_CHANGE_MECHANISM)
      return TRUE;
  }
  return FALSE;
}

/// Returns the force element with an index in the model.
static const LwForce *
find_force (const LwMechanism *mechanism, const MbdModel *model, int index)
{
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    if (mbd_model_force_by_id (model, force->element.id) == index)
      return force;
  }
  return NULL;
}

/// Returns true if the list already changes the element at that time.
static bool
is_changed_at (const LwChanges *self, const LwChange *change)
{
  for (guint i = self->list->len; i-- > 0;) {
    const LwChange *other = &g_array_index (self->list, LwChange, i);

    if (other->time < change->time)
      return false;
    if (other->kind == change->kind && other->coupling == change->coupling
        && other->force == change->force)
      return true;
  }
  return false;
}

/// Appends the current definitions of all elements that `changed` contains.
static gboolean
append_present (LwChanges *self,
                const LwChanges *changed,
                const LwMechanism *mechanism,
                const MbdModel *model,
                double time)
{
  const guint n = changed != NULL ? changed->list->len : 0;

  for (guint i = 0; i < n; i++) {
    const LwChange *before = &g_array_index (changed->list, LwChange, i);
    LwChange change = { .kind = before->kind,
                        .id = before->id,
                        .time = time,
                        .coupling = before->coupling,
                        .force = before->force,
                        .switched = true,
                        .redefined = true };

    if (is_changed_at (self, &change))
      continue;
    if (before->kind == LW_CHANGE_COUPLING) {
      const LwCoupling *coupling =
        lw_mechanism_find_coupling (mechanism, mbd_model_coupling_id (model, before->coupling));

      if (coupling == NULL
          || !lw_mechanism_define_coupling (mechanism, coupling, &change.def, NULL))
        return FALSE;
      change.enabled = coupling->def.enabled;
      change.def.name = NULL;
      change.source = new_source (mechanism, &coupling->function, 1, NULL);
    } else if (before->kind == LW_CHANGE_FORCE) {
      const LwForce *force = find_force (mechanism, model, before->force);

      if (force == NULL || !lw_mechanism_define_force (mechanism, force, &change.force_def, NULL))
        return FALSE;
      change.force_def.name = NULL;
      change.source = new_source (mechanism, force->functions, LW_FORCE_COMPONENTS, force->law);
    } else {
      continue;
    }
    g_array_append_val (self->list, change);
  }
  return TRUE;
}

static bool
has_mechanism (const LwChanges *self)
{
  return self != NULL && lw_changes_find_mechanism (self, INFINITY) >= 0;
}

LwChanges *
lw_changes_branch (const LwChanges *self,
                   const LwChanges *present,
                   const LwMechanism *started,
                   const LwMechanism *mechanism,
                   const MbdModel *model,
                   double time)
{
  LwChanges *branch = self != NULL ? lw_changes_copy (self) : lw_changes_new ();
  g_autoptr (LwChanges) until = NULL;
  const MbdIntegratorSettings *integrator = &lw_mechanism_get_run (mechanism)->integrator;
  MbdIntegratorSettings before;
  guint n = 0;

  while (n < branch->list->len && g_array_index (branch->list, LwChange, n).time < time)
    n++;
  g_array_set_size (branch->list, n);
  until = lw_changes_copy (branch);
  // End the pull.
  if (n > 0)
    lw_changes_append_grip (branch, NULL, 0, time);
  // A change of the whole mechanism includes its elements.
  if (has_mechanism (branch) || has_mechanism (present)
        ? !lw_changes_append_present_mechanism (branch, mechanism, model, time)
        : !append_present (branch, until, mechanism, model, time)
            || !append_present (branch, present, mechanism, model, time)) {
    lw_changes_free (branch);
    return NULL;
  }
  before = lw_changes_get_integrator (until, &lw_mechanism_get_run (started)->integrator, INFINITY);
  if (!lw_changes_same_integrator (&before, integrator))
    append_integrator (branch, integrator, time);
  return branch;
}

// ---- lists ----------------------------------------------------------------------------------

void
lw_changes_take (LwChanges *self, LwChange *change)
{
  g_array_append_val (self->list, *change);
  *change = (LwChange){ 0 };
}

LwChanges *
lw_changes_resolved (const LwChanges *self, const MbdModel *model)
{
  MbdState *state = mbd_state_new (model);
  LwChanges *resolved;

  if (state == NULL)
    return NULL;
  resolved = lw_changes_copy (self);
  for (guint i = resolved->list->len; i-- > 0;)
    if (!lw_change_resolve (&g_array_index (resolved->list, LwChange, i), model, state))
      g_array_remove_index (resolved->list, i);
    else
      lw_changes_forget_models (resolved, NULL, INFINITY);
  mbd_state_free (state);
  return resolved;
}

const LwMechanism *
lw_changes_get_mechanism (const LwChanges *self)
{
  const int index = lw_changes_find_mechanism (self, INFINITY);

  return index >= 0 ? lw_changes_get (self, (guint) index)->mechanism : NULL;
}

static bool
are_equal (const LwChange *a, const LwChange *b)
{
  g_autoptr (GArray) first = NULL;
  g_autoptr (GArray) second = NULL;
  bool equal;

  if (a->kind != b->kind || a->id != b->id || a->time != b->time)
    return false;
  first = lw_change_dup_fields (a, NULL);
  second = lw_change_dup_fields (b, NULL);
  equal = first->len == second->len;
  for (guint i = 0; equal && i < first->len; i++) {
    const LwChangeField *one = &g_array_index (first, LwChangeField, i);
    const LwChangeField *other = &g_array_index (second, LwChangeField, i);

    equal = one->element == other->element && one->id == other->id
            && strcmp (one->name, other->name) == 0 && strcmp (one->value, other->value) == 0;
  }
  return equal;
}

gboolean
lw_changes_equal (const LwChanges *a, const LwChanges *b)
{
  const guint n = a != NULL ? a->list->len : 0;

  if (n != (b != NULL ? b->list->len : 0))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!are_equal (lw_changes_get (a, i), lw_changes_get (b, i)))
      return FALSE;
  return TRUE;
}

// ---- state at a time ------------------------------------------------------------------------

MbdIntegratorSettings
lw_changes_get_integrator (const LwChanges *self, const MbdIntegratorSettings *started, double time)
{
  MbdIntegratorSettings integrator = *started;

  for (guint i = 0; i < self->list->len; i++) {
    const LwChange *change = &g_array_index (self->list, LwChange, i);

    if (change->time <= time && change->kind == LW_CHANGE_INTEGRATOR)
      integrator = change->integrator;
    if (change->time < time && change->kind == LW_CHANGE_MECHANISM)
      integrator = lw_mechanism_get_run (change->mechanism)->integrator;
  }
  return integrator;
}

static void
apply (const LwChange *change, MbdState *state)
{
  MbdCouplingDef def = change->def;

  switch (change->kind) {
  case LW_CHANGE_FORCE:
    mbd_state_change_force (state, change->force, &change->force_def, NULL);
    break;
  case LW_CHANGE_GRIP:
    mbd_state_set_grip (state, change->grip.body != 0 ? &change->grip : NULL, NULL);
    break;
  case LW_CHANGE_INTEGRATOR:
    mbd_state_set_stabilisation (state, &change->integrator.stabilisation);
    break;
  case LW_CHANGE_COUPLING:
    def.name = mbd_model_coupling_name (mbd_state_model (state), change->coupling);
    if (change->redefined)
      mbd_state_change_coupling (state, change->coupling, &def, NULL);
    if (change->switched)
      mbd_state_set_enabled (state, change->coupling, change->enabled);
    break;
  case LW_CHANGE_MECHANISM: // the model has already been set
    mbd_state_set_stabilisation (
      state, &lw_mechanism_get_run (change->mechanism)->integrator.stabilisation);
    break;
  case LW_CHANGE_MEND: // the recording contains the broken couplings
  case LW_CHANGE_SPEED:
    break;
  }
}

void
lw_changes_apply (const LwChanges *self, const MbdModel *model, MbdState *state, double time)
{
  const int mechanism = self != NULL ? lw_changes_find_mechanism (self, time) : -1;

  lw_changes_apply_model (self, model, state, time);
  mbd_state_reset_couplings (state);
  for (guint i = 0; self != NULL && i < self->list->len; i++) {
    const LwChange *change = &g_array_index (self->list, LwChange, i);
    const bool holds =
      change->kind == LW_CHANGE_MECHANISM ? (int) i == mechanism : change->time <= time;
    // A later mechanism overrides earlier changes, except a pull, which continues.
    const bool is_said = (int) i < mechanism && change->kind != LW_CHANGE_GRIP;

    if (holds && !is_said)
      apply (change, state);
  }
}
