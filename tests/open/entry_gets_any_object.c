// expect: FALSE(reach)
// options: --entry handle
#include <assert.h>

struct request {
  int kind, length;
};

int handle(const struct request *request) {
  assert(request->kind != 7 || request->length != 9);
  return request->kind;
}
// SPDX-License-Identifier: Apache-2.0
