#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small program with buffers: arrays that loops fill up to a count, texts that end at their first zero byte, blocks
whose size is an input, counts and capacities under a lock, structures that several threads fill, and conditions of
several parts. Some of them go one element too far. generate_buffers.py SEED"""
import random
import sys

draw = random.Random(int(sys.argv[1]))
size = draw.choice([2, 3, 4])
names = []


def maybe(text, share=0.5):
    return text if draw.random() < share else ""


def limit():
    """An upper limit of an index: mostly right."""
    return draw.choice([str(size), str(size), str(size), f"{size} - 1", f"{size} + 1"])


def fill():
    """Fills an array of the thread's own up to a count, and reads what was filled."""
    return f"""  int values[{size}], count = 0;
  for (int i = 0; i < {limit()} && {draw.choice(['i < 2', 'number', 'next()', '1'])}; i++)
    values[count++] = i + {draw.randrange(3)};
  for (int i = 0; i < count; i++)
    sum += values[i];
"""


def text():
    """The length of a text, constant or put together."""
    constant = draw.choice(['"a"', '"abc"', '""', 'next() ? "ab" : "c"'])
    kind = draw.randrange(3)
    if kind == 0:
        return f"""  const char *text = {constant};
  int length = 0;
  while ({maybe('length < 3 && ')}text[length] != '\\0')
    length++;
  sum += length;
"""
    end = draw.choice(["count", "count", f"{size}", "count + 1"])
    goes_on = draw.choice(["i < count", "buffer[i] != '\\0'", "i < count && buffer[i]"])
    return f"""  char buffer[{size} + 1];
  unsigned count = (unsigned)next() % {draw.choice([size, size + 1, size + 1, size + 2])};
  for (unsigned i = 0; i < count{maybe(f' && i < {size}')}; i++)
    buffer[i] = 'x';
  buffer[{end}] = '\\0';
  for (unsigned i = 0; {goes_on}; i++)
    sum += buffer[i] == 'x';
"""


def block():
    """A block whose size is an input."""
    test = draw.choice(["if (!block)\n    return unused;\n", "if (!block)\n    return unused;\n", ""])
    return f"""  unsigned count = (unsigned)next() % 3 + {draw.choice([0, 1])};
  int *block = malloc(count * sizeof *block);
  {test}  for (unsigned i = 0; i {draw.choice(['<', '<', '<', '<='])} count; i++)
    block[i] = (int)i;
  {draw.choice(['if (count) ', ''])}sum += block[{draw.choice(['0', 'count - 1'])}];
  free(block);
"""


def push():
    """Adds to an array under a lock, and takes from it."""
    test = draw.choice([f"if (used < {size})\n    ", f"if (used < {size})\n    ", f"if (used <= {size})\n    "])
    return f"""  pthread_mutex_lock(&lock);
  {test}slots[used++] = {draw.randrange(4)};
  {maybe('pthread_mutex_unlock(&lock); pthread_mutex_lock(&lock);')}
  if (used > 0{maybe(' && slots[used - 1] != 2')})
    sum += slots[--used];
  pthread_mutex_unlock(&lock);
"""


def clear():
    """Compares what was loaded before it was changed."""
    return f"""  char found = marks[number % 2];
  marks[{draw.choice(['0', '1', 'number % 2'])}] = {draw.randrange(2)};
  if (found {draw.choice(['==', '!='])} {draw.randrange(2)}{maybe(' && number', 0.4)})
    sum += {draw.choice(['1', f'values_of_all[{draw.choice(["number", "found", str(size - 1)])}]'])};
"""


def own():
    """Stores to the element of this thread, which main reads after or before the join."""
    return f"""  parts[number].sum = {draw.choice(['sum', '1', 'parts[number].start + 1'])};
  if (parts[number].start {draw.choice(['==', '!=', '<'])} {draw.randrange(3)}{maybe(' && sum')})
    sum++;
"""


def body():
    chosen = draw.sample([fill, text, block, push, clear, own], draw.choice([1, 2, 2]))
    return "".join("  {\n" + part() + "  }\n" for part in chosen)


threads = draw.choice([1, 2])
print(f"""#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slots[{size}], used, values_of_all[{size}];
static char marks[2] = {{{draw.randrange(2)}, {draw.randrange(2)}}};
struct part {{
  pthread_t thread;
  int number, start, sum;
}};
static struct part parts[2];

static int next(void) {{ return rand() & 3; }}

static void *work(void *unused) {{
  struct part *part = unused;
  int number = part->number, sum = 0;
{body()}  assert(sum {draw.choice(['!= 77', '>= 0', '< 100', f'!= {draw.randrange(4)}'])});
  return unused;
}}

int main(void) {{
  for (int i = 0; i < {threads}; i++) {{
    parts[i].number = {draw.choice(['i', 'i', '1 - i'])};
    parts[i].start = {draw.choice(['0', 'i', '2'])};
    {draw.choice(['', 'if (i == 0) '])}pthread_create(&parts[i].thread, NULL, work, &parts[i]);
  }}
  {maybe(f'parts[{draw.randrange(2)}].start = {draw.randrange(3)};')}
  for (int i = 0; i < {threads}; i++)
    if ({draw.choice(['parts[i].thread', 'parts[i].thread && i < 2'])})
      pthread_join(parts[i].thread, NULL);
  {maybe('assert(parts[0].start < 3);')}
  return 0;
}}""")
