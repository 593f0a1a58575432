// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drives that follow another joint. Drives that follow each other, position by position or rate by rate,
// would determine neither: an algebraic loop.

#include "lw-drive-compile.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-signals.h"

/// Mechanism in which drives are searched for.
typedef struct
{
  const LwMechanism *mechanism;
  const GPtrArray *parameters;
} Drives;

static bool
is_same_frame (const MbdFrame *a, const MbdFrame *b)
{
  return memcmp (a->point, b->point, sizeof a->point) == 0
         && memcmp (a->quaternion, b->quaternion, sizeof a->quaternion) == 0;
}

/// Returns true if a signal is the coordinate of a drive, or its rate.
static bool
is_coordinate_of (const MbdSignalDef *signal, const MbdCouplingDef *drive)
{
  return signal->coordinate == drive->coordinate[0] && signal->body[0] == drive->body_a
         && signal->body[1] == drive->body_b && is_same_frame (&signal->frame[0], &drive->frame_a)
         && is_same_frame (&signal->frame[1], &drive->frame_b);
}

static bool
follows (const LwCoupling *drive)
{
  return drive->function != NULL && drive->function->expression != NULL
         && lw_signals_are_named (drive->function->expression);
}

/// Compiles the function of a drive and gets the only signal that it names. On failure returns NULL and
/// sets *reason.
static MbdFunction *
compile (const Drives *self, const LwCoupling *drive, MbdSignalDef *signal, char **reason)
{
  MbdFunction *function = lw_signals_compile (self->mechanism, drive->function->expression, NULL,
                                              self->parameters, reason);
  const MbdSignalDef *signals;
  int count;

  if (function == NULL)
    return NULL;
  signals = mbd_function_signals (function, &count);
  if (count == 1 && signals[0].kind == MBD_SIGNAL_JOINT
      && (!signals[0].is_rate || drive->def.level == MBD_LEVEL_VELOCITY)) {
    *signal = signals[0];
    return function;
  }
  mbd_function_unref (function);
  *reason = g_strdup (_ (mbd_status_text (MBD_STATUS_FOLLOWS_JOINT)));
  return NULL;
}

/// Returns the drive of the coordinate of a signal that is at once what its function makes it, and gets
/// what that follows; NULL if there is none.
static const LwCoupling *
find_driving (const Drives *self, const MbdSignalDef *signal, MbdSignalDef *next)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *drive = lw_mechanism_get_coupling (self->mechanism, i);
    g_autofree char *reason = NULL;
    MbdCouplingDef def;
    MbdFunction *function;

    if (!drive->def.enabled || !drive->def.class_->drives || !follows (drive)
        || !lw_mechanism_resolve_coupling (self->mechanism, drive, &def, NULL)
        || !is_coordinate_of (signal, &def))
      continue;
    function = compile (self, drive, next, &reason);
    if (function == NULL)
      continue;
    mbd_function_unref (function);
    // A speed that follows a coordinate determines only its later values.
    if (def.level == MBD_LEVEL_POSITION || next->is_rate)
      return drive;
  }
  return NULL;
}

/// Returns the reason if a drive follows itself through others.
static char *
dup_loop (const Drives *self, const MbdCouplingDef *def, const MbdSignalDef *followed)
{
  MbdSignalDef signal = *followed;

  for (guint i = 0; i <= lw_mechanism_get_n_couplings (self->mechanism); i++) {
    MbdSignalDef next;
    const LwCoupling *driving = find_driving (self, &signal, &next);
    g_autofree char *name = NULL;

    if (driving == NULL)
      return NULL;
    name =
      lw_mechanism_dup_element_name (self->mechanism, MBD_ELEMENT_COUPLING, driving->element.id);
    if (is_coordinate_of (&next, def))
      // Translators: the name of another drive
      return g_strdup_printf (
        _ ("it follows a joint that %s drives, which in turn follows this one, "
           "so that neither determines the other; let one of them follow the "
           "time"),
        name);
    signal = next;
  }
  return NULL;
}

bool
lw_drive_follows (const LwCoupling *coupling)
{
  return follows (coupling);
}

bool
lw_drive_compile (const LwMechanism *mechanism,
                  const LwCoupling *drive,
                  const GPtrArray *parameters,
                  MbdCouplingDef *def,
                  char **reason)
{
  const Drives drives = { mechanism, parameters };
  MbdSignalDef signal;
  MbdFunction *function;

  if (!def->class_->drives) {
    *reason =
      g_strdup (_ ("its function follows the motion, which only loads, springs and drives can; "
                   "use an expression of t and the parameters"));
    return false;
  }
  function = compile (&drives, drive, &signal, reason);
  if (function == NULL)
    return false;
  if (def->level == MBD_LEVEL_POSITION || signal.is_rate)
    *reason =
      is_coordinate_of (&signal, def)
        ? g_strdup (_ ("it follows its own joint, which it would have to know already; name "
                       "another joint"))
        : dup_loop (&drives, def, &signal);
  if (*reason != NULL) {
    mbd_function_unref (function);
    return false;
  }
  def->class_ = mbd_follower_class ();
  def->function = function;
  def->body_c = signal.body[0];
  def->body_d = signal.body[1];
  def->frame_c = signal.frame[0];
  def->frame_d = signal.frame[1];
  def->coordinate[1] = signal.coordinate;
  return true;
}
