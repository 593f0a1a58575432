// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-animation-options.h"

#include <glib/gi18n.h>
#include <stddef.h>
#include <string.h>

#include "lw-period.h"
#include "lw-run-options.h"

static const struct
{
  const char *name;
  int width, height;
} presets[] = {
  { "720p", 1280, 720 },
  { "1080p", 1920, 1080 },
  { "4k", 3840, 2160 },
};

static const LwWord styles[] = { { "light", 0 }, { "dark", 1 }, { NULL } };
static const char *const style_choices[] = { N_ ("Light"), N_ ("Dark"), NULL };

static bool
parse_size (const char *text, int *width, int *height, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 2);
  double sides[2];

  for (gsize i = 0; i < G_N_ELEMENTS (presets); i++)
    if (g_ascii_strcasecmp (text, presets[i].name) == 0) {
      *width = presets[i].width;
      *height = presets[i].height;
      return true;
    }
  if (g_strv_length (parts) != 2) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "A size is WIDTHxHEIGHT in pixels, such as 800x600, or 720p, 1080p or 4k, not "
                 "\"%s\".",
                 text);
    return false;
  }
  if (!lw_option_parse_number ("The width", parts[0], LW_ANIMATION_FRAMES_SIZE_MIN,
                               LW_ANIMATION_FRAMES_SIZE_MAX, &sides[0], error)
      || !lw_option_parse_number ("The height", parts[1], LW_ANIMATION_FRAMES_SIZE_MIN,
                                  LW_ANIMATION_FRAMES_SIZE_MAX, &sides[1], error))
    return false;
  *width = (int) sides[0];
  *height = (int) sides[1];
  return true;
}

static bool
check_size (const char *text, GError **error)
{
  int width, height;

  return parse_size (text, &width, &height, error);
}

static bool
check_speed (const char *text, GError **error)
{
  double speed;

  return lw_option_parse_number ("The speed", text, LW_ANIMATION_SPEED_MIN, LW_ANIMATION_SPEED_MAX,
                                 &speed, error);
}

static bool
check_rate (const char *text, GError **error)
{
  double rate;

  return lw_option_parse_number ("The number of frames per second", text, LW_ANIMATION_RATE_MIN,
                                 LW_ANIMATION_RATE_MAX, &rate, error);
}

static bool
check_length (const char *text, GError **error)
{
  if (g_str_equal (text, "period") || g_str_equal (text, "run") || strchr (text, ':') != NULL)
    return true;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               "A length is period, run or BEGIN:END in s, such as 0.5:2, not \"%s\".", text);
  return false;
}

#define MEMBER(member) offsetof (LwAnimationOptions, member)

const LwExportOption lw_animation_options[] = {
  { "length", LW_OPTION_TEXT, MEMBER (length), .argument = "LENGTH", .check = check_length,
    .label = N_ ("Length"),
    .sentence = N_ ("period, run, or BEGIN:END in s; default: one period where the motion repeats "
                    "itself, else the run") },
  { "speed", LW_OPTION_TEXT, MEMBER (speed), .argument = "SPEED", .check = check_speed,
    .label = N_ ("Speed"),
    .sentence = N_ ("Seconds of the run in one second; default: 1, or less for a motion of less "
                    "than 0.2 s") },
  { "fps", LW_OPTION_TEXT, MEMBER (fps), .argument = "NUMBER", .check = check_rate,
    .label = N_ ("Frames per Second"),
    .sentence = N_ ("Frames per second; default: 25, of a GIF 20") },
  { "size", LW_OPTION_TEXT, MEMBER (size), .argument = "WIDTHxHEIGHT", .check = check_size,
    .label = N_ ("Size"),
    .sentence = N_ ("Size in pixels, or 720p, 1080p or 4k; default: 800x600") },
  { "style", LW_OPTION_CHOICE, MEMBER (style), .words = styles, .choices = style_choices,
    .label = N_ ("Style"), .sentence = N_ ("Colours") },
  { "stamp", LW_OPTION_FLAG, MEMBER (stamp), .label = N_ ("Title and Time"),
    .sentence = N_ ("Title and time in each picture") },
  { "ghosts", LW_OPTION_FLAG, MEMBER (ghosts), .label = N_ ("Earlier Positions"),
    .sentence = N_ ("Earlier positions, as ghosts") },
  { "plots", LW_OPTION_FLAG, MEMBER (plots), .label = N_ ("Plots"),
    .sentence = N_ ("Plots beside the mechanism, which follow the time") },
  { "transparent", LW_OPTION_FLAG, MEMBER (transparent), .label = N_ ("Transparent"),
    .sentence = N_ ("No background; only in a folder of pictures") },
  { NULL },
};

void
lw_animation_options_init (void *values)
{
  *(LwAnimationOptions *) values = (LwAnimationOptions){ 0 };
}

void
lw_animation_options_apply (const LwAnimationOptions *self,
                            LwAnimation *animation,
                            LwAnimationStyle *look)
{
  if (self->speed != NULL)
    animation->speed = g_ascii_strtod (self->speed, NULL);
  if (self->fps != NULL)
    animation->rate = g_ascii_strtod (self->fps, NULL);
  if (self->size != NULL)
    parse_size (self->size, &look->width, &look->height, NULL);
  look->dark = self->style == 1;
  look->stamp = self->stamp;
  look->transparent = self->transparent;
}

gboolean
lw_animation_options_set_length (const LwAnimationOptions *self,
                                 const LwProjectRun *run,
                                 const MbdModel *model,
                                 LwAnimation *animation,
                                 GError **error)
{
  const char *text = self->length;
  const bool asked = text != NULL && g_str_equal (text, "period");
  LwPeriod period;

  animation->start = 0;
  animation->end = lw_recording_end (run->recording);
  if (text != NULL && strchr (text, ':') != NULL) {
    g_auto (GStrv) parts = g_strsplit (text, ":", 2);

    if (!lw_option_parse_number ("The begin of the length", parts[0], 0, animation->end,
                                 &animation->start, error)
        || !lw_option_parse_number ("The end of the length", parts[1], 0, animation->end,
                                    &animation->end, error))
      return FALSE;
  } else if (text == NULL || asked) {
    if (lw_period_find (run->recording, model, 1, 1 + run->n_positions, LW_PERIOD_TOLERANCE, NULL,
                        &period)) {
      animation->start = period.start;
      animation->end = period.end;
    } else if (asked) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                           "The motion does not repeat itself in the time of the run; give --until "
                           "a longer one, or --length=run.");
      return FALSE;
    }
  }
  if (self->speed == NULL)
    animation->speed = lw_animation_choose_speed (animation->end - animation->start);
  return TRUE;
}
