/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a declaration from its name outwards, as C does. */
#include "frontend/source_types.h"

#include "base/text.h"
#include "frontend/debug.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

const char *source_types_name(struct lowering *in, LLVMMetadataRef type) {
  size_t length = 0;
  const char *name = type ? LLVMDITypeGetName(type, &length) : "";
  return length ? arena_format(in->arena, "%.*s", (int)length, name) : "";
}

static bool declare_named(struct lowering *in, struct text *out, LLVMMetadataRef type,
                          const char *before, const char *inner) {
  const char *name = source_types_name(in, type);
  text_format(out, "%s%s%s%s", before, name, *inner && *inner != '[' ? " " : "", inner);
  return *name != '\0';
}

static bool declare_pointer(struct lowering *in, struct text *out, LLVMMetadataRef type,
                            const char *inner) {
  LLVMMetadataRef pointee = debug_operand(&in->debug, type, TYPE_BASE);
  unsigned tag = pointee ? LLVMGetDINodeTag(pointee) : 0;
  bool is_bound = tag == TAG_ARRAY || tag == TAG_SUBROUTINE;
  return source_types_declare(in, out, pointee,
                              arena_format(in->arena, is_bound ? "(*%s)" : "*%s", inner));
}

static bool declare_function(struct lowering *in, struct text *out, LLVMMetadataRef type,
                             const char *inner) {
  LLVMMetadataRef types = debug_operand(&in->debug, type, TYPE_BASE);
  unsigned count = types ? debug_operand_count(&in->debug, types) : 0;
  struct text whole = {0};
  bool fine = true;
  text_format(&whole, "%s(%s", inner, count < 2 ? "void" : "");
  for (unsigned i = 1; i < count; i++) {
    LLVMMetadataRef parameter = debug_operand(&in->debug, types, i);
    text_add(&whole, i > 1 ? ", " : "");
    if (parameter)
      fine &= source_types_declare(in, &whole, parameter, "");
    else
      text_add(&whole, "...");
  }
  text_add(&whole, ")");
  const char *text = arena_copy_text(in->arena, text_get(&whole));
  text_release(&whole);
  return source_types_declare(in, out, count ? debug_operand(&in->debug, types, 0) : NULL, text) &&
         fine;
}

static bool declare_array(struct lowering *in, struct text *out, LLVMMetadataRef type,
                          const char *inner) {
  LLVMMetadataRef element = debug_operand(&in->debug, type, TYPE_BASE);
  LLVMMetadataRef bare = debug_strip(&in->debug, element);
  uint64_t size = bare ? LLVMDITypeGetSizeInBits(bare) : 0;
  uint64_t count = size ? LLVMDITypeGetSizeInBits(type) / size : 0;
  return source_types_declare(
      in, out, element, arena_format(in->arena, "%s[%llu]", inner, (unsigned long long)count));
}

bool source_types_declare(struct lowering *in, struct text *out, LLVMMetadataRef type,
                          const char *name) {
  if (!type) {
    text_format(out, "void%s%s", *name ? " " : "", name);
    return true;
  }
  LLVMMetadataRef base = debug_operand(&in->debug, type, TYPE_BASE);
  bool is_pointer = base && LLVMGetDINodeTag(base) == TAG_POINTER;
  switch (LLVMGetDINodeTag(type)) {
  case TAG_BASE:
  case TAG_TYPEDEF:
    return declare_named(in, out, type, "", name);
  case TAG_STRUCTURE:
    return declare_named(in, out, type, "struct ", name);
  case TAG_UNION:
    return declare_named(in, out, type, "union ", name);
  case TAG_ENUMERATION:
    return declare_named(in, out, type, "enum ", name);
  case TAG_POINTER:
    return declare_pointer(in, out, type, name);
  case TAG_ARRAY:
    return declare_array(in, out, type, name);
  case TAG_SUBROUTINE:
    return declare_function(in, out, type, name);
  case TAG_RESTRICT:
  case TAG_VOLATILE:
    return source_types_declare(in, out, base, name);
  case TAG_CONST:
    if (is_pointer)
      return source_types_declare(in, out, base, arena_format(in->arena, "const %s", name));
    text_add(out, "const ");
    return source_types_declare(in, out, base, name);
  case TAG_ATOMIC:
    text_add(out, "_Atomic ");
    return source_types_declare(in, out, base, name);
  default:
    return false;
  }
}

const char *source_types_input(struct lowering *in, LLVMMetadataRef type) {
  static const char *const names[][2] = {
      {"_Bool", "bool"},
      {"char", "char"},
      {"signed char", "schar"},
      {"unsigned char", "uchar"},
      {"short", "short"},
      {"unsigned short", "ushort"},
      {"int", "int"},
      {"unsigned int", "uint"},
      {"long", "long"},
      {"unsigned long", "ulong"},
      {"long long", "longlong"},
      {"unsigned long long", "ulonglong"},
      {"float", "float"},
      {"double", "double"},
  };
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  if (bare && LLVMGetDINodeTag(bare) == TAG_ENUMERATION)
    return "int";
  if (!bare || LLVMGetDINodeTag(bare) != TAG_BASE)
    return NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i][0], source_types_name(in, bare)))
      return names[i][1];
  return NULL;
}
