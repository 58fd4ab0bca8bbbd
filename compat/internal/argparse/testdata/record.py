"""Record what argparse of Python 3.11 makes of random command lines: python3 record.py > lines.json"""
import argparse
import json
import random

PARSERS = [  # name or names, number of words, choices, type, required
    [(["-h", "--help"], 0), (["-f", "--format"], 1), (["-v", "--verbose"], 0), (["-q", "--quiet"], 0), (["-p"], 1, None, "int"),
     (["--ignore"], 1, ["gold", "none"]), (["-A"], 1, None, "float"), (["gold"], 1), (["test"], 1)],
    [(["-h", "--help"], 0), (["-f"], 2, None, None, True), (["-ff"], 1), (["--just"], 0), (["--justone"], 0), (["--names"], "*", ["a", "b"]),
     (["--more"], "+"), (["--may"], "?"), (["file"], "?"), (["other"], "?")],
    [(["-h", "--help"], 0), (["--operation"], 1, ["avg", "list"]), (["-solver"], 1), (["-s"], 0), (["files"], "+")],
]
TOKENS = ["-h", "-f", "-fx", "-f=x", "--format", "--form", "--format=y", "-v", "-vq", "-qv", "-vf", "-vfx", "-vz", "--v", "--verbose=1", "-p", "-p3",
          "-p", "-1", "3", "--ignore", "gold", "--ig=none", "-A", "-A.5", "-A=2", "a", "b", "c", "x y", "-x y", "--", "-", "", "-ff", "--just", "--jus",
          "--justo", "--names", "--more", "--may", "--may=7", "--operation", "avg", "list", "--op=avg", "-solver", "-sol", "-so=1", "-s", "-so", "-s=",
          "--other", "-z", "-5", "-.5", "--names=a", "--more=z", "it's"]


class Stop(Exception):
    pass


def checked(kind):
    def text(word):
        kind(word)
        return word

    text.__name__ = kind.__name__
    return text


def parser(arguments):
    p = argparse.ArgumentParser(add_help=False)

    def stop(message):
        raise Stop(message)

    class Helped(argparse.Action):
        def __call__(self, *args):
            raise Stop("help")

    p.error = stop
    for names, words, *more in arguments:
        choices, kind, required = (more + [None] * 3)[:3]
        options = {} if words == 1 else {"nargs": words}
        if names[0] == "-h":
            options = {"action": Helped, "nargs": 0}
        elif words == 0:
            options = {"action": "append_const", "const": []}
        elif names[0].startswith("-"):
            options["action"] = "append"
        if choices:
            options["choices"] = choices
        if kind:
            options["type"] = checked({"int": int, "float": float}[kind])
        if required:
            options["required"] = True
        p.add_argument(*names, **options)
    return p


def given(value, words):
    if value is None:
        return None
    if words == 1 or words == "?":
        return [str(value)]
    return [str(v) for v in value]


def run(arguments, line):
    p = parser(arguments)
    try:
        found = vars(p.parse_args(line))
    except Stop as end:
        return {"error": str(end)}
    out = {}
    for names, words, *_ in arguments:
        name = names[0]
        option = name.startswith("-")
        dest = next((n for n in names if n.startswith("--")), name).lstrip("-")
        value = found.get(dest)
        if value is None or value == []:
            continue
        out[name] = [given(v, words) or [] for v in value] if option else [given(value, words)]
    return {"given": out}


random.seed(11)
cases = []
seen = set()
while len(cases) < 1200:
    k = random.randrange(len(PARSERS))
    line = [random.choice(TOKENS) for _ in range(random.randrange(7))]
    place = random.randrange(len(line) + 1)
    if random.random() < .5:
        line[place:place] = [["a", "b"], ["-f", "a", "b"], ["c"]][k]
    result = run(PARSERS[k], line)
    key = (k, tuple(line))
    if key in seen or "error" in result and random.random() < .9:
        continue
    seen.add(key)
    cases.append({"parser": k, "line": line, **result})
print("[" + ",\n".join(json.dumps(c) for c in cases) + "]")
