// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameters of a mechanism: name, value or formula, and a slider if there is a range. Each entry
// is a field whose id is the index of the parameter in the list.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-evaluation.h"
#include "lw-help-mark.h"
#include "lw-inspector-private.h"
#include "lw-quantity.h"

/// Units that a parameter may get, so that "200 mm" makes a plain number a length.
static const char *const quantities[] = { "1",     "m", "rad", "kg",  "s",     "m/s",    "rad/s",
                                          "m/s^2", "N", "N m", "N/m", "N s/m", "kg m^2", "m^2",
                                          "m^3",   "J", "W",   "N s", "kg/m^3" };

/// Returns NULL if the list has changed since.
static const LwParameter *
get_parameter (const LwMechanism *mechanism, int index)
{
  return (guint) index < lw_mechanism_get_n_parameters (mechanism)
           ? lw_mechanism_get_parameter (mechanism, (guint) index)
           : NULL;
}

static const LwUnits *
get_units (void)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();

  // The program keeps the look alive.
  return lw_appearance_get_units (look);
}

static char *
dup_number (double value, const char *unit)
{
  return isfinite (value) ? lw_quantity_format_exact (&value, 1, get_units (), unit)
                          : g_strdup ("");
}

/// Replaces the parameter. Takes ownership of `copy`.
static LwMechanism *
change (const LwMechanism *mechanism, int index, LwParameter *copy, GError **error)
{
  return lw_mechanism_change_parameter (mechanism, get_parameter (mechanism, index)->name, copy,
                                        error);
}

// ---- name -----------------------------------------------------------------------------------

static char *
get_name (const LwMechanism *mechanism, int index)
{
  const LwParameter *parameter = get_parameter (mechanism, index);

  return g_strdup (parameter != NULL ? parameter->name : "");
}

static LwMechanism *
with_name (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  LwParameter *copy = lw_parameter_copy (get_parameter (mechanism, index));
  g_autofree char *name = g_strstrip (g_strdup (text));

  lw_parameter_set_name (copy, name);
  return change (mechanism, index, copy, error);
}

// ---- value ----------------------------------------------------------------------------------

static char *
get_value (const LwMechanism *mechanism, int index)
{
  const LwParameter *parameter = get_parameter (mechanism, index);

  if (parameter == NULL)
    return g_strdup ("");
  return parameter->expression != NULL ? g_strdup (parameter->expression)
                                       : dup_number (parameter->value, parameter->unit);
}

/// Applies a typed value. A plain number that is not used in any formula adopts the unit of the
/// text.
static bool
take_value (const LwMechanism *mechanism, LwParameter *parameter, const char *text, GError **error)
{
  const bool may_become =
    g_str_equal (parameter->unit, "1") && lw_mechanism_count_uses (mechanism, parameter->name) == 0;
  g_autofree char *formula = NULL;

  if (!lw_quantity_evaluate (text, mechanism, get_units (), parameter->unit, 1, &parameter->value,
                             &formula, error)) {
    for (guint i = 1; may_become && i < G_N_ELEMENTS (quantities); i++)
      if (lw_quantity_evaluate (text, mechanism, get_units (), quantities[i], 1, &parameter->value,
                                &formula, NULL)) {
        g_clear_error (error);
        lw_parameter_set_unit (parameter, quantities[i]);
        lw_parameter_set_expression (parameter, formula);
        return true;
      }
    return false;
  }
  lw_parameter_set_expression (parameter, formula);
  return true;
}

static LwMechanism *
with_value (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  LwParameter *copy = lw_parameter_copy (get_parameter (mechanism, index));

  if (take_value (mechanism, copy, text, error))
    return change (mechanism, index, copy, error);
  lw_parameter_free (copy);
  return NULL;
}

// ---- range and unit -------------------------------------------------------------------------

static char *
get_minimum (const LwMechanism *mechanism, int index)
{
  const LwParameter *parameter = get_parameter (mechanism, index);

  return parameter != NULL ? dup_number (parameter->minimum, parameter->unit) : g_strdup ("");
}

static char *
get_maximum (const LwMechanism *mechanism, int index)
{
  const LwParameter *parameter = get_parameter (mechanism, index);

  return parameter != NULL ? dup_number (parameter->maximum, parameter->unit) : g_strdup ("");
}

static LwMechanism *
with_bound (const LwMechanism *mechanism, int index, bool upper, const char *text, GError **error)
{
  LwParameter *copy = lw_parameter_copy (get_parameter (mechanism, index));
  g_autofree char *typed = g_strstrip (g_strdup (text));
  double value = upper ? INFINITY : -INFINITY;

  if (*typed != '\0' && !lw_quantity_parse (typed, get_units (), copy->unit, 1, &value, error)) {
    lw_parameter_free (copy);
    return NULL;
  }
  if (upper)
    copy->maximum = value;
  else
    copy->minimum = value;
  return change (mechanism, index, copy, error);
}

static LwMechanism *
with_minimum (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  return with_bound (mechanism, index, false, text, error);
}

static LwMechanism *
with_maximum (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  return with_bound (mechanism, index, true, text, error);
}

static char *
get_unit (const LwMechanism *mechanism, int index)
{
  const LwParameter *parameter = get_parameter (mechanism, index);

  if (parameter == NULL || g_str_equal (parameter->unit, "1"))
    return g_strdup ("");
  return g_strdup (lw_units_shown (get_units (), parameter->unit));
}

/// Changes the unit. A plain number keeps its digits: 200 in mm becomes 200 mm.
static LwMechanism *
with_unit (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  LwParameter *copy = lw_parameter_copy (get_parameter (mechanism, index));
  g_autofree char *typed = g_strstrip (g_strdup (text));
  const char *unit = *typed == '\0' ? "1" : NULL;
  double factor = 1;

  for (guint i = 1; unit == NULL && i < G_N_ELEMENTS (quantities); i++)
    if (lw_unit_parse (typed, quantities[i], &factor))
      unit = quantities[i];
  if (unit == NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("“%s” is not a unit; type one such as mm or N."), typed);
    lw_parameter_free (copy);
    return NULL;
  }
  if (g_str_equal (copy->unit, "1")) {
    copy->value *= factor;
    copy->minimum *= factor;
    copy->maximum *= factor;
  }
  lw_parameter_set_unit (copy, unit);
  return change (mechanism, index, copy, error);
}

static char *
get_note (const LwMechanism *mechanism, int index)
{
  const LwParameter *parameter = get_parameter (mechanism, index);

  return g_strdup (parameter != NULL ? parameter->note : "");
}

static LwMechanism *
with_note (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  const LwParameter *old = get_parameter (mechanism, index);
  LwParameter *copy = lw_parameter_new (old->name, old->value, text);

  lw_parameter_set_unit (copy, old->unit);
  lw_parameter_set_expression (copy, old->expression);
  copy->minimum = old->minimum;
  copy->maximum = old->maximum;
  return change (mechanism, index, copy, error);
}

// ---- new parameter --------------------------------------------------------------------------

static char *
get_nothing (const LwMechanism *mechanism, int index)
{
  return g_strdup ("");
}

/// Returns true for texts such as "mm +", in which the unit is not the error.
static bool
begins_with_unit (const char *text)
{
  const gsize length = strcspn (text, " +-*/^()<>=?!&|,;");
  g_autofree char *word = g_strndup (text, length);
  MbdDimension dimension;
  double factor;

  return text[length] != '\0' && lw_unit_measure (word, &dimension, &factor);
}

/// Replaces the error if the unit of a new value is unknown; a new value may have any unit.
static void
blame_unit (const char *value, GError **error)
{
  g_autofree char *plain = g_strdelimit (g_strchug (g_strdup (value)), ",", '.');
  char *end;

  g_ascii_strtod (plain, &end);
  while (g_ascii_isspace (*end))
    end++;
  if (error == NULL || end == plain || !g_unichar_isalpha (g_utf8_get_char (end))
      || begins_with_unit (end))
    return;
  g_clear_error (error);
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("“%s” is not a unit; type one such as mm or N."),
               end);
}

/// Adds a parameter from text such as "L = 200 mm". A plain value gets a slider from half of it to
/// twice of it.
static LwMechanism *
with_another (const LwMechanism *mechanism, int index, const char *text, GError **error)
{
  const char *equals = strchr (text, '=');
  g_autofree char *name =
    equals != NULL ? g_strstrip (g_strndup (text, (gsize) (equals - text))) : NULL;
  // As many spaces as there are characters before the value, because columns are counted from the
  // first character.
  const glong n_before = equals != NULL ? g_utf8_strlen (text, equals + 1 - text) : 0;
  g_autofree char *value =
    g_strchomp (g_strdup_printf ("%*s%s", (int) n_before, "", equals != NULL ? equals + 1 : ""));
  LwParameter *parameter;

  if (equals == NULL) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("Type a name, = and a value, such as L = 200 mm."));
    return NULL;
  }
  parameter = lw_parameter_new (name, 0, NULL);
  if (!take_value (mechanism, parameter, value, error)) {
    blame_unit (value, error);
    lw_parameter_free (parameter);
    return NULL;
  }
  if (parameter->expression == NULL && parameter->value != 0) {
    const double ends[] = { 0.5 * parameter->value, 2 * parameter->value };

    parameter->minimum = fmin (ends[0], ends[1]);
    parameter->maximum = fmax (ends[0], ends[1]);
  }
  return lw_mechanism_change_parameter (mechanism, NULL, parameter, error);
}

static const LwFieldSpec name_field = { N_ ("Name of the parameter"), N_ ("Rename Parameter"),
                                        LW_EDITOR_TEXT, .get_text = get_name,
                                        .set_text = with_name };
static const LwFieldSpec value_field = { N_ ("Value"), N_ ("Change Parameter"), LW_EDITOR_TEXT,
                                         .get_text = get_value, .set_text = with_value };
static const LwFieldSpec another_field = { N_ ("New parameter"), N_ ("Add Parameter"),
                                           LW_EDITOR_TEXT, .get_text = get_nothing,
                                           .set_text = with_another };
static const LwFieldSpec detail_fields[] = {
  { N_ ("Unit"), N_ ("Change Unit of Parameter"), LW_EDITOR_TEXT, .get_text = get_unit,
    .set_text = with_unit },
  { N_ ("Slider from"), N_ ("Change Range"), LW_EDITOR_TEXT, .get_text = get_minimum,
    .set_text = with_minimum },
  { N_ ("Slider to"), N_ ("Change Range"), LW_EDITOR_TEXT, .get_text = get_maximum,
    .set_text = with_maximum },
  { N_ ("Note"), N_ ("Change Note"), LW_EDITOR_TEXT, .get_text = get_note, .set_text = with_note },
};

// ---- slider ---------------------------------------------------------------------------------

/// Slider of a parameter: a drag is one undo step, and so is a key press.
typedef struct
{
  LwDocument *document; ///< owned
  GtkRange *range;
  GtkLabel *error_label;
  int index;
  bool filling;
  bool dragging;
} Slider;

static void
slider_free (gpointer data, GClosure *closure)
{
  Slider *self = data;

  g_clear_object (&self->document);
  g_free (self);
}

static void
slider_show (Slider *self)
{
  const LwParameter *parameter =
    get_parameter (lw_document_get_mechanism (self->document), self->index);

  if (parameter == NULL || !isfinite (parameter->minimum) || !isfinite (parameter->maximum))
    return;
  self->filling = true;
  gtk_range_set_range (self->range, parameter->minimum, parameter->maximum);
  gtk_range_set_value (self->range, parameter->value);
  self->filling = false;
}

static void
slider_say (Slider *self, const char *message)
{
  gtk_label_set_text (self->error_label, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), message != NULL);
}

/// Rounds to four significant figures of the range: 0.2043 instead of 0.204312345.
static double
rounded (double value, const LwParameter *parameter)
{
  const double step = pow (10, floor (log10 (parameter->maximum - parameter->minimum)) - 3);

  return CLAMP (round (value / step) * step, parameter->minimum, parameter->maximum);
}

static gboolean
slid_cb (GtkRange *range, GtkScrollType scroll, double value, gpointer data)
{
  Slider *self = data;
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const LwParameter *parameter = get_parameter (mechanism, self->index);
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *step = NULL;
  LwParameter *copy;
  MbdModel *model;

  if (parameter == NULL || self->filling || !(parameter->minimum < parameter->maximum))
    return GDK_EVENT_STOP;
  copy = lw_parameter_copy (parameter);
  copy->value = rounded (value, parameter);
  next = lw_mechanism_change_parameter (mechanism, parameter->name, copy, &error);
  model = next != NULL ? lw_mechanism_compile (next, &error) : NULL;
  slider_say (self, error != NULL ? error->message : NULL);
  if (model == NULL)
    return GDK_EVENT_STOP;
  // Translators: an undo step; %s is a parameter
  step = g_strdup_printf (_ ("Change %s"), parameter->name);
  if (self->dragging && !lw_document_in_gesture (self->document))
    lw_document_begin_gesture (self->document, step);
  lw_document_edit_compiled (self->document, step, next, model);
  mbd_model_unref (model);
  slider_show (self);
  return GDK_EVENT_STOP;
}

static gboolean
event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, gpointer data)
{
  Slider *self = data;
  const GdkEventType type = gdk_event_get_event_type (event);

  if (type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN)
    self->dragging = true;
  if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL
      || type == GDK_GRAB_BROKEN) {
    if (self->dragging)
      lw_document_end_gesture (self->document);
    self->dragging = false;
  }
  return GDK_EVENT_PROPAGATE;
}

static void
unmap_cb (Slider *self)
{
  if (self->dragging)
    lw_document_end_gesture (self->document);
  self->dragging = false;
}

static GtkWidget *
new_slider (LwInspector *inspector, const LwParameter *parameter, int index)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scale = gtk_scale_new (GTK_ORIENTATION_HORIZONTAL, NULL);
  GtkWidget *label = gtk_label_new (NULL);
  GtkEventController *events = gtk_event_controller_legacy_new ();
  Slider *self = g_new0 (Slider, 1);
  // Translators: a slider; %s is a parameter
  g_autofree char *name = g_strdup_printf (_ ("Slider of %s"), parameter->name);

  self->document = g_object_ref (inspector->document);
  self->range = GTK_RANGE (scale);
  self->error_label = GTK_LABEL (label);
  self->index = index;
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_xalign (self->error_label, 0);
  gtk_widget_add_css_class (label, "refused");
  gtk_widget_set_visible (label, FALSE);
  gtk_scale_set_draw_value (GTK_SCALE (scale), FALSE);
  gtk_range_set_increments (self->range, (parameter->maximum - parameter->minimum) / 100,
                            (parameter->maximum - parameter->minimum) / 10);
  gtk_accessible_update_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_widget_set_tooltip_text (scale, name);
  slider_show (self);
  g_signal_connect_data (scale, "change-value", G_CALLBACK (slid_cb), self, slider_free, 0);
  g_signal_connect_swapped (scale, "unmap", G_CALLBACK (unmap_cb), self);
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect (events, "event", G_CALLBACK (event_cb), self);
  gtk_widget_add_controller (scale, events);
  g_object_set_data (G_OBJECT (scale), "slider", self);
  gtk_box_append (GTK_BOX (box), scale);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "parameter-slider");
  return box;
}

// ---- rows -----------------------------------------------------------------------------------

static void
removed_cb (GtkButton *button, gpointer data)
{
  LwInspector *self =
    LW_INSPECTOR (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_INSPECTOR));
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const LwParameter *parameter = get_parameter (mechanism, GPOINTER_TO_INT (data));
  g_autoptr (LwMechanism) next = NULL;
  g_autofree char *step = NULL;
  guint uses;

  if (parameter == NULL)
    return;
  uses = lw_mechanism_count_uses (mechanism, parameter->name);
  next = lw_mechanism_dissolve_parameter (mechanism, parameter->name, NULL);
  if (next == NULL)
    return;
  step = uses == 0 ? g_strdup (_ ("Remove Parameter"))
                   // Translators: an undo step: the value of a parameter replaces its uses
                   : g_strdup_printf (g_dngettext (NULL, "Put the Value of %s in %u Place",
                                                   "Put the Value of %s in %u Places", uses),
                                      parameter->name, uses);
  lw_document_edit (self->document, step, next);
}

static GtkWidget *
new_remove_button (LwInspector *self, const LwParameter *parameter, int index)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
  const guint uses =
    lw_mechanism_count_uses (lw_document_get_mechanism (self->document), parameter->name);
  g_autofree char *name = g_strdup_printf (_ ("Remove %s"), parameter->name);
  g_autofree char *tooltip =
    uses == 0 ? g_strdup (name)
              : g_strdup_printf (
                g_dngettext (NULL, "Remove %s; its value takes its place where it is used",
                             "Remove %s; its value takes its place where it is used", uses),
                parameter->name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "parameter-button");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (removed_cb), GINT_TO_POINTER (index));
  return button;
}

static GtkWidget *
new_entry (LwInspector *self, const LwFieldSpec *spec, int index, const char *words)
{
  const LwElementRef target = { LW_SELECTION_NONE, index };
  GtkWidget *field = lw_field_editor_new_bare (self->document, target, spec);
  GtkWidget *editor = lw_field_editor_get_input (LW_FIELD_EDITOR (field));

  gtk_widget_set_hexpand (editor, TRUE);
  gtk_widget_set_tooltip_text (editor, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (editor), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  return field;
}

static GtkWidget *
new_details (LwInspector *self, const LwParameter *parameter, int index)
{
  const LwElementRef target = { LW_SELECTION_NONE, index };
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *name = g_strdup_printf (_ ("Unit and Range of %s"), parameter->name);

  for (guint i = 0; i < G_N_ELEMENTS (detail_fields); i++)
    gtk_box_append (GTK_BOX (box), lw_field_editor_new (self->document, target, &detail_fields[i]));
  gtk_widget_add_css_class (box, "parameter-details");
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "parameter-button");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return button;
}

static void
document_changed_cb (GtkWidget *label, LwDocument *document)
{
  const int index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (label), "index"));
  const LwParameter *parameter = get_parameter (lw_document_get_mechanism (document), index);
  g_autofree char *number = NULL;
  g_autofree char *words = NULL;

  if (parameter == NULL)
    return;
  number = lw_quantity_format (&parameter->value, 1, get_units (), parameter->unit);
  words = g_strdup_printf ("= %s", number);
  gtk_label_set_text (GTK_LABEL (label), words);
}

/// Returns a label with the result of a formula.
static GtkWidget *
new_result (LwInspector *self, int index)
{
  GtkWidget *label = gtk_label_new (NULL);

  g_object_set_data (G_OBJECT (label), "index", GINT_TO_POINTER (index));
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "remark");
  gtk_widget_add_css_class (label, "parameter-result");
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), label,
                           G_CONNECT_SWAPPED);
  document_changed_cb (label, self->document);
  return label;
}

static void
slider_changed_cb (GtkWidget *scale)
{
  slider_show (g_object_get_data (G_OBJECT (scale), "slider"));
}

static void
add_parameter (LwInspector *self, const LwParameter *parameter, int index)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *value_words = g_strdup_printf (_ ("Value of %s"), parameter->name);
  g_autofree char *number = g_strconcat ("parameter:", parameter->name, NULL);
  GtkWidget *name = new_entry (self, &name_field, index, _ ("Name of the parameter"));
  GtkWidget *value = new_entry (self, &value_field, index, value_words);

  gtk_widget_add_css_class (row, "row");
  gtk_widget_set_valign (name, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (value, GTK_ALIGN_CENTER);
  gtk_widget_set_size_request (name, 64, -1);
  gtk_editable_set_alignment (GTK_EDITABLE (lw_field_editor_get_input (LW_FIELD_EDITOR (name))), 0);
  gtk_widget_set_hexpand (lw_field_editor_get_input (LW_FIELD_EDITOR (name)), FALSE);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_box_append (GTK_BOX (row), name);
  gtk_box_append (GTK_BOX (row), gtk_label_new ("="));
  gtk_box_append (GTK_BOX (row), value);
  gtk_box_append (GTK_BOX (row), new_details (self, parameter, index));
  gtk_box_append (GTK_BOX (row), new_remove_button (self, parameter, index));
  if (*parameter->note != '\0')
    gtk_widget_set_tooltip_text (row, parameter->note);
  gtk_box_append (GTK_BOX (box), row);
  lw_help_mark_number (box, number);
  lw_inspector_add (self, box);
  if (parameter->expression != NULL) {
    gtk_box_append (GTK_BOX (box), new_result (self, index));
  } else if (isfinite (parameter->minimum) && isfinite (parameter->maximum)) {
    GtkWidget *slider = new_slider (self, parameter, index);

    g_signal_connect_object (self->document, "changed", G_CALLBACK (slider_changed_cb),
                             gtk_widget_get_first_child (slider), G_CONNECT_SWAPPED);
    gtk_box_append (GTK_BOX (box), slider);
  }
}

void
lw_inspector_add_parameters (LwInspector *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *field;

  lw_inspector_begin_card (self, _ ("Parameters"), _ ("usable in any field"));
  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++)
    add_parameter (self, lw_mechanism_get_parameter (mechanism, i), (int) i);
  field = new_entry (self, &another_field, 0, _ ("New parameter"));
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (field, TRUE);
  gtk_editable_set_alignment (GTK_EDITABLE (lw_field_editor_get_input (LW_FIELD_EDITOR (field))),
                              0);
  gtk_entry_set_placeholder_text (GTK_ENTRY (lw_field_editor_get_input (LW_FIELD_EDITOR (field))),
                                  _ ("New: L = 200 mm"));
  gtk_widget_set_valign (field, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (row, "row");
  gtk_box_append (GTK_BOX (row), field);
  lw_inspector_add (self, row);
}

void
lw_inspector_append_parameters (LwInspector *self, GString *structure)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);

  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);

    g_string_append_printf (
      structure, " %s %s %d %d %s", parameter->name, parameter->unit, parameter->expression != NULL,
      isfinite (parameter->minimum) && isfinite (parameter->maximum), parameter->note);
  }
}
