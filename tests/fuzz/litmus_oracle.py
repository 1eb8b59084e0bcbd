#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random small programs with branches, and their execution graphs by brute force.

  litmus_oracle.py SEED program    the program in C
  litmus_oracle.py SEED sc|rc11    the number of its complete graphs, and whether there is a race; or `too many`

Unlike litmus_graphs.c this file has nothing in common with heddle: the axioms are written from the paper (Lahav,
Vafeiadis, Kang, Hur, Dreyer, PLDI 2017; release sequences of C++20). Programs have all kinds of read-modify-writes,
compare-exchanges with two orders, loops of them, branches, assumptions, choices, loops that wait, mutexes, plain
accesses, threads created and joined by threads, and main accesses memory before and after joins.

Each thread is executed with every combination of values that its reads may have. The executions of all threads are
combined with every reads-from relation and modification order. A loop that waits has its last iteration only.
"""
import itertools
import math
import random
import sys

MOST_PATHS, MOST_COMBINATIONS, MOST_TRIED = 4000, 30000, 4000
TRIED = [0]  # paths
READ_ORDERS = ["relaxed", "acquire", "seq_cst"]
WRITE_ORDERS = ["relaxed", "release", "seq_cst"]
ALL_ORDERS = ["relaxed", "acquire", "release", "acq_rel", "seq_cst"]
FENCE_ORDERS = ["acquire", "release", "acq_rel", "seq_cst"]
CHANGES = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "or": lambda a, b: a | b, "and": lambda a, b: a & b,
           "xor": lambda a, b: a ^ b, "exchange": lambda a, b: b}


# Programs: a thread is a list of statements.


def access(r, depth, plain):
    place = r.choice("xy")
    kind = r.choice([0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9, 9, 10, 10, 11, 12, 13, 13, 14, 15, 15, 16])
    if plain and kind < 3:
        return ("plain_load", "p") if kind == 0 else ("plain_store", "p", r.randrange(1, 3))
    if kind < 4:
        return ("load", place, r.choice(READ_ORDERS))
    if kind < 8:
        return ("store", place, r.randrange(1, 4), r.choice(WRITE_ORDERS))
    if kind == 8:
        return ("change", place, r.choice(sorted(CHANGES)), r.randrange(1, 4), r.choice(ALL_ORDERS))
    if kind == 9:
        return ("cas", place, r.randrange(2), r.randrange(2, 4), r.choice(ALL_ORDERS), r.choice(READ_ORDERS))
    if kind == 10:
        return ("fence", r.choice(FENCE_ORDERS))
    if kind == 11:
        return ("assume", place, r.randrange(2), r.choice(READ_ORDERS))
    if kind == 12:
        return ("spin", place, r.choice(READ_ORDERS))
    if kind == 16:
        return ("count", place, r.choice(READ_ORDERS), r.choice(ALL_ORDERS), r.choice(READ_ORDERS))
    if depth == 0:
        return ("load", place, r.choice(READ_ORDERS))
    inner = [access(r, 0, plain)]
    if kind == 13:
        return ("branch", place, r.randrange(2), r.choice(READ_ORDERS), inner, [access(r, 0, plain)] * r.randrange(2))
    if kind == 14:
        return ("choose", inner)
    return ("locked", inner)


def generate(seed):
    """For each thread who creates it, behind how many of the creator's statements, and its statements; main is 0."""
    r = random.Random(seed)
    plain = r.randrange(3) == 0
    count = r.choice([2, 2, 3])
    threads = [{"creator": 0, "at": 0, "code": []}]
    for i in range(1, count + 1):
        code = [access(r, 1, plain) for _ in range(r.randrange(2, 5) if count == 2 else r.randrange(1, 4))]
        creator = r.randrange(1, i) if i > 1 and r.randrange(4) == 0 else 0
        at = r.randrange(len(threads[creator]["code"]) + 1) if creator else 0
        threads.append({"creator": creator, "at": at, "code": code})
        if creator and r.randrange(2):
            threads[creator]["code"].append(("join", i))
    between = [access(r, 0, plain)] if r.randrange(4) == 0 else []
    joined = [i for i in range(1, count + 1) if threads[i]["creator"] == 0] if r.randrange(2) else []
    after = [access(r, 0, plain)] if joined and r.randrange(2) else []
    # no statement of main may wait for what nobody does: it still does so as a blocked execution
    threads[0]["code"] = between + [("join", i) for i in joined] + after
    return threads


# The program in C.


def c_statement(s, out, indent, counter):
    pad = "  " * indent
    kind = s[0]
    place = "&" + s[1] if kind not in ("fence", "choose", "locked", "join") else ""
    order = lambda o: "memory_order_" + o
    if kind == "plain_load":
        out.append(f"{pad}(void)*(volatile int *)&p;")
    elif kind == "plain_store":
        out.append(f"{pad}p = {s[2]};")
    elif kind == "load":
        out.append(f"{pad}(void)atomic_load_explicit({place}, {order(s[2])});")
    elif kind == "store":
        out.append(f"{pad}atomic_store_explicit({place}, {s[2]}, {order(s[3])});")
    elif kind == "change":
        name = "atomic_exchange" if s[2] == "exchange" else "atomic_fetch_" + s[2]
        out.append(f"{pad}{name}_explicit({place}, {s[3]}, {order(s[4])});")
    elif kind == "cas":
        counter[0] += 1
        out.append(f"{pad}int e{counter[0]} = {s[2]};")
        out.append(f"{pad}atomic_compare_exchange_strong_explicit({place}, &e{counter[0]}, {s[3]}, {order(s[4])}, "
                   f"{order(s[5])});")
    elif kind == "count":
        counter[0] += 1
        name = f"e{counter[0]}"
        out.append(f"{pad}int {name} = atomic_load_explicit({place}, {order(s[2])});")
        out.append(f"{pad}while (!atomic_compare_exchange_weak_explicit({place}, &{name}, {name} + 1, {order(s[3])}, "
                   f"{order(s[4])}))\n{pad}  ;")
    elif kind == "fence":
        out.append(f"{pad}atomic_thread_fence({order(s[1])});")
    elif kind == "assume":
        out.append(f"{pad}__VERIFIER_assume(atomic_load_explicit({place}, {order(s[3])}) != {s[2]});")
    elif kind == "spin":
        out.append(f"{pad}while (atomic_load_explicit({place}, {order(s[2])}) == 0)\n{pad}  ;")
    elif kind == "branch":
        out.append(f"{pad}if (atomic_load_explicit({place}, {order(s[3])}) == {s[2]}) {{")
        for inner in s[4]:
            c_statement(inner, out, indent + 1, counter)
        out.append(f"{pad}}} else {{")
        for inner in s[5]:
            c_statement(inner, out, indent + 1, counter)
        out.append(f"{pad}}}")
    elif kind == "choose":
        out.append(f"{pad}if (__VERIFIER_nondet_bool()) {{")
        for inner in s[1]:
            c_statement(inner, out, indent + 1, counter)
        out.append(f"{pad}}}")
    elif kind == "locked":
        out.append(f"{pad}pthread_mutex_lock(&m);")
        for inner in s[1]:
            c_statement(inner, out, indent, counter)
        out.append(f"{pad}pthread_mutex_unlock(&m);")
    elif kind == "join":
        out.append(f"{pad}pthread_join(t{s[1]}, 0);")


def c_program(threads):
    out = ["#include <pthread.h>", "#include <stdatomic.h>", "void __VERIFIER_assume(int);",
           "_Bool __VERIFIER_nondet_bool(void);", "static atomic_int x, y;", "static int p;",
           "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
           "static pthread_t " + ", ".join(f"t{i}" for i in range(1, len(threads))) + ";"]
    for i in reversed(range(len(threads))):
        out.append("int main(void) {" if i == 0 else f"static void *thread{i}(void *unused) {{")
        counter = [0]
        for position in range(len(threads[i]["code"]) + 1):
            for j in range(1, len(threads)):
                if threads[j]["creator"] == i and threads[j]["at"] == position:
                    out.append(f"  pthread_create(&t{j}, 0, thread{j}, 0);")
            if position < len(threads[i]["code"]):
                c_statement(threads[i]["code"][position], out, 1, counter)
        out.append("  return 0;\n}" if i == 0 else "  return unused;\n}")
    return "\n".join(out)


# Executions of one thread: lists of events (kind, place, order, value, exclusive), with the values of reads given.


def paths(statements, values, before=(), stopped=None):
    """All continuations of the events `before`; those that stop for good are added to `stopped`."""
    if not statements:
        TRIED[0] += 1
        if TRIED[0] > MOST_PATHS:
            raise OverflowError
        return [list(before)]
    s, rest = statements[0], statements[1:]
    kind = s[0]
    found = []

    def go_on(events, more=()):
        found.extend(paths(list(more) + rest, values, tuple(before) + tuple(events), stopped))

    if kind == "plain_load":
        for v in values["p"]:
            go_on([("R", "p", "plain", v, False)])
    elif kind == "plain_store":
        go_on([("W", "p", "plain", s[2], False)])
    elif kind == "load":
        for v in values[s[1]]:
            go_on([("R", s[1], s[2], v, False)])
    elif kind == "store":
        go_on([("W", s[1], s[3], s[2], False)])
    elif kind == "change":
        for v in values[s[1]]:
            go_on([("R", s[1], s[4], v, True), ("W", s[1], s[4], CHANGES[s[2]](v, s[3]), True)])
    elif kind == "cas":
        for v in values[s[1]]:
            if v == s[2]:
                go_on([("R", s[1], s[4], v, True), ("W", s[1], s[4], s[3], True)])
            else:
                go_on([("R", s[1], s[5], v, False)])
    elif kind == "count":
        for v in values[s[1]]:
            go_on([("R", s[1], s[2], v, False)], [("try", s, v, (v,))])
    elif kind == "try":  # to increment what was seen last; what was seen before is not seen again
        _, loop, last, seen = s
        for v in values[loop[1]]:
            if v == last:
                go_on([("R", loop[1], loop[3], v, True), ("W", loop[1], loop[3], v + 1, True)])
            elif v not in seen:
                go_on([("R", loop[1], loop[4], v, False)], [("try", loop, v, seen + (v,))])
    elif kind == "fence":
        go_on([("F", None, s[1], None, False)])
    elif kind in ("assume", "spin") and stopped is not None:
        stopped.append(list(before))
    if kind == "assume":
        for v in values[s[1]]:
            if v != s[2]:
                go_on([("R", s[1], s[3], v, False)])
    elif kind == "spin":
        for v in values[s[1]]:
            if v != 0:
                go_on([("R", s[1], s[2], v, False)])
    elif kind == "branch":
        for v in values[s[1]]:
            go_on([("R", s[1], s[3], v, False)], s[4] if v == s[2] else s[5])
    elif kind == "choose":
        go_on([("choice", None, None, 0, False)])
        go_on([("choice", None, None, 1, False)], s[1])
    elif kind == "locked":
        go_on([("lock", None, None, None, False)], list(s[1]) + [("unlock",)])
    elif kind == "unlock":
        go_on([("unlock", None, None, None, False)])
    elif kind in ("join", "mark"):
        go_on([(kind, None, None, s[1], False)])
    return found


def with_marks(threads):
    """The statements of each thread, with marks where it creates others."""
    all_code = []
    for i, thread in enumerate(threads):
        code = []
        for position in range(len(thread["code"]) + 1):
            code += [("mark", j) for j in range(1, len(threads)) if threads[j]["creator"] == i
                     and threads[j]["at"] == position]
            code += thread["code"][position:position + 1]
        all_code.append(code)
    return all_code


def possible_values(all_code):
    """As many rounds as read-modify-writes may depend on each other."""
    values = {"x": {0}, "y": {0}, "p": {0}}
    for _ in range(4):
        for code in all_code:
            stopped = []
            for path in paths(code, values, (), stopped) + stopped:
                for event in path:
                    if event[0] == "W":
                        values[event[1]].add(event[3])
    return values


# Relations are sets of pairs of event numbers.


def compose(a, b):
    by = {}
    for x, y in b:
        by.setdefault(x, []).append(y)
    return {(x, z) for x, y in a for z in by.get(y, ())}


def closure(a):
    a = set(a)
    while True:
        more = compose(a, a) - a
        if not more:
            return a
        a |= more


def is_acyclic(a):
    return all(x != y for x, y in closure(a))


class Graph:
    """Events of all threads, and what does not depend on reads-from and modification order."""

    def __init__(self, chosen):
        self.events = []
        self.po = set()
        self.between = set()  # creation and joins
        first, last, numbers = {}, {}, {}
        for thread, path in enumerate(chosen):
            mine = []
            for event in path:
                number = len(self.events)
                self.events.append((thread,) + event)
                self.po |= {(other, number) for other in mine}
                mine.append(number)
            numbers[thread] = mine
        for number, event in enumerate(self.events):
            if event[1] == "mark":
                self.between |= {(number, other) for other in numbers[event[4]]}
            if event[1] == "join":
                self.between |= {(other, number) for other in numbers[event[4]]}
        self.rmw = {(n, n + 1) for n, e in enumerate(self.events) if e[1] == "R" and e[5]}
        self.reads = [n for n, e in enumerate(self.events) if e[1] == "R"]
        self.writes = {place: [n for n, e in enumerate(self.events) if e[1] == "W" and e[2] == place]
                       for place in "xyp"}
        self.sections = []
        for thread, mine in numbers.items():
            locks = [n for n in mine if self.events[n][1] == "lock"]
            unlocks = [n for n in mine if self.events[n][1] == "unlock"]
            self.sections += list(zip(locks, unlocks))
        base = closure(self.po | self.between)
        self.base = base

    def has(self, n, *orders):
        return self.events[n][3] in orders

    def is_acquire(self, n):
        return self.events[n][1] in "RF" and self.has(n, "acquire", "acq_rel", "seq_cst")

    def is_release(self, n):
        return self.events[n][1] in "WF" and self.has(n, "release", "acq_rel", "seq_cst")

    def is_atomic(self, n):
        return self.events[n][1] in "RW" and self.events[n][3] != "plain"

    def happens_before(self, rf, locks):
        """rf: from reads to writes, None being the initial one."""
        everything = range(len(self.events))
        pairs = {(w, r) for r, w in rf.items() if w is not None}
        step = compose(pairs, self.rmw)
        sequence = {(n, n) for n in everything if self.events[n][1] == "W" and self.is_atomic(n)}
        while True:
            more = compose(sequence, step) - sequence
            if not more:
                break
            sequence |= more
        fences = {n for n in everything if self.events[n][1] == "F"}
        sw = set()
        for w, last in sequence:
            for source, r in pairs:
                if source != last or not self.is_atomic(r):
                    continue
                starts = {w} if self.is_release(w) else set()
                starts |= {f for f, g in self.po if g == w and f in fences and self.is_release(f)}
                ends = {r} if self.is_acquire(r) else set()
                ends |= {g for f, g in self.po if f == r and g in fences and self.is_acquire(g)}
                sw |= {(a, b) for a in starts for b in ends}
        return closure(self.base | sw | locks)


def same_place(graph, a, b):
    return graph.events[a][2] is not None and graph.events[a][2] == graph.events[b][2]


def is_consistent(graph, rf, mo, hb, locks, model):
    pairs = {(w, r) for r, w in rf.items() if w is not None}
    fr = {(r, w) for r, source in rf.items() for w in graph.writes[graph.events[r][2]]
          if (source is None or (source, w) in mo) and w != source}
    if graph.rmw & compose(fr, mo):
        return False
    if model == "sc":
        return is_acyclic(graph.po | graph.between | locks | pairs | mo | fr)
    eco = closure(pairs | mo | fr)
    if any(x == y for x, y in hb) or any(x == y for x, y in compose(hb, eco)):
        return False
    if not is_acyclic(graph.po | graph.between | pairs | locks):
        return False
    everything = range(len(graph.events))
    same = {(n, n) for n in everything}
    apart = {(a, b) for a, b in graph.po if not same_place(graph, a, b)}
    scb = graph.po | compose(compose(apart, hb), apart) | {(a, b) for a, b in hb if same_place(graph, a, b)} | mo | fr
    sc = {(n, n) for n in everything if graph.has(n, "seq_cst")}
    sc_fences = {(n, n) for n in everything if graph.events[n][1] == "F" and graph.has(n, "seq_cst")}
    before = sc | compose(sc_fences, hb | same)
    behind = sc | compose(hb | same, sc_fences)
    psc = compose(compose(before, scb), behind)
    psc |= compose(compose(sc_fences, hb | compose(compose(hb, eco), hb)), sc_fences)
    return is_acyclic(psc)


def has_race(graph, hb):
    for a, b in itertools.combinations(range(len(graph.events)), 2):
        if graph.events[a][2] == graph.events[b][2] == "p" and graph.events[a][0] != graph.events[b][0] \
                and "W" in (graph.events[a][1], graph.events[b][1]) and (a, b) not in hb and (b, a) not in hb:
            return True
    return False


def orders_of(graph, place):
    for order in itertools.permutations(graph.writes[place]):
        if all((b, a) not in graph.base for i, a in enumerate(order) for b in order[i + 1:]):
            yield {(a, b) for i, a in enumerate(order) for b in order[i + 1:]}


def lock_orders(graph):
    for order in itertools.permutations(graph.sections):
        locks = {(a[1], b[0]) for i, a in enumerate(order) for b in order[i + 1:]}
        if is_acyclic(graph.base | locks):
            yield locks


def is_fed(chosen):
    """Is there a write for every value that is read?"""
    events = [event for path in chosen for event in path]
    written = {(event[1], event[3]) for event in events if event[0] == "W"}
    return all(event[0] != "R" or event[3] == 0 or (event[1], event[3]) in written for event in events)


def explore(threads, model):
    all_code = with_marks(threads)
    values = possible_values(all_code)
    all_paths = [paths(code, values) for code in all_code]
    count, races, tried = 0, False, 0
    if math.prod(len(some) for some in all_paths) > MOST_COMBINATIONS:
        raise OverflowError
    for chosen in filter(is_fed, itertools.product(*all_paths)):
        graph = Graph(chosen)
        sources = []
        for r in graph.reads:
            event = graph.events[r]
            fitting = [None] if event[4] == 0 else []
            fitting += [w for w in graph.writes[event[2]]
                        if graph.events[w][4] == event[4] and (r, w) not in graph.base]
            sources.append(fitting)
        for picked in itertools.product(*sources):
            rf = dict(zip(graph.reads, picked))
            tried += 1
            if tried > MOST_TRIED:
                raise OverflowError
            for locks in lock_orders(graph):
                hb = graph.happens_before(rf, locks)
                if any(x == y for x, y in hb):
                    continue
                for some in itertools.product(*(orders_of(graph, place) for place in "xyp")):
                    mo = set().union(*some)
                    if is_consistent(graph, rf, mo, hb, locks, model):
                        count += 1
                        races |= has_race(graph, hb)
    return count, races


def main():
    threads = generate(int(sys.argv[1]))
    if sys.argv[2] == "program":
        print(c_program(threads))
        return
    try:
        count, races = explore(threads, sys.argv[2])
        print(count, "race" if races else "no-race")
    except OverflowError:
        print("too many")


main()
