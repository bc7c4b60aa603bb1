/* server/report.h -- a report about a player at a public table (P9.6), as it is kept for the server's owner.
 *
 * It has what its author was told, and so no card and no secret that is not theirs.  The server writes it,
 * `turncoat reports` reads it. */
#ifndef SERVER_REPORT_H
#define SERVER_REPORT_H

#include "core/game.h"
#include "server/limits.h"

enum { REPORT_LINES = 20, REPORT_WORD_MAX = 16 };

struct report {
    int64_t at_ms; /* since 1970, like all times in it */
    uint32_t round;
    seat_t seat, by; /* who is reported, and by whom; 0: by somebody who watched */
    uint8_t lines;
    char table[CODE_SIZE + 1], game[REPORT_WORD_MAX], reason[REPORT_WORD_MAX];
    char name[NAME_BYTES_MAX], by_name[NAME_BYTES_MAX];
    char text[SAY_MAX]; /* what the author added */
    struct report_line {
        int64_t at_ms;
        char text[SAY_MAX];
    } line[REPORT_LINES]; /* the last that the player wrote and the author read, in order */
};

enum { REPORT_MAX = sizeof(struct report) + 16 * (REPORT_LINES + 16) }; /* bytes of its form */

size_t report_write(const struct report *r, uint8_t out[REPORT_MAX]);
bool report_read(const void *bytes, size_t size, struct report *out); /* false: it is damaged */

#endif
