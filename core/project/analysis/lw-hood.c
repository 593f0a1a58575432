// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-hood.h"

#include <math.h>

/// Maximum number of velocities for rank and null space, which would take too long for larger
/// systems.
#define MOST_VELOCITIES 900

/// Singular values below this count as 0, as for the rank.
static const double negligible = 1e-9;

static const char *const plane_symbols[] = { "x", "y", "angle" };
static const char *const space_symbols[] = { "x", "y", "z", "rx", "ry", "rz" };
static const char *const attitude_symbols[] = { "q0", "q1", "q2", "q3" };

static void
block_clear (gpointer data)
{
  g_free (((LwHoodBlock *) data)->name);
}

static void
pair_clear (gpointer data)
{
  g_free (((LwHoodPair *) data)->name);
}

void
lw_hood_free (LwHood *self)
{
  GArray *arrays[] = { self->bodies, self->couplings, self->positions, self->velocities, self->rows,
                       self->pairs,  self->mass,      self->jacobian,  self->compliance };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (&arrays[i], g_array_unref);
  g_free (self->why);
  g_free (self->motions);
  g_free (self->values);
  g_free (self);
}

/// Returns the name of an element, or the words for it in messages.
static char *
dup_name (const LwElement *element, const LwMechanism *mechanism, MbdElement kind, int id)
{
  return element != NULL && element->name != NULL && *element->name != '\0'
           ? g_strdup (element->name)
           : lw_mechanism_dup_element_name (mechanism, kind, id);
}

// ---- bodies ---------------------------------------------------------------------------------

static void
add_positions (LwHood *self, const MbdState *state, int index, int block)
{
  const MbdModel *model = mbd_state_model (state);
  const bool spatial = mbd_model_body_mobility (model, index) == MBD_SPATIAL;
  const double *q = mbd_state_positions (state) + mbd_model_body_first_position (model, index);

  for (int i = 0; i < (spatial ? 7 : 3); i++) {
    const bool is_length = i < (spatial ? 3 : 2);
    const LwHoodPosition position = {
      .body = block,
      .symbol = !spatial    ? plane_symbols[i]
                : is_length ? space_symbols[i]
                            : attitude_symbols[i - 3],
      .unit = is_length ? "m"
              : spatial ? "1"
                        : "rad",
      .value = q[i],
    };

    g_array_append_val (self->positions, position);
  }
}

static void
add_body (LwHood *self, const LwMechanism *mechanism, const MbdState *state, int index)
{
  const MbdModel *model = mbd_state_model (state);
  const int id = mbd_model_body_id (model, index);
  const LwBody *body = lw_mechanism_find_body (mechanism, id);
  const bool spatial = mbd_model_body_mobility (model, index) == MBD_SPATIAL;
  const LwHoodBlock block = {
    .element = { LW_SELECTION_BODY, id },
    .name = dup_name (body != NULL ? &body->element : NULL, mechanism, MBD_ELEMENT_BODY, id),
    .hue = body != NULL ? body->hue : LW_HUE_ORANGE,
    .first = mbd_model_body_first_velocity (model, index),
    .n = spatial ? 6 : 3,
  };

  add_positions (self, state, index, (int) self->bodies->len);
  for (int i = 0; i < block.n; i++) {
    const LwHoodVelocity velocity = {
      .body = (int) self->bodies->len,
      .symbol = spatial ? space_symbols[i] : plane_symbols[i],
      .is_length = i < (spatial ? 3 : 2),
      .velocity = mbd_state_velocities (state)[block.first + i],
    };

    g_array_append_val (self->velocities, velocity);
  }
  g_array_append_val (self->bodies, block);
}

static void
add_bodies (LwHood *self, const LwMechanism *mechanism, const MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);

  for (int i = 1; i < mbd_model_body_count (model); i++)
    if (mbd_model_body_first_velocity (model, i) >= 0)
      add_body (self, mechanism, state, i);
}

/// M consists of one block for each body, so one multiplication gives a column of every block.
static void
add_mass (LwHood *self, MbdState *state)
{
  const gsize n = self->velocities->len;
  g_autofree double *unit = g_new0 (double, n + 1);
  g_autofree double *column = g_new0 (double, n + 1);

  for (int k = 0; k < 6; k++) {
    bool any = false;

    for (guint i = 0; i < self->bodies->len; i++) {
      const LwHoodBlock *block = &g_array_index (self->bodies, LwHoodBlock, i);

      for (int j = 0; j < block->n; j++)
        unit[block->first + j] = j == k;
      any = any || k < block->n;
    }
    if (!any)
      break;
    mbd_state_mass_multiply (state, unit, column);
    for (guint i = 0; i < self->bodies->len; i++) {
      const LwHoodBlock *block = &g_array_index (self->bodies, LwHoodBlock, i);

      for (int j = 0; j < block->n && k < block->n; j++) {
        const LwHoodEntry entry = { block->first + j, block->first + k, column[block->first + j] };

        if (entry.value != 0)
          g_array_append_val (self->mass, entry);
      }
    }
  }
}

// ---- rows -----------------------------------------------------------------------------------

static void
add_coupling (LwHood *self, const LwMechanism *mechanism, MbdState *state, int index)
{
  const MbdModel *model = mbd_state_model (state);
  const int id = mbd_model_coupling_id (model, index);
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, id);
  const LwHoodBlock block = {
    .element = { LW_SELECTION_COUPLING, id },
    .name =
      dup_name (coupling != NULL ? &coupling->element : NULL, mechanism, MBD_ELEMENT_COUPLING, id),
    .first = mbd_model_coupling_first_row (model, index),
    .n = mbd_model_coupling_rows (model, index),
  };
  const bool one_sided = mbd_state_mode (state, index) == MBD_MODE_UNILATERAL;
  g_autofree double *gaps = g_new0 (double, (gsize) block.n + 1);

  if (block.n == 0) {
    g_free (block.name);
    return;
  }
  if (one_sided)
    mbd_state_gap (state, index, gaps, NULL);
  for (int i = 0; i < block.n; i++) {
    const int number = block.first + i;
    LwHoodRow row = {
      .coupling = (int) self->couplings->len,
      .symbol = mbd_model_row_name (model, number),
      .is_length = mbd_model_row_is_length (model, number),
      .role = mbd_state_row_role (state, number),
    };

    row.stabilisation = mbd_state_row_stabilisation (state, number, &row.time_constant);
    g_array_append_val (self->rows, row);
    if (one_sided && mbd_state_coupling_flags (state, index).active) {
      const LwHoodPair pair = {
        .element = block.element,
        .name = g_strdup (block.name),
        .symbol = block.n > 1 ? row.symbol : NULL,
        .is_length = row.is_length,
        .closed = row.role == MBD_ROW_SOLVED,
        .gap = gaps[i],
        .force = mbd_state_multipliers (state)[number],
      };

      g_array_append_val (self->pairs, pair);
    }
  }
  g_array_append_val (self->couplings, block);
}

static void
add_couplings (LwHood *self, const LwMechanism *mechanism, MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);

  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    add_coupling (self, mechanism, state, i);
}

/// Adds the compliance 1/k of compliant rows with a stiffness, with the sign of the displayed
/// matrix. Pure dampers, and rows above the position level, have none.
static void
add_compliance (LwHood *self, MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);

  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    for (int r = 0; r < mbd_model_coupling_rows (model, i); r++) {
      const int row = mbd_model_coupling_first_row (model, i) + r;
      double stiffness, damping;

      if (mbd_state_row_role (state, row) == MBD_ROW_COMPLIANT
          && mbd_state_level (state, i, r) == MBD_LEVEL_POSITION
          && mbd_state_compliance (state, i, r, &stiffness, &damping) && stiffness > 0) {
        const LwHoodEntry entry = { row, row, -1 / stiffness };

        g_array_append_val (self->compliance, entry);
      }
    }
}

static void
add_jacobian (LwHood *self, MbdState *state)
{
  for (guint i = 0; i < self->rows->len; i++) {
    LwHoodRow *row = &g_array_index (self->rows, LwHoodRow, i);
    MbdRow entries;
    double g;

    mbd_state_row (state, (int) i, &entries);
    g = mbd_row_inverse_mass (&entries);
    row->mass = g > 0 ? 1 / g : INFINITY;
    if (!entries.active)
      continue;
    for (int k = 0; k < entries.count; k++) {
      const LwHoodEntry entry = { (int) i, entries.column[k], entries.jacobian[k] };

      if (entry.value != 0)
        g_array_append_val (self->jacobian, entry);
      g_array_index (self->velocities, LwHoodVelocity, entry.column).constraint +=
        entry.value * entries.multiplier;
    }
  }
}

/// Copies the quantities of rows and velocities from the state.
static void
take_vectors (LwHood *self, MbdState *state)
{
  const gsize n = self->velocities->len;
  const gsize m = self->rows->len;
  g_autofree double *by_velocity = g_new0 (double, 2 * n + 1);
  g_autofree double *by_row = g_new0 (double, 6 * m + 1);
  double *gamma = by_row;
  double *stabilised = gamma + m;
  double *residual = stabilised + m;
  double *errors[3] = { residual + m, residual + 2 * m, residual + 3 * m };

  mbd_state_jacobian (state, NULL, gamma);
  mbd_state_stabilised_gamma (state, stabilised);
  mbd_state_residuals (state, by_velocity, residual);
  mbd_state_forces (state, by_velocity + n);
  mbd_state_errors (state, errors[0], errors[1], errors[2]);
  for (gsize i = 0; i < n; i++) {
    LwHoodVelocity *velocity = &g_array_index (self->velocities, LwHoodVelocity, i);

    velocity->acceleration = mbd_state_accelerations (state)[i];
    velocity->residual = by_velocity[i];
    velocity->force = by_velocity[n + i];
    self->motion_residual = fmax (self->motion_residual, fabs (velocity->residual));
  }
  for (gsize i = 0; i < m; i++) {
    LwHoodRow *row = &g_array_index (self->rows, LwHoodRow, i);
    double *largest = &self->position_error[row->is_length ? 0 : 1];

    row->gamma = gamma[i];
    row->term = stabilised[i] - gamma[i];
    row->residual = residual[i];
    row->lambda = row->role == MBD_ROW_OFF ? 0 : mbd_state_multipliers (state)[i];
    row->position_error = errors[0][i];
    row->velocity_error = errors[1][i];
    row->acceleration_error = errors[2][i];
    self->row_residual = fmax (self->row_residual, fabs (row->residual));
    *largest = fmax (*largest, fabs (row->position_error));
    self->n_active += row->role != MBD_ROW_OFF;
  }
}

// ---- analysis -------------------------------------------------------------------------------

static void
analyse (LwHood *self, MbdState *state)
{
  const gsize n = self->velocities->len;
  g_autofree double *values = g_new0 (double, n + 1);
  MbdFreedoms *freedoms = NULL;

  if (n > MOST_VELOCITIES
      || mbd_state_singular_values (state, values, &self->n_values) != MBD_STATUS_OK
      || mbd_freedoms_new (state, &freedoms, NULL) != MBD_STATUS_OK)
    return;
  self->analysed = true;
  self->values = g_steal_pointer (&values);
  self->rank = freedoms->rank;
  self->n_motions = freedoms->freedoms;
  self->motions = g_memdup2 (freedoms->motions, (gsize) self->n_motions * n * sizeof (double));
  for (guint i = 0; i < self->rows->len; i++) {
    g_array_index (self->rows, LwHoodRow, i).redundant = freedoms->redundant[i];
    self->n_redundant += freedoms->redundant[i];
  }
  mbd_freedoms_free (freedoms);
}

double
lw_hood_condition (const LwHood *self)
{
  int last = self->n_values - 1;

  while (last >= 0 && self->values[last] <= negligible)
    last--;
  return last < 0 ? 1 : self->values[0] / self->values[last];
}

int
lw_hood_find_block (const GArray *blocks, LwElementRef element)
{
  for (guint i = 0; i < blocks->len; i++) {
    const LwHoodBlock *block = &g_array_index (blocks, LwHoodBlock, i);

    if (block->element.kind == element.kind && block->element.id == element.id)
      return (int) i;
  }
  return -1;
}

LwHood *
lw_hood_new (const LwMechanism *mechanism, MbdState *state, bool with_analysis)
{
  LwHood *self = g_new0 (LwHood, 1);
  MbdDiagnosis why = { 0 };

  self->time = mbd_state_time (state);
  self->bodies = g_array_new (FALSE, FALSE, sizeof (LwHoodBlock));
  self->couplings = g_array_new (FALSE, FALSE, sizeof (LwHoodBlock));
  self->positions = g_array_new (FALSE, FALSE, sizeof (LwHoodPosition));
  self->velocities = g_array_new (FALSE, FALSE, sizeof (LwHoodVelocity));
  self->rows = g_array_new (FALSE, FALSE, sizeof (LwHoodRow));
  self->pairs = g_array_new (FALSE, FALSE, sizeof (LwHoodPair));
  self->mass = g_array_new (FALSE, FALSE, sizeof (LwHoodEntry));
  self->jacobian = g_array_new (FALSE, FALSE, sizeof (LwHoodEntry));
  self->compliance = g_array_new (FALSE, FALSE, sizeof (LwHoodEntry));
  g_array_set_clear_func (self->bodies, block_clear);
  g_array_set_clear_func (self->couplings, block_clear);
  g_array_set_clear_func (self->pairs, pair_clear);

  self->solved = mbd_state_solve (state, &why) == MBD_STATUS_OK;
  if (!self->solved) {
    g_autoptr (GError) error = NULL;

    lw_mechanism_set_error (mechanism, LW_ERROR_SIMULATION, &why, &error);
    self->why = g_strdup (error != NULL ? error->message : "");
  }
  add_bodies (self, mechanism, state);
  add_couplings (self, mechanism, state);
  add_mass (self, state);
  if (!self->solved)
    return self;
  add_jacobian (self, state);
  add_compliance (self, state);
  take_vectors (self, state);
  if (with_analysis)
    analyse (self, state);
  return self;
}
