// expect: TRUE
/* Values that are too large are refused. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
int main(void) {
  sem_t semaphore;
  int value;
  assert(sem_init(&semaphore, 0, INT_MAX + 1u) == -1 && errno == EINVAL);
  assert(sem_init(&semaphore, 0, INT_MAX) == 0);
  assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == INT_MAX);
}
// SPDX-License-Identifier: Apache-2.0
