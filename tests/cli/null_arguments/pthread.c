/* Each case passes NULL where a valid pointer is required: one memory error each. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
static void *volatile none;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static void *run(void *argument) { return argument; }
static void f(void) {}
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: pthread_create(none, NULL, run, NULL); break;
  case 2: pthread_mutex_init(none, NULL); break;
  case 3: pthread_mutex_lock(none); break;
  case 4: pthread_mutex_trylock(none); break;
  case 5: pthread_mutex_unlock(none); break;
  case 6: pthread_mutex_destroy(none); break;
  case 7: pthread_cond_init(none, NULL); break;
  case 8: pthread_cond_wait(none, &mutex); break;
  case 9: pthread_cond_signal(none); break;
  case 10: pthread_cond_broadcast(none); break;
  case 11: pthread_cond_destroy(none); break;
  case 12: pthread_cond_wait(&cond, none); break;
  case 13: pthread_rwlock_init(none, NULL); break;
  case 14: pthread_rwlock_rdlock(none); break;
  case 15: pthread_rwlock_wrlock(none); break;
  case 16: pthread_rwlock_unlock(none); break;
  case 17: pthread_barrier_init(none, NULL, 2); break;
  case 18: pthread_barrier_wait(none); break;
  case 19: pthread_spin_init(none, 0); break;
  case 20: pthread_spin_lock(none); break;
  case 21: pthread_once(none, f); break;
  case 22: pthread_key_create(none, NULL); break;
  case 23: sem_init(none, 0, 1); break;
  case 24: sem_wait(none); break;
  case 25: sem_post(none); break;
  case 26: sem_getvalue(none, &(int){0}); break;
  case 27: sem_destroy(none); break;
  case 28: mtx_init(none, mtx_plain); break;
  case 29: mtx_lock(none); break;
  case 30: cnd_signal(none); break;
  case 31: call_once(none, f); break;
  case 32: pthread_attr_init(none); break;
  case 33: pthread_mutexattr_init(none); break;
  case 34: pthread_mutexattr_settype(none, 0); break;
  case 35: pthread_attr_setdetachstate(none, 0); break;
  case 36: pthread_setname_np(pthread_self(), none); break;
  case 37: pthread_cond_timedwait(&cond, &mutex, none); break;
  case 39: sem_timedwait(none, NULL); break;
  case 40: pthread_getname_np(pthread_self(), none, 16); break;
  case 41: tss_create(none, NULL); break;
  case 42: thrd_sleep(none, NULL); break;
  }
}
// SPDX-License-Identifier: Apache-2.0
