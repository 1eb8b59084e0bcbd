#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program of threads that wait on a condition variable, in a loop or without one. Its
assertion says that a number made of all values that were read is not K, a macro.
  tests/fuzz/generate_conditions.py SEED"""
import random
import sys


def wait(draw):
    asked = draw.choice(["ready", "ready", "ready < 2", "!ready", "x != y"])
    call = "pthread_cond_wait(&woken, &lock)"
    if draw.randrange(6) == 0:
        call = "pthread_cond_timedwait(&woken, &lock, &until)"
    return f"{draw.choice(['while', 'while', 'while', 'if'])} (!({asked})) {call};"


def update(draw, thread):
    return draw.choice(["ready = 1;", "ready++;", "x++;", "y = x + 1;", "ready = 0;",
                        f"note({thread}, x);", f"note({thread}, ready);"])


def section(draw, thread, waits):
    lines = ["pthread_mutex_lock(&lock);"]
    is_tried = draw.randrange(6) == 0
    if is_tried:
        lines = ["if (!pthread_mutex_trylock(&lock)) {"]
    for _ in range(draw.randint(0, 1)):
        lines.append(update(draw, thread))
    if waits:
        lines.append(wait(draw))
    lines.append(update(draw, thread))
    wakes = draw.choice(["", "pthread_cond_signal(&woken);", "pthread_cond_broadcast(&woken);"])
    is_early = draw.randrange(2)
    lines += [wakes] if is_early else []
    lines.append("pthread_mutex_unlock(&lock);")
    lines += [] if is_early else [wakes]
    if is_tried:
        lines += ["} else {", f"note({thread}, 2);", "}"]
    return lines


def main():
    draw = random.Random(int(sys.argv[1]))
    threads = draw.choice([2, 2, 2, 3])
    print("#include <assert.h>\n#include <pthread.h>\n#include <time.h>")
    print("static int x, y, ready, seen[3];\nstatic const struct timespec until = {1, 0};")
    print("static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")
    print("static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;")
    print("static void note(int thread, int value) { seen[thread] = seen[thread] * 3 + value; }")
    for thread in range(threads):
        print(f"static void *thread{thread}(void *unused) {{")
        for part in range(draw.randint(1, 2) if threads == 2 else 1):
            for line in section(draw, thread, (thread + part) % 2 == 0):
                print("  " + line)
        print("  return unused;\n}")
    print("int main(void) {\n  pthread_t ids[3];\n  (void)until;")
    for thread in range(threads):
        print(f"  pthread_create(&ids[{thread}], 0, thread{thread}, 0);")
    for thread in range(threads):
        print(f"  pthread_join(ids[{thread}], 0);")
    print("  unsigned all = (unsigned)(seen[0] + 5 * seen[1] + 11 * seen[2] + x + 7 * y);")
    print("  assert(all % 9 != K);\n}")


main()
