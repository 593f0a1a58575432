// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cache of shaped strings, kept between frames: most labels of a canvas and all numbers of an axis
// are the same as in the previous frame.

#include "lw-painter-private.h"

/// Strings kept; changing values fill the table in about a second, then it is cleared.
#define CACHE_SIZE 1024

typedef struct
{
  char *text;
  int size_px_64; ///< 1/64 px
  int weight;
  bool italic, tabular;
} Key;

struct _LwFonts
{
  grefcount ref_count;
  char *family;
  char *decimal_point;
  bool exact;
  PangoContext *context;
  GHashTable *layouts; ///< key to PangoLayout
};

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_str_hash (key->text) * 31u + (guint) key->size_px_64 * 7u + (guint) key->weight
         + (key->italic ? 1u << 20 : 0) + (key->tabular ? 1u << 21 : 0);
}

static gboolean
key_equal (gconstpointer a_data, gconstpointer b_data)
{
  const Key *a = a_data, *b = b_data;

  return a->size_px_64 == b->size_px_64 && a->weight == b->weight && a->italic == b->italic
         && a->tabular == b->tabular && g_str_equal (a->text, b->text);
}

static void
key_free (gpointer data)
{
  Key *key = data;

  g_free (key->text);
  g_free (key);
}

/// Sets how glyph positions are rounded. cairo 1.16 draws glyphs at whole pixels on the screen, so
/// their advances are rounded there too; on paper they are not.
static void
apply_exactness (LwFonts *self)
{
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options,
                                     self->exact ? CAIRO_HINT_STYLE_NONE : CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_hint_metrics (options, self->exact ? CAIRO_HINT_METRICS_OFF
                                                            : CAIRO_HINT_METRICS_ON);
  pango_cairo_context_set_font_options (self->context, options);
  pango_context_set_round_glyph_positions (self->context, !self->exact);
  cairo_font_options_destroy (options);
}

LwFonts *
lw_fonts_new (const char *family)
{
  LwFonts *self = g_new0 (LwFonts, 1);

  g_ref_count_init (&self->ref_count);
  self->family = g_strdup (family ? family : LW_FONT_FAMILY);
  self->decimal_point = g_strdup (".");
  self->context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  pango_context_set_language (self->context, pango_language_from_string ("en"));
  self->layouts = g_hash_table_new_full (key_hash, key_equal, key_free, g_object_unref);
  apply_exactness (self);
  return self;
}

LwFonts *
lw_fonts_ref (LwFonts *self)
{
  g_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_fonts_unref (LwFonts *self)
{
  if (self == NULL || !g_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->layouts);
  g_object_unref (self->context);
  g_free (self->family);
  g_free (self->decimal_point);
  g_free (self);
}

void
lw_fonts_set_family (LwFonts *self, const char *family)
{
  if (g_strcmp0 (self->family, family) == 0)
    return;
  g_free (self->family);
  self->family = g_strdup (family ? family : LW_FONT_FAMILY);
  g_hash_table_remove_all (self->layouts);
}

const char *
lw_fonts_get_family (const LwFonts *self)
{
  return self->family;
}

void
lw_fonts_set_exact (LwFonts *self, bool exact)
{
  if (self->exact == exact)
    return;
  self->exact = exact;
  apply_exactness (self);
  g_hash_table_remove_all (self->layouts);
}

bool
lw_fonts_get_exact (const LwFonts *self)
{
  return self->exact;
}

void
lw_fonts_set_decimal_point (LwFonts *self, const char *decimal_point)
{
  g_free (self->decimal_point);
  self->decimal_point = g_strdup (decimal_point);
}

const char *
lw_fonts_get_decimal_point (const LwFonts *self)
{
  return self->decimal_point;
}

static PangoLayout *
shape (LwFonts *self, const char *text, const LwTextStyle *style)
{
  PangoLayout *layout = pango_layout_new (self->context);
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_family_static (font, self->family);
  pango_font_description_set_absolute_size (font, style->size * PANGO_SCALE);
  pango_font_description_set_weight (font, (PangoWeight) style->weight);
  if (style->italic)
    pango_font_description_set_style (font, PANGO_STYLE_ITALIC);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  if (style->tabular) {
    PangoAttrList *attributes = pango_attr_list_new ();
    pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
    pango_layout_set_attributes (layout, attributes);
    pango_attr_list_unref (attributes);
  }
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

PangoLayout *
lw_fonts_layout (LwFonts *self, const char *text, const LwTextStyle *style)
{
  const Key key = {
    .text = (char *) text,
    .size_px_64 = (int) (style->size * 64.0 + 0.5),
    .weight = style->weight,
    .italic = style->italic,
    .tabular = style->tabular,
  };
  PangoLayout *layout = g_hash_table_lookup (self->layouts, &key);

  if (layout == NULL) {
    Key *kept = g_new (Key, 1);

    if (g_hash_table_size (self->layouts) >= CACHE_SIZE)
      g_hash_table_remove_all (self->layouts);
    layout = shape (self, text, style);
    *kept = key;
    kept->text = g_strdup (text);
    g_hash_table_insert (self->layouts, kept, layout);
  }
  return layout;
}

void
lw_fonts_measure (LwFonts *self, const char *text, const LwTextStyle *style, LwTextExtents *extents)
{
  PangoLayout *layout = lw_fonts_layout (self, text, style);
  PangoRectangle logical;
  const double baseline = pango_layout_get_baseline (layout) / (double) PANGO_SCALE;

  pango_layout_get_extents (layout, NULL, &logical);
  extents->width = logical.width / (double) PANGO_SCALE;
  extents->ascent = baseline - logical.y / (double) PANGO_SCALE;
  extents->descent = logical.height / (double) PANGO_SCALE - extents->ascent;
}
