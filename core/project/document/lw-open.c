// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-open.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-evaluation.h"
#include "lw-foreign.h"
#include "lw-store-private.h"
#include "lw-text.h"

void
lw_opened_free (LwOpened *self)
{
  g_clear_pointer (&self->project, lw_project_unref);
  g_free (self->etag);
  g_strfreev (self->differences);
  g_ptr_array_unref (self->left_out);
  g_free (self);
}

/// Returns true if the data may be text. Data with only spaces is then reported as an empty text.
static bool
can_be_text (const guint8 *data, gsize size)
{
  gsize i = 0;

  while (i < size && g_ascii_isspace (data[i]))
    i++;
  return i == size || data[i] == '{';
}

static LwProject *
parse_text (LwOpened *self,
            const guint8 *data,
            gsize size,
            GCancellable *cancellable,
            GError **error)
{
  const LwDeadline deadline = lw_deadline_for_file (size, cancellable);
  const LwForeignFormat *foreign =
    can_be_text (data, size) ? NULL : lw_foreign_find ((const char *) data, size);
  g_autoptr (LwMechanism) mechanism = NULL;

  if (foreign != NULL) {
    g_autofree char *text =
      lw_foreign_convert (foreign, (const char *) data, size, self->left_out, error);

    self->program = foreign->program;
    mechanism = text != NULL ? lw_text_parse_before (text, -1, &deadline, error) : NULL;
    return mechanism != NULL ? lw_project_new (mechanism, NULL, NULL) : NULL;
  }
  if (!can_be_text (data, size)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("This is neither a Linkwright project nor a mechanism in text form; "
                            "choose another file."));
    return NULL;
  }
  mechanism = lw_text_parse_before ((const char *) data, (gssize) size, &deadline, error);
  return mechanism != NULL ? lw_project_new (mechanism, NULL, NULL) : NULL;
}

static gboolean
evaluate (LwOpened *self, gsize size, GCancellable *cancellable, GError **error)
{
  const LwDeadline deadline = lw_deadline_for_file (size, cancellable);
  LwMechanism *mechanism =
    lw_mechanism_evaluate_stored (self->project->mechanism, &deadline, &self->differences, error);

  if (mechanism == NULL) {
    // The error is in the file, not in user input.
    if (error != NULL && g_error_matches (*error, LW_ERROR, LW_ERROR_USAGE))
      (*error)->code = LW_ERROR_BAD_FILE;
    return FALSE;
  }
  lw_mechanism_unref (self->project->mechanism);
  self->project->mechanism = mechanism;
  return TRUE;
}

/// May change `data`.
static LwOpened *
open_data (guint8 *data, gsize size, GCancellable *cancellable, GError **error)
{
  g_autoptr (LwOpened) self = g_new0 (LwOpened, 1);

  self->left_out = g_ptr_array_new_with_free_func (g_free);
  self->is_text = !lw_store_is_database (data, size);
  self->project = self->is_text ? parse_text (self, data, size, cancellable, error)
                                : lw_store_parse_in_place (data, size, cancellable, error);
  if (self->project == NULL || !evaluate (self, size, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
lw_opened_take_name (LwOpened *self, const char *path)
{
  LwMechanism *mechanism = self->project->mechanism;
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  char *dot = strrchr (name, '.');

  if (self->program == NULL || *lw_mechanism_get_title (mechanism) != '\0')
    return;
  if (dot != NULL && dot != name)
    *dot = '\0';
  self->project->mechanism = lw_mechanism_with_title (mechanism, name);
  lw_mechanism_unref (mechanism);
}

LwOpened *
lw_open_file (GFile *file, GCancellable *cancellable, GError **error)
{
  g_autofree char *etag = NULL;
  gsize size;
  g_autofree guint8 *data = lw_store_read_file (file, &size, &etag, cancellable, error);
  LwOpened *self = data != NULL ? open_data (data, size, cancellable, error) : NULL;

  if (self == NULL)
    return NULL;
  self->etag = g_steal_pointer (&etag);
  lw_opened_take_name (self, g_file_peek_path (file));
  return self;
}

LwOpened *
lw_open_bytes (GBytes *bytes, GCancellable *cancellable, GError **error)
{
  gsize size;
  g_autofree guint8 *data = g_bytes_unref_to_data (bytes, &size);

  // An empty file has no bytes, but it is not an error.
  if (data == NULL)
    data = g_malloc0 (1);
  return open_data (data, size, cancellable, error);
}

static char *
dup_left_out (const LwOpened *self)
{
  const guint n = self->left_out->len, n_shown = MIN (n, 3);
  GString *note = g_string_new (NULL);

  g_string_append_printf (note, _ ("Not everything of the file of %s could be kept."),
                          self->program);
  for (guint i = 0; i < n_shown; i++)
    g_string_append_printf (note, " %s.", (const char *) self->left_out->pdata[i]);
  if (n > n_shown) {
    g_string_append_c (note, ' ');
    g_string_append_printf (note, ngettext ("%u more element.", "%u more elements.", n - n_shown),
                            n - n_shown);
  }
  return g_string_free (note, FALSE);
}

char *
lw_opened_dup_note (const LwOpened *self)
{
  const guint n = g_strv_length (self->differences);

  if (self->left_out->len > 0)
    return dup_left_out (self);
  if (n <= 1)
    return g_strdup (self->differences[0]);
  return g_strdup_printf (
    ngettext ("%s One more number differs.", "%s %u more numbers differ.", n - 1),
    self->differences[0], n - 1);
}
