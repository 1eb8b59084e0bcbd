// expect: UNKNOWN(use of memory that an undefined function returned at tests/open/entry_follows_too_far.c:12)
// properties: reach,memory
// options: --entry third
// engines: reference auto
/* Objects are made one level deep; what lies deeper is not known. */
struct node {
  int value;
  struct node *next;
};

int third(const struct node *node) {
  return node->next && node->next->next ? node->next->next->value : 0;
}
// SPDX-License-Identifier: Apache-2.0
