/* Each case passes NULL where a valid pointer is required: one memory error each. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <inttypes.h>
#include <time.h>
#include <locale.h>
#include <getopt.h>
#include <sys/time.h>
#include <arpa/inet.h>
int __VERIFIER_nondet_int(void);
static void *volatile none;
static char text[64];
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 1: atoi(none); break;
  case 2: atol(none); break;
  case 3: atoll(none); break;
  case 4: atof(none); break;
  case 5: strtol(none, NULL, 10); break;
  case 6: strtoul(none, NULL, 0); break;
  case 7: strtoll(none, NULL, 10); break;
  case 8: strtoull(none, NULL, 16); break;
  case 9: strtod(none, NULL); break;
  case 10: strtof(none, NULL); break;
  case 11: strtoimax(none, NULL, 10); break;
  case 12: getenv(none); break;
  case 13: secure_getenv(none); break;
  case 14: setenv("x", none, 1); break;
  case 15: putenv(none); break;
  case 19: mkstemp(none); break;
  case 20: rand_r(none); break;
  case 21: erand48(none); break;
  case 22: localtime(none); break;
  case 23: gmtime(none); break;
  case 24: gmtime_r(none, (struct tm *)(void *)text); break;
  case 25: gmtime_r(&(time_t){0}, none); break;
  case 26: mktime(none); break;
  case 27: timegm(none); break;
  case 28: asctime(none); break;
  case 29: ctime(none); break;
  case 30: strftime(none, 3, "x", &(struct tm){0}); break;
  case 31: strftime(text, 3, none, &(struct tm){0}); break;
  case 32: strftime(text, 3, "%d", none); break;
  case 33: clock_gettime(CLOCK_REALTIME, none); break;
  case 34: gettimeofday(none, NULL); break;
  case 35: nanosleep(none, NULL); break;
  case 36: clock_nanosleep(CLOCK_MONOTONIC, 0, none, NULL); break;
  case 37: timespec_get(none, TIME_UTC); break;
  case 38: inet_aton(none, (struct in_addr *)(void *)text); break;
  case 39: inet_addr(none); break;
  case 40: inet_pton(AF_INET, none, text); break;
  case 41: inet_ntop(AF_INET, none, text, 64); break;
  case 42: inet_ntop(AF_INET, text, none, 64); break;
  case 43: getopt(2, none, "x"); break;
  case 44: getentropy(none, 3); break;
  case 46: posix_memalign(none, 16, 16); break;
  }
}
// SPDX-License-Identifier: Apache-2.0
