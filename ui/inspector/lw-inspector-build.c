// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cards and rows of the inspector. They are built into the existing ones: a builder takes the next
// existing widget with the same key and shows its own values in it; missing widgets are created, and
// those that no builder took are removed. So the widgets of a page remain for all elements of a kind,
// together with the keyboard focus and the scroll position.

#include <glib/gi18n.h>

#include "lw-element-words.h"
#include "lw-field.h"
#include "lw-help-mark.h"
#include "lw-inspector-private.h"
#include "lw-popover-release.h"
#include "lw-tooltip.h"

#define KEY "lw-key"
#define ID "lw-id"

// ---- keeping --------------------------------------------------------------------------------

static void
discard (GtkBox *box, GtkWidget *child)
{
  lw_popover_release (child);
  gtk_box_remove (box, child);
}

/// Removes the children from `*next` up to `end`; NULL: all.
static void
discard_until (GtkBox *box, GtkWidget **next, GtkWidget *end)
{
  while (*next != end) {
    GtkWidget *child = *next;

    *next = gtk_widget_get_next_sibling (child);
    discard (box, child);
  }
}

/// Returns the next existing child of the box with this key, and removes those before it; NULL if there
/// is none.
static GtkWidget *
take (GtkBox *box, GtkWidget **next, const char *key)
{
  for (GtkWidget *child = *next; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (g_strcmp0 (g_object_get_data (G_OBJECT (child), KEY), key) == 0) {
      discard_until (box, next, child);
      *next = gtk_widget_get_next_sibling (child);
      return child;
    }
  return NULL;
}

static void
put (GtkBox *box, GtkWidget *next, GtkWidget *child, const char *key)
{
  g_object_set_data_full (G_OBJECT (child), KEY, g_strdup (key), g_free);
  gtk_widget_insert_before (child, GTK_WIDGET (box), next);
}

GtkWidget *
lw_inspector_take (LwInspector *self, const char *key)
{
  return take (self->card, &self->next_row, key);
}

void
lw_inspector_put (LwInspector *self, GtkWidget *row, const char *key)
{
  put (self->card, self->next_row, row, key);
}

void
lw_inspector_add (LwInspector *self, GtkWidget *row)
{
  lw_inspector_put (self, row, NULL);
}

void
lw_inspector_end_card (LwInspector *self)
{
  if (self->card != NULL)
    discard_until (self->card, &self->next_row, NULL);
  self->card = NULL;
}

void
lw_inspector_begin (LwInspector *self)
{
  self->card = NULL;
  self->next_part = gtk_widget_get_first_child (GTK_WIDGET (self->content));
}

void
lw_inspector_end (LwInspector *self)
{
  lw_inspector_end_card (self);
  discard_until (self->content, &self->next_part, NULL);
}

/// Sets the text of a label, if it differs.
static void
set_label (GtkLabel *label, const char *text)
{
  if (!g_str_equal (gtk_label_get_text (label), text))
    gtk_label_set_text (label, text);
}

// ---- cards ----------------------------------------------------------------------------------

static GtkBox *
new_card (void)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "rows");
  return GTK_BOX (card);
}

static GtkWidget *
new_heading (const char *title)
{
  GtkWidget *heading = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (title);

  gtk_widget_add_css_class (heading, "section");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (heading), label);
  return heading;
}

/// Begins the card after its heading.
static void
begin_rows (LwInspector *self, const char *title)
{
  g_autofree char *key = g_strconcat ("card ", title, NULL);
  GtkWidget *card = take (self->content, &self->next_part, key);

  if (card == NULL) {
    card = GTK_WIDGET (new_card ());
    put (self->content, self->next_part, card, key);
  }
  self->card = GTK_BOX (card);
  self->next_row = gtk_widget_get_first_child (card);
}

/// Returns the heading of a card, with a remark or without one.
static GtkWidget *
begin_heading (LwInspector *self, const char *title, const char *kind)
{
  g_autofree char *key = g_strconcat (kind, " ", title, NULL);
  GtkWidget *heading;

  lw_inspector_end_card (self);
  heading = take (self->content, &self->next_part, key);
  if (heading == NULL) {
    heading = new_heading (title);
    put (self->content, self->next_part, heading, key);
  }
  return heading;
}

void
lw_inspector_begin_card_with (LwInspector *self, const char *title, GtkWidget *remark)
{
  GtkWidget *heading = begin_heading (self, title, "heading with");
  GtkWidget *next = gtk_widget_get_next_sibling (gtk_widget_get_first_child (heading));

  discard_until (GTK_BOX (heading), &next, NULL);
  gtk_box_append (GTK_BOX (heading), remark);
  begin_rows (self, title);
}

void
lw_inspector_begin_card (LwInspector *self, const char *title, const char *remark)
{
  GtkWidget *heading =
    begin_heading (self, title, remark != NULL ? "heading and remark" : "heading");
  GtkWidget *label = gtk_widget_get_next_sibling (gtk_widget_get_first_child (heading));

  if (remark != NULL && label == NULL) {
    label = gtk_label_new (remark);
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class (label, "remark");
    gtk_box_append (GTK_BOX (heading), label);
  } else if (remark != NULL) {
    set_label (GTK_LABEL (label), remark);
  }
  begin_rows (self, title);
}

// ---- fields and words -----------------------------------------------------------------------

/// Shows the values of the targets in a field; `target` is the last of them.
static void
show_targets (LwInspector *self, LwFieldEditor *field, LwElementRef target)
{
  const bool several = lw_inspector_is_several (self) && target.kind != LW_SELECTION_NONE;

  lw_field_editor_set_targets (field, target.id,
                               (const LwElementRef *) (const void *) self->targets->data,
                               several ? self->targets->len - 1 : 0);
}

/// Returns the name of the row of the table of fields that a field of the inspector shows: the given
/// one, that of its property, or that of the numbers at its offset. NULL if there is none.
static const char *
find_name (const LwFieldSpec *spec, LwSelectionKind kind)
{
  const LwFieldTable *table = lw_field_table (kind);
  // "function.mean" is a part of the row with the function.
  const bool of_function = spec->property != NULL && g_str_has_prefix (spec->property, "function.");

  if (spec->field != NULL || spec->get != NULL || spec->get_text != NULL)
    return spec->field;
  if (spec->property != NULL && !of_function)
    return spec->property;
  for (guint i = 0; i < table->n_fields; i++) {
    const LwField *field = &table->fields[i];

    // A field of the inspector may show a part of a vector.
    if (of_function ? field->type == LW_FIELD_FUNCTION
                    : spec->offset >= field->offset
                        && spec->offset < field->offset + MAX (field->count, 1) * sizeof (double))
      return field->name;
  }
  return NULL;
}

void
lw_inspector_add_fields (LwInspector *self,
                         LwElementRef target,
                         const LwFieldSpec *specs,
                         guint n_specs)
{
  for (guint i = 0; i < n_specs; i++) {
    g_autofree char *key = g_strdup_printf ("field %p", (const void *) &specs[i]);
    GtkWidget *field = lw_inspector_take (self, key);

    if (field == NULL) {
      field = lw_field_editor_new (self->document, target, &specs[i]);
      lw_inspector_put (self, field, key);
    }
    if (find_name (&specs[i], target.kind) != NULL) {
      g_autofree char *number = g_strconcat ("field:", find_name (&specs[i], target.kind), NULL);

      lw_help_mark_number (field, number);
    }
    show_targets (self, LW_FIELD_EDITOR (field), target);
  }
}

GtkWidget *
lw_inspector_new_row (const char *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (name);

  gtk_widget_add_css_class (row, "row");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  return row;
}

GtkWidget *
lw_inspector_add_words (LwInspector *self, const char *name, const char *words)
{
  g_autofree char *key = g_strconcat ("words ", name, NULL);
  GtkWidget *row = lw_inspector_take (self, key);
  GtkWidget *label;

  if (row == NULL) {
    row = lw_inspector_new_row (name);
    label = gtk_label_new (NULL);
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    gtk_box_append (GTK_BOX (row), label);
    lw_inspector_put (self, row, key);
  }
  label = gtk_widget_get_last_child (row);
  set_label (GTK_LABEL (label), words);
  lw_tooltip_set (label, words);
  return label;
}

// ---- elements -------------------------------------------------------------------------------

static void
draw_chip (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();
  const LwTones *tones = &lw_appearance_get_palette (look)->hue[GPOINTER_TO_INT (data)];
  LwPainter *painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (look));

  lw_painter_round_rect (painter, 1, 1, width - 2, height - 2, 3);
  lw_painter_fill_stroke (painter, tones->fill, tones->line, 1.75);
  lw_painter_free (painter);
}

static GtkWidget *
new_chip (void)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), 12);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), 12);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  return area;
}

static void
element_clicked_cb (GtkButton *button, gpointer data)
{
  LwInspector *self =
    LW_INSPECTOR (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_INSPECTOR));

  lw_selection_set (self->selection, (LwSelectionKind) GPOINTER_TO_INT (data),
                    GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), ID)));
}

/// Creates a button that selects an element, with a chip if it is a body.
static GtkWidget *
new_element_button (LwSelectionKind kind)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (NULL);

  if (kind == LW_SELECTION_BODY) {
    gtk_box_append (GTK_BOX (box), new_chip ());
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  }
  gtk_box_append (GTK_BOX (box), label);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "body-chip");
  g_signal_connect (button, "clicked", G_CALLBACK (element_clicked_cb), GINT_TO_POINTER (kind));
  return button;
}

static void
show_element (GtkWidget *button, int id, const char *words, int hue)
{
  GtkWidget *box = gtk_button_get_child (GTK_BUTTON (button));
  GtkWidget *chip = gtk_widget_get_first_child (box);
  g_autofree char *tooltip = g_strdup_printf (_ ("Select %s"), words);

  g_object_set_data (G_OBJECT (button), ID, GINT_TO_POINTER (id));
  set_label (GTK_LABEL (gtk_widget_get_last_child (box)), words);
  if (GTK_IS_DRAWING_AREA (chip))
    gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (chip), draw_chip, GINT_TO_POINTER (hue),
                                    NULL);
  lw_tooltip_set (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
}

GtkWidget *
lw_inspector_add_body_row (LwInspector *self,
                           const char *key_prefix,
                           const char *name,
                           const int *ids,
                           guint n)
{
  g_autoptr (GString) key = g_string_new (key_prefix);
  GtkWidget *row, *child;

  // The ground is a label, a body is a button.
  g_string_append (key, name);
  for (guint i = 0; i < n; i++)
    g_string_append (key, lw_mechanism_find_body (lw_inspector_get_mechanism (self), ids[i]) != NULL
                            ? " body"
                            : " ground");
  row = lw_inspector_take (self, key->str);
  if (row == NULL) {
    row = lw_inspector_new_row (name);
    lw_inspector_put (self, row, key->str);
  }
  child = gtk_widget_get_next_sibling (gtk_widget_get_first_child (row));
  for (guint i = 0; i < n; i++) {
    const LwBody *body = lw_mechanism_find_body (lw_inspector_get_mechanism (self), ids[i]);
    g_autofree char *words = lw_inspector_dup_body_name (self, ids[i]);

    if (child == NULL) {
      child = body != NULL ? new_element_button (LW_SELECTION_BODY) : gtk_label_new (words);
      if (body == NULL)
        gtk_label_set_ellipsize (GTK_LABEL (child), PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (row), child);
    }
    if (body != NULL)
      show_element (child, ids[i], words, (int) body->hue);
    else
      set_label (GTK_LABEL (child), words);
    child = gtk_widget_get_next_sibling (child);
  }
  return row;
}

void
lw_inspector_add_bodies (LwInspector *self, const char *name, const int *ids, guint n)
{
  lw_inspector_add_body_row (self, "bodies ", name, ids, n);
}

void
lw_inspector_add_couplings (LwInspector *self, const char *name, const int *ids, guint n)
{
  GtkWidget *row = lw_inspector_new_row (name);

  for (guint i = 0; i < n; i++) {
    const LwElementRef target = { LW_SELECTION_COUPLING, ids[i] };
    g_autofree char *words = NULL;
    GtkWidget *button;

    if (lw_mechanism_find_coupling (lw_inspector_get_mechanism (self), ids[i]) == NULL)
      continue;
    words = lw_element_words_dup_name (lw_inspector_get_mechanism (self), target);
    button = new_element_button (LW_SELECTION_COUPLING);
    show_element (button, ids[i], words, 0);
    gtk_box_append (GTK_BOX (row), button);
  }
  lw_inspector_add (self, row);
}

// ---- headers --------------------------------------------------------------------------------

/// Creates a header with its icon; the texts are appended to *middle.
static GtkWidget *
new_header (GtkWidget **middle)
{
  GtkWidget *header = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new ();

  *middle = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (header, "header");
  gtk_widget_add_css_class (icon, "badge");
  gtk_widget_set_valign (icon, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (*middle, TRUE);
  gtk_box_append (GTK_BOX (header), icon);
  gtk_box_append (GTK_BOX (header), *middle);
  return header;
}

static GtkWidget *
new_header_label (const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
take_header (LwInspector *self, const char *key, const char *icon_name, GtkWidget **middle)
{
  GtkWidget *header = take (self->content, &self->next_part, key);

  if (header == NULL)
    return NULL;
  *middle = gtk_widget_get_next_sibling (gtk_widget_get_first_child (header));
  gtk_image_set_from_icon_name (GTK_IMAGE (gtk_widget_get_first_child (header)), icon_name);
  return header;
}

void
lw_inspector_add_header (LwInspector *self,
                         LwElementRef target,
                         const char *icon_name,
                         const char *words,
                         const LwFieldSpec *name,
                         const LwFieldSpec *enabled)
{
  g_autofree char *key =
    g_strdup_printf ("header %p %p", (const void *) name, (const void *) enabled);
  GtkWidget *middle;
  GtkWidget *header = take_header (self, key, icon_name, &middle);

  if (header == NULL) {
    header = new_header (&middle);
    gtk_image_set_from_icon_name (GTK_IMAGE (gtk_widget_get_first_child (header)), icon_name);
    gtk_box_append (GTK_BOX (middle), lw_field_editor_new_bare (self->document, target, name));
    gtk_box_append (GTK_BOX (middle), new_header_label ("words"));
    if (enabled != NULL) {
      GtkWidget *field = lw_field_editor_new_bare (self->document, target, enabled);

      gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (header), field);
    }
    put (self->content, self->next_part, header, key);
  }
  lw_field_editor_set_targets (LW_FIELD_EDITOR (gtk_widget_get_first_child (middle)), target.id,
                               NULL, 0);
  set_label (GTK_LABEL (gtk_widget_get_last_child (middle)), words);
  if (enabled != NULL)
    lw_field_editor_set_targets (LW_FIELD_EDITOR (gtk_widget_get_last_child (header)), target.id,
                                 NULL, 0);
}

void
lw_inspector_add_header_of_many (LwInspector *self,
                                 const char *icon_name,
                                 const char *count,
                                 const char *names)
{
  GtkWidget *middle;
  GtkWidget *header = take_header (self, "header of many", icon_name, &middle);

  if (header == NULL) {
    header = new_header (&middle);
    gtk_image_set_from_icon_name (GTK_IMAGE (gtk_widget_get_first_child (header)), icon_name);
    gtk_widget_set_valign (middle, GTK_ALIGN_CENTER);
    gtk_box_append (GTK_BOX (middle), new_header_label ("count"));
    gtk_box_append (GTK_BOX (middle), new_header_label ("words"));
    put (self->content, self->next_part, header, "header of many");
  }
  lw_tooltip_set (header, names);
  set_label (GTK_LABEL (gtk_widget_get_first_child (middle)), count);
  set_label (GTK_LABEL (gtk_widget_get_last_child (middle)), names);
}
