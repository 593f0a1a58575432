// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a lesson. The reader keeps the first error; after it the functions below do nothing, so that
// callers read all members in sequence and check once at the end.

#include <math.h>
#include <string.h>

#include "lw-evaluation.h"
#include "lw-file-error.h"
#include "lw-json.h"
#include "lw-lesson-private.h"
#include "lw-number.h"
#include "lw-open.h"
#include "lw-replace.h"
#include "lw-text.h"

/// Most points of a drawn curve.
#define DRAWN_MOST 1000
/// Longest id and language.
#define ID_LENGTH 40

typedef struct
{
  LwLesson *lesson;
  GHashTable *mechanisms; ///< name → LwMechanism
  GHashTable *broken;     ///< name → why the mechanism of this name could not be read
  LwLessonFileFunc find;
  gpointer data;
  LwDeadline deadline;
  const char *place; ///< for messages: "Lesson" or "Step 3"
  GError *error;
} Reader;

static void refuse (Reader *self, const LwJson *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
refuse (Reader *self, const LwJson *node, const char *format, ...)
{
  va_list arguments;
  g_autofree char *what = NULL;

  if (self->error != NULL)
    return;
  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->error =
    g_error_new (LW_ERROR, LW_ERROR_BAD_FILE, "%s (line %u): %s.", self->place, node->line, what);
}

/// Refuses anything but an object with only these keys.
static bool
enter (Reader *self, const LwJson *node, const char *what, const char *const *keys)
{
  if (self->error != NULL)
    return false;
  if (node->type != LW_JSON_OBJECT) {
    refuse (self, node, "%s must be an object", what);
    return false;
  }
  for (guint i = 0; i < node->length; i++) {
    const LwJson *member = lw_json_element (node, i);

    if (!g_strv_contains (keys, member->key)) {
      g_autofree char *list = g_strjoinv (", ", (char **) keys);
      g_autofree char *key = lw_json_dup_quoted (member->key);

      refuse (self, member, "%s has no member %s; its members are %s", what, key, list);
      return false;
    }
  }
  return true;
}

static const LwJson *
member (Reader *self, const LwJson *object, const char *key, LwJsonType type, const char *words)
{
  const LwJson *node = self->error == NULL ? lw_json_member (object, key) : NULL;

  if (node != NULL && node->type != type) {
    refuse (self, node, "“%s” must be %s", key, words);
    return NULL;
  }
  return node;
}

static char *
dup_string (Reader *self, const LwJson *object, const char *key)
{
  const LwJson *node = member (self, object, key, LW_JSON_STRING, "a text");

  return node != NULL ? g_strdup (node->string) : NULL;
}

static double
get_number (Reader *self, const LwJson *object, const char *key, double usual)
{
  const LwJson *node = member (self, object, key, LW_JSON_NUMBER, "a number");

  if (node != NULL && !(node->number >= 0))
    refuse (self, node, "“%s” must not be negative", key);
  return node != NULL ? node->number : usual;
}

/// Reads a text: one for all languages, or an object with a text for each.
static LwLessonText
node_text (Reader *self, const LwJson *node, const char *what)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (self->error != NULL)
    return NULL;
  if (node->type == LW_JSON_STRING) {
    g_strv_builder_add_many (builder, "en", node->string, NULL);
    return g_strv_builder_end (builder);
  }
  if (node->type != LW_JSON_OBJECT || node->length == 0) {
    refuse (self, node, "“%s” must be a text, or an object such as {\"en\": text, \"de\": text}",
            what);
    return NULL;
  }
  for (guint i = 0; i < node->length; i++) {
    const LwJson *text = lw_json_element (node, i);

    if (text->type != LW_JSON_STRING || strlen (text->key) > ID_LENGTH) {
      refuse (self, text, "each member of “%s” must be a language with a text", what);
      return NULL;
    }
    g_strv_builder_add_many (builder, text->key, text->string, NULL);
  }
  return g_strv_builder_end (builder);
}

static LwLessonText
read_text (Reader *self, const LwJson *object, const char *key, bool needed)
{
  const LwJson *node = self->error == NULL ? lw_json_member (object, key) : NULL;

  if (node == NULL && needed)
    refuse (self, object, "“%s” is missing", key);
  return node != NULL ? node_text (self, node, key) : NULL;
}

/// Reads a list of words; numbers are accepted as well.
static GStrv
read_words (Reader *self, const LwJson *object, const char *key)
{
  const LwJson *list = member (self, object, key, LW_JSON_LIST, "a list");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (list == NULL)
    return NULL;
  for (guint i = 0; i < list->length; i++) {
    const LwJson *node = lw_json_element (list, i);
    char number[LW_NUMBER_SIZE];

    if (node->type == LW_JSON_STRING)
      g_strv_builder_add (builder, node->string);
    else if (node->type == LW_JSON_NUMBER)
      g_strv_builder_add (builder, lw_number_format (node->number, number));
    else
      refuse (self, node, "“%s” must contain only texts and numbers", key);
  }
  return g_strv_builder_end (builder);
}

static GArray *
read_drawn (Reader *self, const LwJson *object)
{
  const LwJson *list = member (self, object, "drawn", LW_JSON_LIST, "a list of points");
  GArray *points;

  if (list == NULL)
    return NULL;
  points = g_array_new (FALSE, FALSE, 2 * sizeof (double));
  for (guint i = 0; i < list->length && self->error == NULL; i++) {
    const LwJson *node = lw_json_element (list, i);
    double point[2] = { 0 };

    for (guint k = 0; k < 2 && node->type == LW_JSON_LIST && node->length == 2; k++)
      point[k] =
        lw_json_element (node, k)->type == LW_JSON_NUMBER ? lw_json_element (node, k)->number : NAN;
    if (node->type != LW_JSON_LIST || node->length != 2 || isnan (point[0]) || isnan (point[1])
        || i >= DRAWN_MOST || (i > 0 && point[0] <= g_array_index (points, double, 2 * (i - 1))))
      refuse (self, node, "“drawn” must be a list of points [time, value] in the order of time");
    g_array_append_val (points, point);
  }
  return points;
}

static void
read_answers (Reader *self, const LwJson *object, LwLessonAnswers *answers)
{
  answers->numbers = read_words (self, object, "numbers");
  answers->choice = dup_string (self, object, "choice");
  answers->selected = read_words (self, object, "selected");
  answers->drawn = read_drawn (self, object);
}

/// Reads a mechanism: an object, the name of one of the lesson, or the name of a file.
static LwMechanism *
node_mechanism (Reader *self, const LwJson *node)
{
  g_autoptr (LwMechanism) drawn = NULL;
  LwMechanism *found;
  GStrv differences = NULL;
  GError *why = NULL;

  if (self->error != NULL)
    return NULL;
  if (node->type == LW_JSON_STRING) {
    found = g_hash_table_lookup (self->mechanisms, node->string);
    if (found != NULL)
      return lw_mechanism_ref (found);
    if (g_hash_table_contains (self->broken, node->string)) {
      self->error =
        g_error_new_literal (LW_ERROR, LW_ERROR_BAD_FILE,
                             (const char *) g_hash_table_lookup (self->broken, node->string));
      return NULL;
    }
    found = self->find != NULL ? self->find (node->string, self->data, &why) : NULL;
    if (found != NULL) {
      // Used again without a second reading.
      g_hash_table_insert (self->mechanisms, g_strdup (node->string), lw_mechanism_ref (found));
      return found;
    }
    refuse (self, node, "there is no mechanism “%s”%s%s", node->string, why != NULL ? ": " : "",
            why != NULL ? why->message : "");
    g_clear_error (&why);
    return NULL;
  }
  drawn = lw_text_read_node (node, &self->deadline, &self->error);
  if (drawn == NULL)
    return NULL;
  found = lw_mechanism_evaluate_stored (drawn, &self->deadline, &differences, &self->error);
  g_strfreev (differences);
  return found;
}

static LwMechanism *
read_mechanism (Reader *self, const LwJson *object, const char *key)
{
  const LwJson *node = self->error == NULL ? lw_json_member (object, key) : NULL;

  return node != NULL ? node_mechanism (self, node) : NULL;
}

/// Reads pictures. One that is missing is named in its place, and the step can be used.
static void
read_pictures (Reader *self, LwLessonStep *step, const LwJson *object)
{
  static const char *const keys[] = { "mechanism", "caption", NULL };
  const LwJson *list = member (self, object, "pictures", LW_JSON_LIST, "a list");

  for (guint i = 0; list != NULL && i < list->length && self->error == NULL; i++) {
    const LwJson *node = lw_json_element (list, i);
    LwLessonPicture *picture;

    if (!enter (self, node, "a picture", keys))
      break;
    picture = g_new0 (LwLessonPicture, 1);
    g_ptr_array_add (step->pictures, picture);
    picture->caption = read_text (self, node, "caption", false);
    picture->mechanism = read_mechanism (self, node, "mechanism");
    if (picture->mechanism == NULL)
      refuse (self, node, "a picture needs a “mechanism”");
    if (picture->mechanism == NULL && !lw_deadline_is_over (&self->deadline)) {
      picture->fault = g_strdup (self->error->message);
      g_clear_error (&self->error);
    }
  }
}

// ---- the check ------------------------------------------------------------------------------

static void
read_numbers (Reader *self, LwLessonStep *step, const LwJson *check)
{
  static const char *const keys[] = { "label", "unit", "value", "tolerance", "within", NULL };
  const LwJson *list = member (self, check, "numbers", LW_JSON_LIST, "a list");

  for (guint i = 0; list != NULL && i < list->length && self->error == NULL; i++) {
    const LwJson *node = lw_json_element (list, i);
    const LwJson *value = lw_json_member (node, "value");
    char text[LW_NUMBER_SIZE];
    LwLessonNumber number = { .tolerance = 0.005 };

    if (!enter (self, node, "a number", keys))
      break;
    number.label = read_text (self, node, "label", false);
    number.unit = dup_string (self, node, "unit");
    number.tolerance = get_number (self, node, "tolerance", 0.005);
    number.within = get_number (self, node, "within", 0);
    if (number.unit == NULL)
      number.unit = g_strdup ("1");
    if (value != NULL && value->type == LW_JSON_NUMBER)
      number.value = g_strdup_printf ("%s %s", lw_number_format (value->number, text),
                                      g_str_equal (number.unit, "1") ? "" : number.unit);
    else
      number.value = dup_string (self, node, "value");
    g_array_append_val (step->numbers, number);
    if (number.value == NULL && step->expression == NULL)
      refuse (self, node,
              "without “expression”, a number needs “value”, a number or an expression");
    if (step->numbers->len > LW_LESSON_MAX_NUMBERS)
      refuse (self, node, "a step can ask for %d numbers", LW_LESSON_MAX_NUMBERS);
  }
}

static bool
has_choice (const LwLessonStep *step, const char *id)
{
  for (guint i = 0; i < step->choices->len; i++)
    if (g_str_equal (((LwLessonChoice *) step->choices->pdata[i])->id, id))
      return true;
  return false;
}

static void
read_choices (Reader *self, LwLessonStep *step, const LwJson *check)
{
  static const char *const keys[] = { "id", "text", NULL };
  const LwJson *list = member (self, check, "choices", LW_JSON_LIST, "a list");

  for (guint i = 0; list != NULL && i < list->length && self->error == NULL; i++) {
    const LwJson *node = lw_json_element (list, i);
    LwLessonChoice choice = { 0 };

    if (!enter (self, node, "a choice", keys))
      break;
    choice.id = dup_string (self, node, "id");
    choice.text = read_text (self, node, "text", true);
    if (choice.id == NULL) {
      refuse (self, node, "a choice needs an “id”");
      choice.id = g_strdup ("");
    } else if (has_choice (step, choice.id)) {
      refuse (self, node, "the choice “%s” occurs twice", choice.id);
    }
    lw_lesson_step_add_choice (step, &choice);
  }
  step->choice = dup_string (self, check, "choice");
  if (self->error == NULL && (step->choices->len > 0) != (step->choice != NULL))
    refuse (self, check, "“choices” and “choice”, the right one, belong together");
  else if (self->error == NULL && step->choice != NULL && !has_choice (step, step->choice))
    refuse (self, check, "the right choice “%s” is not among the choices", step->choice);
}

static void
read_check (Reader *self, LwLessonStep *step, const LwJson *object)
{
  static const char *const keys[] = { "expression", "numbers", "choices", "choice",
                                      "drawn",      "bound",   NULL };
  const LwJson *check = self->error == NULL ? lw_json_member (object, "check") : NULL;

  if (check == NULL) {
    refuse (self, object, "“check” is missing");
    return;
  }
  if (!enter (self, check, "“check”", keys))
    return;
  step->expression = dup_string (self, check, "expression");
  read_numbers (self, step, check);
  read_choices (self, step, check);
  step->drawn = dup_string (self, check, "drawn");
  step->bound = get_number (self, check, "bound", 0.2);
  if (step->expression == NULL && step->numbers->len == 0 && step->choices->len == 0
      && step->drawn == NULL)
    refuse (self, check, "“check” is empty");
}

static void
check_answers (Reader *self,
               const LwLessonStep *step,
               const LwLessonAnswers *answers,
               const LwJson *node)
{
  if (self->error != NULL)
    return;
  if (answers->numbers != NULL && g_strv_length (answers->numbers) != step->numbers->len)
    refuse (self, node, "there must be as many numbers as the check asks for: %u",
            step->numbers->len);
  else if (answers->choice != NULL && !has_choice (step, answers->choice))
    refuse (self, node, "“%s” is not one of the choices", answers->choice);
}

static void
read_wrong (Reader *self, LwLessonStep *step, const LwJson *object)
{
  static const char *const keys[] = { "when",  "numbers",   "choice", "selected",
                                      "drawn", "mechanism", "reply",  NULL };
  const LwJson *list = member (self, object, "wrong", LW_JSON_LIST, "a list");

  for (guint i = 0; list != NULL && i < list->length && self->error == NULL; i++) {
    const LwJson *node = lw_json_element (list, i);
    LwLessonWrong *wrong;

    if (!enter (self, node, "a wrong answer", keys))
      break;
    wrong = lw_lesson_wrong_new ();
    g_ptr_array_add (step->wrong, wrong);
    wrong->line = node->line;
    wrong->when = dup_string (self, node, "when");
    read_answers (self, node, &wrong->answers);
    wrong->mechanism = read_mechanism (self, node, "mechanism");
    wrong->reply = read_text (self, node, "reply", true);
    check_answers (self, step, &wrong->answers, node);
    if (self->error == NULL && wrong->when == NULL && wrong->answers.numbers == NULL
        && wrong->answers.choice == NULL)
      refuse (self, node, "a wrong answer needs “when”, “numbers” or “choice”");
  }
}

static void
read_step (Reader *self, const LwJson *node, LwLessonStep *step)
{
  static const char *const keys[] = { "title",  "text",  "task",     "formulas", "tools",
                                      "panels", "hints", "start",    "check",    "wrong",
                                      "hint",   "why",   "solution", "pictures", NULL };
  static const char *const solution_keys[] = { "mechanism", "numbers", "choice",
                                               "selected",  "drawn",   NULL };
  const LwJson *hints;
  const LwJson *solution;

  if (!enter (self, node, "a step", keys))
    return;
  step->title = read_text (self, node, "title", true);
  step->text = read_text (self, node, "text", true);
  step->task = read_text (self, node, "task", true);
  read_pictures (self, step, node);
  step->formulas = read_words (self, node, "formulas");
  step->tools = read_words (self, node, "tools");
  step->panels = read_words (self, node, "panels");
  hints = member (self, node, "hints", LW_JSON_LIST, "a list");
  for (guint i = 0; hints != NULL && i < hints->length && self->error == NULL; i++)
    g_ptr_array_add (step->hints, node_text (self, lw_json_element (hints, i), "hints"));
  step->start = read_mechanism (self, node, "start");
  step->hint = read_text (self, node, "hint", false);
  step->why = read_text (self, node, "why", false);
  read_check (self, step, node);
  read_wrong (self, step, node);
  solution = self->error == NULL ? lw_json_member (node, "solution") : NULL;
  if (solution != NULL && enter (self, solution, "“solution”", solution_keys)) {
    step->solution = read_mechanism (self, solution, "mechanism");
    read_answers (self, solution, &step->solved);
    check_answers (self, step, &step->solved, solution);
  }
  if (self->lesson->steps->len == 1 && step->start == NULL)
    refuse (self, node, "the first step needs a “start”");
}

// ---- the file -------------------------------------------------------------------------------

static void
read_mechanisms (Reader *self, const LwJson *root)
{
  const LwJson *list = member (self, root, "mechanisms", LW_JSON_OBJECT, "an object");

  for (guint i = 0; list != NULL && i < list->length && self->error == NULL; i++) {
    const LwJson *node = lw_json_element (list, i);
    LwMechanism *mechanism = node_mechanism (self, node);

    if (mechanism != NULL) {
      g_hash_table_replace (self->mechanisms, g_strdup (node->key), mechanism);
    } else if (!lw_deadline_is_over (&self->deadline)) {
      // Only the steps that need it are at fault.
      g_hash_table_replace (
        self->broken, g_strdup (node->key),
        g_strdup_printf ("Mechanism “%s”: %s", node->key, self->error->message));
      g_clear_error (&self->error);
    }
  }
}

/// Reads a step. A fault stays with the step, so that the others can be used.
static void
read_step_alone (Reader *self, const LwJson *node)
{
  LwLessonStep *step = lw_lesson_step_new ();

  g_ptr_array_add (self->lesson->steps, step);
  step->line = node->line;
  read_step (self, node, step);
  if (lw_deadline_is_over (&self->deadline)) {
    g_clear_error (&self->error);
    lw_deadline_set_error (&self->deadline, &self->error);
  } else if (self->error != NULL) {
    step->fault = g_strdup (self->error->message);
    lw_lesson_answers_clear (&step->solved);
    g_clear_error (&self->error);
  }
  // Whatever is missing, there is something to show.
  if (self->lesson->steps->len == 1 && step->start == NULL)
    step->start = lw_mechanism_new ();
}

static void
read_steps (Reader *self, const LwJson *root)
{
  const LwJson *list = member (self, root, "steps", LW_JSON_LIST, "a list");

  if (self->error == NULL
      && (list == NULL || list->length == 0 || list->length > LW_LESSON_MAX_STEPS))
    refuse (self, root, "“steps” must be a list of 1 to %d steps", LW_LESSON_MAX_STEPS);
  for (guint i = 0; list != NULL && i < list->length && self->error == NULL; i++) {
    g_autofree char *place = g_strdup_printf ("Step %u", i + 1);

    self->place = place;
    read_step_alone (self, lw_json_element (list, i));
    self->place = "Lesson";
  }
}

static void
read_lesson (Reader *self, const LwJson *root)
{
  static const char *const keys[] = { "linkwright_lesson", "id",    "title", "goal", "order",
                                      "mechanisms",        "steps", NULL };
  LwLesson *lesson = self->lesson;

  if (!enter (self, root, "a lesson", keys))
    return;
  if (get_number (self, root, "linkwright_lesson", 0) != LW_LESSON_FORMAT)
    refuse (self, root, "a lesson begins with {\"linkwright_lesson\": %d", LW_LESSON_FORMAT);
  lesson->id = dup_string (self, root, "id");
  if (self->error == NULL
      && (lesson->id == NULL || *lesson->id == '\0' || strlen (lesson->id) > ID_LENGTH
          || strspn (lesson->id, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen (lesson->id)))
    refuse (self, root, "“id” must be a word of small letters, digits and hyphens");
  lesson->title = read_text (self, root, "title", true);
  lesson->goal = read_text (self, root, "goal", true);
  lesson->order = (int) fmin (get_number (self, root, "order", 1000), 1e6);
  read_mechanisms (self, root);
  read_steps (self, root);
}

LwLesson *
lw_lesson_parse (const char *text,
                 gsize length,
                 LwLessonFileFunc find,
                 gpointer data,
                 GError **error)
{
  g_autoptr (LwLesson) lesson = lw_lesson_new ();
  g_autoptr (GHashTable) mechanisms =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) lw_mechanism_unref);
  g_autoptr (LwJsonTree) tree = NULL;
  g_autoptr (GHashTable) broken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Reader reader = {
    .lesson = lesson,
    .mechanisms = mechanisms,
    .broken = broken,
    .find = find,
    .data = data,
    .deadline = lw_deadline_for_file (length, NULL),
    .place = "Lesson",
  };

  if (length > LW_LESSON_MAX_BYTES) {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, "A lesson is a file of at most %d MiB.",
                 LW_LESSON_MAX_BYTES >> 20);
    return NULL;
  }
  tree = lw_json_parse (text, length, &reader.deadline, error);
  if (tree == NULL)
    return NULL;
  lesson->source = g_strndup (text, length);
  read_lesson (&reader, lw_json_root (tree));
  if (reader.error != NULL) {
    g_propagate_error (error, reader.error);
    return NULL;
  }
  return g_steal_pointer (&lesson);
}

/// Reads a file beside the lesson, never one elsewhere; an LwLessonFileFunc.
static LwMechanism *
find_beside_cb (const char *name, gpointer data, GError **error)
{
  GFile *folder = data;
  g_autoptr (GFile) file = NULL;
  g_autoptr (LwOpened) opened = NULL;

  if (strchr (name, '/') != NULL || strchr (name, G_DIR_SEPARATOR) != NULL || *name == '.') {
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 "name a file in the folder of the lesson, without a path");
    return NULL;
  }
  file = g_file_get_child (folder, name);
  opened = lw_open_file (file, NULL, error);
  return opened != NULL ? lw_mechanism_ref (opened->project->mechanism) : NULL;
}

LwLesson *
lw_lesson_load (GFile *file, GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GError) cause = NULL;
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *name = g_file_get_basename (file);
  LwLesson *lesson;

  if (path != NULL)
    bytes = lw_file_read (path, LW_LESSON_MAX_BYTES, NULL, NULL, error);
  else if ((bytes = g_file_load_bytes (file, NULL, NULL, &cause)) == NULL)
    lw_file_error_set_from (error, file, LW_FILE_READ, cause);
  if (bytes == NULL)
    return NULL;
  lesson = lw_lesson_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                            find_beside_cb, folder, error);
  if (lesson == NULL)
    g_prefix_error (error, "%s: ", name);
  return lesson;
}
