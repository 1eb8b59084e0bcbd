# SPDX-License-Identifier: Apache-2.0
# A file without read permission; root may read everything.
if [ "$(id -u)" != 0 ]; then
  echo 'int main(void) { return 0; }' | write secret.c
  chmod 000 "$scratch/secret.c"
  ends 2 "$HEDDLE" check "$scratch/secret.c"
  err_has "secret.c: Permission denied"
fi
