// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of a plot in the window share.

#pragma once

#include <adwaita.h>

#include "lw-document.h"
#include "lw-look.h"
#include "lw-plot-view.h"
#include "lw-plot.h"

G_BEGIN_DECLS

/// What the kept picture of the plot shows.
typedef struct
{
  const LwRecording *recording; ///< only compared
  double recorded_time;
  double derived_time; ///< of what is made from the recording
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
  LwDocument *document; ///< NULL: the layout cannot be changed
  LwLook *look;
  GArray *curves;      ///< of LwPlotCurve
  GArray *channels;    ///< of guint: what they show
  GskRenderNode *node; ///< the plot without its instant; NULL: to be drawn anew
  GtkWidget *menu_button;
  GtkWidget *popover; ///< that of a right click
  GtkWidget *chooser; ///< of channels
  GActionMap *actions;

  char *title;

  LwPlot plot;
  LwPlotPicture picture;
  LwPlotFrame frame; ///< where the plot came to lie when it was drawn last
  LwPlotRange range;
  guint index; ///< of the plot in the layout
  double pointer_x, pointer_y;
  LwPlotDrag drag;
  LwPlotRange drag_range; ///< as it was when the drag began
  LwPlotFrame drag_frame;
  bool moved; ///< far enough to be no click
};

void lw_plot_view_add_gestures (LwPlotView *self);
void lw_plot_view_add_menu (LwPlotView *self);
void lw_plot_view_remove_menu (LwPlotView *self);
void lw_plot_view_add_export_actions (LwPlotView *self);
/// Everything but the instant has to be drawn anew.
void lw_plot_view_redraw (LwPlotView *self);
/// Everything, as an LwExportFunc; data is the view. The cursor is drawn where it is.
void lw_plot_view_draw (LwPainter *painter, double width, double height, void *data);

G_END_DECLS
