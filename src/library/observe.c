/* SPDX-License-Identifier: Apache-2.0 */
/* The queries about locks in conditions of specification automata. */
#include "mutex.h"

int __heddle_observe_held(heddle_word mutex);
int __heddle_observe_locked(heddle_word mutex);

/* Does the running thread hold it? */
int __heddle_observe_held(heddle_word mutex) {
  return mutex_is_held((const struct mutex *)mutex, __heddle_self());
}

/* Does any thread? */
int __heddle_observe_locked(heddle_word mutex) {
  return (((const struct mutex *)mutex)->owner & ~(heddle_word)MUTEX_BITS) != 0;
}
