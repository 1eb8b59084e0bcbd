#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A random program with inputs of a few values, wide data, arrays that are indexed by values read from memory, blocks,
# locks and random memory orders: generate_inputs.py SEED
# The inputs are small enough for an engine that tries them one by one. Even seeds have the shape of a litmus test, so
# that many of their outcomes need a weak memory model.
import random
import sys

seed = int(sys.argv[1])
choose = random.Random(seed)
loads = ["relaxed", "relaxed", "acquire", "acquire", "seq_cst"]
stores = ["relaxed", "relaxed", "release", "release", "seq_cst"]
changes = ["relaxed", "acquire", "release", "acq_rel", "acq_rel", "seq_cst"]
words = ["x", "y", "z"][:choose.randint(2, 3)]
has_wide = choose.random() < 0.5
has_cells = choose.random() < 0.5
has_plain = choose.random() < 0.5
has_blocks = choose.random() < 0.4
has_lock = choose.random() < 0.4
has_inputs = choose.random() < 0.8


def order(which):
    return "memory_order_" + choose.choice(which)


def value(known):
    """A value of at most a few bits."""
    options = [str(choose.randint(1, 3))]
    if known:
        name = choose.choice(known)
        options += [name, f"{name} + 1", f"({name} ^ 1)", f"{name} * 3"]
    if has_inputs:
        options += ["input", "input + 1"]
    return choose.choice(options)


def place(known):
    if has_cells and choose.random() < 0.5:
        index = choose.choice(known + (["input"] if has_inputs else []) + ["0", "1"])
        return f"cells[{index} & 1]"
    return choose.choice(words)


def wide_step(known, fresh):
    constant = choose.choice(["0x100000001ull", "0xfffffffffull", "3ull << 40"])
    if choose.random() < 0.5:
        return f"atomic_store_explicit(&wide, ({value(known)}) * {constant}, {order(stores)});"
    known.append(fresh)
    look = choose.choice(["(int)(seen >> 32)", "(int)seen", "(int)(seen % 5)", "(seen > 0xffffffffull)"])
    return f"{{ unsigned long long seen = atomic_load_explicit(&wide, {order(loads)}); {fresh} = {look}; }}"


def block_step(known):
    what = choose.randrange(3)
    if what == 0:
        return (f"{{ int *block = malloc(2 * sizeof(int)); block[0] = {value(known)}; block[1] = 1; "
                f"atomic_store_explicit(&pointer, block, {order(stores)}); }}")
    if what == 1:
        return (f"{{ int *block = atomic_load_explicit(&pointer, {order(loads)}); "
                f"if (block) sum += block[{choose.choice(known) if known else 0} & 1]; }}")
    return (f"{{ int *block = atomic_exchange_explicit(&pointer, 0, {order(changes)}); "
            f"if (block) {{ sum += block[0]; {choose.choice(['', 'free(block);'])} }} }}")


def plain_step(known):
    use = choose.choice([f"plain = {value(known)};", "sum += plain;", "plain++;"])
    if has_lock and choose.random() < 0.6:
        if choose.random() < 0.2:
            return f"if (!pthread_mutex_trylock(&lock)) {{ {use} pthread_mutex_unlock(&lock); }}"
        return f"pthread_mutex_lock(&lock); {use} pthread_mutex_unlock(&lock);"
    if known and choose.random() < 0.6:
        return f"if ({choose.choice(known)}) {{ {use} }}"
    return use


def word_step(known, fresh):
    what = choose.randrange(6)
    if what <= 1:
        return f"atomic_store_explicit(&{place(known)}, {value(known)}, {order(stores)});"
    if what <= 3:
        text = f"{fresh} = atomic_load_explicit(&{place(known)}, {order(loads)});"
    elif what == 4:
        name = choose.choice(["fetch_add", "exchange", "fetch_or", "fetch_xor", "fetch_sub"])
        text = f"{fresh} = atomic_{name}_explicit(&{place(known)}, {value(known)}, {order(changes)});"
    else:
        failure = order(loads)
        text = (f"{fresh} = {choose.randint(0, 1)}; atomic_compare_exchange_strong_explicit(&{place(known)}, &{fresh}, "
                f"{value(known)}, {order(changes)}, {failure});")
    known.append(fresh)
    return text


def step(known, fresh):
    kinds = [word_step] * 4
    kinds += [wide_step] * has_wide
    plain = [plain_step] * has_plain + [block_step] * has_blocks
    if choose.random() < 0.1:
        return f"atomic_thread_fence({order(changes[1:])});"
    if plain and choose.random() < 0.3:
        text = choose.choice(plain)(known)
    else:
        before = list(known)
        text = choose.choice(kinds)(known, fresh)
        if choose.random() < 0.15 and before:
            text = f"if ({choose.choice(before)} == {choose.randint(0, 1)}) {{ {text} }}"
        elif has_inputs and choose.random() < 0.1:
            text = f"for (int i = 0; i < input; i++) {{ {text} }}"
    return text


def thread(name, count):
    known = []
    lines = [step(known, f"{name}{i}") for i in range(count)]
    names = ", ".join(f"{name}{i}" for i in range(count))
    if known and choose.random() < 0.3:
        lines.append(f"assert({choose.choice(known)} != {choose.randint(1, 3)} || "
                     f"{choose.choice(known)} == {choose.randint(0, 2)});")
    body = "\n".join("  " + line for line in lines)
    return known, f"static int {names};\nstatic void *run_{name}(void *unused) {{\n  int sum = 0;\n{body}\n" \
                  f"  return sum ? unused : 0;\n}}"


def main():
    threads = [thread(name, choose.randint(2, 3)) for name in ["p", "q", "r"][:choose.choice([2, 2, 2, 3])]]
    known = [name for names, _ in threads for name in names]
    outcomes = choose.sample(known, min(len(known), choose.randint(2, 3)))
    condition = " && ".join(f"{name} == {choose.choice([0, 0, 1, 1, 1, 2, 3])}" for name in outcomes) or "x == 5"
    if choose.random() < 0.3:
        condition += f" && {choose.choice(words)} == {choose.randint(0, 3)}"
    ids = range(len(threads))
    text = f"""#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int {", ".join(words)}, cells[2];
static _Atomic unsigned long long wide;
static _Atomic(int *) pointer;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int plain, input;
"""
    text += "\n".join(code for _, code in threads) + "\nint main(void) {\n"
    text += f"  pthread_t ids[{len(threads)}];\n"
    if has_inputs:
        text += "  input = __VERIFIER_nondet_bool()" + choose.choice(["", " + __VERIFIER_nondet_bool()"]) + ";\n"
    text += "".join(f"  pthread_create(&ids[{i}], 0, run_{'pqr'[i]}, 0);\n" for i in ids)
    text += "".join(f"  pthread_join(ids[{i}], 0);\n" for i in ids)
    text += f"  assert(!({condition}));\n  return plain & 1;\n}}"
    print(text)


shapes = [  # writes of 1 and reads of each thread, and what is read (0: an old value)
    ["Wx Ry0", "Wy Rx0"],
    ["Wx Wy", "Ry1 Rx0"],
    ["Ry1 Wx", "Rx1 Wy"],
    ["Wx", "Rx1 Wy", "Ry1 Rx0"],
    ["Wx", "Wy", "Rx1 Ry0", "Ry1 Rx0"],
    ["Wx Wy", "Ry1 Wz", "Rz1 Rx0"],
    ["Wx Rx1 Ry0", "Wy Ry1 Rx0"],
    ["Wx Wy", "Wy Rx0"],
]


def wrapped(text):
    """The same with something that other threads do not notice."""
    if choose.random() < 0.12:
        return f"pthread_mutex_lock(&lock); {text} pthread_mutex_unlock(&lock);"
    if choose.random() < 0.12:
        return f"{text} atomic_thread_fence({order(changes[1:])});"
    if has_inputs and choose.random() < 0.15:
        return f"if (input < 5) {{ {text} }}"
    return text


def litmus_write(place, kind):
    number = choose.choice(["1", "input + 1", "1 + plain * input"]) if has_inputs else "1"
    if kind == "block":
        return (f"{{ int *block = malloc(sizeof *block); *block = {number}; "
                f"atomic_store_explicit(&{place}, block, {order(stores)}); }}")
    if kind == "wide":
        number = f"({number}) * {choose.choice(['0x100000000ull', '0x900000001ull', '(1ull << 63)'])}"
    if choose.random() < 0.2:
        return f"atomic_exchange_explicit(&{place}, {number}, {order(changes)});"
    if choose.random() < 0.2:
        return f"atomic_fetch_add_explicit(&{place}, {number}, {order(changes)});" if kind != "wide" else \
               f"atomic_fetch_or_explicit(&{place}, {number}, {order(changes)});"
    return f"atomic_store_explicit(&{place}, {number}, {order(stores)});"


def litmus_read(place, kind, name):
    if kind == "block":
        return (f"{{ int *block = atomic_load_explicit(&{place}, {order(loads)}); {name} = block != 0; "
                f"if (block && *block == 0) {name} = 2; }}")
    if choose.random() < 0.15:
        return f"{name} = atomic_fetch_add_explicit(&{place}, 0, {order(changes)}) != 0;"
    return f"{name} = atomic_load_explicit(&{place}, {order(loads)}) != 0;"


def litmus():
    shape = choose.choice(shapes)
    kinds, places = {}, {}
    for name in "xyz":
        kinds[name] = choose.choice(["word", "word", "wide", "block", "cell"])
        places[name] = f"words[{'xyz'.index(name)}]"
        if kinds[name] == "wide":
            places[name] = f"wides[{'xyz'.index(name)}]"
        elif kinds[name] == "block":
            places[name] = f"blocks[{'xyz'.index(name)}]"
        elif kinds[name] == "cell":
            index = choose.choice(["input & 1", "1 - (input & 1)"]) if has_inputs else "1"
            places[name] = f"cells[{'xyz'.index(name)}][{index}]"
    declarations, bodies, outcome = [], [], []
    for number, line in enumerate(shape):
        lines = []
        for position, what in enumerate(line.split()):
            place, kind = places[what[1]], kinds[what[1]]
            if what[0] == "W":
                lines.append(wrapped(litmus_write(place, kind)))
            else:
                name = f"{'pqrs'[number]}{position}"
                declarations.append(name)
                lines.append(wrapped(litmus_read(place, kind, name)))
                outcome.append(f"{name} == {what[2]}")
        body = "\n".join("  " + line for line in lines)
        bodies.append(f"static void *run_{number}(void *unused) {{\n{body}\n  return unused;\n}}")
    if shape[0] == "Wx Wy" and shape[1] == "Wy Rx0" and kinds["y"] == "word":
        outcome.append("words[1] == 1")
    ids = range(len(shape))
    text = f"""#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int words[3], cells[3][2];
static _Atomic unsigned long long wides[3];
static _Atomic(int *) blocks[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int plain, input, {", ".join(declarations)};
"""
    text += "\n".join(bodies) + f"\nint main(void) {{\n  pthread_t ids[{len(shape)}];\n"
    if has_inputs:
        text += "  input = __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();\n"
    text += "".join(f"  pthread_create(&ids[{i}], 0, run_{i}, 0);\n" for i in ids)
    text += "".join(f"  pthread_join(ids[{i}], 0);\n" for i in ids)
    text += f"  assert(!({' && '.join(outcome)}));\n  return 0;\n}}"
    print(text)


if seed % 2:
    main()
else:
    litmus()
