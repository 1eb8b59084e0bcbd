#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs that compare inputs of 16 or 32 bits with constants and take remainders of them.

  generate_classes.py SEED: prints a program and, in its first line, the verdict, by brute force: over all values of 16
  bits, and over those of 32 bits that are near a constant or an end of the range.
"""
import random
import sys

seed = int(sys.argv[1])
pick = random.Random(seed)
kind, name = pick.choice([("short", "short"), ("unsigned short", "ushort"), ("int", "int"), ("unsigned", "uint")])
ENDS = {"short": (-(1 << 15), 1 << 15), "ushort": (0, 1 << 16), "int": (-(1 << 31), 1 << 31), "uint": (0, 1 << 32)}
NEAR = 500  # more than the least common multiple of all remainders that are taken
near = [0]  # what values are compared with


def converted(number):
    """To the type in which a value of the kind is compared: int, or unsigned."""
    return number % (1 << 32) if name == "uint" else number


def constant():
    """As it is written, and as it is compared."""
    number = pick.choice([0, 1, -1, 2, 5, 100, 255, 256, -256, 32767, -32768, 32768, 65535, 65536, -40000,
                          pick.randrange(-33000, 66000), pick.randrange(-9, 0), pick.randrange(-9, 0)])
    near.append(converted(number))
    return number, converted(number)


def all_values():
    low, high = ENDS[name]
    if high - low <= 1 << 16:
        return range(low, high)
    near.extend([low, high, 1 << 31])
    return {v for point in near for v in range(max(low, point - NEAR), min(high, point + NEAR))}


def remainder(a, b):
    return abs(a) % b if a >= 0 else -(abs(a) % b)


def condition():
    """The text and the meaning of a condition on v."""
    form = pick.randrange(7)
    text, c = constant()
    if form == 0:
        return f"v < ({text})", lambda v: v < c
    if form == 1:
        return f"({text}) <= v", lambda v: c <= v
    if form == 2:
        return f"v == ({text})", lambda v: v == c
    if form == 3:
        other, d = pick.choice([constant(), (text + 1, converted(text + 1))])
        return f"v > ({text}) && v != ({other})", lambda v: v > c and v != d
    if form == 4:
        k, r = pick.randrange(2, 6), pick.randrange(-2, 4)
        return f"v % {k} == {r}", lambda v: remainder(v, k) == converted(r)
    if form == 5:
        m = pick.choice([1, 2, 4, 6])
        return f"(v & {m}) != 0", lambda v: v & m != 0
    near.append(abs(text))
    return f"(unsigned)v < {abs(text)}u", lambda v: v % (1 << 32) < abs(text)


conditions = [condition() for _ in range(pick.choice([1, 1, 2, 3, 4]))]
ways = [pick.choice(["here", "callee", "copy", "returned"]) for _ in conditions]
codes = {sum(1 << i for i, (_, holds) in enumerate(conditions) if holds(v)) for v in all_values()}
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
