/* core/limits.h -- every limit of the engine, in one place.
 *
 * Reaching one is a refusal or a complaint; nothing grows without a limit. */
#ifndef CORE_LIMITS_H
#define CORE_LIMITS_H

enum {
    SEATS_MAX = 12,            /* chairs at a table */
    BODY_MAX = 808,            /* bytes of one command or event */
    EVENTS_PER_INPUT_MAX = 64, /* events that may follow from one input */
    KINDS_MAX = 256,           /* of each: commands, events and refusals of one game */
    STATE_MAX = 4096,          /* bytes of the truth, or of one view */
    LOG_MAX = 1 << 21,         /* bytes of one table's log: */
    LOG_TALK = LOG_MAX / 2,    /* what all its seats may say in it, shared equally among them; */
    LOG_TENDING = LOG_MAX / 8, /* what only pauses, seats and the end may fill */
    WIRE_MAX = 5120,           /* bytes of one command or event as JSON */
    LEGAL_MAX = 512,           /* inputs that legal() may offer */
    NAME_BYTES_MAX = 97,       /* a name: 24 characters of at most 4 bytes, and a zero (P1.2) */
    NAME_CHARS_MAX = 24,
    SAY_MAX = 801,               /* one message: 200 characters of at most 4 bytes, and a zero */
    SAY_CHARS_MAX = 200,         /* as people count them (core/text.h) */
    COMPLAINT_MAX = 200,         /* a reason, in one line */
    MATERIAL_TEXT_MAX = 1 << 16, /* bytes of a tile set or a deck, as people write it */
    MATERIAL_MAX = 1 << 15,      /* and in its parsed form */
    HASH_BYTES = 32,             /* of a token, a commitment, a chain, a material */
    SEED_BYTES = 32,             /* from which all dice of a game follow (P5.2) */
};

#endif
