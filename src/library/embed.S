/* SPDX-License-Identifier: Apache-2.0 */
/* The library's bitcode as read-only data of heddle, for frontend/library.h. */
        .section .rodata
        .balign 16
        .globl library_lp64, library_lp64_end, library_ilp32, library_ilp32_end
library_lp64:
        .incbin LP64
library_lp64_end:
        .balign 16
library_ilp32:
        .incbin ILP32
library_ilp32_end:
        .section .note.GNU-stack,"",@progbits
