# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check-page.py PAGE EXAMPLE: checks that the C code quoted in section 2 of
# docs/adding-a-coupling.md is in the example that it explains, letter for letter, and that the page
# mentions every function of the example's table.

import re
import sys

page = open(sys.argv[1], encoding='utf-8').read()
example = open(sys.argv[2], encoding='utf-8').read()

section = page[page.index('\n## 2.'):page.index('\n## 3.')]
quotes = re.findall(r'```c\n(.*?)```', section, re.DOTALL)
failures = [quote for quote in quotes if quote not in example]
for quote in failures:
    print('not in the example:\n' + quote, file=sys.stderr)

missing = [field for field in re.findall(r'^    \.(\w+) = ', example, re.MULTILINE)
           if field not in page]
for field in missing:
    print('not on the page: ' + field, file=sys.stderr)
sys.exit(bool(failures or missing or len(quotes) < 8))
