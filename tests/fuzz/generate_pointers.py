#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A random program in which one thread takes an address apart and another puts it together again, and accesses or calls
# what is there; or in which a thread gives away the address of a thread-local variable:
#   generate_pointers.py SEED
# The first lines tell which violations there are: `// expect race: FALSE` and `// expect reach: FALSE`.
import random
import sys

seed = int(sys.argv[1])
choose = random.Random(seed)
KEY = choose.choice(["0x5a5a5a5a", "0x1234", "0xfffffff0"])

# name: (declarations, what main does with `p`, what the thread does to get `q`), all of them uintptr_t
WAYS = {
    "halves": ("static unsigned low, high;", "low = (unsigned)p; high = (unsigned)(p >> HALF);",
               "q = (uintptr_t)high << HALF | low;"),
    "16-bit parts": ("static unsigned short part[PARTS];",
                     "for (unsigned i = 0; i < PARTS; i++) part[i] = (unsigned short)(p >> 16 * i);",
                     "for (unsigned i = 0; i < PARTS; i++) q |= (uintptr_t)part[i] << 16 * i;"),
    "bytes": ("static unsigned char byte[BYTES];",
              "for (unsigned i = 0; i < BYTES; i++) byte[i] = (unsigned char)(p >> 8 * i);",
              "for (unsigned i = BYTES; i-- > 0;) q = q << 8 | byte[i];"),
    "copied bytes": ("static unsigned char byte[BYTES];", "memcpy(byte, &p, BYTES);",
                     "for (unsigned i = 0; i < BYTES; i++) ((unsigned char *)&q)[i] = byte[i];"),
    "a union": ("static union { uintptr_t whole; unsigned short part[PARTS]; } parts;", "parts.whole = p;",
                "union { uintptr_t whole; unsigned short part[PARTS]; } own;"
                " for (unsigned i = 0; i < PARTS; i++) own.part[i] = parts.part[i]; q = own.whole;"),
    "a distance": ("static char origin; static uintptr_t distance;", "distance = p - (uintptr_t)&origin;",
                   "q = (uintptr_t)(&origin + distance);"),
    "a difference": ("static char origin; static intptr_t distance;", "distance = (char *)p - &origin;",
                     "q = (uintptr_t)&origin + distance;"),
    "exclusive or": ("static uintptr_t hidden;", f"hidden = p ^ {KEY};", f"q = hidden ^ {KEY};"),
    "subtraction": ("static uintptr_t hidden;", f"hidden = {KEY} - p;", f"q = {KEY} - hidden;"),
    "complement": ("static uintptr_t hidden;", "hidden = ~p;", "q = ~hidden;"),
    "multiplication": ("static uintptr_t hidden;", "hidden = p * 3;", "q = hidden * INVERSE;"),
    "a quotient": ("static uintptr_t quotient, rest;", "quotient = p / 1000; rest = p % 1000;",
                   "q = quotient * 1000 + rest;"),
    "a number with fraction": ("static double real;", "real = (double)p;", "q = (uintptr_t)real;"),
    "branches": ("static uintptr_t hidden;", "hidden = p;",
                 "uintptr_t from = hidden; for (unsigned i = 0; i < BITS; i++)"
                 " if (from >> i & 1) q |= (uintptr_t)1 << i;"),
    "sums in branches": ("static uintptr_t hidden;", "hidden = p;",
                         "uintptr_t from = hidden; for (unsigned i = 0; i < BITS; i++)"
                         " if (from & (uintptr_t)1 << i) q += (uintptr_t)1 << i;"),
    "branches before": ("static unsigned char bit[BITS];",
                        "for (unsigned i = 0; i < BITS; i++) if (p & (uintptr_t)1 << i) bit[i] = 1;",
                        "for (unsigned i = BITS; i-- > 0;) q = q << 1 | bit[i];"),
    "branches in a function": ("static uintptr_t hidden, made; static void set(unsigned i, int one)"
                               " { if (one) made |= (uintptr_t)1 << i; }", "hidden = p;",
                               "for (unsigned i = 0; i < BITS; i++) set(i, hidden >> i & 1); q = made;"),
    "shifts": ("static uintptr_t hidden;", "hidden = p;",
               "for (uintptr_t from = hidden; from; from &= from - 1)"
               " q |= (uintptr_t)1 << __builtin_ctzll(from);"),
    "a table": ("static uintptr_t hidden; static const unsigned char same[16] ="
                " {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};", "hidden = p;",
                "for (unsigned i = BITS / 4; i-- > 0;) q = q << 4 | same[hidden >> 4 * i & 15];"),
    "digits": ("static char text[BITS / 4];",
               "for (unsigned i = 0; i < BITS / 4; i++) text[i] = \"0123456789abcdef\"[p >> 4 * i & 15];",
               "for (unsigned i = BITS / 4; i-- > 0;)"
               " q = q * 16 + (text[i] <= '9' ? text[i] - '0' : text[i] - 'a' + 10);"),
    "a switch": ("static uintptr_t hidden;", "hidden = p;",
                 "uintptr_t from = hidden; for (unsigned i = 0; i < BITS / 2; i++) switch (from >> 2 * i & 3) {"
                 " case 1: q |= (uintptr_t)1 << 2 * i; break; case 2: q |= (uintptr_t)2 << 2 * i; break;"
                 " case 3: q |= (uintptr_t)3 << 2 * i; break; default: break; }"),
    "recursion": ("static uintptr_t hidden; static uintptr_t build(uintptr_t from)"
                  " { return from ? build(from >> 1) << 1 | (from & 1 ? 1 : 0) : 0; }",
                  "hidden = p;", "q = build(hidden);"),
    "an index": ("static uintptr_t hidden;", "hidden = p;", "char *zero = NULL; q = (uintptr_t)(zero + hidden);"),
}

TARGETS = {
    "global": ("static int x;", "", "(uintptr_t)&x", "x"),
    "element": ("static int many[3];", "", "(uintptr_t)&many[1]", "many[1]"),
    "local": ("", "  int x = 0;\n", "(uintptr_t)&x", "x"),
    "block": ("", "  int *x = malloc(sizeof *x);\n  if (!x)\n    return 0;\n  *x = 0;\n", "(uintptr_t)x", "*x"),
    "function": ("static int x;\nstatic void put(void) { x = 1; }", "", "(uintptr_t)&put", "x"),
}

# What gives away the address `mine` of a thread-local; what the other thread does with `given`, a pointer.
GIVES = {
    "choice": ("int *passed = choice ? &mine[0] : &other;", "passed"),
    "walk": ("int *passed = mine; while (passed < mine + 1) passed++; passed--;", "passed"),
    "function": ("int *passed = get();", "passed"),
    "structure": ("struct holder first = {0, mine}, second; second = first; int *passed = second.at;", "passed"),
    "variadic": ("int *passed = last(1, mine);", "passed"),
    "memory": ("static int *kept[2]; kept[choice & 1] = mine; int *passed = kept[choice & 1];", "passed"),
    "copy": ("int *first = mine, *passed; memcpy(&passed, &first, sizeof passed);", "passed"),
    "exclusive or": (f"uintptr_t hidden = (uintptr_t)mine ^ {KEY}; int *passed = (int *)(hidden ^ {KEY});", "passed"),
    "exclusive or elsewhere": (f"hidden = (uintptr_t)mine ^ {KEY}; int *passed = NULL;", f"(int *)(hidden ^ {KEY})"),
    "branches": ("hidden = 0; for (unsigned i = 0; i < BITS; i++) if ((uintptr_t)mine >> i & 1)"
                 " hidden |= (uintptr_t)1 << i; int *passed = NULL;", "(int *)hidden"),
    "exchange": ("__atomic_exchange_n(&shared, (int *)mine, __ATOMIC_SEQ_CST);"
                 " int *passed = __atomic_load_n(&shared, __ATOMIC_SEQ_CST);", "passed"),
    "parameter": ("int *passed = same(mine);", "passed"),
    "distance": ("hidden = (uintptr_t)mine - (uintptr_t)&other; int *passed = NULL;",
                 "(int *)((uintptr_t)&other + hidden)"),
}
WRITES = ["*(int *)given = 1;", "memset(given, 1, sizeof(int));", "strcpy((char *)given, \"a\");",
          "for (char *at = given; at < (char *)given + 2; at++) *at = 1;", "memcpy(given, &one, sizeof one);"]

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = sizeof(uintptr_t), BITS = 8 * BYTES, HALF = BITS / 2, PARTS = BYTES / 2 };
#define INVERSE ((uintptr_t)UINT64_C(0xaaaaaaaaaaaaaaab))
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
"""


def guarded(statement, protected):
    if protected:
        return f"  pthread_mutex_lock(&lock);\n  {statement}\n  pthread_mutex_unlock(&lock);\n"
    return f"  {statement}\n"


def parts(protected):
    declarations, take, make = WAYS[choose.choice(sorted(WAYS))]
    target = choose.choice(sorted(TARGETS))
    global_part, local_part, address, value = TARGETS[target]
    use = "((void (*)(void))q)();" if target == "function" else "*(int *)q = 1;"
    print(f"""{HEAD}{global_part}
{declarations}

static void *work(void *unused) {{
  uintptr_t q = 0;
  {make}
{guarded(use, protected)}  return unused;
}}

int main(void) {{
{local_part}  pthread_t thread;
  uintptr_t p = {address};
  {take}
  pthread_create(&thread, NULL, work, NULL);
{guarded(f"int before = {value};", False).replace("int before", "volatile int before") if not protected else
 "  pthread_mutex_lock(&lock);" + chr(10) + f"  volatile int before = {value};" + chr(10) +
 "  pthread_mutex_unlock(&lock);" + chr(10)}  (void)before;
  pthread_join(thread, NULL);
  assert({value} == {1 if protected else 0});
  return 0;
}}""")


def locals_of_threads(gives):
    code, given = GIVES[choose.choice(sorted(GIVES))]
    write = choose.choice(WRITES)
    if not gives:
        given = "mine"
    print(f"""{HEAD}struct holder {{ int number; int *at; }};
static _Thread_local int mine[2];
static int other, one = 1;
static volatile int choice = 1;
static uintptr_t hidden;
static int *shared;

static int *get(void) {{ return mine; }}
static int *same(int *pointer) {{ return pointer; }}
static int *last(int count, ...) {{
  va_list list;
  va_start(list, count);
  int *pointer = va_arg(list, int *);
  va_end(list);
  return pointer;
}}

static void *work(void *passed) {{
  void *given = {given};
  {write}
  return passed;
}}

int main(void) {{
  pthread_t thread;
  {code if gives else "int *passed = &other;"}
  (void)other, (void)one, (void)hidden, (void)shared, (void)choice;
  (void)get, (void)same, (void)last;
  mine[0] = 0;
  pthread_create(&thread, NULL, work, passed);
  volatile int before = mine[0];
  (void)before;
  pthread_join(thread, NULL);
  assert(mine[0] == 0);
  return 0;
}}""")


fails = choose.random() < 0.8
for name in ["race", "reach"]:
    print(f"// expect {name}: {'FALSE' if fails else 'TRUE'}")
if seed % 3:
    parts(not fails)
else:
    locals_of_threads(fails)
