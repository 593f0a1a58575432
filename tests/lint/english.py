#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# english.py [--count] SOURCE [PATH...]: checks that comments, documents and messages are plain technical
# English, in the whole tree or below the given paths. Reports each phrase that matches a row of the table,
# with the file, the line and the replacement; --count prints the number of matches of each row instead.

import collections
import io
import pathlib
import re
import subprocess
import sys
import tokenize

# Pattern, what to write instead, an example of the phrase that is refused.
# Patterns ignore case. "^" is the start of a comment, and matches nothing elsewhere; "START" stands for the
# start of a sentence in a comment or a document. A space matches a line break too.
TABLE = [
    # How comments begin.
    (r"START What\b(?![^.]*\?)",
     "a noun: \"Declarations shared by ...\", \"Values that ...\", \"Anything that ...\"",
     "What the files of the canvas share."),
    (r"^Whether\b", "\"Returns true if ...\"; for a field or a variable \"True if ...\"",
     "Whether the state has been solved."),
    (r"^(Where|How|Which|Who|When)\b[^,.?]*(\.|$)",
     "a noun (\"Position of\", \"Number of\"), or a clause with \"If ..., ...\"",
     "Where shapes touch."),
    (r"^Of\b", "the noun that is left out: \"Array of LwPlotEvent\", \"Length of ...\"", "of LwPlotCurve"),
    (r"^The same\b", "\"Like lw_x (), but ...\", or say it again", "The same for velocities."),
    (r"^Likewise\b", "say it again", "likewise"),
    (r"^As long as\b(?! (it|they|the)\b)", "\"Array with the length of v\"", "as long as q"),
    (r"^To be\b", "\"Must be ...\"", "To be called once at the start of a program."),
    (r"^Asked\b", "\"Called ...\"", "Asked after every accepted step."),

    # Functions return, report and notify; they do not talk.
    # The noun is a learner's answer.
    (r"\banswer(s|ed|ing)? (whether|if|how|what|which|true|false|NULL)\b", "\"returns\", \"result\", \"response\"", "Answers whether all are met."),
    (r"\btold\b(?! to\b)", "\"reported\", \"shown\", \"notified\"; apart: \"distinguished\"",
     "What went wrong is told in a dialog."),
    (r"\btells? (that|whether|how|what|which|where|why|when|of|apart|by|it|its|no|each)\b",
     "\"reports\", \"shows\", \"describes\", \"identifies\"", "*stopped tells why."),
    (r"\b(is|are|was|were|be|been) (not |only |never |also |once )?said\b|\bsaid of\b",
     "\"is reported\", \"is shown\", \"is specified\"", "It says nothing, and nothing is said of it."),
    (r"\bsays? (so|nothing)\b", "\"reports this\", \"reports an error\", \"specifies nothing\"",
     "Where no pose is found, `stops` says so."),
    (r"\bspeaks? (of|for|about)\b", "\"refers to\", \"indicates\", \"favours\"",
     "The element that a diagnosis speaks of."),
    (r"\b(is|are|was|were|be) (not |only )?asked\b(?! (to|for)\b)",
     "\"is queried\", \"is called\", \"is evaluated\"",
     "The error is set where the engine was not asked."),
    (r"\basked for\b", "\"requested\"", "NULL: help was asked for."),
    (r"\bheard?\b|\bhears\b", "\"is notified\", \"has received\"", "The thread may not have heard of it yet."),
    (r"\ba sentence\b|\bone sentence\b", "\"a message\", \"an error message\"; in an interface \"sets the error\"",
     "NULL, and a sentence, when it cannot be decoded."),
    (r"\bgives? (NULL|true|false|-1)\b", "\"returns\"", "Gives NULL and an error."),
    (r"\b(NULL|true|false|NaN|INFINITY|-1|0) (?-i:when|where)\b", "\"if\"", "NULL when there is none."),
    (r"\bheed(s|ed)?\b", "\"respects\", \"checks\"", "Time stepping heeds it too."),
    (r"\bblame[sd]?\b", "\"reported as\"", "A text is not blamed for being a bad project."),
    (r"\bpromise[sd]?\b", "\"guarantee\", \"guaranteed\"", "No more than this is promised there."),

    # Callers, users and threads instead of persons without a name.
    (r"\b(whoever|nobody|somebody|everybody|anybody)\b",
     "\"the caller\", \"the user\", \"no caller\", \"unused\", \"another thread\"",
     "NULL: nobody is told."),
    (r"START Who\b(?![^.]*\?)|; who\b", "\"Callers that ...\", \"A user who ...\"", "Who changes it draws it."),
    (r"\b(when|if|as|while|what|where|how|until|before|that) one (looks|types|wants|sees|drags|writes|reads|asks|"
     r"clicks|pulls|presses|goes|expects|needs|knows|thinks|draws|moves)\b", "\"the user\", or the passive",
     "While one types, nothing moves."),
    (r"\bknows\b|\bknow (nothing|of)\b", "\"stores\", \"depends on\", \"detects\", \"supports\"",
     "Nothing in the solver knows kinds."),
    (r"(?<!user )(?<!caller )\bwant(s|ed)?\b", "\"requires\", \"expects\", \"requested\", \"target\"",
     "The graph as AMD wants it."),
    (r"\blook(s|ed) at\b", "\"examines\", \"checks\", \"shows\"; how it is looked at: \"the view\"",
     "Only the first page is looked at."),
    (r"\b(is|are|was|were) (not |also |never |only )?seen\b", "\"is visible\", \"is detected\", \"shows\"",
     "Whether it can close is seen later."),
    (r"\bwaited for\b", "\"blocks until\", \"is awaited\"", "Nothing is waited for."),
    (r"\bbusiness of\b|\baffair of\b", "\"is handled by\"", "How it looks is the business of core/draw."),

    # Verbs and adverbs that a dictionary of another language suggests.
    (r"\blet(s|ting)? go\b", "\"release\", \"released\"", "At the candidate: take hold, or let go."),
    (r"\blets? (it|them) be\b", "\"leaves it unchanged\"", "Names what it opens and lets it be."),
    (r"\b(take|takes|taken|took|taking) ([\w']+ ){0,4}away\b", "\"remove\", \"delete\", \"subtract\"",
     "What was begun is taken away."),
    (r"\b(go|goes|going|went|gone) on\b", "\"continue\"; what is going on: \"progress\"", "The run goes on."),
    (r"\b(come|comes|came) to (lie|stand|be|hold)\b", "\"is placed\", \"becomes\"", "Where the plot comes to lie."),
    (r"\bgo(es)? with\b", "\"moves with\", \"is freed with\", \"belongs to\"", "The dialog goes with the window."),
    (r"\bgiv(e|es|en|ing) way\b|\bgave way\b", "\"is compliant\", \"yields\"", "A driver that gives way."),
    (r"\b(couplings?|joints?|rows?|drivers?|springs?|motors?) (that |which )?acts?\b",
     "\"active couplings\", \"is active\"",
     "The couplings that act."),
    # Not 'mend' in quotes, which is a value in project files.
    (r"\b(?<!')mend(s|ed|ing)?\b(?!')", "\"reconnect\", \"repair\"", "Couplings break and are mended."),
    (r"\bstands? (in|at|above|below|beside|behind|before|between|first|here|there|where|ready)\b",
     "\"is in\", \"is stored in\", \"precedes\", \"follows\"", "Its functions stand in one file."),
    (r"\bto stay\b(?= (what|as|how)\b)|\b(stays?|remains?|left|leaves?|keeps?|kept) ([\w'*`]+ ){0,3}(as|what|where|how) "
     r"(it|they) (is|are|was|were)\b", "\"is unchanged\", \"is left unchanged\"", "The rest stays as it is."),
    (r"\bas (it|they) (is|are|was|were)( now)?(?=[.,;:)]|$)", "\"unchanged\", \"current\", \"in its present form\"",
     "A player for the mechanism as it is."),
    (r"\b(is|are|be|was|were) (not |no longer |still )?what (it|they|its|their|the) ",
     "\"equals\", \"differs from\"",
     "It is no longer what the file says."),
    (r"\b(is|are|was|were|be|becomes?) (another one|others)\b", "\"differs\", \"has been replaced\"",
     "The file is another one."),
    (r"\banother (one |[\w-]+ )?than\b",
     "\"different from\", \"other than\"", "It is another one than the one that was read."),
    (r"(?<!there )(?<!that )(?<!where )\b(is|are|was|were|be) no (?!(longer|more|less|such|fewer|later|earlier|greater|larger|smaller|"
     r"worse|better|further|farther|higher|lower|slower|faster|nearer|stronger|weaker|other|need|better|room|way|point)\b)[a-z]",
     "\"is not a\"", "It is no number."),
    (r"\b(that|which|what|where) (is|are|was|were) no (?!(longer|more|less|such)\b)[a-z]",
     "\"that is not a\", \"without\"",
     "A pose that is no number."),
    (r"\b(is|are|was|were|be|been) (not |already |still |always |all )?there\b(?! (is|are|was|were|a|an|no|any|some|to)\b)(?! ?\?)",
     "\"exists\", \"is present\", \"is available\"", "The folder is there already."),
    (r"\b(is|are|be|was|were|appears?|read|written|there|keep|kept) whole\b",
     "\"complete\", \"intact\", \"completely\"",
     "Files are read whole."),
    (r"\bbeside the main loop\b", "\"in a worker thread\", \"without blocking the main loop\"",
     "Files are read beside the main loop."),
    (r"\bbut for\b", "\"except\", \"except for\"", "All but for the last."),
    (r"\bnothing but\b", "\"only\"", "It is nothing but round-off."),
    (r"\balone\b", "\"only\"; left alone: \"unchanged\"", "For the files of the canvas alone."),
    (r"\bso (many|much)\b(?!(?: [\w'/-]+){0,9},? (that|as)\b)", "the parameter's name, a number, or \"this many\"",
     "At most so many bytes."),
    (r"\b(drawn|done|shown|made|kept|stored|named|opened|written|called|measured|meant|seen|found|told|used) so(?=[.,;:)]|$)",
     "\"this way\", \"accordingly\"", "What has broken is drawn so."),
    (r"\banew\b", "\"again\", \"from scratch\", \"re-\"", "The rows are made anew."),
    (r"\bmade of\b", "\"created from\", \"derived from\", \"consists of\"", "Channels that are made of others."),
    (r"\bof (its|their|our|one's|his) own\b(?! [a-z])", "\"its own X\", \"a separate X\", \"a custom X\"",
     "A thread of its own."),
    (r"\bfrom (?!(now|here|then|there|that point|this point|that time)\b)[\w'.` -]{1,30}? on(?=[.,;:)]|$)",
     "\"from X onwards\", \"starting at X\"", "From 1 s on, another force acts."),
    (r"\bup to there\b", "\"up to that point\"", "The rows up to there are written."),
    (r"\bthe present (?!value\b)", "\"the current\"", "The branch of the present pose."),
    (r"\bin hand\b", "\"current\"", "The step in hand, at its full size."),
    (r"\ball the same\b", "\"anyway\", \"nevertheless\"", "It is shown all the same."),
    (r"\band (its|their|the) like\b", "\"and similar functions\"", "Springs and their like."),
    (r"\bnow and then\b|\bhere and there\b", "\"occasionally\", \"in some places\"", "A spring here and there."),
    (r"\bfor ever\b", "\"forever\", \"indefinitely\"", "It loops for ever."),
    (r"\bends? of (a |the |its |their )?(file )?names?\b",
     "\"file name suffix\"", "Formats are found by the end of a name."),
    (r"\b(more )?worth (telling|a mark|a look|showing|a word)\b", "\"significant\", \"notable\"", "Worth telling."),
    (r"\btrifles?\b", "\"negligible value\"", "Nothing but a trifle until it begins."),
    (r"\bblanks?\b(?! (line|row|page|document|cell)s?\b)", "\"space\", \"spaces\"", "With blanks between."),
    (r"\bspoil(s|ed|t)?\b", "\"distorts\", \"invalidates\"", "Zeros do not spoil its range."),
    (r"\bsuffer(s|ed)?\b", "\"loses accuracy\"", "Its stages suffered."),
    (r"\btakes? (the [\w-]+|it|them|this) over\b", "\"takes ownership of\", \"adopts\"", "Takes the law over."),
    (r"\bwhat becomes? of\b|\bwhat became of\b", "\"result\", \"final state\"", "What became of the bodies."),

    # Clauses in the place of a noun.
    (r"\bwhat (is|was|are|were) (being |not |already |still )?(said|selected|typed|told|there|meant|kept|gone|shown|drawn|asked|"
     r"recorded|written|read|known|done|seen|pulled|dragged|edited|left|solved|copied|found|computed|counted|"
     r"measured|plotted|stored|saved|opened|under|over)\b",
     "the noun: \"the selection\", \"the typed text\", \"the drawing\", \"the output\"", "The middle of what is selected."),
    (r"\b(what|that which) (has|have|had|can|cannot|may|must|needs?|moves?|touches|follows|acts|stops|holds|changes|goes|comes|takes|makes|does|belongs|stays)\b",
     "the noun: \"elements that ...\", \"bodies in contact\"", "For what has no mass."),
]

# Licence texts, reference tables and build directories; and the scripts that quote the phrases.
NOT_READ = ("LICENSES/", "tests/reference/", "_", "tests/lint/english.py", "tests/lint/planted.py")
READ = {".c", ".h", ".py", ".sh", ".md", ".ui", ".build"}

START = r"(?:^|(?<=[.:;!] ))"
RULES = [(re.compile(pattern.replace("START ", START), re.IGNORECASE), instead, example)
         for pattern, instead, example in TABLE]

C_TOKEN = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
MARK = re.compile(r"^(///?<?|/\*+<?)|\*+/$")
# The rest of the word and three more, to recognise the place.
AFTER = re.compile(r"\S*( \S+){0,3}")
QUOTED = re.compile(r"`[^`]*`")
RULER = re.compile(r"^[-=~ ]*-{8,}.*$|-{8,}")
UI_TEXT = re.compile(r"<!--(.*?)-->|<(?:property|attribute)[^>]*translatable=\"yes\"[^>]*>(.*?)</", re.DOTALL)


class Text:
    """A comment, a message or a paragraph: its lines are joined, so that a phrase may cross a line break."""

    def __init__(self, is_comment):
        self.is_comment = is_comment
        self.text = ""
        self.starts = []

    def add(self, line, words):
        for number, part in enumerate(words.split("\n")):
            part = RULER.sub("", part.strip().lstrip("*").strip())
            if part and "SPDX-" not in part:
                self.text += " " if self.text else ""
                self.starts.append((len(self.text), line + number))
                self.text += part

    def line_of(self, place):
        return [line for start, line in self.starts if start <= place][-1]


def c_texts(source):
    """Comments, those on successive lines joined, and messages: string literals with spaces, adjacent ones joined."""
    texts = []
    last_end = last_kind = None
    for match in C_TOKEN.finditer(source):
        token = match[0]
        line = source.count("\n", 0, match.start()) + 1
        between = source[last_end:match.start()]
        if token[0] == "/":
            kind = MARK.match(token)[0]
            words = MARK.sub("", MARK.sub("", token, count=1))
            joins = (kind == last_kind and kind in ("//", "///") and between.count("\n") == 1 and not between.strip())
        elif token[0] == "\"":
            kind, words = "\"", token[1:-1].replace("\\n", " ")
            joins = last_kind == "\"" and not between.strip()
        else:
            continue
        if not joins:
            texts.append(Text(kind != "\""))
        texts[-1].add(line, words)
        last_end, last_kind = match.end(), kind
    return [text for text in texts if text.is_comment or " " in text.text]


def hash_texts(source):
    """Lines that are comments of a shell or of meson, successive ones joined."""
    text = Text(True)
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#") and not line.startswith("#!"):
            words = line.lstrip().lstrip("#")
            if words.strip():
                text.add(number, words)
                continue
        yield text
        text = Text(True)
    yield text


def python_texts(source):
    yield from hash_texts(source)
    # Since Python 3.12 the texts of f-strings are tokens of their own.
    middle = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, middle) and " " in token.string:
            text = Text(False)
            quotes = r"^[rbfuRBFU]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$"
            words = re.sub(quotes, "", token.string) if token.type == tokenize.STRING else token.string
            text.add(token.start[0], words)
            yield text


def markdown_texts(source):
    """Paragraphs; code is none."""
    in_code = False
    text = Text(False)
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and line.strip() and not re.match(r"\s*([-*|#>]|\d+\.)", line):
            text.add(number, line)
            continue
        yield text
        text = Text(False)
        if not in_code and not line.lstrip().startswith(("```", "#")):
            text.add(number, re.sub(r"^\s*([-*|>]|\d+\.)\s*", "", line))
    yield text


def ui_texts(source):
    for match in UI_TEXT.finditer(source):
        text = Text(match[1] is not None)
        text.add(source.count("\n", 0, match.start()) + 1, match[1] or match[2])
        yield text


READERS = {".c": c_texts, ".h": c_texts, ".py": python_texts, ".sh": hash_texts, ".build": hash_texts,
           ".md": markdown_texts, ".ui": ui_texts}


def phrases(path, source):
    """The phrases of a file that the table refuses: line, phrase, row."""
    for text in READERS[path.suffix](source):
        words = QUOTED.sub(lambda match: "`" + "x" * (len(match[0]) - 2) + "`", text.text)
        for rule in RULES:
            for match in rule[0].finditer(words):
                if text.is_comment or not rule[0].pattern.startswith("^"):
                    end = AFTER.match(words, match.end()).end()
                    yield text.line_of(match.start()), text.text[match.start():end], rule


def files_of(root):
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z"], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, check=False)
    names = (listed.stdout.decode().split("\0") if listed.returncode == 0 else
             [path.relative_to(root).as_posix() for path in root.rglob("*")])
    for name in sorted(names):
        path = root / name
        if path.suffix in READ and path.is_file() and not path.is_symlink() and not name.startswith(NOT_READ):
            yield path


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--count"]
    root = pathlib.Path(arguments[0])
    folders = tuple(arguments[1:])
    counts = collections.Counter()
    files = 0
    for path in files_of(root):
        name = path.relative_to(root).as_posix()
        if folders and not name.startswith(folders):
            continue
        files += 1
        for line, phrase, rule in sorted(phrases(path, path.read_text(encoding="utf-8")), key=lambda found: found[0]):
            counts[rule] += 1
            if "--count" not in sys.argv:
                print(f"{name}:{line}: \"{phrase}\"; write {rule[1]}")
    if "--count" in sys.argv:
        for rule, count in counts.most_common():
            print(f"{count:5}  {rule[2]}")
    print(f"{files} files, {sum(counts.values())} phrases")
    return 1 if counts or not files else 0


if __name__ == "__main__":
    sys.exit(main())
