// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Expressions that follow the motion. Names of quantities are unknown to the engine's evaluator; each
// is replaced by a name of the same length, so that columns in messages are those of the text.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-operand.h"
#include "lw-signals.h"

/// An expression that is being compiled.
typedef struct
{
  const LwMechanism *mechanism;
  const GPtrArray *parameters;
  const char *text;  ///< as it was entered
  GString *code;     ///< as it is compiled
  GPtrArray *names;  ///< of the signals in the code
  GArray *signals;   ///< array of MbdSignalDef
  char *reason;      ///< what is wrong; NULL: nothing
  int fault[2];      ///< bytes of the text in which it is wrong
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

/// Returns a free name of this length (at least 3, since a name has a dot or brackets), or NULL.
static char *
dup_stand_in (const Translation *self, gsize length)
{
  static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  const gsize base = sizeof signs - 1;

  for (gsize number = 0; number < base * base; number++) {
    g_autofree char *name = g_strnfill (length, '_');

    name[1] = signs[number % base];
    name[2] = signs[number / base];
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
    if (mbd_signal_equal (&g_array_index (self->signals, MbdSignalDef, i), def)
        && strlen (self->names->pdata[i]) == end - start)
      known = self->names->pdata[i];
  if (known == NULL) {
    name = dup_stand_in (self, end - start);
    if (name == NULL)
      return refuse (self, start, end,
                     g_strdup (_ (mbd_status_text (MBD_STATUS_TOO_MANY_SIGNALS))));
    g_ptr_array_add (self->names, name);
    g_array_append_vals (self->signals, def, 1);
    known = name;
  }
  memcpy (self->code->str + start, known, end - start);
  return true;
}

/// Replaces the names of quantities.
static bool
translate (Translation *self)
{
  bool may_be_unit = false;

  for (gsize at = 0, end; self->text[at] != '\0'; at = end) {
    g_autofree char *name = NULL;
    char *reason = NULL;
    LwSignal signal;

    end = lw_operand_next (self->text, at, &may_be_unit, &name);
    if (self->text[at] == '[' && name == NULL)
      return refuse (self, at, end, g_strdup (_ ("a “]” is missing after the name of a quantity")));
    if (name == NULL || (self->text[at] != '[' && strchr (name, '.') == NULL))
      continue;
    if (!lw_signal_find (self->mechanism, g_strstrip (name), &signal, &reason))
      return refuse (self, at, end, reason);
    if (!replace (self, at, end, &signal.def))
      return false;
  }
  return true;
}

/// Adds the length and the rate of a spring under their names.
static void
add_own (Translation *self, const LwForce *spring)
{
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

static bool
is_own (const Translation *self, guint n_own, const char *name)
{
  for (guint i = 0; i < n_own; i++)
    if (strcmp (self->names->pdata[i], name) == 0)
      return true;
  return false;
}

static MbdFunction *
compile (Translation *self, guint n_own)
{
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
    g_ptr_array_add (names, parameter->name);
    g_array_append_val (values, parameter->value);
  }
  if (mbd_function_new_feedback (self->code->str, (const char *const *) names->pdata,
                                 (const double *) (void *) values->data, (int) names->len,
                                 (const MbdSignalDef *) (void *) self->signals->data,
                                 (int) self->signals->len, &function, &why)
      != MBD_STATUS_OK)
    refuse (self, (gsize) why.text_start, (gsize) (why.text_start + why.text_length),
            explain (self, n_own, known, &why));
  return function;
}

static MbdFunction *
take_text (Translation *self, const LwForce *spring)
{
  MbdFunction *function = NULL;

  self->code = g_string_new (self->text);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->signals = g_array_new (FALSE, FALSE, sizeof (MbdSignalDef));
  add_own (self, spring);
  if (!g_utf8_validate (self->text, -1, NULL))
    refuse (self, 0, 0, g_strdup (_ ("the expression is not valid text")));
  else if (translate (self))
    function = compile (self, spring != NULL ? 2 : 0);
  g_string_free (self->code, TRUE);
  g_ptr_array_unref (self->names);
  g_array_unref (self->signals);
  return function;
}

MbdFunction *
lw_signals_compile (const LwMechanism *mechanism,
                    const char *expression,
                    const LwForce *spring,
                    const GPtrArray *parameters,
                    char **reason)
{
  Translation self = { .mechanism = mechanism, .parameters = parameters, .text = expression };
  MbdFunction *function = take_text (&self, spring);

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
  Translation self = { .mechanism = mechanism, .parameters = parameters, .text = expression };

  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++)
    g_ptr_array_add (parameters, (gpointer) lw_mechanism_get_parameter (mechanism, i));
  mbd_function_unref (take_text (&self, spring));
  *start = self.fault[0];
  *end = self.fault[1];
  g_free (self.reason);
  return self.reason != NULL;
}
