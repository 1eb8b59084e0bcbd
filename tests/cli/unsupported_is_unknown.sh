# SPDX-License-Identifier: Apache-2.0
# What is not modelled costs the verdict only if it can be reached, and is named with its line.
write external.c <<'END'
#include <stddef.h>
struct device;
int configure(struct device *, int (*)(void));
int setting(void) { return 0; }
static int never;
int main(void) {
  if (never)
    return configure(NULL, setting);
  return 0;
}
END
write called.c <<'END'
#include <stddef.h>
struct device;
int configure(struct device *, int (*)(void));
int setting(void) { return 0; }
int main(void) {
  return configure(NULL, setting);
}
END
ends 0 "$HEDDLE" check --undefined stop "$scratch/external.c"
ends 20 "$HEDDLE" check --undefined stop "$scratch/called.c"
out_has "configure"
out_has "called.c:6"
