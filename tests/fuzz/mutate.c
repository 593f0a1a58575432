// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mutate.h"

#include <string.h>

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t size_max);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t size_max, unsigned int seed);

/// Called by libFuzzer. One mutation in four is of bytes.
size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t size_max, unsigned int seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new_len ((const char *) data, (gssize) size);

  if (g_rand_int_range (random, 0, 4) == 0)
    return LLVMFuzzerMutate (data, size, size_max);
  for (int n = g_rand_int_range (random, 1, 5); n > 0; n--)
    mutate (text, random);
  size = MIN (text->len, size_max);
  memcpy (data, text->str, size);
  return size;
}

const char *
mutate_pick (GRand *random, const char *const *words, gsize n)
{
  return words[g_rand_int_range (random, 0, (int) n)];
}

void
mutate_splice (GString *text, gsize start, gsize end, const char *with)
{
  g_autofree char *copy = g_strdup (with);

  g_string_erase (text, (gssize) start, (gssize) (end - start));
  g_string_insert (text, (gssize) start, copy);
}

const char *
mutate_pick_number (GRand *random)
{
  static const char *const numbers[] = {
    "0",     "-0.0",       "1",           "-1",          "2",       "0.5",  "3",
    "1e308", "-1e308",     "1e-308",      "4.9e-324",    "1e30",    "1e-9", "1e9",
    "7",     "2147483647", "-2147483648", "4294967296",  "1000000", "64",   "100000",
    "1e999", "0.1",        "-0.25",       "3.141592653", "1e-15",   "12",   "9223372036854775807",
  };

  return mutate_pick (random, numbers, G_N_ELEMENTS (numbers));
}
