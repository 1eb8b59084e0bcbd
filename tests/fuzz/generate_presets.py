#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program in which threads share a variable under a lock that may not be free when they come to take
it: in memory that holds anything, with words inside that the program or an initialiser sets, initialised before or
after that, or not at all.
  tests/fuzz/generate_presets.py SEED"""
import random
import sys

KINDS = {  # type, words of 4 bytes that say who holds it under LP64, take, take for reading, release, initialise
    "mutex": ("pthread_mutex_t", [6, 7], "pthread_mutex_lock", None, "pthread_mutex_unlock",
              "pthread_mutex_init({}, 0)"),
    "rwlock": ("pthread_rwlock_t", [0, 1, 2], "pthread_rwlock_wrlock", "pthread_rwlock_rdlock",
               "pthread_rwlock_unlock", "pthread_rwlock_init({}, 0)"),
    "spin": ("pthread_spinlock_t", [0], "pthread_spin_lock", None, "pthread_spin_unlock", "pthread_spin_init({}, 0)"),
    "mtx": ("mtx_t", [6, 7], "mtx_lock", None, "mtx_unlock", "mtx_init({}, mtx_plain)"),
}
VALUES = [0, 0, 0, 1, 2, 4, -1]


class Program:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.kind = self.draw.choice(list(KINDS))
        self.type, self.words, self.take, self.read, self.release, self.initialise = KINDS[self.kind]
        self.size = {"mutex": 10, "rwlock": 14, "spin": 1, "mtx": 10}[self.kind]
        self.where = self.draw.choice(["static", "static", "heap", "zeroed", "local", "member"])
        self.lock = "lock" if self.where in ("heap", "zeroed", "local") else "&both.lock"

    def word(self):
        if self.draw.random() < 0.6:
            return self.draw.choice(self.words)
        return self.draw.randrange(self.size)

    def preset(self):
        draw, lock = self.draw, self.lock
        kind = draw.randrange(12)
        place = f"((int *)(void *){lock})[{self.word()}]"
        if kind < 4:
            return [f"{place} = {draw.choice(VALUES)};"]
        if kind < 7:
            return [f"{self.initialise.format(lock)};"]
        if kind == 7:
            return [f"memset({lock}, {draw.choice([0, 0, 4])}, sizeof(*{lock}));"]
        if kind == 8:
            return [f"if (input) {place} = {draw.choice(VALUES)};"]
        if kind == 9:
            return [f"*({lock}) = pattern.lock;"]
        if kind == 10:
            return [f"if (input) {self.initialise.format(lock)};"]
        return [f"{self.take}({lock});", "x++;", f"{self.release}({lock});"]

    def initial(self):
        words = [0] * self.size
        if self.draw.random() < 0.3:
            words[self.word()] = self.draw.choice(VALUES)
        return "{{" + ", ".join(map(str, words)) + "}}"

    def section(self, writes):
        draw, lock = self.draw, self.lock
        reads = not writes and self.read and draw.random() < 0.8
        take, access = (self.read if reads else self.take), ("x++;" if writes else "result = x;")
        end = [f"{self.release}({lock});"] if draw.random() < 0.6 else []
        if self.kind in ("mutex", "rwlock", "mtx") and draw.random() < 0.2:
            trial = {"mutex": "!pthread_mutex_trylock", "mtx": "thrd_success == mtx_trylock",
                     "rwlock": f"!pthread_rwlock_try{'rd' if reads else 'wr'}lock"}[self.kind]
            return [f"if ({trial}({lock})) {{ {' '.join([access] + end)} }}"]
        return [f"{take}({lock});", access] + end

    def write(self):
        draw = self.draw
        print("#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n#include <threads.h>")
        print(f"static int x;\nstatic _Bool input;\nstatic {self.type} *lock;")
        print(f"union all {{\n  int words[{self.size}];\n  {self.type} lock;\n}};")
        print(f"static const union all pattern = {self.initial()};")
        if self.where == "member":
            print("static struct {\n  long before;\n  " + self.type + " lock;\n  long after;\n} both;")
        elif self.where == "static":
            print(f"static union all both = {self.initial()};")
        print("extern _Bool __VERIFIER_nondet_bool(void);")
        count = draw.choice([1, 1, 2])
        for i in range(count):
            print(f"static void *thread{i}(void *unused) {{\n  int result = 0;\n  " +
                  "\n  ".join(self.section(draw.random() < 0.7)) + "\n  (void)result;\n  return unused;\n}")
        print("int main(void) {\n  int result = 0;\n  pthread_t ids[2];\n  input = __VERIFIER_nondet_bool();")
        if self.where == "local":
            print(f"  {self.type} own;\n  lock = &own;")
        elif self.where == "heap":
            print("  lock = malloc(sizeof *lock);")
        elif self.where == "zeroed":
            print("  lock = calloc(1, sizeof *lock);")
        before = [line for _ in range(draw.randrange(4)) for line in self.preset()]
        print("".join(f"  {line}\n" for line in before), end="")
        for i in range(count):
            print(f"  pthread_create(&ids[{i}], 0, thread{i}, 0);")
            if draw.random() < 0.1:
                print("".join(f"  {line}\n" for line in self.preset()), end="")
        print("".join(f"  {line}\n" for line in self.section(True)), end="")
        if draw.random() < 0.5:
            print("".join(f"  pthread_join(ids[{i}], 0);\n" for i in range(count)), end="")
        print("  (void)result, (void)pattern, (void)lock, (void)input;\n}")


Program(int(sys.argv[1])).write()
