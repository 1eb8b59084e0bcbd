/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a random program that hands data from thread to thread: `generate_messages SEED [weak]`.
 * Each thread passes on what it received, by one of many ways that synchronise, so there is no
 * race. With `weak` one side of one of these ways is relaxed, or its fence is missing, and the
 * accesses of two threads to the data are not ordered any more. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_HOPS = 2 };
enum way { STORE, FENCES, ADD, EXCHANGE, POINTER, RELAYED, WAYS };

struct generator {
  uint64_t random;
  int hops;
  enum way ways[MOST_HOPS];
  int weak_hop; /* -1: none */
  bool weak_sender;
  bool drains; /* threads drain their store buffer before they send, which orders nothing */
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static bool chance(struct generator *g, uint32_t percent) { return draw(g, 100) < percent; }

static bool is_weak(const struct generator *g, int hop, bool sender) {
  return hop == g->weak_hop && sender == g->weak_sender;
}

static const char *order(struct generator *g, int hop, bool sender) {
  static const char *const senders[] = {"release", "seq_cst"};
  static const char *const receivers[] = {"acquire", "seq_cst"};
  uint32_t drawn = draw(g, 2);
  return is_weak(g, hop, sender) ? "relaxed" : (sender ? senders : receivers)[drawn];
}

/* Something that orders nothing of what follows before the data, or of what is behind it. */
static void noise(struct generator *g) {
  if (chance(g, 40))
    puts("  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);");
  if (chance(g, 20))
    puts("  pthread_mutex_lock(&lock);\n  guarded++;\n  pthread_mutex_unlock(&lock);");
}

static void write_data(struct generator *g, int hop) {
  static const char *const parts[] = {"word", "half[0]", "byte[1]"};
  uint32_t which = draw(g, 4);
  if (which == 3)
    printf("  memset(&data%d, 1, 4);\n", hop);
  else
    printf("  data%d.%s = 1;\n", hop, parts[which]);
}

static void send(struct generator *g, int hop) {
  const char *how = order(g, hop, true);
  switch (g->ways[hop]) {
  case FENCES:
    if (!is_weak(g, hop, true))
      puts("  atomic_thread_fence(memory_order_release);");
    printf("  atomic_store_explicit(&flag%d, 1, memory_order_relaxed);\n", hop);
    break;
  case ADD:
    printf("  atomic_fetch_add_explicit(&flag%d, 1, memory_order_%s);\n", hop, how);
    break;
  case EXCHANGE:
    printf("  atomic_exchange_explicit(&flag%d, 1, memory_order_%s);\n", hop, how);
    break;
  case POINTER:
    printf("  atomic_store_explicit(&pointer%d, &data%d, memory_order_%s);\n", hop, hop, how);
    break;
  case STORE:
  case RELAYED:
  case WAYS:
  default:
    printf("  atomic_store_explicit(&flag%d, 1, memory_order_%s);\n", hop, how);
    break;
  }
}

/* What the receiver does with the data, which overlaps what was written. */
static void use(struct generator *g, int hop, const char *through) {
  const char *dot = through[0] == 'p' ? "->" : ".";
  switch (draw(g, 3)) {
  case 0:
    printf("    seen += %s%d%sword;\n", through, hop, dot);
    break;
  case 1:
    printf("    %s%d%sword += 2;\n", through, hop, dot);
    break;
  default:
    printf("    seen += %s%d%sbyte[0] + %s%d%shalf[0];\n", through, hop, dot, through, hop, dot);
    break;
  }
}

static void receive(struct generator *g, int hop) {
  const char *how = order(g, hop, false);
  const char *through = "data";
  switch (g->ways[hop]) {
  case FENCES:
    printf("  if (atomic_load_explicit(&flag%d, memory_order_relaxed)) {\n", hop);
    if (!is_weak(g, hop, false))
      puts("    atomic_thread_fence(memory_order_acquire);");
    break;
  case ADD:
    printf("  if (atomic_fetch_or_explicit(&flag%d, 4, memory_order_%s) & 1) {\n", hop, how);
    break;
  case EXCHANGE:
    printf("  int one%d = 1;\n  if (atomic_compare_exchange_strong_explicit(&flag%d, &one%d, 2, "
           "memory_order_%s, memory_order_relaxed)) {\n",
           hop, hop, hop, how);
    break;
  case POINTER:
    printf("  union data *p%d = atomic_load_explicit(&pointer%d, memory_order_%s);\n  if (p%d) {\n",
           hop, hop, how, hop);
    through = "p";
    break;
  case RELAYED:
    printf("  if (atomic_load_explicit(&flag%d, memory_order_%s) == 2) {\n", hop, how);
    break;
  case STORE:
  case WAYS:
  default:
    printf("  if (atomic_load_explicit(&flag%d, memory_order_%s)) {\n", hop, how);
    break;
  }
  use(g, hop, through);
  puts("  }");
}

static void write_thread(struct generator *g, int number) {
  printf("\nvoid *thread%d(void *argument) {\n  long seen = 0;\n", number);
  if (g->drains && number < g->hops)
    puts("  void *block = malloc(4);");
  if (number)
    receive(g, number - 1);
  noise(g);
  if (number < g->hops) {
    write_data(g, number);
    if (g->drains)
      puts("  atomic_store_explicit(&other, 1, memory_order_relaxed);\n  free(block);");
    send(g, number);
  }
  puts("  (void)seen;\n  return argument;\n}");
}

static void write_main(struct generator *g) {
  puts("\nint main(void) {\n  pthread_t threads[3];");
  for (int i = 0; i <= g->hops; i++)
    printf("  pthread_create(&threads[%d], NULL, thread%d, NULL);\n", i, i);
  for (int i = 0; i < g->hops; i++)
    if (g->ways[i] == RELAYED)
      printf("  if (atomic_load_explicit(&flag%d, memory_order_relaxed) == 1)\n"
             "    atomic_fetch_add_explicit(&flag%d, 1, memory_order_relaxed);\n",
             i, i);
  for (int i = 0; i <= g->hops; i++)
    printf("  pthread_join(threads[%d], NULL);\n", i);
  puts("  return 0;\n}");
}

int main(int count, char **arguments) {
  if (count < 2)
    return 2;
  struct generator g = {.random = strtoull(arguments[1], NULL, 10) * 2654435761u + 1};
  draw(&g, 2);
  g.hops = 1 + (int)draw(&g, MOST_HOPS);
  for (int i = 0; i < g.hops; i++)
    g.ways[i] = (enum way)draw(&g, WAYS);
  g.weak_hop = (int)draw(&g, (uint32_t)g.hops);
  g.weak_sender = chance(&g, 50);
  if (count < 3)
    g.weak_hop = -1;
  g.drains = strtoull(arguments[1], NULL, 10) % 3 == 2;
  puts("#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n\n"
       "union data {\n  int word;\n  short half[2];\n  char byte[4];\n};\n"
       "atomic_int count, other;\nint guarded;\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;");
  for (int i = 0; i < g.hops; i++)
    printf("union data data%d;\natomic_int flag%d;\n_Atomic(union data *) pointer%d;\n", i, i, i);
  for (int i = 0; i <= g.hops; i++)
    write_thread(&g, i);
  write_main(&g);
  return 0;
}
