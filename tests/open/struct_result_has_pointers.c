// expect: FALSE(memory)
// properties: memory
/* The pointer in it may be NULL. */
struct buffer {
  int *start;
  long length, capacity;
};
struct buffer make_buffer(long length);

int main(void) {
  struct buffer buffer = make_buffer(1);
  return *buffer.start;
}
// SPDX-License-Identifier: Apache-2.0
