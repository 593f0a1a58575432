// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines from SVG and DXF: areas compared with closed forms, refusals, and randomly damaged
// files.

#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-import.h"
#include "lw-loops.h"
#include "lw-shape-mass.h"
#include "lw-text.h"
#include "testing-project.h"

#define MM 1e-3
/// Tolerance for areas with curves: chords deviate by 1 µm, on figures of about 10 mm.
#define CURVED 4e-4
#define STRAIGHT 1e-12

static double
area_of (const GArray *plate)
{
  return 0.5 * lw_loops_area ((const double *) (const void *) plate->data, plate->len);
}

static double
total_area (const LwImport *import)
{
  double sum = 0;

  for (guint i = 0; i < import->plates->len; i++)
    sum += area_of (import->plates->pdata[i]);
  return sum;
}

static LwImport *
parse (const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  LwImport *import = lw_import_parse (name, text, strlen (text), &error);

  g_assert_no_error (error);
  return import;
}

/// Checks the area, mm^2, and the number of plates.
static void
assert_area (const char *name, const char *text, double area, guint n_plates, double tolerance)
{
  g_autoptr (LwImport) import = parse (name, text);

  g_assert_cmpuint (import->plates->len, ==, n_plates);
  g_assert_cmpfloat_with_epsilon (total_area (import), area * MM * MM, tolerance * area * MM * MM);
  for (guint i = 0; i < import->plates->len; i++)
    g_assert_cmpfloat (area_of (import->plates->pdata[i]), >, 0);
}

#define SVG(body)                                                                                  \
  "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='50mm' "      \
  "viewBox='0 0 100 50'>" body "</svg>"

static const struct
{
  const char *text;
  double area; ///< mm^2
  guint n_plates;
  double tolerance;
} drawings[] = {
  { SVG ("<rect x='10' y='5' width='30' height='20'/>"), 600, 1, STRAIGHT },
  { SVG ("<rect width='30' height='20' rx='4'/>"), 600 - (4 - G_PI) * 16, 1, CURVED },
  { SVG ("<rect width='30' height='20' rx='4' ry='2'/>"), 600 - (4 - G_PI) * 8, 1, CURVED },
  { SVG ("<circle cx='20' cy='20' r='10'/>"), G_PI * 100, 1, CURVED },
  { SVG ("<ellipse cx='20' cy='20' rx='10' ry='5'/>"), G_PI * 50, 1, CURVED },
  { SVG ("<polygon points='0,0 30,0 0,40'/>"), 600, 1, STRAIGHT },
  { SVG ("<polyline points='0,0 30,0 0,40 0,0'/>"), 600, 1, STRAIGHT },
  { SVG ("<line x1='0' y1='0' x2='30' y2='0'/><line x1='0' y1='40' x2='30' y2='0'/>"
         "<line x1='0' y1='40' x2='0' y2='0'/>"),
    600, 1, STRAIGHT },
  { SVG ("<path d='M0 0h30v20H0z'/>"), 600, 1, STRAIGHT },
  { SVG ("<path d='m 10 10 30 0 0 20 -30 0 z'/>"), 600, 1, STRAIGHT },
  { SVG ("<path d='M10,20 A10,10 0 1 0 30,20 A10 10 0 10 10 20Z'/>"), G_PI * 100, 1, CURVED },
  // A segment below a parabola: two thirds of the box; twice the handle of a quadratic curve.
  { SVG ("<path d='M0 0Q15 20 30 0z'/>"), 2.0 / 3.0 * 30 * 10, 1, CURVED },
  // Further waves alternate: half a period up, half down, closed along the axis.
  { SVG ("<path d='M0 10Q10 20 20 10T40 10V0H0z'/>"), 400, 1, CURVED },
  { SVG ("<g transform='translate(5 5) scale(2)'><rect width='10' height='5'/></g>"), 200, 1,
    STRAIGHT },
  { SVG ("<g transform='rotate(30, 10, 10)'><rect width='10' height='5' "
         "transform='matrix(1 0 0.5 1 0 0)'/></g>"),
    50, 1, 1e-9 },
  { SVG ("<g transform='skewX(20)'><g transform='skewY(0) translate(3)'>"
         "<rect width='10' height='5'/></g></g>"),
    50, 1, 1e-9 },
  // A hole, and an island in it.
  { SVG ("<path d='M0 0h40v40h-40zM5 5v30h30v-30z'/><rect x='10' y='10' width='5' height='5'/>"),
    1600 - 900 + 25, 2, STRAIGHT },
  { SVG ("<rect width='40' height='40'/><circle cx='10' cy='10' r='4'/>"
         "<circle cx='30' cy='30' r='4'/>"),
    1600 - 2 * G_PI * 16, 1, CURVED },
  { SVG ("<defs><rect width='90' height='40'/></defs><g style='display : none'>"
         "<rect width='80' height='40'/></g><rect width='10' height='10'/>"),
    100, 1, STRAIGHT },
  { "<svg width='2in' height='1in'><rect width='1in' height='0.5in'/></svg>", 0.5 * 25.4 * 25.4, 1,
    1e-9 },
  { "<svg><rect width='96' height='48'/></svg>", 0.5 * 25.4 * 25.4, 1, 1e-9 },
  { "<svg width='10cm' viewBox='0 0 10 10'><rect width='2' height='3'/></svg>", 600, 1, 1e-9 },
};

static void
test_svg (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (drawings); i++) {
    g_test_message ("%s", drawings[i].text);
    assert_area ("drawing.SVG", drawings[i].text, drawings[i].area, drawings[i].n_plates,
                 drawings[i].tolerance);
  }
}

/// A cubic curve compared with a very fine polygon of it, computed by another sum.
static void
test_cubic (void)
{
  const double p[4][2] = { { 0, 0 }, { 10, 20 }, { 20, 20 }, { 30, 0 } };
  double area = 0, before[2] = { 0, 0 };

  for (int i = 1; i <= 100000; i++) {
    const double t = i / 100000.0, u = 1 - t;
    double at[2];

    for (int d = 0; d < 2; d++)
      at[d] = u * u * u * p[0][d] + 3 * u * u * t * p[1][d] + 3 * u * t * t * p[2][d]
              + t * t * t * p[3][d];
    area += 0.5 * (before[0] * at[1] - at[0] * before[1]);
    memcpy (before, at, sizeof at);
  }
  assert_area ("a.svg", SVG ("<path d='M0 0C10 20 20 20 30 0z'/>"), fabs (area), 1, CURVED);
  assert_area ("a.svg", SVG ("<path d='M0 0c10 20 20 20 30 0z'/>"), fabs (area), 1, CURVED);
  // This arch in two halves, the second with the mirrored handle.
  assert_area ("a.svg", SVG ("<path d='M0 0C5 10 10 15 15 15S25 10 30 0z'/>"), fabs (area), 1,
               CURVED);
}

#define DXF_HEAD(unit) "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n" unit "\n0\nENDSEC\n"
#define DXF(unit, entities)                                                                        \
  DXF_HEAD (unit) "0\nSECTION\n2\nENTITIES\n" entities "0\nENDSEC\n0\nEOF\n"
#define LINE(x1, y1, x2, y2) "0\nLINE\n8\n0\n10\n" #x1 "\n20\n" #y1 "\n11\n" #x2 "\n21\n" #y2 "\n"
#define ARC(x, y, r, from, to)                                                                     \
  "0\nARC\n10\n" #x "\n20\n" #y "\n40\n" #r "\n50\n" #from "\n51\n" #to "\n"
#define VERTEX(x, y, bulge) "0\nVERTEX\n10\n" #x "\n20\n" #y "\n42\n" #bulge "\n"

static const struct
{
  const char *text;
  double area; ///< mm^2
  double tolerance;
} sheets[] = {
  { DXF ("4", LINE (0, 0, 30, 0) LINE (30, 0, 0, 40) LINE (0, 0, 0, 40)), 600, STRAIGHT },
  { DXF ("5", LINE (0, 0, 3, 0) LINE (3, 0, 0, 4) LINE (0, 0, 0, 4)), 600, STRAIGHT },
  { DXF ("1", LINE (0, 0, 1, 0) LINE (1, 0, 0, 1) LINE (0, 0, 0, 1)), 0.5 * 25.4 * 25.4, 1e-9 },
  { DXF ("0", "0\nCIRCLE\n10\n5\n20\n5\n40\n10\n"), G_PI * 100, CURVED },
  { DXF ("4", "0\nCIRCLE\n10\n5\n20\n5\n40\n10\n210\n0\n220\n0\n230\n-1\n"), G_PI * 100, CURVED },
  // A slot: two half circles and two lines.
  { DXF ("4",
         ARC (0, 0, 5, 90, 270) LINE (0, 5, 20, 5) ARC (20, 0, 5, -90, 90) LINE (20, -5, 0, -5)),
    200 + 25 * G_PI, CURVED },
  // This slot with bulges.
  { DXF ("4",
         "0\nLWPOLYLINE\n90\n4\n70\n1\n10\n0\n20\n-5\n10\n20\n20\n-5\n42\n1\n10\n20\n20\n5\n"
         "10\n0\n20\n5\n42\n1\n"),
    200 + 25 * G_PI, CURVED },
  { DXF ("4",
         "0\nPOLYLINE\n66\n1\n70\n1\n" VERTEX (0, -5, 0) VERTEX (20, -5, 1) VERTEX (20, 5, 0)
           VERTEX (0, 5, 1) "0\nSEQEND\n"),
    200 + 25 * G_PI, CURVED },
  // Bulging inwards by a quarter of a circle of radius 10: -tan (90 deg / 4).
  { DXF ("4",
         "0\nLWPOLYLINE\n70\n1\n10\n0\n20\n0\n10\n20\n20\n0\n10\n20\n20\n10\n42\n"
         "-0.41421356237309503\n10\n10\n20\n20\n10\n0\n20\n20\n"),
    400 - 0.25 * G_PI * 100, CURVED },
  { DXF ("4", "0\nELLIPSE\n10\n0\n20\n0\n11\n6\n21\n8\n40\n0.5\n41\n0\n42\n6.283185307179586\n"),
    G_PI * 50, CURVED },
  { DXF (
      "4",
      "0\nELLIPSE\n10\n0\n20\n0\n11\n10\n21\n0\n40\n0.5\n41\n0\n42\n3.141592653589793\n" LINE (-10,
                                                                                               0,
                                                                                               10,
                                                                                               0)),
    G_PI * 25, CURVED },
  // A straight B-spline of degree 1, and a circle of radius 10 as a rational spline of degree 2.
  { DXF ("4",
         "0\nSPLINE\n70\n1\n71\n1\n40\n0\n40\n0\n40\n1\n40\n2\n40\n3\n40\n3\n10\n0\n20\n0\n"
         "10\n30\n20\n0\n10\n0\n20\n40\n10\n0\n20\n0\n"),
    600, STRAIGHT },
  { DXF ("4",
         "0\nSPLINE\n70\n5\n71\n2\n40\n0\n40\n0\n40\n0\n40\n1\n40\n1\n40\n2\n40\n2\n40\n3\n"
         "40\n3\n40\n4\n40\n4\n40\n4\n41\n1\n41\n0.7071067811865476\n41\n1\n"
         "41\n0.7071067811865476\n41\n1\n41\n0.7071067811865476\n41\n1\n"
         "41\n0.7071067811865476\n41\n1\n10\n10\n20\n0\n10\n10\n20\n10\n10\n0\n20\n10\n"
         "10\n-10\n20\n10\n10\n-10\n20\n0\n10\n-10\n20\n-10\n10\n0\n20\n-10\n10\n10\n20\n-10\n"
         "10\n10\n20\n0\n"),
    G_PI * 100, CURVED },
  // Blocks are not part of the drawing, texts are ignored, and line ends may be those of Windows.
  { DXF_HEAD ("4") "0\r\nSECTION\r\n2\r\nBLOCKS\r\n0\r\nCIRCLE\r\n40\r\n50\r\n0\r\nENDSEC\r\n"
                   "0\r\nSECTION\r\n  2\r\nENTITIES\r\n0\r\nTEXT\r\n1\r\nCIRCLE\r\n0\r\nCIRCLE\r\n"
                   " 10\r\n 0.0\r\n 20\r\n0\r\n 40\r\n10\r\n0\r\nENDSEC\r\n0\r\nEOF\r\n",
    G_PI * 100, CURVED },
};

static void
test_dxf (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sheets); i++) {
    g_test_message ("sheet %u", i);
    assert_area ("sheet.dxf", sheets[i].text, sheets[i].area, 1, sheets[i].tolerance);
  }
}

static void
assert_refused (const char *name, const char *text, gsize length, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_import_parse (name, text, length, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  g_test_message ("%s", error->message);
  testing_assert_sentence (error);
  if (strstr (error->message, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, part);
}

static char *
repeat (const char *head, const char *part, guint n, const char *tail)
{
  GString *string = g_string_new (head);

  for (guint i = 0; i < n; i++)
    g_string_append (string, part);
  g_string_append (string, tail);
  return g_string_free (string, FALSE);
}

static const struct
{
  const char *name, *text, *part;
} bad[] = {
  { "a.svg", "", "well-formed" },
  { "a.svg", "no drawing at all", "well-formed" },
  { "a.svg", "<html/>", "not an SVG drawing" },
  { "a.svg", SVG (""), "no closed outline" },
  { "a.svg", SVG ("<path d='M0 0L10 0L10 10'/>"), "gap at x = " },
  { "a.svg", SVG ("<rect width='10'"), "well-formed" },
  { "a.svg", "<!DOCTYPE svg [<!ENTITY a '<rect/>'>]><svg>&a;</svg>", "well-formed" },
  { "a.svg", "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg>&a;</svg>",
    "well-formed" },
  { "a.svg", SVG ("<polygon points='0,0 10,10 10,0 0,10'/>"), "cross near x = " },
  { "a.svg", SVG ("<rect width='10' height='10'/><rect x='5' y='5' width='10' height='10'/>"),
    "cross near" },
  { "a.svg", SVG ("<polygon points='0,0 10,0 20,0'/>"), "no closed outline" },
  { "a.svg", SVG ("<polygon points='nan,0 10,inf 0x20,0'/>"), "no closed outline" },
  { "a.svg", SVG ("<rect width='1e300' height='1e300'/>"), "1000 km" },
  { "a.svg", SVG ("<g transform='scale(1e308) scale(1e308)'><rect width='1' height='1'/></g>"),
    "1000 km" },
  { "a.dxf", "", "not a DXF" },
  { "a.dxf", "AutoCAD Binary DXF\r\n\032", "not a DXF" },
  { "a.dxf", DXF ("4", ""), "no closed outline" },
  { "a.dxf", DXF_HEAD ("4") "0\nSECTION\n2\nENTITIES\nxyz\n0\n", "breaks off" },
  { "a.dxf", DXF ("4", LINE (0, 0, 30, 0) LINE (30, 0, 0, 40)), "gap" },
  { "a.dxf", DXF ("4", "0\nCIRCLE\n10\nnan\n20\n5\n40\n10\n"), "1000 km" },
  { "a.dxf", DXF ("4", "0\nCIRCLE\n10\n0\n20\n5\n40\n1e300\n"), "1000 km" },
  { "a.dxf", DXF ("4", "0\nSPLINE\n71\n3\n40\n0\n10\n0\n20\n0\n"), "no closed outline" },
  { "a.dxf", DXF ("4", "0\nSPLINE\n71\n99999999999\n40\n0\n10\n0\n20\n0\n"), "no closed outline" },
};

static void
test_bad (void)
{
  g_autofree char *deep = repeat ("<svg>", "<g>", 100000, "");
  g_autofree char *many = repeat ("<svg><path d='M0 0", "l1 1l1 -1", 100000, "z'/></svg>");
  g_autofree char *pieces = repeat ("<svg>", "<rect width='1' height='1'/>", 100000, "</svg>");
  g_autofree char *arcs =
    repeat (DXF_HEAD ("6") "0\nSECTION\n2\nENTITIES\n", "0\nCIRCLE\n10\n0\n20\n0\n40\n1\n", 100000,
            "0\nENDSEC\n0\nEOF\n");
  g_autofree char *transforms =
    repeat ("<svg><g transform='", "scale(1)", 200000, "'><rect width='1' height='1'/></g></svg>");
  g_autofree char *large = g_malloc0 (LW_IMPORT_BYTES_MAX + 1);
  const double start = testing_thread_seconds ();

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    assert_refused (bad[i].name, bad[i].text, strlen (bad[i].text), bad[i].part);
  assert_refused ("a.svg", deep, strlen (deep), "groups");
  assert_refused ("a.svg", many, strlen (many), "10000 points");
  assert_refused ("a.svg", pieces, strlen (pieces), "10000 points");
  assert_refused ("a.dxf", arcs, strlen (arcs), "10000 points");
  assert_refused ("a.svg", large, LW_IMPORT_BYTES_MAX + 1, "16 MB");
  lw_import_free (parse ("a.svg", transforms));
  g_test_message ("%.2f s", testing_thread_seconds () - start);
  g_assert_cmpfloat (testing_thread_seconds () - start, <, 30);
}

/// The cuts to holes are recognised, and are not part of the loops.
static void
test_loops (void)
{
  g_autoptr (LwImport) import = parse (
    "a.svg", SVG ("<rect width='40' height='40'/><circle cx='10' cy='10' r='4'/>"
                  "<circle cx='30' cy='30' r='4'/><rect x='25' y='5' width='10' height='10'/>"));
  const GArray *plate = import->plates->pdata[0];
  const double *points = (const double *) (const void *) plate->data;
  g_autofree guint *order = g_new (guint, plate->len);
  g_autofree guint *ends = g_new (guint, plate->len / 3 + 1);
  const guint n_loops = lw_loops_find (points, plate->len, order, ends);
  guint begin = 0, n_holes = 0;
  double area = 0;

  g_assert_cmpuint (import->plates->len, ==, 1);
  g_assert_cmpuint (n_loops, ==, 4);
  // Three holes, each with one corner and one corner of the outline doubled.
  g_assert_cmpuint (ends[3], ==, plate->len - 6);
  for (guint loop = 0; loop < n_loops; loop++) {
    double *corners = g_new (double, 3 * (ends[loop] - begin));
    double part;

    for (guint i = begin; i < ends[loop]; i++)
      memcpy (corners + 3 * (i - begin), points + 3 * order[i], 3 * sizeof *corners);
    part = 0.5 * lw_loops_area (corners, ends[loop] - begin);
    area += part;
    n_holes += part < 0;
    begin = ends[loop];
    g_free (corners);
  }
  g_assert_cmpuint (n_holes, ==, 3);
  g_assert_cmpfloat_with_epsilon (area, area_of (plate), 1e-12 * area);
}

/// Bodies keep their places and get the mass of a steel plate and unique names.
static void
test_bodies (void)
{
  const double offset[2] = { 1, 2 };
  g_autoptr (LwImport) import = parse (
    "a.svg", SVG ("<rect x='10' y='10' width='20' height='10'/><rect x='50' y='10' width='20' "
                  "height='10'/>"));
  g_autoptr (LwMechanism) empty = lw_mechanism_new ();
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (LwMechanism) once = lw_import_add (import, empty, "Plate", offset, ids);
  g_autoptr (LwMechanism) twice = lw_import_add (import, once, "Plate", offset, NULL);
  const LwBody *body = lw_mechanism_get_body (once, 0);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = lw_text_write (twice);
  g_autoptr (LwMechanism) again = lw_text_parse (text, -1, &error);
  MbdModel *model = lw_mechanism_compile (twice, &error);

  g_assert_no_error (error);
  g_assert_nonnull (model);
  mbd_model_unref (model);
  g_assert_true (lw_mechanism_equal (again, twice));
  g_assert_cmpuint (ids->len, ==, 2);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (twice), ==, 4);
  g_assert_cmpstr (lw_mechanism_get_body (twice, 0)->element.name, ==, "Plate");
  g_assert_cmpstr (lw_mechanism_get_body (twice, 3)->element.name, ==, "Plate 4");
  g_assert_cmpfloat_with_epsilon (body->def.position[0], 1.02, 1e-12);
  g_assert_cmpfloat_with_epsilon (body->def.position[1], 1.985, 1e-12);
  g_assert_cmpfloat_with_epsilon (body->def.mass, 7850 * 0.005 * 2e-4, 1e-12);
  g_assert_cmpfloat_with_epsilon (body->def.centre_of_mass[0], 0, 1e-12);
}

static void
test_load (void)
{
  g_autofree char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "Hebel Ä.svg");
  g_autoptr (GFile) none = testing_file (folder, "none.svg");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwImport) import = NULL;

  testing_write (file, drawings[0].text, strlen (drawings[0].text));
  import = lw_import_load (file, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (import->plates->len, ==, 1);
  g_assert_null (lw_import_load (none, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_true (lw_import_knows ("A.DXF"));
  g_assert_false (lw_import_knows ("a.json"));
  testing_folder_free (g_steal_pointer (&folder));
}

// ---- random damage --------------------------------------------------------------------------

static char *
mutate (GRand *random, const char *text, gsize *length)
{
  static const char *const parts[] = { "nan",  "inf",  "-1e309", "1e-320", "9999999999999999999",
                                       "<g>",  "</g>", "z",      "M",      "A",
                                       "0\n",  "-",    "\"",     "&#0;",   "0\nENDSEC\n",
                                       "10\n", ",",    "<",      "\xff",   "scale(0)" };
  GString *string = g_string_new_len (text, (gssize) *length);
  const int changes = g_rand_int_range (random, 1, 8);

  for (int i = 0; i < changes && string->len > 0; i++) {
    const gsize at = (gsize) g_rand_int_range (random, 0, (int) string->len);
    const gsize wanted = (gsize) g_rand_int_range (random, 1, 40);
    const gsize span = MIN (string->len - at, wanted);

    switch (g_rand_int_range (random, 0, 5)) {
    case 0:
      string->str[at] = (char) g_rand_int_range (random, 1, 256);
      break;
    case 1:
      g_string_erase (string, (gssize) at, (gssize) span);
      break;
    case 2: {
      g_autofree char *copy = g_strndup (string->str + at, span);

      g_string_insert (string, g_rand_int_range (random, 0, (int) string->len), copy);
      break;
    }
    case 3:
      string->str[at] = (char) ('0' + g_rand_int_range (random, 0, 10));
      break;
    default:
      g_string_insert (string, (gssize) at,
                       parts[g_rand_int_range (random, 0, G_N_ELEMENTS (parts))]);
      break;
    }
  }
  *length = string->len;
  return g_string_free (string, FALSE);
}

/// Checks for a single error sentence, or plates with finite areas that can become bodies.
static bool
check_any (const char *name, const char *text, gsize length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwImport) import = lw_import_parse (name, text, length, &error);
  g_autoptr (LwMechanism) empty = NULL;
  g_autoptr (LwMechanism) next = NULL;
  const double offset[2] = { 0 };

  if (import == NULL) {
    testing_assert_sentence (error);
    return false;
  }
  g_assert_no_error (error);
  g_assert_cmpuint (import->plates->len, >, 0);
  g_assert_true (isfinite (total_area (import)));
  empty = lw_mechanism_new ();
  next = lw_import_add (import, empty, NULL, offset, NULL);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (next); i++) {
    const LwBody *body = lw_mechanism_get_body (next, i);
    const guint n = body->shape.points->len;
    g_autofree guint *order = g_new (guint, n);
    g_autofree guint *ends = g_new (guint, n / 3 + 1);

    g_assert_cmpfloat (body->def.mass, >, 0);
    g_assert_cmpuint (
      lw_loops_find ((const double *) (void *) body->shape.points->data, n, order, ends), <=,
      n / 3 + 1);
  }
  return true;
}

static void
test_mutated (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (testing_seed (20261122));
  const guint n = testing_is_torture () ? 400000 : 6000;
  guint n_read = 0;

  for (guint i = 0; i < n; i++) {
    const bool is_svg = i % 2 == 0;
    const char *text = is_svg ? drawings[i / 2 % G_N_ELEMENTS (drawings)].text
                              : sheets[i / 2 % G_N_ELEMENTS (sheets)].text;
    gsize length = strlen (text);
    g_autofree char *changed = mutate (random, text, &length);

    n_read += check_any (is_svg ? "a.svg" : "a.dxf", changed, length);
  }
  g_test_message ("%u of %u were read", n_read, n);
  g_assert_cmpuint (n_read, >, n / 20);
  g_assert_cmpuint (n_read, <, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/svg", test_svg);
  g_test_add_func ("/import/cubic", test_cubic);
  g_test_add_func ("/import/dxf", test_dxf);
  g_test_add_func ("/import/bad", test_bad);
  g_test_add_func ("/import/loops", test_loops);
  g_test_add_func ("/import/bodies", test_bodies);
  g_test_add_func ("/import/load", test_load);
  g_test_add_func ("/import/mutated", test_mutated);
  return g_test_run ();
}
