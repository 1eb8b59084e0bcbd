/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a random program with one bug that needs an address to come back: `generate_reuse SEED >
 * program.c`. Something is allocated, a copy of its address is kept in some form and place, it is
 * freed by some thread, and something that fits is allocated by some thread; the program asserts
 * that its address is another one. Around that other memory comes and goes, which nobody remembers.
 * The bug is the only violation of reach, and it is there whatever the seed is. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct generator {
  uint64_t random;
  int noises; /* so far: to name variables */
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static bool chance(struct generator *g, uint32_t percent) { return draw(g, 100) < percent; }

/* What does not matter. */
static void noise(struct generator *g) {
  int n = g->noises++;
  switch (draw(g, 6)) {
  case 0:
    printf("  int *n%d = malloc(sizeof *n%d);\n  *n%d = %u;\n  free(n%d);\n  n%d = NULL;\n", n, n,
           n, draw(g, 9), n, n);
    break;
  case 1:
    printf("  shared += %u;\n", draw(g, 4));
    break;
  case 2:
    printf("  if (__VERIFIER_nondet_bool())\n    shared = %u;\n", draw(g, 3));
    break;
  case 3:
    printf("  for (int i = 0; i < %u; i++)\n    shared ^= i;\n", 1 + draw(g, 3));
    break;
  case 4:
    printf("  char *n%d = realloc(NULL, %u);\n  free(n%d);\n  n%d = NULL;\n", n, 1 + draw(g, 40), n,
           n);
    break;
  default:
    puts("  (void)shared;");
    break;
  }
}

static void noises(struct generator *g) {
  for (uint32_t i = draw(g, 3); i > 0; i--)
    noise(g);
}

/* How the old address is kept: a declaration, how it is written, and how it is compared. */
struct form {
  const char *declaration, *keep, *same;
};

static const struct form forms[] = {
    {"static int *kept;", "kept = old;", "kept == fresh"},
    {"static uintptr_t kept;", "kept = (uintptr_t)old;", "kept == (uintptr_t)fresh"},
    {"static uintptr_t kept;", "kept = (uintptr_t)old | 1;",
     "(kept & ~(uintptr_t)1) == (uintptr_t)fresh"},
    {"static uintptr_t kept;", "kept = (uintptr_t)old | 3;", "kept - 3 == (uintptr_t)fresh"},
    {"static struct { int number; int *address; } kept;", "kept.address = old;",
     "kept.address == fresh"},
    {"static int **kept;", "kept = malloc(sizeof *kept); *kept = old;", "*kept == fresh"},
    {"static _Atomic(int *) kept;", "atomic_store(&kept, old);",
     "atomic_compare_exchange_strong(&kept, &(int *){fresh}, fresh)"},
    {"static int *kept;", "kept = old + 1;", "kept - fresh == 1"},
    {"static int *kept;", "kept = old;", "memcmp(&kept, &fresh, sizeof fresh) == 0"},
    {"static unsigned char seen[64]; static int *kept;",
     "kept = old; seen[((uintptr_t)old >> 4) % 64] = 1;",
     "seen[((uintptr_t)fresh >> 4) % 64] && kept == fresh"},
    /* Here only a number remembers it that was computed from the address. */
    {"static uintptr_t kept;", "kept = ((uintptr_t)old * 31) >> 4;",
     "kept == ((uintptr_t)fresh * 31) >> 4"},
    {"static uintptr_t kept;", "kept = (uintptr_t)old ^ (uintptr_t)&shared;",
     "(kept ^ (uintptr_t)&shared) == (uintptr_t)fresh"},
    {"static uintptr_t kept;", "kept = ~(uintptr_t)old;", "~kept == (uintptr_t)fresh"},
    {"static uintptr_t kept;", "kept = (uintptr_t)old + 77777777;",
     "kept - 77777777 == (uintptr_t)fresh"},
    {"static unsigned char seen[64];", "seen[((uintptr_t)old >> 4) % 64] = 1;",
     "seen[((uintptr_t)fresh >> 4) % 64]"},
    {"static unsigned kept;\n"
     "static unsigned hash(const void *key) {\n  const unsigned char *bytes = key;\n"
     "  unsigned result = 0;\n  for (unsigned i = 0; i < sizeof key; i++)\n"
     "    result = result * 31 + bytes[i];\n  return result;\n}",
     "kept = hash(&old);", "kept == hash(&fresh)"},
    {"static atomic_uintptr_t kept;", "atomic_fetch_xor(&kept, (uintptr_t)old << 1);",
     "atomic_fetch_xor(&kept, (uintptr_t)fresh << 1) == (uintptr_t)fresh << 1"},
};

/* The same, of the lowest bits only, which are alike for blocks of different threads. */
static const struct form parts[] = {
    {"static uint32_t kept;", "kept = (uint32_t)(uintptr_t)old;",
     "kept == (uint32_t)(uintptr_t)fresh"},
    {"static unsigned short kept;", "memcpy(&kept, &old, sizeof kept);",
     "memcmp(&kept, &fresh, sizeof kept) == 0"},
    {"static union { int *address; unsigned low; } kept; static unsigned low;",
     "kept.address = old; low = kept.low; kept.address = NULL;",
     "(kept.address = fresh, kept.low == low)"},
    /* Here a part of it is read at a fixed place of a structure, and nothing else tells that the
     * program looks at addresses. */
    {"static struct { int number; int *address; } cell; static uint32_t kept;",
     "cell.address = old; kept = *(uint32_t *)&cell.address; cell.address = NULL;",
     "(cell.address = fresh, *(uint32_t *)&cell.address == kept)"},
    {"struct cell { long number; int *address; }; static struct cell *cell; static int kept;",
     "cell = malloc(sizeof *cell); cell->address = old; kept = ((uint16_t *)cell)[4];\n"
     "  cell->address = NULL;",
     "(cell->address = fresh, ((uint16_t *)cell)[4] == kept)"},
    {"struct cell { int number; int *address; }; struct view { unsigned words[2], low, high; };\n"
     "static struct cell cell; static unsigned kept;",
     "cell.address = old; kept = ((struct view *)&cell)->low; cell.address = NULL;",
     "(cell.address = fresh, ((struct view *)&cell)->low == kept)"},
    {"static struct { int number; union { int *address; struct { unsigned low, high; } part; } u; "
     "} "
     "cell;\nstatic unsigned kept;",
     "cell.u.address = old; kept = cell.u.part.low; cell.u.address = NULL;",
     "(cell.u.address = fresh, cell.u.part.low == kept)"},
    {"static struct { int number; int *address; } cell; static struct { int kept, more; } part;",
     "cell.address = old; memcpy(&part.kept, &cell.address, sizeof part.kept); cell.address = "
     "NULL;",
     "(cell.address = fresh, memcpy(&part.more, &cell.address, sizeof part.more),\n"
     "           part.more == part.kept)"},
    {"static struct { int number; int *address; } kept, now;", "kept.address = old;",
     "(now.address = fresh, *(uint32_t *)&now.address == *(uint32_t *)&kept.address)"},
    {"static struct __attribute__((packed)) { short number; int *address; } cell;\n"
     "static uint32_t kept;",
     "cell.address = old; kept = *(uint32_t *)((char *)&cell + 2); cell.address = NULL;",
     "(cell.address = fresh, *(uint32_t *)((char *)&cell + 2) == kept)"},
    {"static struct { int number; int *address; } cells[2]; static int which; static uint32_t "
     "kept;",
     "which = __VERIFIER_nondet_bool(); cells[which].address = old;\n"
     "  kept = *(uint32_t *)&cells[which].address; cells[which].address = NULL;",
     "(cells[which].address = fresh, *(uint32_t *)&cells[which].address == kept)"},
};

enum { FORMS = sizeof forms / sizeof *forms, PARTS = sizeof parts / sizeof *parts };

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: generate_reuse SEED\n", stderr);
    return 2;
  }
  struct generator g = {.random = strtoull(argv[1], NULL, 10) * 2654435761u + 777};
  for (int i = 0; i < 8; i++)
    draw(&g, 2);
  uint32_t number = draw(&g, FORMS + PARTS);
  const struct form *form = number < FORMS ? &forms[number] : &parts[number - FORMS];
  uint32_t old_count = 1 + draw(&g, 4), fresh_count = 1 + draw(&g, old_count);
  bool frees_in_thread = chance(&g, 40), allocates_in_thread = chance(&g, 40) && number < FORMS;
  bool overlaps = frees_in_thread && !allocates_in_thread && chance(&g, 40);
  printf("/* seed %s */\n#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
         "#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
         "_Bool __VERIFIER_nondet_bool(void);\n\nstatic int shared;\n%s\n",
         argv[1], form->declaration);
  puts("\nstatic void *release(void *old) {\n  free(old);\n  return NULL;\n}\n\n"
       "static void *obtain(void *size) {\n  return malloc((size_t)size);\n}\n\nint main(void) {\n"
       "  pthread_t thread;");
  noises(&g);
  printf("  int *old = malloc(%u * sizeof *old);\n", old_count);
  printf("  %s\n", form->keep);
  if (chance(&g, 60)) /* so that the old address does not come back by itself */
    printf("  int *beside = malloc(%u);\n  *beside = 0;\n", 4 * (1 + draw(&g, 3)));
  noises(&g);
  if (frees_in_thread)
    printf("  pthread_create(&thread, NULL, release, old);\n%s",
           overlaps ? "" : "  pthread_join(thread, NULL);\n");
  else
    puts("  free(old);");
  if (!overlaps)
    noises(&g);
  if (allocates_in_thread)
    printf("  void *result;\n  pthread_create(&thread, NULL, obtain, (void *)(size_t)%u);\n"
           "  pthread_join(thread, &result);\n  int *fresh = result;\n",
           fresh_count * 4);
  else
    printf("  int *fresh = %s%u * sizeof *fresh);\n", chance(&g, 70) ? "malloc(" : "calloc(1, ",
           fresh_count);
  noises(&g);
  printf("  assert(!(%s));\n", form->same);
  if (overlaps)
    puts("  pthread_join(thread, NULL);");
  puts("  (void)thread;\n  return 0;\n}");
  return 0;
}
