/* server/tell.h -- what everybody at a table is told besides the story: one text, at once.
 *
 * Nothing here checks what may be known yet: the caller has waited until it was stored. */
#ifndef SERVER_TELL_H
#define SERVER_TELL_H

#include "server/links.h"
#include "server/messages.h"

enum { FRAME_MAX = MESSAGE_MAX + 64 };

void tell(struct host *h, struct link *l, const char *text, size_t size); /* does nothing if it is gone */
/* Everybody who has been greeted. */
void tell_all(struct host *h, struct hosted *t, const char *text, size_t size);

/* One of the server's own messages: TELL(h, l, time_told, .now = ...). */
#define TELL(h, l, ...)                                                                                      \
    do {                                                                                                     \
        char tell_text[MESSAGE_MAX];                                                                         \
        size_t tell_size = MESSAGE(tell_text, __VA_ARGS__);                                                  \
        tell((h), (l), tell_text, tell_size);                                                                \
    } while (0)

void tell_refused(struct host *h, struct link *l, uint32_t re, const struct refusal *why);
void tell_over(struct host *h, const struct hosted *t, struct link *l); /* with the seed (P5.2) */
void tell_trouble(struct host *h, struct link *l); /* the store is failing, or works again (P6.4) */

#endif
