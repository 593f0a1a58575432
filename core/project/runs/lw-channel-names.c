// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-channel-names.h"

#include <string.h>

#include "lw-channels.h"
#include "lw-derivation.h"
#include "lw-element-ref.h"
#include "lw-operand.h"
#include "lw-signals.h"

typedef struct
{
  GHashTable *names;     ///< channel names, old to new
  GPtrArray *beginnings; ///< pairs: "Old.", "New."
  LwChannels *old, *new; ///< in the same order; NULL if unknown
  bool any;              ///< true if any element was renamed
} Names;

// ---- renamed elements -----------------------------------------------------------------------

static void
note_element (Names *self,
              const LwMechanism *before,
              const LwMechanism *after,
              LwSelectionKind kind,
              int id)
{
  const LwElementRef ref = { kind, id };
  const LwElement *old = lw_element_ref_find (before, ref);
  const LwElement *new = lw_element_ref_find (after, ref);

  if (old == NULL || new == NULL || g_strcmp0 (old->name, new->name) == 0)
    return;
  self->any = true;
  if (old->name == NULL || new->name == NULL)
    return;
  g_ptr_array_add (self->beginnings, g_strconcat (old->name, ".", NULL));
  g_ptr_array_add (self->beginnings, g_strconcat (new->name, ".", NULL));
}

static void
note_elements (Names *self, const LwMechanism *before, const LwMechanism *after)
{
  for (guint i = 0; i < lw_mechanism_get_n_bodies (before); i++)
    note_element (self, before, after, LW_SELECTION_BODY,
                  lw_mechanism_get_body (before, i)->element.id);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (before); i++)
    note_element (self, before, after, LW_SELECTION_COUPLING,
                  lw_mechanism_get_coupling (before, i)->element.id);
  for (guint i = 0; i < lw_mechanism_get_n_forces (before); i++)
    note_element (self, before, after, LW_SELECTION_FORCE,
                  lw_mechanism_get_force (before, i)->element.id);
  for (guint i = 0; i < lw_mechanism_get_n_tracers (before); i++)
    note_element (self, before, after, LW_SELECTION_TRACER,
                  lw_mechanism_get_tracer (before, i)->element.id);
  for (guint i = 0; i < lw_mechanism_get_n_measurements (before); i++)
    note_element (self, before, after, LW_SELECTION_MEASUREMENT,
                  lw_mechanism_get_measurement (before, i)->element.id);
}

static LwChannels *
list_channels (const LwMechanism *mechanism)
{
  g_autoptr (LwMechanism) copy = lw_mechanism_copy (mechanism);
  MbdModel *model = lw_mechanism_compile (copy, NULL);
  LwChannels *channels = model != NULL ? lw_channels_new (copy, model) : NULL;

  if (model != NULL)
    mbd_model_unref (model);
  return channels;
}

/// Maps channel names. Apart from names, both mechanisms have the same channels in the same order.
static void
note_channels (Names *self, const LwMechanism *before, const LwMechanism *after)
{
  self->old = list_channels (before);
  self->new = list_channels (after);
  if (self->old == NULL || self->new == NULL
      || lw_channels_get_n (self->old) != lw_channels_get_n (self->new)) {
    g_clear_pointer (&self->old, lw_channels_unref);
    g_clear_pointer (&self->new, lw_channels_unref);
    return;
  }
  for (guint i = 0; i < lw_channels_get_n (self->old); i++)
    g_hash_table_insert (self->names, g_strdup (lw_channels_get_name (self->old, i)),
                         g_strdup (lw_channels_get_name (self->new, i)));
}

/// Returns the new name, or NULL if unchanged. Text that is not the name of a channel, such as
/// "Crank.*", follows its beginning.
static char *
follow_name (const char *name, gpointer data)
{
  const Names *self = data;
  const char *new = g_hash_table_lookup (self->names, name);

  if (new != NULL)
    return g_str_equal (new, name) ? NULL : g_strdup (new);
  for (guint i = 0; i < self->beginnings->len; i += 2) {
    const char *beginning = self->beginnings->pdata[i];

    if (g_str_has_prefix (name, beginning))
      return g_strconcat (self->beginnings->pdata[i + 1], name + strlen (beginning), NULL);
  }
  return NULL;
}

// ---- plots ----------------------------------------------------------------------------------

/// Returns the updated entry, a channel or "name = expression", or NULL if unchanged.
static char *
follow_entry (const Names *self, const char *entry)
{
  g_autofree char *name = NULL;
  g_autofree char *expression = NULL;
  g_autofree char *followed = NULL;

  if (g_hash_table_contains (self->names, entry)
      || !lw_definition_split (entry, &name, &expression))
    return follow_name (entry, (gpointer) self);
  followed = lw_operand_follow (expression, follow_name, (gpointer) self);
  return followed != NULL ? g_strdup_printf ("%s = %s", name, followed) : NULL;
}

static GArray *
match_left (const LwChannels *channels, const char *entry, const bool *taken)
{
  g_autoptr (GArray) all = lw_channels_match (channels, entry, NULL);
  GArray *left = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; all != NULL && i < all->len; i++)
    if (!taken[g_array_index (all, guint, i)])
      g_array_append_val (left, g_array_index (all, guint, i));
  return left;
}

/// Returns true if the new channels that are not named begin with the old ones from index `n`
/// onwards.
static bool
goes_on (const GArray *old, const GArray *new, guint n, const bool *named)
{
  guint o = n;

  for (guint i = 0; i < new->len &&o < old->len; i++) {
    const guint channel = g_array_index (new, guint, i);

    if (named[channel])
      continue;
    if (channel != g_array_index (old, guint, o))
      return false;
    o++;
  }
  return o == old->len;
}

/// Returns how many of the old channels have to be named before the new pattern so that they are
/// still shown first and in their order.
static guint
count_named (const GArray *old, const GArray *new, guint n_channels)
{
  g_autofree bool *named = g_new0 (bool, n_channels);
  guint n;

  for (n = 0; n < old->len && !goes_on (old, new, n, named); n++)
    named[g_array_index (old, guint, n)] = true;
  return n;
}

/// Names channels that a pattern such as "?.reaction" used to show but no longer shows, or shows in
/// another order, before the pattern, so that curves keep their places and colours. Returns true if
/// there are any. Sets *left to false if the pattern no longer matches anything.
static bool
add_lost (const Names *self,
          const char *before,
          const char *after,
          bool *taken,
          GStrvBuilder *entries,
          bool *left)
{
  g_autoptr (GArray) old = NULL;
  g_autoptr (GArray) new = NULL;
  guint n = 0;

  if (self->old == NULL)
    return false;
  old = match_left (self->old, before, taken);
  new = match_left (self->new, after, taken);
  if (strpbrk (before, "*?") != NULL && strchr (before, '=') == NULL)
    n = count_named (old, new, lw_channels_get_n (self->new));
  for (guint i = 0; i < old->len; i++) {
    if (i < n)
      g_strv_builder_add (entries,
                          lw_channels_get (self->new, g_array_index (old, guint, i))->name);
    taken[g_array_index (old, guint, i)] = true;
  }
  for (guint i = 0; i < new->len; i++)
    taken[g_array_index (new, guint, i)] = true;
  if (n > 0 && new->len == 0) {
    g_autoptr (GArray) all = lw_channels_match (self->new, after, NULL);

    *left = all != NULL;
  }
  return n > 0;
}

/// Sets `plot` to the plot with renamed entries. Returns false if no entry changes.
static bool
follow_plot (const Names *self, const LwPlotLayout *old, LwPlotLayout *plot)
{
  g_autofree char *against = old->against != NULL ? follow_entry (self, old->against) : NULL;
  g_autoptr (GStrvBuilder) entries = g_strv_builder_new ();
  g_autofree bool *taken = g_new0 (bool, self->old != NULL ? lw_channels_get_n (self->old) + 1 : 1);
  bool any = against != NULL;

  *plot = *old;
  plot->title = g_strdup (old->title);
  for (char **channel = old->channels; *channel != NULL; channel++) {
    g_autofree char *followed = follow_entry (self, *channel);
    const char *entry = followed != NULL ? followed : *channel;
    bool left = true;

    any |= followed != NULL;
    if (add_lost (self, *channel, entry, taken, entries, &left))
      any = true;
    if (left)
      g_strv_builder_add (entries, entry);
  }
  plot->channels = g_strv_builder_end (entries);
  plot->against = any && against != NULL ? g_steal_pointer (&against) : g_strdup (old->against);
  return any;
}

static void
names_init (Names *self, const LwMechanism *before, const LwMechanism *after)
{
  *self = (Names){ .names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                   .beginnings = g_ptr_array_new_with_free_func (g_free) };
  note_elements (self, before, after);
  if (self->any)
    note_channels (self, before, after);
}

static void
names_clear (Names *self)
{
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->beginnings);
  g_clear_pointer (&self->old, lw_channels_unref);
  g_clear_pointer (&self->new, lw_channels_unref);
}

LwMechanism *
lw_channel_names_follow (const LwMechanism *before, LwMechanism *after)
{
  const guint n_plots = lw_mechanism_get_n_plots (after);
  Names names;
  g_autofree LwPlotLayout *plots = g_new0 (LwPlotLayout, n_plots + 1);
  bool any = false;

  after = lw_signals_follow_names (before, after);
  if (n_plots == 0)
    return after;
  names_init (&names, before, after);
  for (guint i = 0; i < n_plots; i++)
    any |= follow_plot (&names, lw_mechanism_get_plot (after, i), &plots[i]);
  if (any) {
    LwMechanism *next = lw_mechanism_with_plots (after, plots, n_plots);

    lw_mechanism_unref (after);
    after = next;
  }
  for (guint i = 0; i < n_plots; i++) {
    g_free (plots[i].title);
    g_strfreev (plots[i].channels);
    g_free (plots[i].against);
  }
  names_clear (&names);
  return after;
}

// ---- runs -----------------------------------------------------------------------------------

/// Returns the run with renamed channels, or NULL if unchanged.
static LwProjectRun *
follow_run (const Names *self,
            const LwMechanism *before,
            const LwMechanism *after,
            const LwProjectRun *run)
{
  g_autoptr (GStrvBuilder) channels = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;
  g_autofree char *fingerprint = NULL;
  LwProjectRun *followed;
  bool any = false;

  for (char **channel = run->channels; *channel != NULL; channel++) {
    g_autofree char *name = follow_name (*channel, (gpointer) self);

    g_strv_builder_add (channels, name != NULL ? name : *channel);
    any |= name != NULL;
  }
  // Fingerprints of older runs include names.
  if (lw_mechanism_has_fingerprint (before, run->fingerprint))
    fingerprint = lw_mechanism_dup_fingerprint (after);
  names = g_strv_builder_end (channels);
  if (!any && (fingerprint == NULL || g_str_equal (fingerprint, run->fingerprint)))
    return NULL;
  followed = lw_project_run_with_channels (run, (const char *const *) names,
                                           fingerprint != NULL ? fingerprint : run->fingerprint);
  if (followed->changes != NULL)
    lw_changes_rename (followed->changes, before, after);
  return followed;
}

bool
lw_channel_names_follow_runs (const LwMechanism *before, const LwMechanism *after, GPtrArray *runs)
{
  Names names;
  bool any = false;

  if (runs->len == 0 || before == after)
    return false;
  names_init (&names, before, after);
  for (guint i = 0; i < runs->len && names.any; i++) {
    LwProjectRun *run = runs->pdata[i];
    LwProjectRun *followed = follow_run (&names, before, after, run);

    if (followed == NULL)
      continue;
    runs->pdata[i] = followed;
    lw_project_run_unref (run);
    any = true;
  }
  names_clear (&names);
  return any;
}
