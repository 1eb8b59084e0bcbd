#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program of threads that meet at barriers, with atomic accesses in between. Its
assertion says that a number made of all values that were read is not K, a macro.
  tests/fuzz/generate_meetings.py SEED"""
import random
import sys


def access(draw, thread):
    place = draw.choice("xy")
    kind = draw.randrange(5)
    if kind < 2:
        return f"atomic_store(&{place}, {draw.randint(1, 3)});"
    if kind == 2:
        return f"note({thread}, atomic_fetch_add(&{place}, 1));"
    return f"note({thread}, atomic_load(&{place}));"


def meeting(draw, thread):
    kind = draw.randrange(4)
    if kind == 0:
        return f"note({thread}, pthread_barrier_wait(&barrier) != 0);"
    if kind == 1:
        return "if (pthread_barrier_wait(&barrier)) atomic_store(&y, 2);"
    return "pthread_barrier_wait(&barrier);"


def body(draw, thread, rounds):
    lines = []
    for number in range(rounds + 1):
        if draw.randrange(3):
            lines.append(access(draw, thread))
        if number < rounds:
            lines.append(meeting(draw, thread))
    return lines


def main():
    draw = random.Random(int(sys.argv[1]))
    threads = draw.randint(2, 3)
    members = draw.choice([threads, threads, threads, 2, 1])
    rounds = 2 if threads == 2 else 1
    print("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>")
    print("static atomic_int x, y;\nstatic pthread_barrier_t barrier;\nstatic int seen[3];")
    print("static void note(int thread, int value) { seen[thread] = seen[thread] * 3 + value; }")
    for thread in range(threads):
        print(f"static void *thread{thread}(void *unused) {{")
        here = rounds if members == threads else draw.randint(0, rounds)
        for line in body(draw, thread, here):
            print("  " + line)
        print("  return unused;\n}")
    print(f"int main(void) {{\n  pthread_t ids[3];\n  pthread_barrier_init(&barrier, 0, {members});")
    for thread in range(threads):
        print(f"  pthread_create(&ids[{thread}], 0, thread{thread}, 0);")
    if draw.randrange(8) == 0:
        print("  pthread_barrier_destroy(&barrier);")
    for thread in range(threads):
        print(f"  pthread_join(ids[{thread}], 0);")
    print("  unsigned all = (unsigned)(seen[0] + 5 * seen[1] + 11 * seen[2] + x + 7 * y);")
    print("  assert(all % 9 != K);\n}")


main()
