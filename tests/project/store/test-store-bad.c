// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that are not projects, damaged, newer or hostile: each is refused quickly with a single
// message and left unchanged; an accepted file equals the saved project.

#include <fcntl.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lw-open.h"
#include "lw-store-private.h"
#include "testing-seed.h"
#include "testing-project.h"

/// Maximum time for any file of these sizes, s of processor time.
#define LONGEST_LOAD 5.0
/// Number of threads that try changes; the changes do not depend on the machine.
#define N_PARTS 4

static GBytes *
write_project (const LwProject *project)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = lw_store_write (project, NULL, &error);

  g_assert_no_error (error);
  return bytes;
}

static GBytes *
small_project (void)
{
  g_autoptr (LwProject) project = testing_project ();

  return write_project (project);
}

// Checks that the file is refused, or equals `expected` (may be NULL). Returns TRUE if it was
// refused.
static gboolean
try_bytes (const void *data, gsize size, const LwProject *expected)
{
  g_autoptr (GError) error = NULL;
  const double start = testing_thread_seconds ();
  g_autoptr (LwProject) project = lw_store_parse (data, size, NULL, &error);

  g_assert_cmpfloat (testing_thread_seconds () - start, <, LONGEST_LOAD);
  if (project != NULL) {
    g_assert_nonnull (expected);
    g_assert_true (lw_project_equal (project, expected));
    return FALSE;
  }
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  testing_assert_sentence (error);
  return TRUE;
}

static void
assert_refused (const void *data, gsize size, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) project = lw_store_parse (data, size, NULL, &error);

  g_assert_null (project);
  g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
  testing_assert_sentence (error);
  if (strstr (error->message, word) == NULL)
    g_error ("\"%s\" is not in: %s", word, error->message);
}

// Changes a project by SQL, as another program would; `sql` NULL: unchanged.
static GBytes *
change (GBytes *bytes, const char *sql)
{
  sqlite3 *database = NULL;
  sqlite3_int64 size = (sqlite3_int64) g_bytes_get_size (bytes);
  guint8 *copy = sqlite3_malloc64 ((sqlite3_uint64) size);
  char *message = NULL;
  GBytes *changed;
  guint8 *data;

  memcpy (copy, g_bytes_get_data (bytes, NULL), (gsize) size);
  sqlite3_open (":memory:", &database);
  g_assert_cmpint (
    sqlite3_deserialize (database, "main", copy, size, size,
                         SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE),
    ==, SQLITE_OK);
  if (sqlite3_exec (database, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
  data = sqlite3_serialize (database, "main", &size, 0);
  changed = g_bytes_new (data, (gsize) size);
  sqlite3_free (data);
  sqlite3_close (database);
  return changed;
}

// Like change (), with a matching digest, as a hostile program would.
static GBytes *
forge (GBytes *bytes, const char *sql)
{
  g_autoptr (GBytes) changed = change (bytes, sql);
  g_autoptr (sqlite3) database = NULL;
  g_autoptr (GError) error = NULL;
  LwDeadline deadline = { 0 };
  gsize size = g_bytes_get_size (changed);
  g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (changed, NULL), size);
  guint8 digest[LW_STORE_DIGEST_SIZE];
  g_autoptr (GString) update = g_string_new ("UPDATE project SET digest = x'");

  database = lw_store_attach (copy, size, &deadline, &error);
  g_assert_no_error (error);
  g_assert_true (lw_store_digest (database, &deadline, digest, &error));
  for (gsize i = 0; i < sizeof digest; i++)
    g_string_append_printf (update, "%02x", digest[i]);
  g_string_append (update, "'");
  return change (changed, update->str);
}

// Files of other programs and of newer or invalid formats.
static void
test_foreign (void)
{
  static const char text[] = "{\"linkwright\": 1, \"bodies\": []}";
  static const guint8 zeros[8192] = { 0 };
  g_autoptr (GBytes) bytes = small_project ();
  g_autoptr (GBytes) foreign = change (bytes, "PRAGMA application_id = 0");
  g_autoptr (GBytes) newer = change (bytes, "PRAGMA user_version = 1001");
  g_autoptr (GBytes) newest = change (bytes, "PRAGMA user_version = 3012");
  g_autoptr (GBytes) early = change (bytes, "PRAGMA user_version = 4");
  g_autoptr (GBytes) none = change (bytes, "PRAGMA user_version = 0");
  g_autoptr (GBytes) negative = change (bytes, "PRAGMA user_version = -1");
  g_autoptr (GBytes) minor = forge (bytes, "UPDATE project SET minor = 1");
  g_autoptr (GBytes) column = change (bytes, "ALTER TABLE bodies ADD COLUMN temperature ANY");

#define REFUSED(b, word) assert_refused (g_bytes_get_data (b, NULL), g_bytes_get_size (b), word)
  assert_refused ("", 0, "empty");
  assert_refused (text, sizeof text - 1, "not a Linkwright project");
  assert_refused (zeros, sizeof zeros, "not a Linkwright project");
  assert_refused (g_bytes_get_data (bytes, NULL), 100, "cut off");
  REFUSED (foreign, "another program");
  REFUSED (newer, "Linkwright 1.1 or newer");
  REFUSED (newest, "Linkwright 3.12 or newer");
  REFUSED (none, "damaged");
  REFUSED (negative, "damaged");
  REFUSED (minor, "revision 1");
  REFUSED (column, "format 1.0");
  REFUSED (early, "development version");
}

/// An opened file may be a project or a text; other files are not reported as damaged projects.
static void
test_neither (void)
{
  static const struct
  {
    const char *data, *word;
  } files[] = {
    { "PK\003\004\024", "neither" },
    { "%PDF-1.7\n", "neither" },
    { "x", "neither" },
    { "\n\n [1]", "neither" },
    { "", "empty" },
    { " \n", "empty" },
    { " {", "line" },
  };
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "chosen.linkwright");

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GError) error = NULL;

    testing_write (file, files[i].data, strlen (files[i].data));
    g_assert_null (lw_open_file (file, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_BAD_FILE);
    testing_assert_sentence (error);
    if (strstr (error->message, files[i].word) == NULL)
      g_error ("\"%s\" is not in: %s", files[i].word, error->message);
  }
  testing_folder_free (folder);
}

/// Makes a file longer, by a gap.
static void
extend (GFile *file, off_t size)
{
  const int fd = open (g_file_peek_path (file), O_WRONLY | O_CREAT, 0600);

  g_assert_cmpint (ftruncate (fd, size), ==, 0);
  close (fd);
}

static void
test_not_files (void)
{
  char *folder = testing_folder_new ();
  g_autoptr (GFile) missing = testing_file (folder, "missing.linkwright");
  g_autoptr (GFile) directory = g_file_new_for_path (folder);
  g_autoptr (GFile) pipe = testing_file (folder, "pipe.linkwright");
  g_autoptr (GFile) device = g_file_new_for_path ("/dev/zero");
  g_autoptr (GFile) huge = testing_file (folder, "huge.linkwright");
  g_autoptr (GFile) empty = testing_file (folder, "empty.linkwright");
  g_autoptr (GFile) remote = g_file_new_for_uri ("sftp://host/a.linkwright");
  g_autoptr (GFile) hollow = testing_file (folder, "hollow.linkwright");
  g_autoptr (GFile) hollow_text = testing_file (folder, "hollow.json");
  GFile *const files[] = { missing, directory, pipe,   device,     huge,
                           empty,   remote,    hollow, hollow_text };
  g_autoptr (GBytes) project = small_project ();

  // Sizes of the limit and above it, with and without the beginning of a project.
  testing_write (hollow, g_bytes_get_data (project, NULL), g_bytes_get_size (project));
  extend (hollow, LW_STORE_MAX_BYTES);
  extend (hollow_text, LW_STORE_MAX_BYTES);
  extend (huge, 5 * (off_t) LW_STORE_MAX_BYTES);
  testing_write (empty, "", 0);
  g_assert_cmpint (mkfifo (g_file_peek_path (pipe), 0600), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *etag = NULL;
    const double start = testing_thread_seconds ();

    g_assert_null (lw_store_load (files[i], &etag, NULL, &error));
    g_assert_null (etag);
    g_assert_true (error->domain == LW_ERROR);
    testing_assert_sentence (error);
    // Opening does not block, which could last forever, or read without end.
    g_assert_cmpfloat (testing_thread_seconds () - start, <, LONGEST_LOAD);
    g_clear_error (&error);
    g_assert_null (lw_store_salvage (files[i], NULL, NULL, &error));
    testing_assert_sentence (error);
  }
  testing_folder_free (folder);
}

// Files that pass SQLite's own checks but are not projects.
static void
test_schema (void)
{
  static const char *const changes[] = {
    "CREATE VIEW more AS SELECT * FROM bodies",
    "CREATE TRIGGER t AFTER INSERT ON bodies BEGIN DELETE FROM couplings; END",
    "CREATE TABLE more (a)",
    "CREATE INDEX more ON bodies (mass)",
    "CREATE INDEX more ON bodies (abs (mass))",
    "CREATE VIRTUAL TABLE more USING fts5 (a)",
    "DROP TABLE view",
    "ALTER TABLE bodies RENAME COLUMN mass TO weight",
    // The table of tracers is an endless view.
    "DROP TABLE tracers; CREATE VIEW tracers AS WITH RECURSIVE n (place) AS "
    "(SELECT 1 UNION ALL SELECT place + 1 FROM n) SELECT place, place AS id, NULL AS name, "
    "NULL AS body, 0.0 AS point_x, 0.0 AS point_y, 0.0 AS point_z FROM n",
    "DROP TABLE plots; CREATE TABLE plots (place INTEGER PRIMARY KEY, title TEXT, "
    "logarithmic AS (hex (zeroblob (1000000))))",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || ' ' WHERE name = 'bodies'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace (sql, 'mass >= 0', '1') "
    "WHERE name = 'bodies'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'bodies'",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'view' WHERE name = 'view'",
    "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'index'",
  };
  g_autoptr (GBytes) bytes = small_project ();

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (GBytes) changed = change (bytes, changes[i]);

    if (!try_bytes (g_bytes_get_data (changed, NULL), g_bytes_get_size (changed), NULL))
      g_error ("Accepted: %s", changes[i]);
  }
}

/// A table with additional constraints: every row satisfies them, or none does, or evaluating them
/// takes unlimited time. They are not evaluated: the file is refused for its tables, whatever its
/// rows are.
static void
test_foreign_checks (void)
{
  // In a single step of SQLite's virtual machine, so that it cannot be interrupted.
  static const char endless[] = "instr (%s, substr (%s, 1, 400000) || 'b') = 0";
  static const struct
  {
    const char *table, *column, *after;
  } places[] = {
    { "project", "written_by", "written_by TEXT NOT NULL" },
    { "mechanism", "notes", "notes TEXT NOT NULL" },
    { "bodies", "name", "name TEXT UNIQUE CHECK (name <> '')" },
    { "runs", "fingerprint", "fingerprint TEXT NOT NULL" },
    { "run_channels", "unit", "unit TEXT NOT NULL" },
  };
  g_autoptr (GBytes) bytes = small_project ();

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++) {
    const char *column = places[i].column;
    g_autofree char *slow = g_strdup_printf (endless, column, column);
    const char *const checks[] = { "1", "0", slow };
    g_autofree char *fill = g_strdup_printf (
      "UPDATE %s SET %s = CAST (replace (hex (zeroblob (500000)), '0', 'a') AS %s) WHERE place = 1",
      places[i].table, column, strstr (places[i].after, "BLOB") != NULL ? "BLOB" : "TEXT");
    g_autoptr (GBytes) filled = change (bytes, fill);

    for (gsize k = 0; k < G_N_ELEMENTS (checks); k++) {
      g_autofree char *add =
        g_strdup_printf ("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
                         "replace (sql, \"%s\", \"%s CHECK (%s)\") WHERE name = '%s'",
                         places[i].after, places[i].after, checks[k], places[i].table);
      g_autoptr (GBytes) changed = change (filled, add);

      assert_refused (g_bytes_get_data (changed, NULL), g_bytes_get_size (changed), "tables");
    }
  }
}

// Invalid values with a matching digest: the row is named.
static void
test_values (void)
{
  static const struct
  {
    const char *sql, *word;
  } changes[] = {
    { "UPDATE bodies SET mass = 9e999 WHERE place = 2", "Row 2 of bodies" },
    { "UPDATE bodies SET position_x = -9e999 WHERE place = 1", "Row 1 of bodies" },
    { "UPDATE bodies SET quaternion_w = 3.0 WHERE place = 1", "quaternion" },
    { "UPDATE bodies SET name = 'ground' WHERE place = 1", "ground" },
    { "UPDATE bodies SET name = 'a' || char (10) || 'b' WHERE place = 1", "one line" },
    { "UPDATE bodies SET name = CAST (x'ff' AS TEXT) WHERE place = 1", "UTF-8" },
    { "UPDATE bodies SET name = CAST (zeroblob (300000) AS TEXT) WHERE place = 1", "longer" },
    { "UPDATE bodies SET shape_size_x = NULL WHERE shape = 'disc'", "radius" },
    { "UPDATE bodies SET place = 9 WHERE place = 2", "gap" },
    { "PRAGMA foreign_keys = OFF; UPDATE couplings SET successor = 99 WHERE place = 1", "refers" },
    { "PRAGMA foreign_keys = OFF; UPDATE tracers SET body = 99 WHERE place = 1", "refers" },
    { "UPDATE couplings SET length = NULL WHERE kind = 'rod'", "length" },
    { "UPDATE couplings SET time_constant = 9e999 WHERE place = 1", "finite" },
    { "UPDATE coupling_rows SET row = 'lower'", "no row lower" },
    { "UPDATE coupling_rows SET row = 'rz', coupling = (SELECT id FROM couplings WHERE locked = 31)",
      "no row rz" },
    { "UPDATE coupling_rows SET level = NULL, compliant = -1", "neither a level nor a compliance" },
    { "UPDATE coupling_rows SET stiffness = 9e999", "finite" },
    { "PRAGMA foreign_keys = OFF; UPDATE coupling_rows SET coupling = 99", "refers" },
    { "INSERT INTO coupling_rows SELECT 2, coupling, row, level, compliant, stiffness, damping "
      "FROM coupling_rows",
      "given twice" },
    { "UPDATE forces SET stiffness = 9e999 WHERE place = 1", "finite" },
    { "UPDATE run_settings SET duration = 9e999", "finite" },
    { "UPDATE run_settings SET method = 'rk4', step = 0.0", "rk4" },
    { "UPDATE mechanism SET gravity_y = 9e999", "finite" },
    { "UPDATE view SET scale = 9e999", "finite" },
    { "DELETE FROM view", "lacks" },
    { "DELETE FROM mechanism", "lacks" },
    { "DELETE FROM run_settings", "lacks" },
    { "UPDATE runs SET samples = 4999 WHERE place = 1", "recordings" },
    { "UPDATE runs SET samples = 1000000 WHERE place = 1", "recordings" },
    { "UPDATE runs SET positions = 100000 WHERE place = 1", "columns" },
    { "UPDATE runs SET positions = 90000 WHERE place = 1", "chunks" },
    { "UPDATE runs SET velocities = 2 WHERE place = 1", "recording" },
    { "UPDATE runs SET channels = 3 WHERE place = 2", "missing" },
    { "PRAGMA foreign_keys = OFF; UPDATE run_changes SET run = 9 WHERE place = 1", "refers" },
    { "UPDATE run_changes SET time = 9e999 WHERE place = 2", "finite" },
    { "UPDATE run_changes SET time = -1.0 WHERE change = 3", "backwards" },
    { "UPDATE run_changes SET time = 0.1875 WHERE place = 10", "differ" },
    { "UPDATE run_changes SET element = 'wheel' WHERE place = 2", "element" },
    { "UPDATE run_changes SET element = 'player' WHERE place = 2", "not part of a change" },
    { "UPDATE run_changes SET id = 99 WHERE place = 2", "not part of a change" },
    { "UPDATE run_changes SET field = 'hue' WHERE place = 2", "not part of a change" },
    { "UPDATE run_changes SET value = '[1, 2' WHERE place = 2", "not part of a change" },
    { "UPDATE run_changes SET value = '' WHERE place = 2", "not part of a change" },
    { "UPDATE run_changes SET value = '1 2' WHERE field = 'length'", "not part of a change" },
    { "UPDATE run_changes SET value = 'x' WHERE field = 'length'", "not part of a change" },
    { "UPDATE run_changes SET value = '7' WHERE field = 'enabled'", "not part of a change" },
    { "UPDATE run_changes SET field = 'ratio' WHERE field = 'length'", "not part of a change" },
    { "UPDATE run_changes SET value = '{\"polynomial\": []}' WHERE field = 'function'",
      "not part of a change" },
    { "UPDATE run_changes SET value = '\"sin(\"' WHERE field = 'law'", "law" },
    { "UPDATE run_changes SET value = '\"q + 1\"' WHERE field = 'function'", "q" },
    { "UPDATE run_changes SET change = 99 WHERE place = 3", "missing" },
    { "UPDATE recordings SET data = zeroblob (32768) WHERE place = 3", "damaged" },
    { "UPDATE recordings SET data = zeroblob (8) WHERE place = 3", "numbers" },
    { "UPDATE recordings SET column_number = 5 WHERE place = 3", "should be here" },
    { "DELETE FROM recordings WHERE place > 3", "missing" },
    { "DELETE FROM recordings WHERE place = 3", "gap" },
  };
  g_autoptr (GBytes) bytes = small_project ();

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (GBytes) forged = forge (bytes, changes[i].sql);

    assert_refused (g_bytes_get_data (forged, NULL), g_bytes_get_size (forged), changes[i].word);
  }
}

/// Forges each change with a schema that looks the same but is not enforced; none is accepted.
static void
assert_none_accepted (const char *const *changes, gsize n)
{
  g_autoptr (GBytes) bytes = small_project ();

  for (gsize i = 0; i < n; i++) {
    g_autofree char *sql = g_strconcat ("PRAGMA ignore_check_constraints = ON; ", changes[i], NULL);
    g_autoptr (GBytes) forged = forge (bytes, sql);

    if (!try_bytes (g_bytes_get_data (forged, NULL), g_bytes_get_size (forged), NULL))
      g_error ("Accepted: %s", changes[i]);
  }
}

// Values of elements that no CHECK allows.
static void
test_unchecked_elements (void)
{
  static const char *const changes[] = {
    "UPDATE bodies SET mobility = 'flying' WHERE place = 1",
    "UPDATE bodies SET mass = -1.0 WHERE place = 1",
    "UPDATE bodies SET mass = 'heavy' WHERE place = 1",
    "UPDATE bodies SET mass = 3 WHERE place = 1",
    "UPDATE bodies SET id = 0 WHERE place = 1",
    "UPDATE couplings SET locked = 64 WHERE place = 1",
    "UPDATE couplings SET enabled = 2 WHERE place = 1",
    "UPDATE couplings SET kind = 'magnet' WHERE place = 4",
    "UPDATE couplings SET coordinate_1 = 'time' WHERE place = 4",
    "UPDATE couplings SET gearing = 'chain' WHERE place = 4",
    "UPDATE couplings SET rod = 'wire' WHERE place = 4",
    "UPDATE couplings SET mode = 'stuck' WHERE place = 4",
    "UPDATE couplings SET level = 'place' WHERE place = 4",
    "UPDATE couplings SET normals = 4 WHERE place = 4",
    "UPDATE couplings SET effort_limit = -1.0 WHERE place = 4",
    "UPDATE couplings SET stiffness = -1.0 WHERE place = 4",
    "UPDATE coupling_rows SET row = 'q'",
    "UPDATE coupling_rows SET level = 'place'",
    "UPDATE coupling_rows SET compliant = 2",
    "UPDATE coupling_rows SET stiffness = -1.0",
    "UPDATE coupling_rows SET damping = -1.0",
    "UPDATE couplings SET damping = 9e999 WHERE place = 4",
    "UPDATE couplings SET break_force = 0.0 WHERE place = 4",
    "UPDATE couplings SET break_moment = -1.0 WHERE place = 4",
    "UPDATE couplings SET break_impulse = 'x' WHERE place = 4",
    "UPDATE couplings SET lower = 9e999 WHERE place = 9",
    "UPDATE couplings SET ratio = 9e999 WHERE place = 9",
    "UPDATE couplings SET joint_1 = NULL, joint_2 = 3 WHERE kind = 'gear'",
    "UPDATE couplings SET radius_2 = 0.0 WHERE kind = 'gear'",
    "UPDATE couplings SET quaternion_p_2_w = 3.0 WHERE kind = 'gear'",
    "UPDATE functions SET kind = 'sine' WHERE place = 1",
    "UPDATE functions SET kind = 'harmonic' WHERE place = 1",
    "UPDATE functions SET expression = 'x' WHERE place = 1",
    "UPDATE functions SET expression = NULL WHERE kind = 'expression'",
    "UPDATE functions SET expression = hex (zeroblob (2049)) WHERE kind = 'expression'",
    "UPDATE functions SET origin = 9e999 WHERE place = 1",
    "UPDATE functions SET ends = 'loose' WHERE place = 1",
    "DELETE FROM function_numbers WHERE place = (SELECT max (place) FROM function_numbers)",
    "UPDATE function_numbers SET value = 9e999 WHERE place = 1",
    "UPDATE functions SET component = 6 WHERE force = 8",
    "UPDATE functions SET component = 1 WHERE force = 8",
    "UPDATE functions SET force = NULL WHERE force = 8",
    "UPDATE functions SET force = 7 WHERE force = 8",
    "UPDATE functions SET force = 8 WHERE place = 1",
    "UPDATE forces SET kind = 'magnet' WHERE place = 1",
    "UPDATE forces SET law = 'length' WHERE kind = 'bushing'",
    "UPDATE forces SET law = hex (zeroblob (2049)) WHERE kind = 'spring'",
    "UPDATE forces SET rotational_damping = -1.0 WHERE kind = 'drag'",
    "UPDATE forces SET quaternion_a_w = 3.0 WHERE kind = 'bushing'",
    "UPDATE forces SET bushing_law = 'soft' WHERE kind = 'bushing'",
    "UPDATE forces SET bushing_stiffness_y = -1.0 WHERE kind = 'bushing'",
    "UPDATE forces SET bushing_rotational_damping_z = 9e999 WHERE kind = 'bushing'",
  };

  assert_none_accepted (changes, G_N_ELEMENTS (changes));
}

// Other values that no CHECK allows.
static void
test_unchecked_others (void)
{
  static const char *const changes[] = {
    "UPDATE parameters SET name = 't' WHERE place = 1",
    "UPDATE parameters SET name = '1 + 1' WHERE place = 1",
    "UPDATE parameters SET value = 9e999 WHERE place = 1",
    "UPDATE parameters SET unit = 'parsnips' WHERE place = 1",
    "UPDATE parameters SET minimum = 5.0, maximum = 2.0 WHERE place = 1",
    "INSERT INTO bindings VALUES (3, 'body', 7, 'colour', 'm', '1')",
    "INSERT INTO bindings VALUES (3, 'body', 7, 'mass', 'parsnips', '1')",
    "UPDATE bodies SET shape_size_x = 0.0 WHERE shape = 'disc'",
    "UPDATE bodies SET shape = 'polygon' WHERE shape = 'disc'",
    "UPDATE bodies SET density = 0.0 WHERE place = 1",
    "UPDATE bodies SET density = 1.0, thickness = NULL WHERE place = 1",
    "UPDATE bodies SET density = 1.0, thickness = 0.1, shape = 'link' WHERE shape = 'disc'",
    "UPDATE bodies SET contact_friction = -1.0 WHERE place = 1",
    "UPDATE bodies SET contact_friction = 9e999 WHERE place = 1",
    "UPDATE bodies SET contact_restitution = 1.5 WHERE place = 1",
    "UPDATE bodies SET contact_rolling = -0.5 WHERE place = 1",
    "UPDATE bodies SET takes_part = 2 WHERE place = 1",
    "UPDATE couplings SET length = 0.0 WHERE kind = 'rod'",
    "UPDATE couplings SET friction = -1.0 WHERE place = 4",
    "UPDATE couplings SET cohesion = 9e999 WHERE place = 4",
    "UPDATE contact_pairs SET restitution = -0.5 WHERE place = 1",
    "UPDATE contact_pairs SET body_b = body_a WHERE place = 1",
    "UPDATE contact_pairs SET body_a = 99 WHERE place = 1",
    ("INSERT INTO contact_pairs SELECT 3, body_a, body_b, 1, 0.0, 0.0, 0.0 FROM contact_pairs "
     "WHERE place = 1"),
    "UPDATE background SET width = 0.0",
    "UPDATE background SET opacity = 1.5",
    "UPDATE background SET angle = 9e999",
    "UPDATE background SET visible = 2",
    "UPDATE background SET image = x''",
    "UPDATE background SET image = x'47494638396101'",
    "INSERT INTO background SELECT 2, 0.0, 0.0, 1.0, 0.0, 0.5, 1, image FROM background",
    "UPDATE run_settings SET sequential_impacts = 2",
    "UPDATE view SET selected = 'everything'",
    "UPDATE runs SET chunk_samples = 0 WHERE place = 1",
    "UPDATE runs SET samples = -1 WHERE place = 1",
  };

  assert_none_accepted (changes, G_N_ELEMENTS (changes));
}

typedef struct
{
  const LwProject *project;
  GBytes *bytes;
  guint32 seed;
  int n;                 ///< number of changes to try
  int n_refused, n_live; ///< the result
} Mutations;

static void *
mutate_thread (void *data)
{
  Mutations *self = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (self->seed);
  gsize size;
  const guint8 *bytes = g_bytes_get_data (self->bytes, &size);
  g_autofree guint8 *copy = g_memdup2 (bytes, size);

  for (int i = 0; i < self->n; i++) {
    gsize at = (gsize) g_rand_int_range (random, 0, (int) size);

    // Zero bytes are usually unused; some of the changes are made there, too.
    for (int tries = 0; bytes[at] == 0 && tries < 20; tries++)
      at = (gsize) g_rand_int_range (random, 0, (int) size);
    self->n_live += bytes[at] != 0;
    copy[at] ^= (guint8) (g_rand_boolean (random) ? 1 << (g_rand_int (random) & 7)
                                                  : g_rand_int_range (random, 1, 256));
    self->n_refused += try_bytes (copy, size, self->project);
    copy[at] = bytes[at];
  }
  return NULL;
}

// One byte of the file is changed, as often as time allows; each change is detected or harmless.
static void
test_mutations (void)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (LwMechanism) chain = testing_chain (20);
  g_autoptr (LwProject) simple = lw_project_new (chain, NULL, NULL);
  LwProject *const projects[] = { project, simple };
  const int n = testing_is_torture () ? 200000 : 2000;
  int n_refused = 0, n_live = 0;

  for (gsize k = 0; k < G_N_ELEMENTS (projects); k++) {
    g_autoptr (GBytes) bytes = write_project (projects[k]);
    Mutations parts[N_PARTS];
    GThread *threads[N_PARTS];

    for (int i = 0; i < N_PARTS; i++) {
      parts[i] = (Mutations){
        .project = projects[k],
        .bytes = bytes,
        .seed = (guint32) g_test_rand_int (),
        .n = n * (i + 1) / N_PARTS - n * i / N_PARTS,
      };
      threads[i] = g_thread_new ("mutate", mutate_thread, &parts[i]);
    }
    for (int i = 0; i < N_PARTS; i++) {
      g_thread_join (threads[i]);
      n_refused += parts[i].n_refused;
      n_live += parts[i].n_live;
    }
  }
  g_test_message ("%d changed bytes, %d of them not zero before: %d refused, the others harmless",
                  2 * n, n_live, n_refused);
  g_assert_cmpint (n_refused, >, n / 2);
}

// Damaged and truncated files are refused or give the project that was saved.
static void
test_malformed (void)
{
  g_autoptr (LwProject) project = testing_project ();
  g_autoptr (GBytes) bytes = write_project (project);
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  const int n = testing_is_torture () ? 10000 : 2000;
  const gsize page = 4096;
  g_autofree guint8 *copy = g_malloc (size + page);
  int n_refused = 0;

  for (int i = 0; i < n; i++) {
    gsize length = size;

    memcpy (copy, data, size);
    switch (i % 5) {
    case 0: // many changed bytes
      for (int k = g_test_rand_int_range (1, 200); k > 0; k--)
        copy[g_test_rand_int_range (0, (int) size)] = (guint8) g_test_rand_int ();
      break;
    case 1: // cut off
      length = 512 * (gsize) g_test_rand_int_range (0, (int) (size / 512));
      break;
    case 2: { // two pages are exchanged
      gsize a = page * (gsize) g_test_rand_int_range (0, (int) (size / page));
      gsize b = page * (gsize) g_test_rand_int_range (0, (int) (size / page));

      memcpy (copy + a, data + b, page);
      memcpy (copy + b, data + a, page);
      break;
    }
    case 3: { // a page is missing
      gsize a = page * (gsize) g_test_rand_int_range (0, (int) (size / page));

      memset (copy + a, i % 2 ? 0 : 0xff, page);
      break;
    }
    case 4: // in the header and the schema
      for (int k = g_test_rand_int_range (1, 6); k > 0; k--)
        copy[g_test_rand_int_range (0, 4096)] = (guint8) g_test_rand_int ();
      break;
    }
    n_refused += try_bytes (copy, length, project);
  }
  g_test_message ("%d malformed files: %d refused with a message, the others as saved", n,
                  n_refused);
}

// A salvaged project can be saved; rows refused by the checks are not salvaged.
static void
test_salvage (void)
{
  g_autoptr (LwMechanism) chain = testing_chain (1000);
  g_autoptr (LwProject) project = lw_project_new (chain, NULL, NULL);
  g_autoptr (GBytes) bytes = write_project (project);
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "damaged.linkwright");
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autofree guint8 *copy = g_memdup2 (data, size);
  const int n = testing_is_torture () ? 300 : 40;
  guint worst = 1000;
  int n_tried = 0, n_kept = 0;

  for (int i = 0; i < n; i++) {
    gsize at = 4096 * (gsize) g_test_rand_int_range (20, (int) (size / 4096));
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) losses = NULL;
    g_autoptr (LwProject) kept = NULL;
    g_autoptr (GBytes) again = NULL;

    // A leaf page of a table: the rows on it are lost, no others.
    if (data[at] != 13)
      continue;
    memset (copy + at, 0xa5, 4096);
    testing_write (file, copy, size);
    memcpy (copy + at, data + at, 4096);
    kept = lw_store_salvage (file, &losses, NULL, &error);
    n_tried++;
    if (kept == NULL)
      continue;
    n_kept++;
    worst = MIN (worst, lw_mechanism_get_n_bodies (kept->mechanism));
    again = write_project (kept);
    g_assert_cmpuint (g_strv_length (losses), >, 0);
    for (char **loss = losses; *loss != NULL; loss++)
      g_assert_true (g_str_has_suffix (*loss, "."));
  }
  g_test_message ("%d of %d salvaged, at least %u of 1000 bodies each", n_kept, n_tried, worst);
  g_assert_cmpint (n_tried, >, 0);
  g_assert_cmpint (10 * n_kept, >=, 9 * n_tried);
  g_assert_cmpuint (worst, >=, 950);
  testing_folder_free (folder);
}

/// A table that is another kind of table is not read, and reported.
static void
test_salvage_virtual (void)
{
  static const char change_tracers[] =
    "DROP TABLE tracers; CREATE VIRTUAL TABLE tracers USING fts5 (place, id, name, body, point_x, "
    "point_y, point_z); INSERT INTO tracers VALUES (1, 1, 'a', 1, 0.0, 0.0, 0.0)";
  g_autoptr (GBytes) bytes = small_project ();
  GBytes *changed = change (bytes, change_tracers);
  g_auto (GStrv) losses = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LwProject) kept = lw_store_salvage_bytes (changed, &losses, NULL, &error);
  g_autofree char *all = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (kept->mechanism), >, 0);
  all = g_strjoinv ("\n", losses);
  g_assert_nonnull (strstr (all, "The table tracers of the file is not one of a project."));
}

static void
test_salvage_anything (void)
{
  g_autoptr (GBytes) bytes = small_project ();
  char *folder = testing_folder_new ();
  g_autoptr (GFile) file = testing_file (folder, "damaged.linkwright");
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  g_autofree guint8 *copy = g_malloc (size);
  const int n = testing_is_torture () ? 3000 : 150;
  int n_kept = 0;

  for (int i = 0; i < n; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (LwProject) kept = NULL;

    memcpy (copy, data, size);
    for (int k = g_test_rand_int_range (1, 300); k > 0; k--)
      copy[g_test_rand_int_range (i % 2 ? 100 : 4096, (int) size)] = (guint8) g_test_rand_int ();
    testing_write (file, copy, size);
    kept = lw_store_salvage (file, NULL, NULL, &error);
    if (kept == NULL)
      testing_assert_sentence (error);
    else {
      g_bytes_unref (write_project (kept));
      n_kept++;
    }
  }
  g_test_message ("%d of %d gave something", n_kept, n);
  testing_folder_free (folder);
}

int
main (int argc, char **argv)
{
  testing_seed_init (&argc, &argv);
  g_test_add_func ("/store-bad/foreign", test_foreign);
  g_test_add_func ("/store-bad/neither", test_neither);
  g_test_add_func ("/store-bad/not-files", test_not_files);
  g_test_add_func ("/store-bad/schema", test_schema);
  g_test_add_func ("/store-bad/foreign-checks", test_foreign_checks);
  g_test_add_func ("/store-bad/values", test_values);
  g_test_add_func ("/store-bad/unchecked-elements", test_unchecked_elements);
  g_test_add_func ("/store-bad/unchecked-others", test_unchecked_others);
  g_test_add_func ("/store-bad/mutations", test_mutations);
  g_test_add_func ("/store-bad/malformed", test_malformed);
  g_test_add_func ("/store-bad/salvage", test_salvage);
  g_test_add_func ("/store-bad/salvage-virtual", test_salvage_virtual);
  g_test_add_func ("/store-bad/salvage-anything", test_salvage_anything);
  return g_test_run ();
}
