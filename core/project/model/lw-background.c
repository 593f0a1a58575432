// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Background image as a value.

#include "lw-background.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

const char *
lw_background_get_format (GBytes *image)
{
  static const struct
  {
    const char *format;
    const char *start;
    gsize size;
  } formats[] = {
    { "png", "\x89PNG\r\n\x1a\n", 8 },
    { "jpeg", "\xff\xd8\xff", 3 },
  };
  gsize size;
  const char *data = g_bytes_get_data (image, &size);

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    if (size >= formats[i].size && memcmp (data, formats[i].start, formats[i].size) == 0)
      return formats[i].format;
  return NULL;
}

gboolean
lw_background_knows (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_str_has_suffix (lower, ".png") || g_str_has_suffix (lower, ".jpg")
         || g_str_has_suffix (lower, ".jpeg");
}

LwBackground *
lw_background_new (GBytes *image, GError **error)
{
  const LwBackground usual = { .image = image, .width = 1, .opacity = 0.5, .visible = true };
  g_autoptr (GError) cause = NULL;

  if (lw_background_check (&usual, &cause))
    return lw_background_copy (&usual);
  g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE, _ ("The background cannot be used: %s."),
               cause->message);
  return NULL;
}

LwBackground *
lw_background_copy (const LwBackground *self)
{
  LwBackground *copy = g_memdup2 (self, sizeof *self);

  g_bytes_ref (copy->image);
  return copy;
}

void
lw_background_free (LwBackground *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->image, g_bytes_unref);
  g_free (self);
}

static gboolean
same_number (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

gboolean
lw_background_equal (const LwBackground *a, const LwBackground *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->visible == b->visible && same_number (a->centre[0], b->centre[0])
         && same_number (a->centre[1], b->centre[1]) && same_number (a->width, b->width)
         && same_number (a->angle, b->angle) && same_number (a->opacity, b->opacity)
         && (a->image == b->image || g_bytes_equal (a->image, b->image));
}

gboolean
lw_background_check (const LwBackground *self, GError **error)
{
  const char *wrong = NULL;

  if (g_bytes_get_size (self->image) > LW_BACKGROUND_MAX_BYTES)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("the image must not be larger than %d MiB, save it with fewer pixels"),
                 LW_BACKGROUND_MAX_BYTES >> 20);
  else if (lw_background_get_format (self->image) == NULL)
    wrong = _ ("the image must be a PNG or JPEG file");
  else if (!isfinite (self->centre[0]) || !isfinite (self->centre[1]) || !isfinite (self->angle))
    wrong = _ ("the position and angle of the image must be finite numbers");
  else if (!isfinite (self->width) || !(self->width > 0))
    wrong = _ ("the width of the image must be greater than zero");
  else if (!(self->opacity >= 0 && self->opacity <= 1))
    wrong = _ ("the opacity of the image must be from 0 to 1");
  else
    return TRUE;
  if (wrong != NULL)
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE, wrong);
  return FALSE;
}

LwMechanism *
lw_mechanism_with_background (const LwMechanism *self, const LwBackground *background)
{
  LwMechanism *next = lw_mechanism_copy (self);

  lw_mechanism_set_background (next, background);
  return next;
}
