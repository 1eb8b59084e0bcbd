// expect: TRUE
/* Only a semaphore that has a name can be closed. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
static sem_t semaphore;
int main(void) {
  assert(sem_close(&semaphore) == -1 && errno == EINVAL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
