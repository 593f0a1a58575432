// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands for the selection. Each is one edit of the document; if it is not possible, a message
// gives the reason.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-arrange.h"
#include "lw-array-dialog.h"
#include "lw-context.h"
#include "lw-cut.h"
#include "lw-edit-menu.h"
#include "lw-geometry.h"
#include "lw-join.h"
#include "lw-locked.h"
#include "lw-marks.h"
#include "lw-merge.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-reorder.h"
#include "lw-templates.h"
#include "lw-window-private.h"

#define OFFSET_PX 24 ///< distance of a copy from the original

/// State of this file.
struct _LwEditing
{
  GtkWidget *menu; ///< over the canvas; NULL before it is first shown
  double place[2]; ///< m, where the menu was opened
  bool has_place;
};

static const LwElementRef *
selected (LwWindow *self, guint *n)
{
  return lw_selection_get (lw_window_get_selection (self), n);
}

static LwMechanism *
mechanism_of (LwWindow *self)
{
  return lw_window_get_mechanism (self);
}

static bool
can_edit (LwWindow *self)
{
  return lw_window_get_document (self) != NULL && lw_window_get_shown_player (self) != NULL
         && !lw_canvas_get_view (lw_window_get_canvas (self))->spatial;
}

void
lw_window_select_refs (LwWindow *self, const GArray *refs)
{
  lw_selection_set_all (lw_window_get_selection (self),
                        (const LwElementRef *) (const void *) refs->data, refs->len);
}

bool
lw_window_edit (LwWindow *self, const char *name, LwMechanism *next, GArray *made, GError *error)
{
  g_autoptr (GError) problem = error;

  if (next == NULL) {
    if (problem != NULL)
      gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", problem->message);
    return false;
  }
  if (!lw_marks_allow (mechanism_of (self), next, &problem)) {
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", problem->message);
    lw_mechanism_unref (next);
    return false;
  }
  lw_document_edit (lw_window_get_document (self), name, next);
  if (made != NULL)
    lw_window_select_refs (self, made);
  lw_mechanism_unref (next);
  return true;
}

// ---- selecting ------------------------------------------------------------------------------

static void
select_all_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GArray) all = NULL;

  if (lw_window_get_document (self) == NULL)
    return;
  all = lw_part_all (mechanism_of (self));
  lw_window_select_refs (self, all);
}

static void
select_connected_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GArray) connected = NULL;
  const LwElementRef *refs;
  guint n;

  if (lw_window_get_document (self) == NULL)
    return;
  refs = selected (self, &n);
  connected = lw_part_connected (mechanism_of (self), refs, n);
  if (connected->len > 0)
    lw_window_select_refs (self, connected);
}

// ---- copies ---------------------------------------------------------------------------------

LwPlaneMap
lw_window_copy_offset (LwWindow *self)
{
  const double offset = OFFSET_PX / lw_canvas_get_view (lw_window_get_canvas (self))->scale;

  return lw_plane_map_shift (offset, -offset);
}

static void
duplicate_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwPlaneMap map = lw_window_copy_offset (self);
  g_autoptr (GArray) made = NULL;
  GError *error = NULL;
  const LwElementRef *refs;
  LwMechanism *next;
  guint n;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  next = lw_part_duplicate (mechanism_of (self), refs, n, &map, &made, &error);
  lw_window_edit (self, _ ("Duplicate"), next, made, error);
}

static void
array_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (can_edit (self))
    lw_array_dialog_show (self);
}

void
lw_window_delete_selected (LwWindow *self, const char *name)
{
  g_autofree char *text = NULL;
  const LwElementRef *refs;
  guint n;

  refs = selected (self, &n);
  if (n == 0)
    return;
  text = g_strdup_printf (g_dngettext (NULL, "%u element deleted", "%u elements deleted", n), n);
  if (lw_window_edit (self, name, lw_part_remove (mechanism_of (self), refs, n), NULL, NULL))
    lw_window_say_deleted (self, text);
}

static void
delete_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (can_edit (self))
    lw_window_delete_selected (self, _ ("Delete"));
}

// ---- mirror, turn ---------------------------------------------------------------------------

static void
move_by_map (LwWindow *self, const char *name, guint n_fewer, const LwPlaneMap *map)
{
  GError *error = NULL;
  LwMechanism *next;
  const LwElementRef *refs;
  guint n;

  refs = selected (self, &n);
  next = lw_locked_move_by_map (mechanism_of (self), refs, n - n_fewer, map, &error);
  lw_window_edit (self, name, next, NULL, error);
}

/// Computes the centre of the selection. Returns false if nothing of it is drawn.
static bool
find_middle (LwWindow *self, double middle[2])
{
  const LwElementRef *refs;
  double box[4];
  guint n;

  refs = selected (self, &n);
  if (!lw_part_get_box (mechanism_of (self), refs, n, box))
    return false;
  for (int d = 0; d < 2; d++)
    middle[d] = 0.5 * (box[d] + box[2 + d]);
  return true;
}

/// Finds the line of the element that was selected last: a link with two points, or a rod. Returns
/// false if it has none.
static bool
find_line (LwWindow *self, double at[2], double *angle)
{
  const LwMechanism *mechanism = mechanism_of (self);
  const LwElementRef last = lw_selection_get_last (lw_window_get_selection (self));
  g_autoptr (GArray) lines = lw_geometry_lines (mechanism);
  const LwCoupling *rod =
    last.kind == LW_SELECTION_COUPLING ? lw_mechanism_find_coupling (mechanism, last.id) : NULL;
  double to[2];

  for (guint i = 0; last.kind == LW_SELECTION_BODY && i < lines->len; i++) {
    const LwDrawnLine *line = &g_array_index (lines, LwDrawnLine, i);

    if (line->body != last.id)
      continue;
    at[0] = line->x;
    at[1] = line->y;
    *angle = atan2 (line->dy, line->dx);
    return true;
  }
  if (rod == NULL || !lw_family_of (rod->def.class_)->may_slacken
      || lw_family_of (rod->def.class_)->has_pulleys)
    return false;
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, rod->def.body_a), rod->def.frame_a.point,
                        at);
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, rod->def.body_b), rod->def.frame_b.point,
                        to);
  *angle = atan2 (to[1] - at[1], to[0] - at[0]);
  return true;
}

static void
mirror_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const char *about = g_variant_get_string (parameter, NULL);
  const bool line = strcmp (about, "line") == 0;
  double angle = strcmp (about, "x") == 0 ? G_PI / 2 : 0;
  double at[2];
  LwPlaneMap map;
  guint n;

  if (!can_edit (self))
    return;
  selected (self, &n);
  if (line ? n < 2 || !find_line (self, at, &angle) : !find_middle (self, at)) {
    gtk_widget_activate_action (
      widget, "win.say", "s",
      line ? _ ("Select what is to be mirrored, and last a link or rod as the line.")
           : _ ("Select what is to be mirrored."));
    return;
  }
  map = lw_plane_map_mirror (at[0], at[1], angle);
  move_by_map (self, _ ("Mirror"), line ? 1 : 0, &map);
}

static void
turn_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  double at[2];
  LwPlaneMap map;

  if (!can_edit (self) || !find_middle (self, at))
    return;
  map = lw_plane_map_turn (at[0], at[1], g_variant_get_int32 (parameter) * G_PI / 2);
  move_by_map (self, _ ("Turn"), 0, &map);
}

// ---- arranging ------------------------------------------------------------------------------

static void
align_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  static const char *const words[] = { "left", "centre", "right", "top", "middle", "bottom" };
  LwWindow *self = LW_WINDOW (widget);
  GError *error = NULL;
  LwMechanism *next;
  const LwElementRef *refs;
  guint n;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  for (int i = LW_ALIGN_LEFT; i <= LW_ALIGN_BOTTOM; i++)
    if (strcmp (g_variant_get_string (parameter, NULL), words[i]) == 0) {
      next = lw_arrange_align (mechanism_of (self), refs, n, (LwAlignment) i, &error);
      lw_window_edit (self, _ ("Align"), next, NULL, error);
      break;
    }
}

static void
distribute_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const bool vertically = strcmp (g_variant_get_string (parameter, NULL), "y") == 0;
  GError *error = NULL;
  LwMechanism *next;
  const LwElementRef *refs;
  guint n;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  next = lw_arrange_distribute (mechanism_of (self), refs, n, vertically, &error);
  lw_window_edit (self, _ ("Distribute"), next, NULL, error);
}

static void
raise_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwElementRef last = lw_selection_get_last (lw_window_get_selection (self));

  if (lw_window_get_document (self) == NULL || last.kind == LW_SELECTION_NONE)
    return;
  lw_window_edit (self, _ ("Reorder"),
                  lw_reorder_element (mechanism_of (self), last, g_variant_get_int32 (parameter)),
                  NULL, NULL);
}

// ---- joining --------------------------------------------------------------------------------

static void
join_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GArray) made = NULL;
  GError *error = NULL;
  LwMechanism *next;
  const LwElementRef *refs;
  guint n;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  next = lw_join_elements (mechanism_of (self), refs, n, &made, &error);
  lw_window_edit (self, _ ("Join"), next, made, error);
}

static void
split_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  GError *error = NULL;
  LwMechanism *next;
  const LwElementRef *refs;
  guint n;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  next = lw_join_split (mechanism_of (self), refs, n, &error);
  lw_window_edit (self, _ ("Split"), next, NULL, error);
}

static void
merge_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  GError *error = NULL;
  LwMechanism *next;
  const LwElementRef *refs;
  bool is_hull = false;
  guint n;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  next = lw_merge_bodies (mechanism_of (self), refs, n, &is_hull, &error);
  if (lw_window_edit (self, _ ("Make One Body"), next, NULL, error) && is_hull)
    lw_toasts_offer (lw_window_get_toasts (self),
                     _ ("One body now; its shape is the hull of the pieces"), _ ("_Undo"),
                     "win.undo");
}

/// Cuts the selected body at the pointer, or at its centre if the pointer is not on the canvas.
static void
cut_body_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const LwElementRef last = lw_selection_get_last (lw_window_get_selection (self));
  GError *error = NULL;
  g_autoptr (GArray) made = NULL;
  LwElementRef ref = { LW_SELECTION_NONE, 0 };
  LwMechanism *next;
  double at[2];

  if (!can_edit (self))
    return;
  if (last.kind != LW_SELECTION_BODY
      || (!lw_window_get_place (self, at) && !find_middle (self, at))) {
    gtk_widget_activate_action (widget, "win.say", "s",
                                _ ("Select one body that moves in the plane to cut it."));
    return;
  }
  next = lw_cut_body (mechanism_of (self), last.id, at[0], at[1], &ref, &error);
  made = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  g_array_append_val (made, ref);
  lw_window_edit (self, _ ("Cut Body"), next, made, error);
}

/// Locks the lengths of all selected links, or unlocks them if all are locked.
static void
lock_length_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (LwMechanism) next = NULL;
  const LwElementRef *refs;
  bool all = true;
  guint n, n_links = 0;

  if (!can_edit (self))
    return;
  refs = selected (self, &n);
  for (guint i = 0; i < n; i++)
    if (refs[i].kind == LW_SELECTION_BODY && lw_locked_can (mechanism_of (self), refs[i].id)) {
      all = all && lw_mechanism_find_body (mechanism_of (self), refs[i].id)->length_locked;
      n_links++;
    }
  if (n_links == 0) {
    gtk_widget_activate_action (widget, "win.say", "s",
                                _ ("Select a link with two points: its length can be locked."));
    return;
  }
  next = lw_mechanism_ref (mechanism_of (self));
  for (guint i = 0; i < n; i++)
    if (refs[i].kind == LW_SELECTION_BODY && lw_locked_can (next, refs[i].id)) {
      LwMechanism *previous = next;

      next = lw_locked_set (previous, refs[i].id, !all);
      lw_mechanism_unref (previous);
    }
  lw_window_edit (self, all ? _ ("Unlock Length") : _ ("Lock Length"), g_steal_pointer (&next),
                  NULL, NULL);
}

// ---- menu -----------------------------------------------------------------------------------

bool
lw_window_get_place (LwWindow *self, double place[2])
{
  if (self->editing->has_place) {
    memcpy (place, self->editing->place, sizeof self->editing->place);
    return true;
  }
  return lw_canvas_get_pointer (lw_window_get_canvas (self), &place[0], &place[1]);
}

static gboolean
forget_place_cb (gpointer data)
{
  LW_WINDOW (data)->editing->has_place = false;
  return G_SOURCE_REMOVE;
}

static void
menu_place_cb (LwWindow *self)
{
  g_idle_add_full (G_PRIORITY_LOW, forget_place_cb, g_object_ref (self), g_object_unref);
}

void
lw_window_show_edit_menu (LwWindow *self, LwEditContext context, double x, double y)
{
  const bool is_new = self->editing->menu == NULL;

  lw_edit_menu_popup (&self->editing->menu, lw_window_get_panel (self, LW_PANEL_CANVAS), context, x,
                      y);
  if (is_new)
    g_signal_connect_object (self->editing->menu, "closed", G_CALLBACK (menu_place_cb), self,
                             G_CONNECT_SWAPPED);
}

static LwEditContext
find_context (LwWindow *self)
{
  const LwEditContext context = lw_edit_menu_find_context (lw_window_get_selection (self));

  return context == LW_EDIT_CONTEXT_COUPLING && lw_window_find_curve (self) != NULL
           ? LW_EDIT_CONTEXT_CURVE
           : context;
}

static void
secondary_pressed_cb (LwWindow *self, int n_press, double x, double y, GtkGestureClick *click)
{
  LwEditContext context = LW_EDIT_CONTEXT_SHEET;
  LwElementRef under;

  if (lw_window_get_document (self) == NULL
      || lw_canvas_get_view (lw_window_get_canvas (self))->spatial)
    return;
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (lw_window_get_canvas (self)));
  if (lw_canvas_pick (lw_window_get_canvas (self), x, y, &under)) {
    if (!lw_selection_contains (lw_window_get_selection (self), under.kind, under.id))
      lw_selection_set (lw_window_get_selection (self), under.kind, under.id);
    context = find_context (self);
  }
  lw_canvas_get_pointer (lw_window_get_canvas (self), &self->editing->place[0],
                         &self->editing->place[1]);
  self->editing->has_place = true;
  lw_window_show_edit_menu (self, context, x, y);
}

static gboolean
menu_key_cb (GtkWidget *canvas, GVariant *arguments, gpointer data)
{
  LwWindow *self = data;

  if (lw_window_get_document (self) == NULL
      || lw_canvas_get_view (lw_window_get_canvas (self))->spatial)
    return FALSE;
  lw_window_show_edit_menu (self, find_context (self), 0.5 * gtk_widget_get_width (canvas),
                            0.5 * gtk_widget_get_height (canvas));
  return TRUE;
}

static void
add_menus (LwWindow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  g_autoptr (GMenuModel) menu = lw_edit_menu_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (secondary_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (lw_window_get_canvas (self)),
                             GTK_EVENT_CONTROLLER (click));
  lw_widget_add_key (GTK_WIDGET (lw_window_get_canvas (self)), "Menu|<Shift>F10", menu_key_cb,
                     self);
  gtk_menu_button_set_menu_model (self->edit_button, menu);
}

// ---- actions --------------------------------------------------------------------------------

static void
update (LwWindow *self)
{
  static const char *const of_selection[] = {
    "win.cut",        "win.copy", "win.duplicate",  "win.delete", "win.select-connected",
    "win.mirror",     "win.turn", "win.array",      "win.raise",  "win.align",
    "win.distribute", "win.join", "win.split",      "win.merge",  "win.cut-body",
    "win.hide",       "win.lock", "win.lock-length"
  };
  static const char *const of_document[] = { "win.paste", "win.select-all", "win.show-all" };
  const bool any = lw_selection_get_last (lw_window_get_selection (self)).kind != LW_SELECTION_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (of_selection); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), of_selection[i],
                                   lw_window_get_document (self) != NULL && any);
  for (guint i = 0; i < G_N_ELEMENTS (of_document); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), of_document[i],
                                   lw_window_get_document (self) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->edit_button),
                          lw_window_get_document (self) != NULL
                            && lw_window_get_layout (self) != LW_LAYOUT_NARROW);
}

void
lw_window_update_edit (LwWindow *self)
{
  update (self);
}

/// Ignores keys that belong to the focused entry, even if they have no effect in it: Ctrl+X without
/// selected text must not cut the selection of the drawing.
static gboolean
text_key_cb (GtkWidget *widget, GVariant *target, gpointer data)
{
  const char *action = data;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (widget));

  if (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus))
    return FALSE;
  return gtk_widget_activate_action_variant (widget, action, target);
}

static GtkShortcutAction *
new_key_action (const LwEditCommand *command, const char *action)
{
  static const char *const of_text[] = { "win.cut",    "win.copy",       "win.paste",
                                         "win.delete", "win.select-all", NULL };

  return g_strv_contains (of_text, action)
           ? gtk_callback_action_new (text_key_cb, (gpointer) command->action, NULL)
           : gtk_named_action_new (action);
}

/// Adds keys that are handled after the focused widget, because the tools have their own use for
/// Delete.
static void
add_keys (LwWindow *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (const LwEditCommand *command = lw_edit_menu_get_commands (); command->action != NULL;
       command++) {
    g_autofree char *action = NULL;
    GVariant *target = NULL;
    GtkShortcut *shortcut;

    if (!g_action_parse_detailed_name (command->action, &action, &target, NULL))
      continue;
    shortcut = gtk_shortcut_new (gtk_shortcut_trigger_parse_string (command->keys),
                                 new_key_action (command, action));
    gtk_shortcut_set_arguments (shortcut, target);
    gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
    g_clear_pointer (&target, g_variant_unref);
  }
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

void
lw_window_install_part_actions (LwWindowClass *klass)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc activate;
  } actions[] = {
    { "win.select-all", NULL, select_all_action_cb },
    { "win.select-connected", NULL, select_connected_action_cb },
    { "win.duplicate", NULL, duplicate_action_cb },
    { "win.delete", NULL, delete_action_cb },
    { "win.array", NULL, array_action_cb },
    { "win.mirror", "s", mirror_action_cb },
    { "win.turn", "i", turn_action_cb },
    { "win.raise", "i", raise_action_cb },
    { "win.align", "s", align_action_cb },
    { "win.distribute", "s", distribute_action_cb },
    { "win.join", NULL, join_action_cb },
    { "win.split", NULL, split_action_cb },
    { "win.merge", NULL, merge_action_cb },
    { "win.cut-body", NULL, cut_body_action_cb },
    { "win.lock-length", NULL, lock_length_action_cb },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), actions[i].name, actions[i].type,
                                     actions[i].activate);
  lw_window_install_clipboard_actions (klass);
}

void
lw_window_release_edit (LwWindow *self)
{
  g_clear_pointer (&self->editing->menu, gtk_widget_unparent);
}

void
lw_window_add_edit (LwWindow *self)
{
  self->editing = g_new0 (LwEditing, 1);
  add_menus (self);
  add_keys (self);
  g_signal_connect_object (lw_window_get_selection (self), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::document", G_CALLBACK (update), NULL);
  update (self);
}
