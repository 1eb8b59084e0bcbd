// expect: FALSE(lock)
/* Also to ask for its value. */
#include <semaphore.h>
static sem_t semaphore;
int main(void) {
  int value;
  return sem_getvalue(&semaphore, &value);
}
// SPDX-License-Identifier: Apache-2.0
