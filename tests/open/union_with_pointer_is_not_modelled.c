// expect: UNKNOWN(the undefined function submit, which gets memory of an unknown type, at tests/open/union_with_pointer_is_not_modelled.c:11)
/* Nobody knows which member is meant. */
union value {
  int number;
  int *pointer;
};
void submit(union value *value);

int main(void) {
  union value value = {1};
  submit(&value);
  return value.number;
}
// SPDX-License-Identifier: Apache-2.0
