// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-window.h"

#include <glib/gi18n.h>
#include <stdbool.h>
#include <string.h>

#include "lw-export.h"
#include "lw-file-name.h"
#include "lw-gallery.h"
#include "lw-help-commands.h"
#include "lw-help-examples.h"
#include "lw-help-pdf.h"
#include "lw-mechanism.h"
#include "lw-templates.h"

#define WIDTH 980
#define HEIGHT 720
#define LIST_WIDTH 270

struct _LwHelpWindow
{
  AdwWindow parent_instance;

  // Owned
  LwHelpBook *book;
  GPtrArray *visited; ///< links that were shown
  guint at;           ///< index of the shown one

  // Children
  LwHelpView *view;
  GtkListBox *list;
  GtkSearchEntry *entry;
  GtkWidget *back_button, *forward_button;

  const LwHelpPage *page; ///< shown page
  bool searching;         ///< the list has the pages that were found
  bool filling;           ///< it is changed by the program
};

G_DEFINE_FINAL_TYPE (LwHelpWindow, lw_help_window, ADW_TYPE_WINDOW)

LwHelpBook *
lw_help_window_new_book (void)
{
  LwHelpBook *book = lw_help_book_new ();

  lw_help_add_commands (book);
  lw_help_add_examples (book);
  lw_help_add_lessons (book);
  return book;
}

// ---- list of pages --------------------------------------------------------------------------

static GtkWidget *
new_row (const LwHelpPage *page)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label = gtk_label_new (page->title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (label, page->title);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, page->title,
                                  -1);
  g_object_set_data (G_OBJECT (row), "page", (gpointer) page);
  return row;
}

static const LwHelpPage *
get_page (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "page");
}

/// Shows the name of a group above its first page. Pages that were found are in no groups.
static void
header_cb (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  LwHelpWindow *self = data;
  const char *group = get_page (row)->group;
  GtkWidget *label;

  if (self->searching || (before != NULL && g_str_equal (get_page (before)->group, group))) {
    gtk_list_box_row_set_header (row, NULL);
    return;
  }
  label = gtk_label_new (_ (group));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "group");
  gtk_list_box_row_set_header (row, label);
}

/// Selects the row of the shown page, if it is in the list.
static void
select_page (LwHelpWindow *self)
{
  self->filling = true;
  gtk_list_box_unselect_all (self->list);
  for (int i = 0; gtk_list_box_get_row_at_index (self->list, i) != NULL; i++) {
    GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, i);

    if (get_page (row) == self->page)
      gtk_list_box_select_row (self->list, row);
  }
  self->filling = false;
}

static void
fill_list (LwHelpWindow *self)
{
  const char *words = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr (GPtrArray) found = *words != '\0' ? lw_help_book_search (self->book, words) : NULL;
  const guint n = found != NULL ? found->len : lw_help_book_get_n (self->book);
  GtkListBoxRow *row;

  self->searching = found != NULL;
  self->filling = true;
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (
      self->list, new_row (found != NULL ? found->pdata[i] : lw_help_book_get (self->book, i)));
  self->filling = false;
  select_page (self);
}

// ---- pages ----------------------------------------------------------------------------------

static void
show_page (LwHelpWindow *self, const char *link)
{
  g_autofree char *anchor = NULL;
  gboolean outside;
  const LwHelpPage *page = lw_help_book_follow (self->book, self->page, link, &anchor, &outside);

  if (page == NULL)
    page = lw_help_book_get (self->book, 0);
  self->page = page;
  lw_help_view_show (self->view, page->title, page->text, anchor);
  gtk_widget_set_sensitive (self->back_button, self->at > 0);
  gtk_widget_set_sensitive (self->forward_button, self->at + 1 < self->visited->len);
  select_page (self);
}

void
lw_help_window_go (LwHelpWindow *self, const char *link)
{
  g_return_if_fail (LW_IS_HELP_WINDOW (self));

  // A link within a page is kept with its page.
  char *kept =
    *link == '#' && self->page != NULL ? g_strconcat (self->page->id, link, NULL) : g_strdup (link);

  if (self->visited->len > 0)
    g_ptr_array_set_size (self->visited, (int) self->at + 1);
  g_ptr_array_add (self->visited, kept);
  self->at = self->visited->len - 1;
  show_page (self, kept);
}

/// Opens a copy of an example in the window that was used last.
static void
open_example (LwHelpWindow *self, const char *name)
{
  g_autofree char *folder = lw_gallery_dup_path ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  for (GList *l = application != NULL ? gtk_application_get_windows (application) : NULL; l != NULL;
       l = l->next)
    if (l->data != self && gtk_widget_activate_action (l->data, "win.open-example", "s", uri)) {
      gtk_window_present (l->data);
      return;
    }
}

static void
follow_cb (LwHelpWindow *self, const char *link)
{
  g_autofree char *anchor = NULL;
  gboolean outside;

  if (g_str_has_prefix (link, LW_HELP_OPEN_EXAMPLE))
    open_example (self, link + strlen (LW_HELP_OPEN_EXAMPLE));
  else if (lw_help_book_follow (self->book, self->page, link, &anchor, &outside) != NULL)
    lw_help_window_go (self, link);
  else if (outside)
    gtk_show_uri (GTK_WINDOW (self), link, GDK_CURRENT_TIME);
}

static void
move (LwHelpWindow *self, int step)
{
  if ((int) self->at + step < 0 || self->at + (guint) step >= self->visited->len)
    return;
  self->at += (guint) step;
  show_page (self, self->visited->pdata[self->at]);
}

static void
back_cb (LwHelpWindow *self)
{
  move (self, -1);
}

static void
forward_cb (LwHelpWindow *self)
{
  move (self, 1);
}

static void
row_cb (LwHelpWindow *self, GtkListBoxRow *row)
{
  if (row != NULL && !self->filling && get_page (row) != self->page)
    lw_help_window_go (self, get_page (row)->id);
}

/// Enter shows the first page that was found.
static void
activate_cb (LwHelpWindow *self)
{
  row_cb (self, gtk_list_box_get_row_at_index (self->list, 0));
}

const char *
lw_help_window_get_page (LwHelpWindow *self)
{
  g_return_val_if_fail (LW_IS_HELP_WINDOW (self), NULL);

  return self->page->id;
}

LwHelpView *
lw_help_window_get_view (LwHelpWindow *self)
{
  g_return_val_if_fail (LW_IS_HELP_WINDOW (self), NULL);

  return self->view;
}

void
lw_help_window_search (LwHelpWindow *self, const char *words)
{
  g_return_if_fail (LW_IS_HELP_WINDOW (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), words);
  fill_list (self);
}

bool
lw_help_window_save (LwHelpWindow *self, GFile *chosen, GError **error)
{
  g_autofree char *uri = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (LW_IS_HELP_WINDOW (self), false);

  uri = g_file_get_uri (chosen);
  file = g_str_has_suffix (uri, ".pdf") ? g_object_ref (chosen)
                                        : lw_file_name_complete (chosen, ".pdf", &problem);
  if (file == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_IO, problem);
    return false;
  }
  bytes = lw_help_new_pdf (self->book, error);
  return bytes != NULL && lw_export_save (file, bytes, NULL, error);
}

LwHelpWindow *
lw_help_window_show (GtkWindow *parent, const char *link)
{
  static LwHelpWindow *shown;

  if (shown == NULL) {
    g_set_weak_pointer (&shown, g_object_new (LW_TYPE_HELP_WINDOW, NULL));
    gtk_window_set_application (GTK_WINDOW (shown),
                                parent != NULL ? gtk_window_get_application (parent) : NULL);
  }
  lw_help_window_go (shown, link);
  gtk_window_present (GTK_WINDOW (shown));
  gtk_widget_child_focus (GTK_WIDGET (shown->view), GTK_DIR_TAB_FORWARD);
  return shown;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_help_window_finalize (GObject *object)
{
  LwHelpWindow *self = LW_HELP_WINDOW (object);

  lw_help_book_free (self->book);
  g_ptr_array_unref (self->visited);

  G_OBJECT_CLASS (lw_help_window_parent_class)->finalize (object);
}

static void
lw_help_window_class_init (LwHelpWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_help_window_finalize;
}

static GtkWidget *
add_button (LwHelpWindow *self,
            AdwHeaderBar *bar,
            const char *icon,
            const char *label,
            GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_swapped (button, "clicked", callback, self);
  adw_header_bar_pack_start (bar, button);
  return button;
}

static gboolean
back_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  move (LW_HELP_WINDOW (widget), -1);
  return TRUE;
}

static gboolean
forward_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  move (LW_HELP_WINDOW (widget), 1);
  return TRUE;
}

static gboolean
close_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

static gboolean
search_key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gtk_widget_grab_focus (GTK_WIDGET (LW_HELP_WINDOW (widget)->entry));
}

static void
save_response_cb (LwHelpWindow *self, int response, GtkNativeDialog *dialog)
{
  if (response == GTK_RESPONSE_ACCEPT) {
    g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
    g_autoptr (GError) error = NULL;

    if (!lw_help_window_save (self, file, &error)) {
      GtkWidget *message =
        adw_message_dialog_new (GTK_WINDOW (self), _ ("The Help Was Not Saved"), error->message);

      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (message), "close", _ ("_Close"));
      gtk_window_present (GTK_WINDOW (message));
    }
  }
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
}

static void
save_cb (LwHelpWindow *self)
{
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (_ ("Save the Help as PDF"), GTK_WINDOW (self),
                                 GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), _ ("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), "linkwright-help.pdf");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (save_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static GtkWidget *
new_side (LwHelpWindow *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroll = gtk_scrolled_window_new ();

  self->entry = GTK_SEARCH_ENTRY (gtk_search_entry_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search the Help"), -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->entry), _ ("Search the Help (Ctrl+F)"));
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_header_func (self->list, header_cb, self, NULL);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_SINGLE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pages"), -1);
  g_signal_connect_swapped (self->entry, "search-changed", G_CALLBACK (fill_list), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (row_cb), self);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroll), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroll), GTK_WIDGET (self->list));
  gtk_widget_set_vexpand (scroll, TRUE);
  gtk_widget_set_size_request (side, LIST_WIDTH, -1);
  gtk_widget_add_css_class (side, "help-side");
  gtk_box_append (GTK_BOX (side), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (side), scroll);
  return side;
}

static void
lw_help_window_init (LwHelpWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  AdwHeaderBar *bar = ADW_HEADER_BAR (adw_header_bar_new ());
  GtkWidget *save;

  self->book = lw_help_window_new_book ();
  self->visited = g_ptr_array_new_with_free_func (g_free);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Help"));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
  self->back_button =
    add_button (self, bar, "go-previous-symbolic", _ ("Back"), G_CALLBACK (back_cb));
  self->forward_button =
    add_button (self, bar, "go-next-symbolic", _ ("Forward"), G_CALLBACK (forward_cb));
  save = gtk_button_new_from_icon_name ("document-save-symbolic");
  gtk_widget_set_tooltip_text (save, _ ("Save All Pages as PDF"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (save), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Save All Pages as PDF"), -1);
  g_signal_connect_swapped (save, "clicked", G_CALLBACK (save_cb), self);
  adw_header_bar_pack_end (bar, save);
  self->view = LW_HELP_VIEW (lw_help_view_new ());
  g_signal_connect_swapped (self->view, "follow", G_CALLBACK (follow_cb), self);
  gtk_box_append (GTK_BOX (row), new_side (self));
  gtk_box_append (GTK_BOX (row), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->view));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (bar));
  gtk_box_append (GTK_BOX (box), row);
  adw_window_set_content (ADW_WINDOW (self), box);
  lw_widget_add_key (GTK_WIDGET (self), "<Alt>Left", back_key_cb, NULL);
  lw_widget_add_key (GTK_WIDGET (self), "<Alt>Right", forward_key_cb, NULL);
  lw_widget_add_key (GTK_WIDGET (self), "Escape", close_key_cb, NULL);
  lw_widget_add_key (GTK_WIDGET (self), "<Control>f", search_key_cb, NULL);
  fill_list (self);
}
