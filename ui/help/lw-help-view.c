// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "lw-appearance.h"
#include "lw-formula-layout.h"
#include "lw-gallery.h"
#include "lw-thumbnail.h"

#define FORMULA_SIZE 16.0 ///< px
#define FORMULA_WIDTH 520.0
#define PICTURE_WIDTH 480
#define PICTURE_HEIGHT 270
#define PICTURE_MIN_WIDTH 160
#define MARGIN 28
#define INDENT 22
#define CODE_INDENT 24 ///< px, of the further lines of one that is too long

struct _LwHelpView
{
  GtkBox parent_instance;

  // Owned
  LwAppearance *look;
  char *title, *text; ///< as shown

  // Children
  GtkTextView *view;
};

enum
{
  SIGNAL_FOLLOW,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwHelpView, lw_help_view, GTK_TYPE_BOX)

static GtkTextBuffer *
get_buffer (LwHelpView *self)
{
  return gtk_text_view_get_buffer (self->view);
}

// ---- text -----------------------------------------------------------------------------------

/// Colours and tags depend on the style; they are made again for each page.
static void
make_tags (LwHelpView *self)
{
  GtkTextBuffer *buffer = gtk_text_buffer_new (NULL);
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  // The first line of an item begins where its further lines do.
  PangoTabArray *tabs = pango_tab_array_new_with_positions (1, TRUE, PANGO_TAB_LEFT, INDENT);
  GdkRGBA link = { 0.1f, 0.37f, 0.7f, 1 }, code;

  gtk_style_context_lookup_color (style, "accent_color", &link);
  gtk_style_context_get_color (style, &code);
  code.alpha = 0.07f;
  gtk_text_buffer_create_tag (buffer, "h1", "scale", 1.7, "weight", 700, "pixels-above-lines", 6,
                              "pixels-below-lines", 12, NULL);
  gtk_text_buffer_create_tag (buffer, "h2", "scale", 1.25, "weight", 700, "pixels-above-lines", 20,
                              "pixels-below-lines", 6, NULL);
  gtk_text_buffer_create_tag (buffer, "h3", "scale", 1.08, "weight", 700, "pixels-above-lines", 14,
                              "pixels-below-lines", 4, NULL);
  gtk_text_buffer_create_tag (buffer, "p", "pixels-below-lines", 9, NULL);
  gtk_text_buffer_create_tag (buffer, "item", "left-margin", MARGIN + INDENT, "indent", -INDENT,
                              "tabs", tabs, "pixels-below-lines", 5, NULL);
  gtk_text_buffer_create_tag (buffer, "row", "pixels-above-lines", 5, NULL);
  gtk_text_buffer_create_tag (buffer, "cell", "left-margin", MARGIN + INDENT, "pixels-below-lines",
                              3, NULL);
  gtk_text_buffer_create_tag (buffer, "code", "family", "monospace", "scale", 0.9,
                              "paragraph-background-rgba", &code, "wrap-mode", GTK_WRAP_WORD_CHAR,
                              "left-margin", MARGIN + 8, "indent", -CODE_INDENT, "right-margin",
                              MARGIN, NULL);
  gtk_text_buffer_create_tag (buffer, "mono", "family", "monospace", "scale", 0.95,
                              "background-rgba", &code, NULL);
  gtk_text_buffer_create_tag (buffer, "bold", "weight", 700, NULL);
  gtk_text_buffer_create_tag (buffer, "italic", "style", PANGO_STYLE_ITALIC, NULL);
  gtk_text_buffer_create_tag (buffer, "link", "foreground-rgba", &link, NULL);
  gtk_text_view_set_buffer (self->view, buffer);
  pango_tab_array_free (tabs);
  g_object_unref (buffer);
}

static void
insert (LwHelpView *self, const char *text, const char *first, const char *second)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (get_buffer (self), &end);
  gtk_text_buffer_insert_with_tags_by_name (get_buffer (self), &end, text, -1, first, second, NULL);
}

static void
insert_span (LwHelpView *self, const LwHelpSpan *span, const char *paragraph)
{
  static const struct
  {
    unsigned style;
    const char *tag;
  } tags[] = { { LW_HELP_BOLD, "bold" }, { LW_HELP_ITALIC, "italic" }, { LW_HELP_MONO, "mono" } };
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter start, end;
  int at;

  gtk_text_buffer_get_end_iter (buffer, &end);
  at = gtk_text_iter_get_offset (&end);
  gtk_text_buffer_insert_with_tags_by_name (buffer, &end, span->text, -1, paragraph, NULL);
  gtk_text_buffer_get_iter_at_offset (buffer, &start, at);
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    if (span->style & tags[i].style)
      gtk_text_buffer_apply_tag_by_name (buffer, tags[i].tag, &start, &end);
  if (span->link != NULL) {
    // A tag of its own carries the address.
    GtkTextTag *tag = gtk_text_buffer_create_tag (buffer, NULL, NULL, NULL);

    g_object_set_data_full (G_OBJECT (tag), "link", g_strdup (span->link), g_free);
    gtk_text_buffer_apply_tag_by_name (buffer, "link", &start, &end);
    gtk_text_buffer_apply_tag (buffer, tag, &start, &end);
  }
}

static void
insert_spans (LwHelpView *self, const char *text, const char *paragraph)
{
  g_autoptr (GPtrArray) spans = lw_help_spans (text);

  for (guint i = 0; i < spans->len; i++)
    insert_span (self, spans->pdata[i], paragraph);
}

static void
mark_anchor (LwHelpView *self, const char *anchor)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (get_buffer (self), &end);
  if (anchor != NULL && gtk_text_buffer_get_mark (get_buffer (self), anchor) == NULL)
    gtk_text_buffer_create_mark (get_buffer (self), anchor, &end, TRUE);
}

// ---- blocks ---------------------------------------------------------------------------------

static void
draw_formula_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwHelpView *self = data;
  LwFormulaLayout *layout = g_object_get_data (G_OBJECT (area), "layout");
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));

  lw_formula_layout_draw (layout, painter, 1, 1, lw_appearance_get_palette (self->look)->text);
  lw_painter_free (painter);
}

static void
insert_formula (LwHelpView *self, const char *formula)
{
  LwFormulaLayout *layout = lw_formula_layout_new (formula, lw_appearance_get_fonts (self->look),
                                                   FORMULA_SIZE, FORMULA_WIDTH);
  GtkWidget *area = gtk_drawing_area_new ();
  g_autofree char *plain = lw_formula_dup_plain (formula);
  GtkTextChildAnchor *anchor;
  GtkTextIter end;

  g_object_set_data_full (G_OBJECT (area), "layout", layout,
                          (GDestroyNotify) lw_formula_layout_free);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area),
                                      (int) ceil (lw_formula_layout_get_width (layout)) + 2);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area),
                                       (int) ceil (lw_formula_layout_get_height (layout)) + 2);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_formula_cb, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, plain, -1);
  gtk_text_buffer_get_end_iter (get_buffer (self), &end);
  anchor = gtk_text_buffer_create_child_anchor (get_buffer (self), &end);
  gtk_text_view_add_child_at_anchor (self->view, area, anchor);
  insert (self, "\n", "p", NULL);
}

static void
enter_cb (LwThumbnail *picture)
{
  lw_thumbnail_set_playing (picture, true);
}

static void
leave_cb (LwThumbnail *picture)
{
  lw_thumbnail_set_playing (picture, false);
}

/// Inserts a picture of a mechanism, which moves while the pointer is on it.
static void
insert_picture (LwHelpView *self, const LwHelpBlock *block)
{
  g_autoptr (GFile) file = g_file_new_for_uri (block->mechanism);
  GtkWidget *picture = lw_thumbnail_new (file, PICTURE_WIDTH, PICTURE_HEIGHT);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  const int room = gtk_widget_get_width (GTK_WIDGET (self->view)) - 2 * MARGIN;
  GtkTextChildAnchor *anchor;
  GtkTextIter end;

  // A text gives its widgets their minimum size. It has no width before it is displayed.
  gtk_widget_set_size_request (
    picture, room > 0 ? CLAMP (room, PICTURE_MIN_WIDTH, PICTURE_WIDTH) : PICTURE_WIDTH, -1);
  g_signal_connect_object (motion, "enter", G_CALLBACK (enter_cb), picture, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "leave", G_CALLBACK (leave_cb), picture, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (picture, motion);
  lw_thumbnail_set_speed (LW_THUMBNAIL (picture), lw_gallery_find_speed (file));
  lw_thumbnail_load (LW_THUMBNAIL (picture));
  gtk_text_buffer_get_end_iter (get_buffer (self), &end);
  anchor = gtk_text_buffer_create_child_anchor (get_buffer (self), &end);
  gtk_text_view_add_child_at_anchor (self->view, picture, anchor);
  insert (self, "\n", "p", NULL);
}

/// A row is a line with its first cells and, indented, the last one: it is never too wide.
static void
insert_row (LwHelpView *self, char *const *row)
{
  g_autofree char *anchor = lw_help_dup_row_anchor (row);
  const guint n = g_strv_length ((char **) row);

  mark_anchor (self, anchor);
  for (guint i = 0; i < n; i++) {
    const gboolean last = i + 1 == n && n > 1;

    if (row[i][0] == '\0')
      continue;
    if (last)
      insert (self, "\n", "row", NULL);
    else if (i > 0)
      insert (self, "    ", "row", NULL);
    insert_spans (self, row[i], last ? "cell" : "row");
  }
  insert (self, "\n", n > 1 ? "cell" : "row", NULL);
}

static void
insert_rows (LwHelpView *self, const LwHelpBlock *block)
{
  // The words of the head are clear from the rows.
  for (guint i = 1; i < block->rows->len; i++)
    insert_row (self, block->rows->pdata[i]);
  insert (self, "\n", NULL, NULL);
}

static void
insert_numbers (LwHelpView *self, const LwHelpBlock *block)
{
  for (guint i = 0; i < block->rows->len; i++) {
    char **row = block->rows->pdata[i];

    insert (self, row[0], "code", NULL);
    insert (self, " = ", "code", NULL);
    insert (self, row[1], "code", "bold");
    insert (self, "\n", "code", NULL);
  }
  insert (self, "\n", NULL, NULL);
}

static void
insert_heading (LwHelpView *self, const LwHelpBlock *block)
{
  mark_anchor (self, block->anchor);
  insert_spans (self, block->text, block->level <= 2 ? "h2" : "h3");
  insert (self, "\n", "h2", NULL);
}

static void
insert_item (LwHelpView *self, const LwHelpBlock *block)
{
  g_autofree char *mark =
    block->number > 0 ? g_strdup_printf ("%u.\t", block->number) : g_strdup ("•\t");

  insert (self, mark, "item", NULL);
  insert_spans (self, block->text, "item");
  insert (self, "\n", "item", NULL);
}

static void
insert_block (LwHelpView *self, const LwHelpBlock *block)
{
  switch (block->kind) {
  case LW_HELP_HEADING:
    insert_heading (self, block);
    break;
  case LW_HELP_PARAGRAPH:
    insert_spans (self, block->text, "p");
    insert (self, "\n", "p", NULL);
    break;
  case LW_HELP_ITEM:
    insert_item (self, block);
    break;
  case LW_HELP_CODE:
    insert (self, block->text, "code", NULL);
    insert (self, "\n", "code", NULL);
    insert (self, "\n", NULL, NULL);
    break;
  case LW_HELP_FORMULA:
    insert_formula (self, block->text);
    break;
  case LW_HELP_TABLE:
    insert_rows (self, block);
    break;
  case LW_HELP_NUMBERS:
    insert_numbers (self, block);
    break;
  case LW_HELP_PICTURE:
    insert_picture (self, block);
    break;
  }
}

void
lw_help_view_show (LwHelpView *self, const char *title, const char *text, const char *anchor)
{
  g_autoptr (GPtrArray) blocks = lw_help_parse (text);
  GtkTextMark *mark;
  GtkTextIter start;

  g_return_if_fail (LW_IS_HELP_VIEW (self));

  if (title != self->title) {
    g_free (self->title);
    g_free (self->text);
    self->title = g_strdup (title);
    self->text = g_strdup (text);
  }
  make_tags (self);
  insert (self, title, "h1", NULL);
  insert (self, "\n", "h1", NULL);
  for (guint i = 0; i < blocks->len; i++)
    insert_block (self, blocks->pdata[i]);
  mark = anchor != NULL ? gtk_text_buffer_get_mark (get_buffer (self), anchor) : NULL;
  if (mark != NULL)
    gtk_text_buffer_get_iter_at_mark (get_buffer (self), &start, mark);
  else
    gtk_text_buffer_get_start_iter (get_buffer (self), &start);
  gtk_text_buffer_place_cursor (get_buffer (self), &start);
  if (mark != NULL)
    gtk_text_view_scroll_to_mark (self->view, mark, 0, TRUE, 0, 0);
  else
    gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), 0);
}

char *
lw_help_view_dup_text (LwHelpView *self)
{
  GtkTextIter start, end;

  g_return_val_if_fail (LW_IS_HELP_VIEW (self), NULL);

  gtk_text_buffer_get_bounds (get_buffer (self), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (self), &start, &end, FALSE);
}

// ---- links ----------------------------------------------------------------------------------

static const char *
get_link (const GtkTextIter *iter)
{
  GSList *tags = gtk_text_iter_get_tags (iter);
  const char *link = NULL;

  for (GSList *item = tags; item != NULL && link == NULL; item = item->next)
    link = g_object_get_data (item->data, "link");
  g_slist_free (tags);
  return link;
}

static const char *
get_link_at (LwHelpView *self, double x, double y)
{
  GtkTextIter iter;
  int buffer_x, buffer_y;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y,
                                         &buffer_x, &buffer_y);
  return gtk_text_view_get_iter_at_location (self->view, &iter, buffer_x, buffer_y)
           ? get_link (&iter)
           : NULL;
}

static void
follow (LwHelpView *self, const char *link)
{
  g_autofree char *kept = g_strdup (link);

  if (kept != NULL)
    g_signal_emit (self, signals[SIGNAL_FOLLOW], 0, kept);
}

static void
released_cb (LwHelpView *self, int n_press, double x, double y)
{
  if (!gtk_text_buffer_get_has_selection (get_buffer (self)))
    follow (self, get_link_at (self, x, y));
}

static void
motion_cb (LwHelpView *self, double x, double y)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self->view),
                                   get_link_at (self, x, y) != NULL ? "pointer" : "text");
}

/// Selects the next link after the selection, or the previous one. Returns FALSE if there is none.
static gboolean
select_link (LwHelpView *self, gboolean forward)
{
  GtkTextTagTable *table = gtk_text_buffer_get_tag_table (get_buffer (self));
  GtkTextTag *tag = gtk_text_tag_table_lookup (table, "link");
  GtkTextIter start, end;

  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  if (forward) {
    start = end;
    if (!gtk_text_iter_starts_tag (&start, tag)
        && (!gtk_text_iter_forward_to_tag_toggle (&start, tag)
            || (!gtk_text_iter_starts_tag (&start, tag)
                && !gtk_text_iter_forward_to_tag_toggle (&start, tag))))
      return FALSE;
  } else {
    do {
      if (!gtk_text_iter_backward_to_tag_toggle (&start, tag))
        return FALSE;
    } while (!gtk_text_iter_starts_tag (&start, tag));
  }
  end = start;
  gtk_text_iter_forward_to_tag_toggle (&end, tag);
  gtk_text_buffer_select_range (get_buffer (self), &start, &end);
  gtk_text_view_scroll_mark_onscreen (self->view, gtk_text_buffer_get_insert (get_buffer (self)));
  return TRUE;
}

static gboolean
key_cb (LwHelpView *self, guint key, guint code, GdkModifierType state)
{
  GtkTextIter start, end;

  if (key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab)
    return select_link (self, key == GDK_KEY_Tab);
  if (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return FALSE;
  gtk_text_buffer_get_selection_bounds (get_buffer (self), &start, &end);
  follow (self, get_link (&start));
  return TRUE;
}

// ---- object ---------------------------------------------------------------------------------

static void
style_cb (LwHelpView *self)
{
  if (self->title != NULL)
    lw_help_view_show (self, self->title, self->text, NULL);
}

static void
lw_help_view_dispose (GObject *object)
{
  LwHelpView *self = LW_HELP_VIEW (object);

  g_clear_object (&self->look);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (lw_help_view_parent_class)->dispose (object);
}

static void
lw_help_view_class_init (LwHelpViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_help_view_dispose;
  signals[SIGNAL_FOLLOW] = g_signal_new ("follow", LW_TYPE_HELP_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "helpview");
}

static void
lw_help_view_init (LwHelpView *self)
{
  GtkWidget *scroll = gtk_scrolled_window_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->look = lw_appearance_dup_default ();
  self->view = GTK_TEXT_VIEW (gtk_text_view_new ());
  gtk_text_view_set_editable (self->view, FALSE);
  gtk_text_view_set_cursor_visible (self->view, FALSE);
  gtk_text_view_set_accepts_tab (self->view, FALSE);
  gtk_text_view_set_wrap_mode (self->view, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (self->view, MARGIN);
  gtk_text_view_set_right_margin (self->view, MARGIN);
  gtk_text_view_set_top_margin (self->view, 20);
  gtk_text_view_set_bottom_margin (self->view, 40);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Page of the Help"), -1);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self->view), motion);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (style_cb),
                           self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), GTK_WIDGET (self->view));
  gtk_widget_set_hexpand (scroll, TRUE);
  gtk_widget_set_vexpand (scroll, TRUE);
  gtk_box_append (GTK_BOX (self), scroll);
}

GtkWidget *
lw_help_view_new (void)
{
  return g_object_new (LW_TYPE_HELP_VIEW, NULL);
}
