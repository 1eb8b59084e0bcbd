/* Library functions called without a header: the compiler knows their types. */
struct node {
  struct node *next;
  int value;
};

main() {
  struct node *list = 0;
  int i, sum = 0;
  char buffer[16], *found;
  for (i = 0; i < 5; i++) {
    struct node *node = malloc(sizeof(struct node));
    node->next = list;
    node->value = i * i;
    list = node;
  }
  while (list) {
    struct node *next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  printf("%d\n", sum);
  memset(buffer, 0, sizeof buffer);
  memcpy(buffer, "implicit", 8);
  found = strchr(buffer, 'l');
  printf("%s %d %d\n", found, (int)strlen(buffer), abs(-3));
  found = alloca(4);
  strcpy(found, "abc");
  printf("%s %g\n", found, fabs(-2.5));
  found = strcat(strcpy(calloc(10, 1), "x"), "y");
  puts(found);
  free(found);
  if (sum < 0)
    abort();
  exit(sum);
}
// SPDX-License-Identifier: Apache-2.0
