// expect: TRUE
// properties: reach,memory
#include <assert.h>
#include <getopt.h>
#include <string.h>
int main(void) {
  int flags[3] = {0}, which = -1; // a single int could be part of an address that is copied
  struct option names[] = {{"verbose", no_argument, &flags[1], 5},
                           {"name", required_argument, NULL, 'n'},
                           {"level", optional_argument, NULL, 'l'},
                           {0}};
  char *words[] = {"program", "--verb", "operand", "--name=x", "-ny", "--level", "--what", "-l3",
                   "--",      "last",   NULL};
  assert(getopt_long(10, words, "n:l::", names, &which) == 0 && flags[1] == 5 && which == 0);
  assert(getopt_long(10, words, "n:l::", names, &which) == 'n' && !strcmp(optarg, "x"));
  assert(getopt_long(10, words, "n:l::", names, &which) == 'n' && !strcmp(optarg, "y"));
  assert(getopt_long(10, words, "n:l::", names, &which) == 'l' && !optarg);
  assert(getopt_long(10, words, "n:l::", names, &which) == '?');
  assert(getopt_long(10, words, "n:l::", names, &which) == 'l' && !strcmp(optarg, "3"));
  assert(getopt_long(10, words, "n:l::", names, &which) == -1);
  assert(optind == 8 && !strcmp(words[8], "operand") && !strcmp(words[9], "last"));
}
// SPDX-License-Identifier: Apache-2.0
