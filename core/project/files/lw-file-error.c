// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-file-error.h"

#include <errno.h>
#include <glib/gi18n.h>

#include "lw-mechanism.h"

/// The causes that have separate messages.
typedef enum
{
  CAUSE_NOT_FOUND,
  CAUSE_FOLDER,
  CAUSE_PERMISSION,
  CAUSE_READ_ONLY,
  CAUSE_NO_SPACE,
  CAUSE_NOT_REGULAR,
  CAUSE_NOT_LOCAL,
  CAUSE_OTHER, ///< the message also contains the system's words
  N_CAUSES
} Cause;

/// The first %s is the name of the file, the second one of CAUSE_OTHER the system's words.
static const char *const sentences[N_CAUSES][LW_N_FILE_DEEDS] = {
  [CAUSE_NOT_FOUND] = {
    N_ ("%s could not be read: it does not exist."),
    N_ ("%s could not be saved: the folder no longer exists; save to another place."),
    N_ ("%s could not be written: the folder does not exist; choose another place."),
  },
  [CAUSE_FOLDER] = {
    N_ ("%s could not be read: it is a folder."),
    N_ ("%s could not be saved: it is a folder; save under another name."),
    N_ ("%s could not be written: it is a folder; choose another name."),
  },
  [CAUSE_PERMISSION] = {
    N_ ("%s could not be read: permission denied."),
    N_ ("%s could not be saved: permission denied; save to another place."),
    N_ ("%s could not be written: permission denied; choose another place."),
  },
  [CAUSE_READ_ONLY] = {
    N_ ("%s could not be read: its file system is read-only."),
    N_ ("%s could not be saved: its file system is read-only; save to another place."),
    N_ ("%s could not be written: its file system is read-only; choose another place."),
  },
  [CAUSE_NO_SPACE] = {
    N_ ("%s could not be read: there is no space left; make room."),
    N_ ("%s could not be saved: there is no space left; make room or save to another place."),
    N_ ("%s could not be written: there is no space left; make room or choose another place."),
  },
  [CAUSE_NOT_REGULAR] = {
    N_ ("%s could not be read: it is not a regular file."),
    N_ ("%s could not be saved: it is not a regular file; save under another name."),
    N_ ("%s could not be written: it is not a regular file; choose another name."),
  },
  [CAUSE_NOT_LOCAL] = {
    N_ ("%s could not be read: it is not in a folder of this computer; copy it to one."),
    N_ ("%s could not be saved: it is not in a folder of this computer; save to one."),
    N_ ("%s could not be written: it is not in a folder of this computer; choose one."),
  },
  [CAUSE_OTHER] = {
    N_ ("%s could not be read: %s."),
    N_ ("%s could not be saved: %s; try again or save to another place."),
    N_ ("%s could not be written: %s."),
  },
};

static Cause
cause_of_number (int number)
{
  static const struct
  {
    int number;
    Cause cause;
  } causes[] = {
    { ENOENT, CAUSE_NOT_FOUND },
    { EISDIR, CAUSE_FOLDER },
    { EACCES, CAUSE_PERMISSION },
    { EPERM, CAUSE_PERMISSION },
    { EROFS, CAUSE_READ_ONLY },
    { ENOSPC, CAUSE_NO_SPACE },
    { EDQUOT, CAUSE_NO_SPACE },
    { LW_FILE_NOT_REGULAR, CAUSE_NOT_REGULAR },
    { LW_FILE_NOT_LOCAL, CAUSE_NOT_LOCAL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (causes); i++)
    if (causes[i].number == number)
      return causes[i].cause;
  return CAUSE_OTHER;
}

static Cause
cause_of_error (const GError *error)
{
  static const struct
  {
    int code;
    Cause cause;
  } causes[] = {
    { G_IO_ERROR_NOT_FOUND, CAUSE_NOT_FOUND },
    { G_IO_ERROR_IS_DIRECTORY, CAUSE_FOLDER },
    { G_IO_ERROR_PERMISSION_DENIED, CAUSE_PERMISSION },
    { G_IO_ERROR_READ_ONLY, CAUSE_READ_ONLY },
    { G_IO_ERROR_NO_SPACE, CAUSE_NO_SPACE },
    { G_IO_ERROR_NOT_REGULAR_FILE, CAUSE_NOT_REGULAR },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (causes); i++)
    if (g_error_matches (error, G_IO_ERROR, causes[i].code))
      return causes[i].cause;
  return CAUSE_OTHER;
}

static void
set (GError **error, const char *name, LwFileDeed deed, Cause cause, const char *words)
{
  const char *sentence = _ (sentences[cause][deed]);

  if (cause == CAUSE_OTHER)
    g_set_error (error, LW_ERROR, LW_ERROR_IO, sentence, name, words);
  else
    g_set_error (error, LW_ERROR, LW_ERROR_IO, sentence, name);
}

void
lw_file_error_set (GError **error, const char *name, LwFileDeed deed, int number)
{
  set (error, name, deed, cause_of_number (number), number > 0 ? g_strerror (number) : "");
}

void
lw_file_error_set_from (GError **error, GFile *file, LwFileDeed deed, const GError *cause)
{
  g_autofree char *name = g_file_get_parse_name (file);

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_error_copy (cause));
  else
    set (error, name, deed, cause_of_error (cause), cause->message);
}
