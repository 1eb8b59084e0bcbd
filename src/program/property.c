/* SPDX-License-Identifier: Apache-2.0 */
/* Properties by name. */
#include "program/property.h"

#include "base/text.h"

#include <string.h>

const char *property_name(enum property property) {
  static const char *const names[] = {
#define PROPERTY(name, text, standard, meaning) text,
      PROPERTIES
#undef PROPERTY
  };
  return names[property];
}

void property_print_set(struct text *out, property_set set, const char *first,
                        const char *between) {
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, set)) {
      text_format(out, "%s%s", first, property_name((enum property)i));
      first = between;
    }
}

const char *property_meaning(enum property property) {
  static const char *const meanings[] = {
#define PROPERTY(name, text, standard, meaning) meaning,
      PROPERTIES
#undef PROPERTY
  };
  return meanings[property];
}

property_set property_defaults(void) {
  return 0
#define PROPERTY(name, text, standard, meaning) | (property_set)(standard) << PROPERTY_##name
      PROPERTIES
#undef PROPERTY
      ;
}

static bool find(const char *name, size_t length, enum property *property) {
  for (int i = 0; i < PROPERTY_COUNT; i++) {
    const char *known = property_name((enum property)i);
    if (strlen(known) == length && memcmp(known, name, length) == 0) {
      *property = (enum property)i;
      return true;
    }
  }
  return false;
}

bool property_find(const char *name, enum property *property) {
  return find(name, strlen(name), property);
}

static bool is_word(const char *name, size_t length, const char *word) {
  return strlen(word) == length && memcmp(word, name, length) == 0;
}

bool property_parse_list(const char *list, property_set *set, struct text *unknown) {
  for (const char *name = list;; name++) {
    size_t length = strcspn(name, ",");
    enum property property;
    if (is_word(name, length, "all"))
      *set |= ((property_set)1 << PROPERTY_COUNT) - 1;
    else if (is_word(name, length, "default"))
      *set |= property_defaults();
    else if (find(name, length, &property))
      *set |= (property_set)1 << property;
    else {
      text_add_bytes(unknown, name, length);
      return false;
    }
    name += length;
    if (!*name)
      return true;
  }
}
