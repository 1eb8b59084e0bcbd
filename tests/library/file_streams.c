// expect: TRUE
// properties: reach,race,memory,lock
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE *log_file;
static void *write_line(void *name) {
  fprintf(log_file, "%s\n", (char *)name);
  return NULL;
}
int main(void) {
  pthread_t thread;
  log_file = fopen("log", "w");
  if (!log_file)
    return 1;
  pthread_create(&thread, NULL, write_line, "thread");
  fputs("main\n", log_file);
  pthread_join(thread, NULL);
  assert(fileno(log_file) > 2);
  return fclose(log_file);
}
// SPDX-License-Identifier: Apache-2.0
