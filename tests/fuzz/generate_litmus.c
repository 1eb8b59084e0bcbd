/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a random litmus test: `generate_litmus SEED > program.c`. It is one of the classical ones, its
 * accesses made in a random way (whole or in part, plain or atomic, through pointers and indices), with
 * random fences, accesses and branches between them. So it depends on all of that whether its outcome
 * is possible under a memory model. `generate_litmus SEED whole`: all accesses to a place have one
 * size, most are atomic, and more depends on what the threads read or are given. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 3 };

/* Threads as in "Wx1 Ry": writes of a place and a value, reads of a place. */
static const struct shape {
  const char *threads[MOST_THREADS], *outcome;
} shapes[] = {
    {{"Wx1 Ry", "Wy1 Rx"}, "seen[0] == 0 && seen[1] == 0"},
    {{"Wx1 Rx Ry", "Wy1 Ry Rx"}, "seen[0] == 1 && seen[1] == 1"},
    {{"Wx1 Ry", "Wy1 Rz", "Wz1 Rx"}, "seen[0] == 0 && seen[1] == 0 && seen[2] == 0"},
    {{"Wx1 Wy1", "Ry Rx"}, "seen[1] == 1"},
    {{"Wx1 Wz1 Wy1", "Ry Rx"}, "seen[1] == 1"},
    {{"Wx1 Wy1", "Wy2 Rx"}, "LOW(y) == 2 && seen[1] == 0"},
    {{"Wx2 Wy1", "Ry Wx1"}, "LOW(x) == 2 && seen[1] == 1"},
    {{"Wx1 Wy2", "Wy1 Wx2"}, "LOW(x) == 1 && LOW(y) == 1"},
    {{"Rx Wy1", "Ry Wx1"}, "seen[0] == 1 && seen[1] == 1"},
    {{"Wx1", "Rx Wy1", "Ry Rx"}, "seen[1] == 1 && seen[2] == 1"},
    {{"Wx1 Wx2", "Rx Rx"}, "seen[1] == 4"},
    {{"Wx1 Rx", "Wx2"}, "seen[0] == 2 && LOW(x) == 1"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

struct generator {
  uint64_t random;
  bool in_section, whole;
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static bool chance(struct generator *g, uint32_t percent) { return draw(g, 100) < percent; }

static int number_of(char name) { return name - 'x'; }

/* The place `name`, or another one if `other` is not 0. */
static void pointed(struct generator *g, char name) {
  switch (draw(g, 3)) {
  case 0:
    printf("*p%c", name);
    break;
  case 1:
    printf("*(other ? &LOW(z) : &LOW(%c))", name);
    break;
  default:
    printf("cells[(%d + (other & 1)) %% 3].byte[0]", number_of(name));
    break;
  }
}

static void store(struct generator *g, char name, char value) {
  static const char *const orders[] = {"RELAXED", "RELAXED", "RELEASE", "SEQ_CST"};
  static const char *const success[] = {"RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL"};
  uint32_t kind = draw(g, 10);
  if (g->whole && kind > 7) {
    printf("{ unsigned expected = other; __atomic_compare_exchange_n(&WORD(%c), &expected, %c, 0, "
           "__ATOMIC_%s, __ATOMIC_%s); }\n",
           name, value, success[draw(g, 4)], chance(g, 50) ? "RELAXED" : "ACQUIRE");
    return;
  }
  switch (g->whole && kind > 5 ? 2 : kind) {
  case 0:
    printf("LOW(%c) = %c;\n", name, value);
    break;
  case 1:
    printf("HALF(%c) = %c;\n", name, value);
    break;
  case 2:
  case 3:
    printf("__atomic_store_n(&WORD(%c), %c, __ATOMIC_%s);\n", name, value, orders[draw(g, 4)]);
    break;
  case 4:
    pointed(g, name);
    printf(" = %c;\n", value);
    break;
  case 5:
    if (chance(g, 40))
      printf("__atomic_exchange_n(&WORD(%c), %c, __ATOMIC_RELAXED);\n", name, value);
    else
      printf("WORD(%c) = %c + other;\n", name, value);
    break;
  default:
    printf("WORD(%c) = %c;\n", name, value);
    break;
  }
}

static void load(struct generator *g, char name) {
  static const char *const orders[] = {"ACQUIRE", "SEQ_CST", "RELAXED"};
  uint32_t kind = draw(g, 8);
  switch (g->whole && kind > 4 ? 2 : kind) {
  case 0:
    printf("LOW(%c)", name);
    break;
  case 1:
    printf("HALF(%c) & 255", name);
    break;
  case 2:
    printf("__atomic_load_n(&WORD(%c), __ATOMIC_%s) & 255", name,
           orders[draw(g, g->whole ? 3 : 2)]);
    break;
  case 3:
    pointed(g, name);
    break;
  default:
    printf("WORD(%c) & 255", name);
    break;
  }
}

static void fence(struct generator *g) {
  static const char *const fences[] = {
      "__atomic_thread_fence(__ATOMIC_SEQ_CST)", "__atomic_thread_fence(__ATOMIC_RELEASE)",
      "__atomic_thread_fence(__ATOMIC_ACQUIRE)", "__atomic_thread_fence(__ATOMIC_ACQ_REL)",
      "__sync_synchronize()"};
  printf("%s;\n", fences[draw(g, 5)]);
}

/* Something between the accesses of the shape. */
static void noise(struct generator *g) {
  uint32_t kind = draw(g, 16);
  if (kind < 7) {
    fence(g);
  } else if (kind < 8) {
    puts("other = WORD(z);");
  } else if (kind < 9) {
    puts("LOW(z) = 1;");
  } else if (kind < 10) {
    printf("%s += 1;\n", chance(g, 50) || g->whole ? "own" : "cells[0].byte[3]");
  } else if (kind < 11) {
    puts("other = (unsigned)__sync_fetch_and_add(&own, 1);");
  } else if (kind < 14) {
    printf("if (%s) {\n", chance(g, 50) ? "other" : "!other");
    noise(g);
    if (chance(g, 40)) {
      puts("} else {");
      noise(g);
    }
    puts("}");
  } else if (!g->in_section) {
    bool locks = chance(g, 50);
    g->in_section = true;
    puts(locks ? "pthread_mutex_lock(&mutex);" : "__VERIFIER_atomic_begin();");
    noise(g);
    puts(locks ? "pthread_mutex_unlock(&mutex);" : "__VERIFIER_atomic_end();");
    g->in_section = false;
  }
}

static void thread(struct generator *g, const char *accesses, int number) {
  int loaded = 0;
  printf("void *thread%d(void *unused) {\nunsigned other = %s, own = 0, result = 0;\n", number,
         g->whole && chance(g, 60) ? "__VERIFIER_nondet_bool()" : "0");
  for (; *accesses; accesses += strspn(accesses, " ")) {
    if (chance(g, g->whole ? 65 : 45))
      noise(g);
    if (*accesses == 'W') {
      store(g, accesses[1], accesses[2]);
    } else {
      printf("result += %d * (", 1 << loaded++);
      load(g, accesses[1]);
      puts(");");
    }
    accesses += strcspn(accesses, " ");
  }
  printf("seen[%d] = result;\nreturn unused;\n}\n", number);
}

int main(int count, char **arguments) {
  struct generator g = {.random = count > 1 ? strtoull(arguments[1], NULL, 10) * 7919 + 13 : 1};
  g.whole = count > 2;
  for (int i = 0; i < 8; i++)
    draw(&g, 2);
  const struct shape *shape = &shapes[draw(&g, SHAPES)];
  puts("#include <assert.h>\n#include <pthread.h>\n"
       "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
       "_Bool __VERIFIER_nondet_bool(void);");
  puts(g.whole
           ? "union cell {\n  unsigned byte[1];\n};\nunion cell cells[3];\nenum { x, y, z };\n"
             "#define WORD(name) cells[name].byte[0]\n#define HALF(name) cells[name].byte[0]\n"
             "#define LOW(name) cells[name].byte[0]\n"
             "unsigned *px = &LOW(x), *py = &LOW(y), *pz = &LOW(z);"
           : "union cell {\n  unsigned char byte[4];\n  unsigned short half[2];\n  unsigned word;\n};\n"
             "union cell cells[3];\nenum { x, y, z };\n"
             "#define WORD(name) cells[name].word\n#define HALF(name) cells[name].half[0]\n"
             "#define LOW(name) cells[name].byte[0]\n"
             "unsigned char *px = &LOW(x), *py = &LOW(y), *pz = &LOW(z);");
  puts("unsigned seen[3];\n"
       "pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;");
  int threads = 0;
  while (threads < MOST_THREADS && shape->threads[threads]) {
    thread(&g, shape->threads[threads], threads);
    threads++;
  }
  puts("int main(void) {\npthread_t ids[3];");
  for (int i = 0; i < threads; i++)
    printf("pthread_create(&ids[%d], 0, thread%d, 0);\n", i, i);
  for (int i = 0; i < threads; i++)
    printf("pthread_join(ids[%d], 0);\n", i);
  printf("assert(!(%s));\nreturn 0;\n}\n", shape->outcome);
  return 0;
}
