# SPDX-License-Identifier: Apache-2.0
# clang's own message, with file and line.
write broken.c <<'END'
int main(void) {
  return missing;
}
END
ends 3 "$HEDDLE" check "$scratch/broken.c"
err_has "broken.c:2:10: error: use of undeclared identifier 'missing'"
out_is_empty
ends 3 "$HEDDLE" run "$scratch/broken.c"
ends 3 "$HEDDLE" show program "$scratch/broken.c"
