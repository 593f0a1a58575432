// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Groups of channels, and the search for channels by words.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-channels-private.h"

typedef struct
{
  const char *title;
  const char *words; // other words for the quantity, by which it is found
} Group;

// Translators: the second text of each pair is a list of words that people may search for.
static const Group groups[LW_GROUP_COUNT] = {
  [LW_GROUP_DEFINED] = { N_ ("Own formulas"), N_ ("defined expression computed derived") },
  [LW_GROUP_REACTION] = { N_ ("Reaction forces"),
                          N_ ("reaction force load effort joint bearing pin") },
  [LW_GROUP_REACTION_MOMENT] = { N_ ("Reaction moments"),
                                 N_ ("reaction moment torque effort couple joint bearing") },
  [LW_GROUP_DRIVE] = { N_ ("Drives"),
                       N_ ("drive driver motor actuator torque moment force effort input") },
  [LW_GROUP_FORCE] = { N_ ("Forces"), N_ ("force load effort tension compression pull push") },
  [LW_GROUP_MOMENT] = { N_ ("Moments"), N_ ("moment torque effort couple") },
  [LW_GROUP_POSITION] = { N_ ("Positions and lengths"),
                          N_ ("position place displacement travel distance length path stroke") },
  [LW_GROUP_ANGLE] = { N_ ("Angles"), N_ ("angle rotation turn orientation attitude position") },
  [LW_GROUP_VELOCITY] = { N_ ("Velocities"), N_ ("velocity speed rate rpm") },
  [LW_GROUP_ACCELERATION] = { N_ ("Accelerations"), N_ ("acceleration") },
  [LW_GROUP_TRANSMISSION] = { N_ ("Transmission"),
                              N_ ("transmission ratio mechanical advantage efficiency leverage") },
  [LW_GROUP_ENERGY] = { N_ ("Energies and work"), N_ ("energy work loss heat") },
  [LW_GROUP_POWER] = { N_ ("Powers"), N_ ("power loss") },
  [LW_GROUP_MOMENTUM] = { N_ ("Momenta"), N_ ("momentum impulse spin") },
  [LW_GROUP_CONTACT] = { N_ ("Contacts"), N_ ("contact touch collision impact friction slip") },
  [LW_GROUP_STATE] = { N_ ("States"), N_ ("state active broken on off") },
  [LW_GROUP_ERROR] = { N_ ("Constraint errors"),
                       N_ ("constraint error drift residual violation gap") },
  [LW_GROUP_MULTIPLIER] = { N_ ("Multipliers"), N_ ("multiplier lambda Lagrange reaction") },
  [LW_GROUP_SOLVER] = { N_ ("Solver"), N_ ("solver step iteration integrator accuracy") },
  [LW_GROUP_TIME] = { N_ ("Time"), N_ ("time") },
};

const char *
lw_channel_group_get_title (LwChannelGroup group)
{
  return _ (groups[group].title);
}

/// Returns true if the channel or its group has a word (folded) in one of its texts. The English
/// words count in other languages too, since names are English.
static bool
has_word (const LwChannels *self, guint index, const char *word)
{
  const LwChannel *channel = lw_channels_get (self, index);
  const Line *line = g_array_index (self->channels, Channel, index).line;
  const Group *group = &groups[channel->group];
  const char *const texts[] = { channel->name,        channel->label,
                                channel->description, group->title,
                                group->words,         _ (group->title),
                                _ (group->words),     line != NULL ? line->text : NULL };
  bool found = false;

  for (guint i = 0; i < G_N_ELEMENTS (texts) && texts[i] != NULL && !found; i++) {
    g_autofree char *folded = g_utf8_casefold (texts[i], -1);

    found = strstr (folded, word) != NULL;
  }
  return found;
}

guint
lw_channels_search (const LwChannels *self, const char *text, bool details, bool *found)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);
  guint n = 0;

  for (guint i = 0; i < self->channels->len; i++) {
    const LwChannel *channel = lw_channels_get (self, i);

    found[i] = details || !channel->detail;
    for (guint word = 0; found[i] && words[word] != NULL; word++)
      found[i] = *words[word] == '\0' || has_word (self, i, words[word]);
    n += found[i];
  }
  return n;
}
