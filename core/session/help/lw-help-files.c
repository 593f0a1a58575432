// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages about files and their sections of the help. A message is recognised by its parts between what is
// inserted, in the language of the user.

#include "lw-help-files.h"

#include <glib/gi18n.h>
#include <string.h>

/// Most texts of one section.
#define MOST_TEXTS 5

typedef struct
{
  const char *anchor;
  const char *texts[MOST_TEXTS]; ///< formats, as where they are set
} FileMessage;

/* clang-format off */
static const FileMessage messages[] = {
  { "not-found", {
    N_ ("%s could not be read: it does not exist."),
    N_ ("%s could not be saved: the folder no longer exists; save to another place."),
    N_ ("%s could not be written: the folder does not exist; choose another place."),
  } },
  { "folder", {
    N_ ("%s could not be read: it is a folder."),
    N_ ("%s could not be saved: it is a folder; save under another name."),
    N_ ("%s could not be written: it is a folder; choose another name."),
  } },
  { "permission", {
    N_ ("%s could not be read: permission denied."),
    N_ ("%s could not be saved: permission denied; save to another place."),
    N_ ("%s could not be written: permission denied; choose another place."),
  } },
  { "read-only", {
    N_ ("%s could not be read: its file system is read-only."),
    N_ ("%s could not be saved: its file system is read-only; save to another place."),
    N_ ("%s could not be written: its file system is read-only; choose another place."),
  } },
  { "no-space", {
    N_ ("%s could not be read: there is no space left; make room."),
    N_ ("%s could not be saved: there is no space left; make room or save to another place."),
    N_ ("%s could not be written: there is no space left; make room or choose another place."),
  } },
  { "not-regular", {
    N_ ("%s could not be read: it is not a regular file."),
    N_ ("%s could not be saved: it is not a regular file; save under another name."),
    N_ ("%s could not be written: it is not a regular file; choose another name."),
  } },
  { "not-local", {
    N_ ("%s could not be read: it is not in a folder of this computer; copy it to one."),
    N_ ("%s could not be saved: it is not in a folder of this computer; save to one."),
    N_ ("%s could not be written: it is not in a folder of this computer; choose one."),
  } },
  { "io", {
    N_ ("%s could not be read: %s."),
    N_ ("%s could not be saved: %s; try again or save to another place."),
    N_ ("%s could not be written: %s."),
  } },
  { "changed", {
    N_ ("%s was changed by another program since it was opened; save to another place, or "
        "overwrite it."),
  } },
  { "no-file", { N_ ("The project has no file yet; choose where to save it.") } },
  { "too-slow", {
    N_ ("Reading the file takes far longer than its size allows; it was not made by Linkwright."),
  } },
  { "too-large", {
    N_ ("The file is larger than %u MiB, the maximum for a file of its kind."),
    N_ ("The project would be larger than %d MiB; remove runs that are not needed."),
    N_ ("The file of %s is larger than %u MiB; choose a smaller one."),
  } },
  { "hollow", {
    N_ ("Almost nothing of the file was ever written, although it claims to be large; it was not "
        "made by Linkwright."),
  } },
  { "memory", { N_ ("There is not enough memory for this project; close something else.") } },
  { "neither", {
    N_ ("This is neither a Linkwright project nor a mechanism in text form; choose another file."),
    N_ ("The file is not a Linkwright project."),
  } },
  { "text-line", { "Line %u: %s." } },
  { "empty", { N_ ("The file is empty; it is not a Linkwright project.") } },
  { "other-program", {
    N_ ("The file is a database of another program, not a Linkwright project."),
  } },
  { "newer", {
    N_ ("The project was saved by a newer Linkwright; open it with Linkwright %u.%u or newer, this "
        "one reads projects up to format %d.%d."),
    N_ ("The project was saved by a newer Linkwright (format %d.%d, revision %d); open it with that "
        "one, this one reads up to revision %d."),
  } },
  { "development", {
    N_ ("The project was written by a development version of Linkwright (format 0.%u); open it with "
        "that version and export it as text."),
  } },
  { "tables", {
    N_ ("The tables of the file are not those of a project of format %d.%d: it was changed by "
        "another program, or saved by a newer Linkwright; open it with the newest one."),
  } },
  { "cut-off", { N_ ("The file is cut off; it ends before any data of the project.") } },
  { "damaged", {
    N_ ("The file is damaged and cannot be opened; \"linkwright-cli salvage\" recovers its readable "
        "parts into a new file"),
    N_ ("The content of the file has changed since it was saved: it is damaged, or was changed by "
        "another program; \"linkwright-cli salvage\" recovers its readable parts into a new file."),
  } },
  { "lost", { N_ ("Nothing in the file can be read any more; take an older copy.") } },
  { "long-value", {
    N_ ("The file holds a value that is longer than any value that Linkwright writes."),
  } },
  { "not-storable", {
    N_ ("The project holds a value that no project file can hold; undo the last change and save "
        "again."),
  } },
  { "sqlite", {
    N_ ("This version of SQLite cannot be secured against untrusted files; update it."),
  } },
  { "drawing-format", {
    N_ ("The file is not an SVG drawing; choose one that begins with <svg>."),
    N_ ("The file is not well-formed SVG; save it again as plain SVG and import that."),
    N_ ("The file is not a DXF drawing in text form; save it as ASCII DXF and import that."),
    N_ ("The DXF drawing breaks off or is damaged; save it again as DXF and import that."),
  } },
  { "drawing-size", {
    N_ ("The drawing is larger than 16 MB; import only the outline."),
    N_ ("The outlines have more than 10000 points; simplify them and import the drawing again."),
    N_ ("There are more than 200 outlines in the drawing; import fewer at a time."),
    N_ ("The groups of the drawing are nested more than %d deep; ungroup them and import it again."),
  } },
  { "drawing-outline", {
    N_ ("There is no closed outline in the drawing; paths, polygons, circles and lines that meet can "
        "be imported."),
    N_ ("The outline has a gap at x = %.6g mm, y = %.6g mm of the drawing; close it there and import "
        "it again."),
    N_ ("Outlines cross near x = %.6g mm, y = %.6g mm of the drawing; a plate cannot be cut like "
        "that; correct them and import the drawing again."),
    N_ ("The drawing has an invalid number, or a place more than 1000 km away; correct it and import "
        "it again."),
  } },
  { "curve", {
    N_ ("There are no two points in the table: two columns are x and y, in mm unless their names have "
        "a unit in brackets."),
    N_ ("The table has more than 10000 points; take every second one."),
  } },
  { "foreign", {
    N_ ("There is no link that moves in this file; choose another one."),
    N_ ("This address of PMKS+ is damaged; copy it as a whole."),
    N_ ("The file of Linkage has more than 20000 elements; divide it."),
    N_ ("Not everything of the file of %s could be kept."),
  } },
  { "recovery-gone", { N_ ("The recovery copy of the project no longer exists.") } },
  { "recovery-fails", {
    N_ ("%s Until this works again, a crash would lose all changes that are not saved."),
  } },
};
/* clang-format on */

/// Returns the number of bytes of the parts of `format` if they occur in this order in `sentence`; 0 if
/// they do not.
static gsize
count_parts (const char *sentence, const char *format)
{
  g_auto (GStrv) parts = NULL;
  g_autoptr (GRegex) inserted = g_regex_new ("%[0-9.$]*[a-z]", 0, 0, NULL);
  const char *at = sentence;
  gsize n = 0;

  parts = g_regex_split (inserted, format, 0);
  for (char **part = parts; *part != NULL; part++) {
    at = strstr (at, *part);
    if (at == NULL)
      return 0;
    at += strlen (*part);
    n += strlen (*part);
  }
  return n;
}

const char *
lw_help_file_anchor (const char *sentence)
{
  const char *anchor = NULL;
  gsize most = 0;

  // The longest text that fits: some are special cases of others.
  for (gsize i = 0; i < G_N_ELEMENTS (messages); i++)
    for (int k = 0; k < MOST_TEXTS && messages[i].texts[k] != NULL; k++) {
      const gsize n = MAX (count_parts (sentence, messages[i].texts[k]),
                           count_parts (sentence, _ (messages[i].texts[k])));

      if (n > most) {
        most = n;
        anchor = messages[i].anchor;
      }
    }
  return anchor;
}

GPtrArray *
lw_help_file_texts (void)
{
  GPtrArray *texts = g_ptr_array_new ();

  for (gsize i = 0; i < G_N_ELEMENTS (messages); i++)
    for (int k = 0; k < MOST_TEXTS && messages[i].texts[k] != NULL; k++) {
      g_ptr_array_add (texts, (char *) messages[i].anchor);
      g_ptr_array_add (texts, (char *) messages[i].texts[k]);
    }
  return texts;
}
