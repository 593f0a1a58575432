// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An entry on the canvas for the most useful number of the selection: x and y of a point, the
// length between two, the angle at three. "120 %" and "1:2" scale the selection; if it has no such
// number, an angle turns it.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_CONTEXT_FIELD (lw_context_field_get_type ())
G_DECLARE_FINAL_TYPE (LwContextField, lw_context_field, LW, CONTEXT_FIELD, GtkBox)

GtkWidget *lw_context_field_new (LwSelection *selection);
void lw_context_field_set_document (LwContextField *self, LwDocument *document);
/// Returns the text of the entry; lw_context_field_get_problem () returns the message below it,
/// NULL if there is none. For tests.
const char *lw_context_field_get_text (LwContextField *self);
const char *lw_context_field_get_problem (LwContextField *self);

G_END_DECLS
