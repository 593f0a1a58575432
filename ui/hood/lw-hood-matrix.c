// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Page of the panel under the hood with the matrices, the multipliers of the selected coupling, and
// the figures of the whole system.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-help-mark.h"
#include "lw-hood-panel-private.h"
#include "lw-templates.h"

#define MULTIPLIERS_MAX 24
#define BAR_WIDTH 150
#define BAR_HEIGHT 11
#define FACTS_BESIDE 4 ///< figures beside each other, in letters of the usual size
#define FACT_CHARS 13  ///< room for a figure with its unit

// ---- words ----------------------------------------------------------------------------------

char *
lw_hood_panel_dup_quantity (LwHoodPanel *self, double value, int figures, const char *unit)
{
  char text[LW_NUMBER_SIZE];

  return g_strdup (lw_format_quantity (
    text, value, figures, unit, lw_fonts_get_decimal_point (lw_appearance_get_fonts (self->look))));
}

const char *
lw_hood_panel_get_symbol (const char *symbol)
{
  static const char *const words[][2] = {
    { "angle", N_ ("angle") },      { "rx", N_ ("about x") },    { "ry", N_ ("about y") },
    { "rz", N_ ("about z") },       { "length", N_ ("length") }, { "lower", N_ ("lower stop") },
    { "upper", N_ ("upper stop") },
  };

  if (symbol == NULL)
    return "";
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i][0], symbol))
      return _ (words[i][1]);
  return symbol;
}

static char *
dup_label (const LwHoodBlock *block, const char *symbol)
{
  const char *word = lw_hood_panel_get_symbol (symbol);

  return *word == '\0' ? g_strdup (block->name) : g_strdup_printf ("%s, %s", block->name, word);
}

char *
lw_hood_panel_dup_row_name (const LwHood *hood, guint row)
{
  const LwHoodRow *of = &g_array_index (hood->rows, LwHoodRow, row);

  return dup_label (&g_array_index (hood->couplings, LwHoodBlock, of->coupling), of->symbol);
}

char *
lw_hood_panel_dup_velocity_name (const LwHood *hood, guint index)
{
  const LwHoodVelocity *of = &g_array_index (hood->velocities, LwHoodVelocity, index);

  return dup_label (&g_array_index (hood->bodies, LwHoodBlock, of->body), of->symbol);
}

// ---- cell under the pointer -----------------------------------------------------------------

static const LwHoodBlock *
find_block (const LwHood *hood, LwElementRef element)
{
  const GArray *blocks = element.kind == LW_SELECTION_BODY ? hood->bodies : hood->couplings;
  const int index = lw_hood_find_block (blocks, element);

  return index < 0 ? NULL : &g_array_index (blocks, LwHoodBlock, index);
}

static char *
dup_side (const LwHood *hood, LwElementRef element, int number)
{
  const LwHoodBlock *block = find_block (hood, element);

  if (block == NULL)
    return g_strdup ("");
  if (number < 0)
    return g_strdup (block->name);
  return element.kind == LW_SELECTION_BODY ? lw_hood_panel_dup_velocity_name (hood, (guint) number)
                                           : lw_hood_panel_dup_row_name (hood, (guint) number);
}

void
lw_hood_panel_show_cell (LwHoodPanel *self)
{
  g_autofree char *row = NULL;
  g_autofree char *column = NULL;
  g_autofree char *value = NULL;
  g_autofree char *text = NULL;
  LwMatrixCell cell;

  if (self->hood == NULL || !lw_matrix_view_get_hovered (self->matrix, &cell)) {
    gtk_label_set_text (self->cell,
                        _ ("Point at a cell to read it; click to select its coupling."));
    return;
  }
  row = dup_side (self->hood, cell.row_element, cell.row);
  column = dup_side (self->hood, cell.column_element, cell.column);
  if (cell.part == NULL) {
    gtk_label_set_text (self->cell, *row != '\0' ? row : column);
    return;
  }
  value = lw_hood_panel_dup_quantity (self, cell.has_value ? cell.value : 0, 4, "1");
  text = g_strdup_printf ("%s (%s; %s) = %s", cell.part, row, column, value);
  gtk_label_set_text (self->cell, text);
}

// ---- multipliers ----------------------------------------------------------------------------

static void
draw_bar_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();
  const LwPalette *palette = lw_appearance_get_palette (look);
  const double part = *(double *) g_object_get_data (G_OBJECT (area), "part");
  const LwTones *tones = &palette->hue[part >= 0 ? LW_HUE_SKY : LW_HUE_ORANGE];
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (look));
  const double middle = 0.5 * width;
  const double length = fmax (fabs (part) * (middle - 1), 1);

  if (part != 0) {
    lw_painter_rect (painter, part > 0 ? middle : middle - length, 0.5 * (height - BAR_HEIGHT),
                     length, BAR_HEIGHT);
    lw_painter_fill (painter, tones->base);
  }
  lw_painter_rect (painter, middle - 0.5, 0.5 * height - 9, 1, 18);
  lw_painter_fill (painter, palette->axis);
  lw_painter_free (painter);
}

static GtkWidget *
new_multiplier (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *number = lw_label_new ("", "secondary");
  GtkWidget *name = lw_label_new ("", "row-name");
  GtkWidget *bar = gtk_drawing_area_new ();
  GtkWidget *value = lw_label_new ("", "number");

  gtk_label_set_width_chars (GTK_LABEL (number), 7);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_size_request (bar, BAR_WIDTH, 20);
  g_object_set_data_full (G_OBJECT (bar), "part", g_new0 (double, 1), g_free);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw_bar_cb, NULL, NULL);
  gtk_label_set_xalign (GTK_LABEL (value), 1);
  gtk_label_set_width_chars (GTK_LABEL (value), 13);
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), value);
  return box;
}

static void
set_multiplier (LwHoodPanel *self, GtkWidget *list_row, guint row, double part)
{
  const LwHoodRow *of = &g_array_index (self->hood->rows, LwHoodRow, row);
  GtkWidget *number =
    gtk_widget_get_first_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (list_row)));
  GtkWidget *name = gtk_widget_get_next_sibling (number);
  GtkWidget *bar = gtk_widget_get_next_sibling (name);
  // Translators: a row of a matrix, with its number
  g_autofree char *place = g_strdup_printf (_ ("row %u"), row + 1);
  g_autofree char *value =
    lw_hood_panel_dup_quantity (self, of->lambda, 4, of->is_length ? "N" : "N m");
  const char *word = lw_hood_panel_get_symbol (of->symbol);

  gtk_label_set_text (GTK_LABEL (number), place);
  gtk_label_set_text (GTK_LABEL (name), *word != '\0' ? word : _ ("multiplier"));
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_next_sibling (bar)), value);
  lw_help_mark_number (gtk_widget_get_next_sibling (bar), "hood:lambda");
  *(double *) g_object_get_data (G_OBJECT (bar), "part") = part;
  gtk_widget_queue_draw (bar);
}

static void
set_n_multipliers (LwHoodPanel *self, guint n)
{
  GtkListBoxRow *row;
  guint i = 0;

  while ((row = gtk_list_box_get_row_at_index (self->multipliers, (int) i)) != NULL && i < n)
    i++;
  while ((row = gtk_list_box_get_row_at_index (self->multipliers, (int) n)) != NULL)
    gtk_list_box_remove (self->multipliers, GTK_WIDGET (row));
  for (; i < n; i++) {
    GtkWidget *list_row = gtk_list_box_row_new ();

    gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (list_row), new_multiplier ());
    gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (list_row), FALSE);
    gtk_list_box_append (self->multipliers, list_row);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->multipliers), n > 0);
}

/// Returns true if rows of the block depend on others: the rows could share the load in another way.
static bool
has_redundant (const LwHood *hood, const LwHoodBlock *block)
{
  for (int i = 0; i < block->n; i++)
    if (g_array_index (hood->rows, LwHoodRow, block->first + i).redundant)
      return true;
  return false;
}

static void
fill_multipliers (LwHoodPanel *self)
{
  const LwHood *hood = self->hood;
  const LwHoodBlock *block = find_block (hood, lw_selection_get_last (self->selection));
  g_autofree char *title = NULL;
  double largest = 0;
  guint n;

  if (block == NULL || block->element.kind != LW_SELECTION_COUPLING) {
    gtk_label_set_text (self->multipliers_title, _ ("Select a coupling to see its multipliers."));
    set_n_multipliers (self, 0);
    return;
  }
  n = MIN ((guint) block->n, MULTIPLIERS_MAX);
  // Translators: %s is the name of a coupling
  title = g_strdup_printf (has_redundant (hood, block) ? _ ("Multipliers λ of %s: not unique here")
                                                       : _ ("Multipliers λ of %s"),
                           block->name);
  gtk_label_set_text (self->multipliers_title, title);
  set_n_multipliers (self, n);
  for (guint i = 0; i < hood->rows->len; i++)
    largest = fmax (largest, fabs (g_array_index (hood->rows, LwHoodRow, i).lambda));
  for (guint i = 0; i < n; i++) {
    const guint row = (guint) block->first + i;

    set_multiplier (self, GTK_WIDGET (gtk_list_box_get_row_at_index (self->multipliers, (int) i)),
                    row,
                    largest > 0 ? g_array_index (hood->rows, LwHoodRow, row).lambda / largest : 0);
  }
}

// ---- figures --------------------------------------------------------------------------------

/// Names, and words for lw_help_explain_hood ().
static const struct
{
  const char *name, *number;
} facts[LW_HOOD_FACTS] = {
  { N_ ("Rank of G"), "hood:rank" },
  { N_ ("Smallest σ"), "hood:sigma" },
  { N_ ("Condition"), "hood:condition" },
  { N_ ("Null space"), "hood:null-space" },
  { N_ ("Position error"), "hood:position-error" },
  { "M a − f − Gᵀλ", "hood:residual" },
  { "G a − γ", "hood:row-residual" },
  { N_ ("Dependent rows"), "hood:dependent" },
};

static void
fill_facts (LwHoodPanel *self)
{
  const LwHood *hood = self->hood;
  char *texts[LW_HOOD_FACTS] = { NULL };

  if (hood->analysed) {
    // Translators: the rank of a matrix, and its number of rows
    texts[0] = g_strdup_printf (_ ("%d of %d"), hood->rank, hood->n_active);
    texts[1] = lw_hood_panel_dup_quantity (
      self, hood->n_values > 0 ? hood->values[hood->n_values - 1] : 1, 3, "1");
    texts[2] = lw_hood_panel_dup_quantity (self, lw_hood_condition (hood), 3, "1");
    texts[3] = g_strdup_printf ("%d", hood->n_motions);
    texts[7] = g_strdup_printf ("%d", hood->n_redundant);
  }
  texts[4] = lw_hood_panel_dup_quantity (self, hood->position_error[0], 2, "m");
  texts[5] = lw_hood_panel_dup_quantity (self, hood->motion_residual, 2, "N");
  texts[6] = lw_hood_panel_dup_quantity (self, hood->row_residual, 2, "m/s^2");
  for (guint i = 0; i < LW_HOOD_FACTS; i++) {
    // Facts that are only known at rest keep their place while playing.
    gtk_label_set_text (self->facts[i], texts[i] != NULL ? texts[i] : "–");
    g_free (texts[i]);
  }
}

static GtkWidget *
new_facts (LwHoodPanel *self)
{
  GtkWidget *grid = lw_hood_panel_new_flow (FACTS_BESIDE);

  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (grid), TRUE);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (grid), 8);
  gtk_widget_add_css_class (grid, "facts");
  for (guint i = 0; i < LW_HOOD_FACTS; i++) {
    GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *name = lw_label_new (_ (facts[i].name), "secondary");

    self->facts[i] = GTK_LABEL (lw_label_new ("–", "fact"));
    // Constant, so that nothing moves while the numbers change.
    gtk_label_set_width_chars (self->facts[i], FACT_CHARS);
    lw_help_mark_number (GTK_WIDGET (self->facts[i]), facts[i].number);
    gtk_box_append (GTK_BOX (box), name);
    gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->facts[i]));
    lw_hood_panel_add_to_flow (grid, box);
  }
  return grid;
}

// ---- page -----------------------------------------------------------------------------------

static void
kind_cb (LwHoodPanel *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->kinds); i++)
    if (gtk_toggle_button_get_active (self->kinds[i]))
      lw_matrix_view_set_kind (self->matrix, (LwMatrixKind) i);
}

static void
numbers_cb (LwHoodPanel *self, GParamSpec *pspec, GtkToggleButton *button)
{
  lw_matrix_view_set_numbers (self->matrix, gtk_toggle_button_get_active (button));
}

static GtkWidget *
new_kinds (LwHoodPanel *self)
{
  static const char *const names[] = { N_ ("KKT"), N_ ("Jacobian G"), N_ ("Mass M") };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    self->kinds[i] = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ (names[i])));
    gtk_toggle_button_set_group (self->kinds[i], i > 0 ? self->kinds[0] : NULL);
    gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->kinds[i]));
  }
  gtk_toggle_button_set_active (self->kinds[0], TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_connect_swapped (self->kinds[i], "toggled", G_CALLBACK (kind_cb), self);
  return box;
}

/// Returns the choice of the matrix, and beside it that of numbers.
static GtkWidget *
new_head (LwHoodPanel *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *numbers = gtk_toggle_button_new_with_label (_ ("Numbers"));

  gtk_widget_set_tooltip_text (numbers, _ ("Write the Values into the Cells"));
  gtk_widget_set_valign (numbers, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (box, "kinds");
  g_signal_connect_object (numbers, "notify::active", G_CALLBACK (numbers_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), new_kinds (self));
  gtk_box_append (GTK_BOX (box), numbers);
  return box;
}

void
lw_hood_panel_fill_matrix_page (LwHoodPanel *self)
{
  fill_multipliers (self);
  fill_facts (self);
}

GtkWidget *
lw_hood_panel_new_matrix_page (LwHoodPanel *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *matrix = lw_matrix_view_new (self->selection);

  self->matrix = LW_MATRIX_VIEW (matrix);
  gtk_accessible_update_property (GTK_ACCESSIBLE (matrix), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("The matrix as a picture"), -1);
  self->cell = GTK_LABEL (lw_label_new ("", "cell"));
  gtk_label_set_ellipsize (self->cell, PANGO_ELLIPSIZE_MIDDLE);
  self->multipliers_title = GTK_LABEL (lw_label_new ("", "section"));
  self->multipliers = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->multipliers, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->multipliers), "card");
  g_signal_connect_swapped (matrix, "hovered", G_CALLBACK (lw_hood_panel_show_cell), self);
  lw_hood_panel_show_cell (self);
  gtk_widget_add_css_class (page, "page");
  gtk_box_append (GTK_BOX (page), new_head (self));
  gtk_box_append (GTK_BOX (page), matrix);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->cell));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->multipliers_title));
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->multipliers));
  gtk_box_append (GTK_BOX (page), new_facts (self));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), page);
  return scrolled;
}
