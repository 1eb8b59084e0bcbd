#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs that compare inputs of 16 bits with constants and take remainders of them.

  generate_classes.py SEED: prints a program and, in its first line, the verdict, by brute force over all values.
"""
import random
import sys

seed = int(sys.argv[1])
pick = random.Random(seed)
signed = pick.random() < 0.5
kind = "short" if signed else "unsigned short"
name = "short" if signed else "ushort"
values = range(-32768, 32768) if signed else range(65536)


def constant():
    return pick.choice([0, 1, -1, 2, 5, 100, 255, 256, -256, 32767, -32768, 32768, 65535, 65536, -40000,
                        pick.randrange(-33000, 66000)])


def remainder(a, b):
    return abs(a) % b if a >= 0 else -(abs(a) % b)


def condition():
    """The text and the meaning of a condition on v."""
    form = pick.randrange(7)
    c = constant()
    if form == 0:
        return f"v < ({c})", lambda v: v < c
    if form == 1:
        return f"({c}) <= v", lambda v: c <= v
    if form == 2:
        return f"v == ({c})", lambda v: v == c
    if form == 3:
        d = constant()
        return f"v > ({c}) && v != ({d})", lambda v: v > c and v != d
    if form == 4:
        k, r = pick.randrange(2, 6), pick.randrange(-2, 4)
        return f"v % {k} == {r}", lambda v: remainder(v, k) == r
    if form == 5:
        m = pick.choice([1, 2, 4, 6])
        return f"(v & {m}) != 0", lambda v: v & m != 0
    return f"(unsigned)v < {abs(c)}u", lambda v: v % (1 << 32) < abs(c)


conditions = [condition() for _ in range(pick.randrange(1, 5))]
ways = [pick.choice(["here", "callee", "copy", "returned"]) for _ in conditions]
codes = {sum(1 << i for i, (_, holds) in enumerate(conditions) if holds(v)) for v in values}
wanted = pick.choice(sorted(codes)) if pick.random() < 0.5 else pick.randrange(1 << len(conditions))
print(f"/* {'FALSE' if wanted in codes else 'TRUE'} */")
print("#include <assert.h>\n#include <pthread.h>")
print(f"{kind} __VERIFIER_nondet_{name}(void);")
print("static _Atomic int code;")
print(f"static {kind} same({kind} v) {{ return v; }}")
for i, (text, _) in enumerate(conditions):
    print(f"static int holds{i}({kind} v) {{ return {text}; }}")
print("static void *thread(void *unused) {")
print(f"  {kind} v = __VERIFIER_nondet_{name}(), copy = v;")
for i, (text, _) in enumerate(conditions):
    test = {"here": text, "callee": f"holds{i}(v)", "copy": f"holds{i}(copy)", "returned": f"holds{i}(same(v))"}[ways[i]]
    print(f"  if ({test})\n    code |= {1 << i};")
print("}")  # without a result, for which nobody asks
print("int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, thread, 0);\n  pthread_join(t, 0);")
print(f"  assert(code != {wanted});\n}}")
