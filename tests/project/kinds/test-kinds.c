// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of kinds: every entry is complete, and every kind is recognised in its own definition.

#include <math.h>
#include <string.h>

#include "lw-mechanism.h"
#include "mbd-force-class.h"

static void
test_families (void)
{
  for (int i = 0; i < LW_FAMILIES; i++) {
    const LwFamily *family = &lw_families[i];

    g_assert_cmpint (family->id, ==, i);
    g_assert_nonnull (family->word);
    g_assert_nonnull (family->title);
    g_assert_true ((family->coupling != NULL) != (family->force != NULL));
    g_assert_true (lw_family_of (lw_family_class (family)) == family);
    g_assert_true (family->n_bodies == 4 ? family->has_second_pair || family->has_pulleys
                                         : family->n_bodies >= 1);
    if (family->force != NULL)
      g_assert_true (family->force ()->acts_on_a == (family->n_bodies == 2));
  }
  g_assert_cmpint (lw_family_of (NULL)->id, ==, LW_FAMILY_OTHER);
  g_assert_true (lw_family_of_word ("rod", LW_FAMILY_JOINT, LW_FAMILY_POINT_CONTACT)
                 == &lw_families[LW_FAMILY_ROD]);
  g_assert_null (lw_family_of_word ("rod", LW_FAMILY_SPRING, LW_FAMILY_DRAG));
}

static void
test_entries (void)
{
  for (int i = 0; i < LW_KINDS; i++) {
    const LwKind *kind = &lw_kinds[i];
    const bool force = lw_kind_is_force (kind);
    g_autofree char *icon = NULL;

    g_test_message ("%s", kind->word);
    g_assert_cmpint (kind->id, ==, i);
    g_assert_nonnull (kind->object);
    g_assert_nonnull (kind->matches);
    g_assert_true (force == (lw_families[kind->family].force != NULL));
    g_assert_true (force == (kind->coupling == NULL));
    g_assert_true (force == (kind->name != NULL));
    g_assert_true (lw_kind_of_word (kind->word, force) == kind);
    icon = g_strdup_printf ("%s/data/icons/scalable/actions/%s.svg", g_getenv ("LW_SOURCE_DIR"),
                            kind->icon);
    g_assert_true (g_file_test (icon, G_FILE_TEST_EXISTS));
  }
  g_assert_null (lw_kind_of_word ("hinge", false));
  g_assert_null (lw_kind_of_word ("spring", false));
  g_assert_null (lw_kind_of_word ("pin", true));
}

/// Each kind has one object of the text form, which has notations, and each object is that of a kind of
/// couplings or of force elements.
static void
test_objects (void)
{
  guint n_kinds = 0;

  for (const LwKindObject *object = lw_kind_objects; object->name != NULL; object++) {
    guint n = 0, n_forces = 0;

    g_test_message ("%s", object->name);
    for (int i = 0; i < LW_KINDS; i++) {
      const bool is_its = strcmp (lw_kinds[i].object, object->name) == 0;

      n += is_its;
      n_forces += is_its && lw_kind_is_force (&lw_kinds[i]);
    }
    g_assert_cmpuint (n, >, 0);
    g_assert_true (n_forces == 0 || n_forces == n);
    g_assert_cmpint (object->notations[0], !=, LW_NOTATION_NONE);
    n_kinds += n;
  }
  g_assert_cmpuint (n_kinds, ==, LW_KINDS);
}

/// Makes an element as the text form does, and recognises its kind.
static void
test_recognised (void)
{
  for (int i = 0; i < LW_KINDS; i++) {
    const LwKind *kind = &lw_kinds[i];
    g_autoptr (LwFunction) constant = lw_function_new_constant (1);

    if (lw_kind_is_force (kind)) {
      LwForce force = { .def = kind->force () };

      force.def.force[0] = kind->is_turning ? 0 : 1;
      force.def.torque[2] = 1;
      g_assert_cmpstr (lw_force_get_kind (&force)->word, ==, kind->word);
    } else {
      LwCoupling coupling = { .def = kind->coupling (kind) };
      const LwFamily *family = &lw_families[kind->family];

      if (kind->lists_axes)
        coupling.def.locked = MBD_LOCK_X;
      if (family->has_second_pair)
        coupling.gearing = (LwGearing) kind->value;
      if (family->drives)
        coupling.function = constant;
      g_assert_cmpstr (lw_coupling_get_kind (&coupling)->word, ==, kind->word);
    }
  }
}

static void
test_words (void)
{
  g_autofree char *forces = lw_kind_dup_words (true);
  g_autofree char *couplings = lw_kind_dup_words (false);

  g_assert_cmpstr (forces, ==, "spring, bushing, force, torque or drag");
  g_assert_true (g_str_has_prefix (couplings, "pin, slider, weld, "));
  g_assert_true (g_str_has_suffix (couplings, "curved slot or joint friction"));
}

/// Properties that are functions of a definition, for every kind of coupling.
static void
test_properties (void)
{
  const double ends[4][2] = { { 0, 0 }, { 3, -4 }, { 0, 5 }, { 3, 5 } };

  for (int i = 0; i < LW_KINDS; i++) {
    const LwKind *kind = &lw_kinds[i];
    const LwFamily *family = &lw_families[kind->family];
    MbdCouplingDef def;

    g_test_message ("%s", kind->word);
    g_assert_nonnull (family->derivation);
    if (lw_kind_is_force (kind))
      continue;
    def = kind->coupling (kind);
    g_assert_true (lw_coupling_only_pulls (&def)
                   == (i == LW_KIND_ROPE || kind->family == LW_FAMILY_PULLEY_ROPE));
    g_assert_true (lw_coupling_only_pushes (&def) == (i == LW_KIND_STRUT));
    g_assert_true (lw_coupling_is_rigid (&def) == (i == LW_KIND_WELD));
    g_assert_cmpint (lw_coupling_n_ends (&def), ==, family->has_pulleys ? 3 : 2);
    if (!family->has_pulleys)
      g_assert_cmpfloat (lw_coupling_length (&def, ends), ==, 5);
  }
  {
    MbdCouplingDef def = mbd_pulley_rope_default ();

    // Over eyes the rope has straight strands: two over one, three over two.
    def.pulley_radius[0] = def.pulley_radius[1] = 0;
    g_assert_cmpfloat_with_epsilon (lw_coupling_length (&def, ends), 5 + hypot (3, 9), 1e-12);
    def.passes = 2;
    g_assert_cmpint (lw_coupling_n_ends (&def), ==, 4);
    g_assert_cmpfloat_with_epsilon (lw_coupling_length (&def, ends), 5 + 3 + 9, 1e-12);
  }
}

static void
test_imitated (void)
{
  static const LwKindId expected[] = { LW_KIND_PIN, LW_KIND_SLIDER, LW_KIND_WELD,
                                       LW_KIND_SPHERICAL };
  const LwKind *kinds[LW_KINDS];

  g_assert_cmpuint (lw_kind_list_imitated (kinds), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpint (kinds[i]->id, ==, expected[i]);
  g_assert_cmpint (lw_kind_compliant ()->id, ==, LW_KIND_BUSHING);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kinds/families", test_families);
  g_test_add_func ("/kinds/entries", test_entries);
  g_test_add_func ("/kinds/objects", test_objects);
  g_test_add_func ("/kinds/recognised", test_recognised);
  g_test_add_func ("/kinds/words", test_words);
  g_test_add_func ("/kinds/properties", test_properties);
  g_test_add_func ("/kinds/imitated", test_imitated);
  return g_test_run ();
}
