/* Options of the command line. */
#include "heddle.h"
#include "text.h"

#include <stddef.h>

char *optarg;
int optind = 1, opterr = 1, optopt;

static int next; /* in the word at optind */

static const char *find_option(const char *options, int c) {
  for (; *options != '\0'; options++)
    if (*options == c && c != ':')
      return options;
  return NULL;
}

static int take_argument(int count, char *const *words, const char *rest, int missing) {
  optind++;
  next = 0;
  if (*rest != '\0')
    optarg = (char *)rest;
  else if (optind < count)
    optarg = words[optind++];
  else
    return missing;
  return 0;
}

/* Operands are where the options end: none is moved behind them. */
int getopt(int count, char *const *words, const char *options) {
  int missing = *options == ':' ? ':' : '?';
  optarg = NULL;
  if (next == 0) {
    if (optind >= count || words[optind][0] != '-' || words[optind][1] == '\0')
      return -1;
    if (words[optind][1] == '-' && words[optind][2] == '\0') {
      optind++;
      return -1;
    }
    next = 1;
  }
  const char *rest = words[optind] + next + 1;
  int c = words[optind][next++];
  const char *found = find_option(options, c);
  if (found != NULL && found[1] == ':' && take_argument(count, words, rest, missing)) {
    optopt = c;
    return missing;
  }
  if ((found == NULL || found[1] != ':') && *rest == '\0') {
    optind++;
    next = 0;
  }
  if (found == NULL)
    optopt = c;
  return found == NULL ? '?' : c;
}
