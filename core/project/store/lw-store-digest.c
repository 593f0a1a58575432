// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Digest of the content: SHA-256 over the rows of all tables in order. SQLite's own checks find
// damage to its structure; the digest also finds a changed digit in a number.
//
// It is computed by Nettle, which uses the SHA instructions of the processor: recordings may be
// large.

#include "lw-store-private.h"

#include <string.h>

#include <nettle/sha2.h>

G_STATIC_ASSERT (SHA256_DIGEST_SIZE == LW_STORE_DIGEST_SIZE);

void
lw_store_hash (const void *data, gsize size, guint8 digest[LW_STORE_DIGEST_SIZE])
{
  struct sha256_ctx context;

  sha256_init (&context);
  sha256_update (&context, size, data);
  sha256_digest (&context, SHA256_DIGEST_SIZE, digest);
}

static void
add_integer (struct sha256_ctx *context, guint64 value)
{
  value = GUINT64_TO_LE (value);
  sha256_update (context, sizeof value, (const guint8 *) &value);
}

// Adds every value with its type, and with its length if it has one, so that different rows cannot
// give the same bytes.
static void
add_value (struct sha256_ctx *context, sqlite3_stmt *statement, int column)
{
  const guint8 type = (guint8) sqlite3_column_type (statement, column);

  sha256_update (context, 1, &type);
  switch (type) {
  case SQLITE_INTEGER:
    add_integer (context, (guint64) sqlite3_column_int64 (statement, column));
    break;
  case SQLITE_FLOAT: {
    double number = sqlite3_column_double (statement, column);
    guint64 bits;

    memcpy (&bits, &number, sizeof bits);
    add_integer (context, bits);
    break;
  }
  case SQLITE_TEXT:
  case SQLITE_BLOB: {
    // The order matters: the length refers to the form that was requested last.
    const void *bytes = type == SQLITE_TEXT ? (const void *) sqlite3_column_text (statement, column)
                                            : sqlite3_column_blob (statement, column);
    gsize size = (gsize) sqlite3_column_bytes (statement, column);

    add_integer (context, size);
    if (size > 0)
      sha256_update (context, size, bytes);
    break;
  }
  default:
    break;
  }
}

static gboolean
add_table (struct sha256_ctx *context,
           sqlite3 *database,
           const LwStoreTable *table,
           LwDeadline *deadline,
           GError **error)
{
  g_autoptr (sqlite3_stmt) rows = lw_store_prepare (database, table->digest, error);
  guint64 n_rows = 0;
  int code;

  if (rows == NULL)
    return FALSE;
  sha256_update (context, strlen (table->name) + 1, (const guint8 *) table->name);
  while ((code = sqlite3_step (rows)) == SQLITE_ROW) {
    for (int i = 0; i < sqlite3_column_count (rows); i++)
      add_value (context, rows, i);
    n_rows++;
  }
  if (code != SQLITE_DONE) {
    lw_store_set_error (database, deadline, error);
    return FALSE;
  }
  add_integer (context, n_rows);
  return TRUE;
}

gboolean
lw_store_digest (sqlite3 *database,
                 LwDeadline *deadline,
                 guint8 digest[LW_STORE_DIGEST_SIZE],
                 GError **error)
{
  struct sha256_ctx context;

  sha256_init (&context);
  add_integer (&context, LW_STORE_FORMAT);
  for (int i = 0; i < LW_STORE_N_TABLES; i++)
    if (!add_table (&context, database, lw_store_table ((LwStoreTableId) i), deadline, error))
      return FALSE;
  sha256_digest (&context, SHA256_DIGEST_SIZE, digest);
  return TRUE;
}
