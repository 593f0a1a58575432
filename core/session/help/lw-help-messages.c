// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-messages.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-help-private.h"

#define ELEMENTS "messages-elements"
#define EXPRESSIONS "messages-expressions"
#define TABLES "messages-functions"
#define CONTACT "messages-contact"
#define MOTION "messages-motion"
#define ANALYSES "messages-analyses"

static const char *const pages[] = { ELEMENTS, MOTION, CONTACT, TABLES, EXPRESSIONS, ANALYSES };

/* clang-format off */
static const char *const families[] = {
  [MBD_STATUS_OUT_OF_MEMORY] = ANALYSES,
  [MBD_STATUS_TOO_LARGE] = ANALYSES,
  [MBD_STATUS_NOT_FINITE] = ELEMENTS,
  [MBD_STATUS_DUPLICATE_ID] = ELEMENTS,
  [MBD_STATUS_DUPLICATE_NAME] = ELEMENTS,
  [MBD_STATUS_UNKNOWN_BODY] = ELEMENTS,
  [MBD_STATUS_SAME_BODY] = ELEMENTS,
  [MBD_STATUS_NEGATIVE_MASS] = ELEMENTS,
  [MBD_STATUS_BAD_INERTIA] = ELEMENTS,
  [MBD_STATUS_MASSLESS] = MOTION,
  [MBD_STATUS_BAD_FRAME] = ELEMENTS,
  [MBD_STATUS_FRAME_TILTED] = ELEMENTS,
  [MBD_STATUS_BAD_AXES] = ELEMENTS,
  [MBD_STATUS_UNKNOWN_ROW] = ELEMENTS,
  [MBD_STATUS_ZERO_LENGTH] = ELEMENTS,
  [MBD_STATUS_BAD_PARAMETER] = ELEMENTS,
  [MBD_STATUS_BAD_LIMIT] = ELEMENTS,
  [MBD_STATUS_NEGATIVE_CONSTANT] = ELEMENTS,
  [MBD_STATUS_BAD_ANGLE] = ELEMENTS,
  [MBD_STATUS_BAD_NORMALS] = CONTACT,
  [MBD_STATUS_NORMAL_COUNT] = CONTACT,
  [MBD_STATUS_BAD_KIND] = ELEMENTS,
  [MBD_STATUS_TOO_MANY_ROWS] = ELEMENTS,
  [MBD_STATUS_BAD_TIME_CONSTANT] = ELEMENTS,
  [MBD_STATUS_NO_FUNCTION] = TABLES,
  [MBD_STATUS_NEEDS_TIME_ONLY] = TABLES,
  [MBD_STATUS_TOO_MANY_SIGNALS] = TABLES,
  [MBD_STATUS_FOLLOWS_JOINT] = TABLES,
  [MBD_STATUS_NEEDS_MOTION] = TABLES,
  [MBD_STATUS_DRIVER_LEVEL] = ELEMENTS,
  [MBD_STATUS_EFFORT_NEEDS_SPEED] = ELEMENTS,
  [MBD_STATUS_NO_LIMIT] = ELEMENTS,
  [MBD_STATUS_LIMIT_ORDER] = ELEMENTS,
  [MBD_STATUS_BAD_RATIO] = ELEMENTS,
  [MBD_STATUS_UNKNOWN_JOINT] = ELEMENTS,
  [MBD_STATUS_SAME_COORDINATE] = ELEMENTS,
  [MBD_STATUS_POLYGON_FLAT] = CONTACT,
  [MBD_STATUS_POLYGON_CROSSES] = CONTACT,
  [MBD_STATUS_NEGATIVE_FRICTION] = CONTACT,
  [MBD_STATUS_BAD_RESTITUTION] = CONTACT,
  [MBD_STATUS_BAD_RADIUS] = CONTACT,
  [MBD_STATUS_UNKNOWN_SHAPE] = CONTACT,
  [MBD_STATUS_PULLEY_IN_SPACE] = ELEMENTS,
  [MBD_STATUS_CURVE_SHORT] = ELEMENTS,
  [MBD_STATUS_CURVE_LONG] = ELEMENTS,
  [MBD_STATUS_CURVE_REPEATS] = ELEMENTS,
  [MBD_STATUS_CURVE_SHARP] = ELEMENTS,
  [MBD_STATUS_CURVE_CROSSES] = ELEMENTS,
  [MBD_STATUS_CURVE_MISSING] = ELEMENTS,
  [MBD_STATUS_CURVE_COORDINATE] = ELEMENTS,
  [MBD_STATUS_SHAPE_IN_SPACE] = CONTACT,
  [MBD_STATUS_STEPS_IN_SPACE] = CONTACT,
  [MBD_STATUS_STEPS_MASSLESS] = CONTACT,
  [MBD_STATUS_CONTACT_TOO_LARGE] = CONTACT,
  [MBD_STATUS_CONTACT_STIFF] = CONTACT,
  [MBD_STATUS_NOT_ACCURATE] = CONTACT,
  [MBD_STATUS_NO_IMPACT] = CONTACT,
  [MBD_STATUS_NO_CONTACT_FORCES] = CONTACT,
  [MBD_STATUS_WEDGED] = MOTION,
  [MBD_STATUS_NOT_AT_RUN_TIME] = MOTION,
  [MBD_STATUS_CONFLICT] = MOTION,
  [MBD_STATUS_SINGULAR_FACTOR] = MOTION,
  [MBD_STATUS_STEP_TOO_SMALL] = MOTION,
  [MBD_STATUS_STUCK] = MOTION,
  [MBD_STATUS_OUT_OF_REACH] = MOTION,
  [MBD_STATUS_BLOCKED] = MOTION,
  [MBD_STATUS_CHANGES_TOO_FAST] = MOTION,
  [MBD_STATUS_GIMBAL_LOCK] = MOTION,
  [MBD_STATUS_DEAD_POINT] = MOTION,
  [MBD_STATUS_DEAD_POINT_RATE] = MOTION,
  [MBD_STATUS_RUNS_AWAY] = MOTION,
  [MBD_STATUS_TOO_MANY_STEPS] = MOTION,
  [MBD_STATUS_DIVERGED] = MOTION,
  [MBD_STATUS_NOT_DRIVEN] = ANALYSES,
  [MBD_STATUS_NOT_ACTUATED] = ANALYSES,
  [MBD_STATUS_NO_EQUILIBRIUM] = ANALYSES,
  [MBD_STATUS_ITERATION_LIMIT] = ANALYSES,
  [MBD_STATUS_EXPRESSION_EMPTY] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_TOO_LONG] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_TOO_DEEP] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_CHARACTER] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_ENCODING] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_NUMBER] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_NUMBER_SIZE] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_NAME] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_FUNCTION] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_ARGUMENTS] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_NO_ARGUMENTS] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_OPERAND] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_OPERATOR] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_OPENED] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_CLOSED] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_COMMA] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_CHOICE] = EXPRESSIONS,
  [MBD_STATUS_EXPRESSION_CHAIN] = EXPRESSIONS,
  [MBD_STATUS_BAD_VARIABLE_NAME] = EXPRESSIONS,
  [MBD_STATUS_TABLE_TOO_SHORT] = TABLES,
  [MBD_STATUS_TABLE_ORDER] = TABLES,
  [MBD_STATUS_TABLE_NOT_PERIODIC] = TABLES,
};

#define NAME(code, text) #code,
static const char *const names[] = { MBD_STATUS_LIST (NAME) };
/* clang-format on */

int
lw_help_messages_n (void)
{
  return G_N_ELEMENTS (names);
}

const char *
lw_help_messages_family (MbdStatus status)
{
  return (guint) status < G_N_ELEMENTS (families) ? families[status] : NULL;
}

char *
lw_help_messages_dup_anchor (MbdStatus status)
{
  char *anchor = g_ascii_strdown (names[status], -1);

  return g_strdelimit (anchor, "_", '-');
}

/// Appends a heading with the text of the engine, and the words of data/help for it.
static void
append_status (GString *text, LwHelpBook *book, MbdStatus status)
{
  g_autofree char *anchor = lw_help_messages_dup_anchor (status);
  g_autofree char *id = g_strconcat ("status-", anchor, NULL);
  g_autofree char *sentence = g_strdup (mbd_status_text (status));
  const char *words = lw_help_book_get_words (book, id);
  char *remedy = strchr (sentence, ';');

  if (remedy != NULL)
    *remedy++ = '\0';
  sentence[0] = g_ascii_toupper (sentence[0]);
  g_string_append_printf (text, "## %s {#%s}\n\n", sentence, anchor);
  if (remedy != NULL) {
    remedy += strspn (remedy, " ");
    g_string_append_printf (text, "**Remedy:** %s.\n\n", remedy);
  }
  if (words != NULL)
    g_string_append_printf (text, "%s\n\n", words);
}

void
lw_help_add_messages (LwHelpBook *book)
{
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++) {
    g_autoptr (GString) text = g_string_new (NULL);

    for (int status = 0; status < lw_help_messages_n (); status++)
      if (g_strcmp0 (lw_help_messages_family ((MbdStatus) status), pages[i]) == 0)
        append_status (text, book, (MbdStatus) status);
    lw_help_book_add (book, LW_HELP_ERRORS, pages[i], NULL, text->str);
  }
  lw_help_book_add (book, LW_HELP_ERRORS, "messages-warnings", NULL, "");
  lw_help_book_add (book, LW_HELP_ERRORS, "messages-files", NULL, "");
}
