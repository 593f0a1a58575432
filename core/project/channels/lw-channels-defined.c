// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels that are defined in plots, and the search for channels by patterns and definitions.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-channels-private.h"
#include "lw-derivation.h"
#include "lw-operand.h"

// Definitions

/// A channel defined by a formula cannot be read from a single state.
static double
read_nothing (Reading *self, const Channel *channel)
{
  return NAN;
}

// The index is that of the derivation.
static const Source defined = { read_nothing };

static void
unref_derivation (void *derivation)
{
  lw_derivation_unref (derivation);
}

static LwChannels *
copy_channels (LwChannels *base)
{
  LwChannels *self = lw_channels_new_empty (base->channels->len + 16);

  // Names, lines and owners' strings are shared with the base.
  self->base = lw_channels_ref (base);
  self->n_rows = base->n_rows;
  self->round_off = base->round_off;
  g_array_append_vals (self->inputs, base->inputs->data, base->inputs->len);
  g_array_append_vals (self->measurements, base->measurements->data, base->measurements->len);
  self->derivations = g_ptr_array_new_with_free_func (unref_derivation);
  self->refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < base->channels->len; i++) {
    Channel channel = g_array_index (base->channels, Channel, i);
    LwChannel *public = &channel.public;

    if (channel.source == &defined)
      continue;
    public->label = NULL;
    public->description = NULL;
    g_array_append_val (self->channels, channel);
    g_hash_table_insert (self->by_name, public->name, GUINT_TO_POINTER (i + 1));
  }
  return self;
}

static void
add_defined (LwChannels *self, const char *name, const char *expression, LwDerivation *derivation)
{
  Channel channel = {
    .public = { .name = g_string_chunk_insert (self->strings, name),
                .label = g_strdup (name),
                .unit = g_string_chunk_insert (self->strings, lw_derivation_get_unit (derivation)),
                .description = g_strdup (expression) },
    .source = &defined,
    .index = (int) self->derivations->len,
  };

  channel.public.quantity = channel.public.name;
  g_ptr_array_add (self->derivations, derivation);
  g_array_append_val (self->channels, channel);
  g_hash_table_insert (self->by_name, channel.public.name, GUINT_TO_POINTER (self->channels->len));
}

/// Returns false and sets the error if the definition is invalid, or refers to a channel that may
/// be defined later.
static bool
define (LwChannels *self, const LwMechanism *mechanism, const char *text, GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *expression = NULL;
  LwDerivation *derivation;
  int there;

  lw_definition_split (text, &name, &expression);
  if (!lw_definition_check_name (name, error))
    return false;
  there = lw_channels_find (self, name);
  if (there >= 0) {
    const LwChannel *channel = lw_channels_get (self, (guint) there);

    if (lw_channels_get_derivation (self, (guint) there) != NULL
        && g_str_equal (channel->description, expression))
      return true;
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("There is a value “%s” already; give this one another name."), name);
    return false;
  }
  derivation = lw_derivation_new (expression, mechanism, self, error);
  if (derivation == NULL)
    return false;
  add_defined (self, name, expression, derivation);
  return true;
}

static void
collect (GPtrArray *definitions, const LwChannels *base, const char *const *texts)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    if (lw_channels_find (base, texts[i]) < 0 && lw_definition_split (texts[i], NULL, NULL))
      g_ptr_array_add (definitions, (char *) texts[i]);
}

LwChannels *
lw_channels_with_definitions (LwChannels *base,
                              const LwMechanism *mechanism,
                              const char *const *more)
{
  g_autoptr (GPtrArray) definitions = g_ptr_array_new ();
  LwChannels *self;
  guint before;

  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++) {
    const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, i);
    const char *const against[] = { plot->against, NULL };

    collect (definitions, base, (const char *const *) plot->channels);
    collect (definitions, base, against);
  }
  collect (definitions, base, more);
  if (definitions->len == 0 && base->derivations == NULL)
    return lw_channels_ref (base);
  self = copy_channels (base);
  // Repeat until no further definition is accepted: they may use each other in any order.
  do {
    before = definitions->len;
    g_hash_table_remove_all (self->refused);
    for (guint i = 0; i < definitions->len;) {
      g_autoptr (GError) why = NULL;

      if (define (self, mechanism, definitions->pdata[i], &why)) {
        g_ptr_array_remove_index (definitions, i);
      } else {
        g_hash_table_insert (self->refused, g_strdup (definitions->pdata[i]),
                             g_strdup (why->message));
        i++;
      }
    }
  } while (definitions->len > 0 && definitions->len < before);
  return self;
}

LwDerivation *
lw_channels_get_derivation (const LwChannels *self, guint index)
{
  const Channel *channel;

  g_return_val_if_fail (index < self->channels->len, NULL);

  channel = &g_array_index (self->channels, Channel, index);
  return channel->source == &defined ? self->derivations->pdata[channel->index] : NULL;
}

void
lw_channels_collect_for (const LwChannels *self, const LwDerivation *derivation, GArray *channels)
{
  for (guint i = 0; i < lw_derivation_get_n_parts (derivation); i++) {
    const LwPart *part = lw_derivation_get_part (derivation, i);

    for (guint k = 0; k < part->operands->len; k++) {
      const LwOperand *operand = &g_array_index (part->operands, LwOperand, k);

      // Time is recorded anyway.
      if (!operand->is_part && operand->index > 0)
        lw_channels_collect (self, operand->index, channels);
    }
    if (part->rate > 0)
      lw_channels_collect (self, part->rate, channels);
  }
}

void
lw_channels_collect (const LwChannels *self, guint index, GArray *channels)
{
  const LwDerivation *derivation = lw_channels_get_derivation (self, index);

  if (derivation != NULL) {
    lw_channels_collect_for (self, derivation, channels);
    return;
  }
  for (guint i = 0; i < channels->len; i++)
    if (g_array_index (channels, guint, i) == index)
      return;
  g_array_append_val (channels, index);
}

char *
lw_channels_dup_entry (const LwChannels *self, guint index)
{
  const LwChannel *channel = lw_channels_get (self, index);

  return lw_channels_get_derivation (self, index) != NULL
           ? g_strdup_printf ("%s = %s", channel->name, channel->description)
           : g_strdup (channel->name);
}

// Patterns

/// Returns the end of the part that starts here, a comma or the end of the text. Only definitions
/// may contain commas.
static const char *
find_part_end (const char *start)
{
  bool is_definition = false;
  int depth = 0;
  const char *at = start;

  for (; *at != '\0' && (*at != ',' || depth > 0); at++) {
    if (*at == '=')
      is_definition = true;
    if (!is_definition)
      continue;
    depth += *at == '(';
    depth -= *at == ')';
    if (*at == '[' || *at == '"') {
      const gsize behind = lw_operand_skip_quoted (at, 0);

      if (behind == LW_OPERAND_OPEN)
        return at + strlen (at);
      at += behind - 1;
    }
  }
  return at;
}

char **
lw_channels_split (const char *patterns)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();

  for (const char *start = patterns, *end;; start = end + 1) {
    g_autofree char *part = NULL;

    end = find_part_end (start);
    part = g_strstrip (g_strndup (start, (gsize) (end - start)));
    g_strv_builder_add (parts, part);
    if (*end == '\0')
      return g_strv_builder_end (parts);
  }
}

/// Returns the channel that a text defines, or -1 if it is not a definition or was refused.
static int
find_defined (const LwChannels *self, const char *text)
{
  g_autofree char *name = NULL;
  g_autofree char *expression = NULL;
  int found;

  if (!lw_definition_split (text, &name, &expression))
    return -1;
  found = lw_channels_find (self, name);
  return found >= 0 && lw_channels_get_derivation (self, (guint) found) != NULL
             && g_str_equal (lw_channels_get (self, (guint) found)->description, expression)
           ? found
           : -1;
}

static void
add_match (GArray *indices, bool *taken, guint index)
{
  if (!taken[index])
    g_array_append_val (indices, index);
  taken[index] = true;
}

static bool
add_matches (const LwChannels *self, const char *pattern, GArray *indices, bool *taken)
{
  const int known = lw_channels_find (self, pattern) < 0 ? find_defined (self, pattern) : -1;
  g_autoptr (GPatternSpec) spec = g_pattern_spec_new (pattern);
  bool found = known >= 0;

  if (found)
    add_match (indices, taken, (guint) known);
  for (guint i = 0; i < self->channels->len && known < 0; i++)
    if (g_pattern_spec_match_string (spec, lw_channels_get_name (self, i))) {
      add_match (indices, taken, i);
      found = true;
    }
  return found;
}

GArray *
lw_channels_match (const LwChannels *self, const char *patterns, GError **error)
{
  g_auto (GStrv) list = lw_channels_split (patterns);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree bool *taken = g_new0 (bool, self->channels->len);
  const int whole = lw_channels_find (self, patterns);

  // Splitting would strip leading and trailing spaces of a name.
  if (whole >= 0) {
    add_match (indices, taken, (guint) whole);
    return g_steal_pointer (&indices);
  }
  for (char **pattern = list; *pattern != NULL; pattern++) {
    const char *why = self->refused != NULL ? g_hash_table_lookup (self->refused, *pattern) : NULL;

    if (add_matches (self, *pattern, indices, taken))
      continue;
    if (why != NULL)
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s: %s", *pattern, why);
    else
      g_set_error (
        error, LW_ERROR, LW_ERROR_USAGE,
        _ ("There is no channel \"%s\" in this mechanism; the list of channels shows the "
           "existing ones."),
        *pattern);
    return NULL;
  }
  return g_steal_pointer (&indices);
}
