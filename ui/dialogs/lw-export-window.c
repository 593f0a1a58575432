// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-export-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-appearance.h"

#define LARGEST_GROWTH 1.3 ///< maximum factor for a width with larger letters

typedef struct
{
  // Owned
  GCancellable *saving; ///< NULL if no file is being written
  GtkFileChooserNative *chooser;

  // Children
  GtkWidget *page;
  GtkWidget *header;
  GtkWidget *export_button;
  GtkLabel *summary_label;
  GtkLabel *problem_label;
  GtkProgressBar *progress_bar;

  bool working; ///< other work than writing is in progress
  bool closed;
  guint tick_id;
} LwExportWindowPrivate;

enum
{
  SIGNAL_SAVED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_ABSTRACT_TYPE_WITH_CODE (LwExportWindow,
                                  lw_export_window,
                                  ADW_TYPE_WINDOW,
                                  G_ADD_PRIVATE (LwExportWindow))

static LwExportWindowPrivate *
get_private (LwExportWindow *self)
{
  return lw_export_window_get_instance_private (self);
}

gpointer
lw_export_window_new_weak_ref (LwExportWindow *self)
{
  GWeakRef *ref = g_new (GWeakRef, 1);

  g_weak_ref_init (ref, self);
  return ref;
}

gpointer
lw_export_window_take_weak_ref (gpointer data)
{
  LwExportWindow *self = g_weak_ref_get (data);

  g_weak_ref_clear (data);
  g_free (data);
  if (self != NULL && get_private (self)->closed)
    g_clear_object (&self);
  return self;
}

// ---- texts ----------------------------------------------------------------------------------

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL);
}

void
lw_export_window_set_summary (LwExportWindow *self, const char *text)
{
  set_label (get_private (self)->summary_label, text);
}

const char *
lw_export_window_get_summary (LwExportWindow *self)
{
  return gtk_label_get_text (get_private (self)->summary_label);
}

void
lw_export_window_set_problem (LwExportWindow *self, const char *sentence)
{
  set_label (get_private (self)->problem_label, sentence);
}

const char *
lw_export_window_get_problem (LwExportWindow *self)
{
  GtkLabel *label = get_private (self)->problem_label;

  return gtk_widget_get_visible (GTK_WIDGET (label)) ? gtk_label_get_text (label) : NULL;
}

// ---- progress -------------------------------------------------------------------------------

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  LwExportWindow *self = LW_EXPORT_WINDOW (widget);
  LwExportWindowPrivate *own = get_private (self);
  const double part = LW_EXPORT_WINDOW_GET_CLASS (self)->get_part (self);
  g_autofree char *percent = g_strdup_printf ("%.0f %%", 100 * part);

  // A preview that is made at once shows no bar.
  gtk_widget_set_visible (GTK_WIDGET (own->progress_bar),
                          own->saving != NULL || (part > 0 && part < 1));
  gtk_progress_bar_set_fraction (own->progress_bar, part);
  gtk_progress_bar_set_text (own->progress_bar, percent);
  return G_SOURCE_CONTINUE;
}

static void
follow_progress (LwExportWindow *self)
{
  LwExportWindowPrivate *own = get_private (self);
  const bool is_busy = own->working || own->saving != NULL;

  if (is_busy && own->tick_id == 0)
    own->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  if (is_busy || own->tick_id == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), own->tick_id);
  own->tick_id = 0;
  gtk_widget_set_visible (GTK_WIDGET (own->progress_bar), FALSE);
}

static void
update_busy (LwExportWindow *self)
{
  LwExportWindowPrivate *own = get_private (self);

  gtk_widget_set_sensitive (own->page, own->saving == NULL);
  LW_EXPORT_WINDOW_GET_CLASS (self)->update_busy (self);
  follow_progress (self);
}

void
lw_export_window_set_working (LwExportWindow *self, bool is_busy)
{
  get_private (self)->working = is_busy;
  update_busy (self);
}

// ---- writing --------------------------------------------------------------------------------

GCancellable *
lw_export_window_begin (LwExportWindow *self)
{
  LwExportWindowPrivate *own = get_private (self);

  own->saving = g_cancellable_new ();
  gtk_progress_bar_set_fraction (own->progress_bar, 0);
  update_busy (self);
  return own->saving;
}

void
lw_export_window_end (LwExportWindow *self, const GError *error)
{
  g_clear_object (&get_private (self)->saving);
  update_busy (self);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    lw_export_window_set_problem (self, _ ("Stopped; nothing was written."));
  else if (error != NULL)
    lw_export_window_set_problem (self, error->message);
}

void
lw_export_window_finish (LwExportWindow *self, GFile *file)
{
  g_signal_emit (self, signals[SIGNAL_SAVED], 0, file);
  gtk_window_close (GTK_WINDOW (self));
}

bool
lw_export_window_is_saving (LwExportWindow *self)
{
  return get_private (self)->saving != NULL;
}

bool
lw_export_window_is_closed (LwExportWindow *self)
{
  return get_private (self)->closed;
}

static void
response_cb (LwExportWindow *self, int response, GtkNativeDialog *chooser)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

    LW_EXPORT_WINDOW_GET_CLASS (self)->save_as (self, file);
  }
  gtk_native_dialog_hide (chooser);
}

void
lw_export_window_ask (LwExportWindow *self, const char *title, const char *name)
{
  LwExportWindowPrivate *own = get_private (self);

  g_clear_object (&own->chooser);
  own->chooser = gtk_file_chooser_native_new (
    title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (own->chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (own->chooser), TRUE);
  g_signal_connect_object (own->chooser, "response", G_CALLBACK (response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (own->chooser));
}

static void
choose_cb (LwExportWindow *self)
{
  LW_EXPORT_WINDOW_GET_CLASS (self)->choose (self);
}

/// Stops writing if a file is being written.
static void
cancel_cb (LwExportWindow *self)
{
  LwExportWindowPrivate *own = get_private (self);

  if (own->saving != NULL)
    g_cancellable_cancel (own->saving);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  cancel_cb (LW_EXPORT_WINDOW (widget));
  return TRUE;
}

// ---- building -------------------------------------------------------------------------------

void
lw_export_window_add_end (LwExportWindow *self, GtkWidget *widget)
{
  adw_header_bar_pack_end (ADW_HEADER_BAR (get_private (self)->header), widget);
}

GtkWidget *
lw_export_window_add_button (LwExportWindow *self,
                             const char *label,
                             const char *tooltip,
                             GCallback clicked)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_tooltip_text (button, tooltip);
  lw_export_window_add_end (self, button);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  return button;
}

GtkWidget *
lw_export_window_get_export_button (LwExportWindow *self)
{
  return get_private (self)->export_button;
}

void
lw_export_window_prefer (LwExportWindow *self, GtkWidget *button)
{
  gtk_widget_remove_css_class (get_private (self)->export_button, "suggested-action");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_window_set_default_widget (GTK_WINDOW (self), button);
  gtk_widget_grab_focus (button);
}

static GtkLabel *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return GTK_LABEL (label);
}

GtkWidget *
lw_export_window_new_foot (LwExportWindow *self)
{
  LwExportWindowPrivate *own = get_private (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  own->summary_label = add_label (box, "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (own->summary_label), "numeric");
  own->problem_label = add_label (box, "error");
  gtk_widget_set_visible (GTK_WIDGET (own->problem_label), FALSE);
  own->progress_bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_progress_bar_set_show_text (own->progress_bar, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (own->progress_bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Progress"), -1);
  gtk_widget_set_visible (GTK_WIDGET (own->progress_bar), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (own->progress_bar));
  return box;
}

void
lw_export_window_build (LwExportWindow *self, GtkWidget *content, GtkWidget *page)
{
  LwExportWindowPrivate *own = get_private (self);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  own->page = page;
  gtk_box_append (GTK_BOX (box), own->header);
  gtk_box_append (GTK_BOX (box), content);
  adw_window_set_content (ADW_WINDOW (self), box);
  // Enter exports immediately, instead of cancelling.
  lw_export_window_prefer (self, own->export_button);
}

static void
lw_export_window_dispose (GObject *object)
{
  LwExportWindowPrivate *own = get_private (LW_EXPORT_WINDOW (object));

  own->closed = true;
  g_cancellable_cancel (own->saving);
  g_clear_object (&own->saving);
  if (own->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (object), own->tick_id);
  own->tick_id = 0;
  g_clear_object (&own->chooser);

  G_OBJECT_CLASS (lw_export_window_parent_class)->dispose (object);
}

int
lw_export_window_in_letters (int width)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();

  return (int) (width * fmin (lw_appearance_get_letters (look), LARGEST_GROWTH));
}

void
lw_export_window_set_size (LwExportWindow *self, int width, int height)
{
  GtkWindow *parent;
  int room;

  g_return_if_fail (LW_IS_EXPORT_WINDOW (self));

  // A window that is not displayed yet has the height 0.
  parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  room = parent != NULL ? gtk_widget_get_height (GTK_WIDGET (parent)) : 0;
  gtk_window_set_default_size (GTK_WINDOW (self), width, room > 0 ? MIN (height, room) : height);
}

static void
lw_export_window_class_init (LwExportWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_export_window_dispose;

  signals[SIGNAL_SAVED] = g_signal_new ("saved", LW_TYPE_EXPORT_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, escape_cb, NULL);
}

static void
lw_export_window_init (LwExportWindow *self)
{
  LwExportWindowPrivate *own = get_private (self);
  GtkWidget *cancel = gtk_button_new_with_mnemonic (_ ("_Cancel"));

  gtk_window_set_modal (GTK_WINDOW (self), TRUE);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  own->header = adw_header_bar_new ();
  own->export_button = gtk_button_new_with_mnemonic (_ ("_Export…"));
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (own->header), FALSE);
  adw_header_bar_set_show_start_title_buttons (ADW_HEADER_BAR (own->header), FALSE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (own->header), cancel);
  adw_header_bar_pack_end (ADW_HEADER_BAR (own->header), own->export_button);
  g_signal_connect_object (cancel, "clicked", G_CALLBACK (cancel_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (own->export_button, "clicked", G_CALLBACK (choose_cb), self,
                           G_CONNECT_SWAPPED);
}
