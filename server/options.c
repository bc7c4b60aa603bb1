/* server/options.c -- options: read, chosen and told. */
#include "server/options.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/tell.h"

bool options_read(const struct hosted *t, const struct json *text, struct input *out, struct complaint *why)
{
    const struct game *game = t->table.game;
    if (text->text[0] != '{') {
        snprintf(why->text, sizeof why->text, "the options must be an object with the fields of set_up");
        return false;
    }
    return message_read(game->schema, game->schema->commands[game->set_up].name, text->text, text->size, out,
                        why);
}

void options_take(struct host *h, struct hosted *t, const struct input *chosen)
{
    t->options = *chosen;
    t->has_options = true;
    keep_head(h->open, t, true);
}

const struct refusal *options_choose(struct host *h, struct link *from, uint32_t re, const struct json *text,
                                     struct complaint *why)
{
    struct hosted *t = from->at;
    struct input options;
    if (hosted_begun(t))
        return &t->table.game->schema->refusals[REFUSAL_not_now];
    const struct refusal *refusal = judge_refusal(h, from->seat);
    if (refusal)
        return refusal;
    if (!text->text || !options_read(t, text, &options, why))
        return &refusal_bad_options;
    options_take(h, t, &options);
    struct act *act = gather_act(h, t, from);
    act->re = re;
    act->options = true;
    return NULL;
}

void options_tell(struct host *h, struct hosted *t, struct link *l)
{
    char command[WIRE_MAX], out[WIRE_MAX + 32], rest[WIRE_MAX], plain[WIRE_MAX];
    struct json cut;
    if (!t->has_options)
        return;
    size_t size = wire_write_input(t->table.game->schema, &t->options, command, sizeof command);
    CHECK(json_take(command, size, "id", &cut, rest, sizeof rest) &&
          json_take(rest, strlen(rest), "seen", &cut, plain, sizeof plain) &&
          json_take(plain, strlen(plain), "t", &cut, rest, sizeof rest));
    size = (size_t)snprintf(out, sizeof out, "{\"options\":%s}", rest);
    if (l)
        tell(h, l, out, size);
    else
        tell_all(h, t, out, size);
}
