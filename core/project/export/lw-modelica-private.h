// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the parts of the writer of Modelica models.

#pragma once

#include "lw-model-writer.h"
#include "lw-tree-freedoms.h"

G_BEGIN_DECLS

#define LW_MODELICA_MULTIBODY "Modelica.Mechanics.MultiBody."

typedef struct
{
  LwModelWriter base;
  GString *parts, *equations;
  GHashTable *words;             ///< name of a parameter -> word
  GHashTable *quantities;        ///< quantity of the motion, or integral -> variable
  bool *has_flange;              ///< by body: something turns or pushes its joint
  LwTreeFreedoms *poses, *rates; ///< conditions of the start
} LwModelicaWriter;

const char *lw_modelica_get_name (const LwModelicaWriter *self, MbdElement kind, int id);
/// Returns a name "first_second" that no other component has. Free with g_free ().
char *lw_modelica_dup_free_name (LwModelicaWriter *self, const char *first, const char *second);
void lw_modelica_add_connection (LwModelicaWriter *self, const char *first, const char *second);
/// Ends a component with the name of its element as a comment.
void lw_modelica_end_part (LwModelicaWriter *self, MbdElement kind, int id);
/// Returns the name of a frame at a place of a body, m, world at the start, after adding it; index -1: the
/// ground. Free with g_free ().
char *lw_modelica_dup_place (LwModelicaWriter *self,
                             int index,
                             const double place[3],
                             const char *element);
/// Connects an element between two points, m, body frames.
void lw_modelica_connect_points (LwModelicaWriter *self,
                                 const char *name,
                                 const int bodies[2],
                                 double places[2][3]);

/// Returns a function of time and of the motion as an expression, after adding the variables that it
/// needs; NULL and a message about the element if there is none. Free with g_free ().
char *
lw_modelica_dup_value (LwModelicaWriter *self, MbdElement kind, int id, const LwFunction *function);
/// Returns the law of a spring in the same way. `length`, `rate`: variables of the spring.
char *lw_modelica_dup_law (LwModelicaWriter *self,
                           const LwForce *spring,
                           const char *length,
                           const char *rate);

void lw_modelica_add_spring (LwModelWriter *base, const LwForce *spring);
void lw_modelica_add_load (LwModelWriter *base, const LwForce *load);

G_END_DECLS
