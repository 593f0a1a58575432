// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rows are built anew when another element is selected or when what there is to show has changed,
// and are only refreshed when just values have: an entry that is being used stays.

#include "lw-inspector-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-live-value.h"
#include "lw-look.h"

/// While playing, numbers change so often; faster than that nobody can read them.
#define LIVE_INTERVAL_MS 100
#define LIVE_CHANNELS_MAX 6

typedef struct
{
  LwLiveValue *row;
  char *suffixes[LIVE_CHANNELS_MAX];
  guint channels[LIVE_CHANNELS_MAX];
  guint n;
  int significant;
} LiveRow;

struct _LwInspector
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwDocument *document;
  LwPlayer *player;
  LwLook *look;
  GPtrArray *live; ///< of LiveRow
  char *structure; ///< what the rows were built for

  // Children
  GtkScrolledWindow *scrolled;
  GtkBox *content;
  GtkBox *card; ///< the one begun last

  LwElementRef live_target;
  guint rebuild_id;
  guint live_id;
};

G_DEFINE_FINAL_TYPE (LwInspector, lw_inspector, GTK_TYPE_BOX)

static void
live_row_free (gpointer data)
{
  LiveRow *row = data;

  for (guint i = 0; i < row->n; i++)
    g_free (row->suffixes[i]);
  g_free (row);
}

LwMechanism *
lw_inspector_get_mechanism (LwInspector *self)
{
  return lw_player_get_mechanism (self->player);
}

bool
lw_inspector_is_spatial (LwInspector *self, int body)
{
  const LwBody *found = lw_mechanism_find_body (lw_inspector_get_mechanism (self), body);

  return found != NULL && found->def.mobility == MBD_SPATIAL;
}

char *
lw_inspector_dup_body_name (LwInspector *self, int id)
{
  const LwBody *body = lw_mechanism_find_body (lw_inspector_get_mechanism (self), id);

  if (id == MBD_GROUND)
    return g_strdup (_ ("Ground"));
  if (body != NULL && body->element.name != NULL)
    return g_strdup (body->element.name);
  return lw_mechanism_dup_element_name (lw_inspector_get_mechanism (self), MBD_ELEMENT_BODY, id);
}

// ---- live values ----------------------------------------------------------------------------

static MbdElement
element_kind (LwSelectionKind kind)
{
  switch (kind) {
  case LW_SELECTION_BODY:
    return MBD_ELEMENT_BODY;
  case LW_SELECTION_COUPLING:
    return MBD_ELEMENT_COUPLING;
  case LW_SELECTION_FORCE:
    return MBD_ELEMENT_FORCE;
  case LW_SELECTION_TRACER:
  case LW_SELECTION_NONE:
    break;
  }
  return MBD_ELEMENT_NONE;
}

/// Whether a channel speaks of this element: names may have been taken by another one.
static bool
channel_is_of (LwInspector *self, int channel, LwElementRef target)
{
  const LwChannel *found = lw_channels_get (lw_player_get_channels (self->player), (guint) channel);
  MbdElement kind = element_kind (target.kind);
  g_autofree char *called = NULL;
  g_autofree char *start = NULL;

  if (kind == MBD_ELEMENT_NONE)
    return true;
  called = lw_mechanism_dup_element_name (lw_inspector_get_mechanism (self), kind, target.id);
  start = g_strconcat (called, ":", NULL);
  return g_str_has_prefix (found->description, start);
}

/// The channel of an element with this ending; -1 when it has none.
static int
find_channel (LwInspector *self, LwElementRef target, const char *suffix)
{
  static const char *const words[] = { "", "body", "coupling", "force", "tracer" };
  LwChannels *channels = lw_player_get_channels (self->player);
  const LwElement *element = lw_selection_find (lw_inspector_get_mechanism (self), target);
  g_autofree char *named = NULL;
  g_autofree char *numbered = NULL;
  int channel;

  if (target.kind == LW_SELECTION_NONE)
    return lw_channels_find (channels, suffix);
  if (element == NULL)
    return -1;
  if (element->name != NULL) {
    named = g_strconcat (element->name, ".", suffix, NULL);
    g_strdelimit (named, ",*?", '_');
    channel = lw_channels_find (channels, named);
    if (channel >= 0 && channel_is_of (self, channel, target))
      return channel;
  }
  numbered = g_strdup_printf ("%s-%d.%s", words[target.kind], target.id, suffix);
  return lw_channels_find (channels, numbered);
}

static void
update_live (LwInspector *self)
{
  LwChannels *channels = lw_player_get_channels (self->player);
  MbdState *state = lw_player_get_state (self->player);

  if (state == NULL)
    return;
  for (guint i = 0; i < self->live->len; i++) {
    LiveRow *row = g_ptr_array_index (self->live, i);
    double values[LIVE_CHANNELS_MAX];

    lw_channels_evaluate (channels, state, row->channels, row->n, values);
    lw_live_value_set (row->row, values, row->n, row->significant);
  }
}

static gboolean
live_cb (gpointer data)
{
  LwInspector *self = data;

  self->live_id = 0;
  update_live (self);
  return G_SOURCE_REMOVE;
}

static void
moved_cb (LwInspector *self)
{
  if (self->live->len == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (!lw_player_get_playing (self->player)) {
    g_clear_handle_id (&self->live_id, g_source_remove);
    update_live (self);
  } else if (self->live_id == 0) {
    self->live_id = g_timeout_add (LIVE_INTERVAL_MS, live_cb, self);
  }
}

/// Another mechanism has other numbers of channels.
static bool
find_live_again (LwInspector *self)
{
  for (guint i = 0; i < self->live->len; i++) {
    LiveRow *row = g_ptr_array_index (self->live, i);

    for (guint k = 0; k < row->n; k++) {
      int channel = find_channel (self, self->live_target, row->suffixes[k]);

      if (channel < 0)
        return false;
      row->channels[k] = (guint) channel;
    }
  }
  return true;
}

static void
add_live_row (LwInspector *self,
              const char *name,
              const guint *channels,
              const char *const *suffixes,
              guint n,
              int significant)
{
  const LwChannel *channel = lw_channels_get (lw_player_get_channels (self->player), channels[0]);
  LiveRow *row = g_new0 (LiveRow, 1);

  row->row = LW_LIVE_VALUE (lw_live_value_new (name, channel->unit, channel->description));
  row->n = n;
  row->significant = significant;
  for (guint i = 0; i < n; i++) {
    row->channels[i] = channels[i];
    row->suffixes[i] = g_strdup (suffixes[i]);
  }
  g_ptr_array_add (self->live, row);
  lw_inspector_add (self, GTK_WIDGET (row->row));
}

/// Two multipliers fit into one row; more have a row each.
static void
add_multipliers (LwInspector *self, LwElementRef target)
{
  static const char *const digits[] = { "₁", "₂", "₃", "₄", "₅", "₆" };
  char names[LIVE_CHANNELS_MAX][16];
  const char *suffixes[LIVE_CHANNELS_MAX];
  guint channels[LIVE_CHANNELS_MAX];
  guint n = 0;

  while (n < LIVE_CHANNELS_MAX) {
    int channel;

    g_snprintf (names[n], sizeof names[n], "lambda%u", n + 1);
    suffixes[n] = names[n];
    channel = find_channel (self, target, names[n]);
    if (channel < 0)
      break;
    channels[n++] = (guint) channel;
  }
  if (n == 2) {
    add_live_row (self, _ ("Multipliers λ₁, λ₂"), channels, suffixes, 2, 3);
    return;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf (_ ("Multiplier λ%s"), digits[i]);

    add_live_row (self, name, &channels[i], &suffixes[i], 1, 4);
  }
}

void
lw_inspector_add_live (LwInspector *self,
                       LwElementRef target,
                       const LwLiveSpec *specs,
                       guint n_specs)
{
  self->live_target = target;
  for (guint i = 0; i < n_specs; i++) {
    int channel = find_channel (self, target, specs[i].suffix);
    guint index = (guint) channel;

    if (channel >= 0)
      add_live_row (self, _ (specs[i].name), &index, &specs[i].suffix, 1, specs[i].significant);
  }
  if (target.kind == LW_SELECTION_COUPLING)
    add_multipliers (self, target);
}

// ---- rows -----------------------------------------------------------------------------------

void
lw_inspector_begin_card (LwInspector *self, const char *title, const char *remark)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (title);

  gtk_widget_add_css_class (heading, "section");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (heading), label);
  if (remark != NULL) {
    GtkWidget *remark_label = gtk_label_new (remark);

    gtk_label_set_ellipsize (GTK_LABEL (remark_label), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class (remark_label, "remark");
    gtk_box_append (GTK_BOX (heading), remark_label);
  }
  gtk_box_append (self->content, heading);
  self->card = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class (GTK_WIDGET (self->card), "card");
  gtk_widget_add_css_class (GTK_WIDGET (self->card), "rows");
  gtk_box_append (self->content, GTK_WIDGET (self->card));
}

void
lw_inspector_add (LwInspector *self, GtkWidget *row)
{
  gtk_box_append (self->card, row);
}

void
lw_inspector_add_fields (LwInspector *self,
                         LwElementRef target,
                         const LwFieldSpec *specs,
                         guint n_specs)
{
  for (guint i = 0; i < n_specs; i++)
    lw_inspector_add (self, lw_field_new (self->document, target, &specs[i]));
}

static GtkWidget *
new_row (const char *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (name);

  gtk_widget_add_css_class (row, "row");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  return row;
}

void
lw_inspector_add_words (LwInspector *self, const char *name, const char *words)
{
  GtkWidget *row = new_row (name);
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, words);
  gtk_box_append (GTK_BOX (row), label);
  lw_inspector_add (self, row);
}

static void
draw_chip (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  g_autoptr (LwLook) look = lw_look_dup_default ();
  const LwTones *tones = &lw_look_get_palette (look)->hue[GPOINTER_TO_INT (data)];
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_look_get_fonts (look));

  lw_painter_round_rect (painter, 1, 1, width - 2, height - 2, 3);
  lw_painter_fill_stroke (painter, tones->fill, tones->line, 1.75);
  lw_painter_free (painter);
}

static GtkWidget *
new_chip (LwHue hue)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), 12);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 12);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_chip, GINT_TO_POINTER (hue), NULL);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  return area;
}

static void
body_clicked_cb (GtkButton *button, gpointer data)
{
  LwInspector *self =
    LW_INSPECTOR (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_INSPECTOR));

  lw_selection_set (self->selection, LW_SELECTION_BODY, GPOINTER_TO_INT (data));
}

void
lw_inspector_add_bodies (LwInspector *self, const char *name, const int *ids, guint n)
{
  GtkWidget *row = new_row (name);

  for (guint i = 0; i < n; i++) {
    const LwBody *body = lw_mechanism_find_body (lw_inspector_get_mechanism (self), ids[i]);
    g_autofree char *words = lw_inspector_dup_body_name (self, ids[i]);
    g_autofree char *tooltip = NULL;
    GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
    GtkWidget *label = gtk_label_new (words);
    GtkWidget *button;

    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    if (body == NULL) {
      gtk_box_append (GTK_BOX (row), label);
      continue;
    }
    tooltip = g_strdup_printf (_ ("Select %s"), words);
    gtk_box_append (GTK_BOX (box), new_chip (body->hue));
    gtk_box_append (GTK_BOX (box), label);
    button = gtk_button_new ();
    gtk_button_set_child (GTK_BUTTON (button), box);
    gtk_widget_add_css_class (button, "flat");
    gtk_widget_add_css_class (button, "body-chip");
    gtk_widget_set_tooltip_text (button, tooltip);
    gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                    -1);
    g_signal_connect (button, "clicked", G_CALLBACK (body_clicked_cb), GINT_TO_POINTER (ids[i]));
    gtk_box_append (GTK_BOX (row), button);
  }
  lw_inspector_add (self, row);
}

void
lw_inspector_add_header (LwInspector *self,
                         LwElementRef target,
                         const char *icon_name,
                         const char *words,
                         const LwFieldSpec *name,
                         const LwFieldSpec *enabled)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);
  GtkWidget *middle = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *label = gtk_label_new (words);

  gtk_widget_add_css_class (header, "header");
  gtk_widget_add_css_class (icon, "badge");
  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (middle, TRUE);
  gtk_box_append (GTK_BOX (middle), lw_field_new_bare (self->document, target, name));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "words");
  gtk_box_append (GTK_BOX (middle), label);
  gtk_box_append (GTK_BOX (header), icon);
  gtk_box_append (GTK_BOX (header), middle);
  if (enabled != NULL) {
    GtkWidget *field = lw_field_new_bare (self->document, target, enabled);

    gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
    gtk_box_append (GTK_BOX (header), field);
  }
  gtk_box_append (self->content, header);
}

// ---- building -------------------------------------------------------------------------------

/// Everything that decides which rows there are, or that they show without being fields.
static char *
dup_structure (LwInspector *self)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  LwElementRef target = lw_selection_get_last (self->selection);
  GString *string = g_string_new (NULL);
  const LwBody *body = lw_mechanism_find_body (mechanism, target.id);
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, target.id);
  int ids[2] = { MBD_GROUND, MBD_GROUND };

  g_string_printf (string, "%p %d %d", (gpointer) self->document, target.kind, target.id);
  if (target.kind == LW_SELECTION_BODY)
    g_string_append_printf (string, " %d", body->def.mobility);
  if (target.kind == LW_SELECTION_COUPLING) {
    g_string_append_printf (string, " %x %d %d", coupling->def.locked, coupling->def.enabled,
                            coupling->def.stabilisation);
    ids[0] = coupling->def.body_a;
    ids[1] = coupling->def.body_b;
  }
  if (target.kind == LW_SELECTION_FORCE) {
    ids[0] = lw_mechanism_find_force (mechanism, target.id)->def.body_a;
    ids[1] = lw_mechanism_find_force (mechanism, target.id)->def.body_b;
  }
  if (target.kind == LW_SELECTION_TRACER)
    ids[0] = lw_mechanism_find_tracer (mechanism, target.id)->body;
  for (int i = 0; i < 2; i++) {
    const LwBody *joined = lw_mechanism_find_body (mechanism, ids[i]);
    g_autofree char *name = lw_inspector_dup_body_name (self, ids[i]);

    g_string_append_printf (string, " %s %d", name, joined != NULL ? (int) joined->hue : -1);
  }
  return g_string_free (string, FALSE);
}

static void
build (LwInspector *self)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  LwElementRef target = lw_selection_get_last (self->selection);

  switch (target.kind) {
  case LW_SELECTION_BODY:
    lw_inspector_build_body (self, lw_mechanism_find_body (mechanism, target.id));
    break;
  case LW_SELECTION_COUPLING:
    lw_inspector_build_coupling (self, lw_mechanism_find_coupling (mechanism, target.id));
    break;
  case LW_SELECTION_FORCE:
    lw_inspector_build_force (self, lw_mechanism_find_force (mechanism, target.id));
    break;
  case LW_SELECTION_TRACER:
    lw_inspector_build_tracer (self, lw_mechanism_find_tracer (mechanism, target.id));
    break;
  case LW_SELECTION_NONE:
    lw_inspector_build_mechanism (self);
    break;
  }
}

static void
rebuild (LwInspector *self)
{
  GtkWidget *child;

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_ptr_array_set_size (self->live, 0);
  g_clear_pointer (&self->structure, g_free);
  self->card = NULL;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->content))) != NULL)
    gtk_box_remove (self->content, child);
  if (self->player == NULL || self->document == NULL || self->selection == NULL)
    return;
  lw_selection_keep (self->selection, lw_inspector_get_mechanism (self));
  self->structure = dup_structure (self);
  build (self);
  update_live (self);
}

static gboolean
rebuild_cb (gpointer data)
{
  LwInspector *self = data;

  self->rebuild_id = 0;
  rebuild (self);
  return G_SOURCE_REMOVE;
}

static void
refresh_fields (GtkWidget *widget)
{
  if (LW_IS_FIELD (widget)) {
    lw_field_refresh (LW_FIELD (widget));
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    refresh_fields (child);
}

/// After an edit: the rows stay when they can. They are never taken away under an entry that is
/// just telling about its edit.
static void
follow (LwInspector *self)
{
  g_autofree char *structure = NULL;

  if (self->player == NULL || self->document == NULL || self->selection == NULL
      || self->structure == NULL) {
    rebuild (self);
    return;
  }
  lw_selection_keep (self->selection, lw_inspector_get_mechanism (self));
  structure = dup_structure (self);
  if (g_str_equal (structure, self->structure) && find_live_again (self)) {
    refresh_fields (GTK_WIDGET (self->content));
    update_live (self);
    return;
  }
  g_ptr_array_set_size (self->live, 0);
  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add (rebuild_cb, self);
}

// ---- public ---------------------------------------------------------------------------------

void
lw_inspector_set_selection (LwInspector *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (rebuild), self);
  rebuild (self);
}

void
lw_inspector_set_document (LwInspector *self, LwDocument *document)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  if (g_set_object (&self->document, document))
    rebuild (self);
}

void
lw_inspector_set_player (LwInspector *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  if (self->player == player)
    return;
  g_clear_handle_id (&self->live_id, g_source_remove);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL) {
    g_signal_connect_swapped (player, "moved", G_CALLBACK (moved_cb), self);
    g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (moved_cb), self);
    // The same player goes on when only words have changed.
    g_signal_connect_swapped (player, "curves-changed", G_CALLBACK (follow), self);
  }
  follow (self);
}

static LwField *
find_field (GtkWidget *widget)
{
  if (LW_IS_FIELD (widget))
    return LW_FIELD (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    LwField *found = find_field (child);

    if (found != NULL)
      return found;
  }
  return NULL;
}

void
lw_inspector_edit_name (LwInspector *self)
{
  LwField *field;

  g_return_if_fail (LW_IS_INSPECTOR (self));

  field = find_field (GTK_WIDGET (self->content));
  if (field != NULL)
    gtk_widget_grab_focus (lw_field_get_editor (field));
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_inspector_map (GtkWidget *widget)
{
  LwInspector *self = LW_INSPECTOR (widget);

  GTK_WIDGET_CLASS (lw_inspector_parent_class)->map (widget);
  if (self->player != NULL)
    update_live (self);
}

static void
lw_inspector_dispose (GObject *object)
{
  LwInspector *self = LW_INSPECTOR (object);

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_clear_handle_id (&self->live_id, g_source_remove);
  g_ptr_array_set_size (self->live, 0);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->document);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_inspector_parent_class)->dispose (object);
}

static void
lw_inspector_finalize (GObject *object)
{
  LwInspector *self = LW_INSPECTOR (object);

  g_ptr_array_unref (self->live);
  g_free (self->structure);

  G_OBJECT_CLASS (lw_inspector_parent_class)->finalize (object);
}

static void
lw_inspector_class_init (LwInspectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = lw_inspector_dispose;
  object_class->finalize = lw_inspector_finalize;
  GTK_WIDGET_CLASS (klass)->map = lw_inspector_map;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
}

static void
lw_inspector_init (LwInspector *self)
{
  self->live = g_ptr_array_new_with_free_func (live_row_free);
  self->look = lw_look_dup_default ();
  g_signal_connect_object (self->look, "units-changed", G_CALLBACK (rebuild), self,
                           G_CONNECT_SWAPPED);
  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class (GTK_WIDGET (self->content), "content");
  gtk_scrolled_window_set_policy (self->scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scrolled, GTK_WIDGET (self->content));
  gtk_widget_set_vexpand (GTK_WIDGET (self->scrolled), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->scrolled), TRUE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->scrolled));
}
