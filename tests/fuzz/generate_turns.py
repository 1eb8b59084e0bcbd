#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program whose assertion fails only in executions where each of some loops makes a certain number of
turns, or more, and some function calls itself so often. A comment tells how often: "// needs LINE COUNT" for a loop,
"// needs NAME COUNT" for a function.
  tests/fuzz/generate_turns.py SEED"""
import random
import sys

draw = random.Random(int(sys.argv[1]))
lines = []
needs = []


def add(text):
    lines.append(text)


def count_of(is_input):
    return draw.choice([1, 2, 3, 4] if is_input else [1, 2, 3, 7, 8, 9, 20, 31, 32, 33, 70, 128, 130, 260])


def loop(number):
    """The function count_NUMBER, which returns count exactly if its loop makes so many turns."""
    is_input = draw.random() < 0.5
    count = count_of(is_input)
    kind = draw.choice(["after", "after", "nested", "recursive", "do"])
    most = "input()" if is_input else f"n < {count + draw.choice([0, 0, 1, 50])}"
    if kind == "recursive":
        add(f"static int count_{number}(int n) {{")
        add("  if (" + ("!input()" if is_input else f"n == {min(count, 40)}") + ") return n;")
        add(f"  return count_{number}(n + 1);")
        add("}")
        needs.append((f"count_{number}", min(count, 40)))
        return f"count_{number}(0) == {min(count, 40)}"
    add(f"static int count_{number}(int n) {{")
    add("  int x = 0;")
    if kind == "nested":
        add("  int most = 0;")
        add("  for (int outer = 0; outer < 2; outer++) {")
        add("    n = 0;")
    add("  do { n++;" if kind == "do" else f"  while ({most}) {{")
    needs.append((len(lines), count if kind != "do" else max(count - 1, 1)))
    body = draw.choice(["", "", "    x++;", "    for (int k = 0; k < 2; k++) x += k;"])
    if body:
        add(body)
    if "for" in body:
        needs.append((len(lines), 2))
    if kind != "do":
        add("    n++;")
    if not is_input:
        add(f"    if (n == {count}) break;")
    add(f"  }}{f' while ({most});' if kind == 'do' else ''}")
    if kind == "nested":
        add("    if (n > most) most = n;")
        add("  }")
        add("  n = most;")
    add("  return n + x * 0;")
    add("}")
    return f"count_{number}(0) == {count}"


def main():
    add("#include <assert.h>")
    add("#include <pthread.h>")
    add("extern int __VERIFIER_nondet_int(void);")
    add("static int input(void) { return __VERIFIER_nondet_int(); }")
    add("static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")
    add("static int reached;")
    conditions = [loop(number) for number in range(draw.choice([1, 1, 2, 2, 3]))]
    workers = draw.choice([0, 1, 2])
    own = []
    for number, condition in enumerate(conditions):
        if number >= workers:
            own.append(condition)
            continue
        add(f"static void *work_{number}(void *p) {{")
        add(f"  int is_reached = {condition};")
        add("  pthread_mutex_lock(&lock);")
        add("  reached += is_reached;")
        add("  pthread_mutex_unlock(&lock);")
        add("  return p;")
        add("}")
    created = min(workers, len(conditions))
    add("int main(void) {")
    for number in range(created):
        add(f"  pthread_t t{number};")
        add(f"  pthread_create(&t{number}, 0, work_{number}, 0);")
    add(f"  int own = {' + '.join(f'({condition})' for condition in own) or '0'};")
    for number in range(created):
        add(f"  pthread_join(t{number}, 0);")
    add(f"  assert(own + reached != {len(conditions)});")
    add("  return 0;")
    add("}")
    print("\n".join(lines))
    for where, count in needs:
        print(f"// needs {where} {count}")


main()
