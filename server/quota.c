/* server/quota.c -- counts messages, bytes of talk, and what the host of a table does. */
#include "server/quota.h"

#include <string.h>

#include "server/hosted.h"
#include "server/links.h"
#include "table/common.h"
#include "table/kinds.h"

bool quota_message(struct host *h, struct link *l)
{
    struct bucket *b = l->seat ? &l->at->member[l->seat].quota.messages : &l->messages;
    return bucket_take(b, h->now_ms, 1, h->limits.messages_per_s, LIMIT_MESSAGES_BURST);
}

const struct refusal *quota_host_refusal(struct host *h, struct hosted *t)
{
    bool slowly = bucket_take(&t->arranged, h->now_ms, 1, LIMIT_HOST_PER_S, LIMIT_HOST_BURST);
    return slowly ? NULL : &refusal_host_fast;
}

/* Each seat has its share of what all may say in one game: nobody talks others out of theirs. */
static const struct refusal *talk_refusal(struct host *h, struct hosted *t, const struct input *in)
{
    struct quota *q = &t->member[in->by].quota;
    uint32_t bytes = (uint32_t)(LIMIT_TALK_EVENT + (in->kind == CMD_say ? strlen(BODY(in, say)->text) : 0));
    if (h->counts.memory >= h->limits.memory)
        return &refusal_busy;
    if (q->said + bytes > LOG_TALK / hosted_presence(t)->seats)
        return &refusal_talk_full;
    return bucket_take(&q->talk, h->now_ms, bytes, LIMIT_TALK_PER_S, LIMIT_TALK_BURST) ? NULL
                                                                                       : &refusal_talk_fast;
}

const struct refusal *quota_refusal(struct host *h, struct hosted *t, const struct input *in)
{
    const struct schema *schema = t->table.game->schema;
    if (kind_talks(in->kind))
        return talk_refusal(h, t, in);
    return schema->commands[in->kind].askers == ASKERS_HOST ? quota_host_refusal(h, t) : NULL;
}

void quota_filled(struct hosted *t, uint16_t command, seat_t by, size_t bytes)
{
    if (kind_talks(command) && by && by < VIEWS)
        t->member[by].quota.said += (uint32_t)bytes;
}
