// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
/* A triple buffer: producer and consumer exchange their buffer for the one in the middle, which has
 * a mark if it is fresh. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct frame {
  short width, height;
  char pixels[4];
  int number;
};

enum { FRESH = 4 };
static struct frame frames[3];
static atomic_uint middle = 1;

static void *producer(void *unused) {
  unsigned mine = 0;
  for (short i = 1; i <= 2; i++) {
    struct frame *frame = &frames[mine];
    frame->width = frame->height = i;
    memset(frame->pixels, i, sizeof frame->pixels);
    frame->number = i;
    mine = atomic_exchange_explicit(&middle, mine | FRESH, memory_order_acq_rel) & ~FRESH;
  }
  return unused;
}

static void *consumer(void *unused) {
  unsigned mine = 2;
  for (int i = 0; i < 2; i++) {
    if (!(atomic_load_explicit(&middle, memory_order_relaxed) & FRESH))
      continue;
    mine = atomic_exchange_explicit(&middle, mine, memory_order_acq_rel) & ~FRESH;
    struct frame frame = frames[mine];
    assert(frame.width == frame.number && frame.height == frame.number);
    assert(frame.pixels[0] == frame.number && frame.pixels[3] == frame.number);
  }
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, producer, NULL);
  pthread_create(&ids[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
