// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions that follow the motion. Names of quantities are unknown to the engine's evaluator; each
// is replaced by a name of the same length, so that columns in messages are those of the text.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-operand.h"
#include "lw-signals.h"

/// Maximum nesting depth of operators.
#define DEPTH_MAX 16

/// An expression that is being compiled.
typedef struct
{
  const LwMechanism *mechanism;
  const LwForce *spring; ///< may be NULL
  const GPtrArray *parameters;
  const char *text;    ///< as it was entered
  int depth;           ///< number of operators around it
  GString *code;       ///< as it is compiled
  GPtrArray *names;    ///< names of the signals in the code
  GArray *signals;     ///< array of MbdSignalDef
  GPtrArray *operands; ///< functions of the operators in it
  char *reason;        ///< the fault as a clause; NULL: there is none
  int fault[2];        ///< bytes of the text in which it is wrong
} Translation;

static bool
is_taken (const Translation *self, const char *name)
{
  for (guint i = 0; i < self->names->len; i++)
    if (strcmp (self->names->pdata[i], name) == 0)
      return true;
  for (guint i = 0; i < self->parameters->len; i++)
    if (strcmp (((const LwParameter *) self->parameters->pdata[i])->name, name) == 0)
      return true;
  return false;
}

/// Returns a free name of three characters: a quantity is not shorter.
static char *
dup_stand_in (const Translation *self)
{
  static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  const gsize base = sizeof signs - 1;

  for (gsize number = 0; number < base * base; number++) {
    g_autofree char *name = g_strdup_printf ("_%c%c", signs[number % base], signs[number / base]);

    if (!is_taken (self, name))
      return g_steal_pointer (&name);
  }
  return NULL;
}

static bool
refuse (Translation *self, gsize start, gsize end, char *reason)
{
  self->reason = reason;
  self->fault[0] = (int) start;
  self->fault[1] = (int) end;
  return false;
}

/// Replaces the text from `start` to `end` by a signal.
static bool
replace (Translation *self, gsize start, gsize end, const MbdSignalDef *def)
{
  const char *known = NULL;
  char *name;

  for (guint i = 0; i < self->signals->len && known == NULL; i++)
    if (mbd_signal_equal (&g_array_index (self->signals, MbdSignalDef, i), def))
      known = self->names->pdata[i];
  if (known == NULL) {
    name = dup_stand_in (self);
    if (name == NULL)
      return refuse (self, start, end,
                     g_strdup (_ (mbd_status_text (MBD_STATUS_TOO_MANY_SIGNALS))));
    g_ptr_array_add (self->names, name);
    g_array_append_vals (self->signals, def, 1);
    known = name;
  }
  // Spaces keep the columns.
  memset (self->code->str + start, ' ', end - start);
  memcpy (self->code->str + start, known, MIN (strlen (known), end - start));
  return true;
}

// ---- operators ------------------------------------------------------------------------------

static MbdFunction *take_text (Translation *self);

/// An operator whose value has a memory.
typedef struct
{
  const char *name;
  MbdSignalKind kind;
  const char *missing; ///< clause if its second argument is missing; NULL: it has none
  const char *wrong;   ///< clause if that is not such a number
} Operator;

static const Operator operators[] = {
  { "int", MBD_SIGNAL_INTEGRAL, NULL, NULL },
  { "sampled", MBD_SIGNAL_SAMPLE, N_ ("the period is missing: write sampled (x, T), T in seconds"),
    N_ ("the period in sampled (x, T) must be a number of seconds greater than zero, or an "
        "expression of the parameters") },
  { "delay", MBD_SIGNAL_DELAY, N_ ("the delay is missing: write delay (x, T), T in seconds"),
    N_ ("the delay in delay (x, T) must be a number of seconds of at least 0.000001, or an "
        "expression of the parameters") },
};

/// Returns the operator of which the word from `start` to `end` is the name, if its arguments follow.
static const Operator *
find_operator (const char *text, gsize start, gsize end)
{
  const gsize length = end - start;

  while (g_ascii_isspace (text[end]))
    end++;
  for (gsize i = 0; i < G_N_ELEMENTS (operators) && text[end] == '('; i++)
    if (strlen (operators[i].name) == length
        && strncmp (text + start, operators[i].name, length) == 0)
      return &operators[i];
  return NULL;
}

/// Finds the comma between both arguments (0: there is none) and the end of the arguments that begin
/// behind the parenthesis at `open`. Returns false if they do not end.
static bool
find_arguments (const char *text, gsize open, gsize *comma, gsize *close)
{
  bool may_be_unit = false;
  int depth = 0;

  *comma = 0;
  for (gsize at = open; text[at] != '\0';) {
    g_autofree char *name = NULL;

    depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    if (depth == 1 && text[at] == ',')
      *comma = at;
    *close = at;
    if (depth == 0)
      return true;
    at = lw_operand_next (text, at, &may_be_unit, &name);
  }
  return false;
}

/// Returns the text from `start` to `end`, with spaces before it that keep its columns.
static char *
dup_part (const char *text, gsize start, gsize end)
{
  char *part = g_strndup (text, end);

  memset (part, ' ', start);
  return part;
}

/// Computes the second argument of an operator from the parameters.
static bool
read_period (Translation *self, const Operator *operator, gsize start, gsize end, double *period)
{
  g_autofree char *part = dup_part (self->text, start, end);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  MbdExpression *expression = NULL;
  MbdDiagnosis why = { .row = -1 };

  for (guint i = 0; i < self->parameters->len; i++) {
    const LwParameter *parameter = self->parameters->pdata[i];

    g_ptr_array_add (names, parameter->name);
    g_array_append_val (values, parameter->value);
  }
  *period = NAN;
  if (mbd_expression_compile_bound (part, (const char *const *) names->pdata, (int) names->len, 0,
                                    (const double *) (void *) values->data, &expression, &why)
      == MBD_STATUS_OK)
    mbd_expression_value (expression, NULL, period);
  mbd_expression_unref (expression);
  return (isfinite (*period)
          && (operator->kind == MBD_SIGNAL_DELAY ? *period >= mbd_least_delay () : * period> 0))
         || refuse (self, start, end, g_strdup (_ (operator->wrong)));
}

/// Replaces an operator, whose name begins at `start` and ends at `end`, with its arguments. Sets *end
/// to the end of these.
static bool
add_operator (Translation *self, const Operator *found, gsize start, gsize *end)
{
  const gsize open = (gsize) (strchr (self->text + *end, '(') - self->text);
  MbdSignalDef def = mbd_signal_default (found->kind);
  Translation inner = { .mechanism = self->mechanism,
                        .spring = self->spring,
                        .parameters = self->parameters,
                        .depth = self->depth + 1 };
  gsize comma, close;
  g_autofree char *part = NULL;
  MbdFunction *function;

  if (!find_arguments (self->text, open, &comma, &close))
    return refuse (self, open, open + 1, g_strdup (_ ("a parenthesis is missing at the end")));
  *end = close + 1;
  if (inner.depth > DEPTH_MAX)
    return refuse (self, start, *end, g_strdup (_ ("the operators are nested too deeply")));
  if (found->missing != NULL && comma == 0)
    return refuse (self, start, *end, g_strdup (_ (found->missing)));
  if (found->missing != NULL && !read_period (self, found, comma + 1, close, &def.period))
    return false;
  inner.text = part = dup_part (self->text, open + 1, found->missing != NULL ? comma : close);
  function = take_text (&inner);
  if (function == NULL)
    return refuse (self, (gsize) inner.fault[0], (gsize) inner.fault[1], inner.reason);
  g_ptr_array_add (self->operands, function);
  def.of = function;
  return replace (self, start, *end, &def);
}

/// Replaces quantities and operators.
static bool
translate (Translation *self)
{
  bool may_be_unit = false;

  for (gsize at = 0, end; self->text[at] != '\0'; at = end) {
    g_autofree char *name = NULL;
    char *reason = NULL;
    const Operator *found;
    LwSignal signal;

    end = lw_operand_next (self->text, at, &may_be_unit, &name);
    if (self->text[at] == '[' && name == NULL)
      return refuse (self, at, end, g_strdup (_ ("a “]” is missing after the name of a quantity")));
    found = name != NULL ? find_operator (self->text, at, end) : NULL;
    if (found != NULL && !add_operator (self, found, at, &end))
      return false;
    if (found != NULL || name == NULL || (self->text[at] != '[' && strchr (name, '.') == NULL))
      continue;
    if (!lw_signal_find (self->mechanism, g_strstrip (name), &signal, &reason))
      return refuse (self, at, end, reason);
    if (!replace (self, at, end, &signal.def))
      return false;
  }
  return true;
}

bool
lw_signals_are_named (const char *expression)
{
  bool may_be_unit = false, named = false;

  for (gsize at = 0, end; expression[at] != '\0' && !named; at = end) {
    g_autofree char *name = NULL;

    end = lw_operand_next (expression, at, &may_be_unit, &name);
    named = expression[at] == '['
            || (name != NULL
                && (strchr (name, '.') != NULL || find_operator (expression, at, end) != NULL));
  }
  return named;
}

bool
lw_signals_force_follows (const LwForce *force)
{
  for (int i = 0; i < LW_FORCE_COMPONENTS; i++)
    if (force->functions[i] != NULL && force->functions[i]->expression != NULL
        && lw_signals_are_named (force->functions[i]->expression))
      return true;
  return force->law != NULL && lw_signals_are_named (force->law);
}

// ---- compiling ------------------------------------------------------------------------------

/// Adds the length and the rate of the spring under their names.
static void
add_own (Translation *self)
{
  const LwForce *spring = self->spring;
  static const char *const names[] = { "length", "rate" };

  for (int i = 0; spring != NULL && i < 2; i++) {
    MbdSignalDef def = mbd_signal_default (MBD_SIGNAL_DISTANCE);

    def.is_rate = i == 1;
    def.body[0] = spring->def.body_a;
    def.body[1] = spring->def.body_b;
    memcpy (def.frame[0].point, spring->def.point_a, sizeof spring->def.point_a);
    memcpy (def.frame[1].point, spring->def.point_b, sizeof spring->def.point_b);
    g_ptr_array_add (self->names, g_strdup (names[i]));
    g_array_append_val (self->signals, def);
  }
}

static char *
explain (const Translation *self, guint n_own, const GPtrArray *parameters, const MbdDiagnosis *why)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  char sentence[1024];

  g_ptr_array_add (shown, (gpointer) "t");
  for (guint i = 0; i < n_own; i++)
    g_ptr_array_add (shown, self->names->pdata[i]);
  for (guint i = 0; i < parameters->len; i++)
    g_ptr_array_add (shown, ((LwParameter *) parameters->pdata[i])->name);
  mbd_expression_explain (self->text, (const char *const *) shown->pdata, (int) shown->len, why,
                          sentence, sizeof sentence);
  return g_strdup (sentence);
}

/// Refuses what the evaluator found in the code, as it is written in the text.
static void
refuse_code (Translation *self, guint n_own, const GPtrArray *parameters, MbdDiagnosis *why)
{
  const gsize start = (gsize) why->text_start;
  g_autofree char *name = NULL;
  bool may_be_unit = false;

  if (self->text[start] != '\0' && self->text[start] != self->code->str[start])
    why->text_length = (int) (lw_operand_next (self->text, start, &may_be_unit, &name) - start);
  refuse (self, start, start + (gsize) why->text_length, explain (self, n_own, parameters, why));
}

static void
unref_function (gpointer function)
{
  mbd_function_unref (function);
}

static bool
is_own (const Translation *self, guint n_own, const char *name)
{
  for (guint i = 0; i < n_own; i++)
    if (strcmp (self->names->pdata[i], name) == 0)
      return true;
  return false;
}

/// Returns the words of the code (set of char *).
static GHashTable *
find_words (const char *code)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bool may_be_unit = false;

  for (gsize at = 0; code[at] != '\0';) {
    char *name = NULL;

    at = lw_operand_next (code, at, &may_be_unit, &name);
    if (name != NULL)
      g_hash_table_add (words, name);
  }
  return words;
}

/// Only the parameters in use are passed on, so that functions are the same if others change.
static MbdFunction *
compile (Translation *self, guint n_own)
{
  g_autoptr (GHashTable) words = find_words (self->code->str);
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  MbdDiagnosis why = { .row = -1 };
  MbdFunction *function = NULL;

  for (guint i = 0; i < self->names->len; i++)
    g_ptr_array_add (names, self->names->pdata[i]);
  for (guint i = 0; i < self->parameters->len; i++) {
    const LwParameter *parameter = self->parameters->pdata[i];

    // In a law two names denote the spring's length and rate.
    if (is_own (self, n_own, parameter->name))
      continue;
    g_ptr_array_add (known, (gpointer) parameter);
    if (!g_hash_table_contains (words, parameter->name))
      continue;
    g_ptr_array_add (names, parameter->name);
    g_array_append_val (values, parameter->value);
  }
  if (mbd_function_new_feedback (self->code->str, (const char *const *) names->pdata,
                                 (const double *) (void *) values->data, (int) names->len,
                                 (const MbdSignalDef *) (void *) self->signals->data,
                                 (int) self->signals->len, &function, &why)
      != MBD_STATUS_OK)
    refuse_code (self, n_own, known, &why);
  return function;
}

static MbdFunction *
take_text (Translation *self)
{
  MbdFunction *function = NULL;

  self->code = g_string_new (self->text);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->signals = g_array_new (FALSE, FALSE, sizeof (MbdSignalDef));
  self->operands = g_ptr_array_new_with_free_func (unref_function);
  add_own (self);
  if (!g_utf8_validate (self->text, -1, NULL))
    refuse (self, 0, 0, g_strdup (_ ("the expression is not valid text")));
  else if (translate (self))
    function = compile (self, self->spring != NULL ? 2 : 0);
  g_string_free (self->code, TRUE);
  g_ptr_array_unref (self->names);
  g_array_unref (self->signals);
  g_ptr_array_unref (self->operands);
  return function;
}

MbdFunction *
lw_signals_compile (const LwMechanism *mechanism,
                    const char *expression,
                    const LwForce *spring,
                    const GPtrArray *parameters,
                    char **reason)
{
  Translation self = {
    .mechanism = mechanism, .spring = spring, .parameters = parameters, .text = expression
  };
  MbdFunction *function = take_text (&self);

  *reason = self.reason;
  return function;
}

bool
lw_signals_find_fault (const LwMechanism *mechanism,
                       const char *expression,
                       const LwForce *spring,
                       int *start,
                       int *end)
{
  g_autoptr (GPtrArray) parameters = g_ptr_array_new ();
  Translation self = {
    .mechanism = mechanism, .spring = spring, .parameters = parameters, .text = expression
  };
  bool faulty;

  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++)
    g_ptr_array_add (parameters, (gpointer) lw_mechanism_get_parameter (mechanism, i));
  mbd_function_unref (take_text (&self));
  *start = self.fault[0];
  *end = self.fault[1];
  faulty = self.reason != NULL;
  g_free (self.reason);
  return faulty;
}
