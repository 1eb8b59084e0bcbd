#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program that uses locks of all kinds, with attributes or without, directly, through
functions of its own, through pointers to functions, through pointers to the bytes of a lock, and beyond
an array, perhaps in a lock. It asserts what some call returns.
  tests/fuzz/generate_locks.py SEED"""
import random
import sys

TYPES = ["PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_ERRORCHECK"]
INITIALISERS = ["PTHREAD_MUTEX_INITIALIZER", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP",
                "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP"]
RESULTS = ["0", "0", "EBUSY", "EDEADLK", "EPERM", "EINVAL", "EOWNERDEAD", "ENOTRECOVERABLE", "ETIMEDOUT"]


class Program:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.before = []  # what main does first
        self.globals = []
        self.helpers = set()
        self.mutexes = [self.mutex(i) for i in range(self.draw.choice([1, 1, 2]))]
        self.others = self.draw.sample(["rwlock", "semaphore", "once", "key", "spin"], self.draw.choice([0, 1, 2]))
        for name in self.others:
            self.declare(name)

    def mutex(self, number):
        draw, name = self.draw, f"m{number}"
        where = draw.choice(["static", "static", "init", "init", "heap", "member"])
        if where == "static":
            self.globals.append(f"pthread_mutex_t {name} = {draw.choice(INITIALISERS + INITIALISERS[:1])};")
            return f"&{name}"
        if where == "heap":
            self.globals.append(f"static pthread_mutex_t *{name};")
            self.before.append(f"{name} = malloc(sizeof *{name});")
            address = name
        elif where == "member":
            self.globals.append(f"static struct {{ int before; pthread_mutex_t lock; int after; }} s{number};")
            address = f"&s{number}.lock"
        else:
            self.globals.append(f"pthread_mutex_t {name} = {{0}};")
            address = f"&{name}"
        if draw.random() < 0.5:
            self.before.append(f"pthread_mutex_init({address}, 0);")
        else:
            self.attributes(address, draw.random() < 0.3)
        return address

    def attributes(self, address, is_robust):
        kind = self.draw.choice(TYPES)
        self.helpers.add("prepare")
        self.before.append(f"prepare({address}, {kind}, {int(is_robust)});")

    def declare(self, name):
        if name == "rwlock":
            self.globals.append("static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;")
        elif name == "semaphore":
            self.globals.append("static sem_t sem;")
            self.before.append(f"sem_init(&sem, 0, {self.draw.randrange(3)});")
        elif name == "once":
            self.globals.append("static pthread_once_t once = PTHREAD_ONCE_INIT;\nstatic void setup(void) { x++; }")
        elif name == "key":
            self.globals.append("static pthread_key_t key;\nstatic void end(void *value) { x += *(int *)value; }")
            self.before.append(f"pthread_key_create(&key, {self.draw.choice(['end', '0'])});")
        else:
            self.globals.append("static pthread_spinlock_t spin;")
            self.before.append("pthread_spin_init(&spin, 0);")

    def call(self, what, address):
        kind = self.draw.randrange(5)
        if kind == 0:
            self.helpers.add("by")
            return f"by(pthread_mutex_{what}, {address})"
        if kind == 1:
            self.helpers.add(what)
            return f"my_{what}({address})"
        return f"pthread_mutex_{what}({address})"

    def beyond(self):
        """Writes beyond an array, most often to the kind of a lock, and does what that decides."""
        draw, address = self.draw, self.draw.choice(self.mutexes)
        kind = draw.choice(TYPES + ["PTHREAD_MUTEX_ROBUST_NP << 4"])
        uses = [["lock", "lock", "unlock", "unlock"], ["lock", "trylock", "unlock"], ["unlock"], ["lock"]]
        return [f"few[far] = {kind};"] + [self.checked(self.call(what, address)) for what in draw.choice(uses)]

    def checked(self, call):
        if self.draw.random() < 0.25:
            return f"{{ int r = {call}; assert(r {self.draw.choice(['==', '!=', '!='])} " \
                   f"{self.draw.choice(RESULTS)}); }}"
        return f"{call};"

    def body(self, depth=0):
        draw, lines = self.draw, []
        for _ in range(draw.randint(1, 2)):
            address = draw.choice(self.mutexes)
            kind = draw.randrange(14)
            if kind < 5:
                inner = self.body(depth + 1) if depth < 2 and draw.random() < 0.4 else ["x++;"]
                lines += [self.checked(self.call("lock", address))] + inner + \
                         [self.checked(self.call("unlock", address))] * (draw.random() < 0.9)
            elif kind < 7:
                lines += [f"if (!{self.call('trylock', address)}) {{ x++; "
                          f"{self.checked(self.call('unlock', address))} }}"]
            elif kind == 7:
                lines += [self.checked(f"pthread_mutex_timedlock({address}, &never)")]
            elif kind == 8 and draw.random() < 0.5:
                # the kind of a lock, as an int of it; nothing that C promises to work
                value = draw.choice(["0", "PTHREAD_MUTEX_RECURSIVE", "PTHREAD_MUTEX_ERRORCHECK"])
                lines += [draw.choice([f"((int *)(void *)({address}))[4] = {value};",
                                       f"{{ int kind = {value}; memcpy((char *)({address}) + 16, &kind, sizeof kind); }}",
                                       f"*(int *)((char *)({address}) + 4 * step) = {value};"])]
            elif kind == 9 and draw.random() < 0.5:
                lines += [draw.choice([f"pthread_mutex_consistent({address});", "pthread_exit(0);",
                                       f"pthread_mutex_destroy({address});"])]
            elif kind == 10 and draw.random() < 0.3:
                lines += ["pthread_testcancel();"]
            elif self.others:
                lines += self.other(draw.choice(self.others))
            else:
                lines += ["x++;"]
        return lines

    def other(self, name):
        draw = self.draw
        return {
            "rwlock": [self.checked(f"pthread_rwlock_{draw.choice(['rdlock', 'wrlock', 'tryrdlock', 'trywrlock'])}(&rw)"),
                       "x++;", self.checked("pthread_rwlock_unlock(&rw)")],
            "semaphore": [self.checked(draw.choice(["sem_wait(&sem)", "sem_post(&sem)", "sem_trywait(&sem)"]))],
            "once": ["pthread_once(&once, setup);"],
            "key": [f"pthread_setspecific(key, &numbers[{draw.randrange(2)}]);",
                    "if (pthread_getspecific(key)) x++;"],
            "spin": ["pthread_spin_lock(&spin);", "x++;", "pthread_spin_unlock(&spin);"],
        }[name]

    def write(self):
        draw = self.draw
        count = draw.choice([1, 2, 2])
        bodies = [self.body() for _ in range(count)]
        own = self.body() if draw.random() < 0.3 else []
        if draw.random() < 0.3:
            place = draw.choice(bodies + [own])
            place[:0] = self.beyond()
        cancels = draw.random() < 0.15
        print("#define _GNU_SOURCE\n#include <assert.h>\n#include <errno.h>\n#include <pthread.h>")
        print("#include <semaphore.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>")
        far = draw.choice([-12, -12, -12, -14, -28])  # the kind of the last lock, that of a member, that of the first
        print(f"static int x, numbers[2] = {{1, 2}}, step = 4, far = {far};\nint few[2] = {{1, 2}};\n"
              "static const struct timespec never = {1, 0};")
        print("\n".join(self.globals))
        if "prepare" in self.helpers:
            print("static void prepare(pthread_mutex_t *mutex, int type, int is_robust) {\n"
                  "  pthread_mutexattr_t attributes;\n  pthread_mutexattr_init(&attributes);\n"
                  "  pthread_mutexattr_settype(&attributes, type);\n"
                  "  if (is_robust)\n    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);\n"
                  "  pthread_mutex_init(mutex, &attributes);\n}")
        if "by" in self.helpers:
            print("static int by(int (*what)(pthread_mutex_t *), pthread_mutex_t *mutex) { return what(mutex); }")
        for what in ["lock", "trylock", "unlock"]:
            if what in self.helpers:
                print(f"static int my_{what}(pthread_mutex_t *mutex) {{ return pthread_mutex_{what}(mutex); }}")
        for i, body in enumerate(bodies):
            print(f"static void *thread{i}(void *unused) {{\n  " + "\n  ".join(body) + "\n  return unused;\n}")
        print("int main(void) {\n  pthread_t ids[2];\n  (void)never, (void)step, (void)far, (void)numbers;")
        near = " + ".join(f"*(int *)(void *){address}" for address in self.mutexes if address[0] == "&")
        if near:  # objects lie in memory in the order in which main names them
            print(f"  if (step != 4)\n    few[0] = {near};")
        print("".join(f"  {line}\n" for line in self.before), end="")
        for i in range(count):
            print(f"  pthread_create(&ids[{i}], 0, thread{i}, 0);")
        print("".join(f"  {line}\n" for line in own), end="")
        if cancels:
            print("  pthread_cancel(ids[0]);")
        if draw.random() < 0.8:
            print("".join(f"  pthread_join(ids[{i}], 0);\n" for i in range(count)), end="")
            print("".join(f"  {line}\n" for line in (self.body() if draw.random() < 0.4 else [])), end="")
        print(f"  assert(x != {draw.randrange(6)});\n}}")


Program(int(sys.argv[1])).write()
