#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program that protects data by a mutex and asserts something of it while it holds the mutex, and that
may misuse the mutex once: proofs that assume that locks are used as they should do not hold then, if misuse is not
asked for.
  tests/fuzz/generate_misuse.py SEED"""
import random
import sys

draw = random.Random(int(sys.argv[1]))
MISUSES = ["pthread_mutex_destroy(&m);", "pthread_mutex_destroy(&m);", "pthread_mutex_destroy(&m);", "pthread_mutex_init(&m, 0);", "pthread_mutex_unlock(&m);",
           "pthread_mutex_destroy(&m); pthread_mutex_init(&m, 0);"]


def section(number):
    """Statements of a thread that hold the mutex."""
    value = number + 1
    check = draw.choice([f"assert(x == {value});", f"assert(x == {value});", "assert(x != 0);", "a[x] = 1;",
                         "a[3] = 7 / x;"])
    body = [f"x = {value};", check, "x = 0;" if draw.random() < 0.7 else f"x = {value};"]
    return ["pthread_mutex_lock(&m);"] + body + ["pthread_mutex_unlock(&m);"]


def main():
    threads = draw.choice([2, 2, 2, 3])
    misuse = draw.choice(MISUSES) if draw.random() < 0.8 else ""
    place = draw.choice(["main", "main", "main", "thread", "before"])
    kind = draw.choice(["PTHREAD_MUTEX_INITIALIZER", "PTHREAD_MUTEX_INITIALIZER",
                        "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"])
    print("#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>")
    print("static int x, a[8];")
    print(f"static pthread_mutex_t m = {kind};")
    for number in range(threads):
        lines = section(number)
        if place == "thread" and number == 0:
            lines.insert(draw.choice([0, len(lines)]), misuse)
        print(f"static void *work_{number}(void *p) {{")
        for line in lines:
            print(f"  {line}")
        print("  return p;\n}")
    print("int main(void) {")
    print(f"  pthread_t t[{threads}];")
    if place == "before":
        print(f"  {misuse}")
    for number in range(threads):
        print(f"  pthread_create(&t[{number}], 0, work_{number}, 0);")
        if place == "main" and number == threads - 1:
            print(f"  {misuse}")
    for number in range(threads):
        print(f"  pthread_join(t[{number}], 0);")
    print("  return 0;\n}")


main()
