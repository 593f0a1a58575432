// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

/// Makes a locale with a decimal comma that of the process: one that is installed, or one compiled
/// into `folder`. Its name; NULL when there is none.
const char *testing_set_comma_locale (const char *folder);
