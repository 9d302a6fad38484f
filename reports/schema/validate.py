#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates reports against report.schema.json.

usage: validate.py [REPORT.json...]

Without a report it takes the approved one. It also proves that the schema is strict: each key that it
requires is taken out of a report once, one that it does not know is put in everywhere, each value is given
another type, and every such report must be refused. Exit status: 0 valid, 1 not, 77 the Python package
jsonschema is missing (Debian: python3-jsonschema).
"""

import copy
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def places(value, path=()):
    """The path of `value` and of every value below it."""
    yield path
    if isinstance(value, (dict, list)):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in entries:
            yield from places(inner, path + (key,))


def at(value, path):
    for key in path:
        value = value[key]
    return value


def is_free(path):
    """Objects whose keys are data: any key of theirs may come and go."""
    return path[-1:] in (("host",), ("args",), ("observed",), ("set",))


def is_optional(path):
    return path[-2:-1] == ("limits",) and path[-1] != "wall"


def broken_reports(report):
    """What is wrong with it, and a report with that one fault."""
    for path in places(report):
        value = at(report, path)
        if isinstance(value, dict) and not is_free(path):
            broken = copy.deepcopy(report)
            at(broken, path)["unknown_key"] = 1
            yield f"an unknown key in /{'/'.join(map(str, path))}", broken
        if not path:
            continue
        broken = copy.deepcopy(report)
        at(broken, path[:-1])[path[-1]] = [[]]
        yield f"a wrong type at /{'/'.join(map(str, path))}", broken
        if isinstance(path[-1], str) and not is_free(path[:-1]) and not is_optional(path):
            broken = copy.deepcopy(report)
            del at(broken, path[:-1])[path[-1]]
            yield f"no /{'/'.join(map(str, path))}", broken


def main(arguments):
    try:
        from jsonschema import Draft7Validator
    except ImportError:
        print("skipped: the Python package jsonschema is missing", file=sys.stderr)
        return 77
    schema = json.loads((HERE / "report.schema.json").read_text(encoding="utf-8"))
    Draft7Validator.check_schema(schema)
    validator = Draft7Validator(schema)
    faults = 0
    for name in arguments or [str(HERE.parent / "approved" / "report.json")]:
        report = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
        for error in validator.iter_errors(report):
            faults += 1
            print(f"{name}: /{'/'.join(map(str, error.path))}: {error.message}")
        for what, broken in broken_reports(report):
            if validator.is_valid(broken):
                faults += 1
                print(f"{name}: the schema lets pass a report with {what}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
