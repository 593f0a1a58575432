// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The expression is read from left to right. Channels, and the operators der, int and other with
// their argument, are unknown to the evaluator; each is replaced by a name of the same length, so
// that columns in the compiled text are columns in the entered text.

#include "lw-derivation.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-formula.h"
#include "lw-operand.h"

/// Maximum nesting depth of operators.
#define DEPTH_MAX 16
/// Characters of the names that replace operands.
#define STAND_INS "0123456789abcdefghijklmnopqrstuvwxyz"

struct _LwDerivation
{
  gatomicrefcount ref_count;
  GArray *parts; ///< array of LwPart
  const char *unit;
  GStringChunk *runs; ///< names of compared runs
};

static bool refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static bool
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL && *error == NULL)
    *error = g_error_new_valist (LW_ERROR, LW_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return false;
}

// ---- definitions ----------------------------------------------------------------------------

bool
lw_definition_split (const char *text, char **name, char **expression)
{
  const char *equals = text;

  while ((equals = strchr (equals, '=')) != NULL) {
    if (equals[1] != '=' && (equals == text || strchr ("=<>!", equals[-1]) == NULL))
      break;
    equals++;
  }
  if (equals == NULL)
    return false;
  if (name != NULL)
    *name = g_strstrip (g_strndup (text, (gsize) (equals - text)));
  if (expression != NULL)
    *expression = g_strstrip (g_strdup (equals + 1));
  return true;
}

bool
lw_definition_check_name (const char *name, GError **error)
{
  if (*name == '\0')
    return refuse (error, _ ("A value needs a name before the “=”."));
  if (!g_utf8_validate (name, -1, NULL) || strlen (name) > 200)
    return refuse (error, _ ("This name is too long or is not valid text."));
  if (strpbrk (name, ",*?[]()=<>!\"\n\t") != NULL)
    return refuse (
      error, _ ("The name “%s” must not contain commas, asterisks, brackets or operators."), name);
  if (g_str_equal (name, "time") || g_str_equal (name, "t")
      || g_str_equal (name, LW_PLOT_FREQUENCY))
    return refuse (error, _ ("The name “%s” already has a meaning; choose another one."), name);
  return true;
}

// ---- reading --------------------------------------------------------------------------------

typedef struct
{
  LwDerivation *derivation;
  const LwMechanism *mechanism;
  const LwChannels *channels;
  GError **error;
  int depth;
} Reading;

/// Expression being compiled, with the operands that replace parts of its text.
typedef struct
{
  char *code;        ///< text passed to the compiler
  GPtrArray *names;  ///< names of the variables; the first is t
  GArray *variables; ///< array of LwFormulaVariable
  GArray *operands;  ///< array of LwOperand, one fewer than variables
  char *unknown;     ///< first name with a dot that is not a channel
  bool whole;        ///< true if the last operand is the whole text
} Passage;

static void
passage_clear (Passage *self)
{
  g_free (self->code);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->variables, g_array_unref);
  g_clear_pointer (&self->operands, g_array_unref);
  g_free (self->unknown);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Passage, passage_clear)

static void
part_clear (void *data)
{
  LwPart *part = data;

  mbd_expression_unref (part->expression);
  g_clear_pointer (&part->operands, g_array_unref);
}

static bool read_passage (Reading *self,
                          const char *text,
                          LwOther other,
                          LwOperand *operand,
                          MbdDimension *dimension);

static gsize
skip_blanks (const char *text, gsize at)
{
  while (g_unichar_isspace (g_utf8_get_char (text + at)))
    at = (gsize) (g_utf8_next_char (text + at) - text);
  return at;
}

/// Returns the parenthesis that closes the one at `open`, or 0 if there is none.
static gsize
find_close (const char *text, gsize open)
{
  int depth = 0;

  for (gsize at = open; text[at] != '\0'; at++) {
    const gsize behind = lw_operand_skip_quoted (text, at);

    if (behind == LW_OPERAND_OPEN)
      return 0;
    if (behind > at) {
      at = behind - 1;
      continue;
    }
    depth += text[at] == '(';
    depth -= text[at] == ')';
    if (depth == 0)
      return at;
  }
  return 0;
}

static void
add_variable (Passage *self, char *name, const MbdDimension *dimension)
{
  LwFormulaVariable variable = { .name = name, .dimension = *dimension };

  g_ptr_array_add (self->names, name);
  g_array_append_val (self->variables, variable);
}

/// Returns an unused name of this length, or NULL if there are too many.
static char *
dup_stand_in (const Passage *self, const Reading *reading, gsize length)
{
  const gsize base = sizeof STAND_INS - 1;

  for (gsize number = 0; number < base * base; number++) {
    char *name = g_strnfill (length, '_');
    bool taken = false;

    if (length < 2 || (length < 3 && number >= base)) {
      g_free (name);
      break;
    }
    name[1] = STAND_INS[number % base];
    if (number >= base)
      name[2] = STAND_INS[number / base];
    for (guint i = 0; i < self->names->len && !taken; i++)
      taken = g_str_equal (self->names->pdata[i], name);
    if (!taken && lw_mechanism_find_parameter (reading->mechanism, name) == NULL)
      return name;
    g_free (name);
  }
  return NULL;
}

/// Replaces the text from `start` to `end` by the operand.
static bool
replace (Passage *self,
         const Reading *reading,
         gsize start,
         gsize end,
         const LwOperand *operand,
         const MbdDimension *dimension)
{
  g_autofree char *typed = g_strndup (self->code + start, end - start);
  char *name = mbd_expression_is_name (typed) && !g_str_equal (typed, "t")
                 ? g_steal_pointer (&typed)
                 : dup_stand_in (self, reading, end - start);

  if (name == NULL)
    return refuse (reading->error, _ ("There are too many values in this expression."));
  memcpy (self->code + start, name, end - start);
  for (guint i = 0; i < self->names->len; i++)
    if (g_str_equal (self->names->pdata[i], name)) {
      // This channel is already an operand.
      g_free (name);
      return true;
    }
  add_variable (self, name, dimension);
  g_array_append_val (self->operands, *operand);
  self->whole =
    skip_blanks (self->code, 0) == start && self->code[skip_blanks (self->code, end)] == '\0';
  return true;
}

static bool
add_channel (Passage *self,
             const Reading *reading,
             gsize start,
             gsize end,
             int index,
             LwOther other)
{
  LwOperand operand = { .other = other, .index = (guint) index };
  const LwChannel *channel = lw_channels_get (reading->channels, operand.index);
  const LwDerivation *derivation = lw_channels_get_derivation (reading->channels, operand.index);
  MbdDimension dimension = { 0 };
  double factor;

  if (other.number > 0 && derivation != NULL && lw_derivation_uses_other (derivation))
    return refuse (reading->error, _ ("“%s” already compares with another run."), channel->name);
  if (!lw_unit_measure (channel->unit, &dimension, &factor))
    dimension = (MbdDimension){ 0 };
  return replace (self, reading, start, end, &operand, &dimension);
}

/// Returns the position of the comma between the arguments of an operator, or 0 if there is only
/// one argument.
static gsize
find_separator (const char *text)
{
  int depth = 0;

  for (gsize at = 0; text[at] != '\0'; at++) {
    const gsize behind = lw_operand_skip_quoted (text, at);

    if (behind == LW_OPERAND_OPEN)
      return 0;
    if (behind > at) {
      at = behind - 1;
      continue;
    }
    depth += text[at] == '(';
    depth -= text[at] == ')';
    if (depth == 0 && at > 0 && (text[at] == ',' || text[at] == ';'))
      return at;
  }
  return 0;
}

/// Parses other (x), other (x, 2) or other (x, "A"); cuts `argument` off after x.
static bool
read_other (Reading *reading, char *argument, LwOther *other)
{
  const gsize separator = find_separator (argument);
  g_autofree char *which = NULL;
  gsize length;

  *other = (LwOther){ .number = 1 };
  if (separator == 0)
    return true;
  which = g_strstrip (g_strdup (argument + separator + 1));
  argument[separator] = '\0';
  length = strlen (which);
  if (length > 2 && which[0] == '"' && lw_operand_skip_quoted (which, 0) == length) {
    g_autofree char *run = lw_operand_dup_unquoted (which, 0, length);

    other->run = g_string_chunk_insert_const (reading->derivation->runs, run);
    return true;
  }
  if (length == 1 && which[0] >= '1' && which[0] <= '0' + LW_OTHERS_MAX) {
    other->number = (guint) (which[0] - '0');
    return true;
  }
  return refuse (reading->error,
                 _ ("Write the run as 1, 2 or 3, in the order in which the runs are compared, "
                    "or as its name in quotes: other (B.reaction, 2)."));
}

/// Returns the channel that is the rate of an operand; 0 if there is none.
static guint
find_rate (const Reading *self, const LwOperand *operand)
{
  guint channel = operand->index;
  int rate;

  if (operand->is_part)
    channel = g_array_index (self->derivation->parts, LwPart, operand->index).rate;
  rate = channel > 0 ? lw_channels_get_rate (self->channels, channel) : -1;
  return rate > 0 ? (guint) rate : 0;
}

static bool
add_operator (Passage *self,
              Reading *reading,
              gsize start,
              gsize open,
              LwPartKind kind,
              LwOther other)
{
  const gsize close = find_close (self->code, open);
  LwPart part = { .kind = kind, .other = other };
  LwOperand inner;
  LwOperand outer = { .is_part = true, .other = other };
  g_autofree char *argument = NULL;
  MbdDimension dimension;

  if (close == 0)
    return refuse (reading->error, _ ("A parenthesis is missing at the end."));
  if (kind == LW_PART_OTHER && other.number > 0)
    return refuse (reading->error,
                   _ ("One run cannot refer to another one: write other () only once."));
  if (reading->depth >= DEPTH_MAX)
    return refuse (reading->error, _ ("The operators are nested too deeply."));
  argument = g_strndup (self->code + open + 1, close - open - 1);
  if (kind == LW_PART_OTHER && !read_other (reading, argument, &other))
    return false;
  reading->depth++;
  if (!read_passage (reading, argument, other, &inner, &dimension))
    return false;
  reading->depth--;
  if (kind == LW_PART_DERIVATIVE) {
    dimension.power[MBD_BASE_TIME] -= 1;
    part.rate = find_rate (reading, &inner);
  }
  if (kind == LW_PART_INTEGRAL)
    dimension.power[MBD_BASE_TIME] += 1;
  part.operands = g_array_new (FALSE, FALSE, sizeof (LwOperand));
  g_array_append_val (part.operands, inner);
  g_array_append_val (reading->derivation->parts, part);
  outer.index = reading->derivation->parts->len - 1;
  return replace (self, reading, start, close + 1, &outer, &dimension);
}

/// Reads a word: a channel, an operator, or a name known to the evaluator.
static bool
read_word (Passage *self, Reading *reading, gsize start, gsize end, LwOther other)
{
  static const char *const operators[] = { "der", "int", "other" };
  static const LwPartKind kinds[] = { LW_PART_DERIVATIVE, LW_PART_INTEGRAL, LW_PART_OTHER };
  g_autofree char *word = g_strndup (self->code + start, end - start);
  const gsize next = skip_blanks (self->code, end);
  int channel;

  if (self->code[next] == '(') {
    for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
      if (g_str_equal (word, operators[i]))
        return add_operator (self, reading, start, next, kinds[i], other);
    return true;
  }
  if (lw_mechanism_find_parameter (reading->mechanism, word) != NULL)
    return true;
  channel = lw_channels_find (reading->channels, word);
  if (channel >= 0)
    return add_channel (self, reading, start, end, channel, other);
  if (self->unknown == NULL && strchr (word, '.') != NULL)
    self->unknown = g_steal_pointer (&word);
  return true;
}

/// Reads [a name].
static bool
read_brackets (Passage *self, Reading *reading, gsize start, gsize *end, LwOther other)
{
  g_autofree char *name = NULL;
  int channel;

  *end = lw_operand_read_bracketed (self->code, start, &name);
  if (*end == LW_OPERAND_OPEN)
    return refuse (reading->error, _ ("A “]” is missing after the name of a value."));
  channel = lw_channels_find (reading->channels, name);
  // Spaces may be part of the name.
  if (channel < 0)
    channel = lw_channels_find (reading->channels, g_strstrip (name));
  if (channel < 0)
    return refuse (reading->error, _ ("There is no value “%s” in this mechanism."), name);
  return add_channel (self, reading, start, *end, channel, other);
}

static bool
read_words (Passage *self, Reading *reading, LwOther other)
{
  bool may_be_unit = false;
  gsize at = 0;

  while (self->code[at] != '\0') {
    const char *here = self->code + at;
    gsize end = (gsize) (g_utf8_next_char (here) - self->code);

    if (*here == '[') {
      if (!read_brackets (self, reading, at, &end, other))
        return false;
      may_be_unit = false;
    } else if (g_ascii_isdigit (*here) || (*here == '.' && g_ascii_isdigit (here[1]))) {
      end = lw_operand_skip_number (self->code, at);
      may_be_unit = true;
    } else if (lw_operand_begins_name (here)) {
      end = lw_operand_skip_name (self->code, at);
      if (!may_be_unit && !read_word (self, reading, at, end, other))
        return false;
      // The replaced text may be longer: an operator with its argument.
      if (!may_be_unit)
        end = MAX (end, lw_operand_skip_name (self->code, at));
    } else if (!g_ascii_isspace (*here)) {
      may_be_unit = *here == ')';
    }
    at = end;
  }
  return true;
}

// ---- compiling ------------------------------------------------------------------------------

static bool
compile (Passage *self,
         Reading *reading,
         const char *text,
         LwOther other,
         LwOperand *operand,
         MbdDimension *dimension)
{
  LwPart part = { .kind = LW_PART_EXPRESSION, .other = other };

  if (!lw_formula_compile (self->code, text, reading->mechanism,
                           (const LwFormulaVariable *) (const void *) self->variables->data,
                           self->variables->len, &part.expression, dimension, reading->error)) {
    if (self->unknown != NULL) {
      g_clear_error (reading->error);
      refuse (reading->error, _ ("There is no value “%s” in this mechanism."), self->unknown);
    }
    return false;
  }
  part.operands = g_steal_pointer (&self->operands);
  g_array_append_val (reading->derivation->parts, part);
  *operand =
    (LwOperand){ .is_part = true, .other = other, .index = reading->derivation->parts->len - 1 };
  return true;
}

static bool
read_passage (Reading *self,
              const char *text,
              LwOther other,
              LwOperand *operand,
              MbdDimension *dimension)
{
  const MbdDimension seconds = { .power = { [MBD_BASE_TIME] = 1 } };
  g_auto (Passage) passage = {
    .code = g_strdup (text),
    .names = g_ptr_array_new_with_free_func (g_free),
    .variables = g_array_new (FALSE, FALSE, sizeof (LwFormulaVariable)),
    .operands = g_array_new (FALSE, FALSE, sizeof (LwOperand)),
  };

  add_variable (&passage, g_strdup ("t"), &seconds);
  if (!read_words (&passage, self, other))
    return false;
  // Inside an operator, a single operand needs no expression.
  if (passage.whole && passage.operands->len == 1 && (self->depth > 0)) {
    *operand = g_array_index (passage.operands, LwOperand, 0);
    *dimension = g_array_index (passage.variables, LwFormulaVariable, 1).dimension;
    return true;
  }
  return compile (&passage, self, text, other, operand, dimension);
}

/// Returns the unit for the dimension: the unit of an operand if it has the dimension, else the
/// default.
static const char *
find_unit (const Reading *self, const MbdDimension *dimension)
{
  for (guint i = 0; i < self->derivation->parts->len; i++) {
    const LwPart *part = &g_array_index (self->derivation->parts, LwPart, i);

    for (guint k = 0; k < part->operands->len; k++) {
      const LwOperand *operand = &g_array_index (part->operands, LwOperand, k);
      const char *unit =
        operand->is_part ? "1" : lw_channels_get (self->channels, operand->index)->unit;
      MbdDimension found;
      double factor;

      if (!dimension->is_any && lw_unit_measure (unit, &found, &factor) && factor == 1
          && mbd_dimension_alike (&found, dimension))
        return g_intern_string (unit);
    }
  }
  return lw_unit_for_dimension (dimension);
}

LwDerivation *
lw_derivation_new (const char *expression,
                   const LwMechanism *mechanism,
                   const LwChannels *channels,
                   GError **error)
{
  g_autoptr (LwDerivation) self = g_new0 (LwDerivation, 1);
  g_autoptr (GError) why = NULL;
  Reading reading = {
    .derivation = self, .mechanism = mechanism, .channels = channels, .error = &why
  };
  const LwOther own = { 0 };
  LwOperand operand;
  MbdDimension dimension;

  g_atomic_ref_count_init (&self->ref_count);
  self->runs = g_string_chunk_new (64);
  self->parts = g_array_new (FALSE, FALSE, sizeof (LwPart));
  g_array_set_clear_func (self->parts, part_clear);
  if (!g_utf8_validate (expression, -1, NULL) || strlen (expression) > LW_FORMULA_LENGTH)
    refuse (&why, _ ("This expression is too long or is not valid text."));
  else if (*expression == '\0')
    refuse (&why, _ ("The expression after the “=” is missing."));
  else if (read_passage (&reading, expression, own, &operand, &dimension)) {
    self->unit = find_unit (&reading, &dimension);
    return g_steal_pointer (&self);
  }
  g_propagate_error (error, g_steal_pointer (&why));
  return NULL;
}

LwDerivation *
lw_derivation_ref (LwDerivation *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_derivation_unref (LwDerivation *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->parts);
  g_string_chunk_free (self->runs);
  g_free (self);
}

const char *
lw_derivation_get_unit (const LwDerivation *self)
{
  return self->unit;
}

guint
lw_derivation_get_n_parts (const LwDerivation *self)
{
  return self->parts->len;
}

const LwPart *
lw_derivation_get_part (const LwDerivation *self, guint index)
{
  g_return_val_if_fail (index < self->parts->len, NULL);

  return &g_array_index (self->parts, LwPart, index);
}

bool
lw_derivation_uses_other (const LwDerivation *self)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (g_array_index (self->parts, LwPart, i).kind == LW_PART_OTHER)
      return true;
  return false;
}

bool
lw_derivation_lacks_other (const LwDerivation *self, const char *const *runs)
{
  const guint n = g_strv_length ((char **) runs);

  for (guint i = 0; i < self->parts->len; i++) {
    const LwOperand *inner;
    const LwPart *part = &g_array_index (self->parts, LwPart, i);

    if (part->kind != LW_PART_OTHER)
      continue;
    inner = &g_array_index (part->operands, LwOperand, 0);
    if (inner->other.run != NULL ? !g_strv_contains (runs, inner->other.run)
                                 : inner->other.number > n)
      return true;
  }
  return false;
}
