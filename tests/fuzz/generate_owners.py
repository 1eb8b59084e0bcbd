#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program whose assertions are about who holds a lock: `generate_owners.py SEED > program.c`.
Threads that nobody joins lock and unlock, look at the owner, and claim what follows from what they did: error
numbers of mutexes, whether the owner is the thread itself, how often it holds the lock, who held it last. All
claims hold, or all but one: a mistake in reasoning that hides that one gives a wrong proof. Small enough for the
reference search."""
import random
import sys

draw = random.Random(int(sys.argv[1]))
SELF = ["pthread_self()", "self"]
ERRORS = ["0", "EBUSY", "EPERM", "EDEADLK"]

ERRORCHECK = "static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;"
RECURSIVE = "static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;"
NORMAL = "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;"

# Locks made of a variable: ways to lock and unlock that are right, and one that is wrong.
ENTER = ([
    "__VERIFIER_atomic_begin(); __VERIFIER_assume(!owner); owner = pthread_self(); __VERIFIER_atomic_end();",
    "pthread_t free = 0; __VERIFIER_assume(atomic_compare_exchange_strong(&owner, &free, pthread_self()));",
], "__VERIFIER_assume(!owner); owner = pthread_self();")
ENTER_MUTEX = (["pthread_mutex_lock(&mutex); owner = pthread_self();",
                "__VERIFIER_assume(pthread_mutex_trylock(&mutex) == 0); owner = pthread_self();"],
               "owner = pthread_self(); pthread_mutex_lock(&mutex);")
LEAVE = (["owner = 0;"], "owner = last;")
LEAVE_MUTEX = (["owner = 0; pthread_mutex_unlock(&mutex);"], "pthread_mutex_unlock(&mutex); owner = 0;")
AGAIN = ["if (owner == pthread_self()) { depth++; return; }",
         "if (pthread_equal(owner, pthread_self())) { depth++; return; }"]
LEAVE_AGAIN = (["if (--depth == 0) owner = 0;", "depth--; if (!depth) owner = 0;"], "owner = 0; depth--;")

choices = []  # the right text, the wrong one and its weight, for each mark @NUMBER@ in the program


def one_of(right, wrong, weight=1):
    choices.append((right, wrong, weight))
    return f"@{len(choices) - 1}@"


def way(ways):
    return one_of(draw.choice(ways[0]), ways[1])


def claim(right, wrong=None):
    """What is wrong only if another thread is the owner is the best test of who is told apart from whom."""
    text = one_of(right, wrong or f"!({right})", 6 if wrong and "||" in wrong else 2)
    kind = draw.randrange(5)
    if kind == 0:
        return [f"result = {text};", "assert(result);"]
    if kind == 1:
        return [f"if (!({text}))", "  assert(0);"]
    if kind == 2:
        return [f"count = {text} ? 1 : 2;", "assert(count == 1);"]
    return [f"assert({text});"]


def expect(call, number, wrong=None):
    text = one_of(number, wrong or draw.choice([other for other in ERRORS if other != number]), 8 if wrong else 1)
    return draw.choice([[f"assert({call} == {text});"], [f"result = {call};", f"assert(result == {text});"],
                        [f"if ({call} != {text})", "  assert(0);"]])


class Thread:
    """What a thread does, and what it then knows."""

    def __init__(self, lock):
        self.lock, self.depth, self.lines = lock, 0, []
        self.was_last = False

    def add(self, lines):
        self.lines += lines

    def look_at_owner(self):
        if self.lock in ("errorcheck", "recursive"):
            self.use_mutex()
            return
        me, name = draw.choice(SELF), "owner"
        if not self.depth or draw.random() < 0.3:
            self.add(["seen = owner;"])
            name = "seen"
        same = draw.choice([f"{name} == {me}", f"pthread_equal({name}, {me})", f"{me} == {name}"])
        other = draw.choice([f"{name} != {me}", f"!pthread_equal({me}, {name})"])
        if not self.depth:
            self.add(claim(draw.choice([other, f"!{name} || {other}"]), f"!{name} || {same}"))
            return
        texts = [(same, None), (same, f"!{name} || {other}"), (f"{name} != 0", None), (f"!({name} & 7)", None),
                 (f"({name} & ~(pthread_t)7) == {me}", None)]
        if self.lock == "again":
            texts += [(f"depth == {self.depth}", None), (f"depth > {self.depth - 1}", None)] * 2
        self.add(claim(*draw.choice(texts)))

    def use_mutex(self):
        """A call whose result is known, as the mutex knows its owner."""
        if not self.depth and draw.random() < 0.5:
            self.add(expect("pthread_mutex_unlock(&mutex)", "EPERM"))
        elif not self.depth:
            self.add(["if (pthread_mutex_trylock(&mutex) == 0) {", "  shared = 0;"]
                     + ["  " + line for line in expect("pthread_mutex_unlock(&mutex)", "0")] + ["}"])
        elif self.lock == "recursive":
            self.remember()
        elif draw.random() < 0.5:
            self.add(expect("pthread_mutex_lock(&mutex)", "EDEADLK"))
        else:
            self.add(expect("pthread_mutex_trylock(&mutex)", "EBUSY"))

    def lock_it(self):
        if self.lock in ("errorcheck", "recursive"):
            self.add(expect("pthread_mutex_lock(&mutex)", "0", "EDEADLK" if self.depth else None))
        else:
            self.add(["enter();"])
        self.depth += 1

    def unlock_it(self):
        if self.lock in ("errorcheck", "recursive"):
            self.add(expect("pthread_mutex_unlock(&mutex)", "0", "EPERM" if self.lock == "recursive" else None))
        else:
            self.add(["leave();"])
        self.depth -= 1

    def remember(self):
        """Who came last: nobody else writes that while the lock is held, nor ever the thread's own id."""
        me = draw.choice(SELF)
        if not self.depth:
            self.add([draw.choice([f"if (last != {me})", "if (last)"]), "  shared = 1;"])
            return
        kind = draw.randrange(4)
        if kind == 0 and not self.was_last:
            self.add(claim(f"last != {me}", f"!last || last == {me}"))
        elif kind == 1 and self.was_last:
            self.add(claim(f"last == {me}"))
        elif kind == 2 and not self.was_last:
            self.add(["before = last;", f"last = {me};"] + claim(f"before != {me}", f"!before || before == {me}"))
            self.was_last = True
        else:
            self.add([f"last = {me};"] + claim(f"last == {me}", f"last != {me}"))
            self.was_last = True

    def body(self):
        can_nest = self.lock in ("again", "recursive")
        if self.lock == "recursive" and draw.random() < 0.6:
            self.lock_it()
            self.lock_it()
            self.unlock_it()
            self.remember()
        for _ in range(draw.randint(2, 4)):
            kind = draw.randrange(6)
            if kind == 0 and (not self.depth or (can_nest and self.depth < 2)):
                self.lock_it()
            elif kind == 1 and self.depth:
                self.unlock_it()
            elif kind == 2:
                self.remember()
            else:
                if not self.depth and draw.random() < 0.5:
                    self.lock_it()
                self.look_at_owner()
        while self.depth and draw.random() < 0.85:
            self.unlock_it()
        return self.lines


def lock_functions(lock):
    enter, leave = way(ENTER_MUTEX if lock == "mutex" else ENTER), LEAVE
    if lock == "mutex":
        leave = LEAVE_MUTEX
    elif lock == "again":
        enter = draw.choice(AGAIN) + "\n  " + enter + "\n  depth = 1;"
        leave = LEAVE_AGAIN
    return [f"static void enter(void) {{\n  {enter}\n}}\n", f"static void leave(void) {{\n  {way(leave)}\n}}\n"]


def program():
    lock = draw.choice(["errorcheck", "recursive", "word", "word", "word", "mutex", "again"])
    lines = ["#define _GNU_SOURCE", "#include <assert.h>", "#include <errno.h>", "#include <pthread.h>",
             "#include <stdatomic.h>\n",
             "extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n",
             "static _Atomic(pthread_t) last;", "static int shared;"]
    if lock in ("errorcheck", "recursive"):
        lines += [ERRORCHECK if lock == "errorcheck" else RECURSIVE]
    else:
        lines += ["static _Atomic(pthread_t) owner;", "static int depth;"] + ([NORMAL] if lock == "mutex" else [])
        lines += lock_functions(lock)
    kinds = draw.randint(1, 2)
    names = "pthread_t self = pthread_self(), before = 0, seen = 0;\n  int result = 0, count = 0;"
    unused = "  (void)self, (void)before, (void)seen, (void)result, (void)count;"
    for number in range(kinds):
        lines += [f"static void *thread{number}(void *argument) {{\n  {names}"]
        lines += ["  " + line for line in Thread(lock).body()] + [unused, "  return argument;\n}\n"]
    lines += [f"int main(void) {{\n  pthread_t id;\n  {names}\n  (void)last, (void)shared;"]
    lines += [f"  pthread_create(&id, 0, thread{number % kinds}, 0);" for number in range(2)]
    before_main = len(choices)
    if draw.random() < 0.4:
        lines += ["  " + line for line in Thread(lock).body()]
    return "\n".join(lines + [unused, "  return 0;\n}"]), before_main


text, first = program()
first = first if first < len(choices) and draw.random() < 0.6 else 0
wrong = draw.choices(range(first, len(choices)), [choice[2] for choice in choices[first:]])[0]
if draw.random() < 0.25:
    wrong = None
for i, (right, mistaken, _) in enumerate(choices):
    text = text.replace(f"@{i}@", mistaken if i == wrong else right)
print(text)
