// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-panel.h"

#include <glib/gi18n.h>

#include <locale.h>

#include "lw-appearance.h"
#include "lw-formula-view.h"
#include "lw-help-mark.h"
#include "lw-lesson-answer-box.h"
#include "lw-lesson-live.h"
#include "lw-lesson-picture-view.h"
#include "lw-lesson-progress.h"
#include "lw-lesson-shelf.h"
#include "lw-lesson-task.h"
#include "lw-popover-release.h"
#include "lw-settings.h"
#include "lw-tool.h"

struct _LwLessonPanel
{
  GtkBox parent_instance;

  // Owned
  GSettings *settings;       ///< NULL if the schema is not installed
  LwLesson *lesson;          ///< NULL if there is none
  GCancellable *cancellable; ///< cancels the check that runs; NULL if none does
  char *reply;               ///< plain text; NULL if there is none

  LwAppearance *look;
  LwPlayer *player; ///< weak; whose numbers formulas show; NULL if there is none
  bool is_live;     ///< a formula of the step shows a number

  guint step;
  guint n_hints; ///< number of hints that are shown
  guint64 passed;

  // Children
  GtkLabel *lesson_label;
  GtkWidget *edit_button;     ///< only for the lesson of the document
  GtkMenuButton *step_button; ///< with a menu of all steps
  GtkProgressBar *bar;
  GtkScrolledWindow *scroll;
  GtkLabel *title_label;
  GtkLabel *text_label;
  GtkBox *picture_box;
  LwFormulaView *formulas;
  GtkLabel *task_label;
  GtkBox *tool_box;
  LwLessonAnswerBox *answers;
  GtkWidget *check_button;
  GtkWidget *spinner;
  GtkWidget *hint_button;
  GtkWidget *reply_box;
  GtkImage *reply_icon;
  GtkLabel *reply_label;
  GtkBox *hint_box;
  GtkWidget *previous_button;
  GtkWidget *next_button;
};

enum
{
  SIGNAL_CHECK,
  SIGNAL_START,
  SIGNAL_CLOSE,
  SIGNAL_SHEET_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLessonPanel, lw_lesson_panel, GTK_TYPE_BOX)

static bool
is_passed (LwLessonPanel *self, guint step)
{
  return (self->passed >> step & 1) != 0;
}

static void
keep_progress (LwLessonPanel *self)
{
  const LwLessonProgress progress = { .passed = self->passed, .step = self->step };

  lw_lesson_progress_set (self->settings, self->lesson, progress);
}

/// Shows a text with marks; hides the label if it is empty.
static void
show_text (GtkLabel *label, const char *text)
{
  g_autofree char *markup = lw_lesson_dup_markup (text);

  gtk_label_set_markup (label, markup);
  gtk_widget_set_visible (GTK_WIDGET (label), *text != '\0');
}

// ---- reply ----------------------------------------------------------------------------------

static void
show_reply (LwLessonPanel *self, LwLessonVerdict verdict, const char *text)
{
  static const struct
  {
    const char *css_class, *icon;
  } looks[] = {
    [LW_LESSON_PASSED] = { "right", "object-select-symbolic" },
    [LW_LESSON_WRONG] = { "wrong", "dialog-warning-symbolic" },
    [LW_LESSON_MISSING] = { "missing", "dialog-information-symbolic" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (self->reply_box, looks[i].css_class);
  g_clear_pointer (&self->reply, g_free);
  gtk_widget_set_visible (self->reply_box, text != NULL);
  if (text == NULL)
    return;
  self->reply = lw_lesson_dup_plain (text);
  gtk_widget_add_css_class (self->reply_box, looks[verdict].css_class);
  gtk_image_set_from_icon_name (self->reply_icon, looks[verdict].icon);
  show_text (self->reply_label, text);
}

static void
update_buttons (LwLessonPanel *self)
{
  const guint n = self->lesson != NULL ? lw_lesson_get_n_steps (self->lesson) : 0;
  const bool is_last = self->step + 1 >= n;
  const bool checking = self->cancellable != NULL;

  if (n == 0)
    return;
  gtk_widget_set_sensitive (self->check_button, !checking);
  gtk_widget_set_visible (self->spinner, checking);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), checking);
  gtk_widget_set_sensitive (self->previous_button, self->step > 0);
  gtk_button_set_label (GTK_BUTTON (self->next_button), is_last ? _ ("_Finish") : _ ("_Next"));
  if (is_passed (self, self->step)) {
    gtk_widget_add_css_class (self->next_button, "suggested-action");
    gtk_widget_remove_css_class (self->check_button, "suggested-action");
  } else {
    gtk_widget_remove_css_class (self->next_button, "suggested-action");
    gtk_widget_add_css_class (self->check_button, "suggested-action");
  }
  gtk_progress_bar_set_fraction (
    self->bar,
    lw_lesson_progress_count ((LwLessonProgress){ .passed = self->passed }) / (double) n);
}

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwLessonPanel *self = LW_LESSON_PANEL (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwLessonResult) found = lw_lesson_check_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  if (found == NULL) {
    // Translators: %s is a message about a fault in a lesson
    g_autofree char *text = g_strdup_printf (_ ("This check cannot be made. %s"), error->message);

    show_reply (self, LW_LESSON_MISSING, text);
  } else {
    show_reply (self, found->verdict, found->reply);
    lw_lesson_answer_box_set_curve (self->answers, found->curve);
    if (found->verdict == LW_LESSON_PASSED)
      self->passed |= G_GUINT64_CONSTANT (1) << self->step;
    keep_progress (self);
  }
  update_buttons (self);
  if (found != NULL && found->verdict == LW_LESSON_PASSED)
    gtk_widget_grab_focus (self->next_button);
}

void
lw_lesson_panel_check (LwLessonPanel *self, LwMechanism *mechanism, const char *const *selected)
{
  LwLessonAnswers answers;

  g_return_if_fail (LW_IS_LESSON_PANEL (self));

  if (self->lesson == NULL || self->cancellable != NULL)
    return;
  answers = lw_lesson_answer_box_dup (self->answers);
  answers.selected = g_strdupv ((char **) selected);
  show_reply (self, LW_LESSON_MISSING, NULL);
  self->cancellable = g_cancellable_new ();
  update_buttons (self);
  lw_lesson_check_async (G_OBJECT (self), self->lesson, self->step, mechanism, &answers,
                         self->cancellable, checked_cb, NULL);
}

bool
lw_lesson_panel_is_checking (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), false);

  return self->cancellable != NULL;
}

bool
lw_lesson_panel_has_passed (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), false);

  return self->lesson != NULL && is_passed (self, self->step);
}

char *
lw_lesson_panel_dup_reply (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), NULL);

  return g_strdup (self->reply != NULL ? self->reply : "");
}

// ---- hints ----------------------------------------------------------------------------------

static void
update_hint_button (LwLessonPanel *self)
{
  const guint n = lw_lesson_get_step (self->lesson, self->step)->hints->len;
  // Translators: number of the next hint, and of all hints
  g_autofree char *label = g_strdup_printf (_ ("_Hint %u of %u"), self->n_hints + 1, n);

  gtk_widget_set_visible (self->hint_button, self->n_hints < n);
  gtk_button_set_label (GTK_BUTTON (self->hint_button), label);
}

static GtkWidget *
new_wrapped (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
hint_cb (LwLessonPanel *self)
{
  const LwLessonStep *step = lw_lesson_get_step (self->lesson, self->step);
  GtkWidget *label = new_wrapped ("hint");

  if (self->n_hints >= step->hints->len)
    return;
  show_text (GTK_LABEL (label),
             lw_lesson_text (step->hints->pdata[self->n_hints], lw_lesson_shelf_language ()));
  gtk_box_append (self->hint_box, label);
  self->n_hints++;
  update_hint_button (self);
}

// ---- steps ----------------------------------------------------------------------------------

static void
remove_children (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
}

static void
add_tool (LwLessonPanel *self,
          const char *icon,
          const char *word,
          const char *action,
          const char *target)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name (icon));
  gtk_box_append (GTK_BOX (content), gtk_label_new (word));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  if (target != NULL)
    gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, word, -1);
  gtk_box_append (self->tool_box, button);
}

/// Shows the tools and panels that the step needs, so that a beginner does not have to search.
static void
show_tools (LwLessonPanel *self, const LwLessonStep *step)
{
  remove_children (self->tool_box);
  // GTK 4.8 does not style widgets that are added to a hidden box which is shown later.
  gtk_widget_set_visible (GTK_WIDGET (self->tool_box), TRUE);
  for (guint i = 0; step->tools != NULL && step->tools[i] != NULL; i++)
    for (int kind = 0; kind < LW_N_TOOLS; kind++) {
      const LwToolInfo *info = lw_tool_get_info ((LwToolKind) kind);

      if (g_str_equal (info->name, step->tools[i]) && kind != LW_TOOL_SELECT)
        add_tool (self, info->icon, _ (info->word), "win.tool", info->name);
    }
  if (step->panels != NULL && g_strv_contains ((const char *const *) step->panels, "hood"))
    add_tool (self, "lw-hood-symbolic", _ ("Under the Hood"), "win.hood", NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->tool_box),
                          gtk_widget_get_first_child (GTK_WIDGET (self->tool_box)) != NULL);
}

static void
show_pictures (LwLessonPanel *self, const LwLessonStep *step)
{
  remove_children (self->picture_box);
  gtk_widget_set_visible (GTK_WIDGET (self->picture_box), TRUE);
  for (guint i = 0; i < step->pictures->len; i++)
    gtk_box_append (self->picture_box, lw_lesson_picture_view_new (step->pictures->pdata[i],
                                                                   lw_lesson_shelf_language ()));
  gtk_widget_set_visible (GTK_WIDGET (self->picture_box), step->pictures->len > 0);
}

static void
show_formulas (LwLessonPanel *self, const LwLessonStep *step)
{
  const LwUnits *units = lw_appearance_get_units (self->look);
  const char *decimal_point = localeconv ()->decimal_point;
  GArray *equations = NULL;

  self->is_live = false;

  for (guint i = 0; step->formulas != NULL && step->formulas[i] != NULL; i++) {
    const LwEquation equation = {
      LW_EQUATION_LESSON,
      lw_lesson_live_formula (step->formulas[i], self->player, units, decimal_point),
    };

    self->is_live = self->is_live || lw_lesson_formula_is_live (step->formulas[i]);
    // The view frees what its equations refer to, as those of elements.
    if (equations == NULL)
      equations = lw_equations_new ();
    g_array_append_val (equations, equation);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->formulas), equations != NULL);
  lw_formula_view_set (self->formulas, equations);
}

/// Shows the numbers of another instant.
static void
player_moved_cb (LwLessonPanel *self)
{
  if (self->is_live && self->lesson != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_formulas (self, lw_lesson_get_step (self->lesson, self->step));
}

void
lw_lesson_panel_set_player (LwLessonPanel *self, LwPlayer *player)
{
  static const char *const names[] = { "moved", "grown", "changed", "run-changed" };

  g_return_if_fail (LW_IS_LESSON_PANEL (self));

  if (self->player == player)
    return;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_func (self->player, player_moved_cb, self);
  g_set_weak_pointer (&self->player, player);
  for (guint i = 0; player != NULL && i < G_N_ELEMENTS (names); i++)
    g_signal_connect_object (player, names[i], G_CALLBACK (player_moved_cb), self,
                             G_CONNECT_SWAPPED);
  player_moved_cb (self);
}

char *
lw_lesson_panel_dup_formulas (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), NULL);

  return lw_formula_view_dup_plain (self->formulas);
}

/// Lists all steps, so that any of them can be shown; passed ones have a check mark.
static void
update_step_menu (LwLessonPanel *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < lw_lesson_get_n_steps (self->lesson); i++) {
    const char *title =
      lw_lesson_text (lw_lesson_get_step (self->lesson, i)->title, lw_lesson_shelf_language ());
    g_autoptr (GString) label = g_string_new (NULL);
    g_autoptr (GMenuItem) item = NULL;

    g_string_printf (label, "%u  %s%s", i + 1, title, is_passed (self, i) ? "  ✓" : "");
    // An underscore would mark a mnemonic.
    g_string_replace (label, "_", "__", 0);
    item = g_menu_item_new (label->str, NULL);
    g_menu_item_set_action_and_target (item, "win.lesson-step", "u", i);
    g_menu_append_item (menu, item);
  }
  lw_popover_release (GTK_WIDGET (self->step_button));
  gtk_menu_button_set_menu_model (self->step_button, G_MENU_MODEL (menu));
}

static void
show_step (LwLessonPanel *self)
{
  const char *language = lw_lesson_shelf_language ();
  const LwLessonStep *step = lw_lesson_get_step (self->lesson, self->step);
  // Translators: number of the shown step, and of all steps of a lesson
  g_autofree char *number =
    g_strdup_printf (_ ("Step %u of %u"), self->step + 1, lw_lesson_get_n_steps (self->lesson));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_menu_button_set_label (self->step_button, number);
  update_step_menu (self);
  gtk_label_set_text (self->title_label, lw_lesson_text (step->title, language));
  show_text (self->text_label, lw_lesson_text (step->text, language));
  show_text (self->task_label, lw_lesson_text (step->task, language));
  show_pictures (self, step);
  show_formulas (self, step);
  show_tools (self, step);
  lw_lesson_answer_box_set (self->answers, self->lesson, self->step, language);
  remove_children (self->hint_box);
  self->n_hints = 0;
  update_hint_button (self);
  show_reply (self, LW_LESSON_MISSING, step->fault);
  update_buttons (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroll), 0);
}

void
lw_lesson_panel_set_step (LwLessonPanel *self, guint step)
{
  g_return_if_fail (LW_IS_LESSON_PANEL (self));
  g_return_if_fail (self->lesson != NULL && step < lw_lesson_get_n_steps (self->lesson));

  self->step = step;
  show_step (self);
  keep_progress (self);
  g_signal_emit (self, signals[SIGNAL_START], 0, FALSE);
}

/// Returns true if the step names a tool that draws.
static bool
is_drawn_with_tools (const LwLessonStep *step)
{
  for (guint i = 0; step->tools != NULL && step->tools[i] != NULL; i++)
    if (!g_str_equal (step->tools[i], lw_tool_get_info (LW_TOOL_SELECT)->name)
        && !g_str_equal (step->tools[i], lw_tool_get_info (LW_TOOL_HAND)->name))
      return true;
  return false;
}

bool
lw_lesson_panel_focus_answer (LwLessonPanel *self)
{
  GtkWidget *sheet;

  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), false);

  sheet = lw_lesson_answer_box_get_sheet (self->answers);
  return !is_drawn_with_tools (lw_lesson_get_step (self->lesson, self->step))
         && (gtk_widget_child_focus (GTK_WIDGET (self->answers), GTK_DIR_TAB_FORWARD)
             || (sheet != NULL && gtk_widget_child_focus (sheet, GTK_DIR_TAB_FORWARD)));
}

GtkWidget *
lw_lesson_panel_get_sheet (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), NULL);

  return lw_lesson_answer_box_get_sheet (self->answers);
}

void
lw_lesson_panel_give_sheet (LwLessonPanel *self, bool away)
{
  g_return_if_fail (LW_IS_LESSON_PANEL (self));

  lw_lesson_answer_box_give_sheet (self->answers, away);
}

guint
lw_lesson_panel_get_step (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), 0);

  return self->step;
}

LwLesson *
lw_lesson_panel_get_lesson (LwLessonPanel *self)
{
  g_return_val_if_fail (LW_IS_LESSON_PANEL (self), NULL);

  return self->lesson;
}

void
lw_lesson_panel_set_lesson (LwLessonPanel *self, LwLesson *lesson)
{
  LwLessonProgress progress;

  g_return_if_fail (LW_IS_LESSON_PANEL (self));

  if (lesson != NULL)
    lw_lesson_ref (lesson);
  g_clear_pointer (&self->lesson, lw_lesson_unref);
  self->lesson = lesson;
  if (lesson == NULL) {
    g_cancellable_cancel (self->cancellable);
    g_clear_object (&self->cancellable);
    lw_lesson_answer_box_set (self->answers, NULL, 0, NULL);
    return;
  }
  progress = lw_lesson_progress_get (self->settings, lesson);
  self->passed = progress.passed;
  self->step = progress.step;
  gtk_label_set_text (self->lesson_label,
                      lw_lesson_text (lw_lesson_get_title (lesson), lw_lesson_shelf_language ()));
  show_step (self);
}

void
lw_lesson_panel_set_own (LwLessonPanel *self, bool own)
{
  g_return_if_fail (LW_IS_LESSON_PANEL (self));

  gtk_widget_set_visible (self->edit_button, own);
}

// ---- buttons --------------------------------------------------------------------------------

static void
check_cb (LwLessonPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_CHECK], 0);
}

static void
close_cb (LwLessonPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_CLOSE], 0);
}

static void
reset_cb (LwLessonPanel *self)
{
  show_step (self);
  g_signal_emit (self, signals[SIGNAL_START], 0, TRUE);
}

static void
previous_cb (LwLessonPanel *self)
{
  if (self->step > 0)
    lw_lesson_panel_set_step (self, self->step - 1);
}

static void
next_cb (LwLessonPanel *self)
{
  if (self->step + 1 < lw_lesson_get_n_steps (self->lesson))
    lw_lesson_panel_set_step (self, self->step + 1);
  else
    close_cb (self);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_lesson_panel_dispose (GObject *object)
{
  LwLessonPanel *self = LW_LESSON_PANEL (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->settings);
  g_clear_object (&self->look);
  g_clear_weak_pointer (&self->player);
  g_clear_pointer (&self->lesson, lw_lesson_unref);
  g_clear_pointer (&self->reply, g_free);

  G_OBJECT_CLASS (lw_lesson_panel_parent_class)->dispose (object);
}

static void
lw_lesson_panel_class_init (LwLessonPanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_lesson_panel_dispose;
  signals[SIGNAL_CHECK] = g_signal_new ("check", LW_TYPE_LESSON_PANEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_START] = g_signal_new ("start", LW_TYPE_LESSON_PANEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[SIGNAL_SHEET_CHANGED] = g_signal_new (
    "sheet-changed", LW_TYPE_LESSON_PANEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CLOSE] = g_signal_new ("close", LW_TYPE_LESSON_PANEL, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lesson");
}

static GtkWidget *
new_button (LwLessonPanel *self, const char *label, const char *tooltip, GCallback callback)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  g_signal_connect_swapped (button, "clicked", callback, self);
  return button;
}

static void
add_head (LwLessonPanel *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *help = lw_help_mark_new_button ("panel-lesson");
  GtkWidget *menu = gtk_menu_button_new ();
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autoptr (GMenu) items = g_menu_new ();

  self->lesson_label = GTK_LABEL (new_wrapped ("name"));
  self->step_button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_widget_set_halign (GTK_WIDGET (self->step_button), GTK_ALIGN_START);
  gtk_widget_add_css_class (GTK_WIDGET (self->step_button), "steps");
  gtk_menu_button_set_has_frame (self->step_button, FALSE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->step_button), _ ("Choose a Step"));
  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Steps Done"), -1);
  gtk_widget_add_css_class (head, "head");
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (close, _ ("Close the Lesson"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close the Lesson"), -1);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (close_cb), self);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu), G_MENU_MODEL (items));
  gtk_widget_add_css_class (menu, "flat");
  gtk_widget_set_valign (menu, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (menu, _ ("More"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("More"),
                                  -1);
  self->edit_button = gtk_button_new_from_icon_name ("document-edit-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->edit_button), "win.edit-lesson");
  gtk_widget_set_visible (self->edit_button, FALSE);
  gtk_widget_set_valign (self->edit_button, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->edit_button, "flat");
  gtk_widget_set_tooltip_text (self->edit_button, _ ("Back to Writing the Lesson"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->edit_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Back to Writing the Lesson"), -1);
  g_menu_append (items, _ ("_Change This Lesson"), "win.edit-lesson");
  g_menu_append (items, _ ("_Print Worksheet…"), "win.print-worksheet");
  g_menu_append (items, _ ("Save _Worksheet…"), "win.save-worksheet(false)");
  g_menu_append (items, _ ("Save Worksheet With _Solutions…"), "win.save-worksheet(true)");
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->lesson_label));
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->step_button));
  gtk_box_append (GTK_BOX (head), words);
  gtk_widget_set_valign (help, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (head), help);
  gtk_box_append (GTK_BOX (head), self->edit_button);
  gtk_box_append (GTK_BOX (head), menu);
  gtk_box_append (GTK_BOX (head), close);
  gtk_box_append (GTK_BOX (self), head);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->bar));
}

static void
add_reply (LwLessonPanel *self, GtkBox *body)
{
  self->reply_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->reply_icon = GTK_IMAGE (gtk_image_new ());
  // Screen readers speak a status when it changes.
  self->reply_label = GTK_LABEL (
    g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, "wrap", TRUE,
                  "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0, "hexpand", TRUE, NULL));
  gtk_widget_set_valign (GTK_WIDGET (self->reply_icon), GTK_ALIGN_START);
  gtk_widget_add_css_class (self->reply_box, "reply");
  gtk_box_append (GTK_BOX (self->reply_box), GTK_WIDGET (self->reply_icon));
  gtk_box_append (GTK_BOX (self->reply_box), GTK_WIDGET (self->reply_label));
  gtk_box_append (body, self->reply_box);
}

static void
sheet_changed_cb (LwLessonPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_SHEET_CHANGED], 0);
}

static void
add_body (LwLessonPanel *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *task_heading = gtk_label_new (_ ("Task"));

  self->scroll = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  gtk_scrolled_window_set_policy (self->scroll, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroll), TRUE);
  gtk_scrolled_window_set_child (self->scroll, body);
  gtk_widget_add_css_class (body, "body");
  self->title_label = GTK_LABEL (new_wrapped ("title"));
  self->text_label = GTK_LABEL (new_wrapped (NULL));
  self->picture_box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8));
  self->formulas = LW_FORMULA_VIEW (lw_formula_view_new ());
  self->task_label = GTK_LABEL (new_wrapped ("task"));
  self->tool_box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  self->answers = LW_LESSON_ANSWER_BOX (lw_lesson_answer_box_new ());
  self->check_button =
    new_button (self, _ ("_Check"), _ ("Check This Step"), G_CALLBACK (check_cb));
  self->hint_button = new_button (self, "", _ ("Show the Next Hint"), G_CALLBACK (hint_cb));
  gtk_button_set_use_underline (GTK_BUTTON (self->hint_button), TRUE);
  self->spinner = gtk_spinner_new ();
  self->hint_box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8));
  gtk_label_set_xalign (GTK_LABEL (task_heading), 0);
  gtk_widget_add_css_class (task_heading, "section");
  gtk_widget_add_css_class (GTK_WIDGET (self->tool_box), "tools");
  g_signal_connect_swapped (self->answers, "activate", G_CALLBACK (check_cb), self);
  g_signal_connect_swapped (self->answers, "sheet-changed", G_CALLBACK (sheet_changed_cb), self);
  gtk_box_append (GTK_BOX (buttons), self->check_button);
  gtk_box_append (GTK_BOX (buttons), self->spinner);
  gtk_box_append (GTK_BOX (buttons), self->hint_button);
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->title_label));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->text_label));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->picture_box));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->formulas));
  gtk_box_append (GTK_BOX (body), task_heading);
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->task_label));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->tool_box));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->answers));
  gtk_box_append (GTK_BOX (body), buttons);
  add_reply (self, GTK_BOX (body));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->hint_box));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->scroll));
}

static void
add_foot (LwLessonPanel *self)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *reset = new_button (self, _ ("Start _Over"), _ ("Show the Start of This Step Again"),
                                 G_CALLBACK (reset_cb));

  self->previous_button =
    new_button (self, _ ("_Previous"), _ ("Previous Step"), G_CALLBACK (previous_cb));
  self->next_button = new_button (self, _ ("_Next"), _ ("Next Step"), G_CALLBACK (next_cb));
  gtk_button_set_use_underline (GTK_BUTTON (self->next_button), TRUE);
  gtk_widget_add_css_class (foot, "foot");
  gtk_widget_add_css_class (reset, "flat");
  gtk_widget_set_hexpand (reset, TRUE);
  gtk_widget_set_halign (reset, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (foot), self->previous_button);
  gtk_box_append (GTK_BOX (foot), reset);
  gtk_box_append (GTK_BOX (foot), self->next_button);
  gtk_box_append (GTK_BOX (self), foot);
}

static void
lw_lesson_panel_init (LwLessonPanel *self)
{
  self->settings = lw_settings_new ();
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "units-changed", G_CALLBACK (player_moved_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  add_head (self);
  add_body (self);
  add_foot (self);
}

GtkWidget *
lw_lesson_panel_new (void)
{
  return g_object_new (LW_TYPE_LESSON_PANEL, NULL);
}
