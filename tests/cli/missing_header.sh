# SPDX-License-Identifier: Apache-2.0
# An include that needs a flag: with the flag it compiles.
mkdir "$scratch/include"
echo '#define RESULT 7' >"$scratch/include/result.h"
printf '#include <result.h>\nint main(void) { return RESULT + EXTRA; }\n' | write needs.c
ends 3 "$HEDDLE" check "$scratch/needs.c"
err_has "'result.h' file not found"
ends 12 "$HEDDLE" run "$scratch/needs.c" -- -I "$scratch/include" -DEXTRA=5
