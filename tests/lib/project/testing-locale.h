// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// Sets a locale with a decimal comma for the process: an installed one, or one compiled into
/// `folder`. Returns its name, or NULL if there is none.
const char *testing_set_comma_locale (const char *folder);
