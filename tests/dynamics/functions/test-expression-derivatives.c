// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The derivatives of expressions against differences, for every function at random points and for
// random expressions, and the rules at kinks and zeros against closed forms.
//
// The references are evaluated in long double by independent code, along x (s) = x + x' s + x'' s^2
// / 2, and differentiated at s = 0 by central differences that are extrapolated to step 0
// (Ridders), which also estimate their own error from neighbouring entries of the table.

#include "testing-seed.h"
#include "testing.h"

typedef long double Real;

enum
{
  STEPS = 16,     ///< steps of the extrapolation
  VARIABLES = 3,  ///< x, y, z
  MOST_NODES = 64 ///< nodes in a random expression
};

static const char *const variable_names[VARIABLES] = { "x", "y", "z" };

/* Differences ---------------------------------------------------------------------------------- */

typedef Real (*Curve) (Real s, const void *data);

/// A derivative by differences, and an estimate of its error.
typedef struct
{
  Real value, error;
} Estimate;

/// Returns the entry of the extrapolation table that agrees best with its neighbours. Central
/// differences have an error in even powers of the step, each removed by one more column.
static Estimate
extrapolate (Curve curve, const void *data, int order, Real step)
{
  const Real shrink = 1.5L;
  Real table[STEPS][STEPS];
  Real middle = curve (0, data);
  Real last_bend = INFINITY;
  Estimate best = { NAN, INFINITY };
  int first = 0;

  for (int i = 0; i < STEPS; i++, step /= shrink) {
    Real right = curve (step, data), left = curve (-step, data), power = 1;
    Real bend = fabsl ((right - middle) - (middle - left));

    // The bend of a smooth curve falls as the square of the step. A bend that stays is a jump
    // between the points, on both sides of which the curve may agree with itself: start again.
    if (bend > 0.9L * last_bend
        && bend > 1e4L * LDBL_EPSILON * (fabsl (right) + 2 * fabsl (middle) + fabsl (left))) {
      best = (Estimate){ NAN, INFINITY };
      first = i;
    }
    last_bend = bend;

    table[i][0] = order == 1 ? (right - left) / (2 * step)
                             : ((right - middle) - (middle - left)) / (step * step);

    // Neighbours may agree by chance more closely than the round-off of the curve allows.
    Real rounding = 4 * LDBL_EPSILON * (fabsl (right) + 2 * fabsl (middle) + fabsl (left))
                    / (order == 1 ? step : step * step);

    for (int j = 1; j <= i - first; j++) {
      power *= shrink * shrink;
      table[i][j] = (power * table[i][j - 1] - table[i - 1][j - 1]) / (power - 1);

      Real error =
        fmaxl (fabsl (table[i][j] - table[i][j - 1]), fabsl (table[i][j] - table[i - 1][j - 1]))
        + rounding;

      if (error < best.error)
        best = (Estimate){ table[i][j], error };
    }
  }
  return best;
}

static void
position_at (Real s, const MbdJet *jets, Real *x)
{
  for (int i = 0; i < VARIABLES; i++)
    x[i] = jets[i].value + s * (jets[i].first + s * (Real) jets[i].second / 2);
}

static MbdExpression *
compile (const char *text)
{
  MbdExpression *expression = NULL;

  assert_ok (mbd_expression_compile (text, variable_names, VARIABLES, &expression, NULL));
  return expression;
}

/// Returns value and derivatives; the plain evaluation must give the same value bit by bit.
static MbdJet
evaluate (const MbdExpression *expression, const MbdJet *variables)
{
  double values[VARIABLES], value;
  MbdJet jet;

  for (int i = 0; i < VARIABLES; i++)
    values[i] = variables[i].value;
  mbd_expression_evaluate (expression, variables, &jet);
  mbd_expression_value (expression, values, &value);
  if (!isnan (value) || !isnan (jet.value))
    assert_identical (1, &value, &jet.value);
  return jet;
}

/* Every function at random points -------------------------------------------------------------- */

typedef struct
{
  const char *text;
  Real (*function) (const Real *x);
  double range[VARIABLES][2];
} Case;

#define REFERENCE(name, formula)                                                                   \
  static Real ref_##name (const Real *x)                                                           \
  {                                                                                                \
    return formula;                                                                                \
  }

REFERENCE (add, x[0] + x[1])
REFERENCE (subtract, x[0] - x[1])
REFERENCE (multiply, x[0] * x[1])
REFERENCE (divide, x[0] / x[1])
REFERENCE (negate, -x[0])
REFERENCE (power, powl (x[0], x[1]))
REFERENCE (cube, x[0] * x[0] * x[0])
REFERENCE (root, powl (x[0], 2.5L))
REFERENCE (inverse_square, 1 / (x[0] * x[0]))
REFERENCE (exponential, powl (2, x[0]))
REFERENCE (sin, sinl (x[0]))
REFERENCE (cos, cosl (x[0]))
REFERENCE (tan, tanl (x[0]))
REFERENCE (asin, asinl (x[0]))
REFERENCE (acos, acosl (x[0]))
REFERENCE (atan, atanl (x[0]))
REFERENCE (atan2, atan2l (x[0], x[1]))
REFERENCE (sinh, sinhl (x[0]))
REFERENCE (cosh, coshl (x[0]))
REFERENCE (tanh, tanhl (x[0]))
REFERENCE (asinh, asinhl (x[0]))
REFERENCE (acosh, acoshl (x[0]))
REFERENCE (atanh, atanhl (x[0]))
REFERENCE (exp, expl (x[0]))
REFERENCE (ln, logl (x[0]))
REFERENCE (log10, log10l (x[0]))
REFERENCE (log2, log2l (x[0]))
REFERENCE (sqrt, sqrtl (x[0]))
REFERENCE (cbrt, cbrtl (x[0]))
REFERENCE (hypot, hypotl (x[0], x[1]))
REFERENCE (abs, fabsl (x[0]))
REFERENCE (two, 2)
REFERENCE (three, 3)
REFERENCE (minus_one, -1)
REFERENCE (zero, 0)
REFERENCE (one, 1)
REFERENCE (rest, x[0] - x[1])
REFERENCE (x, x[0])
REFERENCE (y, x[1])
REFERENCE (z, x[2])
REFERENCE (part, (x[0] - x[1]) / (x[2] - x[1]))

static Real
ref_smooth (const Real *x)
{
  Real u = ref_part (x);

  return u * u * u * (10 - 15 * u + 6 * u * u);
}

static const Case cases[] = {
  { "x+y", ref_add, { { -5, 5 }, { -5, 5 } } },
  { "x-y", ref_subtract, { { -5, 5 }, { -5, 5 } } },
  { "x*y", ref_multiply, { { -5, 5 }, { -5, 5 } } },
  { "x/y", ref_divide, { { -5, 5 }, { 0.5, 5 } } },
  { "-x", ref_negate, { { -5, 5 } } },
  { "x^y", ref_power, { { 0.3, 4 }, { -3, 3 } } },
  { "pow(x, y)", ref_power, { { 0.3, 4 }, { -3, 3 } } },
  { "x^3", ref_cube, { { -4, 4 } } },
  { "x^2.5", ref_root, { { 0.3, 4 } } },
  { "x^-2", ref_inverse_square, { { -4, -0.5 } } },
  { "2^x", ref_exponential, { { -5, 5 } } },
  { "sin(x)", ref_sin, { { -6, 6 } } },
  { "cos(x)", ref_cos, { { -6, 6 } } },
  { "tan(x)", ref_tan, { { -1.2, 1.2 } } },
  { "asin(x)", ref_asin, { { -0.8, 0.8 } } },
  { "acos(x)", ref_acos, { { -0.8, 0.8 } } },
  { "atan(x)", ref_atan, { { -20, 20 } } },
  { "atan2(x, y)", ref_atan2, { { -5, 5 }, { 0.5, 5 } } },
  { "atan2(x, y)", ref_atan2, { { 0.5, 5 }, { -5, 5 } } },
  { "atan2(x, y)", ref_atan2, { { -5, -0.5 }, { -5, 5 } } },
  { "sinh(x)", ref_sinh, { { -4, 4 } } },
  { "cosh(x)", ref_cosh, { { -4, 4 } } },
  { "tanh(x)", ref_tanh, { { -4, 4 } } },
  { "asinh(x)", ref_asinh, { { -20, 20 } } },
  { "acosh(x)", ref_acosh, { { 1.3, 20 } } },
  { "atanh(x)", ref_atanh, { { -0.8, 0.8 } } },
  { "exp(x)", ref_exp, { { -5, 5 } } },
  { "ln(x)", ref_ln, { { 0.3, 20 } } },
  { "log(x)", ref_ln, { { 0.3, 20 } } },
  { "log10(x)", ref_log10, { { 0.3, 20 } } },
  { "log2(x)", ref_log2, { { 0.3, 20 } } },
  { "sqrt(x)", ref_sqrt, { { 0.3, 20 } } },
  { "cbrt(x)", ref_cbrt, { { 0.3, 8 } } },
  { "cbrt(x)", ref_cbrt, { { -8, -0.3 } } },
  { "hypot(x, y)", ref_hypot, { { 0.4, 5 }, { -5, 5 } } },
  { "abs(x)", ref_abs, { { 0.2, 5 } } },
  { "abs(x)", ref_abs, { { -5, -0.2 } } },
  { "sign(x)", ref_minus_one, { { -5, -0.2 } } },
  { "floor(x)", ref_two, { { 2.2, 2.8 } } },
  { "ceil(x)", ref_three, { { 2.2, 2.8 } } },
  { "round(x)", ref_three, { { 2.7, 3.3 } } },
  { "mod(x, y)", ref_rest, { { 2.3, 2.9 }, { 1.7, 2.1 } } },
  { "min(x, y)", ref_x, { { 1, 2 }, { 2.3, 4 } } },
  { "min(x, y)", ref_y, { { 2.3, 4 }, { 1, 2 } } },
  { "min(x, y, z)", ref_z, { { 2.3, 4 }, { 2.3, 4 }, { 1, 2 } } },
  { "max(x, y)", ref_y, { { 1, 2 }, { 2.3, 4 } } },
  { "max(x, y, z)", ref_z, { { 1, 2 }, { 1, 2 }, { 2.3, 4 } } },
  { "clamp(x, y, z)", ref_x, { { 1, 2 }, { 0, 0.7 }, { 2.3, 3 } } },
  { "clamp(x, y, z)", ref_y, { { 1, 2 }, { 2.3, 3 }, { 3.3, 4 } } },
  { "clamp(x, y, z)", ref_z, { { 1, 2 }, { -2, -1 }, { -0.7, 0 } } },
  { "if(x, y, z)", ref_y, { { 1, 2 }, { -5, 5 }, { -5, 5 } } },
  { "x < 0 ? y : z", ref_z, { { 1, 2 }, { -5, 5 }, { -5, 5 } } },
  { "x < y", ref_one, { { 1, 2 }, { 2.3, 3 } } },
  { "step(x, y)", ref_zero, { { 1, 2 }, { 2.3, 3 } } },
  { "step(x, y)", ref_one, { { 2.3, 3 }, { 1, 2 } } },
  { "ramp(x, y, z)", ref_part, { { 1, 2 }, { 0, 0.7 }, { 2.3, 3 } } },
  { "ramp(x, y, z)", ref_zero, { { -1, -0.3 }, { 0, 0.7 }, { 2.3, 3 } } },
  { "ramp(x, y, z)", ref_one, { { 3.3, 4 }, { 0, 0.7 }, { 2.3, 3 } } },
  { "smooth(x, y, z)", ref_smooth, { { 1, 2 }, { 0, 0.7 }, { 2.3, 3 } } },
  { "smooth(x, y, z)", ref_zero, { { -1, -0.3 }, { 0, 0.7 }, { 2.3, 3 } } },
  { "smooth(x, y, z)", ref_one, { { 3.3, 4 }, { 0, 0.7 }, { 2.3, 3 } } },
};

typedef struct
{
  const Case *case_;
  const MbdJet *jets;
} Path;

static Real
path_value (Real s, const void *data)
{
  const Path *path = data;
  Real x[VARIABLES];

  position_at (s, path->jets, x);
  return path->case_->function (x);
}

/// The arguments stay within 0.105 of their ranges along the largest step of 0.1.
static void
test_function (gconstpointer data)
{
  enum
  {
    POINTS = 200
  };
  const Case *case_ = data;
  GRand *rand = g_rand_new_with_seed (testing_seed (20260101));
  MbdExpression *expression = compile (case_->text);
  double got[POINTS][3], expected[POINTS][3], errors[POINTS][3], largest[3] = { 0 };

  for (int i = 0; i < POINTS; i++) {
    MbdJet jets[VARIABLES];
    Path path = { case_, jets };

    for (int k = 0; k < VARIABLES; k++)
      jets[k] = (MbdJet){ random_in (rand, case_->range[k][0], case_->range[k][1]),
                          random_in (rand, -1, 1), random_in (rand, -1, 1) };

    MbdJet jet = evaluate (expression, jets);
    Estimate first = extrapolate (path_value, &path, 1, 0.1L);
    Estimate second = extrapolate (path_value, &path, 2, 0.1L);

    memcpy (got[i], (double[]){ jet.value, jet.first, jet.second }, sizeof got[i]);
    expected[i][0] = (double) path_value (0, &path);
    expected[i][1] = (double) first.value;
    expected[i][2] = (double) second.value;
    errors[i][0] = 0;
    errors[i][1] = (double) first.error;
    errors[i][2] = (double) second.error;
    for (int k = 0; k < 3; k++)
      largest[k] = fmax (largest[k], fabs (expected[i][k]));
  }

  // Some round-off of terms as large as the largest derivative, and the error of the differences.
  // The differences must be useful.
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < 3; k++) {
      double rounding = 32 * DBL_EPSILON * fmax (largest[k], 1);

      assert_close (got[i][k], expected[i][k], rounding + 8 * errors[i][k]);
      assert_at_most (errors[i][k], 1e-9 * fmax (largest[k], 1));
    }
  mbd_expression_unref (expression);
  g_rand_free (rand);
}

/* Random expressions --------------------------------------------------------------------------- */

/// Precedence of the parts of an expression, for printing with as few parentheses as possible.
enum
{
  LEVEL_CHOICE,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_COMPARISON,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_SIGN,
  LEVEL_POWER,
  LEVEL_ATOM,
};

typedef struct
{
  const char *sign; ///< operator, or name of a function
  int arguments, level;
  Real (*function) (const Real *x);
} Kind;

// NaN propagates, except from operands that && and || do not evaluate and from the branch not
// taken.
#define UNORDERED(x) (isnan ((x)[0]) || isnan ((x)[1]))

REFERENCE (minimum, UNORDERED (x) ? NAN : fminl (x[0], x[1]))
REFERENCE (maximum, UNORDERED (x) ? NAN : fmaxl (x[0], x[1]))
REFERENCE (less, UNORDERED (x) ? NAN : x[0] < x[1])
REFERENCE (at_least, UNORDERED (x) ? NAN : x[0] >= x[1])
REFERENCE (both, x[0] == 0 ? 0 : UNORDERED (x) ? NAN : x[1] != 0)
REFERENCE (either, x[0] != 0 && !isnan (x[0]) ? 1 : UNORDERED (x) ? NAN : x[1] != 0)
REFERENCE (choose, isnan (x[0]) ? NAN : x[0] != 0 ? x[1] : x[2])
REFERENCE (any_power, UNORDERED (x) ? NAN : powl (x[0], x[1]))

static const Kind kinds[] = {
  { "+", 2, LEVEL_SUM, ref_add },
  { "+", 2, LEVEL_SUM, ref_add },
  { "-", 2, LEVEL_SUM, ref_subtract },
  { "-", 2, LEVEL_SUM, ref_subtract },
  { "*", 2, LEVEL_PRODUCT, ref_multiply },
  { "*", 2, LEVEL_PRODUCT, ref_multiply },
  { "/", 2, LEVEL_PRODUCT, ref_divide },
  { "^", 2, LEVEL_POWER, ref_any_power },
  { "-", 1, LEVEL_SIGN, ref_negate },
  { "<", 2, LEVEL_COMPARISON, ref_less },
  { ">=", 2, LEVEL_COMPARISON, ref_at_least },
  { "&&", 2, LEVEL_AND, ref_both },
  { "||", 2, LEVEL_OR, ref_either },
  { "?", 3, LEVEL_CHOICE, ref_choose },
  { "sin", 1, LEVEL_ATOM, ref_sin },
  { "cos", 1, LEVEL_ATOM, ref_cos },
  { "tan", 1, LEVEL_ATOM, ref_tan },
  { "asin", 1, LEVEL_ATOM, ref_asin },
  { "atan", 1, LEVEL_ATOM, ref_atan },
  { "atan2", 2, LEVEL_ATOM, ref_atan2 },
  { "tanh", 1, LEVEL_ATOM, ref_tanh },
  { "asinh", 1, LEVEL_ATOM, ref_asinh },
  { "exp", 1, LEVEL_ATOM, ref_exp },
  { "ln", 1, LEVEL_ATOM, ref_ln },
  { "sqrt", 1, LEVEL_ATOM, ref_sqrt },
  { "cbrt", 1, LEVEL_ATOM, ref_cbrt },
  { "hypot", 2, LEVEL_ATOM, ref_hypot },
  { "abs", 1, LEVEL_ATOM, ref_abs },
  { "min", 2, LEVEL_ATOM, ref_minimum },
  { "max", 2, LEVEL_ATOM, ref_maximum },
  { "if", 3, LEVEL_ATOM, ref_choose },
};

typedef struct
{
  const Kind *kind; ///< NULL for a leaf
  int variable;     ///< index of a leaf's variable, -1 for a number
  double number;
  int children[3];
} Node;

/// A random expression, and the data for its evaluation.
typedef struct
{
  Node nodes[MOST_NODES];
  int count;
  MbdJet jets[VARIABLES];
  Real nudges[MOST_NODES]; ///< relative perturbation of the value of each node
  Real rates[MOST_NODES];  ///< relative perturbation of its derivatives: it moves faster along the
                           ///< path by this share
} Tree;

static int
grow (Tree *tree, GRand *rand, int depth)
{
  int self = tree->count++;
  Node *node = &tree->nodes[self];
  bool leaf =
    depth == 0 || tree->count > MOST_NODES - 3 * (depth + 1) || g_rand_int_range (rand, 0, 6) == 0;

  *node = (Node){ .variable = -1 };
  if (leaf) {
    node->variable = g_rand_int_range (rand, -1, VARIABLES);
    node->number = g_rand_int_range (rand, 1, 400) / 100.0;
    return self;
  }
  node->kind = &kinds[g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds))];
  for (int i = 0; i < node->kind->arguments; i++)
    node->children[i] = grow (tree, rand, depth - 1);
  return self;
}

static void
print (const Tree *tree, GRand *rand, int index, int least, GString *text)
{
  const Node *node = &tree->nodes[index];
  const Kind *kind = node->kind;
  int level = kind != NULL ? kind->level : LEVEL_ATOM;
  const char *space = g_rand_boolean (rand) ? " " : "";
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (level < least)
    g_string_append (text, "(");
  if (kind == NULL) {
    g_string_append (text, node->variable >= 0
                             ? variable_names[node->variable]
                             : g_ascii_dtostr (digits, sizeof digits, node->number));
  } else if (level == LEVEL_ATOM) {
    g_string_append_printf (text, "%s(%s", kind->sign, space);
    for (int i = 0; i < kind->arguments; i++) {
      g_string_append (text, i > 0 ? "," : "");
      print (tree, rand, node->children[i], LEVEL_CHOICE, text);
    }
    g_string_append_printf (text, "%s)", space);
  } else if (level == LEVEL_SIGN) {
    g_string_append (text, kind->sign);
    print (tree, rand, node->children[0], LEVEL_SIGN, text);
  } else if (level == LEVEL_CHOICE) {
    print (tree, rand, node->children[0], LEVEL_OR, text);
    g_string_append_printf (text, "%s?", space);
    print (tree, rand, node->children[1], LEVEL_CHOICE, text);
    g_string_append_printf (text, "%s:", space);
    print (tree, rand, node->children[2], LEVEL_CHOICE, text);
  } else {
    // Powers group from the right and may have a sign there; comparisons do not group at all.
    int left = level == LEVEL_POWER || level == LEVEL_COMPARISON ? level + 1 : level;
    int right = level == LEVEL_POWER ? LEVEL_SIGN : level + 1;

    print (tree, rand, node->children[0], left, text);
    g_string_append_printf (text, "%s%s%s", space, kind->sign, space);
    print (tree, rand, node->children[1], right, text);
  }
  if (level < least)
    g_string_append (text, ")");
}

static Real
tree_node_value (const Tree *tree, int index, Real s)
{
  const Node *node = &tree->nodes[index];
  Real arguments[3] = { 0 }, x[VARIABLES], value;

  s *= 1 + tree->rates[index];

  for (int i = 0; node->kind != NULL && i < node->kind->arguments; i++)
    arguments[i] = tree_node_value (tree, node->children[i], s);
  position_at (s, tree->jets, x);
  if (node->kind != NULL)
    value = node->kind->function (arguments);
  else
    value = node->variable >= 0 ? x[node->variable] : node->number;
  // At a pole the whole may have a finite value, but its derivatives do not, and not in double; a
  // value near 0 may be 0 in double, which decides conditions and comparisons differently.
  return fabsl (value) > 1e8L || (value != 0 && fabsl (value) < 1e-13L)
           ? NAN
           : value * (1 + tree->nudges[index]);
}

static Real
tree_value (Real s, const void *data)
{
  return tree_node_value (data, 0, s);
}

/// Returns the largest change of value and derivatives if value and derivatives of every node are
/// perturbed by some round-off of a double, in a few random ways: the magnification of round-off
/// within the expression. Returns false if one of the perturbed expressions has no value.
static bool
sensitivity (Tree *tree, GRand *rand, const Estimate *exact, double *changes)
{
  bool known = true;

  for (int trial = 0; trial < 3; trial++) {
    for (int i = 0; i < tree->count; i++)
      tree->nudges[i] = random_in (rand, -4, 4) * DBL_EPSILON;
    for (int i = 0; i < tree->count; i++)
      tree->rates[i] = tree->nudges[(7 * i + 3) % tree->count];

    const Estimate nudged[3] = { { tree_value (0, tree), 0 },
                                 extrapolate (tree_value, tree, 1, 0.05L),
                                 extrapolate (tree_value, tree, 2, 0.05L) };

    for (int k = 0; k < 3; k++) {
      changes[k] = fmax (changes[k], (double) fabsl (nudged[k].value - exact[k].value));
      known = known && !isnan (nudged[k].value);
    }
  }
  memset (tree->nudges, 0, sizeof tree->nudges);
  memset (tree->rates, 0, sizeof tree->rates);
  return known;
}

/// Compares one random expression. Returns false if the differences are not accurate enough, as
/// near a kink or a pole, or if the expression has no value.
static bool
compare_tree (Tree *tree, GRand *rand)
{
  GString *text = g_string_new (NULL);
  double changes[3] = { 0 };

  print (tree, rand, 0, LEVEL_CHOICE, text);

  MbdExpression *expression = compile (text->str);
  MbdJet jet = evaluate (expression, tree->jets);
  const Estimate exact[3] = { { tree_value (0, tree), 0 },
                              extrapolate (tree_value, tree, 1, 0.05L),
                              extrapolate (tree_value, tree, 2, 0.05L) };
  double size = 1;

  for (int k = 0; k < 3; k++)
    size = fmax (size, (double) fabsl (exact[k].value));

  bool conclusive = size < 1e6 && exact[1].error <= 1e-7 * size && exact[2].error <= 1e-7 * size;

  conclusive = conclusive && sensitivity (tree, rand, exact, changes);
  if (conclusive) {
    const double got[3] = { jet.value, jet.first, jet.second };

    for (int k = 0; k < 3; k++) {
      double tolerance = 32 * DBL_EPSILON * size + 8 * (double) exact[k].error + 16 * changes[k];

      if (!(fabs (got[k] - (double) exact[k].value) <= tolerance))
        g_error ("derivative %d of %s at x = (%.17g %.17g %.17g), y = (%.17g %.17g %.17g), "
                 "z = (%.17g %.17g %.17g) is %.17g, expected %.17g within %g",
                 k, text->str, tree->jets[0].value, tree->jets[0].first, tree->jets[0].second,
                 tree->jets[1].value, tree->jets[1].first, tree->jets[1].second,
                 tree->jets[2].value, tree->jets[2].first, tree->jets[2].second, got[k],
                 (double) exact[k].value, tolerance);
    }
  }
  mbd_expression_unref (expression);
  g_string_free (text, TRUE);
  return conclusive;
}

static void
test_random (void)
{
  int wanted = testing_torture () ? 200000 : 10000, compared = 0, tried = 0;
  GRand *rand = g_rand_new_with_seed (testing_seed (7));
  Tree *tree = g_new0 (Tree, 1);

  for (; compared < wanted; tried++) {
    tree->count = 0;
    grow (tree, rand, 5);
    for (int k = 0; k < VARIABLES; k++)
      tree->jets[k] =
        (MbdJet){ random_in (rand, -2, 2), random_in (rand, -1, 1), random_in (rand, -1, 1) };
    if (compare_tree (tree, rand))
      compared++;
    g_assert_cmpint (tried, <, 4 * wanted);
  }
  g_test_message ("%d of %d random expressions compared", compared, tried);
  g_free (tree);
  g_rand_free (rand);
}

/* Kinks, zeros, numbers that are not finite ---------------------------------------------------- */

typedef struct
{
  const char *text;
  MbdJet x, expected;
  bool jumps; ///< True if the function jumps there, so that the value at the point itself may
              ///< differ
} Kink;

static void
test_kinks (void)
{
  static const Kink kinks[] = {
    // One-sided from the right along the parameter.
    { "abs(x)", { 0, 3, 5 }, { 0, 3, 5 } },
    { "abs(x)", { 0, -3, 5 }, { 0, 3, -5 } },
    { "abs(x)", { 0, 0, -5 }, { 0, 0, 5 } },
    { "abs(x)", { 0, 0, 0 }, { 0, 0, 0 } },
    { "max(x, 0)", { 0, 2, 1 }, { 0, 2, 1 } },
    { "max(x, 0)", { 0, -2, 1 }, { 0, 0, 0 } },
    { "min(x, 0)", { 0, -2, 1 }, { 0, -2, 1 } },
    { "max(0, x, -1)", { 0, 0, 4 }, { 0, 0, 4 } },
    { "clamp(x, 0, 1)", { 0, 2, 1 }, { 0, 2, 1 } },
    { "clamp(x, 0, 1)", { 1, 2, 1 }, { 1, 0, 0 } },
    { "clamp(x, 0, 1)", { 1, -2, 1 }, { 1, -2, 1 } },
    { "ramp(x, 0, 4)", { 0, 1, 0 }, { 0, 0.25, 0 } },
    { "ramp(x, 0, 4)", { 4, 1, 0 }, { 1, 0, 0 } },
    { "ramp(x, 0, 4)", { 4, -1, 0 }, { 1, -0.25, 0 } },
    { "ramp(x, 0, 4)", { 0, -1, 0 }, { 0, 0, 0 } },
    { "smooth(x, 0, 4)", { 0, 1, 0 }, { 0, 0, 0 } },
    { "smooth(x, 0, 4)", { 4, 1, 0 }, { 1, 0, 0 } },
    { "smooth(x, 0, 4)", { 2, 1, 0 }, { 0.5, 0.46875, 0 } }, // 15 / 8 / 4
    { "hypot(x, 0)", { 0, -3, 5 }, { 0, 3, -5 } },
    { "hypot(3*x, 4*x)", { 0, 1, 2 }, { 0, 5, 10 } },
    { "hypot(x, 2*x)", { 0, 0, 0 }, { 0, 0, 0 } },
    { "hypot(3*x, 4*x)", { 0, 0, 2 }, { 0, 0, 10 } },
    // Steps are flat, and at a jump the value is the one an instant later.
    { "step(x, 2)", { 2, 1, 0 }, { 1, 0, 0 } },
    { "step(x, 2)", { 1.99, 1, 0 }, { 0, 0, 0 } },
    { "floor(x)", { 2, 1, 1 }, { 2, 0, 0 } },
    { "floor(x)", { 2, -1, 1 }, { 1, 0, 0 }, true },
    { "floor(x)", { 2, 0, -1 }, { 1, 0, 0 }, true },
    { "ceil(x)", { 2, 1, 1 }, { 3, 0, 0 }, true },
    { "ceil(x)", { 2, -1, 1 }, { 2, 0, 0 } },
    { "round(x)", { -2.5, 1, 0 }, { -2, 0, 0 }, true },
    { "round(x)", { 2.5, -1, 0 }, { 2, 0, 0 }, true },
    { "sign(x)", { 0, 1, 1 }, { 1, 0, 0 }, true },
    { "sign(x)", { 0, 0, -1 }, { -1, 0, 0 }, true },
    { "sign(x)", { 0, 0, 0 }, { 0, 0, 0 } },
    { "step(x, 2)", { 2, -1, 0 }, { 0, 0, 0 }, true },
    { "x > 2", { 2, 1, 0 }, { 1, 0, 0 }, true },
    { "x > 2", { 2, -1, 0 }, { 0, 0, 0 } },
    { "x >= 2", { 2, -1, 0 }, { 0, 0, 0 }, true },
    { "x >= 2", { 2, 0, 0 }, { 1, 0, 0 } },
    { "x <= 2", { 2, 1, 0 }, { 0, 0, 0 }, true },
    { "x < 2 ? x : 7", { 2, -1, 3 }, { 2, -1, 3 }, true },
    { "mod(x, 3)", { 6, -1, 0 }, { 3, -1, 0 }, true },
    { "mod(x, -3)", { 6, 1, 0 }, { -3, 1, 0 }, true },
    { "round(-2.5) + round(x)", { 2.5, 1, 1 }, { 0, 0, 0 } },
    { "mod(x, 3)", { 7, 2, 1 }, { 1, 2, 1 } },
    { "mod(x, 3)", { -7, 2, 1 }, { 2, 2, 1 } },
    { "mod(x, -3)", { 7, 2, 1 }, { -2, 2, 1 } },
    { "mod(7, x)", { 3, 1, 0 }, { 1, -2, 0 } },
    { "x < 2 ? x^2 : 4*x", { 2, 1, 0 }, { 8, 4, 0 } },
    // Powers at zero and of negative numbers.
    { "x^0", { 0, 1, 1 }, { 1, 0, 0 } },
    { "x^1", { 0, 2, 3 }, { 0, 2, 3 } },
    { "x^2", { 0, 2, 3 }, { 0, 0, 8 } },
    { "x^3", { 0, 2, 3 }, { 0, 0, 0 } },
    { "x^3", { -2, 1, 0 }, { -8, 12, -12 } },
    { "x^-1", { -2, 1, 0 }, { -0.5, -0.25, -0.25 } },
    { "x^2.5", { 0, 2, 3 }, { 0, 0, 0 } },
    { "(-2)^x", { 3, 0, 0 }, { -8, 0, 0 } },
    { "x^(3+x)", { 0, 1, 0 }, { 0, 0, 0 } },
    { "0^(1+x)", { 1, 1, 1 }, { 0, 0, 0 } },
    // A constant argument adds nothing, even where the function has no derivative.
    { "sqrt(x)", { 0, 0, 0 }, { 0, 0, 0 } },
    { "asin(x)", { 1, 0, 0 }, { 1.5707963267948966, 0, 0 } },
    { "cbrt(x)", { 0, 0, 0 }, { 0, 0, 0 } },
    { "atan2(x, 0*x)", { 0, 0, 0 }, { 0, 0, 0 } },
    // The branch not taken may have no value.
    { "x == 0 ? 1 : sin(x)/x", { 0, 1, 0 }, { 1, 0, 0 } },
    { "x > 0 && ln(x) > 1", { -1, 1, 0 }, { 0, 0, 0 } },
    { "x <= 0 || ln(x) > 1", { -1, 1, 0 }, { 1, 0, 0 } },
  };

  for (int i = 0; i < (int) G_N_ELEMENTS (kinks); i++) {
    MbdExpression *expression = compile (kinks[i].text);
    MbdJet jets[VARIABLES] = { kinks[i].x }, jet;

    g_test_message ("%s", kinks[i].text);
    assert_ok (mbd_expression_evaluate (expression, jets, &jet));
    if (!kinks[i].jumps)
      evaluate (expression, jets);
    assert_close (jet.value, kinks[i].expected.value, 1e-15);
    assert_close (jet.first, kinks[i].expected.first, 1e-15);
    assert_close (jet.second, kinks[i].expected.second, 1e-14);
    mbd_expression_unref (expression);
  }
}

static void
test_not_finite (void)
{
  static const char *const texts[] = {
    "1/x",         "ln(x)",       "sqrt(x)",        "sqrt(x*x)",       "cbrt(x)",
    "x^-1",        "x^0.5",       "x^1.5",          "asin(x+1)",       "acosh(x+1)",
    "sqrt(x-1)",   "mod(1, x)",   "atan2(x, x)",    "0/x > 1 ? 1 : 2", "ln(x-1) < 3",
    "max(1, 0/x)", "min(0/x, 1)", "clamp(1,2,x)",   "smooth(x,2,1)",   "ramp(x,1,1)",
    "(0/x)^0",     "1/x - 1/x",   "hypot(1/x,0/x)", "if(0/x, 1, 2)",   "!(0/x)",
    "(0/x) && 0",  "1e308*10",    "exp(1000)",      "step(0/x, 1)",    "sign(0/x)",
    "(x-1)^x",
  };
  MbdJet jets[VARIABLES] = { { 0, 1, 0 } }, jet;

  for (int i = 0; i < (int) G_N_ELEMENTS (texts); i++) {
    MbdExpression *expression = compile (texts[i]);

    g_test_message ("%s", texts[i]);
    assert_status (mbd_expression_evaluate (expression, jets, &jet), MBD_STATUS_NOT_FINITE);
    mbd_expression_unref (expression);
  }
}

/// Seeding one variable at a time gives the gradient, and the second derivative along a line is the
/// quadratic form of the Hessian.
static void
test_partial (void)
{
  MbdExpression *expression = compile ("x^2*y + sin(y*z)");
  double x = 1.5, y = -0.5, z = 2;
  const double gradient[3] = { 2 * x * y, x * x + z * cos (y * z), y * cos (y * z) };
  const double diagonal[3] = { 2 * y, -z * z * sin (y * z), -y * y * sin (y * z) };

  for (int i = 0; i < VARIABLES; i++) {
    MbdJet jets[VARIABLES] = { { x, i == 0, 0 }, { y, i == 1, 0 }, { z, i == 2, 0 } }, jet;

    assert_ok (mbd_expression_evaluate (expression, jets, &jet));
    assert_close (jet.first, gradient[i], 1e-14);
    assert_close (jet.second, diagonal[i], 1e-14);
  }
  mbd_expression_unref (expression);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int i = 0; i < (int) G_N_ELEMENTS (cases); i++) {
    char *path = g_strdup_printf ("/expression-derivatives/function/%02d", i);

    g_test_add_data_func (path, &cases[i], test_function);
    g_free (path);
  }
  g_test_add_func ("/expression-derivatives/random", test_random);
  g_test_add_func ("/expression-derivatives/kinks", test_kinks);
  g_test_add_func ("/expression-derivatives/not-finite", test_not_finite);
  g_test_add_func ("/expression-derivatives/partial", test_partial);
  return g_test_run ();
}
