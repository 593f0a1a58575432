// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files of the program Linkage. Its connectors are points, its links connect them. A connector is
// an anchor (fixed), an input (driven), traced (draw), or slides on the line between two others. Its
// lengths are in units of 1/96 inch, y up; positive speeds turn clockwise.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-mechanism.h"
#include "lw-sketch-private.h"

#define UNIT (0.0254 / 96) ///< m
#define RPM (2 * G_PI / 60)

typedef struct
{
  LwSketch *sketch;
  GHashTable *points, *links; ///< identifier of the file -> index + 1
  GArray *slides;             ///< array of Slide
  GArray *fastened;           ///< array of Fastened
  int point, link;            ///< the element that is open; -1 if none
  int link_id;                ///< identifier of that link
  guint n_drawn;              ///< elements that only decorate
  LwSketchGear gear;
  double sizes[2];
  int n_sizes;
  bool is_chain, in_ratio, in_selection;
} Reader;

/// A connector and the two that limit its slide.
typedef struct
{
  int point;
  int limits[2]; ///< identifiers
  int n_limits;
  bool is_round;
} Slide;

/// A point or a link that is fastened to a link.
typedef struct
{
  int point, link; ///< one of them is -1
  int to;          ///< identifier
} Fastened;

bool
lw_foreign_is_linkage (const char *text)
{
  if (g_str_has_prefix (text, "\xef\xbb\xbf"))
    text += 3;
  text += strspn (text, " \t\r\n");
  if (g_str_has_prefix (text, "<?xml")) {
    const char *end = strstr (text, "?>");

    text = end != NULL ? end + 2 + strspn (end + 2, " \t\r\n") : "";
  }
  return g_str_has_prefix (text, "<linkage2");
}

// ---- attributes -----------------------------------------------------------------------------

static const char *
get_attribute (const char **names, const char **values, const char *name)
{
  for (; *names != NULL; names++, values++)
    if (strcmp (*names, name) == 0)
      return *values;
  return NULL;
}

static bool
is_set (const char **names, const char **values, const char *name)
{
  return g_strcmp0 (get_attribute (names, values, name), "true") == 0;
}

/// Returns a number; 0 if there is none, or none that is finite and of a sensible size.
static double
get_number (const char **names, const char **values, const char *name)
{
  const char *text = get_attribute (names, values, name);
  const double number = text != NULL ? g_ascii_strtod (text, NULL) : 0;

  return fabs (number) < 1e9 ? number : 0;
}

static int
get_identifier (const char **names, const char **values, const char *name)
{
  const char *text = get_attribute (names, values, name);

  return text != NULL ? (int) CLAMP (g_ascii_strtoll (text, NULL, 10), -1, G_MAXINT - 1) : -1;
}

/// Returns the index of an element; -1 if there is none.
static int
look_up (GHashTable *table, int identifier)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (table, GINT_TO_POINTER (identifier))) - 1;
}

static char *
dup_name (const char **names, const char **values, const char *usual, int identifier)
{
  const char *name = get_attribute (names, values, "name");

  return name != NULL && *name != '\0' ? g_strdup (name)
                                       : g_strdup_printf ("%s%d", usual, identifier);
}

// ---- elements -------------------------------------------------------------------------------

static void
note_fastened (Reader *self, const char **names, const char **values, int point, int link)
{
  const char *const keys[] = { "fasten", "fastenlink" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++) {
    const Fastened fastened = { point, link, get_identifier (names, values, keys[i]) };

    if (fastened.to >= 0)
      g_array_append_val (self->fastened, fastened);
  }
}

static void
begin_connector (Reader *self, const char **names, const char **values)
{
  const int identifier = get_identifier (names, values, "id");
  g_autofree char *name = dup_name (names, values, "P", identifier);
  LwSketchPoint *point;

  self->point = lw_sketch_add_point (self->sketch, name, UNIT * get_number (names, values, "x"),
                                     UNIT * get_number (names, values, "y"));
  point = lw_sketch_get_point (self->sketch, self->point);
  point->is_anchored = is_set (names, values, "anchor");
  point->is_driven = is_set (names, values, "input");
  point->is_traced = is_set (names, values, "draw");
  point->speed = -RPM * get_number (names, values, "rpm");
  g_hash_table_insert (self->points, GINT_TO_POINTER (identifier),
                       GINT_TO_POINTER (self->point + 1));
  note_fastened (self, names, values, self->point, -1);
  if (is_set (names, values, "slider")) {
    const Slide slide = { .point = self->point,
                          .is_round = get_number (names, values, "slideradius") > 0 };

    g_array_append_val (self->slides, slide);
  }
  if (get_number (names, values, "drawcircle") > 0 || is_set (names, values, "measurementelement"))
    self->n_drawn++;
}

static void
begin_link (Reader *self, const char **names, const char **values)
{
  const int identifier = get_identifier (names, values, "id");
  g_autofree char *name = dup_name (names, values, "Link ", identifier);

  if (is_set (names, values, "measurementelement")) {
    self->n_drawn++;
    return;
  }
  self->link = lw_sketch_add_link (self->sketch, name);
  self->link_id = identifier;
  g_hash_table_insert (self->links, GINT_TO_POINTER (identifier), GINT_TO_POINTER (self->link + 1));
  lw_sketch_get_link (self->sketch, self->link)->is_wheel = is_set (names, values, "gear");
  note_fastened (self, names, values, -1, self->link);
  if (get_attribute (names, values, "fastenconnector") != NULL)
    lw_sketch_leave_out (self->sketch, _ ("%s is not fastened to its point"), name);
  if (is_set (names, values, "actuator"))
    lw_sketch_leave_out (
      self->sketch, _ ("%s is an actuator: it keeps its length, its stroke is left out"), name);
}

static void
add_size (Reader *self, const char **names, const char **values)
{
  if (self->n_sizes < 2) {
    self->gear.links[self->n_sizes] = look_up (self->links, get_identifier (names, values, "id"));
    self->sizes[self->n_sizes] = get_number (names, values, "size");
  }
  self->n_sizes++;
}

static void
add_limit (Reader *self, const char **names, const char **values)
{
  Slide *slide =
    self->slides->len > 0 ? &g_array_index (self->slides, Slide, self->slides->len - 1) : NULL;

  if (slide != NULL && slide->point == self->point && slide->n_limits < 2)
    slide->limits[slide->n_limits++] = get_identifier (names, values, "id");
}

static void
start_cb (GMarkupParseContext *context,
          const char *name,
          const char **names,
          const char **values,
          gpointer data,
          GError **error)
{
  Reader *self = data;

  if (self->sketch->points->len + self->sketch->links->len > LW_SKETCH_MAX_POINTS)
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The file of Linkage has more than 20000 elements; divide it."));
  else if (strcmp (name, "program") == 0) {
    const double scale = get_number (names, values, "scalefactor");

    if (scale != 0 && scale != 1)
      lw_sketch_leave_out (self->sketch, _ ("The scale of the drawing, %g, is left out"), scale);
  } else if (strcmp (name, "selected") == 0)
    self->in_selection = true;
  else if (strcmp (name, "ratio") == 0) {
    self->in_ratio = true;
    self->n_sizes = 0;
    self->is_chain = g_strcmp0 (get_attribute (names, values, "type"), "chain") == 0;
  } else if (strcmp (name, "link") == 0 && self->in_ratio)
    add_size (self, names, values);
  else if (self->in_selection)
    return;
  else if (strcmp (name, "Link") == 0 || strcmp (name, "element") == 0)
    begin_link (self, names, values);
  else if (strcmp (name, "connector") == 0 && self->link >= 0) {
    const int point = look_up (self->points, get_identifier (names, values, "id"));

    if (point >= 0 && !lw_sketch_link_has (self->sketch, self->link, point))
      g_array_append_val (lw_sketch_get_link (self->sketch, self->link)->points, point);
  } else if (strcmp (name, "fastenconnector") == 0 && self->link >= 0) {
    const Fastened fastened = { look_up (self->points, get_identifier (names, values, "id")), -1,
                                self->link_id };

    if (fastened.point >= 0)
      g_array_append_val (self->fastened, fastened);
  } else if (strcmp (name, "connector") == 0
             && strcmp (g_markup_parse_context_get_element_stack (context)->next != NULL
                          ? g_markup_parse_context_get_element_stack (context)->next->data
                          : "",
                        "linkage2")
                  == 0)
    begin_connector (self, names, values);
  else if (strcmp (name, "slidelimit") == 0)
    add_limit (self, names, values);
}

static void
end_gear (Reader *self)
{
  self->in_ratio = false;
  if (self->n_sizes != 2 || self->gear.links[0] < 0 || self->gear.links[1] < 0
      || !(self->sizes[0] > 0 && self->sizes[1] > 0)) {
    lw_sketch_leave_out (self->sketch, _ ("A pair of gears is left out: its sizes are unknown"));
    return;
  }
  self->gear.ratio = (self->is_chain ? 1 : -1) * self->sizes[0] / self->sizes[1];
  g_array_append_val (self->sketch->gears, self->gear);
}

static void
end_cb (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Reader *self = data;

  if (strcmp (name, "Link") == 0 || strcmp (name, "element") == 0)
    self->link = -1;
  else if (strcmp (name, "selected") == 0)
    self->in_selection = false;
  else if (strcmp (name, "ratio") == 0)
    end_gear (self);
}

// ---- after reading --------------------------------------------------------------------------

/// Finds the link that has both ends of a slide and moves; the ground if both are fixed.
static bool
find_carrier (const Reader *self, const int ends[2], int *carrier)
{
  for (int i = 0; i < (int) self->sketch->links->len; i++)
    if (lw_sketch_link_has (self->sketch, i, ends[0])
        && lw_sketch_link_has (self->sketch, i, ends[1])
        && !lw_sketch_link_is_fixed (self->sketch, i)) {
      *carrier = i;
      return true;
    }
  *carrier = LW_SKETCH_GROUND;
  return lw_sketch_get_point (self->sketch, ends[0])->is_anchored
         && lw_sketch_get_point (self->sketch, ends[1])->is_anchored;
}

static void
set_slides (Reader *self)
{
  for (guint i = 0; i < self->slides->len; i++) {
    const Slide *slide = &g_array_index (self->slides, Slide, i);
    LwSketchPoint *point = lw_sketch_get_point (self->sketch, slide->point);
    const int ends[2] = { slide->n_limits == 2 ? look_up (self->points, slide->limits[0]) : -1,
                          slide->n_limits == 2 ? look_up (self->points, slide->limits[1]) : -1 };
    const double *from, *to;

    if (ends[0] < 0 || ends[1] < 0 || ends[0] == ends[1] || slide->is_round
        || !find_carrier (self, ends, &point->carrier)) {
      lw_sketch_leave_out (self->sketch, _ ("%s: the line along which it slides is left out"),
                           point->name);
      continue;
    }
    from = lw_sketch_get_point (self->sketch, ends[0])->place;
    to = lw_sketch_get_point (self->sketch, ends[1])->place;
    point->slides = point->slide_turns = true;
    point->angle = atan2 (to[1] - from[1], to[0] - from[0]);
    lw_sketch_leave_out (self->sketch, _ ("%s slides without stops at the ends of its line"),
                         point->name);
  }
}

/// Adds a fastened point to its link, and joins fastened links: they become one.
static void
fasten (Reader *self)
{
  for (guint i = 0; i < self->fastened->len; i++) {
    const Fastened *fastened = &g_array_index (self->fastened, Fastened, i);
    const int to = look_up (self->links, fastened->to);
    GArray *points;

    if (to < 0 || to == fastened->link)
      continue;
    points = lw_sketch_get_link (self->sketch, to)->points;
    if (fastened->point >= 0 && !lw_sketch_link_has (self->sketch, to, fastened->point))
      g_array_append_val (points, fastened->point);
    if (fastened->link < 0)
      continue;
    for (guint k = 0; k < lw_sketch_get_link (self->sketch, fastened->link)->points->len; k++) {
      const int point =
        g_array_index (lw_sketch_get_link (self->sketch, fastened->link)->points, int, k);

      if (!lw_sketch_link_has (self->sketch, to, point))
        g_array_append_val (points, point);
    }
    g_array_set_size (lw_sketch_get_link (self->sketch, fastened->link)->points, 0);
    for (guint k = 0; k < self->sketch->gears->len; k++)
      for (int end = 0; end < 2; end++)
        if (g_array_index (self->sketch->gears, LwSketchGear, k).links[end] == fastened->link)
          g_array_index (self->sketch->gears, LwSketchGear, k).links[end] = to;
  }
}

char *
lw_foreign_convert_linkage (const char *text, GPtrArray *left_out, GError **error)
{
  const GMarkupParser parser = { .start_element = start_cb, .end_element = end_cb };
  g_autoptr (LwSketch) sketch = lw_sketch_new (left_out);
  g_autoptr (GHashTable) points = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) links = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) slides = g_array_new (FALSE, FALSE, sizeof (Slide));
  g_autoptr (GArray) fastened = g_array_new (FALSE, FALSE, sizeof (Fastened));
  Reader reader = { .sketch = sketch,
                    .points = points,
                    .links = links,
                    .slides = slides,
                    .fastened = fastened,
                    .point = -1,
                    .link = -1 };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &reader, NULL);
  g_autoptr (GError) fault = NULL;
  const char *start = strstr (text, "<linkage2");

  if (start == NULL || !g_markup_parse_context_parse (context, start, -1, &fault)
      || !g_markup_parse_context_end_parse (context, &fault)) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, _ ("This file of Linkage is damaged: %s"),
                 fault != NULL ? fault->message : "");
    return NULL;
  }
  set_slides (&reader);
  fasten (&reader);
  if (reader.n_drawn > 0)
    lw_sketch_leave_out (sketch,
                         g_dngettext (NULL, "%u measurement is left out",
                                      "%u measurements are left out", reader.n_drawn),
                         reader.n_drawn);
  return lw_sketch_write (sketch, error);
}
