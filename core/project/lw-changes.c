// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-changes.h"

#include <math.h>
#include <string.h>

struct LwChanges
{
  GArray *list; ///< of LwChange, in order of time
};

static void
change_clear (gpointer data)
{
  LwChange *change = data;

  mbd_function_unref (change->def.function);
  lw_force_def_clear (&change->force_def);
}

static void
change_ref (LwChange *change)
{
  mbd_function_ref (change->def.function);
  for (int i = 0; i < 3; i++) {
    mbd_function_ref (change->force_def.force_function[i]);
    mbd_function_ref (change->force_def.torque_function[i]);
  }
  mbd_expression_ref (change->force_def.law);
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

// ---- finding them ---------------------------------------------------------------------------

/// A coupling that is what the other is in everything that a run can take over.
static LwCoupling *
dup_changed (const LwCoupling *from, const LwCoupling *to)
{
  LwCoupling *changed = lw_coupling_copy (from);
  MbdCouplingDef *def = &changed->def;
  const MbdCouplingDef *other = &to->def;

  def->enabled = other->enabled;
  def->frame_a = other->frame_a;
  def->frame_b = other->frame_b;
  def->frame_c = other->frame_c;
  def->frame_d = other->frame_d;
  def->length = other->length;
  def->angle = other->angle;
  def->ratio = other->ratio;
  def->offset = other->offset;
  def->effort_limit = other->effort_limit;
  def->friction = other->friction;
  def->cohesion = other->cohesion;
  def->break_force = other->break_force;
  def->break_moment = other->break_moment;
  def->break_impulse = other->break_impulse;
  def->stabilisation = other->stabilisation;
  def->time_constant = other->time_constant;
  // As many rows as before.
  if (def->normal_count == other->normal_count)
    memcpy (def->normals, other->normals, sizeof def->normals);
  // A stop that is not there has no row.
  if (isfinite (def->lower) == isfinite (other->lower))
    def->lower = other->lower;
  if (isfinite (def->upper) == isfinite (other->upper))
    def->upper = other->upper;
  if ((from->function == NULL) == (to->function == NULL))
    lw_coupling_set_function (changed, to->function);
  memcpy (changed->radius, to->radius, sizeof changed->radius);
  changed->crossed = to->crossed;
  changed->pitch = to->pitch;
  lw_coupling_set_name (changed, to->element.name);
  return changed;
}

/// Whether a run can take over all of a force element: it stays between the same bodies, of the
/// same kind and name.
static bool
can_change_force (const LwForce *from, const LwForce *to)
{
  return from->def.class_ == to->def.class_ && from->def.body_a == to->def.body_a
         && from->def.body_b == to->def.body_b
         && g_strcmp0 (from->element.name, to->element.name) == 0;
}

/// The first mechanism with all that a run can take over from the second.
static LwMechanism *
dup_like (const LwMechanism *from, const LwMechanism *to)
{
  g_autofree LwPlotLayout *plots = g_new0 (LwPlotLayout, lw_mechanism_get_n_plots (to) + 1);
  g_autoptr (LwMechanism) titled = lw_mechanism_with_title (from, lw_mechanism_get_title (to));
  g_autoptr (LwMechanism) noted = lw_mechanism_with_notes (titled, lw_mechanism_get_notes (to));
  LwMechanism *like;

  for (guint i = 0; i < lw_mechanism_get_n_plots (to); i++)
    plots[i] = *lw_mechanism_get_plot (to, i);
  like = lw_mechanism_with_plots (noted, plots, lw_mechanism_get_n_plots (to));
  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (from, i);
    const LwCoupling *other = lw_mechanism_find_coupling (to, coupling->element.id);
    LwMechanism *next;

    // What nobody touched is shared.
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

/// Whether names have changed, by which channels go.
static bool
is_renamed (const LwCoupling *a, const LwCoupling *b)
{
  return g_strcmp0 (a->element.name, b->element.name) != 0;
}

/// `scratch`: a state of the model in which it is tried whether the change fits what was compiled.
static gboolean
append_coupling (LwChanges *self,
                 const LwMechanism *to,
                 const LwCoupling *before,
                 const LwCoupling *after,
                 MbdState *scratch,
                 double time)
{
  const MbdModel *model = mbd_state_model (scratch);
  LwChange change = {
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
  // What works on a joint goes with its frames.
  change.redefined = before == after || !lw_mechanism_equal (only_switched, to);
  if (change.coupling < 0 || !lw_mechanism_define_coupling (to, after, &change.def, NULL))
    return FALSE;
  change.def.name = mbd_model_coupling_name (model, change.coupling);
  if (mbd_state_change_coupling (scratch, change.coupling, &change.def, NULL)
      == MBD_STATUS_NOT_AT_RUN_TIME) {
    mbd_function_unref (change.def.function);
    return FALSE;
  }
  change.def.name = NULL;
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
  LwChange change = { .time = time,
                      .coupling = -1,
                      .force = mbd_model_force_by_id (model, after->element.id) };

  if (change.force < 0 || !lw_mechanism_define_force (to, after, &change.force_def, NULL))
    return FALSE;
  change.force_def.name = NULL;
  g_array_append_val (self->list, change);
  return TRUE;
}

/// Whether a coupling works on a joint that is another one now.
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
  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++) {
    const LwCoupling *before = lw_mechanism_get_coupling (from, i);
    const LwCoupling *after = lw_mechanism_find_coupling (to, before->element.id);

    if (before == after && !follows_changed (from, to, before))
      continue;
    if (is_renamed (before, after) || !append_coupling (self, to, before, after, scratch, time))
      return FALSE;
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (from); i++) {
    const LwForce *before = lw_mechanism_get_force (from, i);
    const LwForce *after = lw_mechanism_find_force (to, before->element.id);

    if (before != after && !append_force (self, to, after, mbd_state_model (scratch), time))
      return FALSE;
  }
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
  return done;
}

void
lw_changes_apply (const LwChanges *self, MbdState *state, double time)
{
  mbd_state_reset_couplings (state);
  for (guint i = 0; i < self->list->len; i++) {
    const LwChange *change = &g_array_index (self->list, LwChange, i);

    if (change->time > time)
      return;
    if (change->force >= 0) {
      mbd_state_change_force (state, change->force, &change->force_def, NULL);
      continue;
    }
    if (change->redefined) {
      MbdCouplingDef def = change->def;

      def.name = mbd_model_coupling_name (mbd_state_model (state), change->coupling);
      mbd_state_change_coupling (state, change->coupling, &def, NULL);
    }
    if (change->switched)
      mbd_state_set_enabled (state, change->coupling, change->enabled);
  }
}
