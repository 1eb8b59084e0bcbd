// expect: UNKNOWN(sem_open is not modelled, at tests/library/semaphore_named.c:5)
/* Named semaphores belong to the file system. */
#include <fcntl.h>
#include <semaphore.h>
int main(void) { return sem_open("/name", O_CREAT, 0600, 1) == SEM_FAILED; }
// SPDX-License-Identifier: Apache-2.0
