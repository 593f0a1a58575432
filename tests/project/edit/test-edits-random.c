// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random edits of every kind on mechanisms that a user could have drawn, then undo and redo of all
// of them: the text form and the project file are identical to the byte. Every edit gives a
// mechanism that can be written, read and compiled.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-arrange.h"
#include "lw-array.h"
#include "lw-compliant-joint.h"
#include "lw-context.h"
#include "lw-cut.h"
#include "lw-document.h"
#include "lw-geometry.h"
#include "lw-join.h"
#include "lw-marks.h"
#include "lw-merge.h"
#include "lw-move.h"
#include "lw-names.h"
#include "lw-part.h"
#include "lw-reorder.h"
#include "lw-shape-mass.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

#define N_EDITS 1000
#define MOST_BODIES 60
/// Number of bodies above which no more are added.
#define MANY_BODIES 40

typedef struct
{
  GRand *random;
  const LwMechanism *mechanism;
  GArray *chosen; ///< array of LwElementRef
  char *clipboard;
} Editor;

/// Random edit. Returns NULL and sets `error` if it is refused.
typedef LwMechanism *(*Edit) (Editor *self, GError **error);

// ---- random numbers -------------------------------------------------------------------------

static double
any (Editor *self)
{
  return g_rand_double_range (self->random, -1, 1);
}

static const LwElementRef *
refs (Editor *self)
{
  return (const LwElementRef *) (const void *) self->chosen->data;
}

static LwElementRef
pick (Editor *self, LwSelectionKind kind)
{
  g_autoptr (GArray) all = lw_part_all (self->mechanism);
  LwElementRef found = { LW_SELECTION_NONE, 0 };
  guint n = 0;

  for (guint i = 0; i < all->len; i++) {
    const LwElementRef ref = g_array_index (all, LwElementRef, i);

    if (ref.kind == kind && g_rand_int_range (self->random, 0, (int) ++n) == 0)
      found = ref;
  }
  return found;
}

static void
choose (Editor *self)
{
  g_autoptr (GArray) all = lw_part_all (self->mechanism);
  const int kind = g_rand_int_range (self->random, 0, 5);

  g_array_set_size (self->chosen, 0);
  for (guint i = 0; i < all->len; i++) {
    const LwElementRef ref = g_array_index (all, LwElementRef, i);

    if (kind == 0
        || (g_rand_int_range (self->random, 0, 4) == 0 && (kind < 3 || (int) ref.kind == kind - 2)))
      g_array_append_val (self->chosen, ref);
  }
}

static bool
is_crowded (Editor *self)
{
  return lw_mechanism_get_n_bodies (self->mechanism) > MANY_BODIES;
}

static LwPlaneMap
any_map (Editor *self)
{
  const double x = any (self);
  const double y = any (self);

  switch (g_rand_int_range (self->random, 0, 4)) {
  case 0:
    return lw_plane_map_shift (x, y);
  case 1:
    return lw_plane_map_turn (x, y, 4 * any (self));
  case 2:
    return lw_plane_map_mirror (x, y, g_rand_boolean (self->random) ? G_PI / 2 : any (self));
  default:
    return lw_plane_map_scale (x, y, exp (any (self)));
  }
}

// ---- edits ----------------------------------------------------------------------------------

static LwMechanism *
draw (Editor *self, GError **error)
{
  LwBody *body = lw_body_new (lw_mechanism_next_body_id (self->mechanism), NULL);
  g_autofree char *name = lw_names_unique (self->mechanism, "Drawn");
  const double points[2][3] = { { 0 }, { 0.1 + fabs (any (self)) } };

  lw_body_set_name (body, name);
  body->def.position[0] = any (self);
  body->def.position[1] = any (self);
  body->def.angle = 3 * any (self);
  body->shape.kind = (LwShapeKind) g_rand_int_range (self->random, 0, 3);
  body->shape.size[0] = 0.1 + fabs (any (self));
  body->shape.size[1] = 0.1 + fabs (any (self));
  if (body->shape.kind == LW_SHAPE_LINK) {
    body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
    memset (body->shape.size, 0, sizeof body->shape.size);
    g_array_append_vals (body->shape.points, points, 2);
  } else if (body->shape.kind == LW_SHAPE_DISC) {
    body->shape.size[1] = 0;
  }
  lw_body_set_plate_mass (body);
  return lw_mechanism_replace_body (self->mechanism, body);
}

static LwMechanism *
join (Editor *self, GError **error)
{
  const LwElementRef a = pick (self, LW_SELECTION_BODY);
  const LwElementRef b = pick (self, LW_SELECTION_BODY);
  static const unsigned kinds[] = { MBD_LOOP_PIN, MBD_LOOP_SLIDER, MBD_LOOP_WELD,
                                    MBD_LOOP_PIN_IN_SLOT };

  if (a.kind == LW_SELECTION_NONE)
    return NULL;
  return lw_mechanism_replace_coupling (
    self->mechanism, lw_geometry_new_joint (
                       self->mechanism, kinds[g_rand_int_range (self->random, 0, 4)],
                       a.id == b.id ? MBD_GROUND : a.id, b.id, any (self), any (self), any (self)));
}

static LwMechanism *
trace (Editor *self, GError **error)
{
  const LwElementRef body = pick (self, LW_SELECTION_BODY);
  const double point[3] = { any (self), any (self), 0 };
  g_autofree char *name = lw_names_point (self->mechanism);

  if (body.kind == LW_SELECTION_NONE)
    return NULL;
  return lw_mechanism_replace_tracer (
    self->mechanism,
    lw_tracer_new (lw_mechanism_next_tracer_id (self->mechanism), name, body.id, point));
}

static LwMechanism *
push (Editor *self, GError **error)
{
  const LwElementRef body = pick (self, LW_SELECTION_BODY);
  MbdForceDef def = mbd_load_default ();
  g_autofree char *name = lw_names_unique (self->mechanism, "Load");

  if (body.kind == LW_SELECTION_NONE)
    return NULL;
  def.body_b = body.id;
  def.force[0] = any (self);
  def.torque[2] = any (self);
  def.follows_body = g_rand_boolean (self->random);
  return lw_mechanism_replace_force (
    self->mechanism, lw_force_new (&def, lw_mechanism_next_force_id (self->mechanism), name));
}

static LwMechanism *
rename_one (Editor *self, GError **error)
{
  const LwElementRef ref = pick (self, LW_SELECTION_BODY);
  g_autofree char *name = lw_names_unique (self->mechanism, "Renamed");
  LwBody *body;

  if (ref.kind == LW_SELECTION_NONE)
    return NULL;
  body = lw_body_copy (lw_mechanism_find_body (self->mechanism, ref.id));
  lw_body_set_name (body, name);
  body->hue = (LwHue) g_rand_int_range (self->random, 0, LW_HUE_COUNT);
  return lw_mechanism_replace_body (self->mechanism, body);
}

static LwMechanism *
set_head (Editor *self, GError **error)
{
  const double gravity[3] = { any (self), any (self), 0 };
  LwRunSettings run = *lw_mechanism_get_run (self->mechanism);

  run.duration = 1 + fabs (any (self));
  switch (g_rand_int_range (self->random, 0, 5)) {
  case 0:
    return lw_mechanism_with_gravity (self->mechanism, gravity);
  case 1:
    return lw_mechanism_with_run (self->mechanism, &run);
  case 2:
    return lw_mechanism_with_title (self->mechanism, any (self) > 0 ? "One" : "Two");
  case 3:
    return lw_mechanism_with_notes (self->mechanism, any (self) > 0 ? "Look." : "");
  default:
    return lw_mechanism_with_parameter (self->mechanism,
                                        lw_parameter_new ("a", any (self), "a number"));
  }
}

static LwMechanism *
move (Editor *self, GError **error)
{
  return lw_move_elements (self->mechanism, refs (self), self->chosen->len, any (self), any (self));
}

static LwMechanism *
move_point (Editor *self, GError **error)
{
  const LwElementRef body = pick (self, LW_SELECTION_BODY);

  return lw_move_point (self->mechanism, body.id, (guint) g_rand_int_range (self->random, 0, 3),
                        any (self), any (self));
}

static LwMechanism *
map (Editor *self, GError **error)
{
  const LwPlaneMap by = any_map (self);

  return lw_move_by_map (self->mechanism, refs (self), self->chosen->len, &by, error);
}

static LwMechanism *
copy (Editor *self, GError **error)
{
  char *text = lw_part_write (self->mechanism, refs (self), self->chosen->len, error);

  if (text != NULL) {
    g_free (self->clipboard);
    self->clipboard = text;
  }
  return NULL;
}

static LwMechanism *
cut (Editor *self, GError **error)
{
  copy (self, error);
  return lw_part_remove (self->mechanism, refs (self), self->chosen->len);
}

static LwMechanism *
paste (Editor *self, GError **error)
{
  const LwPlaneMap by = any_map (self);
  g_autoptr (LwMechanism) part = NULL;

  if (self->clipboard == NULL || is_crowded (self))
    return NULL;
  part = lw_part_read (self->clipboard, strlen (self->clipboard), error);
  return part != NULL ? lw_part_insert (self->mechanism, part, &by, NULL, error) : NULL;
}

static LwMechanism *
duplicate (Editor *self, GError **error)
{
  const LwPlaneMap by = any_map (self);

  return is_crowded (self)
           ? NULL
           : lw_part_duplicate (self->mechanism, refs (self), self->chosen->len, &by, NULL, error);
}

static LwMechanism *
array (Editor *self, GError **error)
{
  const guint n = (guint) g_rand_int_range (self->random, 1, 4);

  if (is_crowded (self))
    return NULL;
  return g_rand_boolean (self->random)
           ? lw_array_line (self->mechanism, refs (self), self->chosen->len, n, any (self),
                            any (self), NULL, error)
           : lw_array_circle (self->mechanism, refs (self), self->chosen->len, n, any (self),
                              any (self), 6 * any (self), NULL, error);
}

static LwMechanism *
align (Editor *self, GError **error)
{
  return lw_arrange_align (self->mechanism, refs (self), self->chosen->len,
                           (LwAlignment) g_rand_int_range (self->random, 0, 6), error);
}

static LwMechanism *
distribute (Editor *self, GError **error)
{
  return lw_arrange_distribute (self->mechanism, refs (self), self->chosen->len,
                                g_rand_boolean (self->random), error);
}

static LwMechanism *
join_chosen (Editor *self, GError **error)
{
  return lw_join_elements (self->mechanism, refs (self), self->chosen->len, NULL, error);
}

static LwMechanism *
split (Editor *self, GError **error)
{
  return lw_join_split (self->mechanism, refs (self), self->chosen->len, error);
}

static LwMechanism *
merge (Editor *self, GError **error)
{
  return lw_merge_bodies (self->mechanism, refs (self), self->chosen->len, NULL, error);
}

static LwMechanism *
cut_body (Editor *self, GError **error)
{
  const LwElementRef body = pick (self, LW_SELECTION_BODY);
  double box[4];

  if (is_crowded (self) || !lw_part_get_box (self->mechanism, &body, 1, box))
    return NULL;
  return lw_cut_body (self->mechanism, body.id, 0.5 * (box[0] + box[2]) + 0.1 * any (self),
                      0.5 * (box[1] + box[3]) + 0.1 * any (self), NULL, error);
}

static LwMechanism *
set_number (Editor *self, GError **error)
{
  const double values[2] = { any (self), any (self) };

  return lw_context_set (self->mechanism, refs (self), self->chosen->len, values, error);
}

static LwMechanism *
scale (Editor *self, GError **error)
{
  return lw_context_scale (self->mechanism, refs (self), self->chosen->len, exp (any (self)),
                           error);
}

static LwMechanism *
remove_one (Editor *self, GError **error)
{
  const LwElementRef ref =
    pick (self, (LwSelectionKind) g_rand_int_range (self->random, 1, LW_SELECTION_TRACER + 1));

  return lw_part_remove (self->mechanism, &ref, 1);
}

static LwMechanism *
mark (Editor *self, GError **error)
{
  return lw_marks_change (self->mechanism, refs (self), self->chosen->len,
                          (unsigned) g_rand_int_range (self->random, 0, LW_MARK_ALL + 1),
                          (unsigned) g_rand_int_range (self->random, 0, LW_MARK_ALL + 1));
}

static LwMechanism *
reorder (Editor *self, GError **error)
{
  const LwElementRef ref =
    pick (self, (LwSelectionKind) g_rand_int_range (self->random, 1, LW_SELECTION_TRACER + 1));

  return lw_reorder_element (self->mechanism, ref, g_rand_int_range (self->random, -3, 4));
}

static LwMechanism *
to_bushing (Editor *self, GError **error)
{
  return lw_mechanism_make_compliant (self->mechanism, pick (self, LW_SELECTION_COUPLING).id, NULL,
                                      error);
}

static LwMechanism *
to_joint (Editor *self, GError **error)
{
  return lw_mechanism_make_ideal (self->mechanism, pick (self, LW_SELECTION_FORCE).id, error);
}

static const struct
{
  const char *name;
  Edit edit;
} edits[] = {
  { "Draw", draw },
  { "Draw", draw },
  { "Join", join },
  { "Trace", trace },
  { "Push", push },
  { "Rename", rename_one },
  { "Head", set_head },
  { "Move", move },
  { "Move Point", move_point },
  { "Map", map },
  { "Copy", copy },
  { "Cut", cut },
  { "Paste", paste },
  { "Duplicate", duplicate },
  { "Array", array },
  { "Align", align },
  { "Distribute", distribute },
  { "Join Chosen", join_chosen },
  { "Split", split },
  { "Merge", merge },
  { "Cut Body", cut_body },
  { "Number", set_number },
  { "Scale", scale },
  { "Delete", remove_one },
  { "Reorder", reorder },
  { "Mark", mark },
  { "To Bushing", to_bushing },
  { "To Joint", to_joint },
};

// ---- the property ---------------------------------------------------------------------------

static char *
digest_of (LwDocument *document)
{
  g_autoptr (LwProject) project = lw_document_dup_project (document);
  GError *error = NULL;
  g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);

  g_assert_no_error (error);
  return g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
}

static void
assert_good (const LwMechanism *mechanism, const char *edit)
{
  g_autofree char *text = lw_text_write (mechanism);
  GError *error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  g_autoptr (LwMechanism) read = NULL;

  if (model == NULL)
    g_error ("%s gave a mechanism that cannot be compiled: %s", edit, error->message);
  mbd_model_unref (model);
  read = lw_text_parse (text, -1, &error);
  if (read == NULL)
    g_error ("%s gave a mechanism that cannot be read again: %s", edit, error->message);
  if (!lw_mechanism_equal (read, mechanism))
    g_error ("%s gave a mechanism that differs after reading: %s", edit, text);
}

/// Returns true if sizes are within limits: repeated scaling increases values, and copies of copies
/// increase the number of bodies.
static bool
is_bounded (const LwMechanism *mechanism)
{
  if (lw_mechanism_get_n_bodies (mechanism) > MOST_BODIES)
    return false;
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const MbdBodyDef *def = &lw_mechanism_get_body (mechanism, i)->def;

    if (hypot (def->position[0], def->position[1]) > 1e3 || def->mass > 1e6 || def->mass < 1e-6)
      return false;
  }
  return true;
}

static void
edit_randomly (LwDocument *document, guint32 seed, guint *n_done)
{
  Editor self = { .random = g_rand_new_with_seed (seed),
                  .chosen = g_array_new (FALSE, FALSE, sizeof (LwElementRef)) };
  guint done[G_N_ELEMENTS (edits)] = { 0 };

  while (lw_document_get_n_steps (document) < N_EDITS) {
    const int k = g_rand_int_range (self.random, 0, G_N_ELEMENTS (edits));
    g_autoptr (LwMechanism) next = NULL;
    g_autoptr (LwMechanism) settled = NULL;
    GError *error = NULL;

    self.mechanism = lw_document_get_mechanism (document);
    choose (&self);
    next = edits[k].edit (&self, &error);
    g_assert_false (next != NULL && error != NULL && edits[k].edit != cut);
    if (error != NULL)
      testing_assert_sentence (error);
    g_clear_error (&error);
    if (next == NULL || !is_bounded (next))
      continue;
    settled = lw_marks_settle (next);
    assert_good (settled, edits[k].name);
    lw_document_edit (document, edits[k].name, next);
    done[k]++;
  }
  for (guint k = 0; k < G_N_ELEMENTS (edits); k++) {
    g_test_message ("%s: %u", edits[k].name, done[k]);
    n_done[k] += done[k];
  }
  g_rand_free (self.random);
  g_array_unref (self.chosen);
  g_free (self.clipboard);
}

static void
test_undo_all (void)
{
  const int n_seeds = testing_is_torture () ? 20 : 1;
  guint n_done[G_N_ELEMENTS (edits)] = { 0 };

  for (int seed = 1; seed <= n_seeds; seed++) {
    g_autoptr (LwMechanism) chain = testing_chain (4);
    g_autoptr (LwDocument) document = lw_document_new (chain);
    g_autofree char *first_text = lw_text_write (chain);
    g_autofree char *first_digest = digest_of (document);
    g_autofree char *last_text = NULL;
    g_autofree char *last_digest = NULL;
    guint n;

    edit_randomly (document, testing_seed ((guint32) seed), n_done);
    n = lw_document_get_n_steps (document);
    last_text = lw_text_write (lw_document_get_mechanism (document));
    last_digest = digest_of (document);
    for (guint i = 0; i < n; i++)
      lw_document_undo (document);
    g_assert_false (lw_document_can_undo (document));
    {
      g_autofree char *text = lw_text_write (lw_document_get_mechanism (document));
      g_autofree char *digest = digest_of (document);

      g_assert_cmpstr (text, ==, first_text);
      g_assert_cmpstr (digest, ==, first_digest);
      g_assert_false (lw_document_get_modified (document));
    }
    for (guint i = 0; i < n; i++)
      lw_document_redo (document);
    {
      g_autofree char *text = lw_text_write (lw_document_get_mechanism (document));
      g_autofree char *digest = digest_of (document);

      g_assert_cmpstr (text, ==, last_text);
      g_assert_cmpstr (digest, ==, last_digest);
    }
    g_test_message ("seed %d: %u steps, %" G_GSIZE_FORMAT " bytes of history", seed, n,
                    lw_document_get_history_size (document));
  }
  // Every kind of edit was performed. (Copying by itself is not an edit.)
  for (guint k = 0; k < G_N_ELEMENTS (edits); k++)
    if (edits[k].edit != copy)
      g_assert_cmpuint (n_done[k], >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edits-random/undo-all", test_undo_all);
  return g_test_run ();
}
