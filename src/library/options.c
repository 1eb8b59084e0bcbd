/* SPDX-License-Identifier: Apache-2.0 */
/* Options of the command line: getopt, getopt_long and getopt_long_only, as glibc has them:
 * operands are moved after the options, unless the list of options begins with '+'. */
#include "heddle.h"
#include "text.h"

#include <getopt.h>
#include <stddef.h>
#include <string.h>

struct stream;
extern struct stream *stderr;
void __heddle_discarded_fprintf(struct stream *stream, const char *format, ...);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *next;                          /* in the word of short options; NULL: none */
static int first_operand, behind_operands;  /* operands that were passed over */

enum { OPERAND = 1, ORDERED = '+', IN_PLACE = '-' };

struct request {
  int count;
  char **words;
  const char *letters; /* without what they begin with */
  char order;          /* '+', '-' or 0: operands are moved */
  int is_quiet, begins_with_colon;
  const struct option *names;
  int *which, also_short; /* getopt_long_only: names may follow one dash */
};

static int is_operand(const char *word) { return word[0] != '-' || word[1] == '\0'; }

/* Moves the options between the operands and optind before the operands. */
static void move_operands(char **words) {
  int count = optind - behind_operands;
  for (int i = 0; i < count; i++) {
    char *option = words[behind_operands + i];
    for (int k = behind_operands + i; k > first_operand + i; k--)
      words[k] = words[k - 1];
    words[first_operand + i] = option;
  }
  first_operand += count;
  behind_operands = optind;
}

static void pass_operands(struct request *request) {
  if (first_operand != behind_operands && behind_operands != optind)
    move_operands(request->words);
  else if (behind_operands != optind)
    first_operand = optind;
  while (optind < request->count && is_operand(request->words[optind]))
    optind++;
  behind_operands = optind;
}

/* Finds the next word with options; what getopt returns if there is none, else 0. */
static int find_word(struct request *request) {
  if (behind_operands > optind)
    behind_operands = optind;
  if (first_operand > optind)
    first_operand = optind;
  if (request->order == 0)
    pass_operands(request);
  if (optind < request->count && strcmp(request->words[optind], "--") == 0) {
    optind++;
    if (first_operand != behind_operands && behind_operands != optind)
      move_operands(request->words);
    else if (first_operand == behind_operands)
      first_operand = optind;
    behind_operands = request->count;
    optind = request->count;
  }
  if (optind >= request->count) {
    if (first_operand != behind_operands)
      optind = first_operand;
    return -1;
  }
  if (!is_operand(request->words[optind]))
    return 0;
  if (request->order == ORDERED)
    return -1;
  optarg = request->words[optind++];
  return OPERAND;
}

static int missing_argument(const struct request *request) {
  return request->begins_with_colon ? ':' : '?';
}

static int take_letter(struct request *request) {
  char letter = *next++;
  const char *found = letter == ':' || letter == ';' ? NULL : strchr(request->letters, letter);
  if (*next == '\0')
    optind++;
  if (found == NULL) {
    optopt = letter;
    if (!request->is_quiet)
      __heddle_discarded_fprintf(stderr, "%s: invalid option -- '%c'\n", request->words[0], letter);
    return '?';
  }
  if (found[1] != ':')
    return letter;
  char *rest = next;
  next = NULL;
  if (*rest != '\0') {
    optarg = rest;
    optind++;
  } else if (found[2] == ':') {
    optarg = NULL;
  } else if (optind >= request->count) {
    optopt = letter;
    if (!request->is_quiet)
      __heddle_discarded_fprintf(stderr, "%s: option requires an argument -- '%c'\n",
                                 request->words[0], letter);
    return missing_argument(request);
  } else {
    optarg = request->words[optind++];
  }
  return letter;
}

/* The option whose name is the first `length` characters of `text`, or begins with them if it is the
 * only one: its index; -1: none; -2: several. */
static int find_name(const struct option *names, const char *text, size_t length) {
  int found = -1;
  for (int i = 0; names[i].name != NULL; i++) {
    if (strncmp(names[i].name, text, length) != 0)
      continue;
    if (__library_string_length(names[i].name) == length)
      return i;
    if (found == -1)
      found = i;
    else if (names[found].has_arg != names[i].has_arg || names[found].flag != names[i].flag ||
             names[found].val != names[i].val)
      found = -2;
  }
  return found;
}

static int refuse(const struct request *request, const char *problem, const char *word, int value) {
  optopt = value;
  if (!request->is_quiet)
    __heddle_discarded_fprintf(stderr, "%s: %s '%s'\n", request->words[0], problem, word);
  return '?';
}

/* A long option in the word at optind, after its dashes. */
static int take_name(struct request *request, char *text) {
  size_t length = 0;
  const char *word = request->words[optind];
  while (text[length] != '\0' && text[length] != '=')
    length++;
  int index = find_name(request->names, text, length);
  optind++;
  next = NULL;
  if (index < 0)
    return refuse(request, index == -1 ? "unrecognized option" : "ambiguous option", word, 0);
  const struct option *option = &request->names[index];
  if (text[length] == '=') {
    if (option->has_arg == no_argument)
      return refuse(request, "no argument is allowed for option", word, option->val);
    optarg = text + length + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= request->count) {
      refuse(request, "an argument is required for option", word, option->val);
      return missing_argument(request);
    }
    optarg = request->words[optind++];
  }
  if (request->which != NULL)
    *request->which = index;
  if (option->flag == NULL)
    return option->val;
  *option->flag = option->val;
  return 0;
}

static int is_name_with_one_dash(const struct request *request, const char *word) {
  size_t length = 1;
  if (!request->also_short)
    return 0;
  while (word[length] != '\0' && word[length] != '=')
    length++;
  return (word[2] != '\0' || strchr(request->letters, word[1]) == NULL) &&
         (find_name(request->names, word + 1, length - 1) != -1 ||
          strchr(request->letters, word[1]) == NULL);
}

static int next_option(struct request *request, const char *letters) {
  if (*letters == ORDERED || *letters == IN_PLACE)
    request->order = *letters++;
  request->begins_with_colon = *letters == ':';
  request->letters = letters;
  request->is_quiet = !opterr || request->begins_with_colon;
  optarg = NULL;
  if (optind == 0) { /* begin anew */
    optind = 1;
    next = NULL;
    first_operand = behind_operands = 1;
  } else if (behind_operands == 0) {
    first_operand = behind_operands = optind;
  }
  if (next == NULL || *next == '\0') {
    int result = find_word(request);
    if (result != 0)
      return result;
    char *word = request->words[optind];
    if (request->names != NULL && word[1] == '-')
      return take_name(request, word + 2);
    if (request->names != NULL && is_name_with_one_dash(request, word))
      return take_name(request, word + 1);
    next = word + 1;
  }
  return take_letter(request);
}

int getopt(int count, char *const *words, const char *letters) {
  struct request request = {.count = count, .words = (char **)words};
  return next_option(&request, letters);
}

int getopt_long(int count, char *const *words, const char *letters, const struct option *names,
                int *which) {
  struct request request = {
      .count = count, .words = (char **)words, .names = names, .which = which};
  return next_option(&request, letters);
}

int getopt_long_only(int count, char *const *words, const char *letters, const struct option *names,
                     int *which) {
  struct request request = {.count = count,
                            .words = (char **)words,
                            .names = names,
                            .which = which,
                            .also_short = 1};
  return next_option(&request, letters);
}
