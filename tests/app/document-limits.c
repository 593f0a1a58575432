// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints docs/limits.md: all limits on sizes, numbers, memory and time, with the values that the code
// has.

#include <stdio.h>

#include "lw-saves.h"
#include "lw-animation.h"
#include "lw-background-image.h"
#include "lw-deadline.h"
#include "lw-formula.h"
#include "lw-import.h"
#include "lw-json.h"
#include "lw-lesson.h"
#include "lw-part.h"
#include "lw-player.h"
#include "lw-spectrum.h"
#include "lw-store-private.h"
#include "lw-text-private.h"
#include "mbd-analysis.h"
#include "mbd-expression.h"

#define MIB(bytes) ((double) (bytes) / (1 << 20)), "MiB"

typedef struct
{
  const char *what; ///< NULL: a heading in `sentence`
  double value;
  const char *unit;
  const char *sentence;
} Limit;

static const Limit limits[] = {
  { .sentence = "Files" },
  { "project file", MIB (LW_STORE_MAX_BYTES),
    "A larger file is refused before it is read, and so is one that is nearly all gaps; the whole "
    "file is held in memory." },
  { "text form", MIB (LW_TEXT_MAX_BYTES), "A larger text is refused before it is read." },
  { "part on the clipboard", MIB (LW_PART_MAX_SIZE), "A larger text is not pasted." },
  { "lesson", MIB (LW_LESSON_MAX_BYTES), "A larger file is refused." },
  { "drawing (SVG, DXF)", MIB (LW_IMPORT_BYTES_MAX), "A larger drawing is refused." },
  { "image behind the mechanism", MIB (LW_BACKGROUND_MAX_BYTES),
    "A larger PNG or JPEG file is refused, since the project contains it." },
  { "image behind the mechanism", LW_BACKGROUND_PIXELS_MAX / 1e6, "megapixels",
    "An image with more pixels is not decoded." },
  { "earlier saves of a project", LW_SAVES_MAX_N, "",
    "The oldest is removed. They are in the user's data directory." },
  { "earlier saves of all projects", MIB (LW_SAVES_MAX_BYTES),
    "The oldest are removed; a larger project is not kept." },
  { .sentence = "Time and memory for reading" },
  { "any file", LW_DEADLINE_BASE_S, "s",
    "Reading stops after this processor time, and the time of the next line, with a message; a file "
    "written by Linkwright needs a tenth of it. It can be cancelled at any time." },
  { "each MiB of the file", LW_DEADLINE_PER_MIB_S, "s", "Additional time." },
  { "image behind the mechanism", LW_BACKGROUND_DECODE_S, "s",
    "Decoding stops after this processor time, and the mechanism is shown without the image." },
  { "memory for a file of 10 MB", 512, "MiB", "More is never needed, whatever the file contains." },
  { .sentence = "Numbers of elements" },
  { "bodies, and elements of any other list", LW_MECHANISM_MAX_ELEMENTS, "",
    "A file with more elements in one list is refused." },
  { "parameters", LW_MECHANISM_MAX_PARAMETERS, "", "A file with more parameters is refused." },
  { "rows of a table of a function", LW_FUNCTION_MAX_ROWS, "",
    "A longer table is refused; a spline through fewer rows is as exact." },
  { "coefficients of a polynomial", LW_FUNCTION_MAX_COEFFICIENTS, "",
    "A polynomial with more coefficients is refused." },
  { "text of a field", LW_STORE_MAX_TEXT, "bytes", "A longer name or note is refused." },
  { "formula of a field", LW_FORMULA_LENGTH, "bytes",
    "A longer formula is refused; parameters can hold its parts." },
  { "expression", MBD_EXPRESSION_LENGTH, "bytes", "A longer expression or law is refused." },
  { "nesting of an expression", MBD_EXPRESSION_DEPTH, "levels", "A deeper expression is refused." },
  { "nesting of a text", LW_JSON_MAX_DEPTH, "levels", "Deeper lists and objects are refused." },
  { "keys of one object of a text", LW_JSON_MAX_KEYS, "", "No object has as many keys." },
  { "points of a curve", MBD_MOST_CURVE_POINTS, "",
    "A curved slot with more points is refused when it is computed; leave some out." },
  { "points of a drawing", LW_IMPORT_POINTS_MAX, "",
    "A drawing with more points is refused; only the outline is needed." },
  { "plates of a drawing", LW_IMPORT_PLATES_MAX, "", "A drawing with more plates is refused." },
  { .sentence = "Runs" },
  { "runs in a project", LW_STORE_MAX_RUNS, "", "A project with more runs is not saved or read." },
  { "columns of a recording", LW_STORE_MAX_COLUMNS, "",
    "A file that claims more columns is refused." },
  { "elements in the changes of all runs", LW_STORE_MAX_CHANGED, "",
    "A file whose runs introduce more elements is refused." },
  { "least memory for a recording", MIB (LW_PLAYER_MEMORY_LEAST),
    "A recording may take a quarter of the memory of the machine, at least this. Then only every "
    "second sample is kept, and a message reports it." },
  { "samples of a spectrum", LW_SPECTRUM_SAMPLES_MAX, "",
    "Longer curves are sampled with this number of points." },
  { "pictures of an animation", LW_ANIMATION_FRAMES_MAX, "",
    "A longer animation is refused; choose a shorter part, or fewer pictures per second." },
  { .sentence = "Analyses" },
  { "velocities for freedoms and redundant rows", MBD_FREEDOMS_MOST_VELOCITIES, "",
    "The analysis needs memory and time with the square and cube of this number; larger mechanisms "
    "are simulated without it." },
};

int
main (void)
{
  puts (
    "<!-- SPDX-FileCopyrightText: 2026 The Linkwright authors -->\n"
    "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n\n"
    "# Limits\n\n"
    "Every limit on sizes, numbers, memory and time. Above a limit there is one message, and the\n"
    "file and the mechanism are unchanged. tests/app/document-limits.c writes this page from the\n"
    "limits in the code.");
  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++) {
    const Limit *limit = &limits[i];

    if (limit->what == NULL)
      printf ("\n## %s\n\n| of | at most | what it means |\n|---|---|---|\n", limit->sentence);
    else
      printf ("| %s | %.10g%s%s | %s |\n", limit->what, limit->value,
              *limit->unit != '\0' ? " " : "", limit->unit, limit->sentence);
  }
  return 0;
}
