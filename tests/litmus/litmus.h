/* What the litmus tests share: THREAD(n, body) defines a thread; RUN(n) runs threads 1 to n and waits
 * for them. Results are in r1, r2, …; x, y and z are the places under test. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int x, y, z, r1, r2, r3, r4;

#define THREAD(n, ...)                                                                             \
  static void *thread##n(void *unused) {                                                           \
    (void)unused;                                                                                  \
    __VA_ARGS__ return 0;                                                                                \
  }

static void run(int count, void *(*const *threads)(void *)) {
  pthread_t ids[4];
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], 0, threads[i], 0);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], 0);
}

#define RUN(count, ...)                                                                            \
  do {                                                                                             \
    void *(*const threads[])(void *) = {__VA_ARGS__};                                              \
    run(count, threads);                                                                           \
  } while (0)

#define FULL_FENCE() atomic_thread_fence(memory_order_seq_cst)
#define RELAXED(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELAXED)
#define RELEASE(place, value) __atomic_store_n(&(place), value, __ATOMIC_RELEASE)
#define SEQ_CST(place, value) __atomic_store_n(&(place), value, __ATOMIC_SEQ_CST)
