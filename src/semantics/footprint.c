/* SPDX-License-Identifier: Apache-2.0 */
#include "semantics/footprint.h"

static void add_touch(struct listener *listener, enum touch_kind kind,
                      const struct touched *bytes) {
  struct footprint *footprint = (struct footprint *)listener;
  switch (kind) {
  case TOUCH_BYTES:
    vector_push(&footprint->list, *bytes);
    break;
  case TOUCH_EVERYTHING:
    footprint->everything = true;
    break;
  case TOUCH_UNDECIDABLE:
    footprint->is_undecidable = true;
    break;
  case TOUCH_ALONE:
  case TOUCH_NOT_ALONE:
    footprint->asks_alone = true;
    footprint->is_alone = kind == TOUCH_ALONE;
    break;
  case TOUCH_END:
    footprint->finishes = true;
  }
}

void footprint_init(struct footprint *footprint) {
  *footprint = (struct footprint){.listener.touch = add_touch};
}

void footprint_clear(struct footprint *footprint) {
  footprint->list.count = 0;
  footprint->everything = footprint->asks_alone = footprint->is_alone = false;
  footprint->finishes = footprint->is_undecidable = false;
}
