// expect: UNKNOWN(use of the result of the undefined function get_name at tests/open/text_result_is_null.c:5)
const char *get_name(void);

int main(void) {
  return get_name()[0];
}
// SPDX-License-Identifier: Apache-2.0
