// expect: FALSE(memory)
// properties: memory
#include <pthread.h>
#include <stdio.h>
static FILE *file;
static void *write_line(void *unused) {
  fputs("line\n", file);
  return unused;
}
int main(void) {
  pthread_t thread;
  file = fopen("log", "w");
  if (!file)
    return 1;
  pthread_create(&thread, NULL, write_line, NULL);
  fclose(file);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
