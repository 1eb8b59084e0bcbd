/* getopt_long with operands between the options. */
#include <getopt.h>
#include <stdio.h>

static void parse(int count, char **words, const char *letters) {
  static int flag;
  static const struct option names[] = {{"all", no_argument, NULL, 'a'},
                                        {"amount", required_argument, NULL, 'm'},
                                        {"flag", no_argument, &flag, 9},
                                        {"maybe", optional_argument, NULL, 'y'},
                                        {0}};
  int c, which = -1;
  optind = 0;
  opterr = 0;
  flag = 0;
  while ((c = getopt_long(count, words, letters, names, &which)) != -1)
    printf("%d %s %d %d %d\n", c, optarg ? optarg : "-", which, optind, flag);
  printf("%d:", optind);
  for (int i = 0; i < count; i++)
    printf(" %s", words[i]);
  puts("");
}

int main(void) {
  char *first[] = {"p", "one", "--all", "two", "--am=3", "-x", "--flag", "three", "--maybe=1", NULL};
  char *second[] = {"p", "-a", "one", "--amount", "7", "--", "-a", "two", NULL};
  char *third[] = {"p", "-abq1", "-q", "2", "-r", "-rz", "--a", "--amount", NULL};
  parse(9, first, "ax");
  parse(8, second, "a");
  parse(8, third, "abq:r::");
  char *fourth[] = {"p", "-a", "one", "-b", NULL};
  parse(4, fourth, "+ab");
  char *fifth[] = {"p", "-a", "one", "-b", NULL};
  parse(4, fifth, "-ab");
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
