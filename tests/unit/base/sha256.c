/* SPDX-License-Identifier: Apache-2.0 */
/* The digests of the standard's examples, and of sizes around the block. */
#include "base/sha256.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void expect(const void *data, size_t size, const char *digest) {
  char found[SHA256_TEXT];
  sha256_of_bytes(data, size, found);
  assert_string_equal(found, digest);
}

static void known_texts_have_their_digests(void **unused) {
  (void)unused;
  expect("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const char *two_blocks = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  expect(two_blocks, strlen(two_blocks),
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  static char million[1000000];
  memset(million, 'a', sizeof million);
  expect(million, sizeof million,
         "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void a_file_that_is_not_there_has_none(void **unused) {
  (void)unused;
  char digest[SHA256_TEXT];
  assert_false(sha256_of_file("/nowhere/file", digest));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_texts_have_their_digests),
      cmocka_unit_test(a_file_that_is_not_there_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
