#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program of two threads that count, copy and combine variables, most of which nobody reads:
`generate_unread.py SEED > program.c`. A few statements look at one of them, in one of many ways."""
import random
import sys

draw = random.Random(int(sys.argv[1]))
VARIABLES = ["n0", "n1", "pair.a", "pair.b", "wide"]
LOCALS = ["l0", "l1"]


def value():
    return draw.choice(VARIABLES + LOCALS + ["1", "2", "keep(n0)", "next(l0)"])


def count():
    target = draw.choice(VARIABLES + LOCALS)
    return draw.choice([
        f"{target}++;",
        f"{target} = {value()};",
        f"{target} += {value()};",
        f"{target} = {value()} ^ {value()};",
        f"{target} = {value()} + {value()};",
        "atomic_fetch_add(&atomic, 1);",
        f"atomic_fetch_add(&atomic, {draw.choice(LOCALS)});",
        f"{draw.choice(LOCALS)} = atomic_fetch_add(&atomic, 1);",
    ])


def look():
    what, limit = draw.choice(VARIABLES + LOCALS), draw.randint(1, 4)
    return draw.choice([
        f"assert({what} < {limit});",
        f"if ({what} > {limit}) assert(!n1);",
        f"table[{what} & 1] = 1; assert(table[0] || !table[1] || {what} < {limit});",
        "{ int *p = &n0; " + f"assert(*p < {limit});" + " }",
        "{ int copy; memcpy(&copy, &pair.a, sizeof copy); " + f"assert(copy < {limit});" + " }",
        f"check({what}, {limit});",
        f"assert(keep({what}) < {limit});",
        "{ int (*f)(int) = next; " + f"assert(f(n1) < {limit + 1});" + " }",
        f"for (int j = 0; j < (int)({what} & 3); j++) assert(j < {draw.randint(1, 3)});",
        f"assert(atomic < {limit});",
        f"switch ({what}) {{ case {limit}: assert(0); default:; }}",
        f"assert(8 / ({what} % 4 + 4) < 3 || {what} != {limit});",
    ])


def thread(number):
    statements = [count() for _ in range(draw.randint(2, 3))]
    if draw.random() < 0.7:
        statements.insert(draw.randint(0, len(statements)), look())
    body = "\n    ".join(statements)
    print(f"static void *thread{number}(void *argument) {{\n  int l0 = 0, l1 = {draw.randint(0, 1)};")
    print(f"  for (int i = 0; i < {draw.randint(1, 2)}; i++) {{\n    {body}\n  }}")
    print("  (void)l0, (void)l1;\n  return argument;\n}\n")


print("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <string.h>\n")
print("static int n0, n1 = 1, table[2];\nstatic long wide;\nstatic struct { int a, b; } pair;\nstatic atomic_int atomic;\n")
print("static int keep(int x) { return x; }\nstatic int next(int x) { n1 += x; return x + 1; }")
print("static void check(int x, int limit) { pair.b++; assert(x < limit); }\n")
for i in range(2):
    thread(i)
print("int main(void) {\n  pthread_t a, b;\n  (void)keep, (void)next, (void)check;")
print("  pthread_create(&a, 0, thread0, 0);\n  pthread_create(&b, 0, thread1, 0);")
print("  pthread_join(a, 0);\n  pthread_join(b, 0);")
if draw.random() < 0.3:
    print(f"  {look().replace('l0', 'n0').replace('l1', 'n1')}")
print("  return 0;\n}")
