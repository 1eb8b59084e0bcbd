// expect: FALSE(race)
// properties: race
/* A thread of the environment calls it while main goes on. */
#include <assert.h>

static int events;
static void on_event(void) { events = 1; }
void subscribe(void (*callback)(void));

int main(void) {
  subscribe(on_event);
  events = 0;
}
// SPDX-License-Identifier: Apache-2.0
