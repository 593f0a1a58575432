// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fuzz target is one file fuzz-<target>.c with fuzz_one (). It is built twice: with replay.c, which
// runs the stored inputs in every test run, and, with clang and -Dfuzz=enabled, with libFuzzer, which
// looks for new ones (./dev torture fuzz). A target fails by ending the program.

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "lw-project.h"

/// Limits for one input: processor time, s, and memory, MB. Sanitizers are slower and need more.
#if defined(__SANITIZE_ADDRESS__)
#define FUZZ_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FUZZ_SANITIZED 1
#endif
#endif
#ifdef FUZZ_SANITIZED
#define FUZZ_SECONDS_MAX 5.0
#else
#define FUZZ_SECONDS_MAX 1.0
#endif
#define FUZZ_MEGABYTES_MAX 512

/// The target: reads untrusted bytes, and checks what it accepts.
void fuzz_one (const uint8_t *data, size_t size);

/// The entry that libFuzzer calls; checks the time of fuzz_one ().
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/// Checks that an error message is a single sentence.
void fuzz_check_refusal (const GError *error);
/// Checks that an accepted mechanism is written as a text, and is compiled or refused.
/// `is_from_text`: it has only values that texts have, so it must be the same after text and project.
void fuzz_check_mechanism (LwMechanism *mechanism, bool is_from_text);
/// Checks that an accepted project can be saved and is read again as the same.
void fuzz_check_project (LwProject *project);
/// Returns the bytes as a text that ends with a zero; free with g_free ().
char *fuzz_dup_text (const uint8_t *data, size_t size);
