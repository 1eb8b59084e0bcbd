// expect: TRUE
struct buffer {
  int *start;
  long length, capacity;
};
struct buffer make_buffer(long length);

int main(void) {
  struct buffer buffer = make_buffer(1);
  if (buffer.start)
    *buffer.start = 1;
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
