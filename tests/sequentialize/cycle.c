// expect: FALSE(deadlock)
// Two threads wait for each other while main goes on for ever. ORDERED: they take the locks in one
// order. ONE_BY_ONE: they hold one at a time.
// JOINED: main joins a thread that waits for what main holds. READ: one of them holds a lock with
// others. AGAIN: a recursive lock is given back once, and was taken twice. ELEMENTS: the locks are
// elements of an array.
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int ticks;

static void both(pthread_mutex_t *one, pthread_mutex_t *other) {
  pthread_mutex_lock(one);
#ifdef ONE_BY_ONE
  pthread_mutex_unlock(one);
#endif
  pthread_mutex_lock(other);
  pthread_mutex_unlock(other);
#ifndef ONE_BY_ONE
  pthread_mutex_unlock(one);
#endif
}

static void *first(void *arg) {
#ifdef READ
  pthread_rwlock_rdlock(&shared);
  pthread_mutex_lock(&locks[0]);
  pthread_mutex_unlock(&locks[0]);
  pthread_rwlock_unlock(&shared);
#elif defined ELEMENTS
  for (int i = 0; i < 2; i++)
    pthread_mutex_lock(&locks[i]);
  for (int i = 0; i < 2; i++)
    pthread_mutex_unlock(&locks[i]);
#else
  both(&locks[0], &locks[1]);
#endif
  return arg;
}

static void *second(void *arg) {
#ifdef READ
  pthread_mutex_lock(&locks[0]);
  pthread_rwlock_wrlock(&shared);
  pthread_rwlock_unlock(&shared);
  pthread_mutex_unlock(&locks[0]);
#elif defined ORDERED
  both(&locks[0], &locks[1]);
#elif defined AGAIN
  both(&locks[1], &recursive);
#elif defined ELEMENTS
  for (int i = 2; i-- > 0;)
    pthread_mutex_lock(&locks[i]);
  for (int i = 0; i < 2; i++)
    pthread_mutex_unlock(&locks[i]);
#else
  both(&locks[1], &locks[0]);
#endif
  return arg;
}

#ifdef AGAIN
static void *third(void *arg) {
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_lock(&locks[1]);
  return arg;
}
#endif

static void *forever(void *arg) {
  for (;;)
    ticks = !ticks;
  return arg;
}

int main(void) {
  pthread_t one, other;
#ifdef JOINED
  pthread_mutex_lock(&locks[0]);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&other, NULL, forever, NULL);
  pthread_join(one, NULL);
#else
#ifdef AGAIN
  pthread_create(&one, NULL, third, NULL);
#else
  pthread_create(&one, NULL, first, NULL);
#endif
  pthread_create(&other, NULL, second, NULL);
  forever(NULL);
#endif
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
