// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of the main window that are shown at each size. Below 900 px the sidebar folds over the
// canvas; below 600 px one part is shown at a time, chosen at the bottom; in a low window the plots
// start hidden. Below 1100 px the tools have no labels.

#include "lw-appearance.h"
#include "lw-popover-release.h"
#include "lw-settings.h"
#include "lw-window-private.h"

#define FOLDED_BELOW 900
#define NARROW_BELOW 600
#define ICONS_BELOW 1100
#define PLOTS_HIDDEN_BELOW 650
#define TRANSPORT_SHORT_BELOW                                                                      \
  600 ///< width of the transport itself, px in letters of the usual size
#define TRANSPORT_NARROW_BELOW 520

struct _LwShownParts
{
  LwLayout layout;
  char *part; ///< shown in a narrow window: canvas, plots, inspector
  bool plots, sidebar, hood;
  bool plots_when_high;   ///< setting for when the window is high enough again
  bool sidebar_when_wide; ///< setting for when the window is wide enough again
  bool low;
  bool icons_only; ///< in the palette
  int width;       ///< px, for which the layout was chosen
  bool dock_placed;
};

static bool
part_is (LwWindow *self, const char *part)
{
  return g_str_equal (self->shown->part, part);
}

// ---- header bar -------------------------------------------------------------------------------

/// State of the window in which a button of the header bar is shown.
typedef enum
{
  AT_START, ///< the start page
  IN_WIDE,
  IN_NARROW,
} Place;

/// Buttons that are not shown everywhere, by their names in the template. `offset`: of the member that
/// holds it, if other files use it.
static const struct
{
  const char *name;
  Place place;
  gssize offset;
} buttons[] = {
  { "search_button", AT_START },
  { "open_button", IN_WIDE, G_STRUCT_OFFSET (LwWindow, open_button) },
  { "narrow_open_button", IN_NARROW },
  { "new_button", IN_WIDE },
  { "hood_button", IN_WIDE },
  { "sidebar_button", IN_WIDE },
  { "plots_button", IN_WIDE },
  { "overlays_button", IN_WIDE, G_STRUCT_OFFSET (LwWindow, overlays_button) },
};

void
lw_window_bind_header (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    gtk_widget_class_bind_template_child_full (widget_class, buttons[i].name, FALSE,
                                               buttons[i].offset);
}

/// Updates the header bar: the start page has its own buttons, and a narrow window has little room.
void
lw_window_update_header (LwWindow *self)
{
  bool started = lw_window_get_shown_player (self) == NULL;
  bool narrow = self->shown->layout == LW_LAYOUT_NARROW;
  const Place place = started ? AT_START : narrow ? IN_NARROW : IN_WIDE;

  // A title centred strictly makes both sides as wide as the wider one.
  adw_header_bar_set_centering_policy (self->header_bar, narrow ? ADW_CENTERING_POLICY_LOOSE
                                                                : ADW_CENTERING_POLICY_STRICT);
  // Windows on a phone are not resized; the title needs the room.
  adw_header_bar_set_decoration_layout (self->header_bar, narrow ? ":close" : NULL);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++) {
    GObject *button =
      gtk_widget_get_template_child (GTK_WIDGET (self), LW_TYPE_WINDOW, buttons[i].name);

    gtk_widget_set_visible (GTK_WIDGET (button), buttons[i].place == place);
  }
  lw_window_update_edit (self);
}

/// Returns the room for the transport beside palette and sidebar or panel.
static LwTransportRoom
find_transport_room (LwWindow *self)
{
  const bool beside = self->shown->layout == LW_LAYOUT_WIDE && !lw_window_is_presenting (self)
                      && (self->shown->sidebar || self->shown->hood);
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();
  int palette = 0, sidebar = 0;
  double room;

  if (self->shown->layout == LW_LAYOUT_NARROW)
    return LW_TRANSPORT_NARROW;
  // Above the canvas, the time bar also needs most of the room.
  if (lw_window_is_presenting (self))
    return LW_TRANSPORT_SHORT;
  if (beside)
    gtk_widget_get_size_request (self->sidebar, &sidebar, NULL);
  gtk_widget_measure (lw_window_get_panel (self, LW_PANEL_PALETTE), GTK_ORIENTATION_HORIZONTAL, -1,
                      &palette, NULL, NULL, NULL);
  room = (self->shown->width - palette - sidebar) / lw_appearance_get_letters (look);
  return room < TRANSPORT_NARROW_BELOW  ? LW_TRANSPORT_NARROW
         : room < TRANSPORT_SHORT_BELOW ? LW_TRANSPORT_SHORT
                                        : LW_TRANSPORT_WIDE;
}

/// Shows the parts that the layout, the chosen part and the toggles require.
void
lw_window_uncover_canvas (LwWindow *self)
{
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
}

void
lw_window_update_parts (LwWindow *self)
{
  bool narrow = self->shown->layout == LW_LAYOUT_NARROW;
  bool canvas = !narrow || part_is (self, "canvas");
  bool plots = narrow
                 ? part_is (self, "plots")
                 : self->shown->plots && !(lw_window_is_presenting (self) && self->shown->hood);

  gtk_widget_set_visible (lw_window_get_panel (self, LW_PANEL_CANVAS), canvas);
  gtk_widget_set_visible (lw_window_get_panel (self, LW_PANEL_DOCK), plots);
  // Without the canvas the plots get all the room.
  gtk_paned_set_resize_start_child (self->paned, canvas);
  gtk_paned_set_resize_end_child (self->paned, !canvas);
  if (!canvas)
    gtk_paned_set_position (self->paned, 0);
  self->shown->dock_placed = self->shown->dock_placed && canvas;
  lw_window_place_sheet (self);
  lw_window_update_hood (self);
  lw_transport_set_room (self->transport, find_transport_room (self));
  adw_flap_set_reveal_flap (
    self->flap, narrow
                  ? part_is (self, "inspector")
                  : self->shown->hood || (self->shown->sidebar && !lw_window_is_presenting (self)));
}

/// Moves the status line: in a narrow window it is a chip on the canvas.
static void
move_status_line (LwWindow *self, bool onto_canvas)
{
  GtkWidget *line = lw_window_get_panel (self, LW_PANEL_STATUS);
  GtkWidget *parent = gtk_widget_get_parent (line);
  bool is_there = parent == lw_window_get_panel (self, LW_PANEL_CANVAS);

  if (is_there == onto_canvas)
    return;
  lw_popover_release (line);
  g_object_ref (line);
  if (onto_canvas) {
    gtk_box_remove (self->mechanism_box, line);
    gtk_overlay_add_overlay (self->canvas_overlay, line);
  } else {
    gtk_overlay_remove_overlay (self->canvas_overlay, line);
    gtk_box_append (self->mechanism_box, line);
  }
  g_object_unref (line);
  gtk_widget_set_halign (line, onto_canvas ? GTK_ALIGN_START : GTK_ALIGN_FILL);
  gtk_widget_set_valign (line, onto_canvas ? GTK_ALIGN_START : GTK_ALIGN_FILL);
  lw_status_line_set_compact (LW_STATUS_LINE (lw_window_get_panel (self, LW_PANEL_STATUS)),
                              onto_canvas);
}

static void
set_css_class (LwWindow *self, const char *name, bool set)
{
  if (set)
    gtk_widget_add_css_class (GTK_WIDGET (self), name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), name);
}

static void
apply_layout (LwWindow *self, LwLayout layout)
{
  bool narrow = layout == LW_LAYOUT_NARROW;
  bool was_wide = self->shown->layout == LW_LAYOUT_WIDE;

  if (was_wide && layout != LW_LAYOUT_WIDE) {
    self->shown->sidebar_when_wide = self->shown->sidebar;
    self->shown->sidebar = false;
  } else if (!was_wide && layout == LW_LAYOUT_WIDE)
    self->shown->sidebar = self->shown->sidebar_when_wide;
  self->shown->layout = layout;

  adw_flap_set_fold_policy (self->flap, layout == LW_LAYOUT_WIDE ? ADW_FLAP_FOLD_POLICY_NEVER
                                                                 : ADW_FLAP_FOLD_POLICY_ALWAYS);
  gtk_widget_set_hexpand (self->sidebar, narrow);
  gtk_widget_set_visible (self->switcher, narrow);
  lw_canvas_set_compact (lw_window_get_canvas (self), narrow);
  gtk_widget_set_halign (gtk_widget_get_parent (GTK_WIDGET (self->selection_card)),
                         narrow ? GTK_ALIGN_FILL : GTK_ALIGN_START);
  lw_window_update_card (self);
  lw_window_update_header (self);
  lw_plots_dock_set_stacked (LW_PLOTS_DOCK (lw_window_get_panel (self, LW_PANEL_DOCK)), narrow);
  // Plots that do not fit beside, or below, each other are scrolled.
  gtk_scrolled_window_set_policy (self->plots_scroll,
                                  narrow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC,
                                  narrow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  move_status_line (self, narrow);
  set_css_class (self, "narrow", narrow);
  lw_start_page_set_narrow (self->start_page, layout != LW_LAYOUT_WIDE);
  lw_window_update_parts (self);
  g_object_notify (G_OBJECT (self), "show-sidebar");
}

void
lw_window_fit_layout (LwWindow *self, int width, int height)
{
  LwLayout layout = width < NARROW_BELOW   ? LW_LAYOUT_NARROW
                    : width < FOLDED_BELOW ? LW_LAYOUT_FOLDED
                                           : LW_LAYOUT_WIDE;
  bool low = height < PLOTS_HIDDEN_BELOW;

  if (low != self->shown->low) {
    self->shown->low = low;
    g_object_set (self, "show-plots", !low && self->shown->plots_when_high, NULL);
  }
  if (layout != self->shown->layout)
    apply_layout (self, layout);
  self->shown->width = width;
  self->shown->icons_only = width < ICONS_BELOW;
  lw_window_update_tools (self);
  lw_transport_set_room (self->transport, find_transport_room (self));
}

// ---- the dock of the plots --------------------------------------------------------------------

/// The paned measures from the top, while the dock has a height.
void
lw_window_place_dock (LwWindow *self)
{
  int height = LW_PLOTS_DOCK_HEIGHT;
  int maximum_position;

  g_object_get (self->paned, "max-position", &maximum_position, NULL);
  if (self->shown->dock_placed || self->shown->layout == LW_LAYOUT_NARROW || maximum_position <= 0
      || maximum_position == G_MAXINT)
    return;
  if (lw_settings_has_key (self->settings, "plots-height"))
    height = g_settings_get_int (self->settings, "plots-height");
  gtk_paned_set_position (self->paned,
                          MAX (maximum_position + LW_PLOTS_DOCK_MINIMUM_HEIGHT - height, 0));
  self->shown->dock_placed = true;
}

void
lw_window_keep_dock (LwWindow *self, bool placed)
{
  self->shown->dock_placed = placed;
}

// ---- state ------------------------------------------------------------------------------------

void
lw_window_add_layout (LwWindow *self)
{
  self->shown = g_new (LwShownParts, 1);
  *self->shown = (LwShownParts){
    .part = g_strdup ("canvas"),
    .plots = true,
    .plots_when_high = true,
    .sidebar_when_wide = true,
  };
}

void
lw_window_forget_layout (LwWindow *self)
{
  g_free (self->shown->part);
  g_clear_pointer (&self->shown, g_free);
}

LwLayout
lw_window_get_layout (LwWindow *self)
{
  return self->shown->layout;
}

int
lw_window_get_layout_width (LwWindow *self)
{
  return self->shown->width;
}

bool
lw_window_is_low (LwWindow *self)
{
  return self->shown->low;
}

bool
lw_window_has_icons_only (LwWindow *self)
{
  return self->shown->icons_only;
}

static bool *
shown_of (LwWindow *self, LwShownPart part)
{
  bool *const parts[] = { &self->shown->plots, &self->shown->sidebar, &self->shown->hood };

  return parts[part];
}

bool
lw_window_get_shown (LwWindow *self, LwShownPart part)
{
  return *shown_of (self, part);
}

void
lw_window_set_shown (LwWindow *self, LwShownPart part, bool shown)
{
  *shown_of (self, part) = shown;
  if (part == LW_SHOWN_PLOTS && !self->shown->low)
    self->shown->plots_when_high = shown;
  lw_window_update_parts (self);
}

const char *
lw_window_get_part (LwWindow *self)
{
  return self->shown->part;
}

void
lw_window_set_part (LwWindow *self, const char *part)
{
  char *before = self->shown->part;

  self->shown->part = g_strdup (part);
  g_free (before);
  lw_window_update_parts (self);
}

void
lw_window_store_shown (LwWindow *self, LwProjectView *view)
{
  view->show_plots = self->shown->plots_when_high;
  view->show_sidebar =
    self->shown->layout == LW_LAYOUT_WIDE ? self->shown->sidebar : self->shown->sidebar_when_wide;
}

void
lw_window_apply_shown (LwWindow *self, const LwProjectView *view)
{
  self->shown->plots_when_high = view->show_plots;
  if (!self->shown->low)
    g_object_set (self, "show-plots", view->show_plots, NULL);
  if (self->shown->layout == LW_LAYOUT_WIDE)
    g_object_set (self, "show-sidebar", view->show_sidebar, NULL);
  self->shown->sidebar_when_wide = view->show_sidebar;
}
