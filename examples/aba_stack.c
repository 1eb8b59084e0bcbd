// expect: FALSE(reach)
// engines: reference explicit order
// A lock-free stack of free buffers. To take the top one, a thread reads which one is below it and
// swaps the top if it is still the same. But the same top does not mean the same stack: another thread
// may have taken two and put the first one back (A, B, A), and then B is handed out twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct buffer {
  struct buffer *_Atomic below;
  atomic_int users;
};

static struct buffer buffers[2];
static struct buffer *_Atomic top;

static struct buffer *take(void) {
  struct buffer *taken = top;
  while (taken && !atomic_compare_exchange_strong(&top, &taken, taken->below))
    continue;
  if (taken)
    assert(atomic_fetch_add(&taken->users, 1) == 0);
  return taken;
}

static void put_back(struct buffer *buffer) {
  atomic_fetch_sub(&buffer->users, 1);
  buffer->below = top;
  struct buffer *below = buffer->below;
  while (!atomic_compare_exchange_strong(&top, &below, buffer))
    buffer->below = below;
}

static void *borrow_one(void *unused) {
  take();
  return unused;
}

static void *borrow_two(void *unused) {
  struct buffer *first = take();
  take();
  if (first)
    put_back(first);
  take();
  return unused;
}

int main(void) {
  buffers[0].below = &buffers[1];
  top = &buffers[0];
  pthread_t one, two;
  pthread_create(&one, NULL, borrow_one, NULL);
  pthread_create(&two, NULL, borrow_two, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
