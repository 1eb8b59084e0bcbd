/* SPDX-License-Identifier: Apache-2.0 */
/* Inline assembly, as its files share it:
 *   assembly.c              a call of assembly: constraints in, statements one by one, results out
 *   assembly_constraints.c  LLVM's constraint strings: what the operands are
 *   assembly_parse.c        the template as statements; assembly_operands.c AT&T, Intel, AArch64
 *   assembly_machine.c      registers, flags, memory and labels as terms and edges
 *   assembly_x86.c          the table of x86's instructions; assembly_x86_bits.c those on bits
 *   assembly_arm.c          the table of AArch64's; assembly_arm_memory.c those on memory
 * What an instruction does is one row of a table. docs/assembly.md says what is understood. */
#ifndef FRONTEND_ASSEMBLY_H
#define FRONTEND_ASSEMBLY_H

#include "frontend/lower.h"

enum assembly_syntax { SYNTAX_ATT, SYNTAX_INTEL, SYNTAX_ARM };

enum {
  ASSEMBLY_MACHINE_REGISTERS = 33, /* x86: 16; AArch64: x0 to x30, zero, sp */
  ASSEMBLY_MAX_CONSTRAINTS = 32,
  ASSEMBLY_MAX_OPERANDS = 4,
  ASSEMBLY_SLOTS = ASSEMBLY_MACHINE_REGISTERS + ASSEMBLY_MAX_CONSTRAINTS,
  ARM_ZERO = 31,
  ARM_STACK = 32,
};

/* An operand of the whole template: `%0`, `%1`, … */
struct assembly_constraint {
  bool is_output, is_memory, is_early, is_label;
  bool allows_register, allows_immediate;
  bool is_pair;         /* "A": edx and eax together */
  bool is_either;       /* "A" of a value that fits into one of them */
  bool is_tied;         /* an input in the register of an output */
  int machine;          /* the machine register it has to be in, or -1 */
  int condition;        /* an output that is a condition of the flags, or -1 */
  LLVMValueRef value;   /* what goes in, or the address of memory; NULL: goes out only */
  LLVMValueRef address; /* where an output in a register goes in the end; NULL: it is a result */
  unsigned width;       /* bits of the value, or of what is at the address; 0: not a scalar */
  unsigned slot;        /* of the registers */
};

/* A register, or part of one. */
struct assembly_register {
  bool is_present, is_high; /* high: bits 8 to 15 */
  int constraint;           /* the operand of the template, or -1 */
  int machine;              /* else the machine's register */
  unsigned size;            /* bytes; 0: of a value that is not a scalar */
};

enum assembly_operand_kind { OPERAND_REGISTER, OPERAND_NUMBER, OPERAND_MEMORY, OPERAND_LABEL };

/* An operand of one statement. */
struct assembly_operand {
  enum assembly_operand_kind kind;
  struct assembly_register reg;
  int64_t number; /* also the displacement of a place in memory */
  int constraint; /* MEMORY: the template's operand that is the place; LABEL: the C label; else -1
                   */
  struct assembly_register base, index;
  unsigned scale, size; /* size: what the text says of a place in memory; 0: nothing */
  const char *label;
  char direction; /* of a label that is a number: 'b', 'f'; else 0 */
};

struct assembly;
struct assembly_statement;
typedef bool assembly_emitter(struct assembly *in, const struct assembly_statement *s);

/* A row of the table of a processor's instructions. */
struct assembly_row {
  const char *name;
  assembly_emitter *emit;
  int op;
  unsigned traits;
};

struct assembly_statement {
  const char *text;     /* for messages */
  const char *label;    /* defined before the instruction, or NULL */
  const char *mnemonic; /* NULL: only a label */
  enum assembly_syntax syntax;
  bool is_locked;
  unsigned count;
  struct assembly_operand operands[ASSEMBLY_MAX_OPERANDS]; /* the target first */
  /* Found when it is lowered: */
  const struct assembly_row *row;
  unsigned size; /* bytes of the operands; AArch64: of the first one, if that is a register */
  int condition; /* x86: that the name ends with, or -1 */
};

/* The flags that conditions ask for; AArch64's negative is SIGN and its overflow OVERFLOW. */
enum assembly_flag { FLAG_ZERO, FLAG_SIGN, FLAG_CARRY, FLAG_OVERFLOW, FLAG_PARITY, ASSEMBLY_FLAGS };

/* What a register or a flag holds. `bits`: how many of its lower bits are known. With labels, the
 * value is kept in `number`, a register of the program; else it is `term`. */
struct assembly_slot {
  unsigned bits;
  const struct term *term;
  const struct term *first; /* its value before the template, if a statement asked for that */
  uint32_t number;
  bool has_number;
};

struct assembly_label {
  uint32_t location;
  size_t statement; /* where it is defined */
};

struct assembly_jumps {
  bool any, forward, back;
};

/* AArch64's exclusive monitor: what the last exclusive load found, and where. */
struct assembly_monitor {
  const struct term *found; /* NULL: it is not open */
  struct assembly_operand place;
  bool acquires;
  size_t statement;
};

struct assembly {
  struct builder *b;
  struct terms *terms;
  LLVMValueRef call;
  enum assembly_syntax syntax;
  unsigned word; /* bits of a register */
  unsigned constraint_count;
  struct assembly_constraint constraints[ASSEMBLY_MAX_CONSTRAINTS];
  bool clobbers_memory;
  bool is_clobbered[ASSEMBLY_MACHINE_REGISTERS];
  const char *changed_by[ASSEMBLY_MACHINE_REGISTERS]; /* the statement; NULL: none */
  VECTOR(struct assembly_statement) statements;
  VECTOR(struct assembly_label) labels;
  struct assembly_jumps jumps;
  struct assembly_slot slots[ASSEMBLY_SLOTS], flags[ASSEMBLY_FLAGS];
  unsigned needed_flags;                     /* a bit for each that something asks for */
  size_t current;                            /* the statement that is being lowered */
  bool is_written[ASSEMBLY_MAX_CONSTRAINTS]; /* outputs, by a statement before the current one */
  bool is_being_written[ASSEMBLY_MAX_CONSTRAINTS], is_read[ASSEMBLY_MAX_CONSTRAINTS];
  uint32_t *exits; /* where the C labels are; NULL: none */
  struct assembly_monitor monitor;
  const char *problem; /* the first reason why the template is not understood */
};

bool assembly_fail(struct assembly *in, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* false */
/* The statement is not understood: false. */
bool assembly_refuse(struct assembly *in, const struct assembly_statement *statement);

/* assembly_constraints.c; false: a problem */
bool assembly_read_constraints(struct assembly *in, const char *text, size_t length);

/* assembly_parse.c; false: a problem */
bool assembly_parse(struct assembly *in, const char *text, size_t length);

struct assembly_scanner {
  struct assembly *in;
  const char *at;
  enum assembly_syntax syntax;
};
/* assembly_operands.c. References to the template's operands are a byte REFERENCE, one with the
 * number above FIRST_NUMBER, and one with the modifier or ' '. */
enum { ASSEMBLY_REFERENCE = 1, ASSEMBLY_FIRST_NUMBER = 0x80 };
bool assembly_parse_operand(struct assembly_scanner *s, struct assembly_operand *operand);
void assembly_skip_blanks(struct assembly_scanner *s);
/* A machine register by its name; false if it is none. */
bool assembly_find_register(enum assembly_syntax syntax, const char *name, size_t length,
                            struct assembly_register *reg);

/* Can a forward jump skip the first statement that names this output although the output is used
 * later? */
bool assembly_may_be_skipped(const struct assembly *in, unsigned output);

/* assembly_machine.c. Reads and writes give `size` bytes; NULL or false: a problem. */
void assembly_start(struct assembly *in);
void assembly_end_statement(struct assembly *in);
void assembly_check_loop(struct assembly *in); /* after the last statement */
const struct term *assembly_finish_output(struct assembly *in, unsigned number);
const struct term *assembly_read_register(struct assembly *in, struct assembly_register reg);
void assembly_write_register(struct assembly *in, struct assembly_register reg,
                             const struct term *value);
bool assembly_is_immediate(const struct assembly *in, const struct assembly_operand *operand);
/* The size of an operand in bytes, if the operand itself determines it; else 0. */
unsigned assembly_operand_size(const struct assembly *in, const struct assembly_operand *operand);
const struct term *assembly_address(struct assembly *in, const struct assembly_operand *operand);
const struct term *assembly_read(struct assembly *in, const struct assembly_operand *operand,
                                 unsigned size);
bool assembly_write(struct assembly *in, const struct assembly_operand *operand, unsigned size,
                    const struct term *value);
const struct term *assembly_load(struct assembly *in, const struct term *address, unsigned size,
                                 enum memory_order order);
void assembly_store(struct assembly *in, const struct term *address, const struct term *value,
                    enum memory_order order);
/* The old value. */
const struct term *assembly_add_rmw(struct assembly *in, enum rmw_operator op,
                                    const struct term *address, const struct term *operand,
                                    enum memory_order order);
/* What is found; `success` is one bit. */
const struct term *assembly_add_cas(struct assembly *in, const struct term *address,
                                    const struct term *expected, const struct term *desired,
                                    enum memory_order order, const struct term **success);
/* The order of an access of the machine as far as the compiler respects it: relaxed unless the
 * template clobbers memory. */
enum memory_order assembly_order(const struct assembly *in, enum memory_order order);
const struct term *assembly_arbitrary(struct assembly *in, unsigned width,
                                      enum nondet_source source, const char *name);
const struct term *assembly_flag(struct assembly *in, enum assembly_flag flag);
void assembly_set_flag(struct assembly *in, enum assembly_flag flag, const struct term *value);
void assembly_forget_flag(struct assembly *in, enum assembly_flag flag); /* it is arbitrary */
/* Zero and sign of a result. */
void assembly_set_result_flags(struct assembly *in, const struct term *result);
void assembly_place_label(struct assembly *in, size_t statement);
bool assembly_jump(struct assembly *in, const struct assembly_operand *label,
                   const struct term *condition); /* NULL: always */

/* assembly_x86.c and assembly_arm.c. False, with a problem, if the table does not have it. */
bool assembly_emit_x86(struct assembly *in, struct assembly_statement *statement);
bool assembly_emit_arm(struct assembly *in, struct assembly_statement *statement);
/* A condition of the flags by its name ("z", "nbe", "eq"), or -1, and its value. */
int assembly_find_condition(enum assembly_syntax syntax, const char *name, size_t length);
const struct term *assembly_condition(struct assembly *in, int condition);

int x86_find_condition(const char *name, size_t length);
const struct term *x86_condition(struct assembly *in, int condition);
const struct term *x86_parity(struct assembly *in, const struct term *result);
/* The old value of a place that an instruction changes by `op`; locked if the statement is. */
const struct term *x86_modify(struct assembly *in, const struct assembly_statement *s,
                              unsigned size, enum rmw_operator op, const struct term *operand);
int arm_find_condition(const char *name, size_t length);
const struct term *arm_condition(struct assembly *in, int condition);
/* assembly_x86_bits.c */
assembly_emitter x86_emit_bit_test, x86_emit_shift, x86_emit_scan, x86_emit_swap_bytes;
enum x86_bit_operation { BIT_TEST, BIT_SET, BIT_RESET, BIT_COMPLEMENT };
enum x86_shift { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_ARITHMETIC, ROTATE_LEFT, ROTATE_RIGHT };
enum x86_scan { SCAN_FORWARD, SCAN_REVERSE, COUNT_TRAILING, COUNT_LEADING, COUNT_ONES };

enum {                     /* traits of rows on memory */
       ARM_SIZED = 8,      /* the name may end in b or h */
       ARM_ORDERED = 16,   /* and before that in a, l or al */
       ARM_EXCLUSIVE = 32, /* opens the monitor */
       ARM_INVERTED = 64,  /* of the operand's complement */
       ARM_NO_RESULT = 128,
};
/* assembly_arm_memory.c */
bool arm_matches_variant(const struct assembly_row *row, const char *rest);
assembly_emitter arm_emit_load, arm_emit_store, arm_emit_store_exclusive, arm_emit_clear_exclusive,
    arm_emit_compare_exchange, arm_emit_update;

#endif
