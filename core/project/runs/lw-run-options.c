// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-run-options.h"

#include <stddef.h>
#include <string.h>

#include "lw-words.h"

#define LEAST 1e-12
#define MOST 1e12

static const struct
{
  const char *name;
  double minimum, maximum;
  gsize offset;
} numbers[] = {
  { "until", 0.0, MOST, offsetof (LwRunSettings, duration) },
  { "every", LEAST, MOST, offsetof (LwRunSettings, interval) },
  { "accuracy", 1e-14, 0.1, offsetof (LwRunSettings, integrator.accuracy) },
  { "step", 0.0, MOST, offsetof (LwRunSettings, integrator.step) },
  { "time-constant", LEAST, MOST,
    offsetof (LwRunSettings, integrator.stabilisation.time_constant) },
};

gboolean
lw_option_parse_number (const char *option,
                        const char *text,
                        double minimum,
                        double maximum,
                        double *value,
                        GError **error)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0') {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s needs a number, not \"%s\".", option, text);
    return FALSE;
  }
  if (!(number >= minimum && number <= maximum)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s must be from %g to %g, not %s.", option,
                 minimum, maximum, text);
    return FALSE;
  }
  *value = number;
  return TRUE;
}

static gboolean
parse_word (const char *option, const char *text, const LwWord *words, int *value, GError **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (const LwWord *word = words; word->word != NULL; word++) {
    if (strcmp (text, word->word) == 0) {
      *value = word->value;
      return TRUE;
    }
    g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", word->word);
  }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s must be one of %s, not \"%s\".", option,
               all->str, text);
  return FALSE;
}

static gboolean
set_word (LwRunSettings *settings,
          const char *name,
          const char *shown,
          const char *text,
          GError **error)
{
  static const LwWord answers[] = { { "yes", true, NULL }, { "no", false, NULL }, { NULL } };
  int value;

  if (strcmp (name, "method") == 0) {
    if (!parse_word (shown, text, lw_method_words, &value, error))
      return FALSE;
    settings->integrator.method = (MbdMethod) value;
    return TRUE;
  }
  if (strcmp (name, "stabilisation") == 0) {
    if (!parse_word (shown, text, lw_stabilisation_words, &value, error))
      return FALSE;
    settings->integrator.stabilisation.stabilisation = (MbdStabilisation) value;
    settings->assemble = value == MBD_STABILISATION_PROJECTION;
    return TRUE;
  }
  if (strcmp (name, "assemble") == 0) {
    if (!parse_word (shown, text, answers, &value, error))
      return FALSE;
    settings->assemble = value;
    return TRUE;
  }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               "A run has no setting \"%s\"; it has until, every, method, accuracy, step, "
               "stabilisation, time-constant and assemble.",
               name);
  return FALSE;
}

gboolean
lw_run_settings_set (LwRunSettings *settings,
                     const char *name,
                     const char *shown,
                     const char *text,
                     GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strcmp (name, numbers[i].name) == 0)
      return lw_option_parse_number (shown, text, numbers[i].minimum, numbers[i].maximum,
                                     (double *) (void *) ((char *) settings + numbers[i].offset),
                                     error);
  return set_word (settings, name, shown, text, error);
}

gboolean
lw_run_settings_check (const LwRunSettings *settings, const char *prefix, GError **error)
{
  if (settings->duration / settings->interval > 1e12) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "The run would have more than 1e12 samples; give a larger %severy.", prefix);
    return FALSE;
  }
  if (settings->integrator.method == MBD_METHOD_RK4 && settings->integrator.step == 0.0) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "The method rk4 has no error control; give it %sstep.", prefix);
    return FALSE;
  }
  return TRUE;
}
