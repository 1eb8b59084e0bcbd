// expect: TRUE
// properties: reach,memory
// engines: explicit
#include <assert.h>
#include <time.h>
int main(void) {
  time_t now = time(NULL);
  struct tm *date = gmtime(&now);
  assert(date->tm_mon >= 0 && date->tm_mon < 12);
}
// SPDX-License-Identifier: Apache-2.0
