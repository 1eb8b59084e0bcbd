// expect: UNKNOWN(use of the result of the undefined function my_thread_number at tests/programs/undefined_result_is_an_index.c:6)
// properties: memory
/* Which numbers it returns is not known: an index out of bounds says nothing. */
unsigned long my_thread_number(void);
static int slots[4], other[64];
int main(void) { return slots[my_thread_number()] + other[0]; }
// SPDX-License-Identifier: Apache-2.0
