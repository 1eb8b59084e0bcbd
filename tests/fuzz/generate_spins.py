#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program whose threads wait for each other in loops of many shapes, and asserts that the second thread
does not end with the value OUTCOME, a macro. Successive seeds have loops of all shapes in the second thread.
  tests/fuzz/generate_spins.py SEED"""
import random
import sys

READS = ["relaxed", "acquire", "seq_cst"]
WRITES = ["relaxed", "release", "seq_cst"]
BOTH = ["relaxed", "acq_rel", "seq_cst"]


def load(draw, place):
    return f"atomic_load_explicit(&{place}, memory_order_{draw.choice(READS)})"


def store(draw, place, value):
    return f"atomic_store_explicit(&{place}, {value}, memory_order_{draw.choice(WRITES)});"


SHAPES = 14


def loop(draw, shape):
    place, other = draw.sample(["p[0]", "p[1]", "p[2]"], 2)
    wanted = draw.choice(["!= 0", "== 1", "== 2", ">= 2"])
    local = draw.choice(["int", "volatile int"])  # in a register, or in memory of the thread
    if shape == 0:
        return f"while (!({load(draw, place)} {wanted})) {{}}"
    if shape == 1:
        return (f"int v = {load(draw, place)}; while (!(v {wanted})) v = {load(draw, place)};"
                " seen = v;")
    if shape == 2:
        return (f"{local} tries = 0; while (!({load(draw, place)} {wanted})) if (++tries >= {draw.randint(2, 3)}) tries = 0;"
                " seen = tries;")
    if shape == 3:
        return (f"{local} delay = 1; while (!({load(draw, place)} {wanted})) {{ delay *= 2; if (delay > 4) delay = 4; }}"
                " seen = delay / 2;")
    if shape == 4:
        return f"{local} i = 0; while (!({load(draw, 'p[i]')} {wanted})) i = (i + 1) % {draw.randint(2, 3)}; seen = i;"
    if shape == 5:
        return f"for (;;) {{ int v = {load(draw, place)}; if (v {wanted}) break; seen = v; }}"
    if shape == 6:
        return (f"int old = 1; while (!atomic_compare_exchange_strong_explicit(&{place}, &old, {draw.randrange(3)}, "
                f"memory_order_{draw.choice(BOTH)}, memory_order_relaxed)) "
                + draw.choice(["old = 1;", f"do old = {load(draw, place)}; while (old != 1);"]))
    if shape == 7:
        return f"while (!(atomic_exchange_explicit(&{place}, 1, memory_order_{draw.choice(BOTH)}) {wanted})) {{}}"
    if shape == 8:
        return f"while (!(atomic_fetch_add_explicit(&{place}, 0, memory_order_{draw.choice(BOTH)}) {wanted})) {{}}"
    if shape == 9:
        return f"for (int i = 0; i < 2 && !({load(draw, place)} {wanted}); i++) seen++;"
    if shape == 10:
        return f"while (!({load(draw, place)} {wanted})) seen = {load(draw, other)};"
    if shape == 11:
        return f"while (atomic_fetch_add_explicit(&{place}, 1, memory_order_{draw.choice(BOTH)}) < 2) {{}}"
    if shape == 12:
        return (f"{local} rounds = 0; while (!({load(draw, place)} {wanted}) && rounds < 2) "
                f"{{ rounds++; {store(draw, other, 'rounds')} }} seen = rounds;")
    return (f"for (;;) {{ {store(draw, other, 1)} if ({load(draw, place)} {wanted}) break; "
            f"{store(draw, other, draw.choice([0, 1]))} }}")


def statement(draw):
    place = draw.choice(["p[0]", "p[1]", "p[2]"])
    kind = draw.randrange(5)
    if kind < 3:
        return store(draw, place, draw.choice(["1", "1", "2", "seen + 1"]))
    if kind == 3:
        return f"seen = {load(draw, place)};"
    return f"seen = atomic_fetch_add_explicit(&{place}, 1, memory_order_{draw.choice(BOTH)});"


def body(draw, number, shape):
    """The first thread only writes, so that others do not wait for ever."""
    if number == 0:
        return [store(draw, place, draw.choice(["1", "2"])) for place in draw.sample(["p[0]", "p[1]", "p[2]"], 3)]
    lines = [statement(draw)] if draw.randrange(3) == 0 else []
    lines.append("{ " + loop(draw, shape) + " }")
    if draw.randrange(3) == 0:
        lines.append(store(draw, draw.choice(["p[0]", "p[1]", "p[2]"]), "seen + 1"))
    return lines


def main():
    seed = int(sys.argv[1])
    draw = random.Random(seed)
    threads = draw.choice([2, 2, 2, 3])
    print("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int p[3];")
    print(f"int end[{threads}];")
    for number in range(threads):
        print(f"static void *thread{number}(void *unused) {{\n  int seen = 0;")
        for line in body(draw, number, seed % SHAPES if number == 1 else draw.randrange(SHAPES)):
            print("  " + line)
        print(f"  end[{number}] = seen;\n  return unused;\n}}")
    print(f"int main(void) {{\n  pthread_t ids[{threads}];")
    for number in range(threads):
        print(f"  pthread_create(&ids[{number}], 0, thread{number}, 0);")
    for number in range(threads):
        print(f"  pthread_join(ids[{number}], 0);")
    print("  assert(end[1] != OUTCOME);\n  return 0;\n}")


main()
