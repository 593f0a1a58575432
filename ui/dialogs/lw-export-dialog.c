// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-export-dialog.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-export-option-row.h"
#include "lw-file-name.h"
#include "lw-print.h"
#include "lw-settings.h"

#define WIDTH 1000
#define HEIGHT 640
#define ROWS_WIDTH 380
#define NARROW_BELOW 600   ///< px, width of the parent for which the picture is above the rows
#define NARROW_PICTURE 180 ///< px, height of the picture there

struct _LwExportDialog
{
  LwExportWindow parent_instance;

  // Owned
  LwExportKind kind;
  LwExportSource source;
  void *values;
  char *title; ///< title of the mechanism
  GSettings *settings;
  GPtrArray *entries;   ///< const LwExportEntry, by row of the list of formats
  GPtrArray *rows;      ///< by option
  GCancellable *making; ///< NULL if no preview is being made
  LwExportPreview *preview;
  GFile *file;   ///< being written
  char *failure; ///< why the last file or option failed; NULL if it did not

  // Children
  AdwPreferencesPage *page;
  AdwComboRow *format_row;
  GtkDrawingArea *area;
  GtkSpinner *spinner;
  GtkWidget *copy_button;
  GtkWidget *print_button;

  bool stale; ///< the preview is older than the options
  guint idle_id;
};

enum
{
  SIGNAL_COPIED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwExportDialog, lw_export_dialog, LW_TYPE_EXPORT_WINDOW)

/// Words of the kinds.
static const struct
{
  const char *title;
  const char *key;  ///< key of the settings
  const char *name; ///< name of a file without a title
} words[LW_EXPORT_KINDS] = {
  [LW_EXPORT_KIND_PLOT] = { N_ ("Export the Plot"), "export-plot", N_ ("New Plot") },
  [LW_EXPORT_KIND_DRAWING] = { N_ ("Export Drawing"), "export-drawing", N_ ("Drawing") },
  [LW_EXPORT_KIND_PARTS] = { N_ ("Export Parts to Cut"), "export-parts", N_ ("Parts") },
  [LW_EXPORT_KIND_REPORT] = { N_ ("Export Report"), "export-report", N_ ("Report") },
  [LW_EXPORT_KIND_MODEL] = { N_ ("Export for Other Programs"), "export-model", N_ ("Mechanism") },
};

static LwExportWindow *
get_window (LwExportDialog *self)
{
  return LW_EXPORT_WINDOW (self);
}

static bool
is_saving (LwExportDialog *self)
{
  return lw_export_window_is_saving (get_window (self));
}

/// Shows a message until an option is changed: previews that follow do not hide it.
static void
set_failure (LwExportDialog *self, const char *sentence)
{
  g_free (self->failure);
  self->failure = g_strdup (sentence);
  lw_export_window_set_problem (get_window (self), sentence);
}

static double
get_part (LwExportWindow *window)
{
  return lw_export_source_get_part (&LW_EXPORT_DIALOG (window)->source);
}

static void
update_busy (LwExportWindow *window)
{
  LwExportDialog *self = LW_EXPORT_DIALOG (window);
  const bool is_ready = !is_saving (self) && self->preview != NULL;
  const bool is_busy = is_saving (self) || self->making != NULL;

  gtk_spinner_set_spinning (self->spinner, is_busy);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), is_busy);
  gtk_widget_set_sensitive (lw_export_window_get_export_button (window), is_ready);
  gtk_widget_set_sensitive (self->copy_button, is_ready);
  gtk_widget_set_sensitive (self->print_button, is_ready);
}

// ---- preview --------------------------------------------------------------------------------

static void make_preview (LwExportDialog *self);

static const LwExportEntry *
get_entry (LwExportDialog *self)
{
  return self->entries->pdata[adw_combo_row_get_selected (self->format_row)];
}

static void
preview_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwExportDialog) self = lw_export_window_take_weak_ref (data);
  g_autoptr (GError) error = NULL;
  LwExportPreview *preview = lw_export_preview_finish (result, &error);

  if (self == NULL) {
    lw_export_preview_free (preview);
    return;
  }
  g_clear_object (&self->making);
  g_clear_pointer (&self->preview, lw_export_preview_free);
  self->preview = preview;
  lw_export_window_set_summary (get_window (self), preview != NULL ? preview->summary : NULL);
  lw_export_window_set_problem (get_window (self), error != NULL           ? error->message
                                                   : self->failure != NULL ? self->failure
                                                                           : preview->warning);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
  if (self->stale)
    make_preview (self);
  lw_export_window_set_working (get_window (self), self->making != NULL);
}

/// Begins a preview with the options; while one is being made, the next one waits for it.
static void
make_preview (LwExportDialog *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self->area));
  const int height = gtk_widget_get_height (GTK_WIDGET (self->area));

  self->stale = self->making != NULL || width == 0;
  if (self->stale)
    return;
  self->making = g_cancellable_new ();
  lw_export_preview_async (self->kind, get_entry (self), &self->source, self->values, width, height,
                           gtk_widget_get_scale_factor (GTK_WIDGET (self->area)),
                           adw_style_manager_get_dark (adw_style_manager_get_default ()),
                           self->making, preview_cb,
                           lw_export_window_new_weak_ref (get_window (self)));
  lw_export_window_set_working (get_window (self), true);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwExportDialog *self = data;

  if (self->preview == NULL)
    return;
  cairo_set_source_surface (cairo, self->preview->picture, 0, 0);
  cairo_paint (cairo);
}

static gboolean
idle_cb (gpointer data)
{
  LwExportDialog *self = data;

  self->idle_id = 0;
  make_preview (self);
  return G_SOURCE_REMOVE;
}

/// Makes a preview of the new size after the allocation, in which nothing may change.
static void
resize_cb (LwExportDialog *self)
{
  self->stale = true;
  if (self->idle_id == 0 && !lw_export_window_is_closed (get_window (self)))
    self->idle_id = g_idle_add (idle_cb, self);
}

static void
changed_cb (const GError *error, gpointer data)
{
  LwExportDialog *self = data;

  // A number that is being typed when the dialog closes is set while its row is destroyed.
  if (lw_export_window_is_closed (get_window (self)))
    return;
  set_failure (self, error != NULL ? error->message : NULL);
  if (error == NULL)
    make_preview (self);
}

// ---- settings -------------------------------------------------------------------------------

static void
remember (LwExportDialog *self)
{
  const LwExportOption *options = lw_export_kind_get_class (self->kind)->options;
  g_autofree char *lines = lw_export_options_dup_lines (options, self->values);

  if (lw_settings_has_key (self->settings, words[self->kind].key))
    g_settings_set_string (self->settings, words[self->kind].key, lines);
}

static void
restore (LwExportDialog *self)
{
  const LwExportOption *options = lw_export_kind_get_class (self->kind)->options;
  g_autofree char *lines = NULL;

  if (!lw_settings_has_key (self->settings, words[self->kind].key))
    return;
  lines = g_settings_get_string (self->settings, words[self->kind].key);
  lw_export_options_set_lines (options, self->values, lines);
}

// ---- writing --------------------------------------------------------------------------------

/// Ends writing; keeps the message about a failure, which previews that follow do not hide.
static void
end_saving (LwExportDialog *self, const GError *error)
{
  lw_export_window_end (get_window (self), error);
  if (error != NULL)
    set_failure (self, lw_export_window_get_problem (get_window (self)));
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwExportDialog) self = lw_export_window_take_weak_ref (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_export_write_finish (result, &error);
  g_autoptr (GFile) file = NULL;

  if (self == NULL)
    return;
  file = g_steal_pointer (&self->file);
  end_saving (self, error);
  if (bytes == NULL)
    return;
  remember (self);
  lw_export_window_finish (get_window (self), file);
}

/// Returns the entry for the suffix of a name, else the chosen one.
static const LwExportEntry *
find_entry (LwExportDialog *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  const char *dot = strrchr (name, '.');
  const LwExportEntry *entry =
    dot != NULL ? lw_export_source_find_entry (self->kind, dot + 1) : NULL;

  return entry != NULL ? entry : get_entry (self);
}

void
lw_export_dialog_save (LwExportDialog *self, GFile *file)
{
  g_return_if_fail (LW_IS_EXPORT_DIALOG (self));

  if (is_saving (self))
    return;
  set_failure (self, NULL);
  g_set_object (&self->file, file);
  lw_export_write_async (self->kind, find_entry (self, file), &self->source, self->values, file,
                         lw_export_window_begin (get_window (self)), written_cb,
                         lw_export_window_new_weak_ref (get_window (self)));
}

/// Saves to `file`; adds the suffix of the format to a name without one.
static void
save_as (LwExportWindow *window, GFile *file)
{
  LwExportDialog *self = LW_EXPORT_DIALOG (window);
  g_autofree char *name = g_file_get_basename (file);
  const char *dot = strrchr (name, '.');
  g_autofree char *suffix = g_strconcat (".", get_entry (self)->suffix, NULL);
  g_autofree char *problem = NULL;
  g_autoptr (GFile) full = NULL;

  if (dot == NULL || lw_export_source_find_entry (self->kind, dot + 1) == NULL)
    full = lw_file_name_complete (file, suffix, &problem);
  if (problem != NULL)
    set_failure (self, problem);
  else
    lw_export_dialog_save (self, full != NULL ? full : file);
}

static void
choose (LwExportWindow *window)
{
  LwExportDialog *self = LW_EXPORT_DIALOG (window);
  g_autofree char *suffix = g_strconcat (".", get_entry (self)->suffix, NULL);
  g_autofree char *name = lw_file_name_propose (self->title, _ (words[self->kind].name), suffix);

  lw_export_window_ask (window, _ (words[self->kind].title), name);
}

// ---- copying --------------------------------------------------------------------------------

static void
copied_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwExportDialog) self = lw_export_window_take_weak_ref (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_export_write_finish (result, &error);
  g_autoptr (GdkTexture) texture = NULL;

  if (self == NULL)
    return;
  end_saving (self, error);
  if (bytes == NULL)
    return;
  texture = gdk_texture_new_from_bytes (bytes, &error);
  if (texture == NULL) {
    set_failure (self, error->message);
    return;
  }
  remember (self);
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (GTK_WIDGET (self)), texture);
  g_signal_emit (self, signals[SIGNAL_COPIED], 0);
}

static void
table_copied_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (LwExportDialog) self = lw_export_window_take_weak_ref (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = lw_export_write_finish (result, &error);
  g_autofree char *text = NULL;

  if (self == NULL)
    return;
  end_saving (self, error);
  if (bytes == NULL)
    return;
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  lw_export_window_set_summary (get_window (self), _ ("The table is copied"));
}

/// Makes the bytes of an entry for the clipboard.
static void
copy (LwExportDialog *self, const LwExportEntry *entry, GAsyncReadyCallback copied)
{
  if (is_saving (self))
    return;
  set_failure (self, NULL);
  lw_export_write_async (self->kind, entry, &self->source, self->values, NULL,
                         lw_export_window_begin (get_window (self)), copied,
                         lw_export_window_new_weak_ref (get_window (self)));
}

/// Copies the values of a plot for spreadsheets: separated by tabulators.
static void
copy_table_cb (LwExportDialog *self)
{
  copy (self, lw_export_source_find_entry (self->kind, "tsv"), table_copied_cb);
}

static void
copy_cb (LwExportDialog *self)
{
  copy (self, lw_exports_find (self->kind, "png"), copied_cb);
}

// ---- printing -------------------------------------------------------------------------------

static void
printed_cb (GtkPrintOperationResult result, const GError *error, gpointer data)
{
  g_autoptr (LwExportDialog) self = lw_export_window_take_weak_ref (data);

  if (self == NULL || result == GTK_PRINT_OPERATION_RESULT_CANCEL)
    return;
  set_failure (self, error != NULL ? error->message : NULL);
  if (error == NULL)
    remember (self);
}

void
lw_export_dialog_print (LwExportDialog *self, GtkPrintOperationAction action, const char *path)
{
  g_autoptr (GError) error = NULL;
  LwExportPages *pages;

  g_return_if_fail (LW_IS_EXPORT_DIALOG (self));

  pages = lw_export_pages_new (&self->source, self->kind, self->values, &error);
  if (pages == NULL) {
    set_failure (self, error->message);
    return;
  }
  lw_print (GTK_WINDOW (self), pages, self->title, action, path, printed_cb,
            lw_export_window_new_weak_ref (get_window (self)));
}

static void
print_cb (LwExportDialog *self)
{
  lw_export_dialog_print (self, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, NULL);
}

void
lw_export_dialog_prefer_print (LwExportDialog *self)
{
  g_return_if_fail (LW_IS_EXPORT_DIALOG (self));

  lw_export_window_prefer (get_window (self), self->print_button);
}

// ---- for tests ------------------------------------------------------------------------------

const char *
lw_export_dialog_get_summary (LwExportDialog *self)
{
  g_return_val_if_fail (LW_IS_EXPORT_DIALOG (self), NULL);

  return self->preview != NULL ? self->preview->summary : NULL;
}

const char *
lw_export_dialog_get_problem (LwExportDialog *self)
{
  g_return_val_if_fail (LW_IS_EXPORT_DIALOG (self), NULL);

  return lw_export_window_get_problem (get_window (self));
}

bool
lw_export_dialog_is_busy (LwExportDialog *self)
{
  g_return_val_if_fail (LW_IS_EXPORT_DIALOG (self), false);

  return self->making != NULL || is_saving (self) || self->stale;
}

void
lw_export_dialog_set_option (LwExportDialog *self, const char *name, const char *text)
{
  const LwExportOption *options = lw_export_kind_get_class (self->kind)->options;
  const LwExportOption *option = lw_export_option_find (options, name);
  g_autoptr (GError) error = NULL;

  g_return_if_fail (LW_IS_EXPORT_DIALOG (self));

  lw_export_option_set (option, self->values, text, &error);
  if (self->rows->pdata[option - options] != NULL)
    lw_export_option_row_refresh (self->rows->pdata[option - options]);
  changed_cb (error, self);
}

// ---- building -------------------------------------------------------------------------------

/// Shows what a file is, and its preview if that depends on the format.
static void
format_cb (LwExportDialog *self)
{
  const char *sentence = _ (get_entry (self)->sentence);
  g_autofree char *first = g_utf8_substring (sentence, 0, 1);
  g_autofree char *upper = g_utf8_strup (first, -1);
  g_autofree char *shown = g_strconcat (upper, g_utf8_next_char (sentence), NULL);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->format_row), shown);
  if (self->kind == LW_EXPORT_KIND_MODEL || self->kind == LW_EXPORT_KIND_PARTS)
    make_preview (self);
}

static void
add_format (LwExportDialog *self, AdwPreferencesGroup *group)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  gsize n;
  const LwExportEntry *entries = lw_exports_get (&n);

  self->format_row = ADW_COMBO_ROW (adw_combo_row_new ());
  // Formats of the kind first.
  for (gsize i = 0; i < 2 * n; i++) {
    const LwExportEntry *entry = &entries[i % n];
    g_autofree char *upper = NULL;

    if (!lw_export_source_offers (self->kind, entry) || (entry->kind == self->kind) != (i < n))
      continue;
    upper = g_ascii_strup (entry->suffix, -1);
    g_ptr_array_add (self->entries, (void *) entry);
    gtk_string_list_append (list, upper);
  }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->format_row), _ ("Format"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->format_row), _ ("Format of the File"));
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (list));
  adw_preferences_group_add (group, GTK_WIDGET (self->format_row));
  g_signal_connect_object (self->format_row, "notify::selected", G_CALLBACK (format_cb), self,
                           G_CONNECT_SWAPPED);
  format_cb (self);
}

static GtkWidget *
new_page (LwExportDialog *self)
{
  const LwExportOption *options = lw_export_kind_get_class (self->kind)->options;
  AdwPreferencesGroup *format = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());

  self->page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  add_format (self, format);
  for (const LwExportOption *option = options; option->name != NULL; option++) {
    GtkWidget *row =
      option->no_dialog ? NULL : lw_export_option_row_new (option, self->values, changed_cb, self);

    g_ptr_array_add (self->rows, row);
    if (row != NULL)
      adw_preferences_group_add (group, row);
  }
  adw_preferences_page_add (self->page, format);
  adw_preferences_page_add (self->page, group);
  return GTK_WIDGET (self->page);
}

static GtkWidget *
new_picture (LwExportDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->area = GTK_DRAWING_AREA (gtk_drawing_area_new ());
  gtk_drawing_area_set_draw_func (self->area, draw_cb, self, NULL);
  gtk_widget_set_hexpand (GTK_WIDGET (self->area), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self->area), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Preview"), -1);
  g_signal_connect_object (self->area, "resize", G_CALLBACK (resize_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (box, "preview");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->area));
  gtk_box_append (GTK_BOX (box), lw_export_window_new_foot (get_window (self)));
  return box;
}

/// A narrow window has room for one button beside Cancel; the main menu prints as well.
static void
add_buttons (LwExportDialog *self, bool narrow)
{
  LwExportWindow *window = get_window (self);
  GtkWidget *spinner = gtk_spinner_new ();

  self->spinner = GTK_SPINNER (spinner);
  self->print_button = lw_export_window_add_button (
    window, _ ("_Print…"), _ ("Print in True Scale, on Several Pages if Needed"),
    G_CALLBACK (print_cb));
  self->copy_button = lw_export_window_add_button (
    window, _ ("C_opy Picture"), _ ("Copy the Drawing as a Picture"), G_CALLBACK (copy_cb));
  gtk_widget_set_visible (self->print_button, lw_export_kind_has_pages (self->kind) && !narrow);
  gtk_widget_set_visible (self->copy_button,
                          lw_exports_find (self->kind, "png") != NULL && !narrow);
  if (!narrow && lw_export_source_find_entry (self->kind, "tsv") != NULL)
    lw_export_window_add_button (window, _ ("Copy _Table"),
                                 _ ("Copy the Values, Separated by Tabulators"),
                                 G_CALLBACK (copy_table_cb));
  lw_export_window_add_end (window, spinner);
}

static void
lw_export_dialog_dispose (GObject *object)
{
  LwExportDialog *self = LW_EXPORT_DIALOG (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_cancellable_cancel (self->making);
  g_clear_object (&self->making);
  g_clear_object (&self->file);

  G_OBJECT_CLASS (lw_export_dialog_parent_class)->dispose (object);
}

static void
lw_export_dialog_finalize (GObject *object)
{
  LwExportDialog *self = LW_EXPORT_DIALOG (object);

  // After the rows, which borrow the options.
  lw_export_source_clear (&self->source);
  lw_export_kind_free_values (self->kind, self->values);
  g_clear_pointer (&self->preview, lw_export_preview_free);
  g_clear_object (&self->settings);
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->rows);
  g_free (self->title);
  g_free (self->failure);

  G_OBJECT_CLASS (lw_export_dialog_parent_class)->finalize (object);
}

static void
lw_export_dialog_class_init (LwExportDialogClass *klass)
{
  LwExportWindowClass *window_class = LW_EXPORT_WINDOW_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_export_dialog_finalize;
  window_class->choose = choose;
  window_class->save_as = save_as;
  window_class->get_part = get_part;
  window_class->update_busy = update_busy;

  signals[SIGNAL_COPIED] = g_signal_new ("copied", LW_TYPE_EXPORT_DIALOG, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lw_export_dialog_init (LwExportDialog *self)
{
  self->entries = g_ptr_array_new ();
  self->rows = g_ptr_array_new ();
  self->settings = lw_settings_new ();
}

GtkWidget *
lw_export_dialog_new (GtkWindow *parent,
                      LwExportKind kind,
                      LwExportSource *source,
                      const char *title,
                      double time)
{
  LwExportDialog *self = g_object_new (LW_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);
  // A window that is not displayed yet has the width 0.
  const int width = gtk_widget_get_width (GTK_WIDGET (parent));
  const bool narrow = width > 0 && width < NARROW_BELOW;
  GtkWidget *content =
    gtk_box_new (narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *separator =
    gtk_separator_new (narrow ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);

  self->kind = kind;
  self->source = *source;
  *source = (LwExportSource){ 0 };
  self->title = g_strdup (title);
  self->values = lw_export_kind_new_values (kind);
  restore (self);
  // The displayed time, not the one of the last drawing.
  if (kind == LW_EXPORT_KIND_DRAWING)
    ((LwSheetOptions *) self->values)->time = time;
  gtk_window_set_title (GTK_WINDOW (self), _ (words[kind].title));
  gtk_widget_set_vexpand (content, TRUE);
  gtk_box_append (GTK_BOX (content), new_picture (self));
  gtk_box_append (GTK_BOX (content), separator);
  gtk_box_append (GTK_BOX (content), new_page (self));
  if (narrow) {
    gtk_widget_set_size_request (GTK_WIDGET (self->area), -1, NARROW_PICTURE);
    gtk_window_set_default_size (GTK_WINDOW (self), width,
                                 gtk_widget_get_height (GTK_WIDGET (parent)));
  } else {
    lw_export_window_set_size (get_window (self), WIDTH, HEIGHT);
    gtk_widget_set_size_request (GTK_WIDGET (self->page), lw_export_window_in_letters (ROWS_WIDTH),
                                 -1);
  }
  add_buttons (self, narrow);
  gtk_widget_add_css_class (GTK_WIDGET (self), "export");
  lw_export_window_build (get_window (self), content, GTK_WIDGET (self->page));
  update_busy (get_window (self));
  return GTK_WIDGET (self);
}
