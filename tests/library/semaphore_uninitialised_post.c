// expect: FALSE(lock)
/* Also for a post. */
#include <semaphore.h>
static sem_t semaphore;
int main(void) { return sem_post(&semaphore); }
// SPDX-License-Identifier: Apache-2.0
