// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undo history. Mechanisms share their elements, so a step costs little more than its changes; its
// size is the memory of its mechanism in addition to the previous one.

#include "lw-history.h"

#define DEFAULT_LIMIT ((gsize) 256 << 20)

typedef struct
{
  char *name; ///< name of the step that led here; NULL for the first
  LwMechanism *mechanism;
  gsize size; ///< bytes in addition to the previous value
} Value;

struct LwHistory
{
  GArray *values;     ///< array of Value, at least one
  guint position;     ///< index of the current value
  LwMechanism *saved; ///< NULL if no value of this history is in a file
  gsize limit;
  gsize size;
};

static void
value_clear (void *data)
{
  Value *value = data;

  g_free (value->name);
  lw_mechanism_unref (value->mechanism);
}

static Value *
value_at (const LwHistory *self, guint index)
{
  return &g_array_index (self->values, Value, index);
}

LwHistory *
lw_history_new (LwMechanism *first)
{
  LwHistory *self = g_new0 (LwHistory, 1);
  Value value = { .mechanism = lw_mechanism_ref (first) };

  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  g_array_set_clear_func (self->values, value_clear);
  g_array_append_val (self->values, value);
  self->limit = DEFAULT_LIMIT;
  self->saved = lw_mechanism_ref (first);
  return self;
}

void
lw_history_free (LwHistory *self)
{
  g_array_unref (self->values);
  g_clear_pointer (&self->saved, lw_mechanism_unref);
  g_free (self);
}

LwMechanism *
lw_history_get (const LwHistory *self)
{
  return value_at (self, self->position)->mechanism;
}

static void
drop_oldest (LwHistory *self)
{
  // The first value is the base of all others; its size is never counted.
  Value *second = value_at (self, 1);

  self->size -= second->size;
  second->size = 0;
  g_clear_pointer (&second->name, g_free);
  g_array_remove_index (self->values, 0);
  self->position--;
}

static void
keep_limit (LwHistory *self)
{
  // The last step can always be undone.
  while (self->size > self->limit && self->position > 1)
    drop_oldest (self);
}

void
lw_history_push (LwHistory *self, const char *name, LwMechanism *next)
{
  Value value = { .name = g_strdup (name), .mechanism = lw_mechanism_ref (next) };

  for (guint i = self->position + 1; i < self->values->len; i++)
    self->size -= value_at (self, i)->size;
  g_array_set_size (self->values, self->position + 1);
  value.size = lw_mechanism_size_beside (next, lw_history_get (self));
  self->size += value.size;
  g_array_append_val (self->values, value);
  self->position++;
  keep_limit (self);
}

guint
lw_history_get_n_steps (const LwHistory *self)
{
  return self->values->len - 1;
}

guint
lw_history_get_position (const LwHistory *self)
{
  return self->position;
}

const char *
lw_history_get_name (const LwHistory *self, guint step)
{
  g_return_val_if_fail (step + 1 < self->values->len, NULL);
  return value_at (self, step + 1)->name;
}

void
lw_history_go_to (LwHistory *self, guint position)
{
  g_return_if_fail (position < self->values->len);
  self->position = position;
}

void
lw_history_mark_saved (LwHistory *self, const LwMechanism *saved)
{
  LwMechanism *previous = self->saved;

  self->saved = lw_mechanism_ref ((LwMechanism *) saved);
  g_clear_pointer (&previous, lw_mechanism_unref);
}

void
lw_history_mark_unsaved (LwHistory *self)
{
  g_clear_pointer (&self->saved, lw_mechanism_unref);
}

gboolean
lw_history_is_saved (const LwHistory *self)
{
  return self->saved != NULL && lw_mechanism_equal (self->saved, lw_history_get (self));
}

void
lw_history_set_limit (LwHistory *self, gsize bytes)
{
  self->limit = bytes;
  keep_limit (self);
}

gsize
lw_history_get_size (const LwHistory *self)
{
  return self->size;
}
