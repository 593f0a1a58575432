// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-tool-palette.h"

#include <glib/gi18n.h>

#define COLUMNS 2
#define ICON_SIZE 16

struct _LwToolPalette
{
  GtkWidget parent_instance;

  // Owned
  LwTools *tools;

  // Children
  GtkWidget *scrolled;
  GtkWidget *buttons[LW_N_TOOLS];
  GtkWidget *words[LW_N_TOOLS];
  GtkWidget *grids[LW_N_TOOLS]; ///< grid of the group of a tool; NULL in a strip
  GtkWidget
    *separators[LW_N_TOOLS]; ///< above the group that begins with a tool; NULL if there is none
  GtkWidget *more_button;    ///< shows all tools again

  GStrv offered; ///< owned; words of the tools that are shown; NULL: all
};

G_DEFINE_FINAL_TYPE (LwToolPalette, lw_tool_palette, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_ALL_REQUESTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/// Tools that are shown in every choice: without them nothing can be selected or tried.
static bool
is_always_offered (LwToolKind kind)
{
  return kind == LW_TOOL_SELECT || kind == LW_TOOL_HAND;
}

static bool
has_button (LwToolKind kind)
{
  return lw_tool_get_info (kind)->group != LW_TOOLS_NONE;
}

static bool
is_offered (LwToolPalette *self, LwToolKind kind)
{
  return self->offered == NULL || is_always_offered (kind)
         || kind == lw_tools_get_tool (self->tools)
         || g_strv_contains ((const char *const *) self->offered, lw_tool_get_info (kind)->name);
}

/// Shows the buttons of the tools that are offered, without gaps between them.
static void
show_offered (LwToolPalette *self)
{
  GtkWidget *grid = NULL;
  GtkWidget *separator = NULL;
  bool any = false;
  int place = 0;

  for (int i = 0; i < LW_N_TOOLS; i++) {
    GtkWidget *button = self->buttons[i];

    if (button == NULL)
      continue;
    const bool shown = is_offered (self, (LwToolKind) i);

    gtk_widget_set_visible (button, shown);
    if (self->grids[i] == NULL)
      continue;
    if (self->grids[i] != grid) {
      grid = self->grids[i];
      separator = self->separators[i];
      place = 0;
      gtk_widget_set_visible (grid, FALSE);
      if (separator != NULL)
        gtk_widget_set_visible (separator, FALSE);
    }
    if (!shown)
      continue;
    if (separator != NULL)
      gtk_widget_set_visible (separator, any);
    gtk_widget_set_visible (grid, TRUE);
    any = true;
    g_object_ref (button);
    gtk_grid_remove (GTK_GRID (grid), button);
    gtk_grid_attach (GTK_GRID (grid), button, place % COLUMNS, place / COLUMNS, 1, 1);
    g_object_unref (button);
    place++;
  }
  gtk_widget_set_visible (self->more_button, self->offered != NULL);
}

void
lw_tool_palette_offer (LwToolPalette *self, const char *const *names)
{
  g_return_if_fail (LW_IS_TOOL_PALETTE (self));

  if (names == NULL && self->offered == NULL)
    return;
  g_strfreev (self->offered);
  self->offered = g_strdupv ((char **) names);
  show_offered (self);
}

/// Updates the buttons when the active tool has changed.
static void
show_active (LwToolPalette *self)
{
  const LwToolKind tool = lw_tools_get_tool (self->tools);

  for (int i = 0; i < LW_N_TOOLS; i++) {
    const bool active = i == (int) tool;

    if (self->buttons[i] == NULL)
      continue;
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[i]), active);
    if (active && lw_tools_get_kept (self->tools))
      gtk_widget_add_css_class (self->buttons[i], "kept");
    else
      gtk_widget_remove_css_class (self->buttons[i], "kept");
  }
  // A tool that was chosen by its key has its button as long as it is active.
  if (self->offered != NULL)
    show_offered (self);
}

static void
all_requested_cb (LwToolPalette *self)
{
  g_signal_emit (self, signals[SIGNAL_ALL_REQUESTED], 0);
}

static void
clicked_cb (LwToolPalette *self, GtkWidget *button)
{
  for (int i = 0; i < LW_N_TOOLS; i++)
    if (self->buttons[i] == button)
      lw_tools_choose (self->tools, (LwToolKind) i);
  show_active (self);
}

static GtkWidget *
create_button (LwToolPalette *self, LwToolKind kind)
{
  const LwToolInfo *info = lw_tool_get_info (kind);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *icon = gtk_image_new_from_icon_name (info->icon);
  GtkWidget *word = gtk_label_new (_ (info->word));
  GtkWidget *button = gtk_toggle_button_new ();
  // Translators: the name of a tool, and its key
  g_autofree char *tooltip = info->key[0] != '\0'
                               ? g_strdup_printf (_ ("%s (%s)"), _ (info->title), info->key)
                               : g_strdup (_ (info->title));

  gtk_image_set_pixel_size (GTK_IMAGE (icon), ICON_SIZE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), word);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (info->title), -1);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (clicked_cb), self);
  self->buttons[kind] = button;
  self->words[kind] = word;
  return button;
}

static GtkWidget *
create_groups (LwToolPalette *self)
{
  GtkWidget *groups = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *grid = NULL;
  int place = 0;

  for (int i = 0; i < LW_N_TOOLS; i++) {
    const LwToolKind kind = (LwToolKind) i;

    if (!has_button (kind))
      continue;
    if (i == 0
        || lw_tool_get_info (kind)->group != lw_tool_get_info ((LwToolKind) (i - 1))->group) {
      if (i > 0) {
        self->separators[i] = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
        gtk_box_append (GTK_BOX (groups), self->separators[i]);
      }
      grid = gtk_grid_new ();
      // Long words, as in German, widen the columns of all groups alike.
      gtk_grid_set_column_homogeneous (GTK_GRID (grid), TRUE);
      gtk_box_append (GTK_BOX (groups), grid);
      place = 0;
    }
    self->grids[i] = grid;
    gtk_grid_attach (GTK_GRID (grid), create_button (self, kind), place % COLUMNS, place / COLUMNS,
                     1, 1);
    place++;
  }
  gtk_box_append (GTK_BOX (groups), self->more_button);
  return groups;
}

static GtkWidget *
create_more_button (LwToolPalette *self)
{
  GtkWidget *button = gtk_button_new_with_label (_ ("All Tools"));

  gtk_widget_set_tooltip_text (button, _ ("Show All Tools, Not Only Those of This Step"));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "more");
  gtk_label_set_wrap (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), TRUE);
  gtk_label_set_justify (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                         GTK_JUSTIFY_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_visible (button, FALSE);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (all_requested_cb), self);
  return button;
}

/// Returns a single row of buttons, which scrolls.
static GtkWidget *
create_strip (LwToolPalette *self)
{
  GtkWidget *strip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  for (int i = 0; i < LW_N_TOOLS; i++)
    if (has_button ((LwToolKind) i))
      gtk_box_append (GTK_BOX (strip), create_button (self, (LwToolKind) i));
  gtk_box_append (GTK_BOX (strip), self->more_button);
  return strip;
}

void
lw_tool_palette_set_compact (LwToolPalette *self, bool compact)
{
  g_return_if_fail (LW_IS_TOOL_PALETTE (self));

  for (int i = 0; i < LW_N_TOOLS; i++)
    if (self->words[i] != NULL)
      gtk_widget_set_visible (self->words[i], !compact);
  if (compact)
    gtk_widget_add_css_class (GTK_WIDGET (self), "compact");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "compact");
}

static GtkWidget *
create (LwTools *tools, bool strip)
{
  LwToolPalette *self = g_object_new (LW_TYPE_TOOL_PALETTE, NULL);
  GtkScrolledWindow *scrolled = GTK_SCROLLED_WINDOW (self->scrolled);

  self->more_button = create_more_button (self);
  if (strip) {
    gtk_widget_add_css_class (GTK_WIDGET (self), "strip");
    gtk_scrolled_window_set_policy (scrolled, GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
    gtk_scrolled_window_set_child (scrolled, create_strip (self));
  } else {
    gtk_scrolled_window_set_policy (scrolled, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL);
    gtk_scrolled_window_set_child (scrolled, create_groups (self));
  }
  self->tools = g_object_ref (tools);
  g_signal_connect_object (tools, "notify::tool", G_CALLBACK (show_active), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tools, "notify::kept", G_CALLBACK (show_active), self,
                           G_CONNECT_SWAPPED);
  show_active (self);
  return GTK_WIDGET (self);
}

GtkWidget *
lw_tool_palette_new (LwTools *tools)
{
  return create (tools, false);
}

GtkWidget *
lw_tool_palette_new_strip (LwTools *tools)
{
  return create (tools, true);
}

static void
lw_tool_palette_dispose (GObject *object)
{
  LwToolPalette *self = LW_TOOL_PALETTE (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->tools);
  g_clear_pointer (&self->offered, g_strfreev);

  G_OBJECT_CLASS (lw_tool_palette_parent_class)->dispose (object);
}

static void
lw_tool_palette_class_init (LwToolPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_tool_palette_dispose;
  signals[SIGNAL_ALL_REQUESTED] = g_signal_new (
    "all-requested", LW_TYPE_TOOL_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "toolpalette");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lw_tool_palette_init (LwToolPalette *self)
{
  self->scrolled = gtk_scrolled_window_new ();
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Tools"),
                                  -1);
}
