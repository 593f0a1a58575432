// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-appearance.h"

#include <adwaita.h>
#include <locale.h>

#include "lw-settings.h"

#define USUAL_DPI 96.0

struct _LwAppearance
{
  GObject parent_instance;

  // Owned
  LwFonts *fonts;
  GSettings *settings; ///< NULL if the schema is not installed

  LwPalette palette;
  LwUnits units;
  LwLengthUnit preferred;
  LwLengthUnit of_project; ///< LW_LENGTH_UNITS if there is none
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_UNITS_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwAppearance, lw_appearance, G_TYPE_OBJECT)

static void
style_changed_cb (LwAppearance *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  lw_palette_init (&self->palette, adw_style_manager_get_dark (manager),
                   adw_style_manager_get_high_contrast (manager));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
font_changed_cb (LwAppearance *self)
{
  g_autofree char *name = NULL;
  PangoFontDescription *description;
  const char *family;

  g_object_get (gtk_settings_get_default (), "gtk-font-name", &name, NULL);
  description = pango_font_description_from_string (name != NULL ? name : "");
  family = pango_font_description_get_family (description);
  lw_fonts_set_family (self->fonts, family != NULL ? family : LW_FONT_FAMILY);
  pango_font_description_free (description);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
read_units (LwAppearance *self)
{
  self->units = lw_units_default ();
  if (lw_settings_has_key (self->settings, "length-unit"))
    self->units.length = (LwLengthUnit) g_settings_get_enum (self->settings, "length-unit");
  if (lw_settings_has_key (self->settings, "angle-unit"))
    self->units.angle = (LwAngleUnit) g_settings_get_enum (self->settings, "angle-unit");
  self->preferred = self->units.length;
  if (self->of_project != LW_LENGTH_UNITS)
    self->units.length = self->of_project;
}

static void
units_changed_cb (LwAppearance *self)
{
  const LwUnits before = self->units;

  read_units (self);
  if (lw_units_equal (&before, &self->units))
    return;
  g_signal_emit (self, signals[SIGNAL_UNITS_CHANGED], 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

LwLengthUnit
lw_appearance_get_preferred_length_unit (LwAppearance *self)
{
  g_return_val_if_fail (LW_IS_APPEARANCE (self), LW_LENGTH_M);

  return self->preferred;
}

void
lw_appearance_set_length_unit (LwAppearance *self, LwLengthUnit unit)
{
  g_return_if_fail (LW_IS_APPEARANCE (self));

  if (self->of_project == unit)
    return;
  self->of_project = unit;
  units_changed_cb (self);
}

LwAppearance *
lw_appearance_dup_default (void)
{
  static LwAppearance *look;

  if (look != NULL)
    return g_object_ref (look);
  look = g_object_new (LW_TYPE_APPEARANCE, NULL);
  g_object_add_weak_pointer (G_OBJECT (look), (gpointer *) &look);
  return look;
}

const LwPalette *
lw_appearance_get_palette (LwAppearance *self)
{
  g_return_val_if_fail (LW_IS_APPEARANCE (self), NULL);

  return &self->palette;
}

LwFonts *
lw_appearance_get_fonts (LwAppearance *self)
{
  g_return_val_if_fail (LW_IS_APPEARANCE (self), NULL);

  return self->fonts;
}

double
lw_appearance_get_letters (LwAppearance *self)
{
  int dpi = -1; // in 1/1024

  g_return_val_if_fail (LW_IS_APPEARANCE (self), 1);

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? MAX (dpi / (1024 * USUAL_DPI), 1) : 1;
}

const LwUnits *
lw_appearance_get_units (LwAppearance *self)
{
  g_return_val_if_fail (LW_IS_APPEARANCE (self), NULL);

  return &self->units;
}

static void
lw_appearance_finalize (GObject *object)
{
  LwAppearance *self = LW_APPEARANCE (object);

  lw_fonts_unref (self->fonts);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (lw_appearance_parent_class)->finalize (object);
}

static void
lw_appearance_class_init (LwAppearanceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_appearance_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LW_TYPE_APPEARANCE, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_UNITS_CHANGED] = g_signal_new (
    "units-changed", LW_TYPE_APPEARANCE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lw_appearance_init (LwAppearance *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->of_project = LW_LENGTH_UNITS;
  self->fonts = lw_fonts_new (NULL);
  lw_fonts_set_decimal_point (self->fonts, localeconv ()->decimal_point);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-font-name",
                           G_CALLBACK (font_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi",
                           G_CALLBACK (font_changed_cb), self, G_CONNECT_SWAPPED);
  self->settings = lw_settings_new ();
  if (self->settings != NULL)
    g_signal_connect_object (self->settings, "changed", G_CALLBACK (units_changed_cb), self,
                             G_CONNECT_SWAPPED);
  read_units (self);
  style_changed_cb (self);
  font_changed_cb (self);
}
