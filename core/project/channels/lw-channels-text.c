// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names and descriptions of channels. A large mechanism has some 80 000 channels, which an edit
// recreates. Names are composed immediately, in one block of memory, since plots search for them;
// labels and descriptions are composed when a channel is first requested. Names are the same in all
// languages; labels and descriptions are translated in programs that load translations.

#include <glib/gi18n.h>
#include <pthread.h>
#include <string.h>

#include "lw-channels-private.h"

// Data shared by the channels of an element

static bool
same_text (const char *a, const char *b)
{
  return a == b || (a != NULL && b != NULL && strcmp (a, b) == 0);
}

static const char *
keep (LwChannels *self, const char *text)
{
  return text != NULL ? g_string_chunk_insert (self->strings, text) : NULL;
}

/// Returns a stored copy of the owner's strings; they usually equal those of the previous owner.
static const Told *
tell (LwChannels *self, const Owner *owner)
{
  const Told *last = self->told->len > 0 ? self->told->pdata[self->told->len - 1] : NULL;
  Told *told;

  if (last != NULL && same_text (last->label, owner->label)
      && same_text (last->called, owner->called)
      && same_text (last->predecessor, owner->predecessor)
      && same_text (last->successor, owner->successor))
    return last;
  told = g_new (Told, 1);
  told->label = keep (self, owner->label);
  told->called = keep (self, owner->called);
  told->predecessor = keep (self, owner->predecessor);
  told->successor = keep (self, owner->successor);
  g_ptr_array_add (self->told, told);
  return told;
}

void
lw_channels_add_lines (LwChannels *self, const Owner *owner, const Line *lines, size_t n)
{
  const Told *told = tell (self, owner);

  for (size_t i = 0; i < n; i++) {
    Channel channel = owner->pattern;

    // The name is the suffix until the prefix is set.
    channel.public.name = (char *) lines[i].suffix;
    channel.public.quantity = (char *) lines[i].quantity;
    channel.public.unit = (char *) lines[i].unit;
    channel.public.group = lines[i].group;
    channel.line = &lines[i];
    channel.told = told;
    channel.source = lines[i].source;
    channel.component = lines[i].component;
    g_array_append_val (self->channels, channel);
  }
}

void
lw_channels_add_made_line (LwChannels *self, const Owner *owner, const Line *line)
{
  Line *kept = g_memdup2 (line, sizeof *line);

  kept->suffix = keep (self, line->suffix);
  kept->mark = keep (self, line->mark);
  kept->text = keep (self, line->text);
  g_ptr_array_add (self->lines, kept);
  lw_channels_add_lines (self, owner, kept, 1);
}

// Names

/// Returns prefix.suffix in the memory of the channels.
static char *
join_name (LwChannels *self, const char *prefix, const char *suffix)
{
  g_string_truncate (self->joined, 0);
  if (prefix != NULL) {
    g_string_append (self->joined, prefix);
    g_string_append_c (self->joined, '.');
  }
  g_string_append (self->joined, suffix);
  return self->joined->str;
}

/// Returns true if no other channel has the prefix. Suffixes contain no dot, so names are equal
/// only if prefixes are.
static bool
is_free (LwChannels *self, const char *prefix, guint first)
{
  if (!g_hash_table_contains (self->prefixes, prefix))
    return true;
  for (guint i = first; i < self->channels->len; i++) {
    const char *suffix = g_array_index (self->channels, Channel, i).public.name;

    if (g_hash_table_contains (self->by_name, join_name (self, prefix, suffix)))
      return false;
  }
  return true;
}

void
lw_channels_prefix (LwChannels *self, const char *prefix, guint first)
{
  if (prefix != NULL)
    g_hash_table_add (self->prefixes, g_string_chunk_insert (self->strings, prefix));
  for (guint i = first; i < self->channels->len; i++) {
    LwChannel *channel = &g_array_index (self->channels, Channel, i).public;

    join_name (self, prefix, channel->name);
    channel->name =
      g_string_chunk_insert_len (self->strings, self->joined->str, (gssize) self->joined->len);
    g_hash_table_insert (self->by_name, channel->name, GUINT_TO_POINTER (i + 1));
  }
}

// The prefix is the element's name, or kind and id if it has no name or another element has taken
// it. Characters that lw_channels_match () would misinterpret are replaced.
void
lw_channels_name (LwChannels *self, const char *prefix, const char *otherwise, guint first)
{
  GString *name = g_string_new (prefix);

  g_strdelimit (name->str, ",*?", '_');
  if (!is_free (self, name->str, first))
    g_string_assign (name, otherwise);
  while (!is_free (self, name->str, first))
    g_string_append_c (name, '_');
  lw_channels_prefix (self, name->str, first);
  g_string_free (name, TRUE);
}

// Labels and descriptions

static char *
dup_label (const Channel *channel)
{
  const Line *line = channel->line;
  const Told *told = channel->told;
  g_autofree char *made = line->dup_mark != NULL ? line->dup_mark (channel) : NULL;
  const char *mark = made != NULL ? made : line->mark != NULL ? _ (line->mark) : NULL;

  if (told->label == NULL)
    return g_strdup (line->suffix);
  return mark != NULL ? g_strconcat (told->label, " ", mark, NULL) : g_strdup (told->label);
}

static char *
dup_description (const Channel *channel)
{
  const Line *line = channel->line;
  const Told *told = channel->told;
  g_autofree char *made = line->dup_text != NULL ? line->dup_text (channel) : NULL;
  g_autoptr (GString) text = g_string_new (made != NULL ? made : _ (line->text));

  if (told->successor != NULL && made == NULL)
    g_string_replace (text, "@", told->successor, 1);
  if (told->called == NULL)
    return g_strconcat (text->str, ".", NULL);
  // Translators: an element and one of its quantities: "Pin B: rate of that angle."
  return g_strdup_printf (_ ("%s: %s."), told->called, text->str);
}

const LwChannel *
lw_channels_get (const LwChannels *self, guint index)
{
  static pthread_mutex_t describing = PTHREAD_MUTEX_INITIALIZER;
  Channel *channel;

  g_return_val_if_fail (index < self->channels->len, NULL);

  channel = &g_array_index (self->channels, Channel, index);
  // Lists of channels are shared between threads and are otherwise immutable.
  if (g_atomic_pointer_get (&channel->public.description) == NULL) {
    pthread_mutex_lock (&describing);
    if (channel->public.description == NULL) {
      channel->public.label = dup_label (channel);
      g_atomic_pointer_set (&channel->public.description, dup_description (channel));
    }
    pthread_mutex_unlock (&describing);
  }
  return &channel->public;
}

// Memory

static void
clear_channel (void *data)
{
  LwChannel *channel = &((Channel *) data)->public;

  g_free (channel->label);
  g_free (channel->description);
}

static guint
hash_element (gconstpointer key)
{
  const LwElementRef *element = key;

  return (guint) element->kind * 0x9e3779b9u + (guint) element->id;
}

static gboolean
equal_element (gconstpointer a, gconstpointer b)
{
  const LwElementRef *first = a, *second = b;

  return first->kind == second->kind && first->id == second->id;
}

LwChannels *
lw_channels_new_empty (guint expected)
{
  LwChannels *self = g_new0 (LwChannels, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->channels = g_array_sized_new (FALSE, FALSE, sizeof (Channel), expected);
  g_array_set_clear_func (self->channels, clear_channel);
  self->measurements = g_array_new (FALSE, FALSE, sizeof (LwMeasurement));
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->spans = g_hash_table_new_full (hash_element, equal_element, g_free, NULL);
  self->strings = g_string_chunk_new (1 << 16);
  self->told = g_ptr_array_new_with_free_func (g_free);
  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->prefixes = g_hash_table_new (g_str_hash, g_str_equal);
  self->joined = g_string_new (NULL);
  self->drivers = g_ptr_array_new ();
  self->inputs = g_array_new (FALSE, FALSE, sizeof (int));
  return self;
}

LwChannels *
lw_channels_ref (LwChannels *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lw_channels_unref (LwChannels *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->by_name);
  g_hash_table_unref (self->spans);
  g_array_unref (self->channels);
  g_array_unref (self->measurements);
  g_clear_pointer (&self->derivations, g_ptr_array_unref);
  g_clear_pointer (&self->refused, g_hash_table_unref);
  g_hash_table_unref (self->prefixes);
  g_ptr_array_unref (self->told);
  g_ptr_array_unref (self->lines);
  g_ptr_array_unref (self->drivers);
  g_array_unref (self->inputs);
  g_string_free (self->joined, TRUE);
  g_string_chunk_free (self->strings);
  g_clear_pointer (&self->base, lw_channels_unref);
  g_free (self);
}
