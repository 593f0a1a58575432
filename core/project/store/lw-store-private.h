// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the project file, shared by reading, writing and salvaging.

#pragma once

#include <sqlite3.h>

#include "lw-background.h"
#include "lw-binding.h"
#include "lw-deadline.h"
#include "lw-element-kind.h"
#include "lw-marks.h"
#include "lw-store.h"

G_BEGIN_DECLS

/// "LWRT", at byte 68 of the file.
#define LW_STORE_APPLICATION_ID 0x4c575254
/// The format, at byte 60: 1000 × major + minor of the first Linkwright that writes it, so that an
/// older program can name the version that is needed. This program writes and reads format 1.0;
/// smaller numbers are of versions that were never published.
#define LW_STORE_FORMAT 1000
/// Increased when the meaning of the same tables is extended.
#define LW_STORE_MINOR 0
#define LW_STORE_DIGEST_SIZE 32
/// The longest text of one field, bytes.
#define LW_STORE_MAX_TEXT 250000
/// The longest value of a field in a change of a run, bytes: a table or outline of the largest size.
#define LW_STORE_MAX_VALUE (16 << 20)
/// Elements of all mechanisms that changes of runs introduce.
#define LW_STORE_MAX_CHANGED 20000000
#define LW_STORE_MAX_COLUMNS 100000
#define LW_STORE_MAX_RUNS 1000
/// Samples of one column in one row; fewer if there are many columns.
#define LW_STORE_CHUNK_SAMPLES 4096

typedef enum
{
  LW_STORE_PROJECT,
  LW_STORE_MECHANISM,
  LW_STORE_PARAMETERS,
  LW_STORE_BODIES,
  LW_STORE_BODY_POINTS,
  LW_STORE_CURVE_POINTS,
  LW_STORE_COUPLINGS,
  LW_STORE_COUPLING_ROWS,
  LW_STORE_FUNCTIONS,
  LW_STORE_FUNCTION_NUMBERS,
  LW_STORE_FORCES,
  LW_STORE_TRACERS,
  LW_STORE_MEASUREMENTS,
  LW_STORE_BINDINGS,
  LW_STORE_CONTACT_PAIRS,
  LW_STORE_MARKS,
  LW_STORE_BACKGROUND,
  LW_STORE_PLOTS,
  LW_STORE_PLOT_CHANNELS,
  LW_STORE_RUN_SETTINGS,
  LW_STORE_VIEW,
  LW_STORE_RUNS,
  LW_STORE_RUN_CHANNELS,
  LW_STORE_RUN_CHANGES,
  LW_STORE_RECORDINGS,
  LW_STORE_N_TABLES
} LwStoreTableId;

typedef struct
{
  const char *name;
  const char *create;
  const char *insert; ///< inserts all columns
  const char *select; ///< selects all columns, by place
  const char *pick;   ///< selects all columns of one place
  const char *last;   ///< selects the largest place
  const char *digest; ///< selects the values covered by the digest, by place
  GArray *columns;    ///< array of LwStoreColumn, in their order
} LwStoreTable;

/// A field that is one or several columns, and where the struct of its table begins in the struct of
/// the row, bytes.
typedef struct
{
  const LwField *field;
  gsize offset;
} LwStoreColumn;

const LwStoreTable *lw_store_table (LwStoreTableId table);

// Fields of tables (lw-store-tables.c)

/// Contents of a table. Its first column is `place`, then follow the columns of its fields.
typedef struct
{
  const char *name;
  const LwFieldTable *fields; ///< NULL: those of the elements of `kind`
  LwSelectionKind kind;
  gsize settings;    ///< where its struct has the settings of a run, bytes; 0: nowhere
  bool single;       ///< true: it has one row at most
  guint covered;     ///< the first fields, which the digest of the content covers; 0: all
  const char *about; ///< description for the documents
} LwStoreDescription;

/// Fields and where their struct begins in the struct of the row, bytes.
typedef struct
{
  const LwFieldTable *table;
  gsize offset;
} LwStoreFields;

#define LW_STORE_PARTS 2

const LwStoreDescription *lw_store_describe (LwStoreTableId table);
/// Returns the table whose rows are described by these fields.
LwStoreTableId lw_store_table_of (const LwFieldTable *fields);
/// Returns the number of parts.
guint lw_store_get_parts (LwStoreTableId table, LwStoreFields parts[LW_STORE_PARTS]);
/// True if the field is one or several columns in files of this format.
bool lw_store_has_column (const LwField *field, int format);

// Files (lw-store.c)

/// Reads a whole file into memory that may be modified; *etag as in lw_store_load ().
guint8 *lw_store_read_file (GFile *file,
                            gsize *size,
                            char **etag,
                            GCancellable *cancellable,
                            GError **error);
/// Like lw_store_parse (), but changes two bytes of the data (see lw_store_attach ()).
LwProject *
lw_store_parse_in_place (guint8 *data, gsize size, GCancellable *cancellable, GError **error);

// Connections (lw-store-connection.c)

/// Returns an empty database in memory with the tables, in a transaction, or NULL if memory is
/// exhausted.
sqlite3 *lw_store_create (GError **error);
/// Opens the bytes (owned by the caller; they must outlive the database) as a hardened read-only
/// database in memory; only the settings have been run on it. Bytes 18 and 19 are reset to 1.
sqlite3 *lw_store_attach (guint8 *data, gsize size, LwDeadline *deadline, GError **error);
/// Checks from the header that the file is a project of a known version.
gboolean lw_store_check_header (const guint8 *data, gsize size, GError **error);
/// Checks that the tables are exactly as required, and runs quick_check and the check of foreign
/// keys.
gboolean lw_store_check_structure (sqlite3 *database, LwDeadline *deadline, GError **error);
/// Turns an error of SQLite into a message.
void lw_store_set_error (sqlite3 *database, LwDeadline *deadline, GError **error);
/// Returns NULL and sets an error if the statement cannot be prepared.
sqlite3_stmt *lw_store_prepare (sqlite3 *database, const char *sql, GError **error);

// Digest (lw-store-digest.c)

void lw_store_hash (const void *data, gsize size, guint8 digest[LW_STORE_DIGEST_SIZE]);
/// Computes the digest of all rows in order. Returns FALSE if the rows could not be read.
gboolean lw_store_digest (sqlite3 *database,
                          LwDeadline *deadline,
                          guint8 digest[LW_STORE_DIGEST_SIZE],
                          GError **error);

// Rows (lw-store-rows.c)

/// One row in transit: the columns of the table in their order.
typedef struct
{
  sqlite3_stmt *statement;
  LwStoreTableId table;
  int column;
  gint64 place;  ///< from 1
  GError *error; ///< the first error; after it nothing is changed
} LwStoreRow;

/// Binds a place and the fields of the struct of the table; texts and bytes must last until the
/// statement is stepped.
void lw_store_row_bind (LwStoreRow *row, gint64 place, const void *element);
/// Reads the fields; texts are replaced. Returns false, and sets row->error, at the first column
/// that does not have its type.
bool lw_store_row_read (LwStoreRow *row, void *element);
void lw_store_row_refuse (LwStoreRow *row, const char *format, ...) G_GNUC_PRINTF (2, 3);

// Structs of the rows that are not elements

typedef struct
{
  int minor;
  char *written_by;
  LwBytes digest;
} LwStoreHead;

/// A point of a shape, or of a curve in the plane.
typedef struct
{
  int owner; ///< id of the body, or of the coupling
  double point[3];
} LwStorePoint;

/// A function of time without its numbers.
typedef struct
{
  gint64 coupling; ///< id of the coupling that uses it, 0 if none
  gint64 force;    ///< id of the load that uses it, 0 if none
  int component;   ///< component of the load: 0 .. LW_FORCE_COMPONENTS - 1
  int kind;        ///< LwFunctionKind
  double origin;
  int ends; ///< MbdSplineEnds
  double end_rates[2];
  char *expression;
} LwStoreFunction;

typedef struct
{
  gint64 function; ///< place
  double value;
} LwStoreNumber;

typedef struct
{
  LwElementRef element;
  bool hidden, locked;
} LwStoreMark;

typedef struct
{
  LwBackground background; ///< without its image
  LwBytes image;
} LwStoreBackground;

/// A row of a coupling that differs from it; -1: the value is that of the coupling.
typedef struct
{
  gint64 coupling; ///< id
  int row;         ///< one of lw_row_words
  int level;       ///< MbdLevel
  int compliant;   ///< 0 or 1
  double stiffness, damping;
} LwStoreCouplingRow;

/// A channel of a plot or of a run.
typedef struct
{
  gint64 owner; ///< place
  char *name, *unit;
} LwStoreName;

typedef struct
{
  char *name, *notes, *fingerprint;
  LwRunSettings settings;
  gint64 n_positions, n_velocities, n_channels, n_samples, chunk_samples;
} LwStoreRun;

/// One field of a change of a run.
typedef struct
{
  gint64 run; ///< place
  int number; ///< number of the change, from 1
  double time;
  char *element;
  int id;
  char *field, *value;
} LwStoreChange;

typedef struct
{
  gint64 run, chunk, column;
  LwBytes digest, data;
} LwStoreChunk;

// Checks of values (lw-store-check.c)

typedef struct LwStoreChecker LwStoreChecker;

LwStoreChecker *lw_store_checker_new (void);
void lw_store_checker_free (LwStoreChecker *self);
/// Checks an element. Returns FALSE, with the fault as a clause ("the mass must be ..."), if a value
/// is out of range, an id or name is used twice, or a body is referred to that has not been checked
/// before.
gboolean lw_store_check_element (LwStoreChecker *self,
                                 LwSelectionKind kind,
                                 const LwElement *element,
                                 GError **error);
gboolean lw_store_check_function (const LwFunction *function, GError **error);
/// Checks a member of a list. The caller finds pairs of bodies that occur twice.
gboolean lw_store_check_member (LwStoreChecker *self,
                                const LwMechanism *mechanism,
                                const LwListKind *list,
                                const void *value,
                                GError **error);
/// Checks that the joints that a coupling uses exist. Called after all couplings were read.
gboolean
lw_store_check_joints (const LwMechanism *mechanism, const LwCoupling *coupling, GError **error);
gboolean lw_store_check_settings (const LwRunSettings *settings, GError **error);
gboolean lw_store_check_text (const char *what, const char *text, GError **error);
/// Checks a whole project before it is written; the error is a complete message.
gboolean lw_store_check_project (const LwProject *project, GError **error);

// Reading rows (lw-store-read.c)

typedef struct
{
  sqlite3 *database;
  LwDeadline *deadline;
  bool salvage;      ///< true: continue after a row that cannot be read
  GPtrArray *losses; ///< array of messages, if `salvage`
} LwStoreSource;

/// Reads the tables. Returns NULL only without `salvage`.
LwProject *lw_store_read (LwStoreSource *source, GError **error);
/// Callback for every row of a table, in order. Returns TRUE if the row was accepted; otherwise
/// row->error has the reason.
typedef bool (*LwStoreRowFunc) (LwStoreRow *row, void *data);
bool lw_store_for_each (LwStoreSource *source,
                        LwStoreTableId table,
                        LwStoreRowFunc take,
                        void *data,
                        GError **error);
/// Reads the runs with their recordings (lw-store-runs.c).
bool lw_store_read_runs (LwStoreSource *source,
                         const LwMechanism *drawn,
                         GPtrArray *runs,
                         GError **error);

// Writing rows (lw-store-write.c)

/// Writes rows of one table, one after the other; the places are counted from 1.
typedef struct
{
  sqlite3 *database;
  LwStoreRow row;
} LwStoreWriter;

gboolean
lw_store_writer_open (LwStoreWriter *self, sqlite3 *database, LwStoreTableId table, GError **error);
gboolean lw_store_writer_add (LwStoreWriter *self, const void *element, GError **error);
void lw_store_writer_close (LwStoreWriter *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LwStoreWriter, lw_store_writer_close)

/// Writes a project to a new database in memory, without committing.
sqlite3 *lw_store_build (const LwProject *project, GCancellable *cancellable, GError **error);
/// Writes the runs with their recordings (lw-store-runs.c).
gboolean lw_store_write_runs (sqlite3 *database,
                              const LwProject *project,
                              GCancellable *cancellable,
                              GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwStoreChecker, lw_store_checker_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
