/* SPDX-License-Identifier: Apache-2.0 */
/* The library's bitcode as read-only data of heddle, for frontend/library.c: all of it, the part
 * that most programs need, and the names of that part. */
        .section .rodata
        .macro embed name, file
        .balign 16
        .globl \name, \name\()_end
\name:
        .incbin "\file"
\name\()_end:
        .endm
        embed library_lp64, LIBRARY_LP64
        embed common_lp64, COMMON_LP64
        embed names_lp64, NAMES_LP64
        embed library_ilp32, LIBRARY_ILP32
        embed common_ilp32, COMMON_ILP32
        embed names_ilp32, NAMES_ILP32
        .section .note.GNU-stack,"",@progbits
