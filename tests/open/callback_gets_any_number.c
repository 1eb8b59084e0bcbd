// expect: FALSE(reach)
#include <assert.h>

static void on_event(int number) { assert(number != 42); }
void subscribe(void (*callback)(int number));

int main(void) { subscribe(on_event); }
// SPDX-License-Identifier: Apache-2.0
