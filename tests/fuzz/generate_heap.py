#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A random program with blocks that threads hand over, for the engine static: tests/fuzz/generate_heap.py SEED

Stacks, queues with a tail, lists from which elements are removed, double lists, trees and blocks given to a thread.
Up to three statements are left out, swapped, doubled, or get another variable, so that a block may be freed twice, be
used by two threads, or not be there. Threads are few and loops are short, so that a search can judge the program."""
import random
import sys

random.seed(int(sys.argv[1]))
pick = random.choice

PUT = {
    "stack": ["p->next = head;", "head = p;"],
    "queue": ["p->next = NULL;", "if (tail) tail->next = p; else head = p;", "tail = p;"],
    "list": ["q = head;", "while (q && q->next) q = q->next;", "p->next = NULL;", "if (q) q->next = p; else head = p;"],
    "double": ["p->prev = NULL;", "p->next = head;", "if (head) head->prev = p;", "head = p;"],
    "tree": ["p->next = p->prev = NULL;", "at = &head;",
             "while (*at) at = __VERIFIER_nondet_bool() ? &(*at)->next : &(*at)->prev;", "*at = p;"],
}
TAKE = {
    "stack": ["p = head;", "if (p) head = p->next;"],
    "queue": ["p = head;", "if (p) head = p->next;", "if (!head) tail = NULL;"],
    "list": ["q = NULL;", "p = head;", "while (p && __VERIFIER_nondet_bool()) { q = p; p = p->next; }",
             "if (p) { if (q) q->next = p->next; else head = p->next; }"],
    "double": ["p = head;", "if (p) head = p->next;", "if (head) head->prev = NULL;"],
    "tree": ["p = head;", "head = NULL;"],
}
ALL = {
    "stack": ["p = head;", "head = NULL;"],
    "queue": ["p = head;", "head = tail = NULL;"],
    "list": ["at = &head;", "while (*at && __VERIFIER_nondet_bool()) at = &(*at)->next;", "p = *at;", "*at = NULL;"],
    "double": ["p = head;", "head = NULL;"],
    "tree": ["p = head;", "if (p) { head = p->next; p->next = NULL; }"],
}
LOOK = ["for (q = head; q; q = q->next) sum += q->n;"]
kind = pick(list(PUT))
lock = "pthread_mutex"
shares = random.random() < 0.3


def locked(statements, shared=False):
    if shares:
        take = "pthread_rwlock_rdlock(&m);" if shared else "pthread_rwlock_wrlock(&m);"
        return [take, *statements, "pthread_rwlock_unlock(&m);"]
    return ["pthread_mutex_lock(&m);", *statements, "pthread_mutex_unlock(&m);"]


def make():
    return ["p = %s;" % pick(["malloc(sizeof *p)", "calloc(1, sizeof *p)"]), "if (!p) abort();", "p->n = 1;"]


def put():
    return make() + locked(PUT[kind]) + pick([[], [], ["p = NULL;"]])


def use():
    return pick([["p->n++;"], ["sum += p->n;"], []])


def take():
    body = use() + ["free(p);", "p = NULL;"]
    if random.random() < 0.25:
        body = use() + locked(PUT[kind]) + ["p = NULL;"]
    return locked(TAKE[kind]) + ["if (p) {", *body, "}"]


def take_all():
    body = use() + ["q = p->next;", "free(p);", "p = q;"]
    return locked(ALL[kind]) + ["while (p) {", *body, "}"]


def look():
    return locked(LOOK, True)


def keep():
    return make() + use() + ["free(p);"]


def mutate(lines):
    simple = [i for i, line in enumerate(lines) if line.endswith(";") and "lock" not in line]
    locks = [i for i, line in enumerate(lines) if "lock" in line]
    what = random.random()
    if what < 0.15 and locks:
        i = pick(locks)
        j = min(len(lines) - 1, max(0, i + pick([-1, 1])))
        if "{" not in lines[j] and "}" not in lines[j]:
            lines[i], lines[j] = lines[j], lines[i]
        return
    if not simple:
        return
    i = pick(simple)
    if what < 0.4:
        lines[i] = ";"
    elif what < 0.55:
        lines.insert(i, lines[i])
    elif what < 0.75:
        j = min(len(lines) - 1, i + 1)
        if "{" not in lines[j] and "}" not in lines[j]:
            lines[i], lines[j] = lines[j], lines[i]
    elif what < 0.9:
        lines[i] = pick(["q = p;", "p = head;", "if (head) sum += head->n;", "if (p) sum += p->n;", "head = p;",
                         "q = head;", "if (q) sum += q->n;", "if (p) q = p->next;", "kept = p;",
                         "if (kept) sum += kept->n;"])
    else:
        old, new = pick([("head", "p"), ("p->next", "NULL"), ("p", "q"), ("next", "prev"), ("NULL", "p"),
                         ("tail", "head")])
        changed = lines[i].replace(old, new, 1)
        if "NULL =" not in changed.replace("!= NULL", "") and "NULL->" not in changed:
            lines[i] = changed


def body(choices, count):
    lines = []
    for _ in range(count):
        lines += pick(choices)()
    return lines


gives = random.random() < 0.3
worker = body([take, take, take_all, put, look, keep], pick([1, 1, 2]))
main_before = body([put, keep], pick([0, 1, 1]))
main_after = body([put, take, look], pick([0, 1, 1]))
if gives:
    worker = ["p = argument;", *use(), *pick([["free(p);", "p = NULL;"], locked(PUT[kind])])] + worker
    given = make()
else:
    given = []
parts = [worker, main_before, main_after, given]
for _ in range(pick([0, 0, 1, 1, 2, 3])):
    mutate(pick([part for part in parts if part]))
threads = pick([1, 2, 2])
joins = random.random() < 0.6
print("""#include <pthread.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
struct node { struct node *next, *prev; int n; };
static struct node *head, *tail, *kept;
static %s;
static void *work(void *argument) {
  struct node *p = NULL, *q = NULL, **at = &head;
  int sum = 0;
  (void)argument, (void)q, (void)at, (void)sum;""" %
      ("pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER" if shares else "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER"))
for line in worker:
    print("  " + line)
print("""  return NULL;
}
int main(void) {
  struct node *p = NULL, *q = NULL, **at = &head;
  int sum = 0;
  pthread_t t[%d];
  (void)q, (void)at, (void)sum;""" % threads)
for line in main_before:
    print("  " + line)
for i in range(threads):
    for line in given:
        print("  " + line)
    print("  pthread_create(&t[%d], NULL, work, %s);" % (i, "p" if gives else "NULL"))
for line in main_after:
    print("  " + line)
if joins:
    for i in range(threads):
        print("  pthread_join(t[%d], NULL);" % i)
    if random.random() < 0.5 and kind != "tree":
        print("  while (head) { p = head->next; free(head); head = p; }")
print("  return 0;\n}")
