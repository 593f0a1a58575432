// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the plot view, shared by its files.

#pragma once

#include <adwaita.h>

#include "lw-document.h"
#include "lw-appearance.h"
#include "lw-plot-view.h"
#include "lw-plot.h"

G_BEGIN_DECLS

/// State that the cached picture of the plot shows.
typedef struct
{
  const LwRecording *recording; ///< only compared, not dereferenced
  double recorded_time;
  double derived_time; ///< time up to which the curves have values, mean of all curves
  guint spectrum_id;   ///< timeout of the next update
  guint n_spectra;     ///< number of spectra computed so far
  LwPlotRange range;
  int width, height, factor;
  bool paused;
} LwPlotPicture;

typedef enum
{
  LW_PLOT_DRAG_NONE,
  LW_PLOT_DRAG_SCRUB,
  LW_PLOT_DRAG_PAN,
  LW_PLOT_DRAG_X_AXIS,
  LW_PLOT_DRAG_Y_AXIS,
  LW_PLOT_DRAG_RIGHT_AXIS,
} LwPlotDrag;

struct _LwPlotView
{
  GtkWidget parent_instance;

  // Owned
  LwPlayer *player;
  GSignalGroup *following; ///< signals of the player
  LwDocument *document;    ///< NULL if the layout cannot be changed
  LwAppearance *look;
  GArray *curves;     ///< array of LwPlotCurve: curves of the shown run, then of the others
  GArray *channels;   ///< array of guint: their channels
  GArray *runs;       ///< array of guint: their runs; 0 is the shown one
  GArray *spectra;    ///< their spectra
  GHashTable *hidden; ///< set of names of hidden curves, including removed ones
  GPtrArray *labels;  ///< labels of curves of other runs
  GArray *events;     ///< array of LwPlotEvent
  LwChannels *channel_list;
  GVariant *against_state; ///< entry of the horizontal axis in the layout; "" means time
  GskRenderNode *node;     ///< plot without the displayed time; NULL if it must be redrawn
  GtkWidget *menu_button;
  GtkWidget *help_button; ///< left of it
  GtkWidget *popover;     ///< menu of a right click
  GtkWidget *chooser;     ///< list of channels
  GtkWidget *status;      ///< message if nothing can be drawn; NULL if there has been none
  GtkWidget *status_label;
  GActionMap *actions;
  char *menu_words; ///< content of the menus; NULL if they have to be created again
  char *y_unit;     ///< unit of the range at the left, kept while there are no curves
  char *right_unit;

  char *title;
  char *problem;    ///< error in the layout; NULL if there is none
  char *x_quantity; ///< NULL for time

  LwPlot plot;
  guint n_own; ///< number of curves of the shown run
  LwAgainst against;
  int x_channel;
  bool can_be_equal; ///< true if both axes are lengths
  guint spectrum_id; ///< timeout of the next spectrum
  guint n_spectra;
  LwPlotPicture picture;
  LwPlotFrame frame; ///< placement of the plot in the last drawing
  LwPlotRange range;
  double duration; ///< s, duration of the run to which the range applies
  guint index;     ///< index of the plot in the layout
  double pointer_x, pointer_y;
  LwPlotDrag drag;
  LwPlotRange drag_range; ///< range when the drag began
  LwPlotFrame drag_frame;
  bool moved; ///< true if the drag has moved too far for a click
};

/// Width of the title line reserved for the menu button, px.
#define LW_PLOT_VIEW_MENU_ROOM 44

void lw_plot_view_init_curves (LwPlotView *self);
void lw_plot_view_clear_curves (LwPlotView *self);
/// Adopts a layout. Keeps how the plot is viewed.
void lw_plot_view_take_layout (LwPlotView *self, const LwPlotCurves *layout);
void lw_plot_view_toggle_curve (LwPlotView *self, guint curve);
/// Switches what the entry of a curve in the legend stands for: the curve, or all of its run.
void lw_plot_view_toggle_entry (LwPlotView *self, guint curve);
/// Finds the columns of the curves. Returns the time up to which they have values, s: the mean of
/// all curves.
double lw_plot_view_find_columns (LwPlotView *self);
void lw_plot_view_grown (LwPlotView *self); ///< called when there may be more values
bool lw_plot_view_has_values (LwPlotView *self);
const LwChannel *lw_plot_view_get_channel (LwPlotView *self, guint curve);
bool lw_plot_view_is_over_time (LwPlotView *self); ///< not over frequency or a value
void lw_plot_view_add_gestures (LwPlotView *self);
void lw_plot_view_add_menu (LwPlotView *self);
void lw_plot_view_remove_menu (LwPlotView *self);
/// Updates the menu after a change of the layout, and closes popovers of the previous layout.
void lw_plot_view_update_menu (LwPlotView *self);
void lw_plot_view_add_export_actions (LwPlotView *self);
void lw_plot_view_add_legend_action (LwPlotView *self);
/// Returns a menu that explains the values of each curve.
GMenuModel *lw_plot_view_create_explain_menu (LwPlotView *self);
/// Shows a popover under the title, in place of the previous one.
void lw_plot_view_show_popover (LwPlotView *self, GtkWidget *popover);
typedef void (*LwPlotLayoutFunc) (LwPlotView *self,
                                  GArray *layouts,
                                  LwPlotLayout *layout,
                                  void *data);
/// Edits the layouts of all plots as one undo step; `layout` is that of this plot. The view may
/// have been freed afterwards.
void lw_plot_view_edit (LwPlotView *self, const char *step, LwPlotLayoutFunc change, void *data);
void lw_plot_view_say (LwPlotView *self, const char *message);
void lw_plot_view_add_drop (LwPlotView *self);
/// Adds the tooltip for the events at their ticks in the last drawing, and for the legend.
void lw_plot_view_add_events (LwPlotView *self);
/// Sets the events of the shown run as ticks of a plot; borrowed until the next call.
void lw_plot_view_take_events (LwPlotView *self, LwPlot *plot);
/// Shows why nothing is drawn, or hides the message.
void lw_plot_view_update_status (LwPlotView *self);
void lw_plot_view_allocate_status (LwPlotView *self, int width, int height);
/// Returns the popover for a formula. `entry`: the definition to change; NULL for a new one.
GtkWidget *lw_plot_view_new_formula (LwPlotView *self, const char *entry);
/// Replaces the entry `before` by `entry`, whose unit is `unit`; adds it to the plot if `before` is
/// NULL.
void lw_plot_view_take_formula (LwPlotView *self,
                                const char *before,
                                const char *entry,
                                const char *unit);
/// Returns true if both axes have other units, which a message reports, and there is room for
/// another plot.
bool lw_plot_view_needs_own_plot (LwPlotView *self, const char *unit);
/// Draws everything again, not only the displayed time.
void lw_plot_view_redraw (LwPlotView *self);
/// Sets the plot as it is exported: without cursor, every sample is a point. Borrowed until the next
/// change.
void lw_plot_view_take_plot (LwPlotView *self, LwPlot *plot);

G_END_DECLS
