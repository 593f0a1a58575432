// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-model-writer.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-number.h"

#define LEAST_MASS 1e-6
#define LEAST_INERTIA 1e-9
/// Parts of the work that are done when the start pose, the tree, and the elements are.
#define START_PART 0.2
#define TREE_PART 0.5
#define ELEMENTS_PART 0.7

// ---- names ----------------------------------------------------------------------------------

static const LwElement *
find_element (const LwMechanism *mechanism, MbdElement kind, int id)
{
  const LwBody *body = kind == MBD_ELEMENT_BODY ? lw_mechanism_find_body (mechanism, id) : NULL;
  const LwCoupling *coupling =
    kind == MBD_ELEMENT_COUPLING ? lw_mechanism_find_coupling (mechanism, id) : NULL;
  const LwForce *force = kind == MBD_ELEMENT_FORCE ? lw_mechanism_find_force (mechanism, id) : NULL;

  return body != NULL       ? &body->element
         : coupling != NULL ? &coupling->element
         : force != NULL    ? &force->element
                            : NULL;
}

char *
lw_model_writer_dup_own_name (const LwModelWriter *self, MbdElement kind, int id)
{
  const LwElement *element = find_element (self->source->mechanism, kind, id);

  if (element != NULL && element->name != NULL)
    return g_strdup (element->name);
  // Other programs read the names: they do not depend on the language.
  if (kind == MBD_ELEMENT_BODY)
    return id == MBD_GROUND ? g_strdup ("Ground") : g_strdup_printf ("Body %d", id);
  return g_strdup_printf (kind == MBD_ELEMENT_COUPLING ? "Coupling %d" : "Force element %d", id);
}

char *
lw_model_writer_dup_free_name (LwModelWriter *self, const char *type, const char *name)
{
  char *found = self->format->dup_word != NULL ? self->format->dup_word (name) : g_strdup (name);
  g_autofree char *wish = g_strdup (found);
  g_autofree char *key = g_strdup_printf ("%s %s", type, found);

  for (guint i = 2; g_hash_table_contains (self->taken, key); i++) {
    g_autofree char *next = g_strdup_printf ("%s %u", wish, i);

    g_free (found);
    g_free (key);
    found =
      self->format->dup_word != NULL ? self->format->dup_word (next) : g_steal_pointer (&next);
    key = g_strdup_printf ("%s %s", type, found);
  }
  g_hash_table_add (self->taken, g_steal_pointer (&key));
  return found;
}

static char *
dup_key (MbdElement kind, int id)
{
  return g_strdup_printf ("%d %d", (int) kind, id);
}

static void
name_element (LwModelWriter *self, MbdElement kind, int id, const char *type)
{
  g_autofree char *own = lw_model_writer_dup_own_name (self, kind, id);

  g_hash_table_insert (self->names, dup_key (kind, id),
                       lw_model_writer_dup_free_name (self, type, own));
}

const char *
lw_model_writer_get_name (const LwModelWriter *self, MbdElement kind, int id)
{
  g_autofree char *key = dup_key (kind, id);

  return g_hash_table_lookup (self->names, key);
}

/// Names elements that have names first: these are kept as far as possible.
static void
name_elements (LwModelWriter *self)
{
  static const bool lines[LW_FAMILIES] = { [LW_FAMILY_ROD] = true };
  const LwMechanism *mechanism = self->source->mechanism;

  for (int named = 1; named >= 0; named--) {
    for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
      const LwElement *element = &lw_mechanism_get_body (mechanism, i)->element;

      if ((element->name != NULL) == named)
        name_element (self, MBD_ELEMENT_BODY, element->id, self->format->body_type);
    }
    for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
      const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
      const LwFamily *family = lw_family_of (coupling->def.class_);
      const bool is_line = family->id < LW_FAMILIES && lines[family->id];

      if ((coupling->element.name != NULL) == named)
        name_element (self, MBD_ELEMENT_COUPLING, coupling->element.id,
                      is_line ? self->format->line_type : self->format->joint_type);
    }
    for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
      const LwElement *element = &lw_mechanism_get_force (mechanism, i)->element;

      if ((element->name != NULL) == named)
        name_element (self, MBD_ELEMENT_FORCE, element->id, self->format->line_type);
    }
  }
}

// ---- the writer -----------------------------------------------------------------------------

/// Returns the state at the start of a run.
static MbdState *
new_start (const LwModelSource *source, GError **error)
{
  MbdModel *model = lw_mechanism_compile (source->mechanism, error);
  MbdState *state = model != NULL ? mbd_state_new (model) : NULL;
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status = state == NULL ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  if (model == NULL)
    return NULL;
  mbd_model_unref (model);
  if (status == MBD_STATUS_OK && source->settings.assemble)
    status = mbd_state_assemble (state, NULL, &why);
  if (status == MBD_STATUS_OK && source->settings.assemble)
    status = mbd_state_assemble_velocities (state, NULL, &why);
  if (status == MBD_STATUS_OK)
    return state;
  why.code = status;
  lw_mechanism_set_error (source->mechanism, LW_ERROR_SIMULATION, &why, error);
  mbd_state_free (state);
  return NULL;
}

bool
lw_model_writer_init (LwModelWriter *self,
                      const LwModelFormat *format,
                      const LwModelSource *source,
                      GPtrArray *left_out,
                      GError **error)
{
  const LwProgress tree = lw_progress_step (&source->progress, START_PART, TREE_PART);
  MbdState *state = new_start (source, error);

  if (state == NULL)
    return false;
  self->format = format;
  self->source = source;
  self->left_out = left_out;
  self->tree = lw_model_tree_new (source->mechanism, state, &tree);
  mbd_state_free (state);
  self->points = lw_mechanism_dup_all_link_points (source->mechanism);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  name_elements (self);
  return true;
}

GBytes *
lw_model_writer_finish (LwModelWriter *self, GString *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (text);

  lw_model_tree_free (self->tree);
  g_ptr_array_unref (self->points);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->taken);
  return lw_progress_continue (&self->source->progress, 1, error) ? g_steal_pointer (&bytes) : NULL;
}

// ---- elements -------------------------------------------------------------------------------

void
lw_model_writer_leave_out (LwModelWriter *self, MbdElement kind, int id, const char *format)
{
  g_autofree char *name = lw_model_writer_dup_own_name (self, kind, id);

  lw_model_writer_note (self, format, name, self->format->name);
}

void
lw_model_writer_note (LwModelWriter *self, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->left_out,
                   g_strdup_vprintf (self->source->localized ? _ (format) : format, arguments));
  va_end (arguments);
}

/// Notes properties of a coupling that the file has in no form.
static void
note_limits (LwModelWriter *self, const LwCoupling *coupling)
{
  // A compliant drive is left out as a whole.
  static const bool leaves_compliant[LW_FAMILIES] = { [LW_FAMILY_DRIVE] = true };
  const MbdCouplingDef *def = &coupling->def;
  const LwFamily *family = lw_family_of (def->class_);
  const int id = coupling->element.id;

  if (mbd_coupling_is_compliant (def)
      && !(family->id < LW_FAMILIES && leaves_compliant[family->id]))
    lw_model_writer_leave_out (self, MBD_ELEMENT_COUPLING, id, N_ ("%s: it is rigid here"));
  if (lw_coupling_can_break (def))
    lw_model_writer_leave_out (self, MBD_ELEMENT_COUPLING, id, N_ ("%s: it does not break here"));
  if (def->restitution > 0)
    lw_model_writer_leave_out (self, MBD_ELEMENT_COUPLING, id, N_ ("%s: it does not rebound here"));
}

static void
leave_out_unknown (LwModelWriter *self, MbdElement kind, int id)
{
  // Translators: the names of an element and of a file format
  lw_model_writer_leave_out (self, kind, id, N_ ("%s: %s has nothing like it"));
}

static void
add_coupling (LwModelWriter *self, const LwCoupling *coupling)
{
  const LwFamily *family = lw_family_of (coupling->def.class_);

  if (!coupling->def.enabled)
    return;
  if (family->is_joint && !family->has_curve) {
    note_limits (self, coupling);
    return;
  }
  if (family->id >= LW_FAMILIES || self->format->add_coupling[family->id] == NULL) {
    leave_out_unknown (self, MBD_ELEMENT_COUPLING, coupling->element.id);
    return;
  }
  note_limits (self, coupling);
  self->format->add_coupling[family->id](self, coupling);
}

static void
add_force (LwModelWriter *self, const LwForce *force)
{
  const LwFamily *family = lw_family_of (force->def.class_);

  if (!force->def.enabled)
    return;
  if (family->id < LW_FAMILIES && self->format->add_force[family->id] != NULL)
    self->format->add_force[family->id](self, force);
  else
    leave_out_unknown (self, MBD_ELEMENT_FORCE, force->element.id);
}

LwProgress
lw_model_writer_get_last_progress (const LwModelWriter *self)
{
  return lw_progress_step (&self->source->progress, ELEMENTS_PART, 1);
}

void
lw_model_writer_add_elements (LwModelWriter *self)
{
  const LwProgress progress = lw_progress_step (&self->source->progress, TREE_PART, ELEMENTS_PART);
  const LwMechanism *mechanism = self->source->mechanism;
  const guint n_couplings = lw_mechanism_get_n_couplings (mechanism);

  for (guint i = 0; i < self->tree->closures->len && !lw_progress_is_cancelled (&progress); i++)
    self->format->add_closure (self, self->tree->closures->pdata[i]);
  for (guint i = 0; i < n_couplings && !lw_progress_is_cancelled (&progress); i++) {
    add_coupling (self, lw_mechanism_get_coupling (mechanism, i));
    lw_progress_tell (&progress, (i + 1.0) / n_couplings);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++)
    add_force (self, lw_mechanism_get_force (mechanism, i));
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    if (lw_mechanism_get_body (mechanism, i)->contact.takes_part)
      lw_model_writer_leave_out (self, MBD_ELEMENT_BODY,
                                 lw_mechanism_get_body (mechanism, i)->element.id,
                                 N_ ("%s: its contacts are left out"));
}

// ---- values ---------------------------------------------------------------------------------

/// Makes the element (p, q) of a symmetric matrix 0 by a turn of the axes, which is added to `axes`.
static void
turn_away (double matrix[3][3], double axes[3][3], int p, int q)
{
  const double angle = 0.5 * atan2 (2 * matrix[p][q], matrix[q][q] - matrix[p][p]);
  const double c = cos (angle), s = sin (angle);

  for (int k = 0; k < 3; k++) {
    const double first = matrix[k][p], second = matrix[k][q];
    const double x = axes[k][p], y = axes[k][q];

    matrix[k][p] = c * first - s * second;
    matrix[k][q] = s * first + c * second;
    axes[k][p] = c * x - s * y;
    axes[k][q] = s * x + c * y;
  }
  for (int k = 0; k < 3; k++) {
    const double first = matrix[p][k], second = matrix[q][k];

    matrix[p][k] = c * first - s * second;
    matrix[q][k] = s * first + c * second;
  }
}

/// Raises the principal inertias that are too small. Returns false if there are none.
static bool
raise_inertia (double inertia[6])
{
  double matrix[3][3] = { { inertia[0], inertia[3], inertia[4] },
                          { inertia[3], inertia[1], inertia[5] },
                          { inertia[4], inertia[5], inertia[2] } };
  double axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  bool is_raised = false;

  // The method of Jacobi converges quadratically: eight rounds are more than are needed.
  for (int round = 0; round < 8; round++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++)
        if (matrix[p][q] != 0)
          turn_away (matrix, axes, p, q);
  for (int k = 0; k < 3; k++) {
    static const int rows[6] = { 0, 1, 2, 0, 0, 1 }, columns[6] = { 0, 1, 2, 1, 2, 2 };
    const double missing = LEAST_INERTIA - matrix[k][k];

    if (matrix[k][k] >= LEAST_INERTIA)
      continue;
    for (int i = 0; i < 6; i++)
      inertia[i] += missing * axes[rows[i]][k] * axes[columns[i]][k];
    is_raised = true;
  }
  return is_raised;
}

void
lw_model_writer_find_mass (LwModelWriter *self,
                           const LwTreeBody *body,
                           double *mass,
                           double inertia[6])
{
  const MbdBodyDef *def = &body->body->def;

  *mass = fmax (def->mass, LEAST_MASS);
  lw_tree_body_find_inertia (body, inertia);
  if (def->mass < LEAST_MASS)
    lw_model_writer_leave_out (self, MBD_ELEMENT_BODY, def->id,
                               N_ ("%s: a body needs a mass here, it has 1e-6 kg"));
  if (raise_inertia (inertia))
    lw_model_writer_leave_out (self, MBD_ELEMENT_BODY, def->id,
                               N_ ("%s: a body needs inertias here, it has at least 1e-9 kg m^2"));
}

void
lw_model_writer_find_range (const LwModelWriter *self, const LwTreeBody *body, double range[2])
{
  const LwMechanism *mechanism = self->source->mechanism;
  const double sign = body->is_reversed ? -1 : 1;

  range[0] = -INFINITY;
  range[1] = INFINITY;
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *limit = lw_mechanism_get_coupling (mechanism, i);
    double start;

    if (!lw_family_of (limit->def.class_)->has_stops || !limit->def.enabled || body->n_axes != 1
        || limit->joint[0] != body->joint->element.id
        || !lw_mechanism_get_start_coordinate (mechanism, limit, 0, &start))
      continue;
    range[0] = sign > 0 ? limit->def.lower - start : start - limit->def.upper;
    range[1] = sign > 0 ? limit->def.upper - start : start - limit->def.lower;
    return;
  }
}

bool
lw_model_writer_find_gear (LwModelWriter *self,
                           const LwCoupling *gear,
                           const LwTreeBody *bodies[2],
                           double *ratio)
{
  MbdCouplingDef def;

  for (int i = 0; i < 2; i++)
    bodies[i] = lw_model_tree_find_joint (self->tree, gear->joint[i]);
  if (bodies[0] == NULL || bodies[1] == NULL
      || !lw_mechanism_resolve_coupling (self->source->mechanism, gear, &def, NULL)) {
    lw_model_writer_leave_out (self, MBD_ELEMENT_COUPLING, gear->element.id,
                               N_ ("%s: only gears between joints of the tree are kept"));
    return false;
  }
  *ratio = def.ratio * (bodies[0]->is_reversed != bodies[1]->is_reversed ? -1 : 1);
  return true;
}

// ---- shapes ---------------------------------------------------------------------------------

#define BAR_RADIUS 0.05 ///< share of its length

static void
add_bar (GArray *bars, const double from[3], const double to[3], double radius)
{
  LwModelBar bar = { .radius = radius };

  memcpy (bar.ends[0], from, sizeof bar.ends[0]);
  memcpy (bar.ends[1], to, sizeof bar.ends[1]);
  if (radius > 0)
    g_array_append_val (bars, bar);
}

static double
distance (const double a[3], const double b[3])
{
  return hypot (b[0] - a[0], hypot (b[1] - a[1], b[2] - a[2]));
}

static void
add_link (const LwShape *shape, const GArray *points, GArray *bars)
{
  for (guint i = 1; i < points->len; i++) {
    const double *ends = (const double *) (const void *) points->data;

    add_bar (bars, ends, &ends[3 * i], BAR_RADIUS * distance (ends, &ends[3 * i]));
  }
}

static void
add_disc (const LwShape *shape, const GArray *points, GArray *bars)
{
  double ends[2][3];

  for (int k = 0; k < 2; k++) {
    memcpy (ends[k], shape->centre, sizeof ends[k]);
    ends[k][2] += (k == 0 ? -1 : 1) * BAR_RADIUS * shape->size[0];
  }
  add_bar (bars, ends[0], ends[1], shape->size[0]);
}

/// Adds bars around corners, as thick as those of a link with the longest of them.
static void
add_outline (const double *corners, guint n, GArray *bars)
{
  double longest = 0;

  for (guint i = 0; i < n; i++)
    longest = fmax (longest, distance (&corners[3 * i], &corners[3 * ((i + 1) % n)]));
  for (guint i = 0; i < n; i++)
    add_bar (bars, &corners[3 * i], &corners[3 * ((i + 1) % n)], 0.5 * BAR_RADIUS * longest);
}

static void
add_box (const LwShape *shape, const GArray *points, GArray *bars)
{
  double corners[4][3];

  for (int k = 0; k < 4; k++) {
    memcpy (corners[k], shape->centre, sizeof corners[k]);
    corners[k][0] += (k == 0 || k == 3 ? -0.5 : 0.5) * shape->size[0];
    corners[k][1] += (k < 2 ? -0.5 : 0.5) * shape->size[1];
  }
  add_outline (corners[0], 4, bars);
}

static void
add_polygon (const LwShape *shape, const GArray *points, GArray *bars)
{
  if (shape->points != NULL)
    add_outline ((const double *) (const void *) shape->points->data, shape->points->len, bars);
}

GArray *
lw_model_writer_dup_bars (const LwModelWriter *self, const LwTreeBody *body)
{
  static void (*const add[]) (const LwShape *shape, const GArray *points, GArray *bars) = {
    [LW_SHAPE_LINK] = add_link,
    [LW_SHAPE_DISC] = add_disc,
    [LW_SHAPE_BOX] = add_box,
    [LW_SHAPE_POLYGON] = add_polygon,
  };
  GArray *bars = g_array_new (FALSE, FALSE, sizeof (LwModelBar));

  for (guint i = 0; i < lw_mechanism_get_n_bodies (self->source->mechanism); i++)
    if (lw_mechanism_get_body (self->source->mechanism, i) == body->body)
      add[body->body->shape.kind](&body->body->shape, self->points->pdata[i], bars);
  return bars;
}

// ---- XML ------------------------------------------------------------------------------------

void
lw_xml_append_numbers (GString *xml, const char *name, const double *values, int n)
{
  g_string_append_printf (xml, " %s=\"", name);
  for (int i = 0; i < n; i++) {
    char number[LW_NUMBER_SIZE];

    g_string_append_printf (xml, "%s%s", i > 0 ? " " : "", lw_number_format (values[i], number));
  }
  g_string_append_c (xml, '"');
}

void
lw_xml_append_name (GString *xml, const char *attribute, const char *name)
{
  g_autofree char *escaped = g_markup_escape_text (name, -1);

  g_string_append_printf (xml, " %s=\"%s\"", attribute, escaped);
}

/// Appends a text as a comment: two hyphens would end it.
static void
append_comment (GString *xml, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "--", -1);
  g_autofree char *line = g_strjoinv ("- -", parts);

  for (char *c = line; *c != '\0'; c++)
    if ((guchar) *c < 0x20)
      *c = ' ';
  g_string_append_printf (xml, "<!-- %s -->\n", line);
}

void
lw_xml_append_notes (GString *xml, const LwModelWriter *self)
{
  if (self->source->provenance != NULL)
    append_comment (xml, self->source->provenance);
  for (guint i = 0; i < self->left_out->len; i++)
    append_comment (xml, self->left_out->pdata[i]);
}
