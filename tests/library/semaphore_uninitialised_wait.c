// expect: FALSE(lock)
/* A semaphore must be initialised. */
#include <semaphore.h>
static sem_t semaphore;
int main(void) { return sem_wait(&semaphore); }
// SPDX-License-Identifier: Apache-2.0
