/* server/options.c -- options: read, chosen and told. */
#include "server/options.h"

#include <stdio.h>
#include <string.h>

#include "core/check.h"
#include "server/hosted.h"
#include "server/judge.h"
#include "server/keep.h"
#include "server/tell.h"

/* They come without the command's name, so it is inserted. */
bool options_read(const struct hosted *t, const struct json *text, struct input *out, struct complaint *why)
{
    char named[WIRE_MAX];
    const struct schema *schema = t->table.game->schema;
    if (text->size < 2 || text->text[0] != '{' || text->size + 32 > sizeof named) {
        snprintf(why->text, sizeof why->text, "the options must be an object with the fields of set_up");
        return false;
    }
    size_t first = 1 + strspn(text->text + 1, " \t\r\n"); /* the object ends with a brace */
    int before = snprintf(named, sizeof named, "{\"t\":\"%s\"%s",
                          schema->commands[t->table.game->set_up].name, text->text[first] == '}' ? "" : ",");
    memcpy(named + before, text->text + 1, text->size - 1);
    return wire_read_input(schema, named, (size_t)before + text->size - 1, out, why);
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
