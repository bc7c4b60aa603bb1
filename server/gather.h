/* server/gather.h -- what goes to the store together: items of the batch, and what is to be done once they
 * are safe.
 *
 * While one gathering is being stored, the next is filled (struct host: busy and open).  Ask for room before
 * adding to it; then nothing fails half-way. */
#ifndef SERVER_GATHER_H
#define SERVER_GATHER_H

#include "server/links.h"
#include "table/table.h"

struct act {                       /* something accepted or refused, to be told once its batch is stored */
    struct hosted *at;             /* NULL: dropped */
    bookmark_t until;              /* show what happened up to here */
    struct link *link;             /* whom to answer; NULL: nobody */
    uint32_t re;                   /* the answer's number */
    seq_t repeated;                /* the last event of a command that was done before; 0: this one was not */
    const struct refusal *refusal; /* NULL: accepted */
    char *reply;                   /* what to reply to a request */
    int status;                    /* with which status; 0: 201 */
    bool ends;                     /* the game ended with it */
    bool options;                  /* the options changed with it */
    bool material;                 /* the material changed with it: everybody is told the reply */
};

struct gathering {
    struct store_batch batch;
    struct act *acts;
    size_t count, room;
};

/* Makes room for this many inputs, each with two acts, an entry and two heads.  False: out of memory. */
bool gather_reserve(struct gathering *g, size_t inputs);

/* Once it is stored, shows what was done at a table until now, and answers `l`. */
struct act *gather_act(struct host *h, struct hosted *t, struct link *l);
/* The same for a request; `json` is the reply. */
struct act *gather_reply(struct host *h, struct hosted *t, struct link *l, const char *json);

void gather_drop(struct host *h, const struct hosted *t); /* the table was set aside: its acts are not done */
void gather_forget(struct gathering *g);                  /* the host closes: nobody is answered */

#endif
