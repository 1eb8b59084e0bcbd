#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A random program that computes numbers from the addresses of two objects and asserts something of them:
#   generate_layouts.py SEED
# The first line tells whether that can fail: `// expect: FALSE` if there is a place in memory for both objects, aligned
# as such objects are, where it does. Where the machine that runs the program places them may be another.
import random
import sys

seed = int(sys.argv[1])
choose, more = random.Random(seed), random.Random(f"more {seed}")

KINDS = ["globals", "blocks", "threads", "locals", "mixed", "elements", "children"]
kind = choose.choice(KINDS)
same = choose.random() < 0.15  # both are one object
elements = kind == "elements"
globals_, lines, functions = [], [], []
bits = choose.choice([1, 2, 3, 4])
shift = choose.choice([4, 4, 5, 6])
modulus = choose.choice([3, 5, 6, 7, 12, 16])
factor = choose.choice(["2654435761u", "0x9E3779B97F4A7C15u", "31"])
hash_shift = choose.choice([8, 20, 28])
size = 1 << bits


def through(expression):
    """The same number, maybe by a function, a variable in memory or a structure."""
    way = choose.randrange(5)
    if way == 0:
        functions.append("static uintptr_t pass(uintptr_t number) { return number; }")
        return f"pass({expression})"
    if way == 1:
        globals_.append("static struct { char *name; uintptr_t number; } kept = {\"kept\", 0};")
        return f"(kept.number = {expression}, kept.number)"
    return expression


def number(name):
    return f"(uintptr_t){name}"


def bucket(name):
    return f"({number(name)} >> {shift} & {size - 1})"


def hashed(name):
    functions.append(f"static unsigned hash(uintptr_t number) {{ return (unsigned)((uint64_t)(number >> 4) "
                     f"* {factor} >> {hash_shift}) % {size}; }}")
    return f"hash({number(name)})"


def byte(name, at):
    functions.append("static unsigned byte(uintptr_t number, unsigned at) "
                     "{ return ((unsigned char *)&number)[at]; }")
    return f"byte({number(name)}, {at})"


def observe():
    """What is asserted, and whether it can fail."""
    c = choose.randrange(size)
    ways = [
        lambda: (f"{through(bucket('p'))} == {c}", True),
        lambda: (f"{through(bucket('p'))} == {bucket('q')}", not same),
        lambda: (f"{through(bucket('p'))} == {bucket('p')}", False),
        lambda: (f"{bucket('p')} < {size}", False),
        lambda: (f"{bucket('p')} % 2 == ({number('p')} >> {shift}) % 2", False),
        lambda: (f"({number('p')} >> 4) % {modulus} == {choose.randrange(modulus)}", True),
        lambda: (f"({number('p')} >> 4) % {modulus} == ({number('q')} >> 4) % {modulus}", not same),
        lambda: (f"({number('p')} >> 4) % 12 % 4 == ({number('p')} >> 4) % 4", False),
        lambda: (f"({number('p')} >> 4) % 6 % 3 == ({number('p')} >> 4) % 3", False),
        lambda: (f"(int){number('p')} == (int){number('q')}", not same),
        lambda: (f"(int){number('p')} == (int){number('p')}", False),
        lambda: ("p < q" if not same else "p <= q", not same),
        lambda: ("(p < q) != (q < p)" if not same else "!(p < q)", False),
        lambda: ("(p < q) == (p <= q)" if not same else "p >= q", False),
        lambda: (f"{number('p')} - {number('q')} == {choose.choice([32, 64, -32])}", True),
        lambda: (f"(({number('p')} ^ {number('q')}) & {16 << choose.randrange(4)}) == 0", not same),
        lambda: (f"{hashed('p')} == {c}", True),
        lambda: (f"{hashed('p')} == {hashed('p')}", False),
        lambda: (f"{byte('p', 1)} == {byte('q', 1)}", not same),
        lambda: (f"{byte('p', 2)} == {byte('p', 2)}", False),
        lambda: ("p == q" if same else "p != q", False),
        lambda: (f"{number('p')} != 0", False),
        lambda: (f"(({number('p')} >> 5) & 1) == (({number('q')} >> 5) & 1)", not same),
    ]
    if kind not in ("locals", "mixed"):
        ways.append(lambda: (f"({number('p')} & 7) == 0", False))
    return choose.choice(ways)()


def part():
    """Bytes of pointers: in a structure beside numbers, in a union, copied by the program or by memcpy."""
    at = more.randrange(1, 3)
    wide = more.choice(["unsigned char", "unsigned short"])
    globals_.append("struct node { int count; char flag; char *name; };\n"
                    "static struct node nodes[2] = {{3, 1, 0}, {4, 2, 0}};\n"
                    f"union word {{ char *pointer; {wide} parts[8 / sizeof({wide})]; }};")
    lines.append("  nodes[0].name = p, nodes[1].name = q;\n  union word first_word = {p}, second_word = {q};")
    field = f"((unsigned char *)&nodes[%d])[offsetof(struct node, name) + {at}]"
    functions.append("static unsigned copied(char *from) {\n  unsigned char bytes[8];\n"
                     "  for (unsigned i = 0; i < 8; i++)\n    bytes[i] = ((unsigned char *)&from)[i];\n"
                     f"  return bytes[{at}];\n}}")
    functions.append("static uint32_t half(char *from) {\n  uint32_t low;\n  memcpy(&low, &from, 4);\n  return low;\n}")
    functions.append("static char *carried(char *from) {\n  char *to = NULL;\n  for (unsigned i = 0; i < sizeof to; i++)\n"
                     "    ((char *)&to)[i] = ((char *)&from)[i];\n  return to;\n}")
    return more.choice([
        lambda: (f"{field % 0} == {field % 1}", not same),
        lambda: (f"{field % 0} == {field % 0}", False),
        lambda: (f"{field % 0} == ({number('p')} >> {8 * at} & 255)", False),
        lambda: (f"first_word.parts[{at}] == second_word.parts[{at}]", not same),
        lambda: (f"first_word.parts[{at}] == first_word.parts[{at}]", False),
        lambda: ("nodes[0].count + nodes[0].flag == 4 && nodes[1].flag == 2", False),
        lambda: ("copied(p) == copied(q)", not same),
        lambda: ("half(p) == half(q)", not same),
        lambda: ("carried(p) == p", False),
        lambda: ("memcmp(&nodes[0].name, &nodes[1].name, sizeof p) == 0", not same),
    ])()


def slots():
    globals_.append(f"static int slots[{max(size, modulus)}];")
    index = choose.choice([bucket, lambda name: f"({number(name)} >> 4) % {modulus}"])
    lines.append(f"  slots[{through(index('p'))}]++;")
    lines.append(f"  slots[{index('q')}]++;")
    return choose.choice([(f"slots[{index('p')}] == 1", True), (f"slots[{index('q')}] >= 1", False),
                          (f"slots[{index('p')}] == 2", not same)])


def elements_of_one():
    """In one array, distances and order are known, and how far an element is from the beginning."""
    a, b = sorted(choose.sample(range(8), 2))
    lines.append(f"  char *p = array + {16 * a}, *q = array + {16 * b};")
    return choose.choice([
        lambda: ("p < q", False), lambda: (f"q - p == {16 * (b - a)}", False),
        lambda: (f"{number('q')} - {number('p')} == {16 * (b - a)}", False),
        lambda: (f"(({number('p')} >> 4) + {b - a}) % 4 == ({number('q')} >> 4) % 4", False),
        lambda: (f"(({number('p')} >> 4) + {b - a}) % 5 == ({number('q')} >> 4) % 5", False),
        lambda: (f"(({number('p')} >> 4) & 1) == 0", True),
        lambda: (f"(({number('p')} >> 4) & 3) < (({number('q')} >> 4) & 3)", True),
    ])()


second = "p" if same else None
if kind == "globals":
    globals_.append("static long first, other;")
    lines.append(f"  char *p = (char *)&first, *q = {second or '(char *)&other'};")
elif kind == "blocks":
    lines.append(f"  char *p = malloc({choose.choice([8, 24, 40])}), "
                 f"*q = {second or f'malloc({choose.choice([8, 24, 40])})'};")
elif kind == "locals":
    lines.append(f"  long first = 0, other = 0;\n  char *p = (char *)&first, *q = {second or '(char *)&other'};")
elif kind == "mixed":
    globals_.append("static long first;")
    lines.append(f"  long other = 0;\n  char *p = (char *)&first, *q = {second or '(char *)&other'};")
elif kind == "threads":
    lines.append("  pthread_t one, two;\n  pthread_create(&one, NULL, run, NULL);\n"
                 "  pthread_create(&two, NULL, run, NULL);\n"
                 f"  char *p = (char *)one, *q = {second or '(char *)two'};")
    functions.append("static void *run(void *unused) { return unused; }")
elif kind == "children":
    globals_.append("static uintptr_t from[2];")
    lines.append("  pthread_t one, two;\n  pthread_create(&one, NULL, run, &from[0]);\n"
                 "  pthread_create(&two, NULL, run, &from[1]);\n"
                 "  pthread_join(one, NULL);\n  pthread_join(two, NULL);")
    functions.append("static void *run(void *to) { *(uintptr_t *)to = "
                     f"{bucket('pthread_self()')}; return NULL; }}")
else:
    functions.insert(0, "")
    globals_.append("static char array[128] __attribute__((aligned(16)));")

if elements:
    condition, fails = elements_of_one()
elif kind == "children":
    condition, fails = choose.choice([("from[0] == from[1]", True), (f"from[0] < {size}", False),
                                      ("from[0] != from[1]", True)])
elif more.random() < 0.2:
    condition, fails = part()
elif choose.random() < 0.2:
    condition, fails = slots()
else:
    condition, fails = observe()

print(f"// expect: {'FALSE' if fails else 'TRUE'}")
print("#include <assert.h>\n#include <pthread.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n")
for line in dict.fromkeys(globals_):
    print(line)
for line in dict.fromkeys(functions):
    print(line)
print("\nint main(void) {")
print("\n".join(lines))
print(f"  assert({condition});")
if kind == "threads":
    print("  pthread_join(one, NULL);\n  pthread_join(two, NULL);")
print("  return 0;\n}")
