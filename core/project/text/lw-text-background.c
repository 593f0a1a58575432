// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads and writes the background image. The image file is stored in the text as base64.

#include <string.h>

#include "lw-background.h"
#include "lw-text-fields-private.h"
#include "lw-text-reader-private.h"

/// Defaults, which are not written.
static const LwBackground usual = { .width = 1, .opacity = 0.5, .visible = true };

/// Returns true if the text is base64 exactly as in RFC 4648 §4. The decoder skips invalid
/// characters.
static bool
is_base64 (const char *text, gsize length)
{
  gsize end = length;

  if (length == 0 || length % 4 != 0)
    return false;
  while (end > length - 2 && text[end - 1] == '=')
    end--;
  for (gsize i = 0; i < end; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '+' && text[i] != '/')
      return false;
  return true;
}

static GBytes *
decode (LwTextReader *reader, const LwTextScope *scope)
{
  const LwJson *node = lw_text_need (reader, scope, "image");
  const char *text = node != NULL ? lw_text_node_string (reader, scope, node, "image") : NULL;
  gsize length = text != NULL ? strlen (text) : 0;
  guchar *data;

  if (text == NULL)
    return NULL;
  // Longer texts are not decoded at all.
  if (length / 4 > LW_BACKGROUND_MAX_BYTES / 3 + 1) {
    lw_text_refuse (reader, scope, node,
                    "the image must not be larger than %d MiB, save it with fewer pixels",
                    LW_BACKGROUND_MAX_BYTES >> 20);
    return NULL;
  }
  if (!is_base64 (text, length)) {
    lw_text_refuse (reader, scope, node,
                    "image must be the file of a PNG or JPEG image in base64, without line breaks");
    return NULL;
  }
  data = g_base64_decode (text, &length);
  return g_bytes_new_take (data, length);
}

void
lw_text_read_background (LwTextReader *reader, const LwTextScope *top)
{
  LwTextScope scope = { .kind = lw_text_object (LW_TEXT_BACKGROUND),
                        .name = "The background image",
                        .place = "background" };
  const LwJson *node = lw_text_member (reader, top, "background");
  double centre[3] = { 0, 0, 0 };
  LwBackground background = usual;
  g_autoptr (GBytes) image = NULL;
  g_autoptr (GError) cause = NULL;

  if (node == NULL || !lw_text_enter (reader, &scope, node))
    return;
  image = decode (reader, &scope);
  lw_text_get_vector (reader, &scope, "centre", 2, centre);
  lw_text_get_number (reader, &scope, "width", LW_TEXT_POSITIVE, &background.width);
  lw_text_get_number (reader, &scope, "angle", LW_TEXT_ANY, &background.angle);
  lw_text_get_number (reader, &scope, "opacity", LW_TEXT_NOT_NEGATIVE, &background.opacity);
  lw_text_get_bool (reader, &scope, "shown", &background.visible);
  if (reader->error != NULL)
    return;
  background.image = image;
  background.centre[0] = centre[0];
  background.centre[1] = centre[1];
  if (lw_background_check (&background, &cause))
    lw_mechanism_set_background (reader->mechanism, &background);
  else
    lw_text_refuse (reader, &scope, node, "%s", cause->message);
}

void
lw_text_add_background (GPtrArray *fields, const LwBackground *background)
{
  g_autofree char *encoded = NULL;
  GPtrArray *inner;
  const guchar *data;
  gsize size;

  if (background == NULL)
    return;
  data = g_bytes_get_data (background->image, &size);
  inner = lw_text_fields_new ();
  if (!lw_text_same (background->centre, lw_text_zero, 2))
    lw_text_add (inner, "centre", lw_text_numbers_text (background->centre, 2));
  lw_text_add_number (inner, "width", background->width, usual.width);
  lw_text_add_number (inner, "angle", background->angle, usual.angle);
  lw_text_add_number (inner, "opacity", background->opacity, usual.opacity);
  lw_text_add_bool (inner, "shown", background->visible, usual.visible);
  encoded = g_base64_encode (data, size);
  lw_text_add (inner, "image", g_strdup_printf ("\"%s\"", encoded));
  lw_text_add (fields, "background", lw_text_element_text (inner, 2));
}
