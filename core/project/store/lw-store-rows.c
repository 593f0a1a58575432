// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One function for every table: it names the columns in their order, once for both directions.

#include "lw-background.h"
#include "lw-store-private.h"

#include <math.h>
#include <string.h>

static const LwTextWord coupling_kinds[] = { { "loop", 0 },
                                             { "rod", 1 },
                                             { "driver", 2 },
                                             { "limit", 3 },
                                             { "gear", 4 },
                                             { "angle", 5 },
                                             { "revolute-spherical", 6 },
                                             { "point contact", 7 },
                                             { NULL } };
static const MbdCouplingClass *(*const coupling_classes[]) (void) = {
  mbd_loop_class,
  mbd_rod_class,
  mbd_driver_class,
  mbd_limit_class,
  mbd_gear_class,
  mbd_angle_class,
  mbd_revolute_spherical_class,
  mbd_point_contact_class,
};
static const LwTextWord function_kinds[] = {
  { "constant", LW_FUNCTION_CONSTANT },     { "harmonic", LW_FUNCTION_HARMONIC },
  { "polynomial", LW_FUNCTION_POLYNOMIAL }, { "table", LW_FUNCTION_TABLE },
  { "expression", LW_FUNCTION_EXPRESSION }, { NULL }
};
static const LwTextWord force_kinds[] = { { "spring", 0 },
                                          { "load", 1 },
                                          { "bushing", 2 },
                                          { "drag", 3 },
                                          { NULL } };
static const MbdForceClass *(*const force_classes[]) (void) = {
  mbd_spring_class,
  mbd_load_class,
  mbd_bushing_class,
  mbd_drag_class,
};
static const LwTextWord change_kinds[] = { { "coupling", LW_CHANGE_COUPLING },
                                           { "force", LW_CHANGE_FORCE },
                                           { "pull", LW_CHANGE_GRIP },
                                           { "solver", LW_CHANGE_INTEGRATOR },
                                           { "mend", LW_CHANGE_MEND },
                                           { "speed", LW_CHANGE_SPEED },
                                           { NULL } };
static const LwTextWord selections[] = { { "body", LW_SELECTION_BODY },
                                         { "coupling", LW_SELECTION_COUPLING },
                                         { "force", LW_SELECTION_FORCE },
                                         { "tracer", LW_SELECTION_TRACER },
                                         { "measurement", LW_SELECTION_MEASUREMENT },
                                         { NULL } };

void
lw_store_row_refuse (LwStoreRow *row, const char *format, ...)
{
  va_list arguments;
  g_autofree char *what = NULL;

  if (row->error != NULL)
    return;
  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  row->error = g_error_new (LW_ERROR, LW_ERROR_BAD_FILE, "Row %" G_GINT64_FORMAT " of %s: %s.",
                            row->place, lw_store_table (LW_STORE_FORMAT, row->table)->name, what);
}

void
lw_store_row_begin (LwStoreRow *row, sqlite3_stmt *statement, gint64 place)
{
  row->statement = statement;
  row->place = place;
  row->column = 1;
  if (row->writing)
    sqlite3_bind_int64 (statement, 1, place);
}

// Returns the number of the next column: starting at 1 for writing and at 0 for reading.
static int
next (LwStoreRow *row)
{
  return row->writing ? ++row->column : row->column++;
}

static void
refuse_column (LwStoreRow *row, int column, const char *expected)
{
  lw_store_row_refuse (row, "%s must be %s", sqlite3_column_name (row->statement, column),
                       expected);
}

static bool
has_type (LwStoreRow *row, int column, int type, const char *expected)
{
  if (row->error != NULL)
    return false;
  if (sqlite3_column_type (row->statement, column) == type)
    return true;
  refuse_column (row, column, expected);
  return false;
}

// Values

static void
take_integer (LwStoreRow *row, gint64 minimum, gint64 maximum, gint64 *value)
{
  int column = next (row);
  gint64 found;

  if (row->writing) {
    sqlite3_bind_int64 (row->statement, column, *value);
    return;
  }
  if (!has_type (row, column, SQLITE_INTEGER, "a whole number"))
    return;
  found = sqlite3_column_int64 (row->statement, column);
  if (found >= minimum && found <= maximum)
    *value = found;
  else
    lw_store_row_refuse (row, "%s must be from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                         sqlite3_column_name (row->statement, column), minimum, maximum);
}

static void
take_int (LwStoreRow *row, int minimum, int maximum, int *value)
{
  gint64 number = *value;

  take_integer (row, minimum, maximum, &number);
  *value = (int) number;
}

static void
take_bool (LwStoreRow *row, bool *value)
{
  gint64 number = *value;

  take_integer (row, 0, 1, &number);
  *value = number != 0;
}

static void
take_reals (LwStoreRow *row, double *values, int n)
{
  for (int i = 0; i < n; i++) {
    int column = next (row);
    double found;

    if (row->writing)
      sqlite3_bind_double (row->statement, column, values[i]);
    else if (has_type (row, column, SQLITE_FLOAT, "a number")) {
      found = sqlite3_column_double (row->statement, column);
      if (isfinite (found))
        values[i] = found;
      else
        refuse_column (row, column, "finite");
    }
  }
}

// Transfers a bound; NULL stands for `none`, an infinity.
static void
take_bound (LwStoreRow *row, double none, double *value)
{
  if (row->writing ? *value == none
                   : sqlite3_column_type (row->statement, row->column) == SQLITE_NULL) {
    *value = none;
    if (row->writing)
      sqlite3_bind_null (row->statement, row->column + 1);
    row->column++;
  } else
    take_reals (row, value, 1);
}

static void
take_text (LwStoreRow *row, bool may_be_null, char **value)
{
  int column = next (row);
  const char *text;
  gsize size;

  if (row->writing) {
    // The statement is stepped before the text is freed.
    if (*value != NULL)
      sqlite3_bind_text (row->statement, column, *value, -1, SQLITE_STATIC);
    else
      sqlite3_bind_null (row->statement, column);
    return;
  }
  if (may_be_null && sqlite3_column_type (row->statement, column) == SQLITE_NULL)
    return;
  if (!has_type (row, column, SQLITE_TEXT, "a text"))
    return;
  text = (const char *) sqlite3_column_text (row->statement, column);
  size = (gsize) sqlite3_column_bytes (row->statement, column);
  if (text == NULL || size > LW_STORE_MAX_TEXT)
    lw_store_row_refuse (row, "%s is longer than %d bytes",
                         sqlite3_column_name (row->statement, column), LW_STORE_MAX_TEXT);
  else if (!g_utf8_validate_len (text, size, NULL))
    refuse_column (row, column, "UTF-8 text");
  else {
    g_free (*value);
    *value = g_strndup (text, size);
  }
}

// Transfers a word; `none` is the value that stands for NULL, -1 if there is none.
static void
take_word (LwStoreRow *row, const LwTextWord *words, int none, int *value)
{
  int column = next (row);
  const char *text;

  if (row->writing) {
    for (const LwTextWord *word = words; word->word != NULL; word++)
      if (word->value == *value)
        sqlite3_bind_text (row->statement, column, word->word, -1, SQLITE_STATIC);
    if (*value == none)
      sqlite3_bind_null (row->statement, column);
    return;
  }
  if (none >= 0 && sqlite3_column_type (row->statement, column) == SQLITE_NULL) {
    *value = none;
    return;
  }
  if (!has_type (row, column, SQLITE_TEXT, "a word"))
    return;
  text = (const char *) sqlite3_column_text (row->statement, column);
  for (const LwTextWord *word = words; word->word != NULL; word++)
    if (g_strcmp0 (word->word, text) == 0) {
      *value = word->value;
      return;
    }
  refuse_column (row, column, "one of the words in the documentation of the format");
}

// Transfers the id of a body; NULL stands for the ground.
static void
take_body (LwStoreRow *row, int *id)
{
  bool is_null = row->writing ? *id == MBD_GROUND
                              : sqlite3_column_type (row->statement, row->column) == SQLITE_NULL;

  if (!is_null) {
    take_int (row, 1, G_MAXINT, id);
    return;
  }
  *id = MBD_GROUND;
  if (row->writing)
    sqlite3_bind_null (row->statement, row->column + 1);
  row->column++;
}

static void
take_digest (LwStoreRow *row, guint8 digest[LW_STORE_DIGEST_SIZE])
{
  int column = next (row);

  if (row->writing)
    sqlite3_bind_blob (row->statement, column, digest, LW_STORE_DIGEST_SIZE, SQLITE_STATIC);
  else if (has_type (row, column, SQLITE_BLOB, "a digest")) {
    const void *bytes = sqlite3_column_blob (row->statement, column);

    if (bytes != NULL && sqlite3_column_bytes (row->statement, column) == LW_STORE_DIGEST_SIZE)
      memcpy (digest, bytes, LW_STORE_DIGEST_SIZE);
    else
      refuse_column (row, column, "a digest of 32 bytes");
  }
}

// Tables

void
lw_store_row_head (LwStoreRow *row, LwStoreHead *head)
{
  take_int (row, 0, G_MAXINT, &head->minor);
  take_text (row, false, &head->written_by);
  take_digest (row, head->digest);
}

void
lw_store_row_mechanism (LwStoreRow *row,
                        char **title,
                        char **notes,
                        double gravity[3],
                        LwLengthUnit *length_unit)
{
  int unit = (int) *length_unit;

  take_text (row, false, title);
  take_text (row, false, notes);
  take_reals (row, gravity, 3);
  if (row->format >= 3)
    take_word (row, lw_text_systems, LW_LENGTH_UNITS, &unit);
  *length_unit = (LwLengthUnit) unit;
}

void
lw_store_row_body (LwStoreRow *row, char **name, LwBody *body)
{
  MbdBodyDef *def = &body->def;
  int mobility = def->mobility;
  int hue = body->hue;
  int shape = body->shape.kind;
  gint64 typed = body->plate.typed;

  take_int (row, 1, G_MAXINT, &body->element.id);
  take_text (row, true, name);
  take_word (row, lw_text_mobilities, -1, &mobility);
  take_reals (row, &def->mass, 1);
  take_reals (row, def->inertia, 6);
  take_reals (row, def->centre_of_mass, 3);
  take_reals (row, def->position, 3);
  take_reals (row, def->quaternion, 4);
  take_reals (row, &def->angle, 1);
  take_reals (row, def->velocity, 3);
  take_reals (row, def->angular_velocity, 3);
  take_word (row, lw_text_hues, -1, &hue);
  take_word (row, lw_text_shapes, -1, &shape);
  take_reals (row, body->shape.centre, 3);
  take_reals (row, body->shape.size, 3);
  if (row->format >= 3) {
    take_reals (row, &body->plate.density, 1);
    take_reals (row, &body->plate.thickness, 1);
    take_reals (row, &body->plate.width, 1);
    take_reals (row, &body->plate.hole_radius, 1);
    take_integer (row, 0, LW_TYPED_ALL, &typed);
    body->plate.typed = (unsigned) typed;
  }
  def->id = body->element.id;
  def->mobility = (MbdMobility) mobility;
  body->hue = (LwHue) hue;
  body->shape.kind = (LwShapeKind) shape;
}

void
lw_store_row_point (LwStoreRow *row, LwStorePart *part)
{
  take_integer (row, 1, G_MAXINT, &part->owner);
  take_reals (row, part->point, 3);
}

// Transfers the columns added in format 0.2.
static void
take_drive (LwStoreRow *row, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;
  int coordinates[] = { def->coordinate[0], def->coordinate[1] };
  int rod = def->rod, gearing = coupling->gearing;

  // NULL stands for none, as for the ground.
  take_body (row, &coupling->joint[0]);
  take_body (row, &coupling->joint[1]);
  take_word (row, lw_text_coordinates, -1, &coordinates[0]);
  take_word (row, lw_text_coordinates, -1, &coordinates[1]);
  take_body (row, &def->body_c);
  take_body (row, &def->body_d);
  take_reals (row, def->frame_c.point, 3);
  take_reals (row, def->frame_c.quaternion, 4);
  take_reals (row, def->frame_d.point, 3);
  take_reals (row, def->frame_d.quaternion, 4);
  take_word (row, lw_text_rods, -1, &rod);
  take_word (row, lw_text_gearings, -1, &gearing);
  take_reals (row, &def->ratio, 1);
  take_reals (row, &def->offset, 1);
  take_reals (row, coupling->radius, 2);
  take_bool (row, &coupling->crossed);
  take_reals (row, &coupling->pitch, 1);
  take_bound (row, -INFINITY, &def->lower);
  take_bound (row, INFINITY, &def->upper);
  take_reals (row, &def->angle, 1);
  take_int (row, 1, 3, &def->normal_count);
  take_reals (row, def->normals[0], 9);
  def->coordinate[0] = (MbdCoordinate) coordinates[0];
  def->coordinate[1] = (MbdCoordinate) coordinates[1];
  def->rod = (MbdRodKind) rod;
  coupling->gearing = (LwGearing) gearing;
}

static void
take_carrying (LwStoreRow *row, MbdCouplingDef *def)
{
  int mode = def->mode, level = def->level;

  take_word (row, lw_text_modes, MBD_MODE_BY_KIND, &mode);
  take_word (row, lw_text_levels, -1, &level);
  take_bound (row, INFINITY, &def->effort_limit);
  take_bool (row, &def->compliant);
  take_reals (row, &def->stiffness, 1);
  take_reals (row, &def->damping, 1);
  take_bound (row, INFINITY, &def->break_force);
  take_bound (row, INFINITY, &def->break_moment);
  take_bound (row, INFINITY, &def->break_impulse);
  def->mode = (MbdMode) mode;
  def->level = (MbdLevel) level;
}

void
lw_store_row_coupling (LwStoreRow *row, char **name, LwCoupling *coupling)
{
  MbdCouplingDef *def = &coupling->def;
  int kind = 0;
  int locked = (int) def->locked;
  int stabilisation = def->stabilisation;

  for (size_t i = 0; i < G_N_ELEMENTS (coupling_classes); i++)
    if (def->class_ == coupling_classes[i]())
      kind = (int) i;
  take_int (row, 1, G_MAXINT, &coupling->element.id);
  take_text (row, true, name);
  take_word (row, coupling_kinds, -1, &kind);
  take_body (row, &def->body_a);
  take_body (row, &def->body_b);
  take_reals (row, def->frame_a.point, 3);
  take_reals (row, def->frame_a.quaternion, 4);
  take_reals (row, def->frame_b.point, 3);
  take_reals (row, def->frame_b.quaternion, 4);
  take_int (row, 0, 63, &locked);
  take_reals (row, &def->length, 1);
  take_bool (row, &def->enabled);
  take_word (row, lw_text_stabilisations, MBD_STABILISATION_INHERIT, &stabilisation);
  take_reals (row, &def->time_constant, 1);
  if (row->format >= 2) {
    take_drive (row, coupling);
    take_carrying (row, def);
  }
  def->id = coupling->element.id;
  def->class_ = coupling_classes[kind]();
  def->locked = (unsigned) locked;
  def->stabilisation = (MbdStabilisation) stabilisation;
}

void
lw_store_row_function (LwStoreRow *row, LwStoreFunction *function)
{
  // NULL stands for none, as for the ground.
  take_body (row, &function->coupling);
  take_body (row, &function->force);
  take_int (row, 0, LW_FORCE_COMPONENTS - 1, &function->component);
  take_word (row, function_kinds, -1, &function->kind);
  take_reals (row, &function->origin, 1);
  take_word (row, lw_text_spline_ends, -1, &function->ends);
  take_reals (row, function->end_rates, 2);
  take_text (row, true, &function->expression);
}

void
lw_store_row_number (LwStoreRow *row, LwStorePart *part)
{
  take_integer (row, 1, G_MAXINT, &part->owner);
  take_reals (row, part->point, 1);
}

void
lw_store_row_parameter (LwStoreRow *row, LwParameter *parameter)
{
  take_text (row, false, &parameter->name);
  take_reals (row, &parameter->value, 1);
  take_text (row, false, &parameter->note);
  if (row->format < 3)
    return;
  take_text (row, false, &parameter->unit);
  take_text (row, true, &parameter->expression);
  take_bound (row, -INFINITY, &parameter->minimum);
  take_bound (row, INFINITY, &parameter->maximum);
}

void
lw_store_row_binding (LwStoreRow *row, LwBinding *binding)
{
  int kind = (int) binding->owner.kind;

  take_word (row, lw_text_owners, LW_SELECTION_NONE, &kind);
  take_int (row, 0, G_MAXINT, &binding->owner.id);
  take_text (row, false, &binding->field);
  take_text (row, false, &binding->unit);
  take_text (row, false, &binding->expression);
  binding->owner.kind = (LwSelectionKind) kind;
}

void
lw_store_row_mark (LwStoreRow *row, LwElementMark *mark)
{
  int kind = (int) mark->element.kind;
  bool hidden = mark->flags & LW_MARK_HIDDEN;
  bool locked = mark->flags & LW_MARK_LOCKED;

  take_word (row, lw_text_owners, -1, &kind);
  take_int (row, 1, G_MAXINT, &mark->element.id);
  take_bool (row, &hidden);
  take_bool (row, &locked);
  mark->element.kind = (LwSelectionKind) kind;
  mark->flags = (hidden ? LW_MARK_HIDDEN : 0u) | (locked ? LW_MARK_LOCKED : 0u);
}

void
lw_store_row_background (LwStoreRow *row, LwBackground *background)
{
  int column;

  take_reals (row, background->centre, 2);
  take_reals (row, &background->width, 1);
  take_reals (row, &background->angle, 1);
  take_reals (row, &background->opacity, 1);
  take_bool (row, &background->visible);
  column = next (row);
  if (row->writing)
    sqlite3_bind_blob (row->statement, column, g_bytes_get_data (background->image, NULL),
                       (int) g_bytes_get_size (background->image), SQLITE_STATIC);
  else if (has_type (row, column, SQLITE_BLOB, "an image")) {
    const void *bytes = sqlite3_column_blob (row->statement, column);
    const gsize size = (gsize) sqlite3_column_bytes (row->statement, column);

    background->image = g_bytes_new (bytes, bytes != NULL ? size : 0);
  }
}

// Transfers the columns added in format 0.2.
static void
take_bushing (LwStoreRow *row, LwForce *force)
{
  MbdForceDef *def = &force->def;
  MbdBushingConstants *constants = &def->bushing;
  int law = def->bushing_law;

  take_text (row, true, &force->law);
  take_reals (row, &def->rotational_damping, 1);
  take_reals (row, def->quaternion_a, 4);
  take_reals (row, def->quaternion_b, 4);
  take_word (row, lw_text_bushing_laws, -1, &law);
  take_reals (row, constants->rotational_stiffness, 3);
  take_reals (row, constants->rotational_damping, 3);
  take_reals (row, constants->translational_stiffness, 3);
  take_reals (row, constants->translational_damping, 3);
  def->bushing_law = (MbdBushingLaw) law;
}

void
lw_store_row_force (LwStoreRow *row, char **name, LwForce *force)
{
  MbdForceDef *def = &force->def;
  int kind = 1;

  for (size_t i = 0; i < G_N_ELEMENTS (force_classes); i++)
    if (def->class_ == force_classes[i]())
      kind = (int) i;
  take_int (row, 1, G_MAXINT, &force->element.id);
  take_text (row, true, name);
  take_word (row, force_kinds, -1, &kind);
  take_body (row, &def->body_a);
  take_body (row, &def->body_b);
  take_reals (row, def->point_a, 3);
  take_reals (row, def->point_b, 3);
  take_reals (row, &def->stiffness, 1);
  take_reals (row, &def->damping, 1);
  take_reals (row, &def->free_length, 1);
  take_reals (row, def->force, 3);
  take_reals (row, def->torque, 3);
  take_bool (row, &def->follows_body);
  take_bool (row, &def->enabled);
  if (row->format >= 2)
    take_bushing (row, force);
  def->id = force->element.id;
  def->class_ = force_classes[kind]();
}

void
lw_store_row_tracer (LwStoreRow *row, int *id, char **name, int *body, double point[3])
{
  take_int (row, 1, G_MAXINT, id);
  take_text (row, true, name);
  take_body (row, body);
  take_reals (row, point, 3);
}

static void
take_material (LwStoreRow *row, double *friction, double *restitution, double *rolling)
{
  take_reals (row, friction, 1);
  take_reals (row, restitution, 1);
  take_reals (row, rolling, 1);
}

void
lw_store_row_contact (LwStoreRow *row, int *body, LwContact *contact)
{
  take_int (row, 1, G_MAXINT, body);
  take_bool (row, &contact->takes_part);
  take_bool (row, &contact->half_plane);
  take_material (row, &contact->friction, &contact->restitution, &contact->rolling);
}

void
lw_store_row_contact_pair (LwStoreRow *row, LwContactPair *pair)
{
  take_int (row, 1, G_MAXINT, &pair->body[0]);
  take_int (row, 1, G_MAXINT, &pair->body[1]);
  take_bool (row, &pair->touches);
  take_material (row, &pair->friction, &pair->restitution, &pair->rolling);
}

void
lw_store_row_locked_length (LwStoreRow *row, int *body)
{
  take_int (row, 1, G_MAXINT, body);
}

void
lw_store_row_measurement (LwStoreRow *row, int *id, char **name)
{
  take_int (row, 1, G_MAXINT, id);
  take_text (row, true, name);
}

void
lw_store_row_measurement_point (LwStoreRow *row, LwStorePart *part)
{
  take_integer (row, 1, G_MAXINT, &part->owner);
  take_body (row, &part->body);
  take_reals (row, part->point, 3);
}

void
lw_store_row_plot (LwStoreRow *row, LwPlotLayout *plot)
{
  take_text (row, false, &plot->title);
  take_bool (row, &plot->logarithmic);
  if (row->format < 4)
    return;
  take_text (row, true, &plot->against);
  take_bool (row, &plot->equal_scale);
}

void
lw_store_row_plot_channel (LwStoreRow *row, LwStorePart *part)
{
  take_integer (row, 1, G_MAXINT, &part->owner);
  take_text (row, false, &part->name);
}

void
lw_store_row_settings (LwStoreRow *row, LwRunSettings *settings)
{
  MbdIntegratorSettings *integrator = &settings->integrator;
  int method = integrator->method;
  int stabilisation = integrator->stabilisation.stabilisation;
  gint64 maximum_steps = integrator->maximum_steps;

  take_reals (row, &settings->duration, 1);
  take_reals (row, &settings->interval, 1);
  take_bool (row, &settings->assemble);
  take_word (row, lw_text_methods, -1, &method);
  take_reals (row, &integrator->accuracy, 1);
  take_reals (row, &integrator->step, 1);
  take_bound (row, INFINITY, &integrator->maximum_step);
  take_integer (row, 0, G_MAXLONG, &maximum_steps);
  take_word (row, lw_text_stabilisations, -1, &stabilisation);
  take_reals (row, &integrator->stabilisation.time_constant, 1);
  if (row->format >= 4)
    take_bool (row, &integrator->sequential_impacts);
  integrator->method = (MbdMethod) method;
  integrator->maximum_steps = (long) maximum_steps;
  integrator->stabilisation.stabilisation = (MbdStabilisation) stabilisation;
  integrator->duration = settings->duration;
}

void
lw_store_row_view (LwStoreRow *row, LwProjectView *view)
{
  int selected = view->selected;
  int overlays = (int) view->overlays;

  take_bool (row, &view->fitted);
  take_reals (row, view->centre, 3);
  take_reals (row, &view->scale, 1);
  take_bool (row, &view->spatial);
  take_reals (row, &view->azimuth, 1);
  take_reals (row, &view->elevation, 1);
  take_word (row, selections, LW_SELECTION_NONE, &selected);
  take_int (row, 0, G_MAXINT, &view->selected_id);
  take_bool (row, &view->show_sidebar);
  take_bool (row, &view->show_plots);
  take_int (row, 0, G_MAXINT, &view->sidebar_page);
  take_int (row, 0, G_MAXINT, &view->plot_layout);
  view->selected = (LwSelectionKind) selected;
  if (row->format < 4)
    return;
  take_int (row, 0, LW_OVERLAYS_ALL, &overlays);
  take_reals (row, &view->arrow_factor, 1);
  view->overlays = (LwOverlays) overlays;
}

void
lw_store_row_run (LwStoreRow *row, LwStoreRun *run)
{
  take_text (row, false, &run->name);
  take_text (row, false, &run->fingerprint);
  lw_store_row_settings (row, &run->settings);
  take_integer (row, 0, LW_STORE_MAX_COLUMNS, &run->n_positions);
  take_integer (row, 0, LW_STORE_MAX_COLUMNS, &run->n_velocities);
  take_integer (row, 0, LW_STORE_MAX_COLUMNS, &run->n_channels);
  take_integer (row, 0, 1 << 30, &run->n_samples);
  take_integer (row, 1, LW_STORE_CHUNK_SAMPLES, &run->chunk_samples);
  if (row->format >= 4)
    take_text (row, false, &run->notes);
}

void
lw_store_row_run_channel (LwStoreRow *row, LwStorePart *part)
{
  take_integer (row, 1, G_MAXINT, &part->owner);
  take_text (row, false, &part->name);
  take_text (row, false, &part->unit);
}

void
lw_store_row_change (LwStoreRow *row, LwStoreChange *change)
{
  take_integer (row, 1, LW_STORE_MAX_RUNS, &change->run);
  take_reals (row, &change->time, 1);
  take_word (row, change_kinds, -1, &change->kind);
  take_int (row, 0, G_MAXINT, &change->id);
  take_text (row, false, &change->definition);
}

void
lw_store_row_chunk (LwStoreRow *row, LwStoreChunk *chunk)
{
  int column;

  take_integer (row, 1, LW_STORE_MAX_RUNS, &chunk->run);
  take_integer (row, 0, 1 << 30, &chunk->chunk);
  take_integer (row, 0, LW_STORE_MAX_COLUMNS, &chunk->column);
  take_digest (row, chunk->digest);
  column = next (row);
  if (row->writing)
    sqlite3_bind_blob (row->statement, column, chunk->data, (int) chunk->size, SQLITE_STATIC);
  else if (has_type (row, column, SQLITE_BLOB, "numbers")) {
    chunk->data = sqlite3_column_blob (row->statement, column);
    chunk->size = (gsize) sqlite3_column_bytes (row->statement, column);
  }
}
