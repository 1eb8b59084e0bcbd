#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program whose threads initialise nodes in other sizes than they use them in, and hand them to
each other by an atomic pointer with random memory orders.
  tests/fuzz/generate_nodes.py SEED"""
import random
import sys

draw = random.Random(int(sys.argv[1]))


def order(which):
    return "memory_order_" + draw.choice(which)


def initialise():
    ways = ["memset(node, 0, sizeof *node);", "*node = model;", "memcpy(node, &model, sizeof *node);",
            "node->a = 1; node->b[0] = node->b[1] = 2; node->c = 3; node->d = 4;",
            "memset(node, 0, 8);", "memset((char *)node + 8, 0, sizeof *node - 8);"]
    lines = [draw.choice(ways)]
    if draw.randrange(3) == 0:
        lines.append(draw.choice(["node->a = 5;", "node->b[1] = 6;", "node->c++;",
                                  "atomic_store_explicit(&node->d, 7, memory_order_relaxed);"]))
    return " ".join(lines)


def use():
    return draw.choice(["sum += node->a;", "sum += node->b[0];", "node->b[1] = 3;", "sum += (int)node->c;", "node->a++;",
                        f"sum += atomic_load_explicit(&node->d, {order(['relaxed', 'acquire'])});",
                        f"atomic_fetch_add_explicit(&node->d, 1, {order(['relaxed', 'acq_rel'])});"])


def step():
    what = draw.randrange(6)
    if what == 5:
        return f"if (given) {{ struct node *node = given; {use()} }}"
    if what <= 1:
        after = f" {use()}" if draw.randrange(4) == 0 else ""
        return (f"{{ struct node *node = calloc(1, sizeof *node); {initialise()} atomic_store_explicit(&head, node, "
                f"{order(['relaxed', 'relaxed', 'release', 'release', 'seq_cst'])});{after} }}")
    if what <= 3:
        return (f"{{ struct node *node = atomic_load_explicit(&head, {order(['relaxed', 'acquire', 'acquire'])}); "
                f"if (node) {{ {use()} }} }}")
    return f"atomic_thread_fence({order(['acquire', 'release', 'acq_rel'])});"


def argument():
    """What a thread gets: maybe a node that main has."""
    return "given" if draw.randrange(3) == 0 else "0"


def body(most):
    return "\n".join("  " + step() for _ in range(draw.randint(1, most)))


print(f"""#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct node {{ int a; short b[2]; long c; atomic_int d, e; }};
static const struct node model = {{1, {{2, 3}}, 4, 5, 6}};
static _Atomic(struct node *) head;
static void *first(void *given) {{
  int sum = model.a;
{body(2)}
  return sum ? given : 0;
}}
static void *second(void *given) {{
  int sum = 0;
{body(3)}
  return sum ? given : 0;
}}
int main(void) {{
  pthread_t a, b;
  int sum = 0;
  struct node *given = {draw.choice(['0', 'calloc(1, sizeof *given)'])};
  pthread_create(&a, 0, first, {argument()});
  pthread_create(&b, 0, second, {argument()});
{body(2) if draw.randrange(2) else ''}
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum & 1;
}}""")
