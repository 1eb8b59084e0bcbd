/* SPDX-License-Identifier: Apache-2.0 */
/* Collects moves into paths. */
#include "explore/path.h"

void path_add(struct path *path, struct move move, const uint64_t *answers, size_t count) {
  vector_push(&path->items, (struct path_item){move, path->answers.count, count});
  vector_append(&path->answers, answers, count);
}

void path_reverse(struct path *path) {
  for (size_t i = 0, j = path->items.count; i + 1 < j; i++) {
    struct path_item kept = path->items.items[i];
    path->items.items[i] = path->items.items[--j];
    path->items.items[j] = kept;
  }
}

void path_to_schedule(const struct path *path, struct schedule *schedule) {
  vector_each (item, &path->items) {
    if (item->move.flush)
      schedule_add_flush(schedule, item->move.thread, item->move.flush - 1);
    for (uint32_t j = 0; j < item->move.steps; j++)
      schedule_add_step(schedule, item->move.thread);
    for (size_t j = 0; j < item->answer_count; j++)
      schedule_add_choice(schedule, path->answers.items[item->first_answer + j]);
  }
}

void path_release(struct path *path) {
  vector_release(&path->items);
  vector_release(&path->answers);
}

void origins_add(struct origins *origins, struct move move, const struct answers *answers) {
  vector_push(&origins->list, (struct origin){move, origins->answers.count});
  for (size_t i = 0; i < answers->next; i++)
    vector_push(&origins->answers, answers->list.items[i].bits);
}

void origins_path(const struct origins *origins, struct move last, const struct answers *answers,
                  struct path *path) {
  VECTOR(uint64_t) taken = {0};
  for (size_t i = 0; i < answers->next; i++)
    vector_push(&taken, answers->list.items[i].bits);
  path_add(path, last, taken.items, taken.count);
  vector_release(&taken);
  for (uint32_t at = last.from; at != NO_STATE; at = origins->list.items[at].move.from) {
    const struct origin *origin = &origins->list.items[at];
    size_t end = at + 1 < origins->list.count ? origin[1].first_answer : origins->answers.count;
    path_add(path, origin->move, origins->answers.items + origin->first_answer,
             end - origin->first_answer);
  }
  path_reverse(path);
}

void origins_release(struct origins *origins) {
  vector_release(&origins->list);
  vector_release(&origins->answers);
}
