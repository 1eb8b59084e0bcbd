// A loop whose rounds are folded, except for the one whose value another thread gets; a thread that
// nobody cares about; and a race between functions called from others.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int progress;
static int last, log[8];

static void publish(int value) {
  last = value;
}

static void *work(void *unused) {
  for (int i = 0; i < 8; i++)
    atomic_store(&progress, i);
  publish(7);
  return unused;
}

static void *chatter(void *unused) {
  for (int i = 0; i < 3; i++)
    log[i] = i;
  return unused;
}

static int look(void) {
  return last;
}

int main(void) {
  pthread_t worker, other;
  pthread_create(&other, 0, chatter, 0);
  pthread_join(other, 0);
  pthread_create(&worker, 0, work, 0);
  if (atomic_load(&progress) == 7)
    return look();
}
// SPDX-License-Identifier: Apache-2.0
