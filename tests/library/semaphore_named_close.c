// expect: UNKNOWN(sem_close is not modelled, at tests/library/semaphore_named_close.c:5)
/* Nor closed. */
#include <semaphore.h>
static sem_t semaphore;
int main(void) { return sem_close(&semaphore); }
// SPDX-License-Identifier: Apache-2.0
