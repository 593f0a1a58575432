// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the inspector share: one file per subject builds the rows that it has, from
// tables of fields.

#pragma once

#include "lw-field-editor.h"
#include "lw-inspector.h"
#include "lw-live-value.h"
#include "lw-appearance.h"

G_BEGIN_DECLS

#define LW_LIVE_CHANNELS_MAX 6
#define LW_SOLVER_ROWS 6

typedef struct _LwLiveRow LwLiveRow;
/// A value that is no channel.
typedef double (*LwLiveFunc) (LwInspector *self, MbdState *state, const LwLiveRow *row);

struct _LwLiveRow
{
  LwLiveValue *row;
  char *name;
  char *suffixes[LW_LIVE_CHANNELS_MAX];
  guint channels[LW_LIVE_CHANNELS_MAX];
  guint n;
  int significant;
  LwLiveFunc get;   ///< NULL: the channels
  int element;      ///< of it: index of the coupling or force element in the model
  int index;        ///< which value
  const char *unit; ///< of it, interned
};

struct _LwInspector
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwDocument *document;
  LwPlayer *player;
  LwAppearance *look;
  GPtrArray *live; ///< of LwLiveRow
  char *structure; ///< what the rows were built for
  char *body_rows; ///< of the one body that is shown; NULL: another with such rows needs others

  // Children
  GtkScrolledWindow *scrolled;
  GtkBox *content;
  GtkBox *card; ///< the one begun last

  GArray *targets; ///< of LwElementRef: several elements of one kind that are shown; else empty
  LwElementRef live_target;
  MbdAxes axes;           ///< in which a reaction is shown
  int side;               ///< and on which body
  bool more;              ///< each row is shown
  double *errors[3];      ///< of all rows, at the shown instant; owned
  GPtrArray *role_labels; ///< of GtkLabel, by row of the coupling
  GtkLabel *state_label;  ///< NULL: no coupling is shown
  GtkWidget *mend_button;
  GtkLabel *gimbal_label;              ///< NULL: no bushing is shown
  LwLiveValue *solver[LW_SOLVER_ROWS]; ///< NULL: something is selected
  int state_coupling;                  ///< index in the model
  int bushing;                         ///< likewise
  int first_role;                      ///< row of the first of the labels
  GtkWidget *equations;                ///< NULL: nothing is selected that has some
  LwElementRef equations_of;
  bool equations_open; ///< and stays so when another element is selected
  guint rebuild_id;
  guint live_id;
};

/// One row of live values of an element: the channels whose names end so.
typedef struct
{
  const char *suffix; ///< of the channel, e.g. "reaction_x"
  const char *name;   ///< of the row, to be translated
  int significant;    ///< figures
} LwLiveSpec;

/// Rows are added to the card that was begun last.
void lw_inspector_begin_card (LwInspector *self, const char *title, const char *remark);
/// The same with a widget in the place of the remark.
void lw_inspector_begin_card_with (LwInspector *self, const char *title, GtkWidget *remark);
void lw_inspector_add (LwInspector *self, GtkWidget *row);
/// An empty row with its name, to be added.
GtkWidget *lw_inspector_new_row (const char *name);
void lw_inspector_add_fields (LwInspector *self,
                              LwElementRef target,
                              const LwFieldSpec *specs,
                              guint n_specs);
/// A name and words at the right.
void lw_inspector_add_words (LwInspector *self, const char *name, const char *words);
/// A name and the bodies with their colours, which can be chosen.
void lw_inspector_add_bodies (LwInspector *self, const char *name, const int *ids, guint n);
/// The same for joints that others use.
void lw_inspector_add_couplings (LwInspector *self, const char *name, const int *ids, guint n);
/// The channels of an element (target NONE: of the whole mechanism) that it has of these.
void lw_inspector_add_live (LwInspector *self,
                            LwElementRef target,
                            const LwLiveSpec *specs,
                            guint n_specs);
/// A value that is computed at each instant and cannot be plotted.
void lw_inspector_add_computed (LwInspector *self,
                                const char *name,
                                const char *unit,
                                LwLiveFunc get,
                                int element,
                                int index,
                                int significant);
void lw_inspector_add_multipliers (LwInspector *self, LwElementRef target);
/// Icon, name that can be edited, words under it, and a switch when `enabled` is not NULL.
void lw_inspector_add_header (LwInspector *self,
                              LwElementRef target,
                              const char *icon_name,
                              const char *words,
                              const LwFieldSpec *name,
                              const LwFieldSpec *enabled);

/// Show the values of the shown instant, now or when it is time.
void lw_inspector_update_live (LwInspector *self);
void lw_inspector_moved (LwInspector *self);
/// The channels of the rows in another mechanism; false when one is gone.
bool lw_inspector_find_live_again (LwInspector *self);
/// The rows for another element; false when it has not all of the values.
bool lw_inspector_take_live (LwInspector *self, LwElementRef target);
void lw_inspector_update_marks (LwInspector *self);
/// What a new plot of a value is called: "B: Reaction |F|". Free with g_free ().
char *lw_inspector_dup_plot_title (LwInspector *self, const char *name);
/// The equations of an element, folded; and with the numbers of the shown instant.
void lw_inspector_add_equations (LwInspector *self, LwElementRef target);
void lw_inspector_update_equations (LwInspector *self);
void lw_live_row_free (gpointer data);

LwMechanism *lw_inspector_get_mechanism (LwInspector *self);
/// Make the rows anew when there is time.
void lw_inspector_rebuild_later (LwInspector *self);

/// Couplings: the state and the rows, the reaction, the frames, the kind, the function.
void lw_inspector_add_state (LwInspector *self, LwElementRef target, int coupling);
void lw_inspector_add_rows (LwInspector *self, int coupling);
void lw_inspector_update_state (LwInspector *self, MbdState *state);
void lw_inspector_forget_rows (LwInspector *self);
void lw_inspector_init_reaction (LwInspector *self);
void lw_inspector_begin_reaction_card (LwInspector *self, int coupling);
void lw_inspector_add_reaction (LwInspector *self, LwElementRef target, int coupling);
/// The same for a force element between two bodies.
void lw_inspector_begin_action_card (LwInspector *self, const LwForce *force);
void lw_inspector_add_action (LwInspector *self, LwElementRef target);
void lw_inspector_add_frames (LwInspector *self,
                              LwElementRef target,
                              const MbdCouplingDef *def,
                              bool spatial,
                              const LwFieldSpec points[2]);
/// `resolved`: with bodies and frames of the joints that it uses.
void lw_inspector_add_kind (LwInspector *self,
                            const LwCoupling *coupling,
                            const MbdCouplingDef *resolved,
                            bool spatial);
void lw_inspector_add_gear (LwInspector *self, LwElementRef target, const LwCoupling *gear);
void lw_inspector_add_normals (LwInspector *self,
                               LwElementRef target,
                               const LwCoupling *contact,
                               bool spatial);
/// The frames of the second pair of a gear that works on no joints.
void lw_inspector_add_second_frames (LwInspector *self, LwElementRef target, bool spatial);
/// `is_length`: its values are in m, else in rad; `is_rate`: per s.
void lw_inspector_add_function (LwInspector *self,
                                const LwCoupling *coupling,
                                const char *title,
                                bool is_length,
                                bool is_rate);
extern const LwFieldSpec lw_inspector_length_field;
/// Of a function that is one number: an angle, rad.
extern const LwFieldSpec lw_inspector_constant_angle_field;
/// What decides which rows a coupling has. Free with g_free ().
char *lw_inspector_dup_coupling_structure (LwInspector *self, const LwCoupling *coupling);

/// Force elements.
char *lw_inspector_dup_force_structure (const LwForce *force);
void lw_inspector_add_bushing (LwInspector *self, const LwForce *force, bool spatial);
void lw_inspector_update_bushing (LwInspector *self, MbdState *state);
void lw_inspector_add_load (LwInspector *self, const LwForce *force, bool spatial);
/// Of several loads that follow no functions.
void lw_inspector_add_load_numbers (LwInspector *self, LwElementRef target, bool spatial);
/// The card of a spring, by what its law is.
void lw_inspector_add_spring (LwInspector *self, const LwForce *force, bool spatial);
void lw_inspector_add_spring_constants (LwInspector *self, LwElementRef target);
/// A row that puts a bushing in the place of a joint, or the joint in the place of a bushing.
void lw_inspector_add_replace (LwInspector *self, LwElementRef target);
/// A function as a formula, `value` where it has none. Free with g_free ().
char *lw_inspector_dup_formula (const LwFunction *function, double value);
/// The fields of a bushing's constants, for several of them too.
void lw_inspector_add_bushing_constants (LwInspector *self, LwElementRef target, bool spatial);

/// Which bytes of an expression are at fault; `own` names, NULL-terminated, come before those of
/// the parameters.
bool lw_inspector_find_expression_fault (const LwMechanism *mechanism,
                                         const char *const *own,
                                         const char *text,
                                         int *start,
                                         int *end);

/// Take over what is selected; false when it is of several kinds.
bool lw_inspector_take_targets (LwInspector *self);
/// Several elements of one kind are shown; fields edit all of them.
bool lw_inspector_is_several (LwInspector *self);
guint lw_inspector_get_n_targets (LwInspector *self);
LwElementRef lw_inspector_get_target (LwInspector *self, guint index);
/// Icon, how many there are, and their names.
void lw_inspector_add_header_of_several (LwInspector *self, const char *icon_name);

/// The subjects.
void lw_inspector_build_body (LwInspector *self, const LwBody *body);
void lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling);
void lw_inspector_build_force (LwInspector *self, const LwForce *force);
void lw_inspector_build_tracer (LwInspector *self, const LwTracer *tracer);
/// A measurement (lw-inspector-measurement.c), and what of it decides which rows there are.
void lw_inspector_build_measurement (LwInspector *self, const LwMeasurement *measurement);
void lw_inspector_append_measurement (LwInspector *self,
                                      GString *string,
                                      const LwMeasurement *measurement);
void lw_inspector_build_mechanism (LwInspector *self);

/// The card of the solver, with the figures of the present run; and show them as they are now.
void lw_inspector_add_solver (LwInspector *self);
void lw_inspector_update_solver (LwInspector *self);
/// As the user reads it.
const char *lw_inspector_get_method_name (MbdMethod method);

/// The card of the background image, when there is one; what decides which rows it has.
void lw_inspector_add_background (LwInspector *self);
void lw_inspector_append_background (LwInspector *self, GString *structure);
/// The card of the parameters.
void lw_inspector_add_parameters (LwInspector *self);
/// What decides which rows it has.
void lw_inspector_append_parameters (LwInspector *self, GString *structure);
/// How bodies touch, in a card of their own; what decides which rows it has (NULL: of the
/// mechanism); of all bodies.
void lw_inspector_add_contact (LwInspector *self, LwElementRef target);
void lw_inspector_append_contact (LwInspector *self, GString *structure, const LwBody *body);
void lw_inspector_add_contacts_of_all (LwInspector *self);
/// What the bodies are cut from, in a card of its own.
void lw_inspector_add_plate (LwInspector *self, LwElementRef target);
/// Rows for the size of a disc or a box and for the vertices of a polygon.
void lw_inspector_add_dimensions (LwInspector *self, LwElementRef target);

/// True when the body moves in space: three coordinates are shown.
bool lw_inspector_is_spatial (LwInspector *self, int body);
/// "Crank", "the ground" or "Body 3". Free with g_free ().
char *lw_inspector_dup_body_name (LwInspector *self, int id);

G_END_DECLS
