// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact in the document: bodies that touch, outlines, refusals, and that edits preserve contacts.

#include <math.h>
#include <string.h>

#include "lw-contact.h"
#include "lw-cut.h"
#include "lw-document.h"
#include "lw-geometry.h"
#include "lw-merge.h"
#include "lw-part.h"
#include "lw-property.h"
#include "lw-text.h"
#include "testing-project.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MbdModel, mbd_model_unref)

// ---- helpers --------------------------------------------------------------------------------

static LwBody *
new_box (int id, double x, double y)
{
  g_autofree char *name = g_strdup_printf ("Box %d", id);
  LwBody *body = lw_body_new (id, name);

  body->def.position[0] = x;
  body->def.position[1] = y;
  body->shape.kind = LW_SHAPE_BOX;
  body->shape.size[0] = 0.2;
  body->shape.size[1] = 0.1;
  body->contact.takes_part = true;
  return body;
}

static LwBody *
new_link (int id, const double *points, guint n)
{
  g_autofree char *name = g_strdup_printf ("Link %d", id);
  LwBody *body = lw_body_new (id, name);

  body->shape.kind = LW_SHAPE_LINK;
  body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  g_array_append_vals (body->shape.points, points, n);
  body->plate.width = 0.02;
  body->contact.takes_part = true;
  return body;
}

/// Returns `n` boxes in a row, with ids from 1.
static LwMechanism *
new_row (int n)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 1; i <= n; i++)
    lw_mechanism_add_body (mechanism, new_box (i, i, 0));
  return mechanism;
}

static void
add_joint (LwMechanism *mechanism, int id, unsigned locked, int a, int b)
{
  MbdCouplingDef def = mbd_loop_default (locked);

  def.body_a = a;
  def.body_b = b;
  lw_mechanism_add_coupling (mechanism, lw_coupling_new (&def, id, NULL));
}

static MbdModel *
compile (const LwMechanism *mechanism)
{
  GError *error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_no_error (error);
  return model;
}

static void
assert_refused (const LwMechanism *mechanism, const char *sentence)
{
  GError *error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);

  g_assert_null (model);
  g_assert_error (error, LW_ERROR, LW_ERROR_SIMULATION);
  testing_assert_sentence (error);
  g_assert_cmpstr (error->message, ==, sentence);
  g_error_free (error);
}

static LwBody *
copy_of (const LwMechanism *mechanism, int id)
{
  return lw_body_copy (lw_mechanism_find_body (mechanism, id));
}

// ---- bodies that touch ----------------------------------------------------------------------

static void
test_touch (void)
{
  g_autoptr (LwMechanism) mechanism = new_row (5);
  LwBody *idle = copy_of (mechanism, 5);
  g_autoptr (LwMechanism) next = NULL;
  MbdCouplingDef rod = mbd_rod_default ();
  LwContactPair pair;

  idle->contact.takes_part = false;
  next = lw_mechanism_replace_body (mechanism, idle);
  g_assert_true (lw_contact_get_pair (next, 1, 2).touches);
  g_assert_false (lw_contact_get_pair (next, 1, 5).touches);
  g_assert_false (lw_contact_get_pair (next, 1, 1).touches);
  g_assert_false (lw_contact_get_pair (next, 1, 99).touches);
  // Joined by any coupling.
  rod.length = 1;
  rod.body_a = 1;
  rod.body_b = 2;
  lw_mechanism_add_coupling (next, lw_coupling_new (&rod, 1, NULL));
  g_assert_false (lw_contact_get_pair (next, 1, 2).touches);
  g_assert_false (lw_contact_get_pair (next, 2, 1).touches);
  g_assert_true (lw_contact_get_pair (next, 1, 3).touches);
  // A pair overrides this, in either order of the bodies.
  pair = lw_contact_get_pair (next, 2, 1);
  g_assert_cmpint (pair.body[0], ==, 1);
  pair.touches = true;
  pair.friction = 0.25;
  {
    g_autoptr (LwMechanism) said = lw_contact_with_pair (next, &pair, NULL);
    g_autoptr (LwMechanism) unsaid = lw_contact_without_pair (said, 2, 1);
    g_autoptr (MbdModel) model = compile (said);

    g_assert_true (lw_contact_get_pair (said, 2, 1).touches);
    g_assert_cmpfloat (lw_contact_get_pair (said, 2, 1).friction, ==, 0.25);
    g_assert_false (lw_mechanism_equal (said, next));
    g_assert_true (lw_mechanism_equal (unsaid, next));
    g_assert_cmpint (mbd_model_shape_count (model), ==, 4);
  }
  g_assert_cmpuint (lw_contact_count (next), ==, 4);
}

static void
test_welded (void)
{
  g_autoptr (LwMechanism) mechanism = new_row (5);

  // 1 - 2 - 3 are welded together, 4 is pinned to them.
  add_joint (mechanism, 1, MBD_LOOP_WELD, 3, 2);
  add_joint (mechanism, 2, MBD_LOOP_WELD, 2, 1);
  add_joint (mechanism, 3, MBD_LOOP_PIN, 1, 4);
  g_assert_false (lw_contact_get_pair (mechanism, 1, 3).touches);
  g_assert_false (lw_contact_get_pair (mechanism, 1, 4).touches);
  g_assert_true (lw_contact_get_pair (mechanism, 2, 4).touches);
  g_assert_true (lw_contact_get_pair (mechanism, 3, 5).touches);
}

static void
test_materials (void)
{
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwBody *a = new_box (1, 0, 0);
  LwBody *b = new_box (2, 1, 0);
  LwContactPair pair;

  a->contact.friction = 0.9;
  a->contact.restitution = 0.1;
  a->contact.rolling = 0.01;
  b->contact.friction = 0.4;
  b->contact.restitution = 0.7;
  b->contact.rolling = 0.02;
  lw_mechanism_add_body (mechanism, a);
  lw_mechanism_add_body (mechanism, b);
  pair = lw_contact_get_pair (mechanism, 1, 2);
  g_assert_cmpfloat_with_epsilon (pair.friction, 0.6, 1e-15);
  g_assert_cmpfloat (pair.restitution, ==, 0.7);
  g_assert_cmpfloat_with_epsilon (pair.rolling, 0.03, 1e-15);
}

// ---- outlines -------------------------------------------------------------------------------

static void
check_outline (const LwMechanism *mechanism, int id, MbdShapeKind kind, guint n, double radius)
{
  LwContactOutline outline;
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  g_assert_true (lw_contact_get_outline (mechanism, body, &outline, NULL));
  g_assert_cmpint (outline.kind, ==, kind);
  g_assert_cmpuint (outline.points->len, ==, n);
  g_assert_cmpfloat_with_epsilon (outline.radius, radius, 1e-15);
  lw_contact_outline_clear (&outline);
}

static void
test_outlines (void)
{
  static const double points[] = { 0, 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, 0.5, 0 };
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwBody *disc = lw_body_new (5, NULL);
  LwBody *plane = new_link (6, points, 2);
  g_autoptr (MbdModel) model = NULL;

  disc->shape.kind = LW_SHAPE_DISC;
  disc->shape.size[0] = 0.25;
  disc->contact.takes_part = true;
  plane->def.mobility = MBD_FIXED;
  plane->contact.half_plane = true;
  lw_mechanism_add_body (mechanism, new_box (1, 5, 5));
  lw_mechanism_add_body (mechanism, new_link (2, points, 1));
  lw_mechanism_add_body (mechanism, new_link (3, points, 2));
  lw_mechanism_add_body (mechanism, new_link (4, points, 4));
  lw_mechanism_add_body (mechanism, disc);
  lw_mechanism_add_body (mechanism, plane);
  check_outline (mechanism, 1, MBD_SHAPE_POLYGON, 4, 0);
  check_outline (mechanism, 2, MBD_SHAPE_DISC, 1, 0.01);
  check_outline (mechanism, 3, MBD_SHAPE_CAPSULE, 2, 0.01);
  // The interior point is not a corner.
  check_outline (mechanism, 4, MBD_SHAPE_POLYGON, 3, 0.01);
  check_outline (mechanism, 5, MBD_SHAPE_DISC, 1, 0.25);
  check_outline (mechanism, 6, MBD_SHAPE_HALF_PLANE, 2, 0);
  model = compile (mechanism);
  g_assert_cmpint (mbd_model_shape_count (model), ==, 6);
  for (int i = 0; i < 6; i++) {
    const int id = lw_contact_body_of (model, i);

    g_assert_cmpint (lw_contact_shape_of (model, id), ==, i);
    g_assert_cmpint (mbd_model_shape_body (model, i), ==, mbd_model_body_by_id (model, id));
  }
  g_assert_cmpint (lw_contact_shape_of (model, 7), ==, -1);
}

// ---- bad input ------------------------------------------------------------------------------

static void
test_refusals (void)
{
  static const struct
  {
    double friction, restitution, rolling;
    const char *sentence;
  } cases[] = {
    { -0.1, 0, 0, "Body Box 1: the coefficient of friction must not be negative." },
    { 0.5, -0.1, 0, "Body Box 1: the coefficient of restitution must be between 0 and 1." },
    { 0.5, 1.1, 0, "Body Box 1: the coefficient of restitution must be between 0 and 1." },
    { 0.5, 0, -1, "Body Box 1: the arm of rolling friction must not be negative." },
    { NAN, 0, 0, "Body Box 1: friction, restitution and rolling friction must be finite numbers." },
    { 0.5, INFINITY, 0,
      "Body Box 1: friction, restitution and rolling friction must be finite numbers." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism = new_row (2);
    LwBody *body = copy_of (mechanism, 1);
    g_autoptr (LwMechanism) bad = NULL;
    g_autoptr (GError) error = NULL;

    body->contact.friction = cases[i].friction;
    body->contact.restitution = cases[i].restitution;
    body->contact.rolling = cases[i].rolling;
    g_assert_null (lw_contact_with_body (mechanism, 1, &body->contact, &error));
    testing_assert_sentence (error);
    g_assert_cmpstr (error->message, ==, cases[i].sentence);
    bad = lw_mechanism_replace_body (mechanism, body);
    assert_refused (bad, cases[i].sentence);
  }
}

static void
test_pair_refusals (void)
{
  static const struct
  {
    LwContactPair pair;
    const char *sentence;
  } cases[] = {
    { { { 1, 2 }, true, -1, 0, 0 },
      "Contact of body Box 1 and body Box 2: the coefficient of friction must not be negative." },
    { { { 1, 2 }, true, 0, 2, 0 },
      "Contact of body Box 1 and body Box 2: the coefficient of restitution must be between 0 and "
      "1." },
    { { { 2, 3 }, true, 0, 0, 0 },
      "Contact of body Box 2 and body Box 3: bodies at a joint overlap there and cannot touch; "
      "remove the joint or the contact." },
    { { { 1, 1 }, true, 0, 0, 0 },
      "Contact of body Box 1 and body Box 1: a contact needs two bodies; choose two." },
    { { { 1, 9 }, false, 0, 0, 0 },
      "Contact of body Box 1 and body 9: a contact needs two bodies; choose two." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) mechanism = new_row (3);
    g_autoptr (GError) error = NULL;

    add_joint (mechanism, 1, MBD_LOOP_PIN, 2, 3);
    g_assert_null (lw_contact_with_pair (mechanism, &cases[i].pair, &error));
    testing_assert_sentence (error);
    g_assert_cmpint (g_ascii_strcasecmp (error->message, cases[i].sentence), ==, 0);
  }
}

/// Outlines that cross themselves, are flat, or do not exist.
static void
test_bad_outlines (void)
{
  static const double crossed[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0 };
  static const double one[] = { 0, 0, 0 };
  g_autoptr (LwMechanism) mechanism = new_row (1);
  LwBody *cross = new_link (2, crossed, 4);
  LwBody *plane = new_link (2, crossed, 3);
  LwBody *moving = new_link (2, crossed, 2);
  LwBody *point = new_link (2, one, 1);
  g_autoptr (LwMechanism) crossing = NULL;
  g_autoptr (LwMechanism) half = NULL;
  g_autoptr (LwMechanism) loose = NULL;
  g_autoptr (LwMechanism) dot = NULL;

  cross->shape.kind = LW_SHAPE_POLYGON;
  crossing = lw_mechanism_replace_body (mechanism, cross);
  assert_refused (crossing, "Body Link 2: the edges of the polygon cross or touch each other; move "
                            "a corner.");
  plane->contact.half_plane = true;
  plane->def.mobility = MBD_FIXED;
  half = lw_mechanism_replace_body (mechanism, plane);
  assert_refused (half, "Body Link 2: a half-plane must be a link with exactly two points; give it "
                        "two.");
  moving->contact.half_plane = true;
  loose = lw_mechanism_replace_body (mechanism, moving);
  assert_refused (loose, "Body Link 2: a half-plane cannot move; fix it.");
  point->plate.width = 0;
  dot = lw_mechanism_replace_body (mechanism, point);
  assert_refused (dot, "Body Link 2: it has no outline for contact; give it a shape.");
}

static void
test_properties (void)
{
  static const struct
  {
    const char *name;
    double good, bad;
  } cases[] = {
    { "contact_friction", 0, -0.5 },
    { "contact_restitution", 1, 1.5 },
    { "contact_rolling", 0.5, -1 },
  };
  const LwElementRef owner = { LW_SELECTION_BODY, 1 };
  g_autoptr (LwMechanism) mechanism = new_row (1);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (LwMechanism) next = NULL;
    g_autoptr (GError) error = NULL;
    double value = NAN;

    next = lw_property_with (mechanism, owner, cases[i].name, 1, &cases[i].good, NULL);
    g_assert_true (lw_property_get (next, owner, cases[i].name, 1, &value));
    g_assert_cmpfloat (value, ==, cases[i].good);
    g_assert_null (lw_property_with (mechanism, owner, cases[i].name, 1, &cases[i].bad, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  }
}

// ---- edits ----------------------------------------------------------------------------------

/// Returns a box and a ball on a floor, with contact values for the pair.
static LwMechanism *
new_scene (void)
{
  g_autoptr (LwMechanism) boxes = new_row (3);
  g_autoptr (LwMechanism) floored = lw_contact_touch (boxes, 1, MBD_GROUND, NULL, NULL);
  const LwContactPair pair = { { 3, 1 }, true, 0.125, 0.5, 0.25 };
  LwBody *box = copy_of (floored, 2);
  g_autoptr (LwMechanism) next = NULL;

  box->contact.restitution = 0.75;
  next = lw_mechanism_replace_body (floored, box);
  return lw_contact_with_pair (next, &pair, NULL);
}

static void
test_touch_ground (void)
{
  g_autoptr (LwMechanism) boxes = new_row (2);
  int floor = 0, again = 0;
  g_autoptr (LwMechanism) first = lw_contact_touch (boxes, 1, MBD_GROUND, &floor, NULL);
  g_autoptr (LwMechanism) second = lw_contact_touch (first, MBD_GROUND, 2, &again, NULL);
  const LwBody *body = lw_mechanism_find_body (first, floor);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (floor, ==, 3);
  g_assert_cmpint (again, ==, floor);
  g_assert_cmpstr (body->element.name, ==, "Floor 1");
  g_assert_true (body->contact.half_plane);
  // The boxes rest on it.
  g_assert_cmpfloat_with_epsilon (body->def.position[1], -0.05, 1e-15);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (second), ==, 3);
  g_assert_true (lw_contact_get_pair (second, 2, floor).touches);
  mbd_model_unref (compile (second));
  g_assert_null (lw_contact_touch (second, MBD_GROUND, floor, NULL, &error));
  testing_assert_sentence (error);
}

/// Gravity presses onto the line, whichever way it was drawn.
static void
test_half_plane_side (void)
{
  static const double back[] = { 1, 0, 0, -1, 0, 0 };
  g_autoptr (LwMechanism) mechanism = lw_mechanism_new ();
  LwBody *line = new_link (1, back, 2);
  LwContact contact = line->contact;
  g_autoptr (LwMechanism) next = NULL;
  const double *p;

  line->def.mobility = MBD_FIXED;
  lw_mechanism_add_body (mechanism, line);
  contact.half_plane = true;
  next = lw_contact_with_body (mechanism, 1, &contact, NULL);
  p = (const double *) (void *) lw_mechanism_find_body (next, 1)->shape.points->data;
  g_assert_cmpfloat (p[0], ==, -1);
  g_assert_cmpfloat (p[3], ==, 1);
}

static void
test_copies (void)
{
  g_autoptr (LwMechanism) scene = new_scene ();
  const LwElementRef both[] = { { LW_SELECTION_BODY, 1 }, { LW_SELECTION_BODY, 3 } };
  const LwPlaneMap shift = lw_plane_map_shift (0, 5);
  g_autoptr (GArray) made = NULL;
  g_autoptr (LwMechanism) copied = lw_part_duplicate (scene, both, 2, &shift, &made, NULL);
  const LwElementRef *refs = (const LwElementRef *) (void *) made->data;
  const LwContactPair *pair = lw_contact_find_pair (copied, refs[0].id, refs[1].id);
  g_autoptr (LwMechanism) gone = NULL;

  g_assert_nonnull (pair);
  g_assert_cmpfloat (pair->rolling, ==, 0.25);
  g_assert_true (lw_mechanism_find_body (copied, refs[0].id)->contact.takes_part);
  g_assert_cmpuint (lw_mechanism_get_contact_pairs (copied)->len, ==, 2);
  // The pairs of a body are removed with it.
  gone = lw_mechanism_remove_body (copied, 1);
  g_assert_cmpuint (lw_mechanism_get_contact_pairs (gone)->len, ==, 1);
  g_assert_null (lw_contact_find_pair (gone, 1, 3));
  {
    g_autoptr (LwMechanism) none = lw_part_remove (gone, refs, 2);

    g_assert_cmpuint (lw_mechanism_get_contact_pairs (none)->len, ==, 0);
  }
}

static void
test_mirror (void)
{
  g_autoptr (LwMechanism) scene = new_scene ();
  g_autoptr (GArray) all = lw_part_all (scene);
  const LwPlaneMap mirror = lw_plane_map_mirror (0, 0, G_PI / 2);
  g_autoptr (LwMechanism) copied = lw_part_duplicate (
    scene, (const LwElementRef *) (void *) all->data, all->len, &mirror, NULL, NULL);
  guint n = lw_mechanism_get_n_bodies (copied);
  const LwBody *floor = lw_mechanism_get_body (copied, n - 1);
  const double *p = (const double *) (void *) floor->shape.points->data;
  double a[2], b[2];

  g_assert_true (floor->contact.half_plane);
  lw_geometry_to_world (floor, p, a);
  lw_geometry_to_world (floor, p + 3, b);
  // The side below is still on the right.
  g_assert_cmpfloat (b[0], >, a[0]);
  mbd_model_unref (compile (copied));
}

static void
test_merge_and_cut (void)
{
  g_autoptr (LwMechanism) scene = new_scene ();
  const LwElementRef two[] = { { LW_SELECTION_BODY, 2 }, { LW_SELECTION_BODY, 3 } };
  g_autoptr (LwMechanism) merged = lw_merge_bodies (scene, two, 2, NULL, NULL);
  LwElementRef far;
  g_autoptr (LwMechanism) cut = lw_cut_body (scene, 3, 3, 0, &far, NULL);

  g_assert_cmpfloat (lw_mechanism_find_body (merged, 2)->contact.restitution, ==, 0.75);
  g_assert_nonnull (lw_contact_find_pair (merged, 1, 2));
  g_assert_cmpuint (lw_mechanism_get_contact_pairs (merged)->len, ==, 1);
  g_assert_true (lw_mechanism_find_body (cut, far.id)->contact.takes_part);
  g_assert_nonnull (lw_contact_find_pair (cut, 1, far.id));
  g_assert_nonnull (lw_contact_find_pair (cut, 1, 3));
  mbd_model_unref (compile (merged));
  mbd_model_unref (compile (cut));
}

static void
test_undo (void)
{
  g_autoptr (LwMechanism) row = new_row (2);
  g_autoptr (LwMechanism) next = lw_contact_touch (row, 1, MBD_GROUND, NULL, NULL);
  g_autoptr (LwDocument) document = lw_document_new (row);
  const LwContactPair pair = { { 1, 2 }, false, 0.5, 0, 0 };
  g_autoptr (LwMechanism) paired = lw_contact_with_pair (next, &pair, NULL);

  lw_document_edit (document, "Add Contact", next);
  lw_document_edit (document, "Change Contact", paired);
  g_assert_cmpstr (lw_document_undo_name (document), ==, "Change Contact");
  lw_document_undo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), next));
  lw_document_undo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), row));
  lw_document_redo (document);
  lw_document_redo (document);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (document), paired));
}

// ---- text -----------------------------------------------------------------------------------

static void
test_text (void)
{
  g_autoptr (LwMechanism) scene = new_scene ();
  g_autofree char *text = lw_text_write (scene);
  g_autoptr (LwMechanism) again = lw_text_parse (text, -1, NULL);
  g_autofree char *twice = lw_text_write (again);
  static const char small[] =
    "{\"linkwright\": 1, \"bodies\": [{\"name\": \"a\", \"contact\": {\"friction\": 0.4}}, "
    "{\"name\": \"b\", \"contact\": {\"friction\": 0.9, \"restitution\": 0.5}}, {}], "
    "\"contacts\": [{\"bodies\": [\"b\", \"a\"], \"rolling\": 0.1}, "
    "{\"bodies\": [3, \"a\"], \"touches\": false}], "
    "\"run\": {\"method\": \"time-stepping\", \"sequential_impacts\": true}}";
  g_autoptr (LwMechanism) typed = lw_text_parse (small, -1, NULL);
  const LwContactPair *pair;

  g_assert_nonnull (again);
  g_assert_true (lw_mechanism_equal (again, scene));
  g_assert_cmpstr (twice, ==, text);
  // Values not given for a pair follow from the materials.
  g_assert_nonnull (typed);
  pair = lw_contact_find_pair (typed, 1, 2);
  g_assert_cmpfloat_with_epsilon (pair->friction, 0.6, 1e-15);
  g_assert_cmpfloat (pair->restitution, ==, 0.5);
  g_assert_cmpfloat (pair->rolling, ==, 0.1);
  g_assert_true (pair->touches);
  g_assert_false (lw_contact_find_pair (typed, 1, 3)->touches);
  g_assert_false (lw_mechanism_find_body (typed, 3)->contact.takes_part);
  g_assert_true (lw_mechanism_get_run (typed)->integrator.sequential_impacts);
  g_assert_cmpint (lw_mechanism_get_run (typed)->integrator.method, ==, MBD_METHOD_TIME_STEPPING);
}

static void
test_bad_text (void)
{
  static const struct
  {
    const char *text, *says;
  } cases[] = {
    { "\"bodies\": [{\"contact\": true}]", "contact" },
    { "\"bodies\": [{\"contact\": {\"friction\": -1}}]", "friction must" },
    { "\"bodies\": [{\"contact\": {\"restitution\": 1.5}}]",
      "restitution must be between 0 and 1" },
    { "\"bodies\": [{\"contact\": {\"restitution\": -0.5}}]", "restitution must" },
    { "\"bodies\": [{\"contact\": {\"rolling\": \"1\"}}]", "rolling must be a number" },
    { "\"bodies\": [{\"contact\": {\"bounce\": 1}}]", "bounce" },
    { "\"bodies\": [{}, {}], \"contacts\": [{\"bodies\": [1]}]", "bodies" },
    { "\"bodies\": [{}, {}], \"contacts\": [{\"bodies\": [1, 1]}]", "name two" },
    { "\"bodies\": [{}, {}], \"contacts\": [{\"bodies\": [1, 7]}]", "7" },
    { "\"bodies\": [{}, {}], \"contacts\": [{\"bodies\": [0, 1]}]", "the ground has no shape" },
    { "\"bodies\": [{}, {}], \"contacts\": [{\"bodies\": [1, 2]}, {\"bodies\": [2, 1]}]",
      "there is already a contact of these bodies" },
    { "\"bodies\": [{}, {}], \"contacts\": [{\"bodies\": [1, 2], \"restitution\": 2}]",
      "restitution must be between 0 and 1" },
    { "\"bodies\": [{}, {}], \"contacts\": [{}]", "bodies" },
    { "\"run\": {\"sequential_impacts\": 1}", "true or false" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = g_strdup_printf ("{\"linkwright\": 1, %s}", cases[i].text);
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_text_parse (text, -1, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    testing_assert_sentence (error);
    if (strstr (error->message, cases[i].says) == NULL)
      g_error ("%s: %s", cases[i].text, error->message);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/contact-edits/touch", test_touch);
  g_test_add_func ("/contact-edits/welded", test_welded);
  g_test_add_func ("/contact-edits/materials", test_materials);
  g_test_add_func ("/contact-edits/outlines", test_outlines);
  g_test_add_func ("/contact-edits/refusals", test_refusals);
  g_test_add_func ("/contact-edits/pair-refusals", test_pair_refusals);
  g_test_add_func ("/contact-edits/bad-outlines", test_bad_outlines);
  g_test_add_func ("/contact-edits/properties", test_properties);
  g_test_add_func ("/contact-edits/touch-ground", test_touch_ground);
  g_test_add_func ("/contact-edits/half-plane-side", test_half_plane_side);
  g_test_add_func ("/contact-edits/copies", test_copies);
  g_test_add_func ("/contact-edits/mirror", test_mirror);
  g_test_add_func ("/contact-edits/merge-and-cut", test_merge_and_cut);
  g_test_add_func ("/contact-edits/undo", test_undo);
  g_test_add_func ("/contact-edits/text", test_text);
  g_test_add_func ("/contact-edits/bad-text", test_bad_text);
  return g_test_run ();
}
