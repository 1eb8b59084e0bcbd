// expect: TRUE
// properties: reach,race,deadlock,memory
// engines: reference explicit
/* What the thread wrote before it wrote to the pipe is seen behind the read. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2], data;
static void *write_byte(void *unused) {
  data = 5;
  assert(write(ends[1], "xy", 2) == 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  char bytes[4];
  assert(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 4);
  pthread_create(&thread, NULL, write_byte, NULL);
  assert(read(ends[0], bytes, 1) == 1 && bytes[0] == 'x');
  assert(data == 5);
  assert(read(ends[0], bytes, 4) == 1 && bytes[0] == 'y');
  pthread_join(thread, NULL);
  close(ends[1]);
  assert(read(ends[0], bytes, 4) == 0);
}
// SPDX-License-Identifier: Apache-2.0
