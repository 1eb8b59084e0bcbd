// expect: FALSE(reach)
// properties: reach
#include <assert.h>

struct event {
  int kind;
};
static struct event *last;
static void on_event(struct event *event) {
  assert(event != last);
  last = event;
}
void subscribe(void (*callback)(struct event *event));

int main(void) { subscribe(on_event); }
// SPDX-License-Identifier: Apache-2.0
