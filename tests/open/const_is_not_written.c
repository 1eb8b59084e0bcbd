// expect: TRUE
#include <assert.h>

struct request {
  int number;
  const int *answer;
};
void submit(const struct request *request);

int main(void) {
  int answer = 1;
  struct request request = {2, &answer};
  submit(&request);
  assert(request.number == 2 && request.answer == &answer && answer == 1);
}
// SPDX-License-Identifier: Apache-2.0
