// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Background image in the text form and in the project file, written and read.

#include <math.h>
#include <string.h>

#include "lw-background.h"
#include "lw-store.h"
#include "lw-text.h"
#include "testing-project.h"

#define PNG "\x89PNG\r\n\x1a\n"

/// Returns `size` bytes that begin like an image and continue with random ones.
static GBytes *
image_of_size (const char *start, gsize size, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  char *data = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    data[i] = (char) (g_rand_int (random) >> 24);
  memcpy (data, start, MIN (strlen (start), size));
  return g_bytes_new_take (data, size);
}

static LwMechanism *
mechanism_with (GBytes *image)
{
  g_autoptr (LwMechanism) mechanism = testing_chain (3);
  const LwBackground background = { .image = image,
                                    .centre = { -0.0, 1.0 / 3 },
                                    .width = 5e-324,
                                    .angle = -100.53096491487338,
                                    .opacity = 1.0 / 7,
                                    .visible = false };

  return lw_mechanism_with_background (mechanism, &background);
}

static void
assert_background (const LwMechanism *mechanism, const LwMechanism *expected)
{
  g_assert_true (lw_background_equal (lw_mechanism_get_background (mechanism),
                                      lw_mechanism_get_background (expected)));
}

/// Writing and reading text, file and text again keeps the bytes of the image.
static void
test_round_trip (void)
{
  static const struct
  {
    const char *start;
    gsize size;
  } cases[] = { { PNG, 8 }, { PNG, 4096 }, { PNG, 4097 }, { "\xff\xd8\xff", 5000 } };
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "Traced.linkwright");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GBytes) image = image_of_size (cases[i].start, cases[i].size, i);
    g_autoptr (LwMechanism) mechanism = mechanism_with (image);
    g_autofree char *text = lw_text_write (mechanism);
    g_autoptr (GError) error = NULL;
    g_autoptr (LwMechanism) read = lw_text_parse (text, -1, &error);
    g_autoptr (LwProject) project = NULL;
    g_autoptr (LwProject) opened = NULL;
    g_autofree char *again = NULL;

    g_assert_no_error (error);
    assert_background (read, mechanism);
    g_assert_true (lw_mechanism_equal (read, mechanism));
    project = lw_project_new (read, NULL, NULL);
    g_assert_true (lw_store_save (project, file, NULL, NULL, NULL, &error));
    g_assert_no_error (error);
    opened = lw_store_load (file, NULL, NULL, &error);
    g_assert_no_error (error);
    assert_background (opened->mechanism, mechanism);
    again = lw_text_write (opened->mechanism);
    g_assert_cmpstr (again, ==, text);
  }
  testing_folder_free (folder);
}

/// Missing fields have the values of a new image; files without an image are read as before.
static void
test_defaults (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) none = lw_text_parse ("{\"linkwright\": 1}", -1, &error);
  g_autoptr (LwMechanism) some = lw_text_parse (
    "{\"linkwright\": 1, \"background\": {\"image\": \"iVBORw0KGgo=\"}}", -1, &error);
  g_autoptr (GBytes) image = g_bytes_new_static (PNG, 8);
  g_autoptr (LwBackground) usual = lw_background_new (image, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_null (lw_mechanism_get_background (none));
  g_assert_true (lw_background_equal (lw_mechanism_get_background (some), usual));
  text = lw_text_write (some);
  g_assert_nonnull (strstr (text, "\"background\": {\"image\": \"iVBORw0KGgo=\"}"));
}

static void
assert_refused (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_text_parse (text, -1, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  g_test_message ("%s", error->message);
  testing_assert_sentence (error);
  g_assert_nonnull (strstr (error->message, expected));
}

static void
test_refused (void)
{
#define GOOD "\"image\": \"iVBORw0KGgo=\""
  static const char *const cases[][2] = {
    { "3", "The background image (background, line 2): an object in braces expected" },
    { "[]", "an object in braces expected" },
    { "null", "an object in braces expected" },
    { "{}", "the field \"image\" is missing" },
    { "{\"image\": 3}", "image must be a text in quotes, not a number" },
    { "{\"image\": null}", "image must be a text in quotes" },
    { "{\"image\": \"\"}", "in base64" },
    { "{\"image\": \"=\"}", "in base64" },
    { "{\"image\": \"====\"}", "in base64" },
    { "{\"image\": \"iVBORw0KGgo\"}", "in base64" },
    { "{\"image\": \"iVBORw0KG*o=\"}", "in base64" },
    { "{\"image\": \"iVBORw0K\\nGgo=\"}", "in base64" },
    { "{\"image\": \"iVBO=w0KGgo=\"}", "in base64" },
    { "{\"image\": \"iVBORw0KGgoé\"}", "in base64" },
    { "{\"image\": \"R0lGODlhAQ==\"}", "the image must be a PNG or JPEG file" },
    { "{" GOOD ", \"type\": \"gif\"}", "there is no field \"type\" here" },
    { "{" GOOD ", \"width\": 0}", "width must be greater than zero" },
    { "{" GOOD ", \"width\": \"1\"}", "width must be a number, not a text" },
    { "{" GOOD ", \"opacity\": 1.5}", "the opacity of the image must be from 0 to 1" },
    { "{" GOOD ", \"opacity\": -0.5}", "opacity must not be negative" },
    { "{" GOOD ", \"centre\": 1}", "centre must be a list of" },
    { "{" GOOD ", \"centre\": [1]}", "centre must be a list of" },
    { "{" GOOD ", \"angle\": 1e999}", "Line 2: " },
    { "{" GOOD ", \"shown\": 1}", "shown must be true or false" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text =
      g_strdup_printf ("{\"linkwright\": 1,\n\"background\": %s}", cases[i][0]);

    assert_refused (text, cases[i][1]);
  }
}

/// 16 MiB are accepted, one byte more is refused, both in the text and on creation.
static void
test_large (void)
{
  g_autoptr (GBytes) largest = image_of_size (PNG, LW_BACKGROUND_MAX_BYTES, 1);
  g_autoptr (GBytes) larger = image_of_size (PNG, LW_BACKGROUND_MAX_BYTES + 1, 1);
  g_autoptr (GBytes) huge = image_of_size (PNG, 2 * LW_BACKGROUND_MAX_BYTES, 1);
  GBytes *too_large[] = { larger, huge };
  g_autoptr (LwMechanism) mechanism = mechanism_with (largest);
  g_autofree char *text = lw_text_write (mechanism);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) read = lw_text_parse (text, -1, &error);

  g_assert_no_error (error);
  assert_background (read, mechanism);
  for (guint i = 0; i < G_N_ELEMENTS (too_large); i++) {
    gsize size;
    const guchar *data = g_bytes_get_data (too_large[i], &size);
    g_autofree char *encoded = g_base64_encode (data, size);
    g_autofree char *bad =
      g_strdup_printf ("{\"linkwright\": 1, \"background\": {\"image\": \"%s\"}}", encoded);
    g_autoptr (GError) why = NULL;

    assert_refused (bad, "must not be larger than 16 MiB");
    g_assert_null (lw_background_new (too_large[i], &why));
    testing_assert_sentence (why);
    g_assert_nonnull (strstr (why->message, "16 MiB"));
  }
}

/// The image does not affect the fingerprint, so recorded runs still belong to the mechanism.
static void
test_fingerprint (void)
{
  g_autoptr (LwMechanism) without = testing_chain (3);
  g_autoptr (GBytes) image = g_bytes_new_static (PNG, 8);
  g_autoptr (LwMechanism) with = mechanism_with (image);
  g_autofree char *first = lw_mechanism_dup_fingerprint (without);
  g_autofree char *second = lw_mechanism_dup_fingerprint (with);

  g_assert_cmpstr (first, ==, second);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/background/round-trip", test_round_trip);
  g_test_add_func ("/background/defaults", test_defaults);
  g_test_add_func ("/background/refused", test_refused);
  g_test_add_func ("/background/large", test_large);
  g_test_add_func ("/background/fingerprint", test_fingerprint);
  return g_test_run ();
}
