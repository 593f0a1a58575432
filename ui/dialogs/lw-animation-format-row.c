// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-animation-format-row.h"

#include <glib/gi18n.h>

static const struct
{
  const char *name;
  const char *use; ///< advantages and disadvantages
} words[LW_ANIMATION_FORMATS] = {
  [LW_ANIMATION_WEBP] = { N_ ("Animated WebP"), N_ ("Lossless, loops, small; for web pages") },
  [LW_ANIMATION_PNG] = { N_ ("Animated PNG"),
                         N_ ("Lossless, loops; every viewer shows a picture at least") },
  [LW_ANIMATION_GIF] = { N_ ("GIF"),
                         N_ ("Loops everywhere; 255 colours, frames in steps of 0.01 s") },
  [LW_ANIMATION_WEBM] = { N_ ("WebM film"),
                          N_ ("Small, for web pages; colours of thin lines fade") },
  [LW_ANIMATION_MP4] = { N_ ("MP4 film"),
                         N_ ("Small, for slides and phones; colours of thin lines fade") },
  [LW_ANIMATION_PICTURES] = { N_ ("Numbered PNG pictures"),
                              N_ ("A folder with every frame, for other programs") },
};

struct _LwAnimationFormatRow
{
  AdwComboRow parent_instance;

  LwAnimationFormat offered[LW_ANIMATION_FORMATS];
  guint n_offered;
};

G_DEFINE_FINAL_TYPE (LwAnimationFormatRow, lw_animation_format_row, ADW_TYPE_COMBO_ROW)

static void
chosen_cb (LwAnimationFormatRow *self)
{
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self),
                               _ (words[lw_animation_format_row_get_format (self)].use));
}

LwAnimationFormat
lw_animation_format_row_get_format (LwAnimationFormatRow *self)
{
  const guint place = adw_combo_row_get_selected (ADW_COMBO_ROW (self));

  g_return_val_if_fail (LW_IS_ANIMATION_FORMAT_ROW (self), LW_ANIMATION_WEBP);

  return place < self->n_offered ? self->offered[place] : LW_ANIMATION_WEBP;
}

void
lw_animation_format_row_set_format (LwAnimationFormatRow *self, LwAnimationFormat format)
{
  g_return_if_fail (LW_IS_ANIMATION_FORMAT_ROW (self));

  for (guint i = 0; i < self->n_offered; i++)
    if (self->offered[i] == format)
      adw_combo_row_set_selected (ADW_COMBO_ROW (self), i);
}

bool
lw_animation_format_row_has_films (LwAnimationFormatRow *self)
{
  g_return_val_if_fail (LW_IS_ANIMATION_FORMAT_ROW (self), false);

  return self->n_offered == LW_ANIMATION_FORMATS;
}

static void
lw_animation_format_row_class_init (LwAnimationFormatRowClass *klass)
{
}

static void
lw_animation_format_row_init (LwAnimationFormatRow *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (int i = 0; i < LW_ANIMATION_FORMATS; i++)
    if (lw_animation_format_is_there ((LwAnimationFormat) i, NULL)) {
      self->offered[self->n_offered++] = (LwAnimationFormat) i;
      gtk_string_list_append (list, _ (words[i].name));
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("_Format"));
  adw_preferences_row_set_use_underline (ADW_PREFERENCES_ROW (self), TRUE);
  g_signal_connect (self, "notify::selected", G_CALLBACK (chosen_cb), NULL);
  adw_combo_row_set_model (ADW_COMBO_ROW (self), G_LIST_MODEL (list));
  chosen_cb (self);
}

GtkWidget *
lw_animation_format_row_new (void)
{
  return g_object_new (LW_TYPE_ANIMATION_FORMAT_ROW, NULL);
}
