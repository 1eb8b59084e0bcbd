# SPDX-License-Identifier: Apache-2.0
# A property heddle does not know.
ends 2 "$HEDDLE" check --property reach,speed examples/peterson.c
err_has "unknown property 'speed'"
out_is_empty
