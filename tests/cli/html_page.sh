# SPDX-License-Identifier: Apache-2.0
# A counterexample as a page: well-formed, complete in itself, and steps through it in a browser.
ends 10 "$HEDDLE" check --property reach --engine reference --html "$scratch/page.html" \
  --trace "$scratch/trace.json" examples/lost_update.c
last_line "FALSE(reach)"
ends 0 xmllint --noout "$scratch/page.html"
ends 10 "$HEDDLE" replay -q --html "$scratch/again.html" "$scratch/trace.json"
cmp "$scratch/page.html" "$scratch/again.html" || fail "the replay draws another page"
ends 2 "$HEDDLE" check --property reach --html "$scratch/no/page.html" examples/lost_update.c
err_has "no/page.html: cannot be written"

# Without a violation, the sources with the places that are proven and open.
ends 20 "$HEDDLE" check --engine random --executions 3 --property reach,race --html "$scratch/places.html" \
  examples/peterson.c
ends 0 xmllint --noout "$scratch/places.html"
grep -q '<h1>UNKNOWN(reach, race)</h1>' "$scratch/places.html" || fail "the page lacks the verdict"
grep -q '<tr class="open"><td class="number">[0-9]*</td>.*<p>open, race: ' "$scratch/places.html" ||
  fail "the page marks no open place"
ends 0 "$HEDDLE" check --property reach --html "$scratch/places.html" examples/peterson.c
ends 0 xmllint --noout "$scratch/places.html"
grep -q '<tr class="proven">.*assert' "$scratch/places.html" || fail "the page marks no proven place"

# What looks like markup stays text, bytes that are not UTF-8 do not matter, nor that nothing is wrong.
printf '#include <pthread.h>\nconst char *text = "</script>]]>&amp;<b>"; /* \344 */\nint shared;\n' |
  write markup.c
cat >>"$scratch/markup.c" <<'END'
static void *work(void *unused) {
  shared = text[0] == '<';
  return unused;
}
int main(void) {
  pthread_t worker;
  pthread_create(&worker, 0, work, "</script><!--");
  pthread_join(worker, 0);
}
END
ends 0 "$HEDDLE" run --html "$scratch/markup.html" "$scratch/markup.c"
ends 0 xmllint --noout "$scratch/markup.html"
[ "$(grep -c '</script>' "$scratch/markup.html")" -eq 2 ] || fail "the source ends a script"

if ! command -v chromium >/dev/null; then
  echo "skipped: there is no chromium to open the page in"
  exit 0
fi
ends 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/browser/check_page.py "$(command -v chromium)" "$scratch/page.html" \
  "$scratch/trace.json"
