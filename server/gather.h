/* server/gather.h -- what goes to the store together: items of the batch, and what is to be done once they
 * are safe.
 *
 * While one gathering is being stored the next is filled (struct host: busy and open).  Whoever adds to it
 * asks for room first; then nothing fails half-way. */
#ifndef SERVER_GATHER_H
#define SERVER_GATHER_H

#include "server/links.h"
#include "table/table.h"

struct act {           /* something accepted or refused, to be told once the batch that it is in is stored */
    struct hosted *at; /* NULL: it is done with */
    bookmark_t until;  /* show what happened before */
    struct link *link; /* whom to answer; NULL: nobody */
    uint32_t re;       /* the answer's number */
    seq_t repeated;    /* a command done before: its last event; 0: it is not one */
    const struct refusal *refusal; /* NULL: accepted */
    char *reply;                   /* a request: what to reply */
    bool ends;                     /* the game ended with it */
    bool options;                  /* the options have changed with it */
    bool material;                 /* what is played with has: all are told what is replied */
};

struct gathering {
    struct store_batch batch;
    struct act *acts;
    size_t count, room;
};

/* Makes room: for each input two acts, an entry, two heads.  False: no memory. */
bool gather_reserve(struct gathering *g, size_t inputs);

/* What was done at a table until now is to be shown, and `l` answered, once it is stored. */
struct act *gather_act(struct host *h, struct hosted *t, struct link *l);
/* The same for a request, which is then replied `json`. */
struct act *gather_reply(struct host *h, struct hosted *t, struct link *l, const char *json);

void gather_drop(struct host *h, const struct hosted *t); /* the table was set aside: its acts are not done */
void gather_forget(struct gathering *g);                  /* the host closes: nobody is answered any more */

#endif
