/* SPDX-License-Identifier: Apache-2.0 */
/* There is one locale, "C". */
#include <stddef.h>

char *setlocale(int category, const char *name) {
  static char c[] = "C";
  (void)category;
  int is_known = name == NULL || name[0] == '\0' || ((name[0] == 'C' && name[1] == '\0')) ||
                 (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' &&
                  name[4] == 'X' && name[5] == '\0');
  return is_known ? c : NULL;
}
