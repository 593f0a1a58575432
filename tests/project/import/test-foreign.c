// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of other programs: randomly damaged ones are read or refused with an error, and those that are
// read are valid mechanisms.

#include <string.h>

#include "lw-foreign.h"
#include "lw-text.h"
#include "testing-project.h"
#include "testing-seed.h"

static const char *const texts[] = {
  "<linkage2><program scalefactor='2'/>"
  "<connector id='0' x='0' y='0' anchor='true' input='true' rpm='30' name='A'/>"
  "<connector id='1' x='40' y='30' fastenlink='2'/><connector id='2' x='90' y='0' slider='true'>"
  "<slidelimit id='0'/><slidelimit id='3'/></connector><connector id='3' x='200' y='0' anchor='true'/>"
  "<Link id='0'><connector id='0'/><connector id='1'/></Link>"
  "<Link id='1' fastenlink='0'><connector id='1'/><connector id='2'/></Link>"
  "<Link id='2'><connector id='3'/><connector id='2'/></Link>"
  "<ratios><ratio type='gears'><link id='0' size='2'/><link id='2' size='3'/></ratio></ratios>"
  "</linkage2>",
  "0P.SS.K,0.101.MA,A,0wS,0bg,0.GB,B,0gW,EE,0.GC,C,Oi,6k,0.KG,G,1oO,0ss,0..YRAB,AB,Fe,Fe,0oU,0Bk,"
  "c5cae9,A,B,,.YRBC,BC,Fe,Fe,07C,Rt,303e9f,B,C,,.YRCG,CG,Fe,Fe,1Om,1Q,26A69A,C,G,,..2F1,CG,Q,0Qp,"
  "12a,0Qp,wm,mr0..NK",
};

/// Converts a text. Returns true if it becomes a mechanism.
static bool
check_any (const char *text)
{
  const LwForeignFormat *format = lw_foreign_find (text, strlen (text));
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = NULL;
  g_autofree char *converted = NULL;

  if (format == NULL)
    return false;
  converted = lw_foreign_convert (format, text, strlen (text), left_out, &error);
  if (converted == NULL) {
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    return false;
  }
  mechanism = lw_text_parse (converted, -1, &error);
  if (mechanism == NULL)
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  return mechanism != NULL;
}

static void
test_formats (void)
{
  g_assert_cmpstr (lw_foreign_find (texts[0], strlen (texts[0]))->program, ==, "Linkage");
  g_assert_cmpstr (lw_foreign_find (texts[1], strlen (texts[1]))->program, ==, "PMKS+");
  g_assert_null (lw_foreign_find ("{}", 2));
  g_assert_null (lw_foreign_find ("", 0));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_true (check_any (texts[i]));
}

static void
test_damaged (void)
{
  static const char digits[] = "0123456789ABCXYZabcxyz_-.,<>='/ ";
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (23));
  guint n_read = 0;

  for (guint i = 0; i < 4000; i++) {
    g_autofree char *text = g_strdup (texts[i % G_N_ELEMENTS (texts)]);
    const guint n = (guint) g_rand_int_range (random, 1, 4);

    for (guint k = 0; k < n; k++)
      text[g_rand_int_range (random, 0, (int) strlen (text))] =
        digits[g_rand_int_range (random, 0, (int) strlen (digits))];
    n_read += check_any (text);
  }
  g_test_message ("%u of 4000 were read", n_read);
  g_assert_cmpuint (n_read, >, 200);
  g_assert_cmpuint (n_read, <, 4000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/foreign/formats", test_formats);
  g_test_add_func ("/foreign/damaged", test_damaged);
  return g_test_run ();
}
