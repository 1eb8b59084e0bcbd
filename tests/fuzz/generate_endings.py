#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A random program of two or three threads over three shared variables, by a seed:
tests/fuzz/generate_endings.py SEED [assumes]
It fails where the condition OUTCOME holds at its end. The first line has such a condition: the rarest ending of many
random executions, which are simulated here access by access. With `assumes` there are inputs, and threads stop for good
where an assumption does not hold: locks are made of that, too, and main does not wait for the threads."""
import collections
import random
import sys

EXECUTIONS = 1500


class Stopped(Exception):
    """A thread whose assumption does not hold."""


def assuming_operation(r, depth):
    a, b = r.choice("xyz"), r.choice("xyz")
    kind = r.randrange(12 if depth else 5)
    if kind < 5:
        return (("set", a, r.randrange(1, 4)), ("add", a, b, r.randrange(1, 3)), ("input", a), ("input", b),
                ("if", a, r.randrange(3), b, r.randrange(4, 7)))[kind]
    if kind < 7:
        return ("stop", a, r.randrange(2), b, r.randrange(5, 8))
    inner = [assuming_operation(r, depth - 1) for _ in range(r.randrange(1, 4))]
    return ("atomic", inner) if kind == 7 else ("take", inner, r.randrange(2))


def operation(r, depth):
    a, b = r.choice("xyz"), r.choice("xyz")
    kind = r.randrange(9 if depth else 5)
    if kind < 5:
        return (("set", a, r.randrange(1, 4)), ("add", a, b, r.randrange(1, 3)), ("add", a, a, 1),
                ("add", a, b, r.randrange(2)), ("if", a, r.randrange(3), b, r.randrange(4, 7)))[kind]
    inner = [operation(r, depth - 1) for _ in range(r.randrange(1, 3))]
    if kind == 8:
        return ("gate", inner, a, r.randrange(1, 4))
    return (("lock", "loop", "atomic")[kind - 5], inner)


def text(op, indent):
    inner = [line for one in op[1] for line in text(one, indent + "  ")] if isinstance(op[1], list) else []
    if op[0] == "set":
        return [f"{indent}{op[1]} = {op[2]};"]
    if op[0] == "add":
        return [f"{indent}{op[1]} = {op[2]} + {op[3]};"]
    if op[0] == "if":
        return [f"{indent}if ({op[1]} == {op[2]})", f"{indent}  {op[3]} = {op[4]};"]
    if op[0] == "loop":
        return [f"{indent}for (int k = 0; k < 2; k++) {{", *inner, indent + "}"]
    if op[0] == "gate":
        return [f"{indent}if ({op[2]} == {op[3]}) {{", *inner, indent + "}"]
    if op[0] == "input":
        return [f"{indent}{op[1]} = __VERIFIER_nondet_int() & 1;"]
    if op[0] == "stop":
        return [f"{indent}{{", f"{indent}  int read = {op[1]};", f"{indent}  {op[3]} = {op[4]};",
                f"{indent}  __VERIFIER_assume(read == {op[2]});", f"{indent}}}"]
    if op[0] == "take":
        return [f"{indent}__VERIFIER_atomic_take{op[2]}();", *inner, f"{indent}taken{op[2]} = 0;"]
    first, last = {"lock": ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"),
                   "atomic": ("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();")}[op[0]]
    return [indent + first, *inner, indent + last]


def execute_assuming(op, state):
    if op[0] == "input":
        state[op[1]] = state["inputs"].randrange(2)
    elif op[0] == "stop":
        read = state[op[1]]
        yield
        state[op[3]] = op[4]
        if read != op[2]:
            raise Stopped
    else:
        if state[op[2]]:
            raise Stopped
        state[op[2]] = True
        for one in op[1]:
            yield from execute(one, state)
        yield
        state[op[2]] = False


def execute(op, state):
    """Yields before each access."""
    yield
    if op[0] in ("input", "stop", "take"):
        yield from execute_assuming(op, state)
        return
    if op[0] == "set":
        state[op[1]] = op[2]
    elif op[0] == "add":
        value = state[op[2]] + op[3]
        yield
        state[op[1]] = value
    elif op[0] == "if":
        if state[op[1]] == op[2]:
            yield
            state[op[3]] = op[4]
    elif op[0] == "atomic":
        for one in op[1]:
            for _ in execute(one, state):
                pass
    elif op[0] == "gate":
        if state[op[2]] == op[3]:
            for one in op[1]:
                yield from execute(one, state)
    elif op[0] == "loop":
        for one in op[1] * 2:
            yield from execute(one, state)
    else:
        while state["m"]:
            yield
        state["m"] = True
        for one in op[1]:
            yield from execute(one, state)
        yield
        state["m"] = False


def thread(ops, state, number):
    while not state["created"] > number:
        yield
    for op in ops:
        yield from execute(op, state)
    state["ended"] += 1


def main_thread(count, own, joins, state):
    for i in range(count):
        yield
        state["created"] = i + 1
        for op in own[i]:
            yield from execute(op, state)
    while joins and state["ended"] < count:
        yield
    yield
    if state["assumes"] and (state[0] or state[1]):
        raise Stopped
    state["all"] = state["ended"] == count or state["assumes"]


def ending(r, threads, own, joins, assumes):
    state = dict(x=0, y=0, z=0, m=False, created=0, ended=0, all=False, assumes=assumes, inputs=r)
    state[0] = state[1] = False  # locks that are made of assumptions
    running = [main_thread(len(threads), own, joins, state)]
    running += [thread(ops, state, i) for i, ops in enumerate(threads)]
    stays = r.random()
    chosen = running[0]
    while running[0] is not None:
        if r.random() > stays or chosen is None:
            chosen = r.choice([one for one in running if one is not None])
        try:
            next(chosen)
        except (StopIteration, Stopped):
            running[running.index(chosen)] = None
            chosen = None
    return f"x=={state['x']}&&y=={state['y']}&&z=={state['z']}" if state["all"] else None


def main():
    r = random.Random(int(sys.argv[1]))
    assumes = sys.argv[2:] == ["assumes"]
    count, joins = r.randrange(2, 4), r.random() < 0.7 and not assumes
    make = assuming_operation if assumes else operation
    threads = [[make(r, 1) for _ in range(r.randrange(2, 4 if count == 3 else 5))] for _ in range(count)]
    own = [[("add", v, v, 1)] if r.random() < 0.3 else [] for v in (r.choice("xyz") for _ in range(count))]
    endings = collections.Counter(ending(r, threads, own, joins, assumes) for _ in range(EXECUTIONS))
    del endings[None]
    rarest = min(endings, key=lambda one: (endings[one], one)) if endings else ""
    print(f"// {rarest}\n#include <assert.h>\n#include <pthread.h>\nvoid __VERIFIER_atomic_begin(void);\n"
          "void __VERIFIER_atomic_end(void);\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x, y, z, ended;")
    if assumes:
        print("void __VERIFIER_assume(int);\nint __VERIFIER_nondet_int(void);\nint taken0, taken1;")
        for i in range(2):
            print(f"void __VERIFIER_atomic_take{i}(void) {{\n  __VERIFIER_assume(!taken{i});\n  taken{i} = 1;\n}}")
    for i, ops in enumerate(threads):
        print(f"void *t{i}(void *argument) {{")
        print("\n".join(line for op in ops for line in text(op, "  ")))
        if not joins and not assumes:
            print("  __VERIFIER_atomic_begin();\n  ended++;\n  __VERIFIER_atomic_end();")
        print("  return argument;\n}")
    print("int main(void) {\n  pthread_t id[3];")
    for i in range(count):
        print("\n".join([f"  pthread_create(&id[{i}], 0, t{i}, 0);"] + [line for op in own[i] for line in text(op, "  ")]))
    for i in range(count if joins else 0):
        print(f"  pthread_join(id[{i}], 0);")
    if not joins and not assumes:
        print(f"  if (ended != {count})\n    return 0;")
    if assumes:
        print("  __VERIFIER_atomic_begin();\n  __VERIFIER_assume(!taken0 && !taken1);\n  int happens = OUTCOME;\n  __VERIFIER_atomic_end();\n  assert(!happens);\n}")
    else:
        print("  assert(!(OUTCOME));\n  return 0;\n}")


main()
