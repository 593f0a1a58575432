#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# metadata.py SOURCE VERSION: checks properties of the metainfo and the icons that no validator
# checks. Writes TAP.

import json
import pathlib
import re
import struct
import sys
import xml.etree.ElementTree as xml

APPLICATION = "org.linkwright.Linkwright"
SVG = "{http://www.w3.org/2000/svg}"

source = pathlib.Path(sys.argv[1])
version = sys.argv[2]
component = xml.parse(source / "data" / f"{APPLICATION}.metainfo.xml.in").getroot()


def text(path):
    return " ".join((component.findtext(path) or "").split())


def identity():
    assert text("id") == APPLICATION
    assert text("launchable") == f"{APPLICATION}.desktop"
    manifest = json.loads((source / "flatpak" / f"{APPLICATION}.json").read_text())
    assert manifest["id"] == APPLICATION
    for name in ("desktop.in", "service.in", "gschema.xml", "mime.xml"):
        assert (source / "data" / f"{APPLICATION}.{name}").exists(), name


def name_and_summary():
    name, summary = text("name"), text("summary")
    assert 0 < len(name) <= 15 and re.fullmatch(r"[A-Z][a-z]+", name), name
    assert 10 <= len(summary) <= 35 and not summary.endswith("."), summary
    assert summary.split()[0] not in ("A", "An", "The"), summary
    assert not re.search(r"GTK|GNOME|libadwaita|" + name, summary, re.IGNORECASE), summary


def description():
    items = component.findall("description/ul/li")
    assert 0 < len(items) <= 10
    # Three to six lines of some 80 characters.
    length = len(text("description/p"))
    assert 200 <= length <= 480, length
    assert text("summary").lower() not in " ".join(component.find("description").itertext()).lower()


def hardware():
    assert text("requires/display_length") == "360"
    controls = {control.text for control in component.findall("supports/control")}
    assert {"pointing", "keyboard"} <= controls, controls


def addresses_and_terms():
    kinds = {url.get("type") for url in component.findall("url")}
    assert {"homepage", "bugtracker", "vcs-browser", "translate"} <= kinds, kinds
    assert component.find("content_rating").get("type") == "oars-1.1"
    assert component.find("developer").get("id")
    assert text("project_license") == "GPL-3.0-or-later"
    assert text("metadata_license") == "CC0-1.0"


def colours():
    shades = {
        color.get("scheme_preference"): color.text for color in component.findall("branding/color")
    }
    assert set(shades) == {"light", "dark"}
    assert shades["light"] != shades["dark"]
    for shade in shades.values():
        channels = [int(shade[i : i + 2], 16) for i in (1, 3, 5)]
        assert max(channels) - min(channels) > 40, f"{shade} is grey"


def releases():
    found = [(r.get("version"), r.get("date"), r) for r in component.findall("releases/release")]
    assert found[0][0] == version, f"{found[0][0]} is described, {version} is built"
    dates = [date for _, date, _ in found]
    assert dates == sorted(dates, reverse=True), dates
    news = (source / "NEWS.md").read_text()
    for number, _, release in found:
        assert release.find("description") is not None, number
        assert re.search(rf"^## {re.escape(number)}\b", news, re.MULTILINE), f"NEWS.md: {number}"


def screenshots():
    found = component.findall("screenshots/screenshot")
    assert 3 <= len(found) <= 6, len(found)
    for screenshot in found:
        caption = screenshot.findtext("caption")
        assert caption and not caption.endswith("."), caption
        path = source / "docs" / "screenshots" / screenshot.findtext("image").rsplit("/", 1)[1]
        assert path.exists(), f"{path.relative_to(source)} does not exist"
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert width <= 1000 and height <= 700, f"{path.name}: {width} x {height}"
        image = screenshot.find("image")
        assert (image.get("width"), image.get("height")) == (str(width), str(height)), path.name


def icons():
    for path in (source / "data" / "icons").rglob("*.svg"):
        root = xml.parse(path).getroot()
        assert root.tag == SVG + "svg", path
        _, _, width, height = map(float, root.get("viewBox").split())
        assert width == height, f"{path} is not square"
        assert path.stem.endswith("-symbolic") == (width == 16), path


checks = [
    identity,
    name_and_summary,
    description,
    addresses_and_terms,
    hardware,
    colours,
    releases,
    screenshots,
    icons,
]
print(f"1..{len(checks)}")
for number, check in enumerate(checks, 1):
    try:
        check()
        print(f"ok {number} - {check.__name__}")
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError) as problem:
        print(f"not ok {number} - {check.__name__}")
        print(f"# {problem!r}")
