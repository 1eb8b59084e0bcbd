// expect: TRUE
// properties: reach,memory
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void) {
  time_t time = 1709210096; /* 2024-02-29 12:34:56 */
  struct tm date;
  char text[64];
  assert(localtime_r(&time, &date) == &date);
  assert(date.tm_year == 124 && date.tm_mon == 1 && date.tm_mday == 29 && date.tm_wday == 4);
  assert(mktime(&date) == time);
  assert(strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &date) == 19);
  assert(!strcmp(text, "2024-02-29T12:34:56"));
  assert(strftime(text, 5, "%Y-%m-%d", &date) == 0);
  assert(!strcmp(asctime(&date), "Thu Feb 29 12:34:56 2024\n"));
}
// SPDX-License-Identifier: Apache-2.0
