// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A list view, so that rows exist only for what is in sight, over a list that makes its items only
// when they are asked for. The selection of the list and that of the window follow each other.

#include "lw-outline.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-element.h"

// ---- one row --------------------------------------------------------------------------------

#define LW_TYPE_OUTLINE_ITEM (lw_outline_item_get_type ())
G_DECLARE_FINAL_TYPE (LwOutlineItem, lw_outline_item, LW, OUTLINE_ITEM, GObject)

struct _LwOutlineItem
{
  GObject parent_instance;

  char *name;
  char *kind;
  const char *heading; ///< translated; before the first element of its kind
  const char *icon_name;
  LwElementRef element;
};

G_DEFINE_FINAL_TYPE (LwOutlineItem, lw_outline_item, G_TYPE_OBJECT)

static void
lw_outline_item_finalize (GObject *object)
{
  LwOutlineItem *self = LW_OUTLINE_ITEM (object);

  g_free (self->name);
  g_free (self->kind);

  G_OBJECT_CLASS (lw_outline_item_parent_class)->finalize (object);
}

static void
lw_outline_item_class_init (LwOutlineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_outline_item_finalize;
}

static void
lw_outline_item_init (LwOutlineItem *self)
{
}

// ---- the elements of a mechanism as a list ----------------------------------------------------

#define LW_TYPE_OUTLINE_ITEMS (lw_outline_items_get_type ())
G_DECLARE_FINAL_TYPE (LwOutlineItems, lw_outline_items, LW, OUTLINE_ITEMS, GObject)

struct _LwOutlineItems
{
  GObject parent_instance;

  LwMechanism *mechanism; ///< owned; may be NULL
};

static LwOutlineItem *
new_item (LwSelectionKind kind,
          const LwElement *element,
          const char *word,
          const char *icon_name,
          const char *heading)
{
  LwOutlineItem *item = g_object_new (LW_TYPE_OUTLINE_ITEM, NULL);

  item->element = (LwElementRef){ kind, element->id };
  item->kind = g_strdup (word);
  item->name =
    element->name != NULL ? g_strdup (element->name) : g_strdup_printf ("%s %d", word, element->id);
  item->icon_name = icon_name;
  item->heading = heading;
  return item;
}

static LwOutlineItem *
new_body_item (const LwMechanism *mechanism, guint i)
{
  return new_item (LW_SELECTION_BODY, &lw_mechanism_get_body (mechanism, i)->element, _ ("body"),
                   "lw-link-symbolic", i == 0 ? _ ("Bodies") : NULL);
}

static LwOutlineItem *
new_coupling_item (const LwMechanism *mechanism, guint i)
{
  const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

  return new_item (LW_SELECTION_COUPLING, &coupling->element,
                   lw_element_get_coupling_word (coupling), lw_element_get_coupling_icon (coupling),
                   i == 0 ? _ ("Joints") : NULL);
}

static LwOutlineItem *
new_force_item (const LwMechanism *mechanism, guint i)
{
  const LwForce *force = lw_mechanism_get_force (mechanism, i);
  const LwElementRef element = { LW_SELECTION_FORCE, force->element.id };
  g_autofree char *kind = lw_element_dup_kind (mechanism, element);
  g_autofree char *word = lw_element_dup_lower (kind);

  return new_item (LW_SELECTION_FORCE, &force->element, word,
                   lw_element_get_icon (mechanism, element), i == 0 ? _ ("Forces") : NULL);
}

static LwOutlineItem *
new_tracer_item (const LwMechanism *mechanism, guint i)
{
  return new_item (LW_SELECTION_TRACER, &lw_mechanism_get_tracer (mechanism, i)->element,
                   _ ("tracer"), "lw-tracer-symbolic", i == 0 ? _ ("Tracers") : NULL);
}

/// The parts of the list, one after the other.
static const struct
{
  guint (*get_n) (const LwMechanism *mechanism);
  LwOutlineItem *(*new_item) (const LwMechanism *mechanism, guint i);
} parts[] = {
  { lw_mechanism_get_n_bodies, new_body_item },
  { lw_mechanism_get_n_couplings, new_coupling_item },
  { lw_mechanism_get_n_forces, new_force_item },
  { lw_mechanism_get_n_tracers, new_tracer_item },
};

static GType
items_get_item_type (GListModel *model)
{
  return LW_TYPE_OUTLINE_ITEM;
}

static guint
items_get_n_items (GListModel *model)
{
  const LwMechanism *mechanism = LW_OUTLINE_ITEMS (model)->mechanism;
  guint n = 0;

  for (guint part = 0; part < G_N_ELEMENTS (parts) && mechanism != NULL; part++)
    n += parts[part].get_n (mechanism);
  return n;
}

static gpointer
items_get_item (GListModel *model, guint position)
{
  const LwMechanism *mechanism = LW_OUTLINE_ITEMS (model)->mechanism;

  for (guint part = 0; part < G_N_ELEMENTS (parts) && mechanism != NULL; part++) {
    guint n = parts[part].get_n (mechanism);

    if (position < n)
      return parts[part].new_item (mechanism, position);
    position -= n;
  }
  return NULL;
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
  g_clear_pointer (&LW_OUTLINE_ITEMS (object)->mechanism, lw_mechanism_unref);

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

static void
set_items (LwOutlineItems *self, LwMechanism *mechanism)
{
  guint n_before = items_get_n_items (G_LIST_MODEL (self));

  g_clear_pointer (&self->mechanism, lw_mechanism_unref);
  self->mechanism = mechanism != NULL ? lw_mechanism_ref (mechanism) : NULL;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before,
                              items_get_n_items (G_LIST_MODEL (self)));
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
  GtkFilterListModel *filtered;
  GtkMultiSelection *model;

  // Children
  GtkSearchEntry *search;
  GtkListView *list;

  bool following; ///< the list takes over the selection
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
  LwOutlineItem *row = item;
  const char *wanted = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *folded = g_utf8_casefold (wanted, -1);
  g_autofree char *name = g_utf8_casefold (row->name, -1);
  g_autofree char *kind = g_utf8_casefold (row->kind, -1);

  return folded[0] == '\0' || strstr (name, folded) != NULL || strstr (kind, folded) != NULL;
}

/// Without words there is no filter, which would look at each item.
static void
search_cb (LwOutline *self)
{
  bool wanted = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';

  gtk_filter_list_model_set_filter (self->filtered, NULL);
  if (wanted)
    gtk_filter_list_model_set_filter (self->filtered, self->filter);
}

// ---- selection ------------------------------------------------------------------------------

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
    g_autoptr (LwOutlineItem) item = g_list_model_get_item (model, i);

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
    g_autoptr (LwOutlineItem) item = g_list_model_get_item (model, gtk_bitset_get_nth (chosen, 0));

    lw_selection_set (self->selection, item->element.kind, item->element.id);
  }
  for (guint i = 0; i < n; i++) {
    g_autoptr (LwOutlineItem) item = g_list_model_get_item (model, i);
    bool is_wanted = gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->model), i);

    if (is_wanted != lw_selection_contains (self->selection, item->element.kind, item->element.id))
      lw_selection_toggle (self->selection, item->element.kind, item->element.id);
  }
  self->following = false;
}

static void
activate_cb (LwOutline *self, guint position)
{
  g_autoptr (LwOutlineItem) item = g_list_model_get_item (G_LIST_MODEL (self->model), position);

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

/// Rows are not made before somebody looks.
static void
show_mechanism (LwOutline *self)
{
  if (self->items->mechanism == self->mechanism)
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

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *heading = gtk_label_new (NULL);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *kind = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (kind, "kind");
  gtk_widget_add_css_class (row, "row");
  gtk_box_append (GTK_BOX (row), gtk_image_new ());
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), kind);
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), row);
  gtk_list_item_set_child (list_item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item)
{
  LwOutlineItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *box = gtk_list_item_get_child (list_item);
  GtkWidget *heading = gtk_widget_get_first_child (box);
  GtkWidget *row = gtk_widget_get_last_child (box);
  GtkWidget *image = gtk_widget_get_first_child (row);
  GtkWidget *name = gtk_widget_get_next_sibling (image);
  g_autofree char *label = g_strdup_printf ("%s, %s", item->name, item->kind);

  gtk_label_set_text (GTK_LABEL (heading), item->heading != NULL ? item->heading : "");
  gtk_widget_set_visible (heading, item->heading != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (image), item->icon_name);
  gtk_label_set_text (GTK_LABEL (name), item->name);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (row)), item->kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_outline_dispose (GObject *object)
{
  LwOutline *self = LW_OUTLINE (object);

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
  gtk_widget_class_set_css_name (widget_class, "outline");
}

static void
lw_outline_init (LwOutline *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

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
  self->filtered = gtk_filter_list_model_new (G_LIST_MODEL (self->items), NULL);
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
}
