// expect: TRUE
/* A function that is called back does not get NULL. */
struct event {
  int kind;
  void *source;
};
static void on_event(struct event *event) { event->kind = 1; }
void subscribe(void (*callback)(struct event *event));

int main(void) { subscribe(on_event); }
// SPDX-License-Identifier: Apache-2.0
