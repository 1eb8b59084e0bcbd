/* Dates. A calendar time becomes some date: which one is not computed. */
#include "heddle.h"

#include <stddef.h>
#include <time.h>

static int any_below(unsigned limit) { return (int)(__heddle_nondet_u32() % limit); }

static struct tm *any_date(struct tm *date) {
  *date = (struct tm){.tm_sec = any_below(60),
                      .tm_min = any_below(60),
                      .tm_hour = any_below(24),
                      .tm_mday = any_below(31) + 1,
                      .tm_mon = any_below(12),
                      .tm_year = any_below(1100),
                      .tm_wday = any_below(7),
                      .tm_yday = any_below(366)};
  return date;
}

/* One record for all threads, as in C: who uses it without a lock races. */
static struct tm shared_date;

struct tm *localtime(const time_t *time) {
  (void)*(const volatile time_t *)time;
  return any_date(&shared_date);
}

struct tm *gmtime(const time_t *time) {
  return localtime(time);
}

struct tm *localtime_r(const time_t *time, struct tm *date) {
  (void)*(const volatile time_t *)time;
  return any_date(date);
}

struct tm *gmtime_r(const time_t *time, struct tm *date) {
  return localtime_r(time, date);
}

time_t mktime(struct tm *date) {
  date->tm_wday = any_below(7);
  date->tm_yday = any_below(366);
  return (time_t)(__heddle_nondet_u32() & __INT_MAX__);
}

/* Letters and digits, as many as fit. */
static size_t any_text(char *text, size_t size) {
  if (size == 0)
    return 0;
  size_t length = __heddle_nondet_u32() % size;
  for (size_t i = 0; i < length; i++)
    text[i] = (char)('0' + any_below(10));
  text[length] = '\0';
  return length;
}

size_t strftime(char *text, size_t size, const char *format, const struct tm *date) {
  (void)format;
  (void)*(const volatile int *)&date->tm_sec;
  return any_text(text, size);
}

char *asctime_r(const struct tm *date, char *text) {
  (void)*(const volatile int *)&date->tm_sec;
  for (int i = 0; i < 24; i++)
    text[i] = (char)('0' + any_below(10));
  text[24] = '\n';
  text[25] = '\0';
  return text;
}

static char shared_text[26];

char *asctime(const struct tm *date) { return asctime_r(date, shared_text); }

char *ctime_r(const time_t *time, char *text) {
  struct tm date;
  return asctime_r(localtime_r(time, &date), text);
}

char *ctime(const time_t *time) { return ctime_r(time, shared_text); }
