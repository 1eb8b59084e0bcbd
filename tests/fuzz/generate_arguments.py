#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program in which threads read fields that their creator set before it created them, or changes
later: generate_arguments.py SEED"""
import random
import sys

choose = random.Random(int(sys.argv[1]))
FIELDS = ["low", "high"]
WORKERS = choose.randint(1, 3)


def element():
    return f"parts[{choose.randrange(3)}]"


def claim(place):
    relation, number = choose.choice([("==", 1), ("!=", 2), ("<=", 2), ("<", 2), (">=", 1)]), choose.randrange(3)
    return f"assert({place} {relation[0]} {relation[1] + number - 1});"


def worker_step(number):
    what = choose.randrange(8)
    field = choose.choice(FIELDS)
    if what < 4:
        return claim(f"part->{field}")
    if what == 4:
        return claim(f"{element()}.{field}")
    if what == 5:
        return f"{choose.choice(['part->', element() + '.'])}{field} = {choose.randrange(4)};"
    if what == 6:
        return f"for (int i = part->low; i < part->high; i++) {claim('i')}"
    if number + 1 < WORKERS:
        return (f"pthread_t id; pthread_create(&id, 0, work{number + 1}, {choose.choice(['part', '&' + element()])}); "
                f"part->{field} = {choose.randrange(3)};")
    return "(void)part;"


def create(ids):
    ids.append(len(ids))
    number = ids[-1]
    return f"pthread_create(&ids[{number}], 0, work{choose.randrange(WORKERS)}, &{element()});"


def store():
    return f"{element()}.{choose.choice(FIELDS)} = {choose.randrange(4)};"


def main_step(ids, joined):
    what = choose.randrange(10)
    if what < 4:
        return store()
    if what < 7 and len(ids) < 3:
        return create(ids)
    if what == 7 and len(joined) < len(ids):
        joined.append(len(joined))
        return f"pthread_join(ids[{joined[-1]}], 0);"
    if what == 8 and not ids:
        ids += [0, 1]
        start = choose.choice(["", "parts[0].high = 2; "])
        after = choose.choice(["", "parts[i].high = 3; ", "parts[0].low = 2; "])
        return (f"{start}for (int i = 0; i < 2; i++) {{ parts[i].low = i; parts[i].high = i + {choose.randrange(3)}; "
                f"pthread_create(&ids[i], 0, work{choose.randrange(WORKERS)}, &parts[i]); {after}}}")
    if what == 9:
        return f"if (parts[{choose.randrange(3)}].{choose.choice(FIELDS)} > {choose.randrange(3)}) {store()}"
    return store()


ids, joined = [], []
steps = [main_step(ids, joined) for _ in range(choose.randint(3, 7))]
if not ids:
    steps.append(create(ids))
steps += [main_step(ids, joined) for _ in range(choose.randint(0, 2))]
where = choose.choice(["global", "local", "block"])
print("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n")
print("struct part {\n  atomic_int low, high;\n};\n")
print("static struct part all[3], *parts = all;\n")
for number in reversed(range(WORKERS)):
    print(f"static void *work{number}(void *argument) {{\n  struct part *part = argument;")
    for _ in range(choose.randint(1, 3)):
        print(f"  {{ {worker_step(number)} }}")
    print("  return 0;\n}\n")
print("int main(void) {\n  pthread_t ids[3];")
if where == "local":
    print("  struct part own[3] = {{0, 0}, {0, 0}, {0, 0}};\n  parts = own;")
if where == "block":
    print("  parts = calloc(3, sizeof *parts);\n  if (!parts) return 1;")
for step in steps:
    print("  " + step)
for number in range(len(joined), len(ids)):
    print(f"  pthread_join(ids[{number}], 0);")
print("  return 0;\n}")
