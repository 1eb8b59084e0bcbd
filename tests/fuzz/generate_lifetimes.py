#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A random program whose threads hand blocks and local variables to each other by atomic pointers and counters, with
# random memory orders, and give them back at some time, perhaps too early: generate_lifetimes.py SEED
import random
import sys

seed = int(sys.argv[1])
choose = random.Random(seed)
loads = ["relaxed", "acquire", "acquire", "seq_cst"]
stores = ["relaxed", "release", "release", "seq_cst"]
changes = ["relaxed", "acquire", "release", "acq_rel", "acq_rel", "seq_cst"]


def order(which):
    return "memory_order_" + choose.choice(which)


def access(pointer):
    return choose.choice([f"*{pointer} = {choose.randint(1, 9)};", f"sum += *{pointer};", f"*{pointer} += 1;"])


def step(number):
    what = choose.randrange(7)
    if what == 0:  # publish a new block
        make = choose.choice(["calloc(1, sizeof(int))", "malloc(sizeof(int))"])
        fill = "*block = 1; " if "malloc" in make or choose.random() < 0.5 else ""
        return (f"{{ int *block = {make}; {fill}"
                f"atomic_store_explicit(&pointer, block, {order(stores)}); }}")
    if what == 1:  # use what was published
        return (f"{{ int *block = atomic_load_explicit(&pointer, {order(loads)}); "
                f"if (block) {{ {access('block')} }} }}")
    if what == 2:  # take it, use it, give it back
        use = access("block") + " " if choose.random() < 0.7 else ""
        return (f"{{ int *block = atomic_exchange_explicit(&pointer, 0, {order(changes)}); "
                f"if (block && block != &common) {{ {use}free(block); }} }}")
    if what == 3:  # the last one gives the shared block back
        return (f"{access('shared')} if (atomic_fetch_sub_explicit(&references, 1, {order(changes)}) == 1) "
                f"free(shared);")
    if what == 4:  # lend a local variable
        wait = (f"if (!atomic_load_explicit(&done, {order(loads)})) pthread_exit(0); "
                if choose.random() < 0.3 else "")
        return (f"{{ int local = {number}; atomic_store_explicit(&lent, &local, {order(stores)}); {wait}"
                f"atomic_store_explicit(&lent, 0, {order(stores)}); }}")
    if what == 5:
        return (f"{{ int *borrowed = atomic_load_explicit(&lent, {order(loads)}); "
                f"if (borrowed) sum += *borrowed; atomic_store_explicit(&done, 1, {order(stores)}); }}")
    return choose.choice([f"atomic_thread_fence({order(changes[1:])});",
                          f"pthread_mutex_lock(&lock); {access('shared')} pthread_mutex_unlock(&lock);"])


def body(count):
    return "\n".join("  " + step(i) for i in range(count))


print(f"""#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int common;
static _Atomic(int *) pointer, lent;
static atomic_int references = {choose.randint(2, 3)}, done;
static int *shared;

static void *first(void *unused) {{
  int sum = 0;
{body(choose.randint(1, 3))}
  return sum ? unused : 0;
}}
static void *second(void *unused) {{
  int sum = 0;
{body(choose.randint(1, 3))}
  return sum ? unused : 0;
}}
int main(void) {{
  pthread_t a, b;
  int sum = common;
  shared = malloc(sizeof *shared);
  *shared = 0;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
{body(choose.randint(0, 2))}
  {"pthread_join(a, 0);" if choose.random() < 0.8 else ""}
  {"pthread_join(b, 0);" if choose.random() < 0.8 else ""}
  {choose.choice(["", "free(shared);", "sum += *shared;"])}
  return sum & 1;
}}""")
