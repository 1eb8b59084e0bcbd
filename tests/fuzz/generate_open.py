#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program and a function of it, `helper`, as two files. Without the second one the program is
open. The function does what docs/open-programs.md lets an environment do: it works on what it is given.
  tests/fuzz/generate_open.py SEED PROGRAM.c HELPER.c"""
import random
import sys

seed, program_path, helper_path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
dice = random.Random(seed)

TYPES = """struct box {
  int value;
  int *link;
  struct box *next;
};
struct operations {
  void (*run)(int number);
  void (*use)(struct box *box);
  int flags;
};
"""

# Parameter, argument, and what the function may do with it.
PARAMETERS = [
    ("int *p", ["&x", "&own", "a.link"], ["*p = {v};", "*p = *p + {v};", "*p = {v}; *p = {w};"]),
    ("const int *c", ["&y", "&x"], ["if (*c == {v}) result = {w};"]),
    ("struct box *b", ["&a", "&c"], [
        "b->value = {v};", "if (b->link) *b->link = {v};", "if (b->next) b->next->value = {v};",
        "b->next = 0;", "if (b->next && b->next->link) *b->next->link = {v};"]),
    ("const struct box *k", ["&a", "&c"], ["if (k->link) *k->link = {v};", "if (k->next) k->next->value = {v};"]),
    ("void (*f)(int)", ["count", "set"], ["f({v});", "f({v}); f({w});", "later = f;"]),
    ("const struct operations *o", ["&operations"], ["o->run({v});", "if (o->flags) o->run({v});", "later = o->run;"]),
    ("atomic_int *q", ["&flag"], ["*q = {v};", "*q = {v}; *q = {w};"]),
]


def value():
    return dice.choice([0, 1, 2, 3])


def fill(text):
    return text.format(v=value(), w=value())


chosen = dice.sample(PARAMETERS, dice.randint(1, 3))
parameters = ", ".join(p[0] for p in chosen)
arguments = ", ".join(dice.choice(p[1]) for p in chosen)
returns_box = dice.random() < 0.3
statements = [fill(dice.choice(dice.choice(chosen)[2])) for _ in range(dice.randint(1, 3))]
results = ["0", "&made"] + [p[0].split("*")[1] for p in chosen if p[0] == "struct box *b"]

with open(helper_path, "w", encoding="ascii") as out:
    out.write("#include <pthread.h>\n#include <stdatomic.h>\n" + TYPES)
    if returns_box:
        out.write("static struct box made;\n")
    out.write("static void *call_later(void *function) {\n  ((void (*)(int))function)(%d);\n  return 0;\n}\n" % value())
    out.write("%s helper(%s) {\n" % ("struct box *" if returns_box else "int", parameters))
    out.write("  int result = %d;\n  void (*later)(int) = 0;\n" % value())
    for statement in statements:
        out.write("  " + statement + "\n")
    out.write("  pthread_t thread;\n  if (later)\n    pthread_create(&thread, 0, call_later, (void *)later);\n")
    out.write("  (void)result;\n  return %s;\n}\n" % (dice.choice(results) if returns_box else "result"))

locked = dice.random() < 0.5
around = ("pthread_mutex_lock(&mutex);\n  ", "\n  pthread_mutex_unlock(&mutex);") if locked else ("", "")
with_thread = dice.random() < 0.5
# What the function may change is asked for more often than the rest.
touched = {"p": ["x == 0", "own == 2"], "b": ["a.value == 0", "c.value == 0", "a.next != 0", "y == 1"],
           "k": ["x == 0", "y == 1", "c.value == 0"], "f)(int)": ["counted < 1", "last != 2", "last != 1"],
           "o": ["counted < 1", "last != 2"], "q": ["flag != 2", "flag != 1"]}
likely = [c for p in chosen for c in touched.get(p[0].split("*")[1], [])] or ["x == 0"]
conditions = 2 * likely + ["x == 0", "y == 1", "a.value == 0", "c.value == 0", "own == 2", "counted < %d" % dice.randint(1, 3), "flag != 2", "a.next != 0", "last != 2"]
body = TYPES + """
static int x, y = 1, counted, last;
static atomic_int flag;
static struct box c = {0, &y, 0}, a = {0, &x, &c};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void count(int number) {
  (void)number;
  %sif (counted < 3) counted++;%s
}
static void set(int number) {
  %slast = number & 3;%s
}
static void use(struct box *box) { (void)box; }
static const struct operations operations = {%s, use, %d};
""" % (*around, *around, dice.choice(["count", "set"]), dice.randint(0, 1))
body += "%s helper(%s);\n" % ("struct box *" if returns_box else "int", parameters)
body += """static void *watch(void *unused) {
  int first = flag, second = flag;
  assert(!(first == %d && second == %d));
  return unused;
}
int main(void) {
  int own = 2;
  pthread_t thread;
  (void)operations;
""" % (value(), value())
if with_thread:
    body += "  pthread_create(&thread, 0, watch, 0);\n"
if returns_box:
    body += "  struct box *got = helper(%s);\n" % arguments
    body += dice.choice(["  assert(got != &a);\n", "  if (got) got->value = 1;\n", "  got->value = 1;\n", ""])
else:
    body += "  int got = helper(%s);\n" % arguments
    body += dice.choice(["  assert(got != %d);\n" % value(), "  own += got & 0;\n", ""])
body += "  (void)got;\n  %s" % around[0]
body += "assert(%s);%s\n" % (dice.choice(conditions), around[1])
if with_thread:
    body += "  pthread_join(thread, 0);\n"
body += "  return own & 0;\n}\n"
with open(program_path, "w", encoding="ascii") as out:
    out.write("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n" + body)
