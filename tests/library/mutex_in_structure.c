// expect: TRUE
/* Mutexes in an array of structures do not disturb each other. */
#include <assert.h>
#include <pthread.h>
static struct cell {
  char tag;
  pthread_mutex_t mutex;
  int value;
} cells[2];
int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&cells[i].mutex, NULL);
    cells[i].tag = (char)i;
    cells[i].value = i + 7;
  }
  pthread_mutex_lock(&cells[0].mutex);
  pthread_mutex_lock(&cells[1].mutex);
  pthread_mutex_unlock(&cells[0].mutex);
  pthread_mutex_unlock(&cells[1].mutex);
  assert(cells[0].value == 7 && cells[1].value == 8 && cells[1].tag == 1);
}
// SPDX-License-Identifier: Apache-2.0
