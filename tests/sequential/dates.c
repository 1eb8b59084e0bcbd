/* Dates and their texts. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void show(long long seconds) {
  time_t time = (time_t)seconds;
  struct tm date;
  char text[200];
  if (!gmtime_r(&time, &date)) {
    puts("none");
    return;
  }
  printf("%d %d %d %d %d %d %d %d\n", date.tm_year, date.tm_mon, date.tm_mday, date.tm_hour,
         date.tm_min, date.tm_sec, date.tm_wday, date.tm_yday);
  strftime(text, sizeof text, "%a %A %b %B %c|%C %d %D %e|%F %g %G %h %H|%I %j %k %l %m %M %n", &date);
  puts(text);
  strftime(text, sizeof text, "%p %P %r %R %S %t %T %u %U|%V %w %W %x %X %y %Y %Z %z %% %Ey %Od",
           &date);
  puts(text);
  fputs(asctime(&date), stdout);
  printf("%lld\n", (long long)timegm(&date));
}

int main(void) {
  static const long long times[] = {0,          1,          -1,         951782400, 951868799,
                                    1709210096, 1735603200, 1230768000, -86400,    2147483647,
                                    -2147483647, 1483228799, 1104537600};
  for (unsigned i = 0; i < sizeof times / sizeof *times; i++)
    show(times[i]);
  struct tm odd = {.tm_year = 100, .tm_mon = 14, .tm_mday = -3, .tm_hour = 25, .tm_sec = -1};
  printf("%lld", (long long)timegm(&odd));
  printf(" %d %d %d %d\n", odd.tm_year, odd.tm_mon, odd.tm_mday, odd.tm_hour);
  unsigned seed = 42;
  printf("%d %d %u\n", rand_r(&seed), rand_r(&seed), seed);
  srand48(42);
  printf("%ld %ld %f\n", lrand48(), mrand48(), drand48());
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
