#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program of threads that wait on a condition variable, and of one that tries to take the mutex
meanwhile: whether it fails tells that a waiter woke up. Its assertion says that a number made of all values that
were read is not K, a macro.
  tests/fuzz/generate_polls.py SEED"""
import random
import sys

draw = random.Random(int(sys.argv[1]))


def wake():
    return draw.choice(["", "", "pthread_cond_signal(&woken);", "pthread_cond_broadcast(&woken);"])


def waiter(number):
    asked = draw.choice(["ready", "ready > 1", "ready != begun", "ready"])
    return [
        "pthread_mutex_lock(&lock);", "begun++;",
        f"{draw.choice(['while', 'while', 'while', 'if'])} (!({asked})) pthread_cond_wait(&woken, &lock);",
        f"note({number}, ready);", draw.choice(["", "ready++;", wake()]), "pthread_mutex_unlock(&lock);"
    ]


def poller(number):
    is_locked = draw.randrange(2)
    return [
        "int tried = 0;", "pthread_mutex_lock(&lock);", "int seen_begun = begun;", "pthread_mutex_unlock(&lock);",
        "if (seen_begun) {", "if (pthread_mutex_trylock(&lock)) tried = 1; else pthread_mutex_unlock(&lock);", "}",
        "" if is_locked else wake(), "pthread_mutex_lock(&lock);",
        draw.choice(["ready = 1 + tried;", "ready = 2 - tried;", "if (tried) ready = 1;"]), wake() if is_locked else "",
        "pthread_mutex_unlock(&lock);", f"note({number}, tried);"
    ]


def main():
    waiters = draw.choice([1, 1, 1, 2])
    print("#include <assert.h>\n#include <pthread.h>\nstatic int ready, begun, seen[3];")
    print("static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")
    print("static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;")
    print("static void note(int thread, int value) { seen[thread] = seen[thread] * 3 + value + 1; }")
    for number in range(waiters + 1):
        print(f"static void *thread{number}(void *unused) {{")
        for line in poller(number) if number == waiters else waiter(number):
            print("  " + line)
        print("  return unused;\n}")
    print("int main(void) {\n  pthread_t ids[3];")
    for number in range(waiters + 1):
        print(f"  pthread_create(&ids[{number}], 0, thread{number}, 0);")
    for number in range(waiters + 1):
        print(f"  pthread_join(ids[{number}], 0);")
    print("  unsigned all = (unsigned)(seen[0] + 5 * seen[1] + 11 * seen[2]);")
    print("  assert(all % 9 != K);\n}")


main()
