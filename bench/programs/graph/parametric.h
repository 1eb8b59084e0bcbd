/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of this folder share: N threads that run `worker`, numbered from 0. */
#ifndef PARAMETRIC_H
#define PARAMETRIC_H

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#define READ(x) atomic_load_explicit(&(x), memory_order_acquire)
#define WRITE(x, value) atomic_store_explicit(&(x), value, memory_order_release)

static void work(int me);

static void *worker(void *argument) {
  work((int)(long)argument);
  return 0;
}

/* `is_alike`: all get the same number. */
static void run_workers(int is_alike) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create(&threads[i], 0, worker, (void *)(long)(is_alike ? 0 : i));
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
}

#endif
