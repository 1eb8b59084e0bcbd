// expect: TRUE
// properties: reach,memory
// engines: explicit
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

/* Where the standards allow NULL; and sizes of zero, for which C has come to allow it. */
int main(void) {
  char text[4] = "3";
  struct timeval now;
  char *volatile none = NULL;
  free(none);
  free(realloc(none, 3));
  memcpy(text, none, 0);
  memset(none, 0, 0);
  assert(memcmp(none, none, 0) == 0 && strncmp(none, none, 0) == 0);
  assert(snprintf(none, 0, "%d", 12) == 2);
  assert(strtol(text, NULL, 10) == 3);
  assert(fwrite(none, 1, 0, stdout) == 0);
  fflush(NULL);
  setbuf(stdout, none);
  setvbuf(stdout, none, _IONBF, 0);
  printf("%p %.1s", none, text);
  perror(none);
  warn(NULL);
  setlocale(LC_ALL, none);
  time(NULL);
  gettimeofday(&now, NULL);
  sigaction(SIGTERM, NULL, NULL);
  assert(setenv(none, "x", 1) == -1);
}
// SPDX-License-Identifier: Apache-2.0
