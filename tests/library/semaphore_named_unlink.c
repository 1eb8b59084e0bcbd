// expect: UNKNOWN(sem_unlink is not modelled, at tests/library/semaphore_named_unlink.c:4)
/* Named semaphores cannot be removed. */
#include <semaphore.h>
int main(void) { return sem_unlink("/name"); }
// SPDX-License-Identifier: Apache-2.0
