// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Status codes of the engine, their texts, and the diagnosis that names the faulty element.

#pragma once

#include "mbd-api.h"

MBD_BEGIN_DECLS

/// List of codes and texts. The text completes the sentence "<element>: ...".
#define MBD_STATUS_LIST(X)                                                                         \
  X (OK, "no error")                                                                               \
  X (OUT_OF_MEMORY, "there is not enough memory")                                                  \
  X (TOO_LARGE, "it is too large for this analysis; analyse a part of it")                         \
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
  X (UNKNOWN_ROW, "a level or compliance is given for a row that it does not have; choose one of " \
                  "its rows")                                                                      \
  X (ZERO_LENGTH, "the length must be greater than zero; use a pin to join two points")            \
  X (BAD_PARAMETER, "a parameter is out of its range")                                             \
  X (BAD_LIMIT, "a limit on the load it carries must be greater than zero")                        \
  X (NEGATIVE_CONSTANT, "a stiffness, damping, friction or cohesion must not be negative")         \
  X (BAD_ANGLE, "the angle must be between 0 and 180 degrees; use parallel axes for these two")    \
  X (BAD_NORMALS, "the normals must be orthogonal unit vectors")                                   \
  X (NORMAL_COUNT, "a point contact needs one, two or three normals")                              \
  X (BAD_KIND, "its kind lacks a required function, or a size is not a multiple of 8")             \
  X (TOO_MANY_ROWS, "its kind gives it more than 6 rows, or fewer than none; split it into two "   \
                    "couplings")                                                                   \
  X (BAD_TIME_CONSTANT, "the Baumgarte time constant must be greater than zero")                   \
  X (NO_FUNCTION, "it needs a function of time")                                                   \
  X (DRIVER_LEVEL, "a driver prescribes a position or a speed; choose one of them")                \
  X (EFFORT_NEEDS_SPEED, "a driver of limited effort must prescribe a speed, not a position")      \
  X (NO_LIMIT, "it needs a lower or an upper limit")                                               \
  X (LIMIT_ORDER, "the lower limit must be below the upper one; to hold a joint, lock its axis")   \
  X (BAD_RATIO, "the ratio or pitch must be a number other than zero")                             \
  X (UNKNOWN_JOINT, "the joint whose friction it models does not exist; choose a pin or a slider") \
  X (SAME_COORDINATE, "it couples a motion of a joint to itself; choose two joints")               \
  X (POLYGON_FLAT, "a polygon needs three corners and an area")                                    \
  X (POLYGON_CROSSES, "the edges of the polygon cross or touch each other; move a corner")         \
  X (NEGATIVE_FRICTION, "a coefficient of friction or an arm of rolling friction must not be "     \
                        "negative")                                                                \
  X (BAD_RESTITUTION, "a coefficient of restitution must be between 0 and 1")                      \
  X (BAD_RADIUS, "the radius of a disc or capsule must be greater than zero")                      \
  X (UNKNOWN_SHAPE, "the shape it names does not exist")                                           \
  X (PULLEY_IN_SPACE, "a rope runs over pulleys in the plane only; make its bodies planar or the " \
                      "radius of its pulleys 0")                                                   \
  X (CURVE_SHORT, "a curve needs two points, or three if it is closed")                            \
  X (CURVE_LONG, "a curve has at most 500 points; leave some out")                                 \
  X (CURVE_REPEATS, "two points of the curve that follow each other coincide; remove one of them") \
  X (CURVE_SHARP, "the curve has a corner, at which it has no direction; move a point or add one") \
  X (CURVE_CROSSES, "the curve crosses or touches itself; move a point")                           \
  X (CURVE_MISSING, "it needs a curve through at least two points")                                \
  X (CURVE_COORDINATE, "gears and drives that follow a joint cannot use a motion along a curve; "  \
                       "choose another joint")                                                     \
  X (SHAPE_IN_SPACE, "shapes touch in the plane only; make its body planar")                       \
  X (STEPS_IN_SPACE, "contacts and time stepping work in the plane; make it planar or choose "     \
                     "another method")                                                             \
  X (STEPS_MASSLESS, "contacts and time stepping need a mass and an inertia; give it some or "     \
                     "choose another method")                                                      \
  X (CONTACT_TOO_LARGE, "there are too many bodies or contact points for accurate contacts; "      \
                        "choose time stepping")                                                    \
  X (CONTACT_STIFF, "shapes that touch need an explicit method or time stepping; choose one")      \
  X (NOT_ACCURATE, "contact problems are posed in accurate motion; choose an explicit method")     \
  X (NO_IMPACT,                                                                                    \
     "no contact, rope or stop has closed with an impact until then; choose a later time")         \
  X (NO_CONTACT_FORCES, "no contact forces satisfy all conditions here")                           \
  X (WEDGED, "its friction grows faster than the load that it leaves: while the joint moves, no "  \
             "forces satisfy all conditions; a run stops it at once")                              \
  X (NOT_AT_RUN_TIME, "this cannot be changed while it runs; change the mechanism")                \
  X (CONFLICT, "its conditions cannot be met together with the others")                            \
  X (SINGULAR_FACTOR, "the linear system could not be factored")                                   \
  X (STEP_TOO_SMALL, "the steps became too short to continue: the motion jams or locks here, or "  \
                     "a load or law changes too fast")                                             \
  X (STUCK, "it is at rest at a singular position under a load that no finite forces carry; "      \
            "start from another position, or make an element compliant")                           \
  X (OUT_OF_REACH,                                                                                 \
     "it cannot take its joint any further: the mechanism is at the end of its reach "             \
     "here (a dead point); change its function")                                                   \
  X (BLOCKED, "it drives the mechanism against a stop, a rope or a lock that does not yield; "     \
              "change its function, or limit its effort")                                          \
  X (CHANGES_TOO_FAST, "its force changes too fast to be followed here; change its function")      \
  X (GIMBAL_LOCK, "its pitch reaches 90 degrees, where roll and yaw are not determined; turn its " \
                  "frames so that the largest rotation is roll or yaw")                            \
  X (DEAD_POINT,                                                                                   \
     "it is at a dead point, from which the mechanism can move either way; give its links "        \
     "a start velocity in one of the two directions")                                              \
  X (DEAD_POINT_RATE, "it is at a dead point, from which no motion of the links follows its "      \
                      "function; start it elsewhere, or at rest and away from there")              \
  X (RUNS_AWAY, "it turns faster and faster with nothing to hold it, and the run would not end; "  \
                "give it more mass or inertia, less torque, or a damper")                          \
  X (TOO_MANY_STEPS, "the limit of steps was reached; raise it, or ask for less accuracy")         \
  X (DIVERGED, "the motion left the range of finite numbers")                                      \
  X (NOT_DRIVEN, "some degrees of freedom are not driven; add drivers or simulate the motion")     \
  X (NOT_ACTUATED, "some degrees of freedom have no actuator; add drivers or ask for the nearest " \
                   "motion")                                                                       \
  X (NO_EQUILIBRIUM, "it falls or turns without end; hold it by a joint or a spring")              \
  X (ITERATION_LIMIT, "no equilibrium was found within the limit of iterations")                   \
  X (STOPPED, "stopped on request")                                                                \
  X (EXPRESSION_EMPTY, "the expression is empty; write a number or a formula")                     \
  X (EXPRESSION_TOO_LONG, "the expression is too long; give names to parts of it")                 \
  X (EXPRESSION_TOO_DEEP, "the expression is nested too deeply; "                                  \
                          "give names to parts of it")                                             \
  X (EXPRESSION_CHARACTER, "a character has no place in an expression")                            \
  X (EXPRESSION_ENCODING, "the expression is not valid UTF-8 text")                                \
  X (EXPRESSION_NUMBER, "a number in the expression cannot be read")                               \
  X (EXPRESSION_NUMBER_SIZE, "a number in the expression is too large")                            \
  X (EXPRESSION_NAME, "a name in the expression is not known here")                                \
  X (EXPRESSION_FUNCTION, "a function in the expression is not known")                             \
  X (EXPRESSION_ARGUMENTS, "a function in the expression has the wrong number of arguments")       \
  X (EXPRESSION_NO_ARGUMENTS, "a function in the expression is named without its arguments")       \
  X (EXPRESSION_OPERAND, "the expression lacks a number or a name")                                \
  X (EXPRESSION_OPERATOR, "the expression lacks an operator between two values")                   \
  X (EXPRESSION_OPENED, "a parenthesis in the expression is not closed")                           \
  X (EXPRESSION_CLOSED, "a parenthesis in the expression was never opened")                        \
  X (EXPRESSION_COMMA, "a comma in the expression is not between arguments of a function")         \
  X (EXPRESSION_CHOICE, "a choice in the expression needs both ? and :")                           \
  X (EXPRESSION_CHAIN, "comparisons in the expression cannot be chained; join them by &&")         \
  X (BAD_VARIABLE_NAME, "a variable needs a name of letters, digits and underscores that does "    \
                        "not begin with a digit")                                                  \
  X (TOO_MANY_SIGNALS, "an expression names more than 16 values of the motion; split it into two " \
                       "elements")                                                                 \
  X (NEEDS_TIME_ONLY, "its function may depend on the time only; a load or the law of a "          \
                      "spring may depend on the motion")                                           \
  X (FOLLOWS_JOINT,                                                                                \
     "its function may follow the coordinate of one joint, or its rate if it prescribes a speed, " \
     "and nothing else of the motion; use a load for the rest")                                    \
  X (NEEDS_MOTION,                                                                                 \
     "it follows an integral, a sampled or a delayed value, which only a simulated motion has; "   \
     "simulate it")                                                                                \
  X (TABLE_TOO_SHORT, "the table has too few rows")                                                \
  X (TABLE_ORDER, "the times of the table must increase from row to row")                          \
  X (TABLE_NOT_PERIODIC, "a table that repeats must end with the value with which it begins")

/// An enumerator of MbdStatus.
#define MBD_STATUS_ENUM(code, text) MBD_STATUS_##code,
/// Result of a call, from MBD_STATUS_LIST.
typedef enum
{
  MBD_STATUS_LIST (MBD_STATUS_ENUM) MBD_STATUS_COUNT
} MbdStatus;
#undef MBD_STATUS_ENUM

/// Kind of the element that a diagnosis refers to.
typedef enum
{
  MBD_ELEMENT_NONE,
  MBD_ELEMENT_BODY,
  MBD_ELEMENT_COUPLING,
  MBD_ELEMENT_FORCE,
  MBD_ELEMENT_SHAPE,
} MbdElement;

/// Location and cause of a failure, written by the failing call if the pointer is not NULL.
typedef struct
{
  MbdStatus code;     ///< status that the call returned
  MbdElement element; ///< kind of the element
  int id;             ///< id of the element, as given by the caller
  int row;            ///< row of the coupling or of the table, from 0; -1 if not applicable
  double value;       ///< the offending number or the remaining error, 0 if not applicable
  int text_start;     ///< expression: offset of the offending part, bytes
  int text_length;    ///< expression: length of the offending part, bytes; 0 if something is
                      ///< missing
} MbdDiagnosis;

/// Returns the text of a status code; static, in English, without a full stop.
const char *mbd_status_text (MbdStatus status);

MBD_END_DECLS
