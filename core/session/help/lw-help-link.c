// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-link.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-element-kind.h"
#include "lw-element-ref.h"
#include "lw-help-files.h"
#include "lw-help-messages.h"
#include "lw-help-private.h"

char *
lw_help_dup_tool_link (LwToolKind tool)
{
  return g_strconcat ("tool-", lw_tool_get_info (tool)->name, NULL);
}

char *
lw_help_dup_kind_link (const LwKind *kind)
{
  g_autofree char *anchor = lw_help_dup_anchor (kind->word);

  return g_strconcat ("kind-", anchor, NULL);
}

char *
lw_help_dup_element_link (const LwMechanism *mechanism, LwElementRef element)
{
  static const char *const pages[] = {
    [LW_SELECTION_NONE] = "properties-run",
    [LW_SELECTION_BODY] = "properties-bodies",
    [LW_SELECTION_TRACER] = "properties-tracers",
    [LW_SELECTION_MEASUREMENT] = "properties-measurements",
  };
  const LwCoupling *coupling = element.kind == LW_SELECTION_COUPLING
                                 ? lw_mechanism_find_coupling (mechanism, element.id)
                                 : NULL;
  const LwForce *force =
    element.kind == LW_SELECTION_FORCE ? lw_mechanism_find_force (mechanism, element.id) : NULL;
  const LwKind *kind = coupling != NULL ? lw_coupling_get_kind (coupling)
                       : force != NULL  ? lw_force_get_kind (force)
                                        : NULL;

  if (kind != NULL)
    return lw_help_dup_kind_link (kind);
  return g_strdup (element.kind < G_N_ELEMENTS (pages) ? pages[element.kind] : NULL);
}

/// Numbers of points: a tracer that has the name of a joint has these.
static const char *const of_points[] = {
  "x", "y", "z", "speed", "vx", "vy", "vz", "ax", "ay", "az"
};

/// The longest name counts.
LwElementRef
lw_help_find_owner (const LwMechanism *mechanism, const char *channel)
{
  const char *point = strrchr (channel, '.');
  bool of_point = false;
  LwElementRef found = { 0 };
  gsize longest = 0;

  for (guint i = 0; point != NULL && i < G_N_ELEMENTS (of_points); i++)
    of_point = of_point || g_str_equal (point + 1, of_points[i]);
  for (int k = LW_SELECTION_BODY; k <= LW_SELECTION_LAST; k++) {
    const LwElementKind *kind = lw_element_kind ((LwSelectionKind) k);

    for (guint i = 0; i < kind->count (mechanism); i++) {
      const LwElement *element = kind->get (mechanism, i);
      const gsize length = element->name != NULL ? strlen (element->name) : 0;

      if ((length > longest || (length == longest && of_point && k >= LW_SELECTION_TRACER))
          && length > 0 && strncmp (channel, element->name, length) == 0
          && channel[length] == '.') {
        found = (LwElementRef){ (LwSelectionKind) k, element->id };
        longest = length;
      }
    }
  }
  return found;
}

/// Numbers that only some mechanisms have, by the beginning of their names.
static const struct
{
  const char *begin, *link;
} rare[] = {
  { "transmission_angle", "channels#transmission-angle" },
  { "mechanical_advantage", "channels#mechanical-advantage" },
  { "power_ratio", "channels#mechanical-advantage" },
};

char *
lw_help_dup_channel_link (const LwMechanism *mechanism, const char *channel)
{
  static const char *const pages[] = {
    [LW_SELECTION_BODY] = "numbers-bodies",
    [LW_SELECTION_TRACER] = "numbers-tracers",
    [LW_SELECTION_MEASUREMENT] = "numbers-measurements",
  };
  const LwElementRef owner = lw_help_find_owner (mechanism, channel);
  const char *last = strrchr (channel, '.');
  const char *suffix;
  g_autofree char *prefix = lw_help_dup_channel_prefix (channel, &suffix);
  g_autofree char *page = NULL;

  if (g_str_equal (prefix, LW_HELP_WHOLE) && owner.kind == LW_SELECTION_NONE)
    return g_strconcat ("numbers-whole#", suffix, NULL);
  if (last == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (rare); i++)
    if (g_str_has_prefix (last + 1, rare[i].begin))
      return g_strdup (rare[i].link);
  if (g_str_equal (prefix, LW_HELP_PAIR) && owner.kind == LW_SELECTION_BODY)
    return g_strconcat ("numbers-contact#", last + 1, NULL);
  if (owner.kind == LW_SELECTION_COUPLING || owner.kind == LW_SELECTION_FORCE)
    page = lw_help_dup_element_link (mechanism, owner);
  else if (owner.kind != LW_SELECTION_NONE)
    page = g_strdup (pages[owner.kind]);
  return page != NULL ? g_strconcat (page, "#", last + 1, NULL) : NULL;
}

char *
lw_help_dup_message_link (const char *sentence)
{
  const char *family = NULL, *anchor_of_file;
  MbdStatus found = MBD_STATUS_OK;

  // The longest text that the sentence contains: some texts begin like others.
  for (int status = 0; status < lw_help_messages_n (); status++) {
    const char *text = mbd_status_text ((MbdStatus) status);

    if (lw_help_messages_family ((MbdStatus) status) == NULL
        || (strstr (sentence, text) == NULL && strstr (sentence, _ (text)) == NULL))
      continue;
    if (family == NULL || strlen (text) > strlen (mbd_status_text (found))) {
      found = (MbdStatus) status;
      family = lw_help_messages_family (found);
    }
  }
  if (family != NULL) {
    g_autofree char *anchor = lw_help_messages_dup_anchor (found);

    return g_strconcat (family, "#", anchor, NULL);
  }
  anchor_of_file = lw_help_file_anchor (sentence);
  return anchor_of_file != NULL ? g_strconcat ("messages-files#", anchor_of_file, NULL) : NULL;
}
