// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Status codes of the engine, their texts, and the diagnosis that names the element at fault.

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// One list for codes and texts. The text completes the sentence "<element>: ...".
#define MBD_STATUS_LIST(X)                                                                         \
  X (OK, "no error")                                                                               \
  X (OUT_OF_MEMORY, "there is not enough memory")                                                  \
  X (NOT_FINITE, "a number is not finite")                                                         \
  X (DUPLICATE_ID, "the id is used twice")                                                         \
  X (DUPLICATE_NAME, "the name is used twice")                                                     \
  X (UNKNOWN_BODY, "the body it names does not exist")                                             \
  X (SAME_BODY, "it joins a body to itself; choose two bodies")                                    \
  X (NEGATIVE_MASS, "mass and inertia must not be negative")                                       \
  X (BAD_INERTIA, "no rigid body has this inertia: each principal moment must be at most the sum " \
                  "of the other two")                                                              \
  X (MASSLESS, "it has no mass or inertia and the constraints do not determine its motion")        \
  X (BAD_FRAME, "the axes of a frame must be a unit quaternion")                                   \
  X (FRAME_TILTED, "it joins bodies in the plane, so the z axis of its frames must be the z axis") \
  X (BAD_AXES, "the set of locked axes is not one that this joint can have")                       \
  X (ZERO_LENGTH, "the length must be greater than zero; use a pin to join two points")            \
  X (BAD_PARAMETER, "a parameter is out of its range")                                             \
  X (BAD_TIME_CONSTANT, "the Baumgarte time constant must be greater than zero")                   \
  X (CONFLICT, "its conditions cannot be met together with the others")                            \
  X (SINGULAR_FACTOR, "the linear system could not be factored")                                   \
  X (STEP_TOO_SMALL, "the step size fell below the limit; the motion cannot be followed further")  \
  X (TOO_MANY_STEPS, "the step limit was reached")                                                 \
  X (DIVERGED, "the motion left the range of finite numbers")                                      \
  X (STOPPED, "stopped on request")

typedef enum
{
#define MBD_STATUS_ENUM(code, text) MBD_STATUS_##code,
  MBD_STATUS_LIST (MBD_STATUS_ENUM)
#undef MBD_STATUS_ENUM
    MBD_STATUS_COUNT
} MbdStatus;

/// What kind of element a diagnosis speaks of.
typedef enum
{
  MBD_ELEMENT_NONE,
  MBD_ELEMENT_BODY,
  MBD_ELEMENT_COUPLING,
  MBD_ELEMENT_FORCE,
} MbdElement;

/// Where and why a call failed. Filled by the failing call when the pointer is not NULL.
typedef struct
{
  MbdStatus code;
  MbdElement element;
  int id;       ///< id of the element, as given by the caller
  int row;      ///< row of the coupling, -1 when it does not apply
  double value; ///< the offending number or the remaining error, 0 when it does not apply
} MbdDiagnosis;

/// The text of a status code; static, in English, without a full stop.
const char *mbd_status_text (MbdStatus status);

#ifdef __cplusplus
}
#endif
