// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The outline is a list view, so that only visible rows are widgets, on a tree: elements that
// belong to one body are under that body, elements that work on a joint are under the joint. The
// selection of the list and the selection of the window are synchronised.

#include "lw-outline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-edit-menu.h"
#include "lw-element-words.h"
#include "lw-marks.h"
#include "lw-outline-row.h"
#include "mbd-force-class.h"

// ---- the elements of a mechanism as a tree ----------------------------------------------------

/// The tree of the elements of a mechanism.
typedef struct
{
  gatomicrefcount ref_count;
  LwMechanism *mechanism;
  GArray *roots;        ///< array of LwElementRef
  GPtrArray *elements;  ///< array of LwElement, borrowed: those of the roots
  GHashTable *children; ///< element as a pointer, see key () -> GArray of LwElementRef
} Tree;

static void *
key (LwElementRef ref)
{
  return GSIZE_TO_POINTER (((gsize) (guint) ref.id << 3) | (gsize) ref.kind);
}

static void
tree_unref (Tree *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  lw_mechanism_unref (self->mechanism);
  g_array_unref (self->roots);
  g_ptr_array_unref (self->elements);
  g_hash_table_unref (self->children);
  g_free (self);
}

static void
add (Tree *self, LwSelectionKind kind, const LwElement *element, LwElementRef parent)
{
  const LwElementRef ref = { kind, element->id };
  GArray *children;

  if (lw_selection_find (self->mechanism, parent) == NULL) {
    g_array_append_val (self->roots, ref);
    g_ptr_array_add (self->elements, (gpointer) element);
    return;
  }
  children = g_hash_table_lookup (self->children, key (parent));
  if (children == NULL) {
    children = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
    g_hash_table_insert (self->children, key (parent), children);
  }
  g_array_append_val (children, ref);
}

static Tree *
tree_new (LwMechanism *mechanism)
{
  const LwElementRef none = { LW_SELECTION_NONE, 0 };
  Tree *self = g_new0 (Tree, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->mechanism = lw_mechanism_ref (mechanism);
  self->roots = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  self->elements = g_ptr_array_new ();
  self->children = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    add (self, LW_SELECTION_BODY, &lw_mechanism_get_body (mechanism, i)->element, none);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    add (self, LW_SELECTION_COUPLING, &coupling->element,
         coupling->joint[0] != 0 ? (LwElementRef){ LW_SELECTION_COUPLING, coupling->joint[0] }
                                 : none);
  }
  for (guint i = 0; i < lw_mechanism_get_n_forces (mechanism); i++) {
    const LwForce *force = lw_mechanism_get_force (mechanism, i);

    add (self, LW_SELECTION_FORCE, &force->element,
         force->def.class_->acts_on_a ? none
                                      : (LwElementRef){ LW_SELECTION_BODY, force->def.body_b });
  }
  for (guint i = 0; i < lw_mechanism_get_n_tracers (mechanism); i++) {
    const LwTracer *tracer = lw_mechanism_get_tracer (mechanism, i);

    add (self, LW_SELECTION_TRACER, &tracer->element,
         (LwElementRef){ LW_SELECTION_BODY, tracer->body });
  }
  for (guint i = 0; i < lw_mechanism_get_n_measurements (mechanism); i++)
    add (self, LW_SELECTION_MEASUREMENT, &lw_mechanism_get_measurement (mechanism, i)->element,
         none);
  return self;
}

static bool
is_same_ref (const LwElementRef *a, const LwElementRef *b)
{
  return a->kind == b->kind && a->id == b->id;
}

/// Returns true if the i-th root is the first of its kind, above which the heading is.
static bool
is_first (const Tree *self, guint i)
{
  const LwElementRef *ref = &g_array_index (self->roots, LwElementRef, i);

  return i == 0 || ref[-1].kind != ref->kind;
}

static bool
has_same_children (const Tree *a, const Tree *b, LwElementRef parent, bool same_marks)
{
  const GArray *x = g_hash_table_lookup (a->children, key (parent));
  const GArray *y = g_hash_table_lookup (b->children, key (parent));

  if (x == NULL || y == NULL)
    return x == y;
  if (x->len != y->len)
    return false;
  for (guint i = 0; i < x->len; i++) {
    const LwElementRef *p = &g_array_index (x, LwElementRef, i);
    const LwElementRef *q = &g_array_index (y, LwElementRef, i);

    if (!is_same_ref (p, q)
        || lw_selection_find (a->mechanism, *p) != lw_selection_find (b->mechanism, *q)
        || (!same_marks
            && lw_mechanism_get_mark (a->mechanism, *p)
                 != lw_mechanism_get_mark (b->mechanism, *q)))
      return false;
  }
  return true;
}

/// Returns true if the i-th root of one tree and the k-th of the other look the same, with all below
/// them. Mechanisms share their unchanged elements.
static bool
is_same_root (const Tree *a, guint i, const Tree *b, guint k, bool same_marks)
{
  const LwElementRef *p = &g_array_index (a->roots, LwElementRef, i);
  const LwElementRef *q = &g_array_index (b->roots, LwElementRef, k);

  return a->elements->pdata[i] == b->elements->pdata[k] && is_same_ref (p, q)
         && is_first (a, i) == is_first (b, k)
         && (same_marks
             || lw_mechanism_get_mark (a->mechanism, *p)
                  == lw_mechanism_get_mark (b->mechanism, *q))
         && has_same_children (a, b, *p, same_marks);
}

/// Finds the range of roots that differ: the number of equal ones before and after it.
static void
tree_compare (const Tree *a, const Tree *b, guint *before, guint *after)
{
  const bool same_marks = lw_marks_equal (a->mechanism, b->mechanism);
  const guint n = MIN (a->roots->len, b->roots->len);

  *before = *after = 0;
  while (*before < n && is_same_root (a, *before, b, *before, same_marks))
    ++*before;
  while (*before + *after < n
         && is_same_root (a, a->roots->len - 1 - *after, b, b->roots->len - 1 - *after, same_marks))
    ++*after;
}

// ---- rows -----------------------------------------------------------------------------------

#define LW_TYPE_OUTLINE_ITEMS (lw_outline_items_get_type ())
G_DECLARE_FINAL_TYPE (LwOutlineItems, lw_outline_items, LW, OUTLINE_ITEMS, GObject)

struct _LwOutlineItems
{
  GObject parent_instance;

  Tree *tree;   ///< owned; may be NULL
  GArray *refs; ///< borrowed from the tree: the rows of this list
  char *on;     ///< name of the parent element; NULL for top-level rows
};

/// Returns the word for the kind of an element, for use within a message. Free with g_free ().
static char *
dup_word (const LwMechanism *mechanism, LwElementRef ref)
{
  g_autofree char *kind = NULL;

  switch (ref.kind) {
  case LW_SELECTION_BODY:
    return g_strdup (_ ("body"));
  case LW_SELECTION_COUPLING:
    return g_strdup (
      lw_element_words_get_coupling_word (lw_mechanism_find_coupling (mechanism, ref.id)));
  case LW_SELECTION_FORCE:
    kind = lw_element_words_dup_kind (mechanism, ref);
    return lw_element_words_dup_lower (kind);
  case LW_SELECTION_MEASUREMENT:
    kind = lw_element_words_dup_kind (mechanism, ref);
    return lw_element_words_dup_lower (kind);
  case LW_SELECTION_TRACER:
  case LW_SELECTION_NONE:
    break;
  }
  return g_strdup (_ ("tracer"));
}

/// Returns the heading before the first top-level element of a kind.
static const char *
heading_of (LwSelectionKind kind)
{
  return kind == LW_SELECTION_BODY       ? _ ("Bodies")
         : kind == LW_SELECTION_COUPLING ? _ ("Joints")
         : kind == LW_SELECTION_FORCE    ? _ ("Forces")
         : kind == LW_SELECTION_TRACER   ? _ ("Tracers")
                                         : _ ("Measurements");
}

static GType
items_get_item_type (GListModel *model)
{
  return LW_TYPE_OUTLINE_ITEM;
}

static guint
items_get_n_items (GListModel *model)
{
  const LwOutlineItems *self = LW_OUTLINE_ITEMS (model);

  return self->refs != NULL ? self->refs->len : 0;
}

static gpointer
items_get_item (GListModel *model, guint position)
{
  const LwOutlineItems *self = LW_OUTLINE_ITEMS (model);
  const LwElementRef *ref;
  const LwElement *element;
  LwOutlineItem *item;

  if (self->refs == NULL || position >= self->refs->len)
    return NULL;
  ref = &g_array_index (self->refs, LwElementRef, position);
  element = lw_selection_find (self->tree->mechanism, *ref);
  item = g_object_new (LW_TYPE_OUTLINE_ITEM, NULL);
  item->icon_name = lw_element_words_get_icon (self->tree->mechanism, *ref);
  item->element = *ref;
  item->marks = lw_mechanism_get_mark (self->tree->mechanism, *ref);
  item->kind = dup_word (self->tree->mechanism, *ref);
  item->name = element->name != NULL ? g_strdup (element->name)
                                     : g_strdup_printf ("%s %d", item->kind, ref->id);
  item->on = g_strdup (self->on);
  if (self->on == NULL && is_first (self->tree, position))
    item->heading = heading_of (ref->kind);
  return item;
}

static void
lw_outline_items_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = items_get_item_type;
  iface->get_n_items = items_get_n_items;
  iface->get_item = items_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (LwOutlineItems,
                               lw_outline_items,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      lw_outline_items_init_list_model))

static void
lw_outline_items_finalize (GObject *object)
{
  LwOutlineItems *self = LW_OUTLINE_ITEMS (object);

  g_clear_pointer (&self->tree, tree_unref);
  g_free (self->on);

  G_OBJECT_CLASS (lw_outline_items_parent_class)->finalize (object);
}

static void
lw_outline_items_class_init (LwOutlineItemsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_outline_items_finalize;
}

static void
lw_outline_items_init (LwOutlineItems *self)
{
}

/// Adopts a mechanism. Rows that look the same remain.
static void
set_items (LwOutlineItems *self, LwMechanism *mechanism)
{
  const guint n_before = items_get_n_items (G_LIST_MODEL (self));
  Tree *shown = self->tree;
  guint before = 0, after = 0;

  self->tree = mechanism != NULL ? tree_new (mechanism) : NULL;
  self->refs = self->tree != NULL ? self->tree->roots : NULL;
  if (shown != NULL && self->tree != NULL)
    tree_compare (shown, self->tree, &before, &after);
  g_clear_pointer (&shown, tree_unref);
  g_list_model_items_changed (G_LIST_MODEL (self), before, n_before - before - after,
                              items_get_n_items (G_LIST_MODEL (self)) - before - after);
}

/// Returns the children of a row; NULL if there are none.
static GListModel *
create_children (gpointer item, gpointer data)
{
  const LwOutlineItems *roots = data;
  const LwOutlineItem *parent = item;
  GArray *refs = g_hash_table_lookup (roots->tree->children, key (parent->element));
  LwOutlineItems *children;

  if (refs == NULL || parent->on != NULL)
    return NULL;
  children = g_object_new (LW_TYPE_OUTLINE_ITEMS, NULL);
  g_atomic_ref_count_inc (&roots->tree->ref_count);
  children->tree = roots->tree;
  children->refs = refs;
  children->on = g_strdup (parent->name);
  return G_LIST_MODEL (children);
}

// ---- outline --------------------------------------------------------------------------------

struct _LwOutline
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwMechanism *mechanism;
  LwOutlineItems *items;
  GtkFilter *filter;
  GtkTreeListModel *tree;
  GtkFilterListModel *filtered;
  GtkMultiSelection *model;

  // Children
  GtkSearchEntry *search;
  GtkListView *list;
  GtkWidget *menu; ///< NULL before it is first shown

  bool following; ///< true while the list adopts the selection
};

enum
{
  SIGNAL_RENAME,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwOutline, lw_outline, GTK_TYPE_BOX)

static gboolean
matches (gpointer item, gpointer data)
{
  LwOutline *self = data;
  g_autoptr (LwOutlineItem) row = gtk_tree_list_row_get_item (item);
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *folded = g_utf8_casefold (wanted, -1);
  g_autofree char *name = g_utf8_casefold (row->name, -1);
  g_autofree char *kind = g_utf8_casefold (row->kind, -1);

  return folded[0] == '\0' || strstr (name, folded) != NULL || strstr (kind, folded) != NULL;
}

/// Removes the filter if the search text is empty, because a filter examines every item.
static void
search_cb (LwOutline *self)
{
  bool wanted = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';

  gtk_filter_list_model_set_filter (self->filtered, NULL);
  if (wanted)
    gtk_filter_list_model_set_filter (self->filtered, self->filter);
}

// ---- selection ------------------------------------------------------------------------------

/// Returns the item at a position of the displayed list.
static LwOutlineItem *
get_item (GListModel *model, guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, position);

  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

static void
follow_selection (LwOutline *self)
{
  GListModel *model = G_LIST_MODEL (self->model);
  guint n = g_list_model_get_n_items (model);
  g_autoptr (GtkBitset) selected = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, n);
  LwElementRef last = lw_selection_get_last (self->selection);
  bool any = last.kind != LW_SELECTION_NONE;

  if (self->following)
    return;
  self->following = true;
  for (guint i = 0; i < n && any; i++) {
    g_autoptr (LwOutlineItem) item = get_item (model, i);

    if (lw_selection_contains (self->selection, item->element.kind, item->element.id))
      gtk_bitset_add (selected, i);
    if (item->element.kind == last.kind && item->element.id == last.id)
      gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", i);
  }
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->model), selected, all);
  self->following = false;
}

static void
list_changed_cb (LwOutline *self)
{
  GListModel *model = G_LIST_MODEL (self->model);
  guint n = g_list_model_get_n_items (model);
  g_autoptr (GtkBitset) chosen =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->model));

  if (self->following || self->selection == NULL)
    return;
  self->following = true;
  if (gtk_bitset_get_size (chosen) == 1) {
    g_autoptr (LwOutlineItem) item = get_item (model, gtk_bitset_get_nth (chosen, 0));

    lw_selection_set (self->selection, item->element.kind, item->element.id);
  }
  for (guint i = 0; i < n; i++) {
    g_autoptr (LwOutlineItem) item = get_item (model, i);
    bool is_wanted = gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->model), i);

    if (is_wanted != lw_selection_contains (self->selection, item->element.kind, item->element.id))
      lw_selection_toggle (self->selection, item->element.kind, item->element.id);
  }
  self->following = false;
}

static void
activate_cb (LwOutline *self, guint position)
{
  g_autoptr (LwOutlineItem) item = get_item (G_LIST_MODEL (self->model), position);

  if (item == NULL)
    return;
  lw_selection_set (self->selection, item->element.kind, item->element.id);
  g_signal_emit (self, signals[SIGNAL_RENAME], 0);
}

static gboolean
rename_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwOutline *self = LW_OUTLINE (widget);

  if (lw_selection_get_last (self->selection).kind == LW_SELECTION_NONE)
    return FALSE;
  g_signal_emit (self, signals[SIGNAL_RENAME], 0);
  return TRUE;
}

void
lw_outline_set_selection (LwOutline *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_OUTLINE (self));

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (follow_selection), self);
}

// ---- mechanism ------------------------------------------------------------------------------

/// Creates the rows, which is deferred until the outline is visible.
static void
show_mechanism (LwOutline *self)
{
  const Tree *shown = self->items->tree;

  if (self->mechanism == (shown != NULL ? shown->mechanism : NULL))
    return;
  self->following = true;
  set_items (self->items, self->mechanism);
  self->following = false;
  if (self->selection != NULL)
    follow_selection (self);
}

void
lw_outline_set_mechanism (LwOutline *self, LwMechanism *mechanism)
{
  g_return_if_fail (LW_IS_OUTLINE (self));

  if (self->mechanism == mechanism)
    return;
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  self->mechanism = mechanism != NULL ? lw_mechanism_ref (mechanism) : NULL;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_mechanism (self);
}

static void
lw_outline_map (GtkWidget *widget)
{
  show_mechanism (LW_OUTLINE (widget));
  GTK_WIDGET_CLASS (lw_outline_parent_class)->map (widget);
}

// ---- rows -----------------------------------------------------------------------------------

/// Rows before this one have been added or removed.
static void
position_changed_cb (GtkListItem *list_item)
{
  GtkWidget *row = gtk_list_item_get_child (list_item);

  if (row != NULL && gtk_list_item_get_item (list_item) != NULL)
    lw_outline_row_set_position (LW_OUTLINE_ROW (row), gtk_list_item_get_position (list_item));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, lw_outline_row_new ());
  g_signal_connect (list_item, "notify::position", G_CALLBACK (position_changed_cb), NULL);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item)
{
  lw_outline_row_bind (LW_OUTLINE_ROW (gtk_list_item_get_child (list_item)),
                       gtk_list_item_get_item (list_item), gtk_list_item_get_position (list_item));
}

// ---- menu -----------------------------------------------------------------------------------

/// Opens the menu for the row under the pointer, or for the selection if the row belongs to it.
static void
secondary_pressed_cb (LwOutline *self, int n_press, double x, double y)
{
  GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  guint position = 0;

  for (; widget != NULL && widget != GTK_WIDGET (self) && position == 0;
       widget = gtk_widget_get_parent (widget)) {
    position = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "lw-position"));
    // Part of the row that its child does not cover.
    if (position == 0 && gtk_widget_get_first_child (widget) != NULL)
      position = GPOINTER_TO_UINT (
        g_object_get_data (G_OBJECT (gtk_widget_get_first_child (widget)), "lw-position"));
  }
  if (position == 0)
    return;
  if (!gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->model), position - 1))
    gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->model), position - 1, TRUE);
  lw_edit_menu_popup (&self->menu, GTK_WIDGET (self), lw_edit_menu_find_context (self->selection),
                      x, y);
}

static gboolean
menu_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwOutline *self = LW_OUTLINE (widget);

  if (lw_selection_get_last (self->selection).kind == LW_SELECTION_NONE)
    return FALSE;
  lw_edit_menu_popup (&self->menu, widget, lw_edit_menu_find_context (self->selection),
                      0.5 * gtk_widget_get_width (widget), 0.3 * gtk_widget_get_height (widget));
  return TRUE;
}

/// Adds the keys that change the order, before the list, which has its own use for these keys.
static void
add_order_keys (LwOutline *self)
{
  // Elements further down the list are drawn later, on top.
  static const struct
  {
    const char *key;
    int places;
  } keys[] = {
    { "<Control>Page_Up", 1 },
    { "<Control>Page_Down", -1 },
    { "<Alt>Up", -1 },
    { "<Alt>Down", 1 },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new_with_arguments (gtk_shortcut_trigger_parse_string (keys[i].key),
                                       gtk_named_action_new ("win.raise"), "i", keys[i].places));
  gtk_widget_add_controller (GTK_WIDGET (self->list), controller);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_outline_dispose (GObject *object)
{
  LwOutline *self = LW_OUTLINE (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  lw_outline_set_selection (self, NULL);
  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  g_clear_object (&self->filter);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (lw_outline_parent_class)->dispose (object);
}

static void
lw_outline_class_init (LwOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_outline_dispose;
  widget_class->map = lw_outline_map;

  signals[SIGNAL_RENAME] = g_signal_new ("rename", LW_TYPE_OUTLINE, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_F2, 0, rename_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, menu_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key_cb, NULL);
  gtk_widget_class_set_css_name (widget_class, "outline");
}

static void
lw_outline_init (LwOutline *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  self->search = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  g_object_set (self->search, "placeholder-text", _ ("Search"), "tooltip-text",
                _ ("Search by Name or Kind"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the Outline"), -1);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (search_cb), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->search));

  self->items = g_object_new (LW_TYPE_OUTLINE_ITEMS, NULL);
  self->filter = GTK_FILTER (gtk_custom_filter_new (matches, self, NULL));
  self->tree = gtk_tree_list_model_new (G_LIST_MODEL (self->items), FALSE, TRUE, create_children,
                                        self->items, NULL);
  self->filtered = gtk_filter_list_model_new (G_LIST_MODEL (self->tree), NULL);
  self->model = gtk_multi_selection_new (G_LIST_MODEL (self->filtered));
  g_signal_connect_swapped (self->model, "selection-changed", G_CALLBACK (list_changed_cb), self);

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  self->list =
    GTK_LIST_VIEW (gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->model)), factory));
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (activate_cb), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Outline"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self), scrolled);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (secondary_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  add_order_keys (self);
}
