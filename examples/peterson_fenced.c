// expect: TRUE
// expect tso: TRUE
// expect pso: TRUE
// properties: reach
// engines: reference order
// Peterson's algorithm with fences, which is right under every memory model.
#define FENCE
#include "peterson_plain.c"
// SPDX-License-Identifier: Apache-2.0
