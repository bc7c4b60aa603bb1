/* wasm/traitor/cards.c -- what a page that shows the cards of Are You the Traitor? needs to know about them.
 *
 *   traitor_cards(players)  what is printed on each treasure, in the order of enum treasure (T4.1), and the
 *                           cards for this many players (T1.2), good and evil being wizard cards; all 0 if
 *                           that many cannot play.  JSON in the outbox; returns its length:
 *                           {"points":[5,4],"key_holder":1,"traitor":1,"guard":2,"wizard":2,"good":1,
 *                           "evil":1} */
#include "core/pen.h"
#include "games/traitor/traitor.h"
#include "wasm/engine.h"

static void write_count(struct pen *p, const char *key, int count)
{
    pen_text(p, ",\"");
    pen_text(p, key);
    pen_text(p, "\":");
    pen_number(p, count);
}

EXPORT("traitor_cards") size_t engine_traitor_cards(uint32_t players)
{
    const struct cast *cast = deal_cast(players <= PLAYERS_MAX ? (int)players : 0);
    struct pen p = pen_on(engine_out, sizeof engine_out);
    pen_text(&p, "{\"points\":[");
    for (int kind = 1; kind <= KINDS_OF_TREASURE; kind++) {
        if (kind > 1)
            pen_char(&p, ',');
        pen_number(&p, treasure_points[kind]);
    }
    pen_char(&p, ']');
    write_count(&p, "key_holder", cast->key_holders);
    write_count(&p, "traitor", cast->traitors);
    write_count(&p, "guard", cast->guards);
    write_count(&p, "wizard", cast->wizards);
    write_count(&p, "good", cast->good);
    write_count(&p, "evil", cast->evil);
    pen_char(&p, '}');
    return pen_done(&p, engine_out);
}
