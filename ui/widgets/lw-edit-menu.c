// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-edit-menu.h"

#include <glib/gi18n.h>
#include <stdbool.h>
#include <string.h>

#include "lw-popover-menu.h"

// Submenus, in place of an action.
#define TRANSFORM "transform"
#define ALIGN "align"

/// Commands in the order of the menu.
static const LwEditCommand commands[] = {
  { "win.cut", N_ ("Cu_t"), "<Control>x" },
  { "win.copy", N_ ("_Copy"), "<Control>c" },
  { "win.paste", N_ ("_Paste"), "<Control>v" },
  { "win.duplicate", N_ ("_Duplicate"), "<Control>d" },
  { "win.delete", N_ ("De_lete"), "Delete" },
  { "win.select-all", N_ ("Select _All"), "<Control>a" },
  { "win.select-connected", N_ ("Select C_onnected"), "<Control><Shift>a" },
  { "win.mirror('x')", N_ ("Mirror _Left to Right"), "<Control>m" },
  { "win.mirror('y')", N_ ("Mirror _Top to Bottom"), "<Control><Shift>m" },
  { "win.mirror('line')", N_ ("_Mirror about the Last Selected"), "<Control><Shift>l" },
  { "win.turn(1)", N_ ("Turn 90° to the Le_ft"), "<Control>bracketleft" },
  { "win.turn(-1)", N_ ("Turn 90° to the _Right"), "<Control>bracketright" },
  { "win.array", N_ ("_Array…"), "<Control><Shift>r" },
  { "win.hide", N_ ("_Hide or Show"), "<Control>h" },
  { "win.lock", N_ ("Loc_k or Unlock"), "<Control>k" },
  { "win.show-all", N_ ("Sho_w All"), "<Control><Alt>h" },
  { "win.raise(1)", N_ ("Br_ing Forward"), "<Control>Page_Up" },
  { "win.raise(-1)", N_ ("Send Bac_kward"), "<Control>Page_Down" },
  { "win.align('left')", N_ ("_Left Edges"), "<Control><Shift>Left" },
  { "win.align('centre')", N_ ("_Centres"), "<Control><Shift>c" },
  { "win.align('right')", N_ ("_Right Edges"), "<Control><Shift>Right" },
  { "win.align('top')", N_ ("_Top Edges"), "<Control><Shift>Up" },
  { "win.align('middle')", N_ ("_Middles"), "<Control><Shift>e" },
  { "win.align('bottom')", N_ ("_Bottom Edges"), "<Control><Shift>Down" },
  { "win.distribute('x')", N_ ("Equal Gaps _Horizontally"), "<Control><Shift>h" },
  { "win.distribute('y')", N_ ("Equal Gaps _Vertically"), "<Control><Shift>v" },
  { "win.join", N_ ("_Join"), "<Control><Shift>j" },
  { "win.split", N_ ("_Split Joints"), "<Control><Shift>k" },
  { "win.merge", N_ ("Make _One Body"), "<Control>g" },
  { "win.cut-body", N_ ("C_ut the Body"), "<Control><Shift>x" },
  { "win.lock-length", N_ ("Lock or Unlock _Length"), "<Control><Alt>l" },
  { "win.add-friction", N_ ("Add _Friction"), "<Control><Alt>f" },
  { "win.replace", N_ ("_Replace by Bushing or Joint"), "<Control>b" },
  { "win.choose-constants", N_ ("Choose Co_nstants…"), "<Control><Shift>b" },
  { NULL },
};

const LwEditCommand *
lw_edit_menu_get_commands (void)
{
  return commands;
}

static void
append (GMenu *menu, const char *first, const char *last)
{
  bool inside = false;

  for (const LwEditCommand *command = commands; command->action != NULL; command++) {
    inside = inside || strcmp (command->action, first) == 0;
    if (inside)
      g_menu_append (menu, _ (command->label), command->action);
    if (strcmp (command->action, last) == 0)
      break;
  }
}

static void
append_section (GMenu *menu, const char *first, const char *last)
{
  g_autoptr (GMenu) section = g_menu_new ();

  append (section, first, last);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_submenu (GMenu *menu, const char *label, const char *first, const char *last)
{
  g_autoptr (GMenu) submenu = g_menu_new ();

  append (submenu, first, last);
  g_menu_append_submenu (menu, label, G_MENU_MODEL (submenu));
}

static void
append_transform (GMenu *menu)
{
  append_submenu (menu, _ ("T_ransform"), "win.mirror('x')", "win.raise(-1)");
}

static void
append_align (GMenu *menu)
{
  append_submenu (menu, _ ("_Align and Distribute"), "win.align('left')", "win.distribute('y')");
}

GMenuModel *
lw_edit_menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) more = g_menu_new ();

  append_section (menu, "win.cut", "win.delete");
  append_section (menu, "win.select-all", "win.select-connected");
  append_transform (more);
  append_align (more);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  append_section (menu, "win.hide", "win.show-all");
  append_section (menu, "win.join", "win.lock-length");
  append_section (menu, "win.add-friction", "win.choose-constants");
  return G_MENU_MODEL (menu);
}

// ---- context menus --------------------------------------------------------------------------

/// Commands that only context menus have.
static const LwEditCommand others[] = {
  { "win.fit", N_ ("_Fit to the Window"), NULL },
  { "win.add-curve-point", N_ ("Add _Point to the Curve"), NULL },
  { "win.remove-curve-point", N_ ("Remove Nearest P_oint"), NULL },
  { "win.close-curve", N_ ("_Close or Open the Curve"), NULL },
  { NULL },
};

static const LwEditCommand *
find_command (const char *action)
{
  const LwEditCommand *const lists[] = { commands, others };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (const LwEditCommand *command = lists[i]; command->action != NULL; command++)
      if (strcmp (command->action, action) == 0)
        return command;
  g_return_val_if_reached (NULL);
}

/// Entries by what the menu is for; "" begins a section.
static const char *const contexts[][LW_EDIT_MENU_ENTRIES + 8] = {
  [LW_EDIT_CONTEXT_SHEET] = { "win.paste", "", "win.select-all", "win.show-all", "", "win.fit" },
  [LW_EDIT_CONTEXT_BODY] = { "win.cut", "win.copy", "win.duplicate", "win.delete", "",
                             "win.select-connected", TRANSFORM, "", "win.hide", "win.lock",
                             "win.lock-length", "", "win.split", "win.cut-body" },
  [LW_EDIT_CONTEXT_COUPLING] = { "win.copy", "win.delete", "", "win.select-connected", "",
                                 "win.hide", "win.lock", "", "win.split", "win.add-friction",
                                 "win.replace", "win.choose-constants" },
  [LW_EDIT_CONTEXT_CURVE] = { "win.add-curve-point", "win.remove-curve-point", "win.close-curve",
                              "", "win.copy", "win.delete", "", "win.select-connected", "",
                              "win.hide", "win.lock", "", "win.split", "win.add-friction" },
  [LW_EDIT_CONTEXT_OTHER] = { "win.cut", "win.copy", "win.duplicate", "win.delete", "",
                              "win.select-connected", TRANSFORM, "", "win.hide", "win.lock" },
  [LW_EDIT_CONTEXT_SEVERAL] = { "win.cut", "win.copy", "win.duplicate", "win.delete", "",
                                "win.select-connected", TRANSFORM, ALIGN, "", "win.hide",
                                "win.lock", "", "win.join", "win.split", "win.merge" },
};

GMenuModel *
lw_edit_menu_new_for (LwEditContext context)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (const char *const *entry = contexts[context]; *entry != NULL; entry++) {
    if (**entry == '\0') {
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
      g_object_unref (section);
      section = g_menu_new ();
    } else if (strcmp (*entry, TRANSFORM) == 0) {
      append_transform (section);
    } else if (strcmp (*entry, ALIGN) == 0) {
      append_align (section);
    } else {
      g_menu_append (section, _ (find_command (*entry)->label), *entry);
    }
  }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return G_MENU_MODEL (menu);
}

LwEditContext
lw_edit_menu_find_context (LwSelection *selection)
{
  static const LwEditContext by_kind[] = {
    [LW_SELECTION_NONE] = LW_EDIT_CONTEXT_SHEET,
    [LW_SELECTION_BODY] = LW_EDIT_CONTEXT_BODY,
    [LW_SELECTION_COUPLING] = LW_EDIT_CONTEXT_COUPLING,
    [LW_SELECTION_FORCE] = LW_EDIT_CONTEXT_OTHER,
    [LW_SELECTION_TRACER] = LW_EDIT_CONTEXT_OTHER,
    [LW_SELECTION_MEASUREMENT] = LW_EDIT_CONTEXT_OTHER,
  };
  guint n;

  lw_selection_get (selection, &n);
  return n > 1 ? LW_EDIT_CONTEXT_SEVERAL : by_kind[lw_selection_get_last (selection).kind];
}

void
lw_edit_menu_popup (GtkWidget **popover,
                    GtkWidget *parent,
                    LwEditContext context,
                    double x,
                    double y)
{
  const GdkRectangle place = { (int) x, (int) y, 1, 1 };
  g_autoptr (GMenuModel) menu = lw_edit_menu_new_for (context);

  if (*popover == NULL) {
    *popover = gtk_popover_menu_new_from_model (menu);
    gtk_popover_set_has_arrow (GTK_POPOVER (*popover), FALSE);
    gtk_widget_set_halign (*popover, GTK_ALIGN_START);
    gtk_widget_set_parent (*popover, parent);
  } else {
    lw_popover_menu_set_model (GTK_POPOVER_MENU (*popover), menu);
  }
  gtk_popover_set_pointing_to (GTK_POPOVER (*popover), &place);
  gtk_popover_popup (GTK_POPOVER (*popover));
}
