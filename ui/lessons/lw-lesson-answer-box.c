// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-answer-box.h"

#include <glib/gi18n.h>

#include "lw-axis.h"
#include "lw-lesson-sketch.h"

struct _LwLessonAnswerBox
{
  GtkBox parent_instance;

  // Children of the shown step
  GtkEntry *entries[LW_LESSON_MAX_NUMBERS];
  guint n_entries;
  GPtrArray *choices;     ///< array of GtkCheckButton
  GStrv ids;              ///< ids of the choices
  LwLessonSketch *sketch; ///< NULL if no curve is to be drawn
  GtkLabel *legend;       ///< heading of the sketch
  GtkWidget *place;       ///< shown while the sheet is among the plots

  // Owned
  GtkWidget *sheet;    ///< the sketch with its heading; NULL if there is none
  GtkSizeGroup *names; ///< names of the numbers, so that the entries are aligned
};

enum
{
  SIGNAL_ACTIVATE,
  SIGNAL_SHEET_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLessonAnswerBox, lw_lesson_answer_box, GTK_TYPE_BOX)

static void
activate_cb (LwLessonAnswerBox *self)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0);
}

/// Returns a label for a text with marks, such as an index.
static GtkWidget *
new_marked (const char *text)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *markup = lw_lesson_dup_markup (text);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  return label;
}

static void
add_number (LwLessonAnswerBox *self, const LwLessonNumber *number, const char *language)
{
  const char *name =
    number->label != NULL ? lw_lesson_text (number->label, language) : _ ("Result");
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = new_marked (name);
  GtkWidget *entry = gtk_entry_new ();
  const char *unit = lw_unit_shown (number->unit);
  GtkWidget *unit_label = gtk_label_new (unit);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), 8);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_size_group_add_widget (self->names, label);
  gtk_label_set_xalign (GTK_LABEL (unit_label), 0);
  gtk_label_set_width_chars (GTK_LABEL (unit_label), 6);
  gtk_widget_add_css_class (unit_label, "unit");
  gtk_widget_set_visible (unit_label, *unit != '\0');
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_widget_set_tooltip_text (entry, _ ("A number or a formula, such as 2/0.625 or 30°"));
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (activate_cb), self);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), entry);
  gtk_box_append (GTK_BOX (row), unit_label);
  gtk_box_append (GTK_BOX (self), row);
  self->entries[self->n_entries++] = GTK_ENTRY (entry);
}

static void
add_choice (LwLessonAnswerBox *self, const LwLessonChoice *choice, const char *language)
{
  const char *text = lw_lesson_text (choice->text, language);
  GtkWidget *button = gtk_check_button_new ();
  GtkWidget *label = new_marked (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (button), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (self->choices->len > 0)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (button), self->choices->pdata[0]);
  g_ptr_array_add (self->choices, button);
  gtk_box_append (GTK_BOX (self), button);
}

static void
add_sheet (LwLessonAnswerBox *self, const LwLessonSheet *sheet)
{
  self->sketch = LW_LESSON_SKETCH (lw_lesson_sketch_new (sheet));
  self->legend = GTK_LABEL (gtk_label_new (_ ("Your prediction")));
  self->place = gtk_label_new (_ ("Draw your prediction among the plots, below the mechanism."));
  self->sheet = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 2));
  gtk_label_set_xalign (self->legend, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->legend), "heading");
  gtk_label_set_ellipsize (self->legend, PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->sheet, "sheet");
  gtk_widget_set_hexpand (self->sheet, TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->sketch), TRUE);
  gtk_box_append (GTK_BOX (self->sheet), GTK_WIDGET (self->legend));
  gtk_box_append (GTK_BOX (self->sheet), GTK_WIDGET (self->sketch));
  gtk_label_set_wrap (GTK_LABEL (self->place), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->place), 0);
  gtk_widget_set_visible (self->place, FALSE);
  gtk_box_append (GTK_BOX (self), self->place);
  gtk_box_append (GTK_BOX (self), self->sheet);
}

static void
clear (LwLessonAnswerBox *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (GTK_BOX (self), child);
  self->n_entries = 0;
  self->sketch = NULL;
  self->place = NULL;
  g_clear_object (&self->sheet);
  g_ptr_array_set_size (self->choices, 0);
  g_clear_pointer (&self->ids, g_strfreev);
}

void
lw_lesson_answer_box_set (LwLessonAnswerBox *self,
                          const LwLesson *lesson,
                          guint step,
                          const char *language)
{
  const LwLessonStep *shown = lesson != NULL ? lw_lesson_get_step (lesson, step) : NULL;
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  LwLessonSheet sheet;

  g_return_if_fail (LW_IS_LESSON_ANSWER_BOX (self));

  clear (self);
  // GTK 4.8 does not style widgets that are added to a hidden box which is shown later.
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  if (shown == NULL) {
    g_signal_emit (self, signals[SIGNAL_SHEET_CHANGED], 0);
    return;
  }
  for (guint i = 0; i < shown->choices->len; i++) {
    const LwLessonChoice *choice = shown->choices->pdata[i];

    g_strv_builder_add (ids, choice->id);
    add_choice (self, choice, language);
  }
  self->ids = g_strv_builder_end (ids);
  for (guint i = 0; i < shown->numbers->len; i++)
    add_number (self, &g_array_index (shown->numbers, LwLessonNumber, i), language);
  if (lw_lesson_get_sheet (lesson, step, &sheet))
    add_sheet (self, &sheet);
  gtk_widget_set_visible (GTK_WIDGET (self),
                          gtk_widget_get_first_child (GTK_WIDGET (self)) != NULL);
  g_signal_emit (self, signals[SIGNAL_SHEET_CHANGED], 0);
}

GtkWidget *
lw_lesson_answer_box_get_sheet (LwLessonAnswerBox *self)
{
  g_return_val_if_fail (LW_IS_LESSON_ANSWER_BOX (self), NULL);

  return self->sheet;
}

void
lw_lesson_answer_box_give_sheet (LwLessonAnswerBox *self, bool away)
{
  g_return_if_fail (LW_IS_LESSON_ANSWER_BOX (self));

  if (self->sheet == NULL || away == gtk_widget_get_visible (self->place))
    return;
  gtk_widget_set_visible (self->place, away);
  if (away)
    gtk_box_remove (GTK_BOX (self), self->sheet);
  else
    gtk_box_append (GTK_BOX (self), self->sheet);
}

LwLessonAnswers
lw_lesson_answer_box_dup (LwLessonAnswerBox *self)
{
  LwLessonAnswers answers = { 0 };
  g_autoptr (GStrvBuilder) numbers = g_strv_builder_new ();

  g_return_val_if_fail (LW_IS_LESSON_ANSWER_BOX (self), answers);

  for (guint i = 0; i < self->n_entries; i++) {
    g_autofree char *text =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entries[i]))));

    g_strv_builder_add (numbers, text);
  }
  if (self->n_entries > 0)
    answers.numbers = g_strv_builder_end (numbers);
  for (guint i = 0; i < self->choices->len; i++)
    if (gtk_check_button_get_active (self->choices->pdata[i]))
      answers.choice = g_strdup (self->ids[i]);
  if (self->sketch != NULL)
    answers.drawn = lw_lesson_sketch_dup_points (self->sketch);
  return answers;
}

void
lw_lesson_answer_box_set_curve (LwLessonAnswerBox *self, LwRecording *curve)
{
  g_return_if_fail (LW_IS_LESSON_ANSWER_BOX (self));

  if (self->sketch == NULL)
    return;
  lw_lesson_sketch_set_curve (self->sketch, curve);
  gtk_label_set_text (self->legend, curve != NULL ? _ ("Your prediction, and the run (dashed)")
                                                  : _ ("Your prediction"));
}

static void
lw_lesson_answer_box_dispose (GObject *object)
{
  g_clear_object (&LW_LESSON_ANSWER_BOX (object)->sheet);

  G_OBJECT_CLASS (lw_lesson_answer_box_parent_class)->dispose (object);
}

static void
lw_lesson_answer_box_finalize (GObject *object)
{
  LwLessonAnswerBox *self = LW_LESSON_ANSWER_BOX (object);

  g_ptr_array_unref (self->choices);
  g_strfreev (self->ids);
  g_object_unref (self->names);

  G_OBJECT_CLASS (lw_lesson_answer_box_parent_class)->finalize (object);
}

static void
lw_lesson_answer_box_class_init (LwLessonAnswerBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_lesson_answer_box_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_lesson_answer_box_finalize;
  signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", LW_TYPE_LESSON_ANSWER_BOX, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SHEET_CHANGED] =
    g_signal_new ("sheet-changed", LW_TYPE_LESSON_ANSWER_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 0);
}

static void
lw_lesson_answer_box_init (LwLessonAnswerBox *self)
{
  self->choices = g_ptr_array_new ();
  self->names = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
}

GtkWidget *
lw_lesson_answer_box_new (void)
{
  return g_object_new (LW_TYPE_LESSON_ANSWER_BOX, NULL);
}
