// expect: FALSE(reach)
/* The request itself is constant, what it leads to is not. */
#include <assert.h>

struct request {
  int *answer;
};
void submit(const struct request *request);

int main(void) {
  int answer = 1;
  struct request request = {&answer};
  submit(&request);
  assert(answer == 1);
}
// SPDX-License-Identifier: Apache-2.0
