// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-start-page.h"

#include <glib/gi18n.h>

#include "lw-example-card.h"
#include "lw-gallery.h"
#include "lw-lesson-section.h"
#include "lw-recent.h"
#include "lw-templates.h"
#include "lw-thumbnail.h"

#define RECENT_MAX 5
#define RECENT_WIDTH_PX 66
#define RECENT_HEIGHT_PX 44

struct _LwStartPage
{
  GtkWidget parent_instance;

  // Owned
  GCancellable *cancellable;
  GPtrArray *entries; ///< array of LwGalleryEntry; NULL until they have been read

  // Template children
  GtkWidget *content;
  GtkWidget *scrolled;
  GtkSearchBar *search_bar;
  GtkSearchEntry *search_entry;
  GtkBox *head;
  GtkWidget *main_actions;
  GtkBox *columns;
  GtkWidget *recent_column;
  GtkListBox *recent_list;
  GtkBox *example_head;
  GtkDropDown *order_choice;
  GtkFlowBox *category_box;
  GtkFlowBox *example_box;
  GtkStack *example_stack;

  const char *category; ///< NULL shows all

  bool has_examples;
  guint tick_id;    ///< 0 if there is none
  guint loading_id; ///< idle handler; 0 if there is none
  LwLessonSection *lessons;
};

enum
{
  PROP_0,
  PROP_SEARCHING,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (LwStartPage, lw_start_page, GTK_TYPE_WIDGET)

// ---- recent files ---------------------------------------------------------------------------

static void
open_recent_cb (GSimpleAction *action, GVariant *parameter, gpointer row)
{
  gtk_widget_activate (GTK_WIDGET (row));
}

/// Adds an action to a row for screen readers, which cannot press Return here and are offered the
/// actions of a widget.
static void
add_open_action (GtkWidget *row)
{
  const GActionEntry entry = { .name = "open", .activate = open_recent_cb };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), &entry, 1, row);
  gtk_widget_insert_action_group (row, "recent", G_ACTION_GROUP (group));
}

/// Returns a row for a recent file. A file that no longer exists stays in the list, greyed out, so
/// that its disappearance is not puzzling.
static GtkWidget *
new_recent_row (GtkRecentInfo *info)
{
  const char *uri = gtk_recent_info_get_uri (info);
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *name = lw_recent_dup_name (info);
  g_autofree char *time = lw_recent_dup_time (gtk_recent_info_get_modified (info), now);
  g_autofree char *path = g_file_get_parse_name (file);
  bool exists = !gtk_recent_info_is_local (info) || gtk_recent_info_exists (info);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (frame, "frame");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_valign (frame, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (frame, RECENT_WIDTH_PX, RECENT_HEIGHT_PX);
  if (exists) {
    GtkWidget *thumbnail = lw_thumbnail_new (file, RECENT_WIDTH_PX - 2, RECENT_HEIGHT_PX - 2);

    lw_thumbnail_load (LW_THUMBNAIL (thumbnail));
    gtk_box_append (GTK_BOX (frame), thumbnail);
  }
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (words), lw_label_new_short (name, "title"));
  gtk_box_append (GTK_BOX (words),
                  lw_label_new_short (exists ? time : _ ("Not found"), "secondary"));
  gtk_box_append (GTK_BOX (box), frame);
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_tooltip_text (row, path);
  gtk_widget_set_sensitive (row, exists);
  if (exists)
    add_open_action (row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "uri", g_strdup (uri), g_free);
  return row;
}

/// Shows the recent files if there are any, and the column if there is something in it.
static void
show_recent (LwStartPage *self)
{
  GtkWidget *lessons = GTK_WIDGET (self->lessons);
  const bool any = gtk_list_box_get_row_at_index (self->recent_list, 0) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (self->recent_column); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != lessons)
      gtk_widget_set_visible (child, any);
  gtk_widget_set_margin_top (lessons, any ? 18 : 0);
  gtk_widget_set_visible (self->recent_column,
                          any
                            || (gtk_widget_get_visible (lessons)
                                && gtk_widget_get_parent (lessons) == self->recent_column));
}

static void
read_recent (LwStartPage *self)
{
  g_autoptr (GPtrArray) infos = lw_recent_dup (RECENT_MAX);
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->recent_list, 0)) != NULL)
    gtk_list_box_remove (self->recent_list, GTK_WIDGET (row));
  for (guint i = 0; i < infos->len; i++)
    gtk_list_box_append (self->recent_list, new_recent_row (g_ptr_array_index (infos, i)));
  lw_lesson_section_update (self->lessons);
  show_recent (self);
}

static void
recent_activated_cb (LwStartPage *self, GtkListBoxRow *row)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-file", "s",
                              (const char *) g_object_get_data (G_OBJECT (row), "uri"));
}

// ---- examples -------------------------------------------------------------------------------

static bool
is_shown (LwStartPage *self, LwExampleCard *card)
{
  return lw_example_card_is_in (card, self->category)
         && lw_example_card_matches (card,
                                     gtk_editable_get_text (GTK_EDITABLE (self->search_entry)));
}

static int
compare_cards (GtkFlowBoxChild *a, GtkFlowBoxChild *b, gpointer data)
{
  return lw_example_card_compare (LW_EXAMPLE_CARD (a), LW_EXAMPLE_CARD (b),
                                  gtk_drop_down_get_selected (LW_START_PAGE (data)->order_choice));
}

static gboolean
filter_card (GtkFlowBoxChild *child, gpointer data)
{
  return is_shown (LW_START_PAGE (data), LW_EXAMPLE_CARD (child));
}

/// Loads the pictures that are displayed, and those up to a page above and below.
static gboolean
load_displayed_cb (gpointer data)
{
  LwStartPage *self = LW_START_PAGE (data);
  const float height = (float) gtk_widget_get_height (self->scrolled);

  self->loading_id = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->example_box));
       child != NULL; child = gtk_widget_get_next_sibling (child)) {
    graphene_rect_t bounds;

    if (gtk_widget_get_child_visible (child)
        && gtk_widget_compute_bounds (child, self->scrolled, &bounds) && bounds.size.height > 0
        && bounds.origin.y < 2 * height && bounds.origin.y + bounds.size.height > -height)
      lw_thumbnail_load (lw_example_card_get_thumbnail (LW_EXAMPLE_CARD (child)));
  }
  return G_SOURCE_REMOVE;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwStartPage *self = LW_START_PAGE (widget);

  self->tick_id = 0;
  if (self->loading_id == 0)
    self->loading_id = g_idle_add (load_displayed_cb, self);
  return G_SOURCE_REMOVE;
}

/// Waits until the cards have their places: the layout follows in the same frame as the tick, and
/// the idle handler after the frame.
static void
load_displayed_later (LwStartPage *self)
{
  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

static void
order_changed_cb (LwStartPage *self)
{
  gtk_flow_box_invalidate_sort (self->example_box);
  load_displayed_later (self);
}

static void
filter_changed_cb (LwStartPage *self)
{
  bool found = false;

  gtk_flow_box_invalidate_filter (self->example_box);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->example_box));
       child != NULL && !found; child = gtk_widget_get_next_sibling (child))
    found = is_shown (self, LW_EXAMPLE_CARD (child));
  gtk_stack_set_visible_child_name (self->example_stack, found ? "examples" : "nothing");
  load_displayed_later (self);
}

// ---- categories -----------------------------------------------------------------------------

typedef struct
{
  const char *category; ///< as in the gallery; NULL stands for all
  const char *name;     ///< translatable
} Category;

static const Category categories[] = {
  { NULL, N_ ("All") },
  { "linkages", N_ ("Linkages") },
  { "straight", N_ ("Straight Lines") },
  { "walkers", N_ ("Walkers") },
  { "machines", N_ ("Machines") },
  { "everyday", N_ ("Everyday") },
  { "gears", N_ ("Gears and Cams") },
  { "robots", N_ ("Robots and Cars") },
  { "dynamics", N_ ("Dynamics") },
  { "contact", N_ ("Contact") },
  { "spatial", N_ ("Spatial") },
  { "classroom", N_ ("Classroom") },
};

static void
category_toggled_cb (LwStartPage *self, GtkToggleButton *button)
{
  const Category *category = g_object_get_data (G_OBJECT (button), "category");

  if (!gtk_toggle_button_get_active (button))
    return;
  self->category = category->category;
  filter_changed_cb (self);
}

static bool
has_category (LwStartPage *self, const char *category)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->example_box));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    if (lw_example_card_is_in (LW_EXAMPLE_CARD (child), category))
      return true;
  return false;
}

/// Adds a button for each category that has examples.
static void
add_categories (LwStartPage *self)
{
  GtkToggleButton *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (categories); i++) {
    GtkWidget *button;
    g_autofree char *tooltip = NULL;

    if (!has_category (self, categories[i].category))
      continue;
    button = gtk_toggle_button_new_with_label (_ (categories[i].name));
    // Translators: %s is a category of examples
    tooltip = g_strdup_printf (_ ("Show the Examples: %s"), _ (categories[i].name));
    gtk_widget_set_tooltip_text (button, tooltip);
    gtk_widget_add_css_class (button, "flat");
    g_object_set_data (G_OBJECT (button), "category", (gpointer) &categories[i]);
    if (first == NULL)
      first = GTK_TOGGLE_BUTTON (button);
    else
      gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), first);
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), categories[i].category == NULL);
    g_signal_connect_swapped (button, "toggled", G_CALLBACK (category_toggled_cb), self);
    gtk_flow_box_append (self->category_box, button);
    // The button takes the focus, not the place that it has in the box.
    gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
  }
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwStartPage *self = LW_START_PAGE (source);
  GPtrArray *entries = lw_gallery_read_finish (result);

  if (entries == NULL)
    return;
  self->entries = entries;
  for (guint i = 0; i < entries->len; i++)
    gtk_flow_box_insert (self->example_box, lw_example_card_new (g_ptr_array_index (entries, i)),
                         -1);
  add_categories (self);
  load_displayed_later (self);
}

static void
read_examples (LwStartPage *self)
{
  g_autofree char *path = lw_gallery_dup_path ();

  if (path != NULL)
    lw_gallery_read_async (path, self->cancellable, read_cb, self);
}

static void
example_activated_cb (LwStartPage *self, GtkFlowBoxChild *child)
{
  g_autofree char *uri = g_file_get_uri (lw_example_card_get_entry (LW_EXAMPLE_CARD (child))->file);

  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-example", "s", uri);
}

/// Opens the first example found.
static void
search_activated_cb (LwStartPage *self)
{
  for (int i = 0;; i++) {
    GtkFlowBoxChild *child = gtk_flow_box_get_child_at_index (self->example_box, i);

    if (child == NULL)
      return;
    if (filter_card (child, self)) {
      example_activated_cb (self, child);
      return;
    }
  }
}

// ---- object ---------------------------------------------------------------------------------

/// Reads the examples only when the page becomes visible.
static void
lw_start_page_map (GtkWidget *widget)
{
  LwStartPage *self = LW_START_PAGE (widget);

  read_recent (self);
  if (!self->has_examples)
    read_examples (self);
  self->has_examples = true;
  GTK_WIDGET_CLASS (lw_start_page_parent_class)->map (widget);
}

/// Moves the lessons to the end of a column: in a narrow window they follow the examples.
static void
place_lessons (LwStartPage *self, GtkWidget *column)
{
  GtkWidget *lessons = GTK_WIDGET (self->lessons);
  GtkWidget *parent = gtk_widget_get_parent (lessons);

  if (parent == column)
    return;
  g_object_ref (lessons);
  gtk_box_remove (GTK_BOX (parent), lessons);
  gtk_box_append (GTK_BOX (column), lessons);
  g_object_unref (lessons);
}

void
lw_start_page_set_narrow (LwStartPage *self, bool narrow)
{
  GtkOrientation orientation = narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL;

  g_return_if_fail (LW_IS_START_PAGE (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->head), orientation);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns), orientation);
  gtk_widget_set_halign (self->main_actions, narrow ? GTK_ALIGN_START : GTK_ALIGN_END);
  gtk_widget_set_size_request (self->recent_column, narrow ? -1 : 264, -1);
  place_lessons (self, narrow ? GTK_WIDGET (self->columns) : self->recent_column);
  show_recent (self);
}

static void
searching_changed_cb (LwStartPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SEARCHING]);
}

static void
lw_start_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_SEARCHING:
    g_value_set_boolean (value,
                         gtk_search_bar_get_search_mode (LW_START_PAGE (object)->search_bar));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_start_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  switch (id) {
  case PROP_SEARCHING:
    gtk_search_bar_set_search_mode (LW_START_PAGE (object)->search_bar,
                                    g_value_get_boolean (value));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
  }
}

static void
lw_start_page_dispose (GObject *object)
{
  LwStartPage *self = LW_START_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->loading_id, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (object), LW_TYPE_START_PAGE);
  // The cards used them.
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_object (&self->cancellable);

  G_OBJECT_CLASS (lw_start_page_parent_class)->dispose (object);
}

static void
lw_start_page_class_init (LwStartPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = lw_start_page_dispose;
  object_class->get_property = lw_start_page_get_property;
  object_class->set_property = lw_start_page_set_property;
  widget_class->map = lw_start_page_map;

  properties[PROP_SEARCHING] =
    g_param_spec_boolean ("searching", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, content);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, search_bar);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, search_entry);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, head);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, main_actions);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, columns);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, recent_column);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, recent_list);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, example_head);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, category_box);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, order_choice);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, scrolled);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, example_box);
  gtk_widget_class_bind_template_child (widget_class, LwStartPage, example_stack);
  gtk_widget_class_bind_template_callback (widget_class, recent_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, order_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, load_displayed_later);
  gtk_widget_class_bind_template_callback (widget_class, search_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, searching_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, example_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "startpage");
}

static void
lw_start_page_init (LwStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cancellable = g_cancellable_new ();
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  gtk_flow_box_set_sort_func (self->example_box, compare_cards, self, NULL);
  gtk_flow_box_set_filter_func (self->example_box, filter_card, self, NULL);
  self->lessons = LW_LESSON_SECTION (lw_lesson_section_new ());
  gtk_box_append (GTK_BOX (self->recent_column), GTK_WIDGET (self->lessons));
}
