// expect: UNKNOWN(sem_close at tests/library/semaphore_named_close.c:5)
/* Nor closed. */
#include <semaphore.h>
static sem_t semaphore;
int main(void) { return sem_close(&semaphore); }
// SPDX-License-Identifier: Apache-2.0
