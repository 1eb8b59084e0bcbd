/* SPDX-License-Identifier: Apache-2.0 */
/* Dates as text, in the locale "C": strftime, asctime and their relatives. */
#include "heddle.h"

#include <stddef.h>
#include <time.h>

struct place {
  char *text;
  size_t size, used;
};

static const char *const weekdays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                       "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January",   "February", "March",    "April",
                                     "May",       "June",     "July",     "August",
                                     "September", "October",  "November", "December"};

static const char short_weekdays[] = "SunMonTueWedThuFriSat";
static const char short_months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

static const char *name_of(const char *const *names, int count, int which) {
  return which >= 0 && which < count ? names[which] : "?";
}

static void add_character(struct place *place, char c) {
  if (place->used < place->size)
    place->text[place->used] = c;
  place->used++;
}

static void add_short_name(struct place *place, const char *names, int count, int which,
                           const char *otherwise) {
  const char *name = which >= 0 && which < count ? names + 3 * which : otherwise;
  for (int i = 0; i < 3 && name[i] != '\0'; i++)
    add_character(place, name[i]);
}

/* At most `most` characters of a text. */
static void add_text(struct place *place, const char *text, int most) {
  for (int i = 0; i < most && text[i] != '\0'; i++)
    add_character(place, text[i]);
}

static void add_digit(struct place *place, unsigned digit) {
  add_character(place, (char)('0' + digit));
}

/* The usual cases are without branches on the number, which may be arbitrary. */
static void add_number(struct place *place, long long number, int width, char padding) {
  if (width == 2 && padding == '0' && (unsigned long long)number < 100) {
    add_digit(place, (unsigned)number / 10);
    add_digit(place, (unsigned)number % 10);
    return;
  }
  if ((unsigned long long)number - 1000 < 9000) {
    unsigned high = (unsigned)number / 100, low = (unsigned)number % 100;
    add_digit(place, high / 10);
    add_digit(place, high % 10);
    add_digit(place, low / 10);
    add_digit(place, low % 10);
    return;
  }
  char digits[24];
  int count = 0, is_negative = number < 0;
  unsigned long long rest =
      is_negative ? 0 - (unsigned long long)number : (unsigned long long)number;
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  if (is_negative)
    add_character(place, '-');
  for (int i = count + is_negative; i < width; i++)
    add_character(place, padding);
  while (count > 0)
    add_character(place, digits[--count]);
}

static int is_leap(long long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* ISO 8601: weeks begin on Monday, and the first has the year's first Thursday. */
static int iso_week(const struct tm *date, long long *year) {
  int from_monday = (date->tm_wday + 6) % 7;
  int week = (date->tm_yday - from_monday + 10) / 7;
  *year = date->tm_year + 1900LL;
  if (week < 1) {
    int days_before = is_leap(*year - 1) ? 366 : 365;
    --*year;
    return (date->tm_yday + days_before - from_monday + 10) / 7;
  }
  int days = is_leap(*year) ? 366 : 365;
  if (week == 53 && date->tm_yday - from_monday + 3 >= days) {
    ++*year;
    return 1;
  }
  return week;
}

static void add_all(struct place *place, const char *format, const struct tm *date);

static int hour_of_twelve(const struct tm *date) {
  return date->tm_hour % 12 == 0 ? 12 : date->tm_hour % 12;
}

/* Conversions that stand for others. */
static const char *expand(char conversion) {
  switch (conversion) {
  case 'c':
    return "%a %b %e %H:%M:%S %Y";
  case 'D':
  case 'x':
    return "%m/%d/%y";
  case 'F':
    return "%Y-%m-%d";
  case 'R':
    return "%H:%M";
  case 'r':
    return "%I:%M:%S %p";
  case 'T':
  case 'X':
    return "%H:%M:%S";
  default:
    return NULL;
  }
}

static int add_name(struct place *place, char conversion, const struct tm *date) {
  switch (conversion) {
  case 'a':
    add_short_name(place, short_weekdays, 7, date->tm_wday, "?");
    return 1;
  case 'A':
    add_text(place, name_of(weekdays, 7, date->tm_wday), 16);
    return 1;
  case 'b':
  case 'h':
    add_short_name(place, short_months, 12, date->tm_mon, "?");
    return 1;
  case 'B':
    add_text(place, name_of(months, 12, date->tm_mon), 16);
    return 1;
  case 'p':
    add_text(place, date->tm_hour < 12 ? "AM" : "PM", 2);
    return 1;
  case 'P':
    add_text(place, date->tm_hour < 12 ? "am" : "pm", 2);
    return 1;
  case 'z':
    add_text(place, "+0000", 5);
    return 1;
  case 'Z':
    add_text(place, date->tm_zone != NULL ? date->tm_zone : "", 64);
    return 1;
  case 'n':
    add_character(place, '\n');
    return 1;
  case 't':
    add_character(place, '\t');
    return 1;
  case '%':
    add_character(place, '%');
    return 1;
  default:
    return 0;
  }
}

static void add_week(struct place *place, char conversion, const struct tm *date) {
  long long year;
  int week = iso_week(date, &year);
  if (conversion == 'V')
    add_number(place, week, 2, '0');
  else if (conversion == 'G')
    add_number(place, year, 1, '0');
  else
    add_number(place, (year % 100 + 100) % 100, 2, '0');
}

static long long epoch_of(const struct tm *date) {
  struct tm copy = *date;
  return mktime(&copy);
}

static void add_field(struct place *place, char conversion, const struct tm *date) {
  long long year = date->tm_year + 1900LL;
  switch (conversion) {
  case 'Y':
    add_number(place, year, 1, '0');
    break;
  case 'C':
    add_number(place, (year - (year % 100 + 100) % 100) / 100, 2, '0');
    break;
  case 'y':
    add_number(place, (year % 100 + 100) % 100, 2, '0');
    break;
  case 'm':
    add_number(place, date->tm_mon + 1, 2, '0');
    break;
  case 'd':
    add_number(place, date->tm_mday, 2, '0');
    break;
  case 'e':
    add_number(place, date->tm_mday, 2, ' ');
    break;
  case 'H':
    add_number(place, date->tm_hour, 2, '0');
    break;
  case 'k':
    add_number(place, date->tm_hour, 2, ' ');
    break;
  case 'I':
    add_number(place, hour_of_twelve(date), 2, '0');
    break;
  case 'l':
    add_number(place, hour_of_twelve(date), 2, ' ');
    break;
  case 'M':
    add_number(place, date->tm_min, 2, '0');
    break;
  case 'S':
    add_number(place, date->tm_sec, 2, '0');
    break;
  case 'j':
    add_number(place, date->tm_yday + 1, 3, '0');
    break;
  case 'u':
    add_number(place, date->tm_wday == 0 ? 7 : date->tm_wday, 1, '0');
    break;
  case 'w':
    add_number(place, date->tm_wday, 1, '0');
    break;
  case 'U':
    add_number(place, (date->tm_yday - date->tm_wday + 7) / 7, 2, '0');
    break;
  case 'W':
    add_number(place, (date->tm_yday - (date->tm_wday + 6) % 7 + 7) / 7, 2, '0');
    break;
  case 's':
    add_number(place, epoch_of(date), 1, '0');
    break;
  default:
    __heddle_unsupported("strftime with this conversion");
  }
}

static void add_conversion(struct place *place, char conversion, const struct tm *date) {
  const char *longer = expand(conversion);
  if (longer != NULL)
    add_all(place, longer, date);
  else if (conversion == 'V' || conversion == 'G' || conversion == 'g')
    add_week(place, conversion, date);
  else if (!add_name(place, conversion, date))
    add_field(place, conversion, date);
}

/* The modifiers E and O change nothing in this locale. */
static void add_all(struct place *place, const char *format, const struct tm *date) {
  for (; *format != '\0'; format++) {
    if (*format != '%') {
      add_character(place, *format);
      continue;
    }
    format++;
    if (*format == 'E' || *format == 'O')
      format++;
    add_conversion(place, *format, date);
    if (*format == '\0')
      break;
  }
}

size_t strftime(char *text, size_t size, const char *format, const struct tm *date) {
  struct place place = {text, size, 0};
  add_all(&place, format, date);
  if (place.used >= size)
    return 0;
  text[place.used] = '\0';
  return place.used;
}

static char *add_date(struct place *place, const struct tm *date) {
  add_short_name(place, short_weekdays, 7, date->tm_wday, "???");
  add_character(place, ' ');
  add_short_name(place, short_months, 12, date->tm_mon, "???");
  add_number(place, date->tm_mday, 3, ' ');
  add_character(place, ' ');
  add_number(place, date->tm_hour, 2, '0');
  add_character(place, ':');
  add_number(place, date->tm_min, 2, '0');
  add_character(place, ':');
  add_number(place, date->tm_sec, 2, '0');
  add_character(place, ' ');
  add_number(place, date->tm_year + 1900LL, 1, '0');
  add_text(place, "\n", 1);
  if (place->used >= place->size) /* C leaves a year of more than four digits undefined */
    __heddle_error("memory", "asctime of a date that does not fit into 26 characters");
  else
    place->text[place->used] = '\0';
  return place->text;
}

char *asctime_r(const struct tm *date, char *text) {
  struct place place = {text, 26, 0};
  return add_date(&place, date);
}

static char shared_text[26];

char *asctime(const struct tm *date) { return asctime_r(date, shared_text); }

char *ctime_r(const time_t *time, char *text) {
  struct tm date;
  return asctime_r(localtime_r(time, &date), text);
}

char *ctime(const time_t *time) { return ctime_r(time, shared_text); }
