/* SPDX-License-Identifier: Apache-2.0 */
/* Prints messages, and keeps them for the documents. */
#include "cli/say.h"

#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "report/diagnostics.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

void say_assumption(struct account *account, const struct options *options, const char *clause) {
  enum diagnostics_format format;
  struct text sentence = {0};
  text_format(&sentence, "assuming that %s", clause);
  if (!options->quiet && options_find_format(options, &format) && format == DIAGNOSTICS_GITHUB)
    print_note(options, NOTE_ASSUMPTION, text_get(&sentence));
  else if (!options->quiet)
    fprintf(stderr, "heddle: %s\n", text_get(&sentence));
  if (account)
    account_add_note(account, NOTE_ASSUMPTION, "program", text_get(&sentence));
  text_release(&sentence);
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

int say_false(struct account *account, const char *text, const char *reason) {
  fputs(text, stdout);
  if (account)
    account_set_verdict(account, "FALSE", reason, EXIT_FALSE);
  return EXIT_FALSE;
}
