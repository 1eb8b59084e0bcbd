/* SPDX-License-Identifier: Apache-2.0 */
/* Prints messages, and keeps them for the documents. */
#include "cli/say.h"

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "report/diagnostics.h"
#include "report/overview.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void print_note(const struct options *options, enum note_kind kind, const char *sentence) {
  struct text line = {0};
  enum diagnostics_format format;
  if (options_find_format(options, &format))
    diagnostics_print_note(&line, format, kind, sentence);
  else
    text_format(&line, "%s%s\n", kind == NOTE_WARNING ? "Warning: " : "", sentence);
  fputs(text_get(&line), stdout);
  text_release(&line);
}

void say_note(struct account *account, const struct options *options, enum note_kind kind,
              const char *id, const char *format, ...) {
  char sentence[1024];
  va_list list;
  va_start(list, format);
  vsnprintf(sentence, sizeof sentence, format, list);
  va_end(list);
  if (!options->quiet)
    print_note(options, kind, sentence);
  if (account)
    account_add_note(account, kind, id, sentence);
}

enum { WIDTH = 100 };         /* where there is no terminal */
enum { MOST_UNDEFINED = 10 }; /* functions and variables that are named without -v */

static void say_assumption(struct account *account, const struct options *options,
                           const char *clause, bool is_shown) {
  enum diagnostics_format format;
  struct text sentence = {0};
  text_format(&sentence, "assuming that %s", clause);
  is_shown &= !options->quiet;
  if (is_shown && options_find_format(options, &format) && format == DIAGNOSTICS_GITHUB)
    print_note(options, NOTE_ASSUMPTION, text_get(&sentence));
  else if (is_shown)
    fprintf(stderr, "heddle: %s\n", text_get(&sentence));
  if (account)
    account_add_note(account, NOTE_ASSUMPTION, "program", text_get(&sentence));
  text_release(&sentence);
}

/* The name in "the undefined function NAME …", and its length; NULL: the clause is about something
 * else. */
static const char *find_undefined(const char *clause, size_t *length) {
  static const char *const starts[] = {"the undefined function ", "the undefined variable "};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (strncmp(clause, starts[i], strlen(starts[i])) == 0) {
      clause += strlen(starts[i]);
      *length = strcspn(clause, " ,");
      return clause;
    }
  return NULL;
}

/* Of the clauses about one name, the longest says most. */
static bool says_most(const char *const *clauses, size_t count, size_t index) {
  size_t length, other_length, own = strlen(clauses[index]);
  const char *name = find_undefined(clauses[index], &length);
  for (size_t i = 0; name && i < count; i++) {
    const char *other = find_undefined(clauses[i], &other_length);
    size_t all = strlen(clauses[i]);
    if (other && other_length == length && memcmp(other, name, length) == 0 &&
        (all > own || (all == own && i < index)))
      return false;
  }
  return true;
}

void say_assumptions(struct account *account, const struct options *options,
                     const char *const *clauses, size_t count) {
  size_t undefined = 0, length;
  for (size_t i = 0; i < count; i++) {
    bool is_first = says_most(clauses, count, i);
    undefined += is_first && find_undefined(clauses[i], &length);
    say_assumption(account, options, clauses[i],
                   options->verbose || (is_first && (undefined <= MOST_UNDEFINED ||
                                                     !find_undefined(clauses[i], &length))));
  }
  if (undefined > MOST_UNDEFINED && !options->quiet && !options->verbose)
    fprintf(stderr, "heddle: %zu more functions and variables are undefined (-v names them)\n",
            undefined - MOST_UNDEFINED);
}

int say_true(struct account *account, int code) {
  puts("TRUE");
  if (account)
    account_set_verdict(account, "TRUE", NULL, code);
  return code;
}

int say_unknown(struct account *account, const struct options *options, const char *reason) {
  enum diagnostics_format format;
  reason = *reason ? reason : "no reason given";
  if (!options->quiet && options_find_format(options, &format)) {
    struct text line = {0};
    text_format(&line, "not decided: %s", reason);
    print_note(options, NOTE_WARNING, text_get(&line));
    text_release(&line);
  }
  printf("UNKNOWN(%s)\n", reason);
  if (account)
    account_set_verdict(account, "UNKNOWN", reason, EXIT_UNKNOWN);
  return EXIT_UNKNOWN;
}

int say_open(struct account *account, property_set open, const char *reason) {
  struct text names = {0};
  overview_print_open(&names, open, 0);
  printf("UNKNOWN(%s)\n", text_get(&names));
  text_release(&names);
  if (account)
    account_set_verdict(account, "UNKNOWN", *reason ? reason : "no reason given", EXIT_UNKNOWN);
  return EXIT_UNKNOWN;
}

size_t say_width(FILE *out) {
  const char *columns = getenv("COLUMNS");
  struct winsize size = {0};
  long wanted = columns ? strtol(columns, NULL, 10) : 0;
  if (isatty(fileno(out)) == 1 && ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return wanted > 0 && wanted < 10000 ? (size_t)wanted : WIDTH;
}

int say_false(struct account *account, const char *text, const char *reason) {
  fputs(text, stdout);
  if (account)
    account_set_verdict(account, "FALSE", reason, EXIT_FALSE);
  return EXIT_FALSE;
}
