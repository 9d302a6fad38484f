#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a command once, as the first process of namespaces of its own, and tells what it left behind.

usage: residue_room.py PLAN, where PLAN is a JSON object:
  argv      the command
  signal    the number of the signal that it gets, or null
  moment    when: a program's name, and how many of that name have to be seen running
  covered   directories that are empty, and that nobody else uses here
  patience  seconds that whatever is left may take to go

Prints a JSON object: the status of the command as Python counts it, its standard output and error, whether
the moment came, and what is `left`: processes, mounts, network interfaces and directory entries that were not
there before. In these namespaces all of that can come from the command only, whatever else goes on on the
machine.
"""

import json
import os
import signal
import subprocess
import sys
import time

START_PATIENCE = 60
BETWEEN_LOOKS = 0.001


def processes():
    """Every process but this one: pids to names. One that has ended is none, waited for or not."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                line = file.read()
        except OSError:
            continue
        name, rest = line[line.index("(") + 1:].rsplit(")", 1)
        if rest.split()[0] not in "ZX":
            found[int(entry)] = name
    return found


def reap():
    """Orphans come to the first process of a pid namespace."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def mounts():
    with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as file:
        return [line.split(" ", 1)[1] for line in file]


def entries(directories):
    walks = [walk for directory in directories for walk in os.walk(directory)]
    return [os.path.join(root, name) for root, folders, files in walks for name in folders + files]


def look(covered):
    return {
        "processes": [f"{pid} {name}" for pid, name in processes().items()],
        "mounts": mounts(),
        "interfaces": os.listdir("/sys/class/net"),
        "entries": entries(covered),
    }


def changed(before, after):
    """What is there and was not, and what was there and is not."""
    return {what: sorted(set(before[what]) ^ set(after[what])) for what in before}


def wait_for(moment, child):
    """Whether the moment was seen before the command ended."""
    name, count = moment
    deadline = time.monotonic() + START_PATIENCE
    while child.poll() is None and time.monotonic() < deadline:
        if list(processes().values()).count(name) >= count:
            return True
        time.sleep(BETWEEN_LOOKS)
    return False


def settle(before, covered, patience):
    """Looks until nothing is left, or patience is at its end."""
    deadline = time.monotonic() + patience
    while True:
        reap()
        left = changed(before, look(covered))
        if not any(left.values()) or time.monotonic() > deadline:
            return left
        time.sleep(BETWEEN_LOOKS)


def read_back(fd):
    with os.fdopen(fd, encoding="utf-8", errors="replace") as file:
        file.seek(0)
        return file.read()


def main(plan):
    # Whoever started this may have ignored it, and what is ignored is inherited.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before = look(plan["covered"])
    # No pipes: whoever is left might hold them open.
    out, err = os.memfd_create("out"), os.memfd_create("err")
    with subprocess.Popen(plan["argv"], stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd="/") as child:
        came = plan["signal"] is None or wait_for(plan["moment"], child)
        if plan["signal"] is not None and came:
            child.send_signal(plan["signal"])
        status = child.wait()
    left = settle(before, plan["covered"], plan["patience"])
    seen = {"status": status, "out": read_back(out), "err": read_back(err), "came": came, "left": left}
    print(json.dumps(seen))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
