// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The formats of animations, selected by file name suffix.

#include "lw-animation-private.h"

#include <glib/gi18n.h>

static const LwAnimationClass *const classes[] = {
  [LW_ANIMATION_WEBP] = &lw_animation_webp_class,
  [LW_ANIMATION_PNG] = &lw_animation_png_class,
  [LW_ANIMATION_GIF] = &lw_animation_gif_class,
  [LW_ANIMATION_WEBM] = &lw_animation_webm_class,
  [LW_ANIMATION_MP4] = &lw_animation_mp4_class,
  [LW_ANIMATION_PICTURES] = &lw_animation_folder_class,
};

G_STATIC_ASSERT (G_N_ELEMENTS (classes) == LW_ANIMATION_FORMATS);

const LwAnimationClass *
lw_animation_get_class (LwAnimationFormat format)
{
  return classes[format];
}

const char *
lw_animation_format_get_suffix (LwAnimationFormat format)
{
  return classes[format]->suffixes[0];
}

bool
lw_animation_format_has_suffix (LwAnimationFormat format, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  const LwAnimationClass *class = classes[format];

  for (gsize i = 0; i < G_N_ELEMENTS (class->suffixes) && class->suffixes[i] != NULL; i++)
    if (g_str_has_suffix (lower, class->suffixes[i]))
      return true;
  return false;
}

gboolean
lw_animation_format_for_name (const char *name, LwAnimationFormat *format, GError **error)
{
  g_autoptr (GString) suffixes = g_string_new (NULL);

  for (int i = 0; i < LW_ANIMATION_FORMATS; i++) {
    if (lw_animation_format_has_suffix ((LwAnimationFormat) i, name)) {
      *format = (LwAnimationFormat) i;
      return TRUE;
    }
    if (classes[i]->write == NULL)
      g_string_append_printf (suffixes, "%s%s", i > 0 ? ", " : "", classes[i]->suffixes[0]);
  }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("The file name “%s” must end with %s, or with / for a folder of pictures."), name,
               suffixes->str);
  return FALSE;
}

gboolean
lw_animation_format_is_there (LwAnimationFormat format, GError **error)
{
  const LwAnimationClass *class = classes[format];
  g_autofree char *path = NULL;

  if (class->program == NULL)
    return TRUE;
  path = g_find_program_in_path (class->program);
  if (path != NULL)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("Files that end with %s are written by the program %s, which is not installed; "
                  "install it, or choose another format."),
               class->suffixes[0], class->program);
  return FALSE;
}
