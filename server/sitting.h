/* server/sitting.h -- gives people seats: when they ask for one, and when they open a table. */
#ifndef SERVER_SITTING_H
#define SERVER_SITTING_H

#include "seal/secret.h"
#include "server/hosted.h"
#include "server/messages.h"

/* Somebody sits down there (0: on the next seat), with a new token or with the one that has that hash; it is
 * stored with the next batch.  NULL: done. */
const struct refusal *sitting_give(struct host *h, struct hosted *t, const char *name, seat_t seat,
                                   struct seat_given *out);
const struct refusal *sitting_down(struct host *h, struct hosted *t, const char *name, seat_t seat,
                                   const uint8_t hash[HASH_BYTES]);

/* A new token: its hash, which is all that is kept of it, and the token as it is told to its owner alone. */
enum { TOKEN_TOLD = 2 * TOKEN_BYTES + 1 };
void sitting_draw_token(struct host *h, uint8_t hash[HASH_BYTES], char told[TOKEN_TOLD]);

/* Could an unreadable request be read without its name?  Then the name is what is wrong with it. */
bool sitting_name_bad(const char *request, const char *body, size_t size);

#endif
