/* SPDX-License-Identifier: Apache-2.0 */
/* The partial order of memory orders. */
#include "transform/strength.h"

bool strength_covers(enum memory_order strong, enum memory_order weak) {
  if (strong == weak || weak == ORDER_RELAXED || strong == ORDER_SEQ_CST)
    return true;
  return strong == ORDER_ACQ_REL && weak != ORDER_SEQ_CST;
}

unsigned strength_above(enum memory_order order) {
  unsigned set = 0;
  for (enum memory_order other = ORDER_RELAXED; other <= ORDER_SEQ_CST; other++)
    set |= strength_covers(other, order) ? STRENGTH_BIT(other) : 0;
  return set;
}

unsigned strength_below(enum memory_order order) {
  unsigned set = 0;
  for (enum memory_order other = ORDER_RELAXED; other <= ORDER_SEQ_CST; other++)
    set |= strength_covers(order, other) ? STRENGTH_BIT(other) : 0;
  return set;
}

unsigned strength_minimal(unsigned set) {
  unsigned minimal = 0;
  for (enum memory_order order = ORDER_RELAXED; order <= ORDER_SEQ_CST; order++)
    if (set & STRENGTH_BIT(order) && (set & strength_below(order)) == STRENGTH_BIT(order))
      minimal |= STRENGTH_BIT(order);
  return minimal;
}

unsigned strength_maximal(unsigned set) {
  unsigned maximal = 0;
  for (enum memory_order order = ORDER_RELAXED; order <= ORDER_SEQ_CST; order++)
    if (set & STRENGTH_BIT(order) && (set & strength_above(order)) == STRENGTH_BIT(order))
      maximal |= STRENGTH_BIT(order);
  return maximal;
}

const char *strength_name(enum memory_order order) {
  static const char *const names[] = {
      [ORDER_PLAIN] = "plain",     [ORDER_RELAXED] = "relaxed", [ORDER_ACQUIRE] = "acquire",
      [ORDER_RELEASE] = "release", [ORDER_ACQ_REL] = "acq_rel", [ORDER_SEQ_CST] = "seq_cst"};
  return names[order];
}
