#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A random program of two or three threads over three shared variables, by a seed: tests/fuzz/generate_endings.py SEED
It prints the final values, or, if OUTCOME is defined, fails where that condition on x, y and z holds at the end."""
import random
import sys


def operation(r, depth):
    a, b = r.choice("xyz"), r.choice("xyz")
    kind = r.randrange(8 if depth else 5)
    if kind == 0:
        return [f"{a} = {r.randrange(1, 4)};"]
    if kind == 1:
        return [f"{a} = {b} + {r.randrange(1, 3)};"]
    if kind == 2:
        return [f"{a}++;"]
    if kind == 3:
        return [f"l = {a};", f"{b} = l + {r.randrange(2)};"]
    if kind == 4:
        return [f"if ({a} == {r.randrange(3)})", f"  {b} = {r.randrange(4, 7)};"]
    inner = [line for _ in range(r.randrange(1, 3)) for line in operation(r, depth - 1)]
    if kind == 5:
        return ["pthread_mutex_lock(&m);", *inner, "pthread_mutex_unlock(&m);"]
    if kind == 6:
        return [f"for (int k{depth} = 0; k{depth} < 2; k{depth}++) {{", *("  " + line for line in inner), "}"]
    return ["__VERIFIER_atomic_begin();", *inner, "__VERIFIER_atomic_end();"]


def main():
    r = random.Random(int(sys.argv[1]))
    count = r.randrange(2, 4)
    joins = r.random() < 0.7
    print("#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n"
          "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
          "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x, y, z, ended;")
    for i in range(count):
        lines = [line for _ in range(r.randrange(2, 4 if count == 3 else 5)) for line in operation(r, 1)]
        print(f"void *t{i}(void *argument) {{\n  int l = 0;\n  (void)l;")
        print("\n".join("  " + line for line in lines))
        if not joins:
            print("  __VERIFIER_atomic_begin();\n  ended++;\n  __VERIFIER_atomic_end();")
        print("  return argument;\n}")
    print("int main(void) {\n  pthread_t id[3];")
    for i in range(count):
        print(f"  pthread_create(&id[{i}], 0, t{i}, 0);")
        if r.random() < 0.3:
            print(f"  {r.choice('xyz')}++;")
    for i in range(count if joins else 0):
        print(f"  pthread_join(id[{i}], 0);")
    if not joins:
        print(f"  if (ended != {count})\n    return 0;")
    print('#ifdef OUTCOME\n  assert(!(OUTCOME));\n#else\n'
          '  printf("x==%d&&y==%d&&z==%d\\n", x, y, z);\n#endif\n  return 0;\n}')


main()
