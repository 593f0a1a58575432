#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# planted.py SOURCE: checks the checks. Runs tree.py, layers.py, bounds.py, english.py, sentences.py,
# kinds.py, kind-words.py, api-calls.py and window-members.py on small trees of good files, which must pass,
# and on the same trees with one fault planted, which must be reported.

import os
import pathlib
import subprocess
import sys
import tempfile

LINT = pathlib.Path(sys.argv[1]).absolute() / "tests" / "lint"
# Put together, so that other tests do not read it as the licence of this file.
SPDX = "".join(f"// SPDX-{line}\n" for line in ("FileCopyrightText: 2026 The Linkwright authors",
                                               "License-Identifier: GPL-3.0-or-later"))
BUILD = SPDX.replace("//", "#") + "#\n# Tools of this folder.\n"


def built(files):
    """The files, with a meson.build in each of their folders."""
    folders = {str(pathlib.PurePosixPath(name).parent) for name in files}
    return {**files, **{f"{folder}/meson.build": BUILD for folder in folders}}


TREE = built({
    **{f"tests/all/test-{number}.c": "" for number in range(40)},
})
TREE_FAULTS = {
    "crowded": ({"tests/all/test-40.c": ""}, "tests/all:1: 41 C files"),
    "repeated": (built({"app/one.c": "", "ui/some/one.c": ""}), "has the same name as"),
    "no meson.build": ({"ui/new/new.c": ""}, "ui/new:1: has C files and no meson.build"),
    "no purpose": ({"tests/all/meson.build": BUILD.replace(".\n", "\n")}, "tests/all/meson.build:1: does not say"),
    "code first": ({"tests/all/meson.build": "x = 1\n" + BUILD}, "tests/all/meson.build:1: does not say"),
}

LAYERS = {
    "core/dynamics/include/mbd.h": "#include <math.h>\n",
    "core/dynamics/model/model.c": "#include \"mbd.h\"\n#include \"model-private.h\"\n",
    "core/dynamics/model/model-private.h": "",
    "core/simulation/lw-simulation.h": "#include \"mbd.h\"\n",
    "core/project/lw-flat.c": "#include <sqlite3.h>\n",
    "core/project/model/lw-mechanism.h": "#include <glib-object.h>\n#include \"mbd.h\"\n",
    "core/project/store/lw-store.c": "#include <sqlite3.h>\n#include <gio/gio.h>\n#include \"lw-mechanism.h\"\n",
    "core/project/store/lw-store.h": "",
    "core/draw/lw-scene.h": "#include <cairo.h>\n#include <pango/pangocairo.h>\n#include \"lw-mechanism.h\"\n",
    "core/draw/plot/data/lw-data.h": "",
    "core/draw/plot/layout/lw-layout.h": "#include \"lw-data.h\"\n",
    "core/session/lw-tool.h": "#include <gio/gio.h>\n#include \"lw-scene.h\"\n#include \"lw-simulation.h\"\n",
    "ui/canvas/lw-canvas.h": "#include <gtk/gtk.h>\n#include \"lw-tool.h\"\n",
    "ui/canvas/lw-canvas-private.h": "#include \"lw-canvas.h\"\n",
    "ui/window/lw-window.c": "#include \"lw-canvas.h\"\n",
    "app/main.c": "#include <gtk/gtk.h>\n#include \"lw-canvas.h\"\n",
    "app/cli.h": "#include \"lw-scene.h\"\n",
    "app/cli/cli-run.c": "#include \"cli.h\"\n",
}
LAYER_FAULTS = {
    f"{path} includes {include}": ({path: LAYERS.get(path, "") + f"#include {include}\n"}, expected)
    for path, include, expected in [
        ("core/dynamics/model/model.c", "\"lw-simulation.h\"", "model.c:3: includes core/simulation/lw-simulation.h"),
        ("core/dynamics/model/model.c", "<glib.h>", "model.c:3: <glib.h> is of GLib"),
        ("core/simulation/lw-simulation.h", "<glib.h>", "lw-simulation.h:2: <glib.h> is of GLib"),
        ("core/simulation/lw-simulation.h", "\"lw-mechanism.h\"", "which core/simulation must not see"),
        ("core/project/model/lw-mechanism.h", "<sqlite3.h>", "<sqlite3.h> is of SQLite, which core/project/model"),
        ("core/project/lw-flat.c", "<cairo.h>", "<cairo.h> is of cairo"),
        ("core/project/lw-flat.c", "\"draw/lw-scene.h\"", "which core/project must not see"),
        ("core/draw/lw-scene.h", "<sqlite3.h>", "is of SQLite"),
        ("core/draw/lw-scene.h", "<gtk/gtk.h>", "is of GTK"),
        ("core/draw/lw-scene.h", "\"lw-tool.h\"", "which core/draw must not see"),
        ("core/session/lw-tool.h", "<gdk/gdk.h>", "is of GTK"),
        ("core/session/lw-tool.h", "\"lw-canvas.h\"", "which core/session must not see"),
        ("ui/canvas/lw-canvas.h", "<sqlite3.h>", "is of SQLite"),
        ("ui/canvas/lw-canvas.h", "\"cli.h\"", "which ui must not see"),
        ("ui/window/lw-window.c", "\"lw-canvas-private.h\"", "which is private to ui/canvas"),
        ("app/cli.h", "\"lw-canvas.h\"", "which app/linkwright-cli must not see"),
        ("app/cli/cli-run.c", "\"lw-tool.h\"", "which app/linkwright-cli must not see"),
        ("app/cli/cli-run.c", "<adwaita.h>", "is of GTK"),
        ("core/project/model/lw-mechanism.h", "\"lw-store.h\"",
         "core/project/model, core/project/store include each other in a circle by the 2 lines"),
        ("core/draw/plot/data/lw-data.h", "\"lw-layout.h\"", "core/draw/plot/data, core/draw/plot/layout include"),
        ("core/dynamics/include/mbd.h", "\"model-private.h\"", "core/dynamics/include, core/dynamics/model include"),
        ("core/new/new.c", "<math.h>", "core/new/new.c:1: is in no layer"),
    ]
}

FUNCTION = "static int\nf%s (int a,\n    int b)\n{\n%s}\n"
BOUNDS = {
    "core/short.c": FUNCTION % ("", "  a++;\n" * 76) + "static const int A[] = {\n" + "  1,\n" * 90 + "};\n",
    "ui/full.c": "//\n" * 800,
    "ui/long.c": FUNCTION % ("_long", "  a++;\n" * 86) + "//\n" * 800,
    "tests/lint/bounds.txt": "# Exceptions\nui/long.c 900 a list\nlong.c:f_long 90 a list\n",
}
BOUND_FAULTS = {
    "file": ({"ui/full.c": "//\n" * 801}, "ui/full.c:1: has 801 lines, 800 are allowed"),
    "function": ({"core/short.c": FUNCTION % ("", "  a++;\n" * 77)},
                 "core/short.c:2: f () has 81 lines, 80 are allowed"),
    "listed file": ({"ui/long.c": BOUNDS["ui/long.c"] + "//\n" * 40},
                    "ui/long.c:1: has 931 lines, 900 are allowed"),
    "listed function": ({"ui/long.c": FUNCTION % ("_long", "  a++;\n" * 87) + "//\n" * 800},
                        "f_long () has 91 lines, 90 are allowed"),
    "no longer needed": ({"ui/long.c": "//\n" * 820}, "bounds.txt:3: long.c:f_long is within the bounds"),
    "no reason": ({"tests/lint/bounds.txt": "ui/long.c 900\n"}, "bounds.txt:1: is not PATH"),
}

ENGLISH = {
    "core/good.c": SPDX + "//\n// Computes the sum of two numbers.\n\n/// Returns true if `it is told` was set.\n"
                   "const char *told = \"answers\";\nconst char *sql = \"kind IN ('mend', 'speed')\";\n"
                   "/// Calls whatever; what is it?\nint nobody;\n",
    "README.md": "# What it does\n\n```\nNULL when told\n```\n\nThe `answers` of X are results.\n",
    "ui/good.ui": "<!-- A label. -->\n<property name=\"told\">told of it</property>\n",
    "tests/good.py": "# Returns NULL.\nprint('told')\n",
    "tests/reference/good.c": "// Answers it.\n",
}
ENGLISH_FAULTS = {
    "across lines": ({"core/bad.c": "int a;\n// Keeps the size. Nothing else is looked\n// at here.\n"},
                     "core/bad.c:2: \"looked at"),
    "start": ({"core/bad.h": SPDX + "//\n// What the files share.\n"}, "core/bad.h:4: \"What"),
    "field": ({"core/bad.h": "int n; ///< of LwPlot\n"}, "core/bad.h:1: \"of"),
    "block": ({"core/bad.c": "/* Frees it.\n * NULL when empty. */\n"}, "core/bad.c:2: \"NULL when"),
    "message": ({"ui/bad.c": "f (\"The file is \"\n   \"another one\");\n"}, "ui/bad.c:1: \"is another one"),
    "document": ({"CONTRIBUTING.md": "- A list.\n- It goes on\n  for ever.\n"}, "CONTRIBUTING.md:2: \"goes on"),
    "interface": ({"ui/bad.ui": "<a/>\n<property name=\"label\" translatable=\"yes\">Let go</property>\n"},
                  "ui/bad.ui:2: \"Let go"),
    "script": ({"tests/bad.sh": "#!/bin/sh\n# Runs it anew.\n"}, "tests/bad.sh:2: \"anew"),
    "build": ({"ui/meson.build": "# Whoever calls it.\n"}, "ui/meson.build:1: \"Whoever"),
    "python": ({"tests/bad.py": "x = 1\nprint(f'{x} is told')\n"}, "tests/bad.py:2: \"told"),
}

SENTENCES = {
    "core/good.c": "f (_ (\"%s could not be read: %s.\"), name, _ (\"the body \"\n    \"is fixed\"));\n"
                   "g_string_append (text, \", \");\nf (ngettext (\"%u row\", \"%u rows\", n), n);\n"
                   "f (_ (\"a choice needs both ? and :\"), \"mass: \");\nf (_ (\"%d %% at %.2f × %s\"));\n"
                   "g_strconcat (a, b, NULL);\nf (_ (\"Open\"));\n",
    "core/status.h": "#define MBD_STATUS_LIST(X) \\\n  X (BAD, \"it is too \" \\\n     \"long\")\n",
    "ui/good.ui": "<property name=\"label\" translatable=\"yes\">Save &amp;amp; close</property>\n",
}
SENTENCE_FAULTS = {
    "leading space": ({"ui/bad.c": "\nf (_ (\" and %u more\"), n);\n"},
                      "ui/bad.c:2: ' and %u more' begins with a space"),
    "line break": ({"ui/bad.c": "f (_ (\"\\nRows: %s.\"), n);\n"}, "begins with a space"),
    "trailing space": ({"core/bad.c": "f (_ (\"its \"\n   \"law: \"));\n"},
                       "core/bad.c:1: 'its law: ' ends with a space"),
    "comma": ({"core/bad.c": "f (N_ (\", driven %d\"), n);\n"}, "begins with a punctuation mark"),
    "colon": ({"core/bad.c": "f (C_ (\"of a file\", \"Reason:\"));\n"}, "after which something must follow"),
    "plural": ({"app/bad.c": "f (ngettext (\"%u row\", \"%u rows \", n));\n"}, "'%u rows ' ends with a space"),
    "domain": ({"app/bad.c": "f (g_dngettext (NULL, \" and one\", \"%u more\", n));\n"}, "begins with a space"),
    "verb": ({"core/bad.c": "f (_ (\"%s could not be %s: %s.\"), n, v, w);\n"}, "has a value in the place of a verb"),
    "adjacent": ({"core/bad.c": "f (_ (\"%s: %s%.4g.\"), n, v, w);\n"}, "has two values without text between"),
    "joined": ({"core/bad.c": "a = g_strconcat (name, \" \",\n    _ (\"broke\"), NULL);\n"},
               "core/bad.c:1: g_strconcat () joins"),
    "prefixed": ({"core/bad.c": "g_prefix_error (error, _ (\"Line %u\"), n);\n"}, "g_prefix_error () joins"),
    "status": ({"core/status.h": "#define MBD_STATUS_LIST(X) \\\n  X (BAD, \"it is too \")\n"},
               "core/status.h:2: 'it is too ' ends with a space"),
    "interface": ({"ui/bad.ui": "<a/>\n<property translatable=\"yes\" name=\"label\">Type:</property>\n"},
                  "ui/bad.ui:2: 'Type:' ends with"),
}

KINDS = {
    "core/project/kinds/lw-kind-tables.c": "bool is = class_ == mbd_rod_class ();\n",
    "ui/inspector/lw-inspector.c": "draw (draw_of_family[LW_FAMILY_ROD], lw_kinds[LW_KIND_ROPE]);\n",
}
KIND_FAULTS = {
    line: ({"core/draw/scene/lw-scene.c": line + "\n"}, "lw-scene.c:1: asks for one kind")
    for line in ["if (def->class_ == mbd_rod_class ())", "if (mbd_rod_class () != def->class_)",
                 "if (kind->id == LW_KIND_ROPE)", "if (joint->kind == LW_JOINT_ROD)", "  case LW_FAMILY_ROD:", "  case LW_JOINT_ROD:"]
}
WORDS = {
    "tests/lint/kind-words.txt": "# Words\nrope 1\n",
    "ui/inspector/lw-inspector-rope.c": "int a;\n",
    "ui/inspector/lw-inspector.c": "// A rope.\nint europe_or_ropewalk;\n",
    "ui/hood/lw-hood.c": "f (_ (\"Nothing touches, and there \"\n   \"are no ropes.\"), '\"');\n",
}
WORD_FAULTS = {
    "name": ({"core/draw/scene/lw-scene.c": "draw_ropes ();\n"}, "rope: 2 files, 1 allowed"),
    "text": ({"app/cli.c": "const char *a = \"Rope\";\n"}, "rope: 2 files, 1 allowed"),
    "short": ({"app/cli.c": "f (_ (\"Draw a \"\n   \"rope here\"));\n"}, "rope: 2 files, 1 allowed"),
}

MEMBERS = {
    "ui/window/lw-window-private.h": "struct _LwWindow\n{\n  LwPlayer *player; ///< of one; or\n  int n;\n};\n",
    **{f"ui/window/lw-window-{name}.c": "void\nf (LwWindow *self)\n{\n  self->player = NULL;\n}\n"
       for name in ("time", "run", "edit")},
    "ui/window/lw-array-dialog.c": "void\nf (LwDialog *self)\n{\n  self->player = NULL;\n}\n"
                                   "void\ng (LwWindow *window)\n{\n  // window->player\n}\n",
}
MEMBER_FAULTS = {
    "fourth": ({"ui/window/lw-window-help.c": "static void\nf (LwWindow *window)\n{\n  g (window->player);\n}\n"},
               "player: used by 4 files"),
    "cast": ({"ui/window/lw-window-help.c": "static void\nf (void *data)\n{\n  g (LW_WINDOW (data)->player);\n}\n"},
             "player: used by 4 files"),
}
CALLS = {
    "core/dynamics/include/mbd.h": "void mbd_step (int n); ///< calls mbd_none ()\nint mbd_count (void);\n",
    "core/dynamics/step.c": "void\nmbd_step (int n)\n{\n}\nint\nmbd_count (void)\n{\n}\n",
    "app/main.c": "  mbd_step (1);\n",
    "docs/engine.md": "| `mbd_count ()` | counts |\n",
}
CALL_FAULTS = {
    "uncalled": ({"docs/engine.md": "mbd_count ()\n"}, "mbd_count (): only tests call it"),
    "called": ({"app/main.c": "  mbd_step (mbd_count ());\n"}, "mbd_count () is called"),
    "undeclared": ({"docs/engine.md": "| `mbd_count ()` | counts |\n| `mbd_gone ()` | is gone |\n"},
                   "mbd_gone () is not declared"),
}
CASES = [("tree.py", TREE, TREE_FAULTS), ("layers.py", LAYERS, LAYER_FAULTS),
         ("bounds.py", BOUNDS, BOUND_FAULTS), ("english.py", ENGLISH, ENGLISH_FAULTS),
         ("sentences.py", SENTENCES, SENTENCE_FAULTS), ("kinds.py", KINDS, KIND_FAULTS),
         ("kind-words.py", WORDS, WORD_FAULTS), ("api-calls.py", CALLS, CALL_FAULTS), ("window-members.py", MEMBERS, MEMBER_FAULTS)]


def output_of(script, files):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            if text is not None:
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        done = subprocess.run([sys.executable, LINT / script, folder], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False,
                              env={**os.environ, "GIT_DIR": folder})
    return done.returncode, done.stdout


def english_table():
    """The examples of the table of english.py that their own row accepts."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(LINT))
    from english import RULES
    return [f"{example!r} is accepted by {rule.pattern}" for rule, _, example in RULES if not rule.search(example)]


number = failed = 0


def report(passed, name, output):
    global number, failed
    number += 1
    failed += not passed
    print(f"{'ok' if passed else 'not ok'} {number} {name}")
    if not passed:
        print("\n".join("# " + line for line in output.splitlines()))


for script, good, faults in CASES:
    code, output = output_of(script, good)
    report(code == 0, f"{script}: accepts", output)
    for name, (fault, expected) in faults.items():
        code, output = output_of(script, {**good, **fault})
        report(code == 1 and expected in output, f"{script}: {name}", f"expected {expected}\n{output}")
accepted = english_table()
report(not accepted, "english.py: refuses the examples of its table", "\n".join(accepted))
print(f"1..{number}")
sys.exit(1 if failed else 0)
