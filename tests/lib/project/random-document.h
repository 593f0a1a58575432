// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents of all kinds of elements with numbers and names that are easy to get wrong.

#pragma once

#include "lw-mechanism.h"

/// Returns a document that can be written and read, but need not be meaningful. Transfer full.
LwMechanism *random_document_new (GRand *random);
