/* SPDX-License-Identifier: Apache-2.0 */
/* Dates, computed as the proleptic Gregorian calendar has it. The local time zone is taken to be UTC,
 * which the user is told. Days are counted from the first of March of the year 0, so that the leap
 * day is the last of its year. */
#include "errors.h"
#include "heddle.h"

#include <stddef.h>
#include <time.h>

enum {
  DAY = 86400,
  DAYS_OF_400_YEARS = 146097,
  DAYS_UNTIL_1970 = 719468, /* from 1 March of the year 0 */
};

/* Times are often arbitrary: no branches, small numbers, and remainders, whose range is plain to see,
 * make that cheap. */

/* Month and day of the day; returns the year. From C. Neri and L. Schneider, "Euclidean affine
 * functions and their application to calendar algorithms", 2023. */
static unsigned set_day(struct tm *date, unsigned day) {
  unsigned by_century = 4 * day + 3, century = by_century / DAYS_OF_400_YEARS;
  unsigned in_century = by_century % DAYS_OF_400_YEARS / 4;
  unsigned long long by_year = 2939745ull * (4 * in_century + 3);
  unsigned year = 100 * century + (unsigned)(by_year >> 32);
  unsigned in_year = (unsigned)by_year / 2939745 / 4;
  unsigned by_month = 2141 * in_year + 197913;
  unsigned is_late = in_year >= 306; /* January or February of the next year */
  unsigned is_leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));
  date->tm_mday = (int)(by_month % 65536 / 2141) + 1;
  date->tm_mon = (int)((by_month / 65536 - 1) % 12);
  date->tm_yday = (int)(in_year + 59 + is_leap - is_late * (365 + is_leap));
  return year + is_late;
}

static void set_second(struct tm *date, unsigned second) {
  date->tm_hour = (int)(second / 3600);
  date->tm_min = (int)(second / 60 % 60);
  date->tm_sec = (int)(second % 60);
}

/* Before the year 4147, which is what clocks show. A day has 675 times 128 seconds. */
static void set_usual(struct tm *date, unsigned long long time) {
  unsigned parts = (unsigned)(time >> 7), days = parts / 675;
  set_second(date, parts % 675 * 128 + (unsigned)(time & 127));
  date->tm_year = (int)set_day(date, days + DAYS_UNTIL_1970) - 1900;
  date->tm_wday = (int)((days + 4) % 7);
}

/* False if the year is no int. */
static int set_unusual(struct tm *date, long long time) {
  long long days = time / DAY - (time % DAY < 0), since = days + DAYS_UNTIL_1970;
  long long period = since / DAYS_OF_400_YEARS - (since % DAYS_OF_400_YEARS < 0);
  set_second(date, (unsigned)(time - days * DAY));
  long long year = period * 400 - 1900 + set_day(date, (unsigned)(since - period * DAYS_OF_400_YEARS));
  date->tm_year = (int)year;
  date->tm_wday = (int)(((days + 4) % 7 + 7) % 7);
  return date->tm_year == year;
}

static struct tm *set_date(struct tm *date, long long time, const char *zone) {
  struct tm result = {.tm_zone = zone};
  if ((unsigned long long)time >> 36 == 0)
    set_usual(&result, (unsigned long long)time);
  else if (!set_unusual(&result, time)) {
    *__errno_location() = ERROR_OVERFLOW;
    return NULL;
  }
  *date = result;
  return date;
}

struct tm *gmtime_r(const time_t *time, struct tm *date) { return set_date(date, *time, "GMT"); }

struct tm *localtime_r(const time_t *time, struct tm *date) {
  __heddle_suppose("the time zone is UTC");
  return set_date(date, *time, "UTC");
}

/* One record for all threads, as in C: uses without a lock race. */
static struct tm shared_date;

struct tm *localtime(const time_t *time) { return localtime_r(time, &shared_date); }

struct tm *gmtime(const time_t *time) { return gmtime_r(time, &shared_date); }

/* Fields may be out of their range; the others are set anew. */
static time_t from_date(struct tm *date, const char *zone) {
  long long month = date->tm_mon, year = date->tm_year + 1900LL + month / 12;
  month %= 12;
  if (month < 0) {
    month += 12;
    year--;
  }
  long long shifted = month >= 2 ? year : year - 1; /* years that begin in March */
  long long era = (shifted >= 0 ? shifted : shifted - 399) / 400, in_era = shifted - era * 400;
  long long in_year = (153 * (month >= 2 ? month - 2 : month + 10) + 2) / 5;
  long long days = era * DAYS_OF_400_YEARS + in_era * 365 + in_era / 4 - in_era / 100 + in_year -
                   DAYS_UNTIL_1970 + date->tm_mday - 1;
  long long time = days * DAY + date->tm_hour * 3600LL + date->tm_min * 60LL + date->tm_sec;
  if ((time_t)time != time || !set_date(date, time, zone)) {
    *__errno_location() = ERROR_OVERFLOW;
    return -1;
  }
  return (time_t)time;
}

time_t timegm(struct tm *date) { return from_date(date, "GMT"); }

time_t mktime(struct tm *date) {
  __heddle_suppose("the time zone is UTC");
  return from_date(date, "UTC");
}

time_t timelocal(struct tm *date) { return mktime(date); }

static char utc[] = "UTC";
char *tzname[2] = {utc, utc};
long timezone;
int daylight;

void tzset(void) { __heddle_suppose("the time zone is UTC"); }
