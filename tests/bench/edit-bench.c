// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cost of an edit of a large drawing before its motion can begin: a chain of named links, one of
// them moved, undone, and redone. Arguments: number of links (1000), of edits (30).

#include <stdio.h>
#include <stdlib.h>

#include "lw-channels.h"
#include "lw-document.h"

/// ms spent in each part.
typedef struct
{
  double edit, compile, channels, search;
  double described; // description of all channels, once
  unsigned n_channels;
} Spent;

static LwMechanism *
build_chain (int n)
{
  LwMechanism *mechanism = lw_mechanism_new ();

  for (int i = 1; i <= n; i++) {
    g_autofree char *link = g_strdup_printf ("Link %d", i);
    g_autofree char *joint = g_strdup_printf ("Pin %d", i);
    LwBody *body = lw_body_new (i, link);
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

    body->def.position[0] = 0.1 * i;
    body->def.inertia[2] = 1.0 / 12;
    lw_mechanism_add_body (mechanism, body);
    pin.body_a = i - 1;
    pin.body_b = i;
    pin.frame_a.point[0] = 0.05;
    pin.frame_b.point[0] = -0.05;
    lw_mechanism_add_coupling (mechanism, lw_coupling_new (&pin, i, joint));
  }
  return mechanism;
}

static double
since (gint64 *start)
{
  const gint64 now = g_get_monotonic_time ();
  const double ms = (double) (now - *start) / 1000;

  *start = now;
  return ms;
}

static void
follow_cb (LwDocument *document, Spent *spent)
{
  LwMechanism *mechanism = lw_document_get_mechanism (document);
  gint64 start = g_get_monotonic_time ();
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);

  spent->compile += since (&start);
  LwChannels *channels = lw_channels_new (mechanism, model);
  spent->channels += since (&start);
  // The default plots of a mechanism without plots.
  g_array_unref (lw_channels_match (channels, "*.position_error", NULL));
  g_array_unref (lw_channels_match (channels, "*.reaction", NULL));
  spent->search += since (&start);
  // The additional cost of every edit if labels and descriptions were not created on request.
  if (spent->described == 0)
    for (guint i = 0; i < lw_channels_get_n (channels); i++)
      lw_channels_get (channels, i);
  spent->described += since (&start);
  spent->n_channels = lw_channels_get_n (channels);
  lw_channels_unref (channels);
  spent->channels += since (&start);
  mbd_model_unref (model);
}

int
main (int argc, char **argv)
{
  const int n = argc > 1 ? atoi (argv[1]) : 1000, edits = argc > 2 ? atoi (argv[2]) : 30;
  g_autoptr (LwMechanism) chain = build_chain (n);
  g_autoptr (LwDocument) document = lw_document_new (chain);
  Spent spent = { 0 };
  gint64 start;

  g_signal_connect (document, "changed", G_CALLBACK (follow_cb), &spent);
  start = g_get_monotonic_time ();
  for (int i = 0; i < edits; i++) {
    LwMechanism *mechanism = lw_document_get_mechanism (document);
    LwBody *body = lw_body_copy (lw_mechanism_find_body (mechanism, 1 + i * 7 % n));
    g_autoptr (LwMechanism) next = NULL;

    body->def.mass += 0.001;
    next = lw_mechanism_replace_body (mechanism, body);
    lw_document_edit (document, "Mass", next);
    lw_document_undo (document);
    lw_document_redo (document);
  }
  spent.edit = since (&start);
  spent.edit -= spent.described;
  printf ("%d links, ms per edit, undo or redo: %.1f in all, compile %.1f, channels %.1f, "
          "usual plots %.1f\n",
          n, spent.edit / (3 * edits), spent.compile / (3 * edits), spent.channels / (3 * edits),
          spent.search / (3 * edits));
  printf ("%u channels; to describe all of them takes %.1f ms more, %.1f times an edit\n",
          spent.n_channels, spent.described, spent.described / (spent.edit / (3 * edits)));
  return 0;
}
