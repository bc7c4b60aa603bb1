/* wasm/engine.h -- where the page and the engine hand each other texts.
 *
 * The page writes into the inbox, calls an export with the size, and reads the answer from the outbox, or
 * from wherever the export says.  Only for the files of wasm/. */
#ifndef WASM_ENGINE_H
#define WASM_ENGINE_H

#include "core/complaint.h"
#include "core/game.h"
#include "wasm/export.h"

enum {
    INBOX_MAX = 1 << 13, /* a message from the server, or the file of a custom scenario */
    OUTBOX_MAX = 1 << 16,
};

extern char engine_in[INBOX_MAX], engine_out[OUTBOX_MAX];

extern const struct game *engine_game; /* the one that is open; NULL: none */
extern struct complaint engine_why;    /* why the last text was not taken */

struct knowledge { /* the truth, or what one seat knows of it */
    _Alignas(8) uint8_t bytes[STATE_MAX];
};

static inline struct state *state_of(struct knowledge *k)
{
    return (struct state *)(void *)k->bytes;
}

/* A time from the page is a JavaScript number: it may be anything. */
static inline int64_t whole_ms(double ms)
{
    return ms >= 0 && ms < 9e15 ? (int64_t)ms : 0;
}

/* The view with the guesses since the last event, if there were any. */
struct knowledge *engine_drawing(void);

/* Is a game open, and can a text of that size be in the inbox?  If not, see engine_why. */
bool engine_readable(uint32_t size);

#endif
