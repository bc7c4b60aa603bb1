/* server/tell.c -- one text, framed and sent. */
#include "server/tell.h"

#include "core/text.h"
#include "seal/secret.h"
#include "server/hosted.h"

void tell(struct host *h, struct link *l, const char *text, size_t size)
{
    char frame[FRAME_MAX];
    if (!l->conn)
        return;
    h->calls->send(h->ctx, l->conn, frame, h->calls->frame(text, size, frame, sizeof frame));
    h->counts.told++;
}

void tell_all(struct host *h, struct hosted *t, const char *text, size_t size)
{
    char frame[FRAME_MAX];
    size_t framed = h->calls->frame(text, size, frame, sizeof frame);
    for (struct link *l = t->links; l; l = l->next)
        if (!l->fresh) {
            h->calls->send(h->ctx, l->conn, frame, framed);
            h->counts.told++;
        }
}

void tell_refused(struct host *h, struct link *l, uint32_t re, const struct refusal *why)
{
    struct refused refused = {.re = re};
    char out[MESSAGE_MAX];
    text_copy(refused.refused, sizeof refused.refused, why->name);
    text_copy(refused.rule, sizeof refused.rule, why->rule);
    text_copy(refused.text, sizeof refused.text, why->text);
    tell(h, l, out, message_write(EV_refused, &refused, out));
}

void tell_over(struct host *h, const struct hosted *t, struct link *l)
{
    struct over over = {.over = 1};
    char out[MESSAGE_MAX];
    if (l->seat)
        text_copy(over.record, sizeof over.record, t->record);
    secret_to_hex(t->seed, sizeof t->seed, over.seed);
    tell(h, l, out, message_write(EV_over, &over, out));
}

void tell_trouble(struct host *h, struct link *l)
{
    if (h->stuck)
        TELL(h, l, trouble, .trouble = 1, .rule = "P6.4",
             .text =
                 "The server cannot save right now. Nothing is lost, and the clock is stopped until it can.");
    else
        TELL(h, l, trouble, .trouble = 0, .rule = "P6.4", .text = "The server can save again.");
}
