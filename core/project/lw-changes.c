// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-changes.h"

#include <math.h>

#include "lw-formula.h"

struct LwChanges
{
  GArray *list; ///< of LwChange, in order of time
};

static void
change_clear (gpointer data)
{
  mbd_function_unref (((LwChange *) data)->def.function);
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
    mbd_function_ref (g_array_index (copy->list, LwChange, i).def.function);
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

  changed->def.enabled = to->def.enabled;
  changed->def.length = to->def.length;
  changed->def.effort_limit = to->def.effort_limit;
  changed->def.stabilisation = to->def.stabilisation;
  changed->def.time_constant = to->def.time_constant;
  // A stop that is not there has no row.
  if (isfinite (from->def.lower) == isfinite (to->def.lower))
    changed->def.lower = to->def.lower;
  if (isfinite (from->def.upper) == isfinite (to->def.upper))
    changed->def.upper = to->def.upper;
  if ((from->function == NULL) == (to->function == NULL))
    lw_coupling_set_function (changed, to->function);
  lw_coupling_set_name (changed, to->element.name);
  return changed;
}

/// The first mechanism with all that a run can take over from the second.
static LwMechanism *
dup_like (const LwMechanism *from, const LwMechanism *to)
{
  g_autofree LwPlotLayout *plots = g_new0 (LwPlotLayout, lw_mechanism_get_n_plots (to) + 1);
  g_autoptr (LwMechanism) titled = lw_mechanism_with_title (from, lw_mechanism_get_title (to));
  g_autoptr (LwMechanism) noted = lw_mechanism_with_notes (titled, lw_mechanism_get_notes (to));
  g_autoptr (LwMechanism) followed = NULL;
  LwMechanism *like;

  for (guint i = 0; i < lw_mechanism_get_n_plots (to); i++)
    plots[i] = *lw_mechanism_get_plot (to, i);
  followed = lw_mechanism_with_formulas_of (noted, to);
  like = lw_mechanism_with_plots (followed, plots, lw_mechanism_get_n_plots (to));
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
  return like;
}

/// Whether names have changed, by which channels go.
static bool
is_renamed (const LwCoupling *a, const LwCoupling *b)
{
  return g_strcmp0 (a->element.name, b->element.name) != 0;
}

/// Whether a text of the first mechanism means something else in the second, because a parameter
/// has another value.
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

/// A run cannot take over other numbers of a force element.
static bool
any_force_means_other (const LwMechanism *from, const LwMechanism *to)
{
  for (guint i = 0; i < lw_mechanism_get_n_forces (from); i++) {
    const LwForce *force = lw_mechanism_get_force (from, i);

    if (means_other (force->law, from, to))
      return true;
    for (int k = 0; k < LW_FORCE_COMPONENTS; k++)
      if (function_means_other (force->functions[k], from, to))
        return true;
  }
  return false;
}

static gboolean
append_one (LwChanges *self,
            const LwMechanism *from,
            const LwMechanism *to,
            const LwCoupling *before,
            const LwCoupling *after,
            const MbdModel *model,
            double time)
{
  LwChange change = {
    .time = time,
    .coupling = mbd_model_coupling_by_id (model, after->element.id),
    .enabled = after->def.enabled,
    .switched = before->def.enabled != after->def.enabled,
  };
  LwCoupling *switched = lw_coupling_copy (before);
  g_autoptr (LwMechanism) only_switched = NULL;

  switched->def.enabled = after->def.enabled;
  only_switched = lw_mechanism_replace_coupling (to, switched);
  change.redefined =
    !lw_mechanism_equal (only_switched, to) || function_means_other (before->function, from, to);
  if (change.coupling < 0 || !lw_mechanism_define_coupling (to, after, &change.def, NULL))
    return FALSE;
  change.def.name = NULL;
  g_array_append_val (self->list, change);
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

  if (!lw_mechanism_equal (like, to) || any_force_means_other (from, to))
    return FALSE;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (from); i++) {
    const LwCoupling *before = lw_mechanism_get_coupling (from, i);
    const LwCoupling *after = lw_mechanism_find_coupling (to, before->element.id);

    if (before == after && !function_means_other (before->function, from, to))
      continue;
    if (!is_renamed (before, after) && append_one (self, from, to, before, after, model, time))
      continue;
    g_array_set_size (self->list, n_before);
    return FALSE;
  }
  return TRUE;
}

void
lw_changes_apply (const LwChanges *self, MbdState *state, double time)
{
  mbd_state_reset_couplings (state);
  for (guint i = 0; i < self->list->len; i++) {
    const LwChange *change = &g_array_index (self->list, LwChange, i);

    if (change->time > time)
      return;
    if (change->redefined) {
      MbdCouplingDef def = change->def;

      def.name = mbd_model_coupling_name (mbd_state_model (state), change->coupling);
      mbd_state_change_coupling (state, change->coupling, &def, NULL);
    }
    if (change->switched)
      mbd_state_set_enabled (state, change->coupling, change->enabled);
  }
}
