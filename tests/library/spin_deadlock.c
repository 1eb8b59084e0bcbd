// expect: FALSE(deadlock)
/* Two spin locks in opposite orders. */
#include <pthread.h>
static pthread_spinlock_t one, two;
static void *run(void *argument) {
  pthread_spin_lock(&two);
  pthread_spin_lock(&one);
  pthread_spin_unlock(&one);
  pthread_spin_unlock(&two);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_spin_init(&one, 0);
  pthread_spin_init(&two, 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_spin_lock(&one);
  pthread_spin_lock(&two);
  pthread_spin_unlock(&two);
  pthread_spin_unlock(&one);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
