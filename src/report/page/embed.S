/* SPDX-License-Identifier: Apache-2.0 */
/* The style and the script of pages as texts in heddle, for page.c. */
        .section .rodata
        .globl page_style, page_script
page_style:
        .incbin STYLE
        .byte 0
page_script:
        .incbin SCRIPT
        .byte 0
        .section .note.GNU-stack,"",@progbits
