// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of a plot in the window share.

#pragma once

#include <adwaita.h>

#include "lw-document.h"
#include "lw-appearance.h"
#include "lw-plot-view.h"
#include "lw-plot.h"

G_BEGIN_DECLS

/// What the kept picture of the plot shows.
typedef struct
{
  const LwRecording *recording; ///< only compared
  double recorded_time;
  double derived_time; ///< up to when the curves have values, in the mean
  guint spectrum_id;   ///< timeout that looks for it again
  guint n_spectra;     ///< how often one was found
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
  GSignalGroup *following; ///< it
  LwDocument *document;    ///< NULL: the layout cannot be changed
  LwAppearance *look;
  GArray *curves;     ///< of LwPlotCurve: those of the shown run, then of the others
  GArray *channels;   ///< of guint: what they show
  GArray *runs;       ///< of guint: of which run; 0: the shown one
  GArray *spectra;    ///< what is kept of them
  GHashTable *hidden; ///< names of curves that are switched off, also of those that are gone now
  GPtrArray *labels;  ///< of curves of other runs
  GArray *events;     ///< of LwPlotEvent
  LwChannels *channel_list;
  GVariant *against_state; ///< what the plot is against, as the layout has it; "": time
  GskRenderNode *node;     ///< the plot without its instant; NULL: to be drawn anew
  GtkWidget *menu_button;
  GtkWidget *popover; ///< that of a right click
  GtkWidget *chooser; ///< of channels
  GtkWidget *status;  ///< what is said where nothing can be drawn; NULL: nothing was yet
  GtkWidget *status_label;
  GActionMap *actions;
  char *menu_words; ///< what its menus are made of; NULL: they have to be made anew
  char *y_unit;     ///< of the range at the left, also where there are no curves now
  char *right_unit;

  char *title;
  char *problem;    ///< what of the layout is wrong; NULL: nothing
  char *x_quantity; ///< NULL: that of time

  LwPlot plot;
  guint n_own; ///< curves of the shown run
  LwAgainst against;
  int x_channel;
  bool can_be_equal; ///< both axes are lengths
  guint spectrum_id; ///< timeout that looks for it again
  guint n_spectra;
  LwPlotPicture picture;
  LwPlotFrame frame; ///< where the plot came to lie when it was drawn last
  LwPlotRange range;
  double duration; ///< s, of the run that the range is of
  guint index;     ///< of the plot in the layout
  double pointer_x, pointer_y;
  LwPlotDrag drag;
  LwPlotRange drag_range; ///< as it was when the drag began
  LwPlotFrame drag_frame;
  bool moved; ///< far enough to be no click
};

/// Px that the title line leaves to the menu button.
#define LW_PLOT_VIEW_MENU_ROOM 22

void lw_plot_view_init_curves (LwPlotView *self);
void lw_plot_view_clear_curves (LwPlotView *self);
/// How the plot is looked at stays.
void lw_plot_view_take_layout (LwPlotView *self, const LwPlotCurves *layout);
void lw_plot_view_toggle_curve (LwPlotView *self, guint curve);
/// Where the values are now. Returns up to when they are known, s: the mean of all curves.
double lw_plot_view_find_columns (LwPlotView *self);
void lw_plot_view_grown (LwPlotView *self); ///< there may be more values
bool lw_plot_view_has_values (LwPlotView *self);
const LwChannel *lw_plot_view_get_channel (LwPlotView *self, guint curve);
bool lw_plot_view_is_over_time (LwPlotView *self); ///< and not over frequency or a value
void lw_plot_view_add_gestures (LwPlotView *self);
void lw_plot_view_add_menu (LwPlotView *self);
void lw_plot_view_remove_menu (LwPlotView *self);
/// The layout may be another one: what was open for the old one is closed.
void lw_plot_view_update_menu (LwPlotView *self);
void lw_plot_view_add_export_actions (LwPlotView *self);
void lw_plot_view_add_legend_action (LwPlotView *self);
/// Under the title, in the place of what was shown there.
void lw_plot_view_show_popover (LwPlotView *self, GtkWidget *popover);
typedef void (*LwPlotLayoutFunc) (LwPlotView *self,
                                  GArray *layouts,
                                  LwPlotLayout *layout,
                                  void *data);
/// A step of the document's history: the function changes the layouts of all plots, of which
/// `layout` is that of this one. The view may be gone afterwards.
void lw_plot_view_edit (LwPlotView *self, const char *step, LwPlotLayoutFunc change, void *data);
void lw_plot_view_say (LwPlotView *self, const char *message);
void lw_plot_view_add_drop (LwPlotView *self);
/// Ticks of what happened in the run, where the plot was drawn last, and their words.
void lw_plot_view_add_events (LwPlotView *self);
/// What happened in the shown run, as ticks of a plot; borrowed until the next call.
void lw_plot_view_take_events (LwPlotView *self, LwPlot *plot);
/// Say why nothing is drawn, or stop saying it.
void lw_plot_view_update_status (LwPlotView *self);
void lw_plot_view_allocate_status (LwPlotView *self, int width, int height);
/// The popover for a formula; `entry`: the definition that it changes, NULL: a new one.
GtkWidget *lw_plot_view_new_formula (LwPlotView *self, const char *entry);
/// What it gives, in `unit`, to put in the place of the one before, or (NULL) onto the plot.
void lw_plot_view_take_formula (LwPlotView *self,
                                const char *before,
                                const char *entry,
                                const char *unit);
/// Both axes are those of other units, which is told, and there is room for another plot.
bool lw_plot_view_needs_own_plot (LwPlotView *self, const char *unit);
/// Everything but the instant has to be drawn anew.
void lw_plot_view_redraw (LwPlotView *self);
/// Everything, as an LwExportFunc; data is the view. The cursor is drawn where it is.
void lw_plot_view_draw (LwPainter *painter, double width, double height, void *data);

G_END_DECLS
