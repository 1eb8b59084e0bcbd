#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A random program that allocates, resizes and frees blocks of random sizes, or calls functions with variables of random
# sizes, and asserts that a new one does not have a byte at an address that it remembers:
#   generate_blocks.py SEED
# The first line tells whether that can fail: `// expect: FALSE` if the address belongs to nothing alive, and alignment
# permits it. The allocator of the machine may or may not choose that address.
import random
import sys

seed = int(sys.argv[1])
choose = random.Random(seed)
SIZES = [1, 2, 7, 8, 16, 17, 24, 32, 40, 48, 64, 100]
lines = []


def remember(expression):
    return choose.choice([f"kept = (uintptr_t)({expression});", f"kept = (uintptr_t)({expression}) | 0;",
                          f"stale = {expression}; kept = (uintptr_t)stale;"])


def check(address, first, last):
    """Compares bytes of the new object with the address; returns the offsets."""
    if last > first and choose.random() < 0.4:
        lines.append(f"  for (unsigned i = {first}; i <= {last}; i++)\n"
                     f"    assert((uintptr_t)({address} + i) != kept);")
        return range(first, last + 1)
    if last > first and choose.random() < 0.3:
        lines.append(f"  assert(!(kept >= (uintptr_t)({address} + {first}) && "
                     f"kept <= (uintptr_t)({address} + {last})));")
        return range(first, last + 1)
    lines.append(f"  assert((uintptr_t)({address} + {first}) != kept);")
    return [first]


def offsets_of(size):
    first = choose.choice([0, 0, 0, size // 2, size - 1, 16 if size > 16 else 0])
    return first, choose.choice([first, size - 1, size - 1])


def blocks():
    alive = {}  # name: size
    ways = choose.random()
    old_size = choose.choice(SIZES)
    offset = choose.choice([0, 0, 0, old_size // 2, old_size - 1])
    count = 0

    def other():
        nonlocal count
        if alive and choose.random() < 0.4:
            gone = choose.choice(sorted(alive))
            del alive[gone]
            lines.append(f"  free({gone});")
            return
        count += 1
        size = choose.choice(SIZES)
        alive[f"b{count}"] = size
        make = choose.choice(["malloc({})", "calloc(1, {})", "realloc(NULL, {})"])
        lines.append(f"  char *b{count} = {make.format(size)};")

    for _ in range(choose.randrange(3)):
        other()
    lines.append(f"  char *old = malloc({old_size});")
    lines.append(f"  {remember(f'old + {offset}')}")
    if choose.random() < 0.5:
        other()
    dead = True
    rest = None
    if ways < 0.55:
        lines.append("  free(old);")
    elif ways < 0.8 and old_size > 1:
        rest = choose.randrange(1, old_size)
        lines.append(f"  char *less = realloc(old, {rest});")
    elif ways < 0.9:
        lines.append(f"  char *more = realloc(old, {old_size + choose.choice(SIZES)});")
    else:
        dead = False
    for _ in range(choose.randrange(3)):
        other()
    size = choose.choice(SIZES)
    make = choose.choice(["malloc({})", "malloc({})", "calloc({}, 1)", "aligned_alloc(16, {})", "realloc(NULL, {})"])
    lines.append(f"  char *fresh = {make.format(size)};")
    compared = check("fresh", *offsets_of(size))
    return dead and any((offset - i) % 16 == 0 for i in compared)


TYPES = {"char": 1, "short": 2, "int": 4, "long long": 8}


def variable(name):
    kind = choose.choice(sorted(TYPES))
    count = choose.choice([1, 1, 2, 3, 5, 12])
    size = TYPES[kind] * count
    alignment = 16 if count > 1 and size >= 16 else TYPES[kind]
    return f"{kind} {name}[{count}];" if count > 1 else f"{kind} {name}[1];", size, alignment


def variables():
    first, size, alignment = variable("x")
    second, fresh, fresh_alignment = variable("y")
    offset = choose.choice([0, 0, size // 2, size - 1])
    body = choose.choice(["", "  char more[3];\n  shared += more == 0;\n"])
    before = (f"static void f(void) {{\n  {first}\n{body}  {remember(f'(char *)x + {offset}')}\n"
              "  if (kept == 0)\n    x[0] = 1;\n}\n")
    compared = check("(char *)y", *offsets_of(fresh))
    inner = "\n".join(lines)
    lines.clear()
    lines.append("  f();")
    if choose.random() < 0.3:
        lines.append("  h(2);")
    lines.append("  g();")
    print_later.append(before + f"static void g(void) {{\n  {second}\n{inner}\n}}\n")
    least = min(alignment, fresh_alignment)
    return any((offset - i) % least == 0 for i in compared)


print_later = []
expected = variables() if seed % 4 == 3 else blocks()
body = "\n".join(lines)
threaded = choose.random() < 0.3
print(f"""// expect: {'FALSE' if expected else 'TRUE'}
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t kept;
static char *stale;
static int shared;

static int h(int n) {{
  int local = n;
  return n > 0 ? h(n - 1) + local : 0;
}}

{''.join(print_later)}
static void *work(void *unused) {{
{body}
  return unused;
}}

int main(void) {{
  shared = h(1);
  (void)stale;""")
if threaded:
    print("""  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);""")
else:
    print("  work(NULL);")
print("  return 0;\n}")
