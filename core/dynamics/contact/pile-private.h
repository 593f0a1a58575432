// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of a pile, shared by its files:
//
//   pile.c            bodies, shapes, a step
//   pile-clear.c      the time for which no contact can be passed over
//   pile-collide.c    near pairs, their points from step to step
//   collision.c       the points of two convex pieces
//   pile-order.c      elimination order and layout of the block factor
//   pile-factor.c     its kernels
//   pile-solve.c      method X
//   pile-sweeps.c     impulses for the rows that method X did not finish, and momentum
//   pile-sleep.c      bodies that are skipped while they rest

#pragma once

#include <stdint.h>

#include "mbd-pile.h"

// Kernels are compiled twice: for every processor of the architecture, and for processors with wide
// registers. They are static, since clang names the dispatcher between the two so that other files
// cannot link to it. Sanitizers are not ready yet when the dispatcher runs.
#if defined __x86_64__ && defined __gnu_linux__ && !defined MBD_SANITIZED
#define MBD_CLONES __attribute__ ((target_clones ("arch=x86-64-v3", "default")))
#else
#define MBD_CLONES
#endif

/// Features of points between polygons: an edge of the reference piece, << 12, an edge of the
/// other, << 2, and which end of which; or two corners.
enum
{
  MBD_FEATURE_CORNERS = 1 << 29,
  MBD_FEATURE_FLIP = 1 << 30, // the reference piece is b
};

enum
{
  MBD_BLOCK = 12, // a 3x3 block: three columns of 4
};

typedef struct
{
  double mass, inertia;
  double x[3];   // q
  double length; // side of a box of the same inertia; distance of its corners
  double reach;
  double near_x[3];      // q when the pairs were last found
  double factor_x[2][3]; // q when each factor was computed
  double factor_extra[2];
  int island_root;
  double island_mass, island_least; // largest and smallest of the island
  bool asleep, in_row;              // in_row: in a row of the caller, in this step
  double calm, island_calm;         // s, how long it has been calm; least of an island, at its root
  int group;                        // bodies that fell asleep together
  double slept_x[3], slept_force[3];
} MbdPileBody;

/// A convex piece: a polygon with a radius, a point with a radius, or a half plane.
typedef struct
{
  int body, shape;
  int kind;         // MBD_SHAPE_POLYGON (capsules too), _DISC or _HALF_PLANE
  int first, count; // range of corners
  double radius;
  double reach;     // from the origin of the body
  double thickness; // m, least width
  double swept[4];  // a box that it cannot leave in a step, like `box` (pile-clear.c)
  bool fast;        // true if it could pass over a contact in that step
  double placed[3]; // pose of the world corners
  double box[4];    // least x, least y, largest x, largest y, inflated
} MbdPiece;

typedef struct
{
  double friction, restitution, rolling;
  int group;
  int body;
} MbdPileShape;

typedef struct
{
  int a, b;
  MbdShapePair pair;
} MbdPileOverride;

typedef struct
{
  double p[2]; // world, midway between the surfaces
  double gap;
  int feature;
} MbdManifoldPoint;

typedef struct
{
  int count;
  double n[2]; // from a to b
  int axis;    // edge that gave the normal: of a, or count of a + edge of b; -1 if none
  MbdManifoldPoint point[2];
} MbdManifold;

/// A contact point in the form that the solver uses. With t = (-n_y, n_x) its rows are
///   normal   on a (-n, -turn_a[0])   on b (n, turn_b[0])
///   tangent  on a (-t, -turn_a[1])   on b (t, turn_b[1])
/// Kept small: a pass over all points is bound by memory.
typedef struct
{
  double n[2];
  double turn_a[2], turn_b[2]; // arm x n, arm x t
  double bias;
  double ln, lt; // impulses
  double friction;
  double mass; // largest of the island
  int a, b;
  int pair, index;
} MbdPoint;

/// Additional data of a point for Newton's method.
typedef struct
{
  double yn, yt; // J v (+ bias)
  double dn, dt; // J of a direction
  double pn, pt;
  double bound;               // largest pt
  double bias;                // the point's bias, except that an overlap stays
  double kept_n, kept_t;      // impulses for restoring
  bool normal_in, tangent_in; // True if in the factor
} MbdPointState;

/// Two pieces that are near each other.
typedef struct
{
  uint64_t key;
  int a, b; // pieces
  int edge; // block of their bodies
  double friction, restitution, rolling;
  MbdManifold manifold;
  double ra[2][2], rb[2][2]; // arms of the points
  double x_a[3], x_b[3];     // poses of the manifold
  double gap[2];             // current gaps
  double margin;             // margin used for the manifold
  bool fresh;                // True if the manifold was found in this step
  double ln[2], lt[2], lr[2];
  double slip[2];
} MbdPilePair;

/// A row of a joint, or against rolling.
typedef struct
{
  MbdPileRowKind kind;
  int sides, body[MBD_PILE_SIDES];
  double G[MBD_PILE_SIDES][3];
  double e, cfm, limit, lambda, scale; // scale of the caller's row
  bool soft;                           // cfm is so large that the impulse follows from the speed
  double sigma;                        // in ADMM's factor; kept from step to step
  double mass;
  double y, d, p, kept;
  int point;      // box whose limit follows this point, -1 if none
  int normal;     // box whose limit follows this row, -1 if none
  double rolling; // times its normal impulse
  double shift;   // added to the impulse of that row
  bool in_factor;
  int source; // index in the caller's rows, -1 if none
} MbdInnerRow;

typedef struct
{
  int a, b;  // bodies
  int block; // below the diagonal in the factor
  bool transposed;
} MbdEdge;

/// A factor of one set of rows.
typedef struct
{
  double *L;
  double *inverse; // inverses of the diagonal blocks
  uint64_t signature;
  bool valid;
} MbdPileFactor;

/// A pause after a failure, for some steps, twice as many after every consecutive failure.
typedef struct
{
  int steps, failures;
} MbdPilePause;

struct MbdPile
{
  MbdPileSettings settings;
  double length; // size of a typical body

  MbdPileBody *bodies;
  int n_bodies, most_bodies;
  double *v, *v_star, *v_old, *r, *delta, *x; // 4 for each body
  double *kept_v, *moved;                     // moved: the velocities with which positions change
  double *mass, *inverse_mass;                // 4 for each body: m, m, I, 0
  double *extra; // 4 for each body: h^2 times a stiffness, added to M of v

  MbdPileShape *shapes;
  int n_shapes, most_shapes;
  MbdPiece *pieces;
  int n_pieces, most_pieces;
  int n_measured;            // pieces whose thickness is known
  double thinnest;           // m, of these
  double *local, *world;     // corners, two each
  double *normal_l, *normal; // normals of the edges that begin there
  int n_corners, most_corners;
  MbdPileOverride *overrides;
  int n_overrides, most_overrides;
  uint64_t *ignored;
  int n_ignored, most_ignored;

  int *sorted;   // pieces by box[0]
  int *by_sweep; // pieces by swept[0]
  int most_sorted;
  MbdPilePair *pairs, *old_pairs;
  int n_pairs, n_old_pairs, most_pairs, most_old_pairs;
  bool pairs_known;

  MbdPoint *points;
  MbdPointState *states;
  int n_points, most_points;
  int n_known_points; // including points of sleeping bodies, which come last
  MbdInnerRow *rows;
  int n_rows, most_rows;
  uint64_t signature, row_topology;

  // order and layout
  MbdEdge *edges;
  int n_edges, most_edges;
  uint64_t *edge_keys; // sorted, scratch
  int most_edge_keys;
  int *position; // column by body, -1 if none
  int *body_at;  // body by column
  int n_columns;
  int *column_start, *column_row;          // blocks of a column; the first is the diagonal
  int *row_start, *row_column, *row_block; // columns before j with a block in row j
  int *place;
  int n_blocks, most_blocks, most_order;
  int *graph_start, *graph;
  int most_graph;
  int *parent, *mark;
  MbdPileFactor factor[2];

  double fineness; // factor on tolerances, <= 1
  double noise;    // m/s, below which nothing converges
  // m/s: round-off in rows of joints, of residuals and of impulses over the lightest mass
  double row_noise, impulse_noise;
  bool by_newton;
  MbdPilePause newton, extension;
  int n_asleep, n_groups;
  double last_step;
  MbdPileReport report;
  bool failed; // True if memory is exhausted
};

/// Returns the smaller or the larger of two numbers. (fmin () and fmax () are calls: they check for
/// NaN.)
static inline double
mbd_least (double a, double b)
{
  return a < b ? a : b;
}

static inline double
mbd_most (double a, double b)
{
  return a > b ? a : b;
}

/// Reserves room for `count` elements, at least doubled. Returns false and sets pile->failed if
/// memory is exhausted.
bool mbd_pile_grow (MbdPile *pile, void **array, int *most, int count, size_t size);

/// Finds the points of two pieces whose gap is below `margin`; `last` holds their previous points
/// (its axis is kept unless another is better by `hysteresis`).
void mbd_collide (const MbdPile *pile,
                  const MbdPiece *a,
                  const MbdPiece *b,
                  double margin,
                  double hysteresis,
                  MbdManifold *manifold);
/// Finds pairs if something has moved far enough, and their manifolds and points.
bool mbd_pile_collide (MbdPile *pile, double h);
/// Moves the corners of a piece to the pose of its body.
void mbd_pile_place_piece (MbdPile *pile, MbdPiece *piece);
bool mbd_pile_may_collide (const MbdPile *pile, const MbdPiece *a, const MbdPiece *b);
/// Share of the thickness of the thinner piece by which pieces may be in each other while the side
/// from which they came is still known.
#define MBD_PILE_DEEPEST 0.4
/// Returns true if a body at a speed cannot be deeper in any other than a share of the thickness of
/// the thinnest piece after a time h.
bool mbd_pile_is_slow (MbdPile *pile,
                       int body,
                       const double *v,
                       const double *a,
                       double h,
                       double deepest);
/// Returns the time, at most h, for which the bodies can move from their poses and velocities until
/// two may be in each other by the share `deepest` of the thickness of the thinner one: 0 not at all.
/// accelerations: 3 for each body, or NULL; `skips` (may be NULL): pairs of pieces that are not
/// considered.
double mbd_pile_clear_time (MbdPile *pile,
                            double h,
                            double deepest,
                            const double *accelerations,
                            bool (*skips) (const void *data, int piece_a, int piece_b),
                            const void *data);
/// Orders the bodies for elimination; edges come from pairs and rows.
bool mbd_pile_order (MbdPile *pile);
int mbd_pile_find_edge (const MbdPile *pile, int a, int b);

/// Factors L (which holds the lower blocks of H) in place. Returns false if it is not positive
/// definite.
bool mbd_pile_factor (const MbdPile *pile, MbdPileFactor *factor);
/// x <- H^-1 x, 4 for each body; the entries of body 0 are not used.
void mbd_pile_back (const MbdPile *pile, const MbdPileFactor *factor, double *x);

/// Returns true if no body of a pair moves: they sleep or are body 0.
bool mbd_pile_pair_sleeps (const MbdPile *pile, const MbdPilePair *pair);
/// Wakes bodies that are pulled, moved or held by rows differently from when they fell asleep.
void mbd_pile_wake_pulled (MbdPile *pile, const double *forces);
/// Wakes bodies that an awake body has approached. Returns true if any woke.
bool mbd_pile_wake_touched (MbdPile *pile);
/// Called after a step: lets islands fall asleep that have been calm for long.
void mbd_pile_fall_asleep (MbdPile *pile, double h, const double *forces);
/// Solves for the velocities of the step, and for those with which bodies are moved in it: these
/// open overlaps even if that would require energy.
bool mbd_pile_solve (MbdPile *pile);
/// Makes Gauss-Seidel sweeps over all rows from the current impulses, at most `most` or until no
/// velocity changes by more than `enough`, m/s.
void mbd_pile_sweep (MbdPile *pile, int most, double enough);
/// Computes the velocities for the impulses: (M + extra) v = M v* + J'p + G'lambda.
void mbd_pile_balance (MbdPile *pile);
/// Scales all impulses down by one factor if that leaves less energy.
void mbd_pile_temper (MbdPile *pile);
