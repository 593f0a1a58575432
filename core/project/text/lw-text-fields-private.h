// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes fields of JSON objects. Texts passed as arguments belong to the caller. Numbers read back
// bit for bit.

#pragma once

#include "lw-text-private.h"

G_BEGIN_DECLS

extern const double lw_text_zero[3];

char *lw_text_number_text (double value);
char *lw_text_numbers_text (const double *values, guint n);
/// Returns true if the numbers are equal bit by bit.
bool lw_text_same (const double *a, const double *b, size_t n);
/// Returns a vector without its z if that is zero and may be left out.
char *lw_text_vector_text (const double v[3], int dimension);
char *lw_text_string_text (const char *string);

/// Adds the plain fields of an object in which `element` differs from `usual` (NULL: all).
void lw_text_add_plain (GPtrArray *fields,
                        const LwTextObject *object,
                        const void *element,
                        const void *usual);
/// Returns a new object: a list of texts "key": value. Functions with `usual` write nothing if the
/// value equals it.
GPtrArray *lw_text_fields_new (void);
/// Takes ownership of the value.
void lw_text_add (GPtrArray *fields, const char *key, char *value);
void lw_text_add_id (GPtrArray *fields, const char *key, int id);
void lw_text_add_ids (GPtrArray *fields, const char *key, const int *ids, guint n);
/// Adds a list of texts of values.
void lw_text_add_list (GPtrArray *fields, const char *key, const GPtrArray *list);
/// Adds a text unless it is NULL or empty.
void lw_text_add_string (GPtrArray *fields, const char *key, const char *string);
void lw_text_add_number (GPtrArray *fields, const char *key, double value, double usual);
void lw_text_add_vector (GPtrArray *fields,
                         const char *key,
                         const double v[3],
                         const double usual[3],
                         int dimension);
void
lw_text_add_word (GPtrArray *fields, const char *key, const LwWord *words, int value, int usual);
void lw_text_add_bool (GPtrArray *fields, const char *key, bool value, bool usual);
char *
lw_text_join (const GPtrArray *fields, const char *open, const char *separator, const char *close);
/// Returns the object on one line; frees the fields.
char *lw_text_object_text (GPtrArray *fields);
/// Returns the object on one line if it is short, otherwise with one field on each line, indented
/// by `indent` + 2 spaces. Frees the fields.
char *lw_text_element_text (GPtrArray *fields, int indent);
/// Returns a new object with id and name.
GPtrArray *lw_text_element_fields (const LwElement *element);

/// Returns how many numbers a vector of this body has at least: 3 in space, 2 otherwise.
int lw_text_dimension_of (const LwMechanism *mechanism, int id);
/// Adds "points": two points.
void
lw_text_add_point_pair (GPtrArray *fields, const double a[3], const double b[3], int dimension);
/// Adds "frames" of `n` bodies, or only their origins as "points" if their axes are the axes of the
/// bodies.
void lw_text_add_places (GPtrArray *fields, const MbdFrame *const *frames, guint n, int dimension);
char *lw_text_function_text (const LwFunction *function);

/// Returns the fields of a force element (lw-text-write-forces.c).
GPtrArray *lw_text_force_fields (const LwMechanism *mechanism, guint index);

// Parameters and bindings (lw-text-formulas.c), by index
GPtrArray *lw_text_parameter_fields (const LwMechanism *mechanism, guint index);
GPtrArray *lw_text_binding_fields (const LwMechanism *mechanism, guint index);
// Hidden and locked elements (lw-text-marks.c)
GPtrArray *lw_text_mark_fields (const LwMechanism *mechanism, guint index);
/// Adds the field "background" unless it is NULL.
void lw_text_add_background (GPtrArray *fields, const LwBackground *background);

// Contact (lw-text-contact.c)

void lw_text_add_contact (GPtrArray *fields, const LwBody *body);
GPtrArray *lw_text_contact_pair_fields (const LwMechanism *mechanism, guint index);

G_END_DECLS
