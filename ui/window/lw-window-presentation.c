// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presentation, readable with a projector from the last row of a classroom. No chrome and no grid;
// mechanism and first plot side by side, with everything in them enlarged; title and first sentence
// of the notes; a transport that fades while the pointer does not move.

#include <glib/gi18n.h>

#include "lw-lesson-shelf.h"
#include "lw-plot-view.h"
#include "lw-window-private.h"

/// State of this file.
struct _LwPresentation
{
  bool active;
  bool fullscreen_before; ///< state before the presentation
  guint fade_id;
  GtkLabel *title;
  GtkLabel *subtitle;
};

/// Enlargement of the canvas on a screen 800 px high: labels of 12 px become 21 px, strokes of 2 px
/// become 3.5 px. On other screens it is proportional to the height.
#define CANVAS_SCALE 1.75
/// Enlargement of the plots: axis numbers of 11 px become 18.7 px.
#define PLOTS_SCALE 1.7
#define USUAL_HEIGHT 800.0
#define LEAST_GROWTH 1.0
#define LARGEST_GROWTH 2.5
#define LARGE 1.25       ///< growth from which title, transport and toasts are larger too
#define CANVAS_PART 0.64 ///< fraction of the width
#define FADE_SECONDS 3
#define TRANSPORT_WIDTH 660
#define LARGE_TRANSPORT_WIDTH 920
#define SUBTITLE_LENGTH 110 ///< characters; limit for the first sentence of the notes

// ---- words ----------------------------------------------------------------------------------

/// Returns the first sentence of the notes.
static char *
dup_subtitle (const char *notes)
{
  const char *end = strpbrk (notes, ".:\n");
  g_autofree char *first = end != NULL && *end == '.' ? g_strndup (notes, (gsize) (end - notes) + 1)
                           : end != NULL              ? g_strndup (notes, (gsize) (end - notes))
                                                      : g_strdup (notes);
  g_autofree char *part = NULL;

  if (g_utf8_strlen (first, -1) <= SUBTITLE_LENGTH)
    return g_steal_pointer (&first);
  part = g_utf8_substring (first, 0, SUBTITLE_LENGTH);
  return g_strconcat (part, "…", NULL);
}

static void
show_words (LwWindow *self)
{
  const LwMechanism *mechanism = lw_player_get_mechanism (lw_window_get_shown_player (self));
  g_autofree char *subtitle = dup_subtitle (lw_mechanism_get_notes (mechanism));

  gtk_label_set_text (self->presentation->title, lw_mechanism_get_title (mechanism));
  gtk_label_set_text (self->presentation->subtitle, subtitle);
  gtk_widget_set_visible (GTK_WIDGET (self->presentation->subtitle), *subtitle != '\0');
}

void
lw_window_set_lesson_markup (GtkLabel *label, const char *text)
{
  g_autofree char *markup = lw_lesson_dup_markup (text);

  gtk_label_set_markup (label, markup);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

void
lw_window_present_words (LwWindow *self, const char *title, const char *subtitle)
{
  lw_window_set_lesson_markup (self->presentation->title, title);
  lw_window_set_lesson_markup (self->presentation->subtitle, subtitle);
}

GtkBox *
lw_window_get_presented_words (LwWindow *self)
{
  return GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->presentation->title)));
}

// ---- fading ---------------------------------------------------------------------------------

static gboolean
fade_cb (gpointer data)
{
  LwWindow *self = data;

  self->presentation->fade_id = 0;
  gtk_widget_add_css_class (GTK_WIDGET (self), "faded");
  return G_SOURCE_REMOVE;
}

static void
stay (LwWindow *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self), "faded");
  g_clear_handle_id (&self->presentation->fade_id, g_source_remove);
  if (self->presentation->active)
    self->presentation->fade_id = g_timeout_add_seconds (FADE_SECONDS, fade_cb, self);
}

static void
motion_cb (LwWindow *self)
{
  if (self->presentation->active)
    stay (self);
}

// ---- parts ----------------------------------------------------------------------------------

/// Sets sizes that depend on the size of the window, once it has been allocated.
static void
place_plot (LwWindow *self)
{
  const int position = (int) (CANVAS_PART * gtk_widget_get_width (GTK_WIDGET (self->paned)));
  const int height = gtk_widget_get_height (GTK_WIDGET (self));
  const double growth =
    height > 0 ? CLAMP (height / USUAL_HEIGHT, LEAST_GROWTH, LARGEST_GROWTH) : 1;

  if (self->presentation->active && growth >= LARGE)
    gtk_widget_add_css_class (GTK_WIDGET (self), "large");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "large");
  gtk_widget_set_size_request (lw_window_get_panel (self, LW_PANEL_TRANSPORT),
                               !self->presentation->active ? -1
                               : growth >= LARGE           ? LARGE_TRANSPORT_WIDTH
                                                           : TRANSPORT_WIDTH,
                               -1);
  lw_magnifier_set_scale (self->canvas_magnifier,
                          self->presentation->active ? growth * CANVAS_SCALE : 1);
  lw_magnifier_set_scale (self->plots_magnifier,
                          self->presentation->active ? growth * PLOTS_SCALE : 1);
  if (self->presentation->active && gtk_paned_get_position (self->paned) != position)
    gtk_paned_set_position (self->paned, position);
}

static void
place_parts (LwWindow *self)
{
  const bool presenting = self->presentation->active;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), presenting
                                                                  ? GTK_ORIENTATION_HORIZONTAL
                                                                  : GTK_ORIENTATION_VERTICAL);
  lw_window_keep_dock (self, presenting);
  place_plot (self);
  gtk_widget_set_halign (lw_window_get_panel (self, LW_PANEL_TRANSPORT),
                         presenting ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
  lw_canvas_set_bare (lw_window_get_canvas (self), presenting);
  lw_canvas_zoom_to_fit (lw_window_get_canvas (self));
}

bool
lw_window_is_presenting (LwWindow *self)
{
  // The template reads this property before the state exists.
  return self->presentation != NULL && self->presentation->active;
}

void
lw_window_set_presenting (LwWindow *self, bool presenting)
{
  presenting = presenting && lw_window_get_shown_player (self) != NULL
               && lw_window_get_layout (self) != LW_LAYOUT_NARROW;
  if (presenting == self->presentation->active)
    return;
  self->presentation->active = presenting;
  if (presenting) {
    show_words (self);
    gtk_widget_add_css_class (GTK_WIDGET (self), "presenting");
    self->presentation->fullscreen_before = gtk_window_is_fullscreen (GTK_WINDOW (self));
    gtk_window_fullscreen (GTK_WINDOW (self));
  } else {
    gtk_widget_remove_css_class (GTK_WIDGET (self), "presenting");
    if (!self->presentation->fullscreen_before)
      gtk_window_unfullscreen (GTK_WINDOW (self));
  }
  gtk_widget_set_visible (lw_window_get_panel (self, LW_PANEL_HEADER), !presenting);
  gtk_widget_set_visible (lw_window_get_panel (self, LW_PANEL_STATUS), !presenting);
  gtk_widget_set_visible (lw_window_get_panel (self, LW_PANEL_NOTES), !presenting);
  gtk_widget_set_visible (gtk_widget_get_parent (GTK_WIDGET (self->presentation->title)),
                          presenting);
  lw_plots_dock_show_first (LW_PLOTS_DOCK (lw_window_get_panel (self, LW_PANEL_DOCK)),
                            self->presentation->active);
  lw_window_update_parts (self);
  lw_window_update_tools (self);
  place_parts (self);
  stay (self);
  // Without a header bar nothing else says it.
  if (presenting)
    lw_toasts_say (lw_window_get_toasts (self),
                   _ ("Esc leaves the presentation; F8 shows the equations."));
}

// ---- keys -----------------------------------------------------------------------------------

/// Overlays switched by the digits from 1, the most useful in lessons first.
static const struct
{
  LwOverlays overlay;
  const char *name;
} digits[] = {
  { LW_OVERLAY_REACTIONS, N_ ("Reactions") },
  { LW_OVERLAY_LOADS, N_ ("Applied Loads") },
  { LW_OVERLAY_VELOCITIES, N_ ("Velocities") },
  { LW_OVERLAY_ACCELERATIONS, N_ ("Accelerations") },
  { LW_OVERLAY_TRACES, N_ ("Paths") },
  { LW_OVERLAY_GHOSTS, N_ ("Earlier Poses") },
  { LW_OVERLAY_MASSES, N_ ("Centres of Mass") },
  { LW_OVERLAY_CENTRES, N_ ("Instantaneous Centres") },
  { LW_OVERLAY_ERRORS, N_ ("Open Joints") },
};

static gboolean
digit_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwWindow *self = LW_WINDOW (widget);
  const guint index = GPOINTER_TO_UINT (data);
  g_autofree char *sentence = NULL;
  unsigned overlays;

  if (!self->presentation->active)
    return GDK_EVENT_PROPAGATE;
  overlays =
    (unsigned) lw_canvas_get_overlays (lw_window_get_canvas (self)) ^ digits[index].overlay;
  lw_canvas_set_overlays (lw_window_get_canvas (self), (LwOverlays) overlays);
  // Translators: an overlay that is now shown, or hidden
  sentence = g_strdup_printf (overlays & digits[index].overlay ? _ ("%s: shown") : _ ("%s: hidden"),
                              _ (digits[index].name));
  lw_toasts_say (lw_window_get_toasts (self), sentence);
  return GDK_EVENT_STOP;
}

static void
add_digits (GtkShortcutController *keys)
{
  for (guint i = 0; i < G_N_ELEMENTS (digits); i++) {
    const guint keyvals[] = { GDK_KEY_1 + i, GDK_KEY_KP_1 + i };

    for (guint k = 0; k < G_N_ELEMENTS (keyvals); k++)
      gtk_shortcut_controller_add_shortcut (
        keys, gtk_shortcut_new (gtk_keyval_trigger_new (keyvals[k], 0),
                                gtk_callback_action_new (digit_cb, GUINT_TO_POINTER (i), NULL)));
  }
}

// ---- setting up -----------------------------------------------------------------------------

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwWindow *self = LW_WINDOW (widget);

  if (!self->presentation->active)
    return GDK_EVENT_PROPAGATE;
  g_object_set (self, "presenting", FALSE, NULL);
  return GDK_EVENT_STOP;
}

static void
add_words (LwWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *labels[] = { gtk_label_new (NULL), gtk_label_new (NULL) };

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++) {
    gtk_label_set_xalign (GTK_LABEL (labels[i]), 0);
    gtk_label_set_wrap (GTK_LABEL (labels[i]), TRUE);
    gtk_box_append (GTK_BOX (box), labels[i]);
  }
  self->presentation->title = GTK_LABEL (labels[0]);
  self->presentation->subtitle = GTK_LABEL (labels[1]);
  gtk_widget_add_css_class (labels[0], "title");
  gtk_widget_add_css_class (labels[1], "subtitle");
  gtk_widget_add_css_class (box, "presented");
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_widget_set_can_target (box, FALSE);
  gtk_widget_set_visible (box, FALSE);
  lw_window_lay_over_canvas (self, box);
}

void
lw_window_add_presentation (LwWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->presentation = g_new0 (LwPresentation, 1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_callback_action_new (escape_cb, NULL, NULL)));
  add_digits (GTK_SHORTCUT_CONTROLLER (keys));
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_object (self->paned, "notify::max-position", G_CALLBACK (place_plot), self,
                           G_CONNECT_SWAPPED);
  add_words (self);
}

void
lw_window_release_presentation (LwWindow *self)
{
  g_clear_handle_id (&self->presentation->fade_id, g_source_remove);
}
