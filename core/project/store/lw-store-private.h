// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the project file, shared by reading, writing and salvaging.

#pragma once

#include <sqlite3.h>

#include "lw-deadline.h"
#include "lw-store.h"
#include "lw-text-private.h"

G_BEGIN_DECLS

/// "LWRT", at byte 68 of the file.
#define LW_STORE_APPLICATION_ID 0x4c575254
/// The format, at byte 60: 1000 × major + minor of the first Linkwright that writes it, so that an
/// older program can name the version that is needed. This program writes format 0.4.
#define LW_STORE_FORMAT 4
/// The oldest format that can be read.
#define LW_STORE_OLDEST 1
/// Increased when the meaning of the same tables is extended.
#define LW_STORE_MINOR 0
#define LW_STORE_DIGEST_SIZE 32
/// The longest text of one field, bytes.
#define LW_STORE_MAX_TEXT 250000
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
  LW_STORE_COUPLINGS,
  LW_STORE_FUNCTIONS,
  LW_STORE_FUNCTION_NUMBERS,
  LW_STORE_FORCES,
  LW_STORE_TRACERS,
  LW_STORE_LOCKED_LENGTHS,
  LW_STORE_MEASUREMENTS,
  LW_STORE_MEASUREMENT_POINTS,
  LW_STORE_BINDINGS,
  LW_STORE_CONTACTS,
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
} LwStoreTable;

/// Returns the table of a format, or NULL if the format does not have it.
const LwStoreTable *lw_store_table (int format, LwStoreTableId table);

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

/// Returns an empty database in memory with the tables of a format, in a transaction, or NULL if
/// memory is exhausted.
sqlite3 *lw_store_create (int format, GError **error);
/// Opens the bytes (owned by the caller; they must outlive the database) as a hardened read-only
/// database in memory; only the settings have been run on it. Bytes 18 and 19 are reset to 1.
sqlite3 *lw_store_attach (guint8 *data, gsize size, LwDeadline *deadline, GError **error);
/// Checks from the header that the file is a project of a known version.
gboolean lw_store_check_header (const guint8 *data, gsize size, int *format, GError **error);
/// Checks that the tables are exactly as required, and runs quick_check and the check of foreign
/// keys.
gboolean
lw_store_check_structure (sqlite3 *database, int format, LwDeadline *deadline, GError **error);
/// Turns an error of SQLite into a message.
void lw_store_set_error (sqlite3 *database, LwDeadline *deadline, GError **error);
/// Returns NULL and sets an error if the statement cannot be prepared.
sqlite3_stmt *lw_store_prepare (sqlite3 *database, const char *sql, GError **error);

// Digest (lw-store-digest.c)

void lw_store_hash (const void *data, gsize size, guint8 digest[LW_STORE_DIGEST_SIZE]);
/// Computes the digest of all rows in order. Returns FALSE if the rows could not be read.
gboolean lw_store_digest (sqlite3 *database,
                          int format,
                          LwDeadline *deadline,
                          guint8 digest[LW_STORE_DIGEST_SIZE],
                          GError **error);

// Rows (lw-store-rows.c): each function names the columns of its table once, for both directions.

/// One row in transit: into the statement when `writing`, otherwise out of it.
typedef struct
{
  sqlite3_stmt *statement;
  LwStoreTableId table;
  int format; ///< format of the file, the newest one when writing
  bool writing;
  int column;
  gint64 place;  ///< from 1
  GError *error; ///< the first error; after it nothing is changed
} LwStoreRow;

/// A row that is not an element.
typedef struct
{
  gint64 owner; ///< id of the body or measurement, place of the function, plot or run
  int body;     ///< body of a point of a measurement
  double point[3];
  char *name;
  char *unit;
} LwStorePart;

/// A function of time without its numbers.
typedef struct
{
  int coupling;  ///< id of the coupling that uses it, 0 if none
  int force;     ///< id of the load that uses it, 0 if none
  int component; ///< component of the load: 0 .. LW_FORCE_COMPONENTS - 1
  int kind;      ///< LwFunctionKind
  double origin;
  int ends; ///< MbdSplineEnds
  double end_rates[2];
  char *expression;
} LwStoreFunction;

typedef struct
{
  int minor;
  char *written_by;
  guint8 digest[LW_STORE_DIGEST_SIZE];
} LwStoreHead;

typedef struct
{
  gint64 run, chunk, column;
  guint8 digest[LW_STORE_DIGEST_SIZE];
  const guint8 *data; ///< borrowed
  gsize size;
} LwStoreChunk;

typedef struct
{
  char *name;
  LwRunSettings settings;
  char *fingerprint;
  gint64 n_positions, n_velocities, n_channels, n_samples, chunk_samples;
  char *notes; ///< NULL if the format of the file has no notes
} LwStoreRun;

void lw_store_row_begin (LwStoreRow *row, sqlite3_stmt *statement, gint64 place);
void lw_store_row_refuse (LwStoreRow *row, const char *format, ...) G_GNUC_PRINTF (2, 3);

void lw_store_row_head (LwStoreRow *row, LwStoreHead *head);
void lw_store_row_mechanism (LwStoreRow *row,
                             char **title,
                             char **notes,
                             double gravity[3],
                             LwLengthUnit *length_unit);
void lw_store_row_body (LwStoreRow *row, char **name, LwBody *body);
void lw_store_row_point (LwStoreRow *row, LwStorePart *part);
/// Fields that the format of the file lacks are left unchanged.
void lw_store_row_coupling (LwStoreRow *row, char **name, LwCoupling *coupling);
void lw_store_row_function (LwStoreRow *row, LwStoreFunction *function);
void lw_store_row_number (LwStoreRow *row, LwStorePart *part);
void lw_store_row_parameter (LwStoreRow *row, LwParameter *parameter);
/// Fields that the format of the file lacks are left unchanged.
void lw_store_row_force (LwStoreRow *row, char **name, LwForce *force);
void lw_store_row_tracer (LwStoreRow *row, int *id, char **name, int *body, double point[3]);
void lw_store_row_locked_length (LwStoreRow *row, int *body);
void lw_store_row_measurement (LwStoreRow *row, int *id, char **name);
void lw_store_row_measurement_point (LwStoreRow *row, LwStorePart *part);
void lw_store_row_binding (LwStoreRow *row, LwBinding *binding);
/// Transfers the marks of an element: hidden or locked.
void lw_store_row_mark (LwStoreRow *row, LwElementMark *mark);
/// When reading, the caller must release the image.
void lw_store_row_background (LwStoreRow *row, LwBackground *background);
/// Fields that the format of the file lacks are left unchanged.
void lw_store_row_contact (LwStoreRow *row, int *body, LwContact *contact);
void lw_store_row_contact_pair (LwStoreRow *row, LwContactPair *pair);
void lw_store_row_plot (LwStoreRow *row, LwPlotLayout *plot);
void lw_store_row_plot_channel (LwStoreRow *row, LwStorePart *part);
void lw_store_row_settings (LwStoreRow *row, LwRunSettings *settings);
void lw_store_row_view (LwStoreRow *row, LwProjectView *view);
/// A change of a run: `definition` is its text.
typedef struct
{
  gint64 run; ///< place
  double time;
  int kind; ///< LwChangeKind
  int id;
  char *definition;
} LwStoreChange;

void lw_store_row_change (LwStoreRow *row, LwStoreChange *change);
void lw_store_row_run (LwStoreRow *row, LwStoreRun *run);
void lw_store_row_run_channel (LwStoreRow *row, LwStorePart *part);
void lw_store_row_chunk (LwStoreRow *row, LwStoreChunk *chunk);

// Checks of values (lw-store-check.c)

typedef struct LwStoreChecker LwStoreChecker;

LwStoreChecker *lw_store_checker_new (void);
void lw_store_checker_free (LwStoreChecker *self);
/// Checks a body. Returns FALSE, with the fault as a clause ("the mass must be ..."), if a value is
/// out of range, an id or name is used twice, or a body is referred to that has not been checked
/// before.
gboolean lw_store_check_body (LwStoreChecker *self, const LwBody *body, GError **error);
gboolean lw_store_check_coupling (LwStoreChecker *self, const LwCoupling *coupling, GError **error);
gboolean lw_store_check_function (const LwFunction *function, GError **error);
gboolean
lw_store_check_parameter (LwStoreChecker *self, const LwParameter *parameter, GError **error);
/// Checks a binding: its field must accept a formula, and its unit must be a unit.
gboolean lw_store_check_binding (const LwBinding *binding, GError **error);
/// Checks that the joints that a coupling uses exist. Called after all couplings were read.
gboolean
lw_store_check_joints (const LwMechanism *mechanism, const LwCoupling *coupling, GError **error);
gboolean lw_store_check_force (LwStoreChecker *self, const LwForce *force, GError **error);
gboolean lw_store_check_contact (const LwContact *contact, GError **error);
/// Checks that a pair refers to existing bodies, the smaller id first. The caller finds duplicates.
gboolean lw_store_check_contact_pair (const LwMechanism *mechanism,
                                      const LwContactPair *pair,
                                      GError **error);
gboolean lw_store_check_tracer (LwStoreChecker *self, const LwTracer *tracer, GError **error);
gboolean
lw_store_check_measurement (LwStoreChecker *self, const LwMeasurement *measurement, GError **error);
gboolean lw_store_check_settings (const LwRunSettings *settings, GError **error);
gboolean lw_store_check_text (const char *what, const char *text, GError **error);
/// Checks a whole project before it is written; the error is a complete message.
gboolean lw_store_check_project (const LwProject *project, GError **error);

// Reading rows (lw-store-read.c)

typedef struct
{
  sqlite3 *database;
  int format;
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
bool lw_store_read_runs (LwStoreSource *source, GPtrArray *runs, GError **error);

// Writing rows

gboolean lw_store_write_runs (sqlite3 *database,
                              const LwProject *project,
                              GCancellable *cancellable,
                              GError **error);
/// Steps a statement whose values were bound by `row`.
gboolean lw_store_step (sqlite3 *database, LwStoreRow *row, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwStoreChecker, lw_store_checker_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3, sqlite3_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)

G_END_DECLS
