// expect: TRUE
// options: --entry handle
/* It is not NULL, and so is not what it leads to, or it is NULL. */
#include <assert.h>

struct request {
  int kind, length;
  struct request *next;
};

int handle(struct request *request) {
  request->kind = 1;
  if (request->next)
    request->next->length = 2;
  assert(request->kind == 1);
  return request->length;
}
// SPDX-License-Identifier: Apache-2.0
