#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program of two threads that count, copy and combine variables, most of which nobody reads:
`generate_unread.py SEED > program.c`. A few statements look at one of them, in one of many ways."""
import random
import sys

draw = random.Random(int(sys.argv[1]))
VARIABLES = ["n0", "n1", "pair.a", "pair.b", "wide"]
LOCALS = ["l0", "l1"]
# Mostly one statement looks, in one of the threads or in main: others would hide what is wrong about it.
LOOKS = [False] * 3
LOOKS[draw.randrange(3)] = draw.random() < 0.95
LOOKS[draw.randrange(3)] |= draw.random() < 0.15


def value():
    return draw.choice(VARIABLES + 2 * LOCALS + ["1", "2", "keep(n0)", "next(l0)"])


def count():
    target = draw.choice(VARIABLES + 2 * LOCALS)
    return draw.choice([
        f"{target}++;",
        f"{target} = {value()};",
        f"{target} += {value()};",
        f"{target} = {value()} ^ {value()};",
        f"{target} = {value()} + {value()};",
        f"{draw.choice(LOCALS)}++; atomic_fetch_add(&atomic, {draw.choice(LOCALS)});",
        f"atomic_fetch_add(&atomic, 1); {draw.choice(LOCALS)} = atomic_fetch_add(&atomic, 1);",
        f"{draw.choice(LOCALS)} = atomic_fetch_add(&atomic, 1);",
        f"far = {draw.choice(VARIABLES + LOCALS)} ? 77 : 77;",
        f"wide = 4 / ({draw.choice(VARIABLES + LOCALS)} - {draw.randint(0, 2)});",
        f"wide = {draw.choice(VARIABLES + LOCALS)} * {draw.choice([3, 1500000000])};",
    ])


def look():
    what, limit = draw.choice(VARIABLES + 2 * LOCALS), draw.choice([1, 1, 2, 3])
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
        f"assert(atomic < {limit + 2});",
        f"switch ({what}) {{ case {limit}: assert(0); default:; }}",
        f"assert(8 / ({what} % 4 + 4) < 3 || {what} != {limit});",
        f"assert(functions[{what} & 1]({draw.choice(VARIABLES)}) < {limit + 1});",
        f"assert(total(2, {what}, {draw.choice(VARIABLES)}) < {2 * limit});",
        "{ int *p = (int *)&n0 + 8 * __VERIFIER_nondet_uchar() % 128; assert(*p != 77); }",
        "{ int *p = (int *)&n0 + 8 * __VERIFIER_nondet_uchar() % 128; assert(atomic_fetch_add((atomic_int *)p, 0) != 77); }",
        "{ struct cache_line line; memcpy(&line, (int *)&n0 + 8 * __VERIFIER_nondet_uchar() % 128, sizeof line - table[0]); "
        "assert(line.words[0] != 77); }",
    ])


def thread(number):
    statements = [count() for _ in range(draw.randint(2, 3))]
    if LOOKS[number]:
        statements.insert(draw.randint(1, len(statements)), look())
    body = "\n    ".join(statements)
    print(f"static void *thread{number}(void *argument) {{\n  int l0 = 0, l1 = {draw.randint(0, 1)};")
    print(f"  for (int i = 0; i < {draw.randint(1, 2)}; i++) {{\n    {body}\n  }}")
    print("  (void)l0, (void)l1;\n  return argument;\n}\n")


print("#include <assert.h>\n#include <pthread.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n#include <string.h>\n\n"
      "extern unsigned char __VERIFIER_nondet_uchar(void);")
print("static int n0, n1 = 1, table[2];\nstatic long wide;\nstatic struct { int a, b; } pair;\nstatic atomic_int atomic;\n"
      "struct cache_line { int words[16]; };\nstatic union { int value; struct cache_line line; } room;\n#define far room.value\n")
print("static int keep(int x) { return x; }\nstatic int next(int x) {\n  int y = x + 1;\n  if (x > 5) y = 6;\n  n1 += x;\n  return y;\n}")
print("static int (*const functions[])(int) = {keep, next};")
print("static int total(int count, ...) {\n  va_list list;\n  int sum = 0;\n  va_start(list, count);\n"
      "  while (count--)\n    sum += va_arg(list, int);\n  va_end(list);\n  return sum;\n}")
print("static void check(int x, int limit) { pair.b++; assert(x < limit); }\n")
for i in range(2):
    thread(i)
print("int main(void) {\n  pthread_t a, b;\n  (void)keep, (void)next, (void)check, (void)total, (void)functions, (void)room;")
print("  far = 77;\n  pthread_create(&a, 0, thread0, 0);\n  pthread_create(&b, 0, thread1, 0);")
print("  pthread_join(a, 0);\n  pthread_join(b, 0);")
if LOOKS[2]:
    print(f"  {look().replace('l0', 'n0').replace('l1', 'n1')}")
print("  return 0;\n}")
