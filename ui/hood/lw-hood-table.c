// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-hood-table.h"

#include "lw-appearance.h"
#include "lw-axis.h"
#include "lw-help-mark.h"

#define FIGURES 4
#define ERROR_FIGURES 2 ///< only the magnitude matters
#define NAME_CHARS 13
#define STACK_LETTERS 1.2 ///< size of the letters from which on numbers are stacked
#define STACK_NUMBERS 4   ///< numbers of a row that have room side by side in such letters
#define STACK_COLUMNS 2   ///< columns of numbers in a stack

// ---- rows -----------------------------------------------------------------------------------

#define LW_TYPE_HOOD_ITEM (lw_hood_item_get_type ())
G_DECLARE_FINAL_TYPE (LwHoodItem, lw_hood_item, LW, HOOD_ITEM, GObject)

struct _LwHoodItem
{
  GObject parent_instance;

  char *texts[LW_HOOD_TABLE_COLUMNS];
  GtkLabel *labels[LW_HOOD_TABLE_COLUMNS]; ///< labels that show it now
  LwElementRef element;
};

G_DEFINE_FINAL_TYPE (LwHoodItem, lw_hood_item, G_TYPE_OBJECT)

static void
lw_hood_item_finalize (GObject *object)
{
  LwHoodItem *self = LW_HOOD_ITEM (object);

  for (guint i = 0; i < LW_HOOD_TABLE_COLUMNS; i++)
    g_free (self->texts[i]);

  G_OBJECT_CLASS (lw_hood_item_parent_class)->finalize (object);
}

static void
lw_hood_item_class_init (LwHoodItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_hood_item_finalize;
}

static void
lw_hood_item_init (LwHoodItem *self)
{
}

// ---- table ----------------------------------------------------------------------------------

struct _LwHoodTable
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwAppearance *look;
  GListStore *store;
  GtkSingleSelection *chosen;
  GStrv titles;
  char *numbers[LW_HOOD_TABLE_COLUMNS]; ///< names of the numbers in the help, may be NULL

  // Children
  GtkColumnView *view;

  bool choosing; ///< true while the chosen row and the selection are being synchronised
  guint stack;   ///< columns of numbers if they are stacked in cells; 0: none are
};

G_DEFINE_FINAL_TYPE (LwHoodTable, lw_hood_table, GTK_TYPE_BOX)

static LwHoodItem *
get_item (LwHoodTable *self, guint row)
{
  LwHoodItem *item = g_list_model_get_item (G_LIST_MODEL (self->store), row);

  // The store keeps a reference.
  if (item != NULL)
    g_object_unref (item);
  return item;
}

/// A cell has the label of its column, and in a stack below it those of later ones.
typedef struct
{
  LwHoodTable *table;
  guint column;
} Cell;

/// Returns the number below another one in a stack; 0: none. There is nothing below the names.
static guint
next_in_cell (const LwHoodTable *self, guint column)
{
  const guint below = column + self->stack;

  return column > 0 && self->stack > 0 && below < g_strv_length (self->titles) ? below : 0;
}

static GtkWidget *
new_label (const Cell *cell, guint column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  if (column == 0) {
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    gtk_label_set_width_chars (GTK_LABEL (label), NAME_CHARS);
  }
  if (cell->table->numbers[column] != NULL)
    lw_help_mark_number (label, cell->table->numbers[column]);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, column == 0 ? "row-name" : "number");
  return label;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  const Cell *cell = data;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (box), new_label (cell, cell->column));
  for (guint i = next_in_cell (cell->table, cell->column); i > 0; i = next_in_cell (cell->table, i))
    gtk_box_append (GTK_BOX (box), new_label (cell, i));
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_list_item_set_child (list_item, box);
}

/// Shows the texts of an item in its cell, or none.
static void
bind_cell (const Cell *cell, GtkListItem *list_item, bool shown)
{
  LwHoodItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *label = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));

  for (guint column = cell->column; label != NULL;
       column = next_in_cell (cell->table, column), label = gtk_widget_get_next_sibling (label)) {
    item->labels[column] = shown ? GTK_LABEL (label) : NULL;
    if (!shown)
      continue;
    gtk_label_set_text (GTK_LABEL (label), item->texts[column] != NULL ? item->texts[column] : "");
    if (column == 0)
      gtk_widget_set_tooltip_text (label, item->texts[0]);
  }
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  bind_cell (data, list_item, true);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, gpointer data)
{
  bind_cell (data, list_item, false);
}

static void
chosen_cb (LwHoodTable *self)
{
  LwHoodItem *item;

  if (self->choosing)
    return;
  item = gtk_single_selection_get_selected_item (self->chosen);
  if (item == NULL || item->element.kind == LW_SELECTION_NONE)
    return;
  self->choosing = true;
  lw_selection_set (self->selection, item->element.kind, item->element.id);
  self->choosing = false;
}

void
lw_hood_table_show_selection (LwHoodTable *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  const LwElementRef last = lw_selection_get_last (self->selection);
  const guint before = gtk_single_selection_get_selected (self->chosen);
  LwHoodItem *item;

  g_return_if_fail (LW_IS_HOOD_TABLE (self));

  if (self->choosing)
    return;
  item = before < n ? get_item (self, before) : NULL;
  if (item != NULL && item->element.kind == last.kind && item->element.id == last.id)
    return;
  self->choosing = true;
  gtk_single_selection_set_selected (self->chosen, GTK_INVALID_LIST_POSITION);
  for (guint i = 0; i < n && last.kind != LW_SELECTION_NONE; i++) {
    item = get_item (self, i);
    if (item->element.kind == last.kind && item->element.id == last.id) {
      gtk_single_selection_set_selected (self->chosen, i);
      gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", i);
      break;
    }
  }
  self->choosing = false;
}

void
lw_hood_table_set_n_rows (LwHoodTable *self, guint n_rows)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->store));

  g_return_if_fail (LW_IS_HOOD_TABLE (self));

  self->choosing = true;
  if (n > n_rows)
    g_list_store_splice (self->store, n_rows, n - n_rows, NULL, 0);
  else if (n < n_rows) {
    g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

    for (guint i = n; i < n_rows; i++)
      g_ptr_array_add (items, g_object_new (LW_TYPE_HOOD_ITEM, NULL));
    g_list_store_splice (self->store, n, 0, items->pdata, items->len);
  }
  self->choosing = false;
}

void
lw_hood_table_set_element (LwHoodTable *self, guint row, LwElementRef element)
{
  g_return_if_fail (LW_IS_HOOD_TABLE (self));

  get_item (self, row)->element = element;
}

void
lw_hood_table_set_text (LwHoodTable *self, guint row, guint column, const char *text)
{
  LwHoodItem *item;

  g_return_if_fail (LW_IS_HOOD_TABLE (self));
  g_return_if_fail (column < LW_HOOD_TABLE_COLUMNS);

  item = get_item (self, row);
  if (g_strcmp0 (item->texts[column], text) == 0)
    return;
  g_free (item->texts[column]);
  item->texts[column] = g_strdup (text);
  if (item->labels[column] != NULL)
    gtk_label_set_text (item->labels[column], text);
}

static void
set_figures (LwHoodTable *self, guint row, guint column, double value, int figures)
{
  char text[LW_NUMBER_SIZE];

  lw_hood_table_set_text (
    self, row, column,
    lw_format_number (text, value, figures,
                      lw_fonts_get_decimal_point (lw_appearance_get_fonts (self->look))));
}

void
lw_hood_table_set_number (LwHoodTable *self, guint row, guint column, double value)
{
  g_return_if_fail (LW_IS_HOOD_TABLE (self));

  set_figures (self, row, column, value, FIGURES);
}

void
lw_hood_table_set_error (LwHoodTable *self, guint row, guint column, double value)
{
  g_return_if_fail (LW_IS_HOOD_TABLE (self));

  set_figures (self, row, column, value, ERROR_FIGURES);
}

guint
lw_hood_table_get_n_rows (LwHoodTable *self)
{
  g_return_val_if_fail (LW_IS_HOOD_TABLE (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->store));
}

const char *
lw_hood_table_get_text (LwHoodTable *self, guint row, guint column)
{
  g_return_val_if_fail (LW_IS_HOOD_TABLE (self), NULL);

  return get_item (self, row)->texts[column];
}

static void
cell_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
add_column (LwHoodTable *self, guint index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  const Cell cell = { self, index };
  g_autoptr (GString) title = g_string_new (self->titles[index]);
  GtkColumnViewColumn *column;
  gpointer data = g_memdup2 (&cell, sizeof cell);

  for (guint i = next_in_cell (self, index); i > 0; i = next_in_cell (self, i))
    g_string_append_printf (title, "\n%s", self->titles[i]);
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), data, cell_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), data);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), data);
  column = gtk_column_view_column_new (title->str, factory);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_append_column (self->view, column);
  g_object_unref (column);
}

/// Aligns the titles of number columns to the right, like the numbers.
static void
align_titles (GtkWidget *widget, bool *first)
{
  if (GTK_IS_LABEL (widget)) {
    gtk_widget_set_hexpand (widget, TRUE);
    gtk_label_set_xalign (GTK_LABEL (widget), *first ? 0 : 1);
    gtk_label_set_justify (GTK_LABEL (widget), *first ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_RIGHT);
    *first = false;
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    align_titles (child, first);
}

/// Returns the columns in which numbers are stacked, so that the table is not wider than the panel.
static guint
get_stack (LwHoodTable *self)
{
  const guint n = g_strv_length (self->titles) - 1;

  return n > STACK_NUMBERS && lw_appearance_get_letters (self->look) > STACK_LETTERS ? STACK_COLUMNS
                                                                                     : 0;
}

static void
make_columns (LwHoodTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  const guint n = g_strv_length (self->titles);
  bool first = true;

  while (g_list_model_get_n_items (columns) > 0) {
    g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

    gtk_column_view_remove_column (self->view, column);
  }
  self->stack = get_stack (self);
  for (guint i = 0; i < (self->stack > 0 ? self->stack + 1 : n); i++)
    add_column (self, i);
  align_titles (gtk_widget_get_first_child (GTK_WIDGET (self->view)), &first);
}

/// Follows the size of the letters.
static void
look_cb (LwHoodTable *self)
{
  if (self->titles != NULL && get_stack (self) != self->stack)
    make_columns (self);
}

GtkWidget *
lw_hood_table_new (LwSelection *selection,
                   const char *label,
                   const char *const *titles,
                   const char *const *numbers)
{
  LwHoodTable *self = g_object_new (LW_TYPE_HOOD_TABLE, NULL);

  self->selection = g_object_ref (selection);
  self->titles = g_strdupv ((char **) titles);
  for (guint i = 0; titles[i] != NULL && i < LW_HOOD_TABLE_COLUMNS; i++)
    self->numbers[i] = numbers[i] != NULL ? g_strconcat ("hood:", numbers[i], NULL) : NULL;
  make_columns (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (selection, "changed", G_CALLBACK (lw_hood_table_show_selection), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

static void
lw_hood_table_dispose (GObject *object)
{
  LwHoodTable *self = LW_HOOD_TABLE (object);

  self->choosing = true;
  g_clear_object (&self->selection);
  g_clear_object (&self->look);
  g_clear_object (&self->chosen);
  g_clear_object (&self->store);

  G_OBJECT_CLASS (lw_hood_table_parent_class)->dispose (object);
}

static void
lw_hood_table_finalize (GObject *object)
{
  LwHoodTable *self = LW_HOOD_TABLE (object);

  g_strfreev (self->titles);
  for (guint i = 0; i < LW_HOOD_TABLE_COLUMNS; i++)
    g_free (self->numbers[i]);

  G_OBJECT_CLASS (lw_hood_table_parent_class)->finalize (object);
}

static void
lw_hood_table_class_init (LwHoodTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_hood_table_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_hood_table_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "hoodtable");
}

static void
lw_hood_table_init (LwHoodTable *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "changed", G_CALLBACK (look_cb), self, G_CONNECT_SWAPPED);
  self->store = g_list_store_new (LW_TYPE_HOOD_ITEM);
  self->chosen = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->store)));
  gtk_single_selection_set_autoselect (self->chosen, FALSE);
  gtk_single_selection_set_can_unselect (self->chosen, TRUE);
  gtk_single_selection_set_selected (self->chosen, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (self->chosen, "notify::selected", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  self->view =
    GTK_COLUMN_VIEW (gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->chosen))));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_hexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
}
