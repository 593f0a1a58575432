// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts as files for machines: all lengths are mm, all sheets lie beside each other, the same parts
// give the same bytes.

#pragma once

#include "lw-cut-parts.h"

G_BEGIN_DECLS

/// DXF of AutoCAD R12 (AC1009): closed POLYLINEs with bulges and CIRCLEs on the layer CUT, the holes
/// of a part before its outline; names on ENGRAVE, edges of sheets on SHEET.
GBytes *lw_dxf_write (const LwCutParts *parts);
/// SVG in mm with the same layers as groups: cuts red, names blue, lines of 0.1 mm.
GBytes *lw_cut_svg_write (const LwCutParts *parts);
/// Binary STL: each part as a closed solid of its thickness, lying on the sheet.
GBytes *lw_stl_write (const LwCutParts *parts);
/// The list of parts with layers, sheets, spacers and collisions, as text and as JSON.
GBytes *lw_cut_list_write (const LwCutParts *parts);
GBytes *lw_cut_list_write_json (const LwCutParts *parts);

G_END_DECLS
