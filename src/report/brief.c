/* SPDX-License-Identifier: Apache-2.0 */
/* The message is the headline of the story. Notes tell what other threads do, and where the block
 * of an invalid access was allocated and freed. */
#include "report/brief.h"

#include "base/text.h"
#include "report/story.h"
#include "report/tell.h"

#include <string.h>

static void add_note(struct brief *brief, struct snapshot snapshot, uint32_t thread,
                     struct position at, const char *raw) {
  struct text named = {0};
  if (!at.line)
    return;
  describe_names(&named, raw, snapshot);
  struct brief_note note = {
      .thread = thread, .at = at, .text = arena_copy_text(brief->arena, text_get(&named))};
  vector_push(&brief->notes, note);
  text_release(&named);
}

static void add_race(struct brief *brief, struct snapshot snapshot,
                     const struct violation *violation) {
  struct text raw = {0};
  describe_thread(&raw, violation->other_thread);
  text_format(&raw, " %s ", tell_access_verb(violation->other_edge));
  describe_place(&raw, snapshot, violation->address);
  text_add(&raw, violation->other_is_past ? " before, and nothing orders the two accesses"
                                          : " at the same time");
  struct position at =
      violation->other_is_past
          ? violation->other_at
          : tell_position(snapshot.state, violation->other_thread, violation->other_at);
  add_note(brief, snapshot, violation->other_thread, at, text_get(&raw));
  text_release(&raw);
}

/* Notes which thread waits for what. The first one is the place of the violation. */
static void add_deadlock(struct brief *brief, struct snapshot snapshot,
                         const struct violation *violation) {
  struct endings endings = {0};
  tell_endings(&endings, brief->arena, snapshot, violation);
  vector_each (ending, &endings.list) {
    struct text raw = {0};
    describe_thread(&raw, ending->thread);
    text_format(&raw, " %s", ending->text);
    if (!brief->at.line)
      brief->at = ending->at;
    add_note(brief, snapshot, ending->thread, ending->at, text_get(&raw));
    text_release(&raw);
  }
  vector_release(&endings.list);
}

static void add_mark(struct brief *brief, struct snapshot snapshot, const struct block_mark *mark,
                     const char *what) {
  if (!mark)
    return;
  struct text raw = {0};
  text_format(&raw, "the block was %s by ", what);
  describe_thread(&raw, mark->thread);
  add_note(brief, snapshot, mark->thread, mark->at, text_get(&raw));
  text_release(&raw);
}

/* The headline without the verdict in front of it and without the place. */
static void set_message(struct brief *brief, const struct story *story, const struct state *state,
                        const struct violation *violation) {
  struct text headline = {0}, place = {0}, message = {0};
  story_print_headline(&headline, story, state, violation);
  const char *start = strstr(text_get(&headline), ": ");
  start = start ? start + 2 : text_get(&headline);
  if (brief->at.line) {
    text_add(&place, " at ");
    program_print_position(&place, state->program, brief->at);
  }
  const char *found = place.length ? strstr(start, text_get(&place)) : NULL;
  size_t before = found ? (size_t)(found - start) : strlen(start);
  text_add_bytes(&message, start, before);
  if (found)
    text_add(&message, found + place.length);
  brief->message = arena_copy_text(brief->arena, text_get(&message));
  text_release(&headline);
  text_release(&place);
  text_release(&message);
}

void brief_fill(struct brief *brief, const struct story *story, const struct state *state,
                const struct violation *violation) {
  struct snapshot snapshot = {state, story_blocks(story)};
  *brief = (struct brief){.arena = arena_create()};
  if (violation->property == PROPERTY_DEADLOCK && violation->waiting_count) {
    add_deadlock(brief, snapshot, violation);
  } else {
    const struct block_mark *allocated, *freed;
    brief->at = tell_position(state, violation->thread, violation->at);
    if (violation->property == PROPERTY_RACE && violation->other_edge)
      add_race(brief, snapshot, violation);
    tell_block(snapshot, violation, &allocated, &freed);
    if (violation->property != PROPERTY_RACE) {
      add_mark(brief, snapshot, allocated, "allocated");
      add_mark(brief, snapshot, freed, "freed");
    }
  }
  set_message(brief, story, state, violation);
}

void brief_release(struct brief *brief) {
  vector_release(&brief->notes);
  arena_destroy(brief->arena);
}
