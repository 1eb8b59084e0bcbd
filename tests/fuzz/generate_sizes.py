#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program with blocks and arrays whose size is an input n of 17 to 20, which two threads
access one after the other. -DN=18 makes n a number, -DMANY allows sizes of 1000 to 2000 as well. With a second argument "modular" the threads have blocks
of their own, and nobody waits for them; with "together" the threads access the blocks at the same time.
  tests/fuzz/generate_sizes.py SEED [modular|together]"""
import random
import sys

chance = random.Random(int(sys.argv[1]))
element = chance.choice(["char", "char", "short", "int"])
safe = chance.random() < 0.8  # nearly always within bounds


def index():
    inside = ["0", "1", "5", "16", "n - 1", "n - 2", "n / 2", "k", "k"]
    return chance.choice(inside + ([] if safe else ["n", "n - 18"]))


def count():
    return chance.choice(["n", "n", "n - 1", "n / 2", "k", "3"] + ([] if safe else ["n + 1"]))


def statement():
    a, b = chance.sample(["p", "q"], 2)
    kind = chance.randrange(10)
    if kind < 4:
        return f"{a}[{index()}] = {chance.randrange(4)};"
    if kind < 5:
        return f"memset({a}, {chance.randrange(2)}, {count()} * sizeof *{a});"
    if kind < 6:
        return f"memcpy({a}, {b}, {count()} * sizeof *{a});"
    if kind < 7:
        place = index()
        return f"{a}[{place}] = {b}[{index()}]; if ({a}[{place}] == 7) x = 3;"
    if kind < 9:
        value = chance.randrange(4)
        place = index()
        return f"{a}[{place}] = {value}; {statement_without_copy(chance.choice([a, b]))} assert({a}[{place}] == {value});"
    return f"x = {a}[{index()}]; assert(x != {chance.choice([1, 2, 9])});"


def statement_without_copy(name):
    return f"{name}[{index()}] = {chance.randrange(4)};"


allocations = {
    "p": chance.choice([f"p = malloc(n * sizeof({element}));\n  memset(p, 0, n * sizeof({element}));",
                        f"p = calloc(n, sizeof({element}));"]),
    "q": chance.choice([f"{element} array[n];\n  memset(array, 0, sizeof array);\n  q = array;",
                        f"q = calloc(n, sizeof({element}));"]),
}
is_modular = "modular" in sys.argv[2:]
join = "  pthread_join(thread, NULL);\n"
before, after = ("", join) if "together" in sys.argv[2:] else (join, "")
if is_modular:  # such proofs take long: few statements, about one block
    allocations["q"] = "q = p;"
lines = "\n".join("  " + statement() for _ in range(chance.randrange(1, 4)))
others = "\n".join("  " + statement() for _ in range(chance.randrange(0, 3)))
if is_modular:
    shared = chance.choice([0, 1, 2])
    print(f"""#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);
static int y;
static void *work(void *unused) {{
  int x = 0;
#ifdef N
  unsigned n = N;
#else
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 17 && n <= 20);
#endif
  unsigned k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < n);
  {element} *p, *q;
  {allocations['p']}
  {allocations['q']}
  {chance.choice(["", statement()])}
  y = {shared};
  {statement()}
  {chance.choice(["", "assert(y == 1);", "assert(y < 2);", "if (y == 1) x = 7;"])}
  (void)x;
  return unused;
}}
int main(void) {{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}}""")
    sys.exit()
print(f"""#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);
static {element} *p, *q;
static unsigned n, k;
static void *work(void *unused) {{
  int x = 0;
{others}
  (void)x;
  return unused;
}}
int main(void) {{
  pthread_t thread;
  int x = 0;
#ifdef N
  n = N;
#else
  n = __VERIFIER_nondet_uint();
#ifdef MANY
  __VERIFIER_assume(n >= 17 && n <= 2000 && (n <= 20 || n >= 1000));
#else
  __VERIFIER_assume(n >= 17 && n <= 20);
#endif
#endif
  k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < n);
  {allocations['p']}
  {allocations['q']}
  pthread_create(&thread, NULL, work, NULL);
{before}{lines}
{after}  (void)x;
  return 0;
}}""")
