// expect: TRUE
// properties: reach
#include <assert.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char *words[] = {"program", "-vn", "3", "-x", "--", "file", NULL};
  assert(getopt(6, words, "vn:") == 'v');
  assert(getopt(6, words, "vn:") == 'n' && !strcmp(optarg, "3"));
  assert(getopt(6, words, "vn:") == '?' && optopt == 'x');
  assert(getopt(6, words, "vn:") == -1 && optind == 5);
}
// SPDX-License-Identifier: Apache-2.0
