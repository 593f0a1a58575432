// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-toasts.h"

#include <glib/gi18n.h>

#define SECONDS 4

#define LW_TYPE_TOAST (lw_toast_get_type ())
G_DECLARE_FINAL_TYPE (LwToast, lw_toast, LW, TOAST, GtkBox)

/// A toast; it is kept and shown again.
struct _LwToast
{
  GtkBox parent_instance;

  GtkLabel *label;
  GtkButton *button;
  GtkRevealer *revealer; ///< contains the toast
  char *action;          ///< detailed action name; NULL if there is only a message
  guint timeout;
};

G_DEFINE_FINAL_TYPE (LwToast, lw_toast, GTK_TYPE_BOX)

struct _LwToasts
{
  GtkBox parent_instance;

  GPtrArray *toasts; ///< borrowed children
};

G_DEFINE_FINAL_TYPE (LwToasts, lw_toasts, GTK_TYPE_BOX)

// ---- one toast ------------------------------------------------------------------------------

static void
hide (LwToast *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  // A fading toast must not be pressed a second time.
  gtk_widget_set_can_target (GTK_WIDGET (self->revealer), FALSE);
  gtk_widget_set_can_focus (GTK_WIDGET (self->revealer), FALSE);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

/// Hides a toast that has faded, so that it takes no room from the others.
static void
faded_cb (LwToast *self)
{
  if (!gtk_revealer_get_child_revealed (self->revealer)
      && !gtk_revealer_get_reveal_child (self->revealer))
    gtk_widget_set_visible (GTK_WIDGET (self->revealer), FALSE);
}

static gboolean
timeout_cb (gpointer data)
{
  LwToast *self = data;

  self->timeout = 0;
  hide (self);
  return G_SOURCE_REMOVE;
}

static void
show (LwToast *self, const char *sentence)
{
  gtk_label_set_text (self->label, sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->revealer), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self->revealer), TRUE);
  gtk_widget_set_can_focus (GTK_WIDGET (self->revealer), TRUE);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add_seconds (SECONDS, timeout_cb, self);
}

static void
lw_toast_dispose (GObject *object)
{
  LwToast *self = LW_TOAST (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  G_OBJECT_CLASS (lw_toast_parent_class)->dispose (object);
}

static void
lw_toast_finalize (GObject *object)
{
  g_free (LW_TOAST (object)->action);
  G_OBJECT_CLASS (lw_toast_parent_class)->finalize (object);
}

static void
lw_toast_class_init (LwToastClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_toast_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_toast_finalize;
  // The theme defines this CSS name.
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "toast");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_ALERT);
}

static void
lw_toast_init (LwToast *self)
{
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_xalign (self->label, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "heading");
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->label));

  self->button = GTK_BUTTON (gtk_button_new ());
  gtk_button_set_use_underline (self->button, TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (hide), self);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->button));

  gtk_widget_set_tooltip_text (close, _ ("Close"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (close), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Close"), -1);
  gtk_widget_add_css_class (close, "circular");
  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (hide), self);
  gtk_box_append (GTK_BOX (self), close);

  self->revealer = GTK_REVEALER (gtk_revealer_new ());
  gtk_revealer_set_transition_type (self->revealer, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE);
  gtk_revealer_set_child (self->revealer, GTK_WIDGET (self));
  gtk_widget_set_can_target (GTK_WIDGET (self->revealer), FALSE);
  g_signal_connect_object (self->revealer, "notify::child-revealed", G_CALLBACK (faded_cb), self,
                           G_CONNECT_SWAPPED);
}

// ---- all of them ----------------------------------------------------------------------------

static LwToast *
find (LwToasts *self, const char *action)
{
  for (guint i = 0; i < self->toasts->len; i++) {
    LwToast *toast = g_ptr_array_index (self->toasts, i);

    if (g_strcmp0 (toast->action, action) == 0)
      return toast;
  }
  return NULL;
}

/// Returns the toast to show for an action, and hides the others.
static LwToast *
find_or_make (LwToasts *self, const char *action)
{
  LwToast *toast = find (self, action);

  for (guint i = 0; i < self->toasts->len; i++) {
    LwToast *other = g_ptr_array_index (self->toasts, i);

    if (other == toast)
      continue;
    hide (other);
    gtk_widget_set_visible (GTK_WIDGET (other->revealer), FALSE);
  }
  if (toast != NULL)
    return toast;
  toast = g_object_new (LW_TYPE_TOAST, NULL);
  toast->action = g_strdup (action);
  gtk_widget_set_visible (GTK_WIDGET (toast->button), action != NULL);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (toast->revealer));
  g_ptr_array_add (self->toasts, toast);
  return toast;
}

void
lw_toasts_say (LwToasts *self, const char *sentence)
{
  g_return_if_fail (LW_IS_TOASTS (self));

  show (find_or_make (self, NULL), sentence);
}

void
lw_toasts_offer (LwToasts *self, const char *sentence, const char *label, const char *action)
{
  LwToast *toast;

  g_return_if_fail (LW_IS_TOASTS (self));
  g_return_if_fail (label != NULL && action != NULL);

  toast = find_or_make (self, action);
  gtk_button_set_label (toast->button, label);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (toast->button), action);
  show (toast, sentence);
}

void
lw_toasts_withdraw (LwToasts *self, const char *action)
{
  LwToast *toast;

  g_return_if_fail (LW_IS_TOASTS (self));

  toast = find (self, action);
  if (toast != NULL)
    hide (toast);
}

bool
lw_toasts_dismiss (LwToasts *self)
{
  bool any = false;

  g_return_val_if_fail (LW_IS_TOASTS (self), false);

  for (guint i = 0; i < self->toasts->len; i++) {
    LwToast *toast = g_ptr_array_index (self->toasts, i);

    any |= toast->timeout != 0;
    hide (toast);
  }
  return any;
}

const char *
lw_toasts_get (LwToasts *self, const char *action)
{
  LwToast *toast;

  g_return_val_if_fail (LW_IS_TOASTS (self), NULL);

  toast = find (self, action);
  return toast != NULL && toast->timeout != 0 ? gtk_label_get_text (toast->label) : NULL;
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_toasts_finalize (GObject *object)
{
  g_ptr_array_unref (LW_TOASTS (object)->toasts);
  G_OBJECT_CLASS (lw_toasts_parent_class)->finalize (object);
}

/// Returns false, so that the pointer reaches the toasts but, between and around them, the widget
/// below.
static gboolean
lw_toasts_contains (GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
lw_toasts_class_init (LwToastsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_toasts_finalize;
  GTK_WIDGET_CLASS (klass)->contains = lw_toasts_contains;
}

static void
lw_toasts_init (LwToasts *self)
{
  self->toasts = g_ptr_array_new ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
lw_toasts_new (void)
{
  return g_object_new (LW_TYPE_TOASTS, NULL);
}
