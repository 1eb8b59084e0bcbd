// expect: TRUE
// properties: memory
#include <stddef.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec t = {0, 5};
  nanosleep(&t, NULL);
  sleep(1);
  usleep(10);
}
// SPDX-License-Identifier: Apache-2.0
