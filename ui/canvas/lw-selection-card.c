// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-selection-card.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-element-words.h"
#include "lw-appearance.h"

#define LIVE_INTERVAL_MS 100
#define VALUES_MAX 2

struct _LwSelectionCard
{
  GtkButton parent_instance;

  // Owned
  LwSelection *selection;
  LwPlayer *player;
  LwAppearance *look;

  // Children
  GtkImage *icon;
  GtkLabel *name_label;
  GtkLabel *words_label;

  bool wanted;
  guint live_id;
};

G_DEFINE_FINAL_TYPE (LwSelectionCard, lw_selection_card, GTK_TYPE_BUTTON)

/// A value that is shown on the card; the format gets the number with its unit.
typedef struct
{
  const char *suffix;
  const char *format; ///< translatable
  int significant;
} CardValue;

static const CardValue coupling_values[] = {
  { "tension", N_ ("tension %s"), 3 },
  { "reaction", N_ ("%s"), 3 },
  { "position_error", N_ ("error %s"), 1 },
  { "length_error", N_ ("error %s"), 1 },
};
static const CardValue body_values[] = {
  { "angle", N_ ("φ %s"), 3 },
  { "omega", N_ ("ω %s"), 3 },
};
static const CardValue force_values[] = {
  { "tension", N_ ("tension %s"), 3 },
  { "length", N_ ("length %s"), 3 },
};
static const CardValue tracer_values[] = {
  { "speed", N_ ("speed %s"), 3 },
};

static const CardValue measurement_values[] = {
  { "distance", N_ ("%s"), 4 },
  { "angle", N_ ("%s"), 4 },
  { "x", N_ ("x %s"), 4 },
  { "y", N_ ("y %s"), 4 },
};

static void
append_value (LwSelectionCard *self, GString *words, guint channel, const CardValue *value)
{
  const LwUnits *units = lw_appearance_get_units (self->look);
  const char *unit = lw_channels_get (lw_player_get_channels (self->player), channel)->unit;
  g_autofree char *shown = NULL;
  char number[LW_NUMBER_SIZE];
  double found;

  lw_channels_evaluate (lw_player_get_channels (self->player), lw_player_get_state (self->player),
                        &channel, 1, &found);
  if (fabs (found) <= lw_channels_get_round_off (lw_player_get_channels (self->player), channel))
    found = 0;
  lw_format_number (number, lw_units_to_shown (units, unit, found), value->significant,
                    localeconv ()->decimal_point);
  shown = g_strdup_printf ("%s %s", number, lw_unit_shown (lw_units_shown (units, unit)));
  if (words->len > 0)
    g_string_append (words, ", ");
  g_string_append_printf (words, _ (value->format), shown);
}

static char *
dup_values (LwSelectionCard *self, LwElementRef element)
{
  static const struct
  {
    const CardValue *values;
    guint n;
  } kinds[] = {
    [LW_SELECTION_BODY] = { body_values, G_N_ELEMENTS (body_values) },
    [LW_SELECTION_COUPLING] = { coupling_values, G_N_ELEMENTS (coupling_values) },
    [LW_SELECTION_FORCE] = { force_values, G_N_ELEMENTS (force_values) },
    [LW_SELECTION_TRACER] = { tracer_values, G_N_ELEMENTS (tracer_values) },
    [LW_SELECTION_MEASUREMENT] = { measurement_values, G_N_ELEMENTS (measurement_values) },
  };
  GString *words = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < kinds[element.kind].n && n < VALUES_MAX; i++) {
    const CardValue *value = &kinds[element.kind].values[i];
    int channel =
      lw_channels_find_of (lw_player_get_channels (self->player), element, value->suffix);

    if (channel < 0 || lw_player_get_state (self->player) == NULL)
      continue;
    append_value (self, words, (guint) channel, value);
    n++;
  }
  return g_string_free (words, FALSE);
}

static void
update (LwSelectionCard *self)
{
  LwMechanism *mechanism = self->player != NULL ? lw_player_get_mechanism (self->player) : NULL;
  LwElementRef element = lw_selection_get_last (self->selection);
  bool shown = self->wanted && mechanism != NULL && element.kind != LW_SELECTION_NONE
               && lw_selection_find (mechanism, element) != NULL;
  g_autofree char *name = NULL;
  g_autofree char *words = NULL;
  g_autofree char *spoken = NULL;
  guint n;

  gtk_widget_set_visible (GTK_WIDGET (self), shown);
  if (!shown)
    return;
  lw_selection_get (self->selection, &n);
  name = lw_element_words_dup_name (mechanism, element);
  if (n > 1) {
    // Translators: the last of several selected elements, and the number of the others
    char *all =
      g_strdup_printf (g_dngettext (NULL, "%s and %u more", "%s and %u more", n - 1), name, n - 1);

    g_free (name);
    name = all;
  }
  words = dup_values (self, element);
  if (words[0] == '\0') {
    g_free (words);
    words = lw_element_words_dup_kind (mechanism, element);
  }
  gtk_image_set_from_icon_name (self->icon, lw_element_words_get_icon (mechanism, element));
  gtk_label_set_text (self->name_label, name);
  gtk_label_set_text (self->words_label, words);
  spoken = g_strdup_printf ("%s: %s", name, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static gboolean
live_cb (gpointer data)
{
  LwSelectionCard *self = data;

  self->live_id = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
moved_cb (LwSelectionCard *self)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  if (!lw_player_get_playing (self->player))
    update (self);
  else if (self->live_id == 0)
    self->live_id = g_timeout_add (LIVE_INTERVAL_MS, live_cb, self);
}

void
lw_selection_card_set_player (LwSelectionCard *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_SELECTION_CARD (self));

  g_clear_handle_id (&self->live_id, g_source_remove);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL)
    g_signal_connect_swapped (player, "moved", G_CALLBACK (moved_cb), self);
  update (self);
}

void
lw_selection_card_set_wanted (LwSelectionCard *self, bool wanted)
{
  g_return_if_fail (LW_IS_SELECTION_CARD (self));

  self->wanted = wanted;
  update (self);
}

const char *
lw_selection_card_get_words (LwSelectionCard *self)
{
  g_return_val_if_fail (LW_IS_SELECTION_CARD (self), NULL);

  return gtk_label_get_text (self->words_label);
}

GtkWidget *
lw_selection_card_new (LwSelection *selection)
{
  LwSelectionCard *self = g_object_new (LW_TYPE_SELECTION_CARD, NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

static void
lw_selection_card_dispose (GObject *object)
{
  LwSelectionCard *self = LW_SELECTION_CARD (object);

  g_clear_handle_id (&self->live_id, g_source_remove);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_selection_card_parent_class)->dispose (object);
}

static void
lw_selection_card_class_init (LwSelectionCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_selection_card_dispose;
}

static GtkLabel *
add_label (GtkWidget *box, const char *style)
{
  GtkLabel *label = GTK_LABEL (gtk_label_new (NULL));

  gtk_label_set_xalign (label, 0);
  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (label), style);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (label));
  return label;
}

static void
lw_selection_card_init (LwSelectionCard *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *middle = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  self->look = lw_appearance_dup_default ();
  self->icon = GTK_IMAGE (gtk_image_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->icon), "badge");
  gtk_widget_set_valign (GTK_WIDGET (self->icon), GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (middle, TRUE);
  gtk_widget_set_valign (middle, GTK_ALIGN_CENTER);
  self->name_label = add_label (middle, "name");
  self->words_label = add_label (middle, "words");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->icon));
  gtk_box_append (GTK_BOX (box), middle);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_button_set_child (GTK_BUTTON (self), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self), "win.show-inspector");
  gtk_widget_add_css_class (GTK_WIDGET (self), "selection-card");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), _ ("Show the Inspector"));
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_END);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
