// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Documents of all kinds of elements with numbers and names that are easy to get wrong.

#pragma once

#include "lw-mechanism.h"

/// A document that can be written and read, not one that makes sense. Transfer full.
LwMechanism *random_document_new (GRand *random);
