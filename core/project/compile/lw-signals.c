// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of quantities by kind of element. Names and suffixes are those of the channels
// (core/project/channels), which are read from a state, while these are definitions for the engine; a
// test compares their values.

#include "lw-signals.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-element-kind.h"
#include "lw-element-ref.h"
#include "lw-names.h"
#include "lw-operand.h"
#include "lw-words.h"

typedef struct
{
  const char *suffix;
  MbdSignalKind kind;
  bool is_rate;
  int axis;
  MbdCoordinate coordinate;
  unsigned on; ///< PLANE, SPACE
} Row;

enum
{
  PLANE = 1 << 0,
  SPACE = 1 << 1,
  BOTH = PLANE | SPACE,
};

/// Completes the definition for an element. Returns false if the element does not have the quantity.
typedef bool (*Place) (const LwMechanism *mechanism,
                       const LwElement *element,
                       const Row *row,
                       MbdSignalDef *def);

// ---- bodies and points ----------------------------------------------------------------------

#define POINT(name, rate, axis, on)                                                                \
  {                                                                                                \
    name, MBD_SIGNAL_POINT, rate, axis, MBD_COORDINATE_ANGLE, on                                   \
  }
#define POINTS                                                                                     \
  POINT ("x", false, 0, BOTH), POINT ("y", false, 1, BOTH), POINT ("z", false, 2, SPACE),          \
    POINT ("vx", true, 0, BOTH), POINT ("vy", true, 1, BOTH), POINT ("vz", true, 2, SPACE)

static const Row body_rows[] = {
  POINTS,
  { "angle", MBD_SIGNAL_TURN, false, 2, MBD_COORDINATE_ANGLE, PLANE },
  { "omega", MBD_SIGNAL_TURN, true, 2, MBD_COORDINATE_ANGLE, PLANE },
  { "wx", MBD_SIGNAL_TURN, true, 0, MBD_COORDINATE_ANGLE, SPACE },
  { "wy", MBD_SIGNAL_TURN, true, 1, MBD_COORDINATE_ANGLE, SPACE },
  { "wz", MBD_SIGNAL_TURN, true, 2, MBD_COORDINATE_ANGLE, SPACE },
};

static const Row tracer_rows[] = { POINTS };

static bool
is_in_space (const LwMechanism *mechanism, int body)
{
  const LwBody *found = lw_mechanism_find_body (mechanism, body);

  return found != NULL && found->def.mobility == MBD_SPATIAL;
}

static bool
place_body (const LwMechanism *mechanism,
            const LwElement *element,
            const Row *row,
            MbdSignalDef *def)
{
  static const unsigned spaces[] = { [MBD_PLANAR] = PLANE, [MBD_SPATIAL] = SPACE, [MBD_FIXED] = 0 };

  def->body[0] = element->id;
  return (row->on & spaces[((const LwBody *) element)->def.mobility]) != 0;
}

static bool
place_tracer (const LwMechanism *mechanism,
              const LwElement *element,
              const Row *row,
              MbdSignalDef *def)
{
  const LwTracer *tracer = (const LwTracer *) element;

  def->body[0] = tracer->body;
  memcpy (def->frame[0].point, tracer->point, sizeof tracer->point);
  return (row->on & (is_in_space (mechanism, tracer->body) ? SPACE : PLANE)) != 0;
}

// ---- couplings ------------------------------------------------------------------------------

#define JOINT(name, rate, coordinate)                                                              \
  {                                                                                                \
    name, MBD_SIGNAL_JOINT, rate, 0, coordinate, BOTH                                              \
  }

static const Row coupling_rows[] = {
  JOINT ("coordinate", false, MBD_COORDINATE_ANGLE),
  JOINT ("rate", true, MBD_COORDINATE_ANGLE),
  JOINT ("slide", false, MBD_COORDINATE_SLIDE),
  JOINT ("slide_rate", true, MBD_COORDINATE_SLIDE),
};

/// Finds the coordinate that the channels of a joint show: the angle, else a slide. `second`: the
/// slide of a joint that also turns.
static bool
find_joint_coordinate (const MbdCouplingDef *def,
                       bool space,
                       bool second,
                       MbdCoordinate *coordinate)
{
  const unsigned lengths = MBD_LOCK_X | MBD_LOCK_Y | (space ? MBD_LOCK_Z : 0);
  const unsigned turns = MBD_LOCK_RX | MBD_LOCK_RY | MBD_LOCK_RZ;
  const MbdCoordinate slides[] = { MBD_COORDINATE_SLIDE, MBD_COORDINATE_SLIDE_Z };
  const bool turning = lw_coupling_has_coordinate (def, MBD_COORDINATE_ANGLE);

  if (__builtin_popcount (def->locked & lengths) < (space ? 2 : 1)
      || (space && __builtin_popcount (def->locked & turns) < 2) || (second && !turning))
    return false;
  *coordinate = MBD_COORDINATE_ANGLE;
  if (turning && !second)
    return true;
  for (int i = 0; i < (space ? 2 : 1); i++)
    if (lw_coupling_has_coordinate (def, slides[i])) {
      *coordinate = slides[i];
      return true;
    }
  return false;
}

static bool
place_coupling (const LwMechanism *mechanism,
                const LwElement *element,
                const Row *row,
                MbdSignalDef *def)
{
  const bool second = row->coordinate != MBD_COORDINATE_ANGLE;
  MbdCouplingDef joint;

  if (!lw_mechanism_resolve_coupling (mechanism, (const LwCoupling *) element, &joint, NULL))
    return false;
  def->body[0] = joint.body_a;
  def->body[1] = joint.body_b;
  def->frame[0] = joint.frame_a;
  def->frame[1] = joint.frame_b;
  if (lw_family_of (joint.class_)->is_joint)
    return find_joint_coordinate (
      &joint, is_in_space (mechanism, joint.body_a) || is_in_space (mechanism, joint.body_b),
      second, &def->coordinate);
  def->coordinate = joint.coordinate[0];
  // A way along a curve is not a signal.
  return lw_family_of (joint.class_)->has_motion && !second
         && joint.coordinate[0] != MBD_COORDINATE_ARC;
}

// ---- forces and measurements ----------------------------------------------------------------

#define DISTANCE(name, rate)                                                                       \
  {                                                                                                \
    name, MBD_SIGNAL_DISTANCE, rate, 0, MBD_COORDINATE_ANGLE, BOTH                                 \
  }

static const Row force_rows[] = { DISTANCE ("length", false), DISTANCE ("rate", true) };

static bool
place_force (const LwMechanism *mechanism,
             const LwElement *element,
             const Row *row,
             MbdSignalDef *def)
{
  const LwForce *force = (const LwForce *) element;

  def->body[0] = force->def.body_a;
  def->body[1] = force->def.body_b;
  memcpy (def->frame[0].point, force->def.point_a, sizeof force->def.point_a);
  memcpy (def->frame[1].point, force->def.point_b, sizeof force->def.point_b);
  return lw_family_of (force->def.class_)->has_law;
}

static const Row measurement_rows[] = {
  POINT ("x", false, 0, BOTH),
  POINT ("y", false, 1, BOTH),
  POINT ("z", false, 2, BOTH),
  DISTANCE ("distance", false),
  DISTANCE ("rate", true),
  { "angle", MBD_SIGNAL_ANGLE, false, 0, MBD_COORDINATE_ANGLE, BOTH },
  { "rate", MBD_SIGNAL_ANGLE, true, 0, MBD_COORDINATE_ANGLE, BOTH },
};

static bool
place_measurement (const LwMechanism *mechanism,
                   const LwElement *element,
                   const Row *row,
                   MbdSignalDef *def)
{
  // The points of a measurement at each end of a signal.
  static const int ends[][MBD_SIGNAL_ENDS] = {
    [LW_MEASUREMENT_POSITION] = { 0 },
    [LW_MEASUREMENT_DISTANCE] = { 0, 1 },
    [LW_MEASUREMENT_ANGLE] = { 1, 0, 1, 2 },
    [LW_MEASUREMENT_LINES] = { 0, 1, 2, 3 },
  };
  static const MbdSignalKind kinds[] = {
    [LW_MEASUREMENT_POSITION] = MBD_SIGNAL_POINT,
    [LW_MEASUREMENT_DISTANCE] = MBD_SIGNAL_DISTANCE,
    [LW_MEASUREMENT_ANGLE] = MBD_SIGNAL_ANGLE,
    [LW_MEASUREMENT_LINES] = MBD_SIGNAL_ANGLE,
  };
  const LwMeasurement *measurement = (const LwMeasurement *) element;

  if (kinds[measurement->n_points] != row->kind)
    return false;
  for (int end = 0; end < mbd_signal_ends (row->kind); end++) {
    const LwBodyPoint *point = &measurement->points[ends[measurement->n_points][end]];

    def->body[end] = point->body;
    memcpy (def->frame[end].point, point->point, sizeof point->point);
  }
  return true;
}

// ---- names ----------------------------------------------------------------------------------

static const struct
{
  const char *word; ///< for an element without a name: body-3
  const Row *rows;
  gsize n_rows;
  Place place;
} kinds[] = {
  [LW_SELECTION_NONE] = { "", NULL, 0, NULL },
  [LW_SELECTION_BODY] = { "body", body_rows, G_N_ELEMENTS (body_rows), place_body },
  [LW_SELECTION_COUPLING] = { "coupling", coupling_rows, G_N_ELEMENTS (coupling_rows),
                              place_coupling },
  [LW_SELECTION_FORCE] = { "force", force_rows, G_N_ELEMENTS (force_rows), place_force },
  [LW_SELECTION_TRACER] = { "tracer", tracer_rows, G_N_ELEMENTS (tracer_rows), place_tracer },
  [LW_SELECTION_MEASUREMENT] = { "measurement", measurement_rows, G_N_ELEMENTS (measurement_rows),
                                 place_measurement },
};

static bool
define (const LwMechanism *mechanism, LwElementRef ref, const Row *row, LwSignal *signal)
{
  const LwElement *element = lw_element_ref_find (mechanism, ref);

  *signal = (LwSignal){ ref, row->suffix, mbd_signal_default (row->kind) };
  signal->def.is_rate = row->is_rate;
  signal->def.axis = row->axis;
  signal->def.coordinate = row->coordinate;
  return element != NULL && kinds[ref.kind].place (mechanism, element, row, &signal->def);
}

/// Finds the quantity of an element with this suffix.
static bool
find_suffix (const LwMechanism *mechanism, LwElementRef ref, const char *suffix, LwSignal *signal)
{
  for (gsize i = 0; i < kinds[ref.kind].n_rows; i++)
    if (strcmp (kinds[ref.kind].rows[i].suffix, suffix) == 0
        && define (mechanism, ref, &kinds[ref.kind].rows[i], signal))
      return true;
  return false;
}

/// Returns the name of an element as it begins the names of its channels.
static char *
dup_beginning (const LwElement *element, LwSelectionKind kind)
{
  if (element->name == NULL)
    return g_strdup_printf ("%s-%d", kinds[kind].word, element->id);
  return g_strdelimit (g_strdup (element->name), ",*?", '_');
}

/// Returns true if the name denotes the element; "body-3" does whether or not the body has a name.
static bool
is_called (const LwElement *element, LwSelectionKind kind, const char *name)
{
  g_autofree char *beginning = dup_beginning (element, kind);
  g_autofree char *number = g_strdup_printf ("%s-%d", kinds[kind].word, element->id);

  return strcmp (beginning, name) == 0 || strcmp (number, name) == 0;
}

/// Returns the elements of this name (array of LwElementRef).
static GArray *
find_called (const LwMechanism *mechanism, const char *name)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (LwElementRef));

  for (int kind = LW_SELECTION_BODY; kind <= LW_SELECTION_LAST; kind++) {
    const LwElementKind *elements = lw_element_kind ((LwSelectionKind) kind);
    const guint n = elements->count (mechanism);

    for (guint i = 0; i < n; i++) {
      const LwElement *element = elements->get (mechanism, i);
      const LwElementRef ref = { (LwSelectionKind) kind, element->id };

      if (is_called (element, ref.kind, name))
        g_array_append_val (found, ref);
    }
  }
  return found;
}

/// Returns "x, y, angle" for the quantities of an element.
static char *
dup_suffixes (const LwMechanism *mechanism, LwElementRef ref)
{
  g_autoptr (GString) list = g_string_new (NULL);
  LwSignal signal;

  for (gsize i = 0; i < kinds[ref.kind].n_rows; i++)
    if (define (mechanism, ref, &kinds[ref.kind].rows[i], &signal))
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", signal.suffix);
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/// Returns why an element has no quantity of this name.
static char *
dup_reason (const LwMechanism *mechanism, LwElementRef ref, const char *name)
{
  g_autofree char *called = lw_element_ref_dup_name (mechanism, ref);
  g_autofree char *suffixes = dup_suffixes (mechanism, ref);

  if (*suffixes == '\0')
    // Translators: the name of a quantity, and the element that it begins with
    return g_strdup_printf (_ ("“%s” cannot be followed: %s has no position or velocity"), name,
                            called);
  // Translators: the name of a quantity, the element that it begins with, and what that one has
  return g_strdup_printf (_ ("“%s” cannot be followed: of %s a force can follow %s, while "
                             "accelerations and forces would depend on the force itself"),
                          name, called, suffixes);
}

bool
lw_signal_find (const LwMechanism *mechanism, const char *name, LwSignal *signal, char **reason)
{
  const char *dot = strrchr (name, '.');
  g_autofree char *beginning = dot != NULL ? g_strndup (name, (gsize) (dot - name)) : NULL;
  g_autoptr (GArray) called = NULL;
  LwSignal other;
  guint n = 0;

  *reason = NULL;
  if (dot == NULL) {
    *reason = g_strdup_printf (
      _ ("“%s” names no quantity; write an element and its quantity, as in Cart.x"), name);
    return false;
  }
  called = find_called (mechanism, beginning);
  for (guint i = 0; i < called->len; i++) {
    const LwElementRef ref = g_array_index (called, LwElementRef, i);

    if (!find_suffix (mechanism, ref, dot + 1, n == 0 ? signal : &other))
      continue;
    if (n++ > 0) {
      g_autofree char *first = lw_element_ref_dup_name (mechanism, signal->element);
      g_autofree char *second = lw_element_ref_dup_name (mechanism, other.element);

      *reason = g_strdup_printf (_ ("“%s” could belong to %s or to %s; give them different names"),
                                 name, first, second);
      return false;
    }
  }
  if (n == 0)
    *reason = called->len == 0
                ? g_strdup_printf (_ ("there is no element “%s” for “%s”"), beginning, name)
                : dup_reason (mechanism, g_array_index (called, LwElementRef, 0), name);
  return n > 0;
}

char *
lw_signal_dup_name (const LwMechanism *mechanism, LwElementRef element, const char *suffix)
{
  g_autofree char *beginning =
    dup_beginning (lw_element_ref_find (mechanism, element), element.kind);
  g_autofree char *name = g_strdup_printf ("%s.%s", beginning, suffix);
  g_autofree char *reason = NULL;
  LwSignal found;

  if (lw_signal_find (mechanism, name, &found, &reason))
    return g_steal_pointer (&name);
  // Another element has the same name.
  return g_strdup_printf ("%s-%d.%s", kinds[element.kind].word, element.id, suffix);
}

GPtrArray *
lw_signals_list (const LwMechanism *mechanism, LwElementRef element)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  LwSignal signal;

  for (gsize i = 0; i < kinds[element.kind].n_rows; i++)
    if (define (mechanism, element, &kinds[element.kind].rows[i], &signal)) {
      g_autofree char *name = lw_signal_dup_name (mechanism, element, signal.suffix);

      g_ptr_array_add (list, lw_operand_dup (name));
    }
  return list;
}

// ---- renaming -------------------------------------------------------------------------------

typedef struct
{
  const LwMechanism *before, *after;
  LwElementMap map;
  void *data;
} Following;

/// Returns the new name of a quantity, or NULL if it stays.
static char *
follow_cb (const char *name, gpointer data)
{
  const Following *self = data;
  g_autofree char *reason = NULL;
  g_autofree char *next = NULL;
  LwElementRef element;
  LwSignal signal;

  if (strchr (name, '.') == NULL || !lw_signal_find (self->before, name, &signal, &reason))
    return NULL;
  element = self->map != NULL ? self->map (signal.element, self->data) : signal.element;
  if (element.kind == LW_SELECTION_NONE || lw_element_ref_find (self->after, element) == NULL)
    return NULL;
  next = lw_signal_dup_name (self->after, element, signal.suffix);
  return strcmp (next, name) == 0 ? NULL : g_steal_pointer (&next);
}

LwForce *
lw_signals_follow_force (const LwMechanism *before,
                         const LwMechanism *after,
                         const LwForce *force,
                         LwElementMap map,
                         void *data)
{
  Following following = { before, after, map, data };
  LwForce *copy = NULL;

  for (int i = 0; i < LW_FORCE_COMPONENTS; i++) {
    const LwFunction *function = force->functions[i];
    g_autofree char *text = function != NULL && function->expression != NULL
                              ? lw_operand_follow (function->expression, follow_cb, &following)
                              : NULL;
    g_autoptr (LwFunction) next = text != NULL ? lw_function_new_expression (text) : NULL;

    if (next == NULL)
      continue;
    copy = copy != NULL ? copy : lw_force_copy (force);
    lw_force_set_function (copy, i, next);
  }
  if (force->law != NULL) {
    g_autofree char *law = lw_operand_follow (force->law, follow_cb, &following);

    if (law != NULL) {
      copy = copy != NULL ? copy : lw_force_copy (force);
      lw_force_set_law (copy, law);
    }
  }
  return copy;
}

LwCoupling *
lw_signals_follow_coupling (const LwMechanism *before,
                            const LwMechanism *after,
                            const LwCoupling *coupling,
                            LwElementMap map,
                            void *data)
{
  Following following = { before, after, map, data };
  const LwFunction *function = coupling->function;
  g_autofree char *text = function != NULL && function->expression != NULL
                            ? lw_operand_follow (function->expression, follow_cb, &following)
                            : NULL;
  g_autoptr (LwFunction) next = text != NULL ? lw_function_new_expression (text) : NULL;
  LwCoupling *copy = next != NULL ? lw_coupling_copy (coupling) : NULL;

  if (copy != NULL)
    lw_coupling_set_function (copy, next);
  return copy;
}

static LwMechanism *
take_next (LwMechanism *mechanism, LwMechanism *next)
{
  lw_mechanism_unref (mechanism);
  return next;
}

LwMechanism *
lw_signals_follow_names (const LwMechanism *before, LwMechanism *after)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (after); i++) {
    LwCoupling *coupling =
      lw_signals_follow_coupling (before, after, lw_mechanism_get_coupling (after, i), NULL, NULL);

    if (coupling != NULL)
      after = take_next (after, lw_mechanism_replace_coupling (after, coupling));
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (after); i++) {
    LwForce *force =
      lw_signals_follow_force (before, after, lw_mechanism_get_force (after, i), NULL, NULL);

    if (force != NULL)
      after = take_next (after, lw_mechanism_replace_force (after, force));
  }
  return after;
}

LwMechanism *
lw_signals_share_names (LwMechanism *mechanism, const LwMechanism *named)
{
  return lw_signals_follow_names (mechanism, lw_names_share (mechanism, named));
}
