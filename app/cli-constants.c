// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli constants: computes stiffness and damping of a spring or bushing from its required
// behaviour, as JSON.

#include <math.h>
#include <string.h>

#include "cli-json.h"
#include "cli.h"
#include "lw-compliant-joint.h"

/// Options as typed; NULL if not given.
typedef struct
{
  char *load, *deflection, *mass, *frequency, *settling, *ratio, *rest, *as, *radius;
} Options;

static void
options_clear (Options *self)
{
  char **texts[] = { &self->load,      &self->deflection, &self->mass,
                     &self->frequency, &self->settling,   &self->ratio,
                     &self->rest,      &self->as,         &self->radius };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (*texts[i]);
}

/// Checks that exactly one of the three methods is given.
static gboolean
check_way (const Options *options, GError **error)
{
  const bool load = options->load != NULL || options->deflection != NULL;

  if (load + (options->frequency != NULL) + (options->settling != NULL) != 1)
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "constants needs one of: --load with --deflection, --frequency with "
                         "--mass, --settling with --mass.");
  else if (load && (options->load == NULL || options->deflection == NULL))
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "--load and --deflection go together; give both.");
  else if (!load && options->mass == NULL)
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "--frequency and --settling need --mass, the mass or moment of inertia.");
  else
    return TRUE;
  return FALSE;
}

static gboolean
choose (const Options *options, LwSpringChoice *choice, double *radius, GError **error)
{
  const double least = 1e-12, most = 1e12;
  double load = 0.0, deflection = 0.0, mass = 0.0, frequency = 0.0, settling = 0.0;
  double ratio = 1.0, rest = 0.02;
  const struct
  {
    const char *option, *text;
    double minimum, maximum;
    double *value;
  } numbers[] = {
    { "--load", options->load, least, most, &load },
    { "--deflection", options->deflection, least, most, &deflection },
    { "--mass", options->mass, least, most, &mass },
    { "--frequency", options->frequency, least, most, &frequency },
    { "--settling", options->settling, least, most, &settling },
    { "--ratio", options->ratio, options->settling != NULL ? 1e-3 : 0.0, 1e3, &ratio },
    { "--rest", options->rest, 1e-6, 0.5, &rest },
    { "--radius", options->radius, least, most, radius },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (numbers[i].text != NULL
        && !cli_parse_number (numbers[i].option, numbers[i].text, numbers[i].minimum,
                              numbers[i].maximum, numbers[i].value, error))
      return FALSE;
  *choice =
    options->frequency != NULL  ? lw_spring_choice_from_frequency (mass, frequency, ratio, rest)
    : options->settling != NULL ? lw_spring_choice_from_settling (mass, settling, ratio, rest)
                                : lw_spring_choice_from_load (load, deflection, mass, ratio, rest);
  return TRUE;
}

static gboolean
find_preset (const char *word, bool has_radius, unsigned *locked, GError **error)
{
  const LwKind *kinds[LW_KINDS];
  const guint n = lw_kind_list_imitated (kinds);
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_ascii_strdown (kinds[i]->imitation, -1);

    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", name);
    if (strcmp (name, word) != 0)
      continue;
    *locked = kinds[i]->value;
    if ((*locked & MBD_LOCK_RZ) == 0 || has_radius)
      return TRUE;
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "A %s resists turning too; give --radius, the distance at which the springs hold "
                 "it.",
                 word);
    return FALSE;
  }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "--as must be one of %s, not \"%s\".", words->str,
               word);
  return FALSE;
}

static void
put_constants (CliJson *json, unsigned locked, const LwSpringChoice *choice, double radius)
{
  LwSpringChoice about = *choice;
  MbdBushingConstants constants;

  about.stiffness *= radius * radius;
  about.damping *= radius * radius;
  constants = lw_compliant_joint_constants (locked, choice, &about);
  cli_json_begin_object (json, lw_kind_compliant ()->word);
  cli_json_numbers (json, "stiffness", constants.translational_stiffness, 3);
  cli_json_numbers (json, "damping", constants.translational_damping, 3);
  cli_json_numbers (json, "rotational_stiffness", constants.rotational_stiffness, 3);
  cli_json_numbers (json, "rotational_damping", constants.rotational_damping, 3);
  cli_json_end_object (json);
}

static gboolean
write_constants (const Options *options, const char *path, GError **error)
{
  LwSpringChoice choice;
  double radius = 0.0;
  unsigned locked = 0;
  g_autofree char *warning = NULL;
  g_autoptr (GString) text = NULL;
  CliJson json;

  if (!check_way (options, error) || !choose (options, &choice, &radius, error)
      || (options->as != NULL && !find_preset (options->as, radius > 0.0, &locked, error)))
    return FALSE;
  warning = lw_spring_choice_dup_warning (&choice);
  cli_json_init (&json);
  cli_json_number (&json, "stiffness", choice.stiffness);
  cli_json_number (&json, "damping", choice.damping);
  cli_json_number (&json, "ratio", choice.ratio);
  cli_json_number (&json, "frequency", choice.mass > 0.0 ? choice.frequency : NAN);
  cli_json_number (&json, "settling_time", choice.settling_time);
  cli_json_number (&json, "rest", choice.rest);
  cli_json_number (&json, "largest_step", choice.largest_step);
  cli_json_string (&json, "warning", warning);
  if (options->as != NULL)
    put_constants (&json, locked, &choice, radius);
  text = cli_json_finish (&json);
  return cli_output_put (path, text->str, text->len, error);
}

gboolean
cli_constants (int argc, char **argv, GError **error)
{
  Options options = { 0 };
  g_auto (CliArguments) arguments = { 0 };
  const GOptionEntry entries[] = {
    { "load", 0, 0, G_OPTION_ARG_FILENAME, &options.load, "Force, N, or moment, N m", "F" },
    { "deflection", 0, 0, G_OPTION_ARG_FILENAME, &options.deflection,
      "Deflection under the load, m or rad", "X" },
    { "mass", 0, 0, G_OPTION_ARG_FILENAME, &options.mass, "kg, or moment of inertia, kg m^2", "M" },
    { "frequency", 0, 0, G_OPTION_ARG_FILENAME, &options.frequency,
      "Undamped natural frequency of the mass, Hz", "F" },
    { "settling", 0, 0, G_OPTION_ARG_FILENAME, &options.settling,
      "Time after which the mass has come to rest, s", "T" },
    { "ratio", 0, 0, G_OPTION_ARG_FILENAME, &options.ratio, "Damping ratio; default: 1, critical",
      "Z" },
    { "rest", 0, 0, G_OPTION_ARG_FILENAME, &options.rest,
      "Fraction of the start that counts as rest; default: 0.02", "R" },
    { "as", 0, 0, G_OPTION_ARG_FILENAME, &options.as,
      "Constants of a bushing that acts as a pin, slider, ball or weld", "NAME" },
    { "radius", 0, 0, G_OPTION_ARG_FILENAME, &options.radius,
      "Distance at which its springs resist turning, m", "R" },
    { NULL },
  };
  gboolean done = cli_parse (argc, argv,
                             "Writes stiffness and damping of a spring or bushing from load and "
                             "deflection, mass and frequency, or mass and settling time as JSON.",
                             NULL, entries, NULL, CLI_OPTIONS_NO_FILE, &arguments, error);

  if (done && arguments.file != NULL)
    done = write_constants (&options, arguments.output, error);
  options_clear (&options);
  return done;
}
