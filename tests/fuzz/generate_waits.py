#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program that takes locks in some order: variables, elements of an array, members of structures and of
blocks, read-write locks; in the order of their names or addresses or in none, under a common lock or not, by functions
of its own or directly; with joins, and perhaps a lock that is not released.
  tests/fuzz/generate_waits.py SEED"""
import random
import sys

draw = random.Random(int(sys.argv[1]))
# Most programs keep to one order, so that there is something to prove.
KEEPS_ORDER = draw.random() < 0.7
FORGETS = draw.random() < 0.15
PLAIN = ["&a", "&b", "&c"]
helpers = set()


def both(first, second, inside):
    """Two elements by their numbers, ordered or not."""
    lines = [f"int i = {first}, j = {second};"]
    way = draw.randrange(4 if KEEPS_ORDER else 6)
    low, high = ("i < j ? i : j", "i < j ? j : i") if draw.random() < 0.9 else ("i", "j")
    if way == 0:
        lines += [f"pthread_mutex_t *p = &list[{low}], *q = &list[{high}];"]
    elif way == 1:
        lines += ["pthread_mutex_t *p = &list[i], *q = &list[j];",
                  "if (p > q) { pthread_mutex_t *r = p; p = q; q = r; }"]
    elif way == 2:
        lines += [f"int k = {low}, m = {high};", "pthread_mutex_t *p = &list[k], *q = &list[m];"]
    elif way == 3:
        lines += ["if (j < i) { int k = i; i = j; j = k; }", "pthread_mutex_t *p = list + i, *q = list + j;"]
    else:
        lines += ["pthread_mutex_t *p = &list[i], *q = &list[j];"]
    if draw.random() < 0.3:
        lines += ["pthread_mutex_t *swap = p; p = q; q = swap;"] if not KEEPS_ORDER else []
    end = ["pthread_mutex_unlock(q);", "pthread_mutex_unlock(p);"]
    if draw.random() < 0.3:
        end.reverse()
    if FORGETS and draw.random() < 0.3:
        end.pop()
    return ["{"] + lines + ["if (p != q) {", "pthread_mutex_lock(p);", "pthread_mutex_lock(q);"] + inside + end + ["} }"]


def number():
    return draw.choice(["0", "1", "own", "1 - own", "(own + 1) % 2", "any()"])


def plain(lock, inside):
    way = draw.randrange(8)
    if way == 0:
        helpers.add("take")
        begin, end = f"take({lock});", f"give({lock});"
    elif way == 1:
        begin, end = f"if (!pthread_mutex_trylock({lock})) {{", f"pthread_mutex_unlock({lock}); }}"
    elif way == 2:
        return [f"while (pthread_mutex_trylock({lock})) {{ }}"] + inside + [f"pthread_mutex_unlock({lock});"]
    else:
        begin, end = f"pthread_mutex_lock({lock});", f"pthread_mutex_unlock({lock});"
    if FORGETS and draw.random() < 0.25 and way != 1:
        end = f"if (x == {draw.randrange(3)}) {end}" if draw.random() < 0.5 else ";"
    return [begin] + inside + [end]


def member(inside):
    name = draw.choice(["&block->lock", "&pair[own].lock", "&pair[0].lock", "&block->lock"])
    return [f"pthread_mutex_lock({name});"] + inside + [f"pthread_mutex_unlock({name});"]


def shared(inside):
    kind = draw.choice(["rdlock", "rdlock", "wrlock"])
    return [f"pthread_rwlock_{kind}(&rw);"] + inside + ["pthread_rwlock_unlock(&rw);"]


def body(depth, rank):
    """`rank`: only locks from there on, if the order is kept."""
    if depth == 3 or draw.random() < 0.15 * depth:
        return [draw.choice(["x++;", "x = own;", ""])]
    rank = rank if KEEPS_ORDER else 0
    kinds = [i for i in range(rank, 6)]
    if not kinds:
        return ["x++;"]
    kind = draw.choice(kinds)
    inside = body(depth + 1, kind + 1)
    if kind < 3:
        return plain(PLAIN[kind], inside)
    if kind == 3:
        return both(number(), number(), inside)
    return member(inside) if kind == 4 else shared(inside)


def thread(index):
    lines = []
    if index and draw.random() < 0.3:
        join = ["pthread_join(ids[0], 0);"]
        lines += plain(draw.choice(PLAIN), join) if draw.random() < 0.5 else join
        thread.joined = True
    for _ in range(draw.randint(1, 2)):
        lines += body(0, 0)
    text = "\n".join("  " + line for line in lines)
    return f"static void *run_{index}(void *argument) {{\n  int own = argument != 0;\n{text}\n  return argument;\n}}"


thread.joined = False
count = draw.choice([2, 2, 3])
threads = [thread(0)]
for i in range(1, count):
    was = thread.joined
    threads.append(thread(i) if not was else thread(0).replace("run_0", f"run_{i}"))
kinds = ["static"] * 3 + ["init"]
print("""#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t list[2];
static struct lockable { int before; pthread_mutex_t lock; } pair[2], *block;
static pthread_t ids[3];
static volatile int x;
static int any(void) { return __VERIFIER_nondet_int() != 0; }""")
if "take" in helpers:
    print("static void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }\n"
          "static void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }")
print("\n".join(threads))
print("int main(void) {\n  int own = 0;")
print("  block = malloc(sizeof *block);\n  if (!block) return 1;")
if draw.random() < 0.95:
    print("  pthread_mutex_init(&block->lock, 0);")
if draw.random() < 0.7:
    print("  for (int i = 0; i < 2; i++) pthread_mutex_init(&list[i], 0);")
many = draw.random() < 0.3 and not thread.joined
for i in range(count):
    print(f"  pthread_create(&ids[{i}], 0, run_{0 if many else i}, {draw.choice(['0', '&x'])});")
held = draw.random() < 0.25
lock = draw.choice(PLAIN)
if draw.random() < 0.4:
    print("\n".join("  " + line for line in body(1, 0)))
if held:
    print(f"  pthread_mutex_lock({lock});")
for i in range(1 if thread.joined else 0, count):
    print(f"  pthread_join(ids[{i}], 0);")
if held:
    print(f"  pthread_mutex_unlock({lock});")
print("  return 0;\n}")
