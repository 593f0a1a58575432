// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads the text form from the tree of its JSON, field by field, and the fields of the mechanism
// as a whole. Elements are in lw-text-elements.c.

#include <math.h>
#include <string.h>

#include "lw-json-edit.h"
#include "lw-text-reader-private.h"

// Messages

void
lw_text_refuse (LwTextReader *self,
                const LwTextScope *scope,
                const LwJson *node,
                const char *format,
                ...)
{
  va_list arguments;
  g_autofree char *what = NULL;
  guint line = node != NULL ? node->line : scope->line;

  if (self->error != NULL)
    return;
  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->error = g_error_new (LW_ERROR, LW_ERROR_BAD_FILE, "%s (%s%sline %u): %s.", scope->name,
                             scope->place != NULL ? scope->place : "",
                             scope->place != NULL ? ", " : "", line, what);
}

static const char *
type_word (const LwJson *node)
{
  static const char *const words[] = {
    [LW_JSON_NULL] = "null",       [LW_JSON_BOOLEAN] = "true or false",
    [LW_JSON_NUMBER] = "a number", [LW_JSON_STRING] = "a text",
    [LW_JSON_LIST] = "a list",     [LW_JSON_OBJECT] = "an object",
  };

  return words[node->type];
}

static void
refuse_type (LwTextReader *self,
             const LwTextScope *scope,
             const LwJson *node,
             const char *what,
             const char *expected)
{
  lw_text_refuse (self, scope, node, "%s must be %s, not %s", what, expected, type_word (node));
}

static char *
join_words (const LwWord *words)
{
  GString *list = g_string_new (NULL);

  for (; words->word != NULL; words++)
    g_string_append_printf (list, "%s\"%s\"",
                            list->len == 0          ? ""
                            : words[1].word != NULL ? ", "
                                                    : " or ",
                            words->word);
  return g_string_free (list, FALSE);
}

// Objects

static gboolean
knows_key (const LwTextObject *kind, const char *key)
{
  return g_strv_contains (lw_text_object_keys (kind), key);
}

bool
lw_text_is_late (LwTextReader *self)
{
  return self->error == NULL && !lw_deadline_check (self->deadline, &self->error);
}

gboolean
lw_text_enter (LwTextReader *self, LwTextScope *scope, const LwJson *node)
{
  scope->line = node->line;
  if (self->error != NULL || lw_text_is_late (self))
    return FALSE;
  if (node->type != LW_JSON_OBJECT) {
    lw_text_refuse (self, scope, node, "an object in braces expected, not %s", type_word (node));
    return FALSE;
  }
  scope->object = node;
  for (guint i = 0; i < node->length; i++) {
    const LwJson *member = lw_json_element (node, i);

    if (!knows_key (scope->kind, member->key)) {
      g_autofree char *keys = g_strjoinv (", ", (char **) lw_text_object_keys (scope->kind));
      g_autofree char *quoted = lw_json_dup_quoted (member->key);

      lw_text_refuse (self, scope, member, "there is no field %s here; the fields are %s", quoted,
                      keys);
      return FALSE;
    }
  }
  return TRUE;
}

const LwJson *
lw_text_member (LwTextReader *self, const LwTextScope *scope, const char *key)
{
  g_assert (knows_key (scope->kind, key));
  return self->error == NULL ? lw_json_member (scope->object, key) : NULL;
}

const LwJson *
lw_text_need (LwTextReader *self, const LwTextScope *scope, const char *key)
{
  const LwJson *node = lw_text_member (self, scope, key);

  if (node == NULL)
    lw_text_refuse (self, scope, NULL, "the field \"%s\" is missing", key);
  return node;
}

// Values

gboolean
lw_text_node_number (LwTextReader *self,
                     const LwTextScope *scope,
                     const LwJson *node,
                     const char *what,
                     LwTextRange range,
                     double *result)
{
  if (node->type != LW_JSON_NUMBER)
    refuse_type (self, scope, node, what, "a number");
  else if (range == LW_TEXT_NOT_NEGATIVE && node->number < 0)
    lw_text_refuse (self, scope, node, "%s must not be negative; give a number ≥ 0", what);
  else if (range == LW_TEXT_POSITIVE && node->number <= 0)
    lw_text_refuse (self, scope, node, "%s must be greater than zero; give a number > 0", what);
  else {
    *result = node->number;
    return self->error == NULL;
  }
  return FALSE;
}

guint
lw_text_node_numbers (LwTextReader *self,
                      const LwTextScope *scope,
                      const LwJson *node,
                      const char *what,
                      guint minimum,
                      guint maximum,
                      double *values)
{
  g_autofree char *expected = minimum == maximum
                                ? g_strdup_printf ("a list of %u numbers", minimum)
                                : g_strdup_printf ("a list of %u or %u numbers", minimum, maximum);
  const LwJson *array;
  guint n;

  if (node->type != LW_JSON_LIST) {
    refuse_type (self, scope, node, what, expected);
    return 0;
  }
  array = node;
  n = array->length;
  if (n != minimum && n != maximum) {
    lw_text_refuse (self, scope, node, "%s must be %s, not of %u", what, expected, n);
    return 0;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *place = g_strdup_printf ("%s[%u]", what, i);

    if (!lw_text_node_number (self, scope, lw_json_element (array, i), place, LW_TEXT_ANY,
                              &values[i]))
      return 0;
  }
  return n;
}

gboolean
lw_text_node_vector (LwTextReader *self,
                     const LwTextScope *scope,
                     const LwJson *node,
                     const char *what,
                     int dimension,
                     double value[3])
{
  double numbers[3] = { 0, 0, 0 };

  if (lw_text_node_numbers (self, scope, node, what, (guint) dimension, 3, numbers) == 0)
    return FALSE;
  memcpy (value, numbers, sizeof numbers);
  return TRUE;
}

const char *
lw_text_node_string (LwTextReader *self,
                     const LwTextScope *scope,
                     const LwJson *node,
                     const char *what)
{
  if (node->type == LW_JSON_STRING)
    return node->string;
  refuse_type (self, scope, node, what, "a text in quotes");
  return NULL;
}

// Fields

void
lw_text_get_number (LwTextReader *self,
                    const LwTextScope *scope,
                    const char *key,
                    LwTextRange range,
                    double *value)
{
  const LwJson *node = lw_text_member (self, scope, key);

  if (node != NULL)
    lw_text_node_number (self, scope, node, key, range, value);
}

void
lw_text_get_vector (LwTextReader *self,
                    const LwTextScope *scope,
                    const char *key,
                    int dimension,
                    double value[3])
{
  const LwJson *node = lw_text_member (self, scope, key);

  if (node != NULL)
    lw_text_node_vector (self, scope, node, key, dimension, value);
}

void
lw_text_get_quaternion (LwTextReader *self,
                        const LwTextScope *scope,
                        const char *key,
                        double value[4])
{
  const LwJson *node = lw_text_member (self, scope, key);
  double q[4];
  double length;

  if (node == NULL || lw_text_node_numbers (self, scope, node, key, 4, 4, q) == 0)
    return;
  length = hypot (hypot (q[0], q[1]), hypot (q[2], q[3]));
  if (!(fabs (length - 1) < 1e-3)) {
    lw_text_refuse (self, scope, node, "%s must have the length 1, not %g", key, length);
    return;
  }
  // Normalises quaternions written by hand with a few digits; those written by the program are
  // kept.
  for (int i = 0; i < 4; i++)
    value[i] = fabs (length - 1) > 1e-12 ? q[i] / length : q[i];
}

void
lw_text_get_integer (LwTextReader *self,
                     const LwTextScope *scope,
                     const char *key,
                     long minimum,
                     long maximum,
                     long *value)
{
  const LwJson *node = lw_text_member (self, scope, key);
  double number;

  if (node == NULL || !lw_text_node_number (self, scope, node, key, LW_TEXT_ANY, &number))
    return;
  if (number < (double) minimum || number > (double) maximum || number != floor (number))
    lw_text_refuse (self, scope, node, "%s must be a whole number from %ld to %ld", key, minimum,
                    maximum);
  else
    *value = (long) number;
}

void
lw_text_get_bool (LwTextReader *self, const LwTextScope *scope, const char *key, bool *value)
{
  const LwJson *node = lw_text_member (self, scope, key);

  if (node == NULL)
    return;
  if (node->type == LW_JSON_BOOLEAN)
    *value = node->boolean;
  else
    refuse_type (self, scope, node, key, "true or false");
}

void
lw_text_get_word (LwTextReader *self,
                  const LwTextScope *scope,
                  const char *key,
                  const LwWord *words,
                  int *value)
{
  const LwJson *node = lw_text_member (self, scope, key);
  const char *word = node != NULL ? lw_text_node_string (self, scope, node, key) : NULL;
  g_autofree char *list = NULL;
  g_autofree char *quoted = NULL;

  if (word == NULL)
    return;
  for (const LwWord *known = words; known->word != NULL; known++)
    if (strcmp (known->word, word) == 0) {
      *value = known->value;
      return;
    }
  list = join_words (words);
  quoted = lw_json_dup_quoted (word);
  lw_text_refuse (self, scope, node, "%s must be %s, not %s", key, list, quoted);
}

char *
lw_text_dup_string (LwTextReader *self, const LwTextScope *scope, const char *key)
{
  const LwJson *node = lw_text_member (self, scope, key);

  return node != NULL ? g_strdup (lw_text_node_string (self, scope, node, key)) : NULL;
}

const LwJson *
lw_text_get_array (LwTextReader *self, const LwTextScope *scope, const char *key)
{
  const LwJson *node = lw_text_member (self, scope, key);

  if (node == NULL)
    return NULL;
  if (node->type != LW_JSON_LIST)
    refuse_type (self, scope, node, key, "a list");
  else if (node->length > LW_MECHANISM_MAX_ELEMENTS)
    lw_text_refuse (self, scope, node, "%s must not have more than %d elements; leave some out",
                    key, LW_MECHANISM_MAX_ELEMENTS);
  else
    return node;
  return NULL;
}

// The mechanism as a whole

static void
read_plot (LwTextReader *self, const LwJson *node, guint index)
{
  g_autofree char *name = g_strdup_printf ("Plot %u", index + 1);
  g_autofree char *place = g_strdup_printf ("plots[%u]", index);
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_PLOT), .name = name, .place = place };
  g_autofree char *title = NULL;
  g_autofree char *against = NULL;
  g_auto (GStrv) channels = NULL;
  LwPlotLayout plot = { 0 };
  const LwJson *array;
  guint n;

  if (!lw_text_enter (self, &scope, node))
    return;
  title = lw_text_dup_string (self, &scope, "title");
  against = lw_text_dup_string (self, &scope, "against");
  lw_text_read_plain (self, &scope, &plot);
  lw_text_need (self, &scope, "channels");
  array = lw_text_get_array (self, &scope, "channels");
  if (array == NULL)
    return;
  n = array->length;
  channels = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++) {
    g_autofree char *what = g_strdup_printf ("channels[%u]", i);
    const char *channel = lw_text_node_string (self, &scope, lw_json_element (array, i), what);

    if (channel == NULL)
      return;
    channels[i] = g_strdup (channel);
  }
  if (self->error != NULL)
    return;
  plot.title = title;
  plot.channels = channels;
  plot.against = against;
  lw_mechanism_add_plot (self->mechanism, &plot);
}

static void
read_plots (LwTextReader *self, const LwTextScope *top)
{
  const LwJson *array = lw_text_get_array (self, top, "plots");

  for (guint i = 0; array != NULL && i < array->length; i++)
    read_plot (self, lw_json_element (array, i), i);
}

static void
read_run (LwTextReader *self, const LwTextScope *top)
{
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_RUN), .name = "The run", .place = "run" };
  LwRunSettings run = lw_run_settings_default ();
  MbdIntegratorSettings *integrator = &run.integrator;
  const LwJson *node = lw_text_member (self, top, "run");

  if (node == NULL || !lw_text_enter (self, &scope, node))
    return;
  lw_text_read_plain (self, &scope, &run);
  if (integrator->method == MBD_METHOD_RK4 && integrator->step <= 0)
    lw_text_refuse (self, &scope, lw_text_member (self, &scope, "method"),
                    "the method \"rk4\" supports fixed steps only; give a step > 0");
  if (lw_text_member (self, &scope, "assemble") == NULL)
    run.assemble = integrator->stabilisation.stabilisation == MBD_STABILISATION_PROJECTION;
  lw_mechanism_set_run (self->mechanism, &run);
}

/// Reads the lesson: an object, or any text that is not yet one.
static void
read_lesson (LwTextReader *self, const LwTextScope *top)
{
  const LwJson *node = lw_text_member (self, top, "lesson");
  g_autoptr (GString) text = g_string_new (NULL);

  if (node == NULL)
    return;
  if (node->type == LW_JSON_OBJECT) {
    lw_json_append (text, node, 0);
    g_string_append_c (text, '\n');
  } else if (node->type == LW_JSON_STRING) {
    g_string_assign (text, node->string);
  } else {
    refuse_type (self, top, node, "the lesson", "an object");
  }
  if (text->len > LW_MECHANISM_MAX_LESSON)
    lw_text_refuse (self, top, node, "a lesson is not longer than %d MiB",
                    LW_MECHANISM_MAX_LESSON >> 20);
  lw_mechanism_set_lesson (self->mechanism, text->str);
}

static void
read_mechanism (LwTextReader *self, const LwJson *root)
{
  LwTextScope top = { .kind = lw_text_object (LW_TEXT_MECHANISM), .name = "The mechanism" };
  const LwJson *format = lw_json_member (root, "linkwright");
  double gravity[3];
  long version = 0;
  int length_unit = LW_LENGTH_UNITS;
  g_autofree char *title = NULL;
  g_autofree char *notes = NULL;

  top.line = root->line;
  if (format == NULL) {
    lw_text_refuse (self, &top, root,
                    "this JSON is not a Linkwright mechanism; "
                    "the field \"linkwright\" with the version of the format is missing");
    return;
  }
  top.object = root;
  lw_text_get_integer (self, &top, "linkwright", 1, G_MAXINT, &version);
  if (version > LW_TEXT_FORMAT)
    lw_text_refuse (self, &top, format,
                    "the file has format %ld, but this version of Linkwright reads format %d only",
                    version, LW_TEXT_FORMAT);
  if (!lw_text_enter (self, &top, root))
    return;
  title = lw_text_dup_string (self, &top, "title");
  notes = lw_text_dup_string (self, &top, "notes");
  memcpy (gravity, lw_mechanism_get_gravity (self->mechanism), sizeof gravity);
  lw_text_get_vector (self, &top, "gravity", 2, gravity);
  lw_mechanism_set_title (self->mechanism, title);
  lw_mechanism_set_notes (self->mechanism, notes);
  lw_mechanism_set_gravity (self->mechanism, gravity);
  lw_text_get_word (self, &top, "units", lw_length_unit_words, &length_unit);
  lw_mechanism_set_length_unit (self->mechanism, (LwLengthUnit) length_unit);
  lw_text_read_parameters (self, &top);
  lw_text_read_elements (self, &top);
  lw_text_read_bindings (self, &top);
  lw_text_read_marks (self, &top);
  read_plots (self, &top);
  read_run (self, &top);
  lw_text_read_background (self, &top);
  read_lesson (self, &top);
}
// Checks the text as a whole before lines are scanned: empty, too large, or not in this format.
static bool
check_whole (const char *text, gsize length, GError **error)
{
  gsize space = 0;

  while (space < length && g_ascii_isspace (text[space]))
    space++;
  if (space == length) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "The file is empty; a mechanism begins with {\"linkwright\": %d.", LW_TEXT_FORMAT);
    return false;
  }
  if (length > LW_TEXT_MAX_BYTES) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "The file is larger than %d MiB; a mechanism in text form is not.",
                 LW_TEXT_MAX_BYTES >> 20);
    return false;
  }
  if (text[space] != '{') {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "This is not a mechanism in text form: it does not begin with {.");
    return false;
  }
  return true;
}

LwMechanism *
lw_text_read_node (const LwJson *node, const LwDeadline *deadline, GError **error)
{
  LwTextReader reader = { .deadline = deadline };

  reader.bodies = g_hash_table_new (NULL, NULL);
  reader.names = g_hash_table_new (g_str_hash, g_str_equal);
  reader.couplings_by_id = g_hash_table_new (NULL, NULL);
  reader.couplings_by_name = g_hash_table_new (g_str_hash, g_str_equal);
  reader.open_offsets = g_ptr_array_new ();
  reader.mechanism = lw_mechanism_new ();
  read_mechanism (&reader, node);
  g_hash_table_unref (reader.bodies);
  g_hash_table_unref (reader.names);
  g_hash_table_unref (reader.couplings_by_id);
  g_hash_table_unref (reader.couplings_by_name);
  g_ptr_array_unref (reader.open_offsets);
  if (reader.error != NULL) {
    g_propagate_error (error, reader.error);
    g_clear_pointer (&reader.mechanism, lw_mechanism_unref);
  }
  return reader.mechanism;
}

LwMechanism *
lw_text_read (const char *text, gsize length, const LwDeadline *deadline, GError **error)
{
  g_autoptr (LwJsonTree) tree = NULL;

  if (!check_whole (text, length, error))
    return NULL;
  tree = lw_json_parse (text, length, deadline, error);
  return tree != NULL ? lw_text_read_node (lw_json_root (tree), deadline, error) : NULL;
}
