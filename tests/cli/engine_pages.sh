# SPDX-License-Identifier: Apache-2.0
# The pages of the engines show what heddle prints. Who is first in the portfolio depends on the machine.
for page in docs/engines/*.md docs/orders.md; do
  [ "$page" = docs/engines/auto.md ] || ends 0 bench/pages "$page"
done
echo '    int main(void) { assert(0); }' >"$scratch/page.md"
printf '\n    $ heddle check --engine explicit --property reach example.c\n    TRUE\n' >>"$scratch/page.md"
ends 1 bench/pages "$scratch/page.md"
out_has "! TRUE"
out_has "now: FALSE(reach)"
