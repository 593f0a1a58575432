// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the inspector, shared by its files: for each subject, one file builds the
// rows from tables of fields.

#pragma once

#include "lw-field-editor.h"
#include "lw-inspector.h"
#include "lw-live-value.h"
#include "lw-appearance.h"

G_BEGIN_DECLS

#define LW_LIVE_CHANNELS_MAX 6
#define LW_SOLVER_ROWS 6

typedef struct _LwLiveRow LwLiveRow;
/// Computes a value that is not a channel.
typedef double (*LwLiveFunc) (LwInspector *self, MbdState *state, const LwLiveRow *row);

struct _LwLiveRow
{
  LwLiveValue *row;
  char *name;
  char *suffixes[LW_LIVE_CHANNELS_MAX];
  guint channels[LW_LIVE_CHANNELS_MAX];
  guint n;
  int significant;
  LwLiveFunc get;   ///< NULL if the row shows channels
  int element;      ///< argument of `get`: index of the coupling or force element in the model
  int index;        ///< argument of `get`: number of the value
  const char *unit; ///< unit of the value, interned
};

struct _LwInspector
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwDocument *document;
  LwPlayer *player;
  LwAppearance *look;
  GPtrArray *live; ///< array of LwLiveRow
  char *structure; ///< description of what the rows were built for

  // Children
  GtkScrolledWindow *scrolled;
  GtkBox *content;
  GtkBox *card;         ///< current card, the last one begun; NULL before the first
  GtkWidget *next_part; ///< the next existing child of the content while rows are built
  GtkWidget *next_row;  ///< the next existing child of the current card
  GtkBox *outer_card;   ///< card with the folded rows, while these are added
  GtkWidget *outer_next;

  GArray *targets; ///< array of LwElementRef: several shown elements of one kind; else empty
  LwElementRef live_target;
  MbdAxes axes;           ///< axes in which a reaction is shown
  int side;               ///< index of the body on which it is shown
  bool more;              ///< true if the individual rows are shown
  bool row_defs_open;     ///< true if their levels and compliances are, whether they differ or not
  double *errors[3];      ///< errors of all rows at the displayed time; owned
  GPtrArray *role_labels; ///< array of GtkLabel, by row of the coupling
  GtkLabel *state_label;  ///< NULL if no coupling is shown
  GtkWidget *mend_button;
  GtkLabel *gimbal_label;              ///< NULL if no bushing is shown
  LwLiveValue *solver[LW_SOLVER_ROWS]; ///< NULL if something is selected
  int state_coupling;                  ///< index in the model
  int compliant;                       ///< index of the compliant joint in the model
  int first_role;                      ///< row of the first of the labels
  GtkWidget *equations;                ///< NULL if the selection has none
  LwElementRef equations_of;
  bool equations_open; ///< kept when the selection changes
  bool renew;          ///< the rows are removed before they are built again
  bool behind;         ///< the player of the document's mechanism is still being made
  bool waiting;        ///< the selection will be shown with that player
  guint rebuild_id;
  guint live_id;
};

/// A row of live values of an element: the channels whose names have these suffixes.
typedef struct
{
  const char *suffix; ///< suffix of the channel name, e.g. "reaction_x"
  const char *name;   ///< name of the row, translatable
  int significant;    ///< significant figures
} LwLiveSpec;

/// Begins a card, to which the following rows are added.
void lw_inspector_begin_card (LwInspector *self, const char *title, const char *remark);
/// Like lw_inspector_begin_card (), with a widget in place of the remark.
void lw_inspector_begin_card_with (LwInspector *self, const char *title, GtkWidget *remark);
void lw_inspector_add (LwInspector *self, GtkWidget *row);
/// Begin and end building; a builder takes the next existing row with a key, or puts a new one there.
void lw_inspector_begin (LwInspector *self);
void lw_inspector_end (LwInspector *self);
void
lw_inspector_end_card (LwInspector *self); ///< removes the existing rows that have not been taken
GtkWidget *lw_inspector_take (LwInspector *self, const char *key);
void lw_inspector_put (LwInspector *self, GtkWidget *row, const char *key);
/// Returns an empty row with its name, to be added.
GtkWidget *lw_inspector_new_row (const char *name);
void lw_inspector_add_fields (LwInspector *self,
                              LwElementRef target,
                              const LwFieldSpec *specs,
                              guint n_specs);
/// Rows from the tables of fields (lw-inspector-fields.c): returns true if a card has some that all
/// shown elements have; and adds them.
bool lw_inspector_has_card_fields (LwInspector *self, LwElementRef target, const char *card);
void lw_inspector_add_card_fields (LwInspector *self, LwElementRef target, const char *card);
/// Appends what determines which of them an element has.
void lw_inspector_append_fields (LwInspector *self, GString *structure, LwElementRef target);
/// Adds the row of one field, whether its card and condition ask for it or not.
void lw_inspector_add_field (LwInspector *self, LwElementRef target, const char *name);
/// Returns the description of a row in the plane.
const LwFieldSpec *lw_inspector_get_field (LwElementRef target, const char *name);
/// Returns true if one of the bodies of an element moves in space.
bool lw_inspector_element_is_spatial (LwInspector *self, LwElementRef target);
/// Adds a row with a name and a text at the right; returns its label.
GtkWidget *lw_inspector_add_words (LwInspector *self, const char *name, const char *words);
/// Adds a row with a name and buttons that select the bodies, with their colours.
void lw_inspector_add_bodies (LwInspector *self, const char *name, const int *ids, guint n);
/// Adds such a row, or takes an existing one whose key begins with `key_prefix`, and returns it.
GtkWidget *lw_inspector_add_body_row (LwInspector *self,
                                      const char *key_prefix,
                                      const char *name,
                                      const int *ids,
                                      guint n);
/// Like lw_inspector_add_bodies (), with a list from which other bodies can be chosen.
void lw_inspector_add_changeable_bodies (LwInspector *self, const LwCoupling *coupling);
void lw_inspector_init_bodies (LwInspector *self);
/// Like lw_inspector_add_bodies (), for joints that a coupling uses.
void lw_inspector_add_couplings (LwInspector *self, const char *name, const int *ids, guint n);
/// Adds rows for those of the channels that the element has (target NONE: the mechanism).
void lw_inspector_add_live (LwInspector *self,
                            LwElementRef target,
                            const LwLiveSpec *specs,
                            guint n_specs);
/// Adds a row for a value that is computed at the displayed time and cannot be plotted.
void lw_inspector_add_computed (LwInspector *self,
                                const char *name,
                                const char *unit,
                                LwLiveFunc get,
                                int element,
                                int index,
                                int significant);
void lw_inspector_add_multipliers (LwInspector *self, LwElementRef target);
/// Adds a header with an icon, an editable name, text below it, and a switch if `enabled` is not
/// NULL.
void lw_inspector_add_header (LwInspector *self,
                              LwElementRef target,
                              const char *icon_name,
                              const char *words,
                              const LwFieldSpec *name,
                              const LwFieldSpec *enabled);

/// Shows the values at the displayed time, now or when the next update is due.
void lw_inspector_update_live (LwInspector *self);
void lw_inspector_moved (LwInspector *self);
/// Finds the channels of the rows in another mechanism. Returns false if one does not exist.
bool lw_inspector_find_live_again (LwInspector *self);
void lw_inspector_update_marks (LwInspector *self);
/// Returns the title for a new plot of a value: "B: Reaction |F|". Free with g_free ().
char *lw_inspector_dup_plot_title (LwInspector *self, const char *name);
/// Adds the equations of an element, folded; lw_inspector_update_equations () fills in the numbers
/// at the displayed time.
void lw_inspector_add_equations (LwInspector *self, LwElementRef target);
void lw_inspector_update_equations (LwInspector *self);
void lw_live_row_free (gpointer data);

LwMechanism *lw_inspector_get_mechanism (LwInspector *self);
/// Builds the rows again in an idle handler.
void lw_inspector_rebuild_later (LwInspector *self);

/// Cards and rows of couplings: state and rows, reaction, frames, kind, function.
void lw_inspector_add_state (LwInspector *self, LwElementRef target, int coupling);
void lw_inspector_add_rows (LwInspector *self, int coupling);
/// Adds the card with the size of a drive; `index` in the model. `turns`: it drives an angle.
void lw_inspector_add_sizing (LwInspector *self, int index, bool turns);
/// Returns an expander for rows of a card, not yet added.
GtkWidget *lw_inspector_new_expander (const char *title);
/// The rows that are added between these calls are folded.
void lw_inspector_begin_folded (LwInspector *self, GtkExpander *expander);
void lw_inspector_begin_more (LwInspector *self);
void lw_inspector_end_more (LwInspector *self);
void lw_inspector_update_state (LwInspector *self, MbdState *state);
void lw_inspector_forget_rows (LwInspector *self);
void lw_inspector_init_reaction (LwInspector *self);
void lw_inspector_begin_reaction_card (LwInspector *self, int coupling);
void lw_inspector_add_reaction (LwInspector *self, LwElementRef target, int coupling);
/// Like lw_inspector_begin_reaction_card (), for a force element between two bodies.
void lw_inspector_begin_action_card (LwInspector *self, const LwForce *force);
void lw_inspector_add_action (LwInspector *self, LwElementRef target);
/// `resolved`: the coupling with the bodies and frames of the joints that it uses.
void lw_inspector_add_kind (LwInspector *self,
                            const LwCoupling *coupling,
                            const MbdCouplingDef *resolved,
                            bool spatial);
void lw_inspector_add_gear (LwInspector *self,
                            LwElementRef target,
                            const LwCoupling *gear,
                            bool spatial);
void lw_inspector_add_normals (LwInspector *self,
                               LwElementRef target,
                               const LwCoupling *contact,
                               bool spatial);
/// Adds the fields of a function. `is_length`: its values are in m, else in rad; `is_rate`: per s.
void lw_inspector_add_function (LwInspector *self,
                                const LwCoupling *coupling,
                                const char *title,
                                bool is_length,
                                bool is_rate);
/// Field of a constant angle, rad.
extern const LwFieldSpec lw_inspector_constant_angle_field;
/// Returns a description of everything that determines the rows of a coupling. Free with g_free ().
char *lw_inspector_dup_coupling_structure (LwInspector *self, const LwCoupling *coupling);

/// Adds a row with a button that adds friction to a joint.
void lw_inspector_add_friction_button (LwInspector *self, LwElementRef target);

/// Rows of force elements.
void lw_inspector_add_load_axes (LwInspector *self, LwElementRef target);
char *lw_inspector_dup_force_structure (const LwForce *force);
void lw_inspector_add_compliant (LwInspector *self, const LwForce *force, bool spatial);
void lw_inspector_update_compliant (LwInspector *self, MbdState *state);
void lw_inspector_add_load (LwInspector *self, const LwForce *force, bool spatial);
/// Adds the card of a spring, depending on its law.
void lw_inspector_add_spring (LwInspector *self, const LwForce *force, bool spatial);
/// Adds a row that replaces a joint by a bushing, or a bushing by a joint.
void lw_inspector_add_replace (LwInspector *self, LwElementRef target);
/// Returns a function as a formula, or `value` if it has none. Free with g_free ().
char *lw_inspector_dup_formula (const LwFunction *function, double value);

/// Finds the faulty bytes of an expression; `own` names, NULL-terminated, take precedence over
/// parameters.
bool lw_inspector_find_expression_fault (const LwMechanism *mechanism,
                                         const char *const *own,
                                         const char *text,
                                         int *start,
                                         int *end);

/// Adopts the selection. Returns false if it contains elements of several kinds.
bool lw_inspector_take_targets (LwInspector *self);
/// Returns true if several elements of one kind are shown; fields edit all of them.
bool lw_inspector_is_several (LwInspector *self);
guint lw_inspector_get_n_targets (LwInspector *self);
LwElementRef lw_inspector_get_target (LwInspector *self, guint index);
/// Adds a header with an icon, the number of elements and their names.
void lw_inspector_add_header_of_several (LwInspector *self, const char *icon_name);
void lw_inspector_add_header_of_many (LwInspector *self,
                                      const char *icon_name,
                                      const char *count,
                                      const char *names);

/// Builders of the rows for each subject.
void lw_inspector_build_body (LwInspector *self, const LwBody *body);
void lw_inspector_build_coupling (LwInspector *self, const LwCoupling *coupling);
void lw_inspector_build_force (LwInspector *self, const LwForce *force);
void lw_inspector_build_tracer (LwInspector *self, const LwTracer *tracer);
/// Rows of a measurement (lw-inspector-measurement.c), and a description of what determines them.
void lw_inspector_build_measurement (LwInspector *self, const LwMeasurement *measurement);
void lw_inspector_append_measurement (LwInspector *self,
                                      GString *string,
                                      const LwMeasurement *measurement);
void lw_inspector_build_mechanism (LwInspector *self);

/// Adds the card of the solver with the figures of the current run; and updates them.
void lw_inspector_add_solver (LwInspector *self);
void lw_inspector_update_solver (LwInspector *self);
/// Returns the name of a method for the user.

/// Adds the card of the background image, if there is one; and appends what determines its rows.
void lw_inspector_add_background (LwInspector *self);
void lw_inspector_append_background (LwInspector *self, GString *structure);
/// Adds the card of the parameters.
void lw_inspector_add_parameters (LwInspector *self);
/// Appends what determines the rows of that card.
void lw_inspector_append_parameters (LwInspector *self, GString *structure);
/// Contact: adds the card of a body; appends what determines its rows (NULL: of the mechanism);
/// adds the card for all bodies.
void lw_inspector_add_contact (LwInspector *self, LwElementRef target);
void lw_inspector_append_contact (LwInspector *self, GString *structure, const LwBody *body);
void lw_inspector_add_contacts_of_all (LwInspector *self);
/// Adds the card of the plate from which the bodies are cut.
void lw_inspector_add_plate (LwInspector *self, LwElementRef target);
/// Returns a length with its unit.
char *lw_inspector_dup_length (double length);
/// Returns points as text, one in each line, in units of the program.
char *lw_inspector_dup_points (const GArray *points);
/// Reads such a text; NULL and an error if a line is invalid. A line that displays one of the points
/// `before` the change is that point, with all its digits.
GArray *lw_inspector_read_points (const char *text, const GArray *before, GError **error);
/// Adds rows for the size of a disc or a box and for the vertices of a polygon.
void lw_inspector_add_dimensions (LwInspector *self, LwElementRef target);

/// Returns true if the body moves in space, so that three coordinates are shown.
bool lw_inspector_is_spatial (LwInspector *self, int body);
/// Returns the name of a body: "Crank", "the ground" or "Body 3". Free with g_free ().
char *lw_inspector_dup_body_name (LwInspector *self, int id);

G_END_DECLS
