/* server/kept_form.h -- the numbers of the stored form, for those who write and read it: keep.c, kept.c. */
#ifndef SERVER_KEPT_FORM_H
#define SERVER_KEPT_FORM_H

enum { HEAD_OF_0_1 = 1, HEAD_FORMAT = 2 }; /* the first byte of a head */
enum { ENTRY_FORMAT = 0x80 | 2 };          /* of an entry; those of 0.1 begin with a seat */
enum { DELETED = 0xffff };                 /* as the length of a word */

/* A head, behind its first byte: each fact by its number and length. */
enum head_fact {
    HEAD_GAME = 1,
    HEAD_VERSION, /* of the rules; that of each entry counts */
    HEAD_CODE,
    HEAD_RECORD,
    HEAD_ROUND,
    HEAD_OPENED,
    HEAD_SEED,
    HEAD_AWAY,
    HEAD_PACE,
    HEAD_FLAGS,
    HEAD_TOKEN, /* a seat, and the hash of its token */
    HEAD_OPTIONS,
    HEAD_BROUGHT,   /* what the table has brought: a mark of its hash, and the text */
    HEAD_FORMER,    /* a seat that was given up, and the hash of its token; the last one first */
    HEAD_REACHED,   /* how many events there were, and the mark of the chain after them */
    HEAD_NAME = 20, /* a seat, and the name that is not shown yet (P1.8) */
};

#endif
