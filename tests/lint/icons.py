#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# icons.py SOURCE: every symbolic icon that the program names exists. Those of the project are in data/icons and in
# the resources of the program, and are used; the others are in every version of the Adwaita theme from 43 to 48.

import pathlib
import re
import sys

THEME = {
    "accessories-text-editor", "changes-allow", "changes-prevent", "dialog-information", "dialog-warning",
    "document-edit", "document-open-recent", "document-save", "edit-clear", "edit-copy", "edit-cut", "edit-delete",
    "edit-find", "edit-paste", "edit-redo", "edit-undo", "folder-open", "go-down", "go-home", "go-next",
    "go-previous", "go-up", "help-about", "list-add", "list-remove", "media-playback-pause",
    "media-playback-start", "media-playback-stop", "media-playlist-repeat", "media-skip-backward",
    "media-skip-forward", "object-select", "open-menu", "pan-down", "pan-end", "pan-up",
    "preferences-system", "sidebar-show-right", "system-search", "user-trash", "view-conceal", "view-dual", "view-fullscreen", "view-more", "view-reveal", "view-restore",
    "window-close", "zoom-fit-best", "zoom-in", "zoom-out",
}
NAME = re.compile(r'["\'>]([a-zA-Z0-9.-]+)-symbolic["\'<]')


def main():
    source = pathlib.Path(sys.argv[1])
    own = {path.name[: -len("-symbolic.svg")] for path in (source / "data/icons").rglob("*-symbolic.svg")}
    resources = (source / "ui/linkwright.gresource.xml").read_text(encoding="utf-8")
    problems, used = [], set()
    for folder in "core", "ui", "app":
        for path in sorted((source / folder).rglob("*")):
            if path.suffix not in (".c", ".h", ".ui"):
                continue
            for name in NAME.findall(path.read_text(encoding="utf-8")):
                used.add(name)
                if name.startswith("lw-"):
                    if name not in own or f"/{name}-symbolic.svg" not in resources:
                        problems.append(f"{path.relative_to(source)}: there is no icon {name}-symbolic")
                elif name not in THEME and name not in own:
                    problems.append(f"{path.relative_to(source)}: {name}-symbolic is not known to be in the theme")
    problems += [f"data/icons: {name}-symbolic is not used" for name in sorted(own - used) if name.startswith("lw-")]
    print("\n".join([*problems, f"{len(used)} icons, {len(problems)} problems"]))
    return 1 if problems or not used else 0


sys.exit(main())
