// expect: TRUE
// engines: explicit
/* A semaphore that is opened by its name has the value with which it was created. */
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
int main(void) {
  int value;
  sem_t *semaphore = sem_open("/name", O_CREAT, 0600, 3);
  assert(semaphore != SEM_FAILED && sem_getvalue(semaphore, &value) == 0 && value == 3);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
