#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program whose data are all protected by locks, joins and condition variables.
  tests/fuzz/generate_protected.py SEED"""
import random
import sys


def update(draw, names):
    target, source = draw.choice(names), draw.choice(names)
    kind = draw.randrange(4)
    if kind == 0:
        return f"{target} = {source} + 1;"
    if kind == 1:
        return f"{target} += 2;"
    if kind == 2:
        return f"if ({source} > {draw.randrange(3)}) {target}++;"
    return f"{target} = {draw.randrange(4)};"


def section(draw, names, waits):
    lines = ["pthread_mutex_lock(&lock);"]
    if waits:
        lines += ["while (!ready) pthread_cond_wait(&woken, &lock);"]
    lines += [update(draw, names) for _ in range(draw.randint(1, 2))]
    lines += ["pthread_mutex_unlock(&lock);"]
    return lines


def main():
    draw = random.Random(int(sys.argv[1]))
    names = ["a", "b", "c"][:draw.randint(1, 3)]
    count = draw.randint(2, 3)
    has_condition = draw.randrange(4) == 0
    print("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>")
    print(f"static int {', '.join(names)}, ready;\nstatic atomic_int flag;")
    print("static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")
    print("static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;")
    for number in range(count):
        print(f"static void *thread{number}(void *unused) {{")
        if draw.randrange(3) == 0:
            print("  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);")
        for part in range(draw.randint(1, 2)):
            for line in section(draw, names, has_condition and number and not part):
                print("  " + line)
        if has_condition and not number:
            print("  pthread_mutex_lock(&lock);\n  ready = 1;\n  pthread_cond_broadcast(&woken);")
            print("  pthread_mutex_unlock(&lock);")
        print("  return unused;\n}")
    print("int main(void) {\n  pthread_t ids[3];")
    for number in range(count):
        print(f"  pthread_create(&ids[{number}], 0, thread{number}, 0);")
    for number in range(count):
        print(f"  pthread_join(ids[{number}], 0);")
    print(f"  assert({draw.choice(names)} != {draw.randrange(6)});")
    print("  (void)ready, (void)flag, (void)woken;\n}")


main()
