#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program in which several threads run the same function.
  tests/fuzz/generate_twins.py SEED"""
import random
import sys


def statement(draw, depth):
    place = draw.choice("xy")
    kind = draw.randrange(8 if depth else 6)
    if kind == 0:
        return f"seen = atomic_load_explicit(&{place}, {draw.choice(READS)});"
    if kind == 1:
        return f"atomic_store_explicit(&{place}, {draw.choice(['1', 'seen + 1'])}, {draw.choice(WRITES)});"
    if kind == 2:
        return f"seen = atomic_fetch_add_explicit(&{place}, 1, {draw.choice(BOTH)});"
    if kind == 3:
        return (f"{{ int old = {draw.choice(['0', 'seen'])}; "
                f"atomic_compare_exchange_strong(&{place}, &old, 5); }}")
    if kind == 4:
        return f"atomic_thread_fence({draw.choice(BOTH[1:])});"
    if kind == 5:
        return "pthread_mutex_lock(&lock); data++; pthread_mutex_unlock(&lock);"
    return f"if (seen) {{ {statement(draw, 0)} }}"


READS = ["memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst"]
WRITES = ["memory_order_relaxed", "memory_order_release", "memory_order_seq_cst"]
BOTH = ["memory_order_relaxed", "memory_order_acq_rel", "memory_order_seq_cst"]


def main():
    draw = random.Random(int(sys.argv[1]))
    groups = draw.choice([[2], [3], [2, 1], [2, 2], [1, 2]])
    print("#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\nint data;")
    print("pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;")
    for number in range(len(groups)):
        print(f"static void *thread{number}(void *unused) {{\n  int seen = 0;")
        for _ in range(draw.randint(1, 2 if sum(groups) > 3 else 3)):
            print("  " + statement(draw, 1))
        print("  return seen ? unused : 0;\n}")
    print("int main(void) {\n  pthread_t ids[4];")
    count = 0
    for number, members in enumerate(groups):
        for _ in range(members):
            print(f"  pthread_create(&ids[{count}], 0, thread{number}, 0);")
            count += 1
    if draw.randrange(3):
        for i in range(count):
            print(f"  pthread_join(ids[{i}], 0);")
            if draw.randrange(8) == 0:
                print("  atomic_load(&x);")
    print("  return 0;\n}")


main()
