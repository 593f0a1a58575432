// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-form.h"

#include <glib/gi18n.h>

#include "lw-lesson-field.h"
#include "lw-tool.h"

struct _LwLessonForm
{
  GtkBox parent_instance;

  // Owned
  char *shape;       ///< lists and languages of the shown step, see dup_shape (); NULL if none
  GPtrArray *fields; ///< array of LwLessonField; borrowed
  GPtrArray *words;  ///< array of GtkToggleButton for tools and panels; borrowed
  GPtrArray *states; ///< array of GtkLabel of mechanisms; borrowed
  GStrv choices;     ///< ids of the step's choices

  guint step;
  bool showing; ///< the program changes the widgets
};

enum
{
  SIGNAL_EDIT,
  SIGNAL_ASK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLessonForm, lw_lesson_form, GTK_TYPE_BOX)

// ---- what a lesson has ----------------------------------------------------------------------

/* clang-format off */

static const LwLessonFieldSpec lesson_fields[] = {
  { "title", LW_LESSON_FIELD_LINE, N_("Title of the Lesson"), NULL },
  { "goal", LW_LESSON_FIELD_LINE, N_("Goal"), N_("Skill that learners gain here") },
  { "id", LW_LESSON_FIELD_STRING, N_("Short Name"), N_("small letters, digits, hyphens") },
};

static const LwLessonFieldSpec text_fields[] = {
  { "title", LW_LESSON_FIELD_LINE, N_("Title of the Step"), NULL },
  { "text", LW_LESSON_FIELD_BLOCK, N_("Explanation"),
    N_("**bold**, *italic*, `code`, lines that begin with “- ”") },
  { "formulas", LW_LESSON_FIELD_LINES, N_("Formulas, One on Each Line"),
    N_("For example s = \\frac{1}{2} g t^{2}, or F = \\value{A.reaction} with a live number") },
  { "task", LW_LESSON_FIELD_BLOCK, N_("Task"), NULL },
};

static const LwLessonFieldSpec check_fields[] = {
  { "check/expression", LW_LESSON_FIELD_STRING, N_("Condition on the Learner’s Drawing"),
    N_("such as rank(G) == 3") },
};

static const LwLessonFieldSpec choice_fields[] = {
  { "check/choice", LW_LESSON_FIELD_CHOICE, N_("Right Choice"), NULL },
};

static const LwLessonFieldSpec drawn_fields[] = {
  { "check/drawn", LW_LESSON_FIELD_STRING, N_("Curve to Be Predicted"), N_("such as Crank.angle") },
  { "check/bound", LW_LESSON_FIELD_NUMBER, N_("Largest Difference, in Parts of Its Range"), "0.2" },
};

static const LwLessonFieldSpec solution_fields[] = {
  { "solution/numbers", LW_LESSON_FIELD_WORDS, N_("Its Numbers, Separated by Semicolons"), NULL },
  { "solution/choice", LW_LESSON_FIELD_CHOICE, N_("Its Choice"), NULL },
  { "solution/selected", LW_LESSON_FIELD_WORDS, N_("Its Selection"), N_("such as A; B") },
};

static const LwLessonFieldSpec end_fields[] = {
  { "hint", LW_LESSON_FIELD_BLOCK, N_("Reply to Any Other Wrong Answer"), NULL },
  { "why", LW_LESSON_FIELD_BLOCK, N_("Explanation After the Check Has Passed"), NULL },
};

static const LwLessonFieldSpec hint_fields[] = {
  { "", LW_LESSON_FIELD_BLOCK, N_("Hint"), NULL },
};

static const LwLessonFieldSpec picture_fields[] = {
  { "caption", LW_LESSON_FIELD_LINE, N_("Caption"), NULL },
};

static const LwLessonFieldSpec number_fields[] = {
  { "label", LW_LESSON_FIELD_LINE, N_("Name"), NULL },
  { "value", LW_LESSON_FIELD_VALUE, N_("Right Value: Number or Expression"),
    N_("such as max(M.effort)") },
  { "unit", LW_LESSON_FIELD_STRING, N_("SI Unit"), N_("1: none") },
  { "tolerance", LW_LESSON_FIELD_NUMBER, N_("Relative Tolerance"), "0.005" },
  { "within", LW_LESSON_FIELD_NUMBER, N_("Absolute Tolerance"), "0" },
};

static const LwLessonFieldSpec option_fields[] = {
  { "text", LW_LESSON_FIELD_LINE, N_("Choice"), NULL },
};

static const LwLessonFieldSpec wrong_fields[] = {
  { "numbers", LW_LESSON_FIELD_WORDS, N_("Wrong Numbers"), NULL },
  { "choice", LW_LESSON_FIELD_CHOICE, N_("Wrong Choice"), NULL },
  { "when", LW_LESSON_FIELD_STRING, N_("Or a Condition"), N_("such as dof == 2") },
  { "selected", LW_LESSON_FIELD_WORDS, N_("Example of a Selection"), N_("such as A; B") },
  { "reply", LW_LESSON_FIELD_BLOCK, N_("Reply"), NULL },
};

/// A list of a step.
typedef struct
{
  const char *place;
  const char *title, *add, *remove; ///< translatable
  const LwLessonFieldSpec *fields;
  guint n_fields;
  const char *fresh;     ///< JSON of a new item; NULL: a choice
  const char *mechanism; ///< member that may be a mechanism; NULL if there is none
} List;

#define FIELDS(array) array, G_N_ELEMENTS (array)

static const List hints = {
  "hints", N_("Hints"), N_("Add _Hint"), N_("Remove Hint"), FIELDS (hint_fields), "\"\"", NULL,
};
static const List pictures = {
  "pictures", N_("Pictures"), N_("Add _Picture"), N_("Remove Picture"), FIELDS (picture_fields),
  "{}", "mechanism",
};
static const List numbers = {
  "check/numbers", N_("Numbers to Compute"), N_("Add _Number"), N_("Remove Number"),
  FIELDS (number_fields), "{\"unit\": \"1\"}", NULL,
};
static const List options = {
  "check/choices", N_("Choices"), N_("Add _Choice"), N_("Remove Choice"), FIELDS (option_fields),
  NULL, NULL,
};
static const List wrong = {
  "wrong", N_("Wrong Answers"), N_("Add _Wrong Answer"), N_("Remove Wrong Answer"),
  FIELDS (wrong_fields), "{\"reply\": \"\"}", "mechanism",
};

/* clang-format on */

static const char *const panels[][2] = {
  { "hood", N_ ("Under the Hood") },
  { "plots", N_ ("Plots") },
  { "inspector", N_ ("Inspector") },
  { "outline", N_ ("Outline") },
};

// ---- telling --------------------------------------------------------------------------------

static void
edit (LwLessonForm *self, LwJsonChange change, const char *place, const char *json)
{
  // Fields that are removed lose the focus and emit an edit, for a place that has changed.
  if (!self->showing)
    g_signal_emit (self, signals[SIGNAL_EDIT], 0, (int) change, place, json);
}

static void
edit_cb (LwLessonForm *self, const char *place, const char *json)
{
  edit (self, json != NULL ? LW_JSON_SET : LW_JSON_REMOVE, place, json);
}

static char *
dup_step_place (const LwLessonForm *self, const char *place)
{
  return g_strdup_printf ("steps/%u/%s", self->step, place);
}

/// A button that changes a place of the lesson or asks for something.
static GtkWidget *
new_button (LwLessonForm *self, const char *label, GCallback callback, const char *place)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_object_set_data_full (G_OBJECT (button), "place", g_strdup (place), g_free);
  g_signal_connect (button, "clicked", callback, self);
  return button;
}

static const char *
place_of (GtkButton *button)
{
  return g_object_get_data (G_OBJECT (button), "place");
}

static void
remove_cb (GtkButton *button, LwLessonForm *self)
{
  lw_lesson_form_commit (self);
  edit (self, LW_JSON_REMOVE, place_of (button), NULL);
}

static void
take_drawing_cb (GtkButton *button, LwLessonForm *self)
{
  g_signal_emit (self, signals[SIGNAL_ASK], 0, "take-drawing", place_of (button));
}

static void
show_drawing_cb (GtkButton *button, LwLessonForm *self)
{
  g_signal_emit (self, signals[SIGNAL_ASK], 0, "show-drawing", place_of (button));
}

static void
take_selection_cb (GtkButton *button, LwLessonForm *self)
{
  g_signal_emit (self, signals[SIGNAL_ASK], 0, "take-selection", place_of (button));
}

static void
sample_curve_cb (GtkButton *button, LwLessonForm *self)
{
  lw_lesson_form_commit (self);
  g_signal_emit (self, signals[SIGNAL_ASK], 0, "sample-curve", place_of (button));
}

/// Returns an id that no choice has: a, b, c ...
static char *
dup_fresh_id (const LwLessonForm *self)
{
  char id[] = "a";

  while (g_strv_contains ((const char *const *) self->choices, id) && *id < 'z')
    (*id)++;
  return g_strdup (id);
}

static void
add_cb (GtkButton *button, LwLessonForm *self)
{
  const List *list = g_object_get_data (G_OBJECT (button), "list");
  g_autofree char *id = dup_fresh_id (self);
  g_autofree char *choice = g_strdup_printf ("{\"id\": \"%s\", \"text\": \"\"}", id);

  lw_lesson_form_commit (self);
  edit (self, LW_JSON_SET, place_of (button), list->fresh != NULL ? list->fresh : choice);
}

// ---- building -------------------------------------------------------------------------------

static GtkBox *
add_section (GtkBox *box, const char *title)
{
  GtkWidget *heading = gtk_label_new (title);
  GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "section");
  gtk_box_append (GTK_BOX (section), heading);
  gtk_box_append (box, section);
  return GTK_BOX (section);
}

static void
add_fields (LwLessonForm *self,
            GtkBox *box,
            const char *item,
            const LwLessonFieldSpec *specs,
            guint n)
{
  for (guint i = 0; i < n; i++) {
    GtkWidget *field;

    // Without choices there is nothing to choose.
    if (specs[i].kind == LW_LESSON_FIELD_CHOICE && self->choices[0] == NULL)
      continue;
    field = lw_lesson_field_new (&specs[i], item, (const char *const *) self->choices);
    g_signal_connect_object (field, "edit", G_CALLBACK (edit_cb), self, G_CONNECT_SWAPPED);
    g_ptr_array_add (self->fields, field);
    gtk_box_append (box, field);
  }
}

/// Adds the buttons of a mechanism that the lesson has at a place.
static void
add_mechanism (LwLessonForm *self, GtkBox *box, const char *place, bool is_optional)
{
  GtkWidget *state = gtk_label_new (NULL);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *take = new_button (self, _ ("_Take Drawing"), G_CALLBACK (take_drawing_cb), place);
  GtkWidget *show = new_button (self, _ ("_Show"), G_CALLBACK (show_drawing_cb), place);

  gtk_widget_set_tooltip_text (take, _ ("Keep the current drawing here"));
  gtk_widget_set_tooltip_text (show, _ ("Show it on the canvas, to change it and take it again"));
  g_object_set_data_full (G_OBJECT (state), "place", g_strdup (place), g_free);
  gtk_label_set_xalign (GTK_LABEL (state), 0);
  gtk_label_set_wrap (GTK_LABEL (state), TRUE);
  gtk_widget_add_css_class (state, "caption");
  g_ptr_array_add (self->states, state);
  gtk_box_append (GTK_BOX (row), take);
  gtk_box_append (GTK_BOX (row), show);
  if (is_optional)
    gtk_box_append (GTK_BOX (row), new_button (self, _ ("_Remove"), G_CALLBACK (remove_cb), place));
  gtk_box_append (box, state);
  gtk_box_append (box, row);
}

static void
add_list (LwLessonForm *self, GtkBox *box, const LwJson *root, const List *list)
{
  GtkBox *section = add_section (box, _ (list->title));
  g_autofree char *place = dup_step_place (self, list->place);
  const LwJson *items = lw_json_at (root, place);
  const guint n = items != NULL && items->type == LW_JSON_LIST ? items->length : 0;
  g_autofree char *next = g_strdup_printf ("%s/%u", place, n);
  GtkWidget *add;

  for (guint i = 0; i < n; i++) {
    g_autofree char *item = g_strdup_printf ("%s/%u", place, i);
    GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
    GtkWidget *remove = new_button (self, _ (list->remove), G_CALLBACK (remove_cb), item);

    gtk_widget_add_css_class (frame, "item");
    add_fields (self, GTK_BOX (frame), item, list->fields, list->n_fields);
    if (list->mechanism != NULL) {
      g_autofree char *mechanism = g_strconcat (item, "/", list->mechanism, NULL);

      add_mechanism (self, GTK_BOX (frame), mechanism, true);
    }
    gtk_widget_set_halign (remove, GTK_ALIGN_END);
    gtk_widget_add_css_class (remove, "flat");
    gtk_box_append (GTK_BOX (frame), remove);
    gtk_box_append (section, frame);
  }
  add = new_button (self, _ (list->add), G_CALLBACK (add_cb), next);
  g_object_set_data (G_OBJECT (add), "list", (gpointer) list);
  gtk_widget_set_halign (add, GTK_ALIGN_START);
  gtk_box_append (section, add);
}

// ---- tools and panels -----------------------------------------------------------------------

/// Tells the words of all buttons of a place that are pressed.
static void
word_toggled_cb (GtkToggleButton *button, LwLessonForm *self)
{
  const char *place = g_object_get_data (G_OBJECT (button), "place");
  g_autoptr (GString) json = g_string_new ("[");

  if (self->showing)
    return;
  for (guint i = 0; i < self->words->len; i++) {
    GtkToggleButton *other = self->words->pdata[i];

    if (!g_str_equal (g_object_get_data (G_OBJECT (other), "place"), place)
        || !gtk_toggle_button_get_active (other))
      continue;
    if (json->len > 1)
      g_string_append (json, ", ");
    lw_json_append_string (json, g_object_get_data (G_OBJECT (other), "word"));
  }
  g_string_append_c (json, ']');
  edit (self, json->len > 2 ? LW_JSON_SET : LW_JSON_REMOVE, place,
        json->len > 2 ? json->str : NULL);
}

static void
add_word (LwLessonForm *self,
          GtkWidget *flow,
          const char *place,
          const char *word,
          const char *label,
          const char *icon)
{
  GtkWidget *button = gtk_toggle_button_new ();

  if (icon != NULL)
    gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  else
    gtk_button_set_label (GTK_BUTTON (button), label);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data_full (G_OBJECT (button), "place", g_strdup (place), g_free);
  g_object_set_data (G_OBJECT (button), "word", (gpointer) word);
  g_signal_connect (button, "toggled", G_CALLBACK (word_toggled_cb), self);
  g_ptr_array_add (self->words, button);
  gtk_flow_box_append (GTK_FLOW_BOX (flow), button);
}

static GtkWidget *
new_flow (guint most)
{
  GtkWidget *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), most);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 2);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 2);
  return flow;
}

static void
add_words (LwLessonForm *self, GtkBox *box)
{
  GtkBox *section = add_section (box, _ ("Tools and Panels That the Step Needs"));
  GtkWidget *tools = new_flow (8);
  GtkWidget *shown = new_flow (2);
  g_autofree char *tools_place = dup_step_place (self, "tools");
  g_autofree char *panels_place = dup_step_place (self, "panels");

  for (int kind = 0; kind < LW_N_TOOLS; kind++) {
    const LwToolInfo *info = lw_tool_get_info ((LwToolKind) kind);

    if (info->group != LW_TOOLS_NONE && kind != LW_TOOL_SELECT)
      add_word (self, tools, tools_place, info->name, _ (info->word), info->icon);
  }
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    add_word (self, shown, panels_place, panels[i][0], _ (panels[i][1]), NULL);
  gtk_box_append (section, tools);
  gtk_box_append (section, shown);
}

// ---- the whole form -------------------------------------------------------------------------

static void
add_start (LwLessonForm *self, GtkBox *box)
{
  g_autofree char *place = dup_step_place (self, "start");

  // The first step must have one.
  add_mechanism (self, add_section (box, _ ("Start")), place, self->step > 0);
}

static void
add_solution (LwLessonForm *self, GtkBox *box, const char *item)
{
  GtkBox *section = add_section (box, _ ("Model Solution"));
  g_autofree char *mechanism = dup_step_place (self, "solution/mechanism");
  g_autofree char *selected = dup_step_place (self, "solution/selected");
  g_autofree char *drawn = dup_step_place (self, "solution/drawn");

  add_mechanism (self, section, mechanism, true);
  add_fields (self, section, item, solution_fields, G_N_ELEMENTS (solution_fields));
  gtk_box_append (
    section, new_button (self, _ ("Take _Selection"), G_CALLBACK (take_selection_cb), selected));
  gtk_box_append (section, new_button (self, _ ("Take _Curve From Its Run"),
                                       G_CALLBACK (sample_curve_cb), drawn));
}

static void
build (LwLessonForm *self, const LwJson *root)
{
  GtkBox *box = GTK_BOX (self);
  g_autofree char *item = g_strdup_printf ("steps/%u", self->step);
  GtkBox *check;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (box, child);
  g_ptr_array_set_size (self->fields, 0);
  g_ptr_array_set_size (self->words, 0);
  g_ptr_array_set_size (self->states, 0);
  add_fields (self, add_section (box, _ ("Step")), item, text_fields, G_N_ELEMENTS (text_fields));
  add_list (self, box, root, &pictures);
  add_start (self, box);
  add_words (self, box);
  check = add_section (box, _ ("Check: All of These Must Be Right"));
  add_fields (self, check, item, check_fields, G_N_ELEMENTS (check_fields));
  add_list (self, check, root, &numbers);
  add_list (self, check, root, &options);
  add_fields (self, check, item, choice_fields, G_N_ELEMENTS (choice_fields));
  add_fields (self, add_section (check, _ ("Prediction")), item, drawn_fields,
              G_N_ELEMENTS (drawn_fields));
  add_solution (self, box, item);
  add_list (self, box, root, &wrong);
  add_list (self, box, root, &hints);
  add_fields (self, add_section (box, _ ("Replies")), item, end_fields, G_N_ELEMENTS (end_fields));
  add_fields (self, add_section (box, _ ("Lesson")), "", lesson_fields,
              G_N_ELEMENTS (lesson_fields));
}

static GStrv
dup_choices (const LwLessonForm *self, const LwJson *root)
{
  g_autofree char *place = dup_step_place (self, "check/choices");
  const LwJson *list = lw_json_at (root, place);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();

  for (guint i = 0; list != NULL && list->type == LW_JSON_LIST && i < list->length; i++) {
    const LwJson *id = lw_json_member (lw_json_element (list, i), "id");

    if (id != NULL && id->type == LW_JSON_STRING)
      g_strv_builder_add (ids, id->string);
  }
  return g_strv_builder_end (ids);
}

/// Describes what decides which widgets there are: the step, the lengths of its lists, its choices.
static char *
dup_shape (const LwLessonForm *self, const LwJson *root)
{
  static const List *const lists[] = { &pictures, &hints, &numbers, &options, &wrong };
  g_autoptr (GString) shape = g_string_new (NULL);
  g_autofree char *choices = g_strjoinv (";", self->choices);

  g_string_printf (shape, "%u;%s", self->step, choices);
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_autofree char *place = dup_step_place (self, lists[i]->place);
    const LwJson *list = lw_json_at (root, place);

    g_string_append_printf (shape, ";%u", list != NULL ? list->length : 0);
  }
  return g_strdup (shape->str);
}

static bool
has_word (const LwJson *list, const char *word)
{
  for (guint i = 0; list != NULL && list->type == LW_JSON_LIST && i < list->length; i++) {
    const LwJson *item = lw_json_element (list, i);

    if (item->type == LW_JSON_STRING && g_str_equal (item->string, word))
      return true;
  }
  return false;
}

static void
show_words (LwLessonForm *self, const LwJson *root)
{
  for (guint i = 0; i < self->words->len; i++) {
    GObject *button = self->words->pdata[i];

    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button),
                                  has_word (lw_json_at (root, g_object_get_data (button, "place")),
                                            g_object_get_data (button, "word")));
  }
}

static void
show_states (LwLessonForm *self, const LwJson *root)
{
  for (guint i = 0; i < self->states->len; i++) {
    const char *place = g_object_get_data (self->states->pdata[i], "place");
    const LwJson *node = lw_json_at (root, place);
    const bool is_start = g_str_has_suffix (place, "/start");
    g_autofree char *named = NULL;
    const char *text;

    if (node != NULL && node->type == LW_JSON_STRING)
      // Translators: %s is the name of a mechanism of the lesson
      text = named = g_strdup_printf (_ ("The mechanism “%s” of this lesson."), node->string);
    else if (node != NULL)
      text = _ ("Its own drawing.");
    else if (is_start)
      text = self->step > 0 ? _ ("The drawing of the step before.") : _ ("None yet: take one.");
    else if (g_str_has_suffix (place, "solution/mechanism"))
      text = _ ("The drawing of the start.");
    else
      text = _ ("The drawing of the model solution.");
    gtk_label_set_text (self->states->pdata[i], text);
  }
}

void
lw_lesson_form_show (LwLessonForm *self, const LwJson *root, guint step, const char *language)
{
  g_autofree char *shape = NULL;

  g_return_if_fail (LW_IS_LESSON_FORM (self));

  self->step = step;
  g_strfreev (self->choices);
  self->choices = dup_choices (self, root);
  shape = dup_shape (self, root);
  self->showing = true;
  if (g_strcmp0 (shape, self->shape) != 0)
    build (self, root);
  g_free (self->shape);
  self->shape = g_steal_pointer (&shape);
  for (guint i = 0; i < self->fields->len; i++)
    lw_lesson_field_show (self->fields->pdata[i], root, language);
  show_words (self, root);
  show_states (self, root);
  self->showing = false;
}

void
lw_lesson_form_commit (LwLessonForm *self)
{
  g_autoptr (GPtrArray) fields = NULL;

  g_return_if_fail (LW_IS_LESSON_FORM (self));

  // A change may rebuild the form.
  fields = g_ptr_array_copy (self->fields, (GCopyFunc) (void (*) (void)) g_object_ref, NULL);
  g_ptr_array_set_free_func (fields, g_object_unref);
  for (guint i = 0; i < fields->len; i++)
    if (gtk_widget_get_parent (fields->pdata[i]) != NULL)
      lw_lesson_field_commit (fields->pdata[i]);
}

GtkWidget *
lw_lesson_form_find (LwLessonForm *self, const char *place)
{
  g_return_val_if_fail (LW_IS_LESSON_FORM (self), NULL);

  for (guint i = 0; i < self->fields->len; i++)
    if (g_str_equal (lw_lesson_field_get_place (self->fields->pdata[i]), place))
      return lw_lesson_field_get_editor (self->fields->pdata[i]);
  return NULL;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_lesson_form_dispose (GObject *object)
{
  LwLessonForm *self = LW_LESSON_FORM (object);

  self->showing = true;
  g_clear_pointer (&self->fields, g_ptr_array_unref);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  g_clear_pointer (&self->states, g_ptr_array_unref);
  g_clear_pointer (&self->choices, g_strfreev);
  g_clear_pointer (&self->shape, g_free);

  G_OBJECT_CLASS (lw_lesson_form_parent_class)->dispose (object);
}

static void
lw_lesson_form_class_init (LwLessonFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_lesson_form_dispose;
  signals[SIGNAL_EDIT] =
    g_signal_new ("edit", LW_TYPE_LESSON_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                  3, G_TYPE_INT, G_TYPE_STRING, G_TYPE_STRING);
  signals[SIGNAL_ASK] = g_signal_new ("ask", LW_TYPE_LESSON_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
lw_lesson_form_init (LwLessonForm *self)
{
  self->fields = g_ptr_array_new ();
  self->words = g_ptr_array_new ();
  self->states = g_ptr_array_new ();
  self->choices = g_new0 (char *, 1);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 14);
}

GtkWidget *
lw_lesson_form_new (void)
{
  return g_object_new (LW_TYPE_LESSON_FORM, NULL);
}
