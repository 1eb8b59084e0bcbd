#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A random program whose threads wait: for two mutexes, a semaphore, a read-write lock, other threads, and in loops for
# atomic variables, depending on inputs and on what they read: generate_deadlocks.py SEED
import random
import sys

seed = int(sys.argv[1])
choose = random.Random(seed)
loads = ["relaxed", "acquire", "seq_cst"]
stores = ["relaxed", "release", "seq_cst"]
has_input = choose.random() < 0.6


def order(which):
    return "memory_order_" + choose.choice(which)


def lock_step(depth):
    name = choose.choice(["one", "two"])
    if choose.random() < 0.15:
        return f"if (!pthread_mutex_trylock(&{name})) {{ {step(depth + 1)} pthread_mutex_unlock(&{name}); }}"
    if choose.random() < 0.08:
        return f"pthread_mutex_lock(&{name}); {step(depth + 1)}"
    return f"pthread_mutex_lock(&{name}); {step(depth + 1)} pthread_mutex_unlock(&{name});"


def shared_step(depth):
    kind = choose.choice(["rdlock", "rdlock", "wrlock"])
    return f"pthread_rwlock_{kind}(&both); {step(depth + 1)} pthread_rwlock_unlock(&both);"


def flag_step(_):
    name = choose.choice(["x", "y"])
    what = choose.randrange(4)
    if what == 0:
        return f"while (!atomic_load_explicit(&{name}, {order(loads)}));"
    if what == 1:
        return f"while (atomic_exchange_explicit(&{name}, 1, memory_order_acquire));"
    return f"atomic_store_explicit(&{name}, {choose.choice(['1', '1', '0', 'input'])}, {order(stores)});"


def step(depth=0):
    if depth >= 2:
        return choose.choice(["", flag_step(depth), "sem_post(&posts);"])
    what = choose.random()
    if what < 0.4:
        text = lock_step(depth)
    elif what < 0.5:
        text = shared_step(depth)
    elif what < 0.7:
        text = flag_step(depth)
    else:
        text = choose.choice(["sem_wait(&posts);", "sem_post(&posts);", "sem_post(&posts);"])
    if choose.random() < 0.3:
        name = choose.choice(["x", "y"])
        condition = choose.choice(["input", f"atomic_load_explicit(&{name}, {order(loads)})"])
        text = f"if ({condition}) {{ {text} }}"
    return text


def thread(number, joins):
    lines = [step() for _ in range(choose.randint(1, 2))]
    if joins and choose.random() < 0.3:
        lines.append("pthread_join(ids[0], 0);")
    body = "\n".join("  " + line for line in lines)
    return any("join" in line for line in lines), f"static void *run_{number}(void *unused) {{\n{body}\n  return unused;\n}}"


count = choose.choice([2, 2, 2, 3])
threads = [thread(i, i == 1) for i in range(count)]
is_joined = threads[1][0]
joined = range(1 if is_joined else 0, count)
print(f"""#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
static sem_t posts;
static atomic_int x, y;
static int input;
static pthread_t ids[{count}];""")
for _, text in threads:
    print(text)
print("int main(void) {")
print(f"  input = {'__VERIFIER_nondet_bool()' if has_input else choose.randint(0, 1)};")
print(f"  sem_init(&posts, 0, {choose.choice([0, 1, 1])});")
for i in range(count):
    print(f"  pthread_create(&ids[{i}], 0, run_{i}, 0);")
if choose.random() < 0.4:
    print("  " + step())
for i in joined:
    print(f"  pthread_join(ids[{i}], 0);")
print("  return 0;\n}")
