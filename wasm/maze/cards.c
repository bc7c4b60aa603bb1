/* wasm/maze/cards.c -- what a page that shows role cards needs to know about them (H5.9, H8.1, H8.3).
 *
 *   role_card(card, seat)  the card by its number, and how it stands for a seat that holds it, as numbers:
 *                          [side, letters, kind, at_end, done, failed, now, of, undealt]
 *                          kind: 0 plain, 1 a mission, 2 a special rule, 3 may change sides; at_end: its
 *                          mission is judged then; done and failed: as things are; `now` of `of` are what it
 *                          counts, 0 of 0 if it counts nothing; undealt: how many of it nobody was dealt,
 *                          right once all cards are known.  JSON in the outbox; returns its length. */
#include "core/pen.h"
#include "games/maze/role_play.h"
#include "wasm/engine.h"

enum { PLAIN, MISSION, RULE, TURNS };

static int kind_of(const struct role *role)
{
    return role->done.count ? MISSION : role->rule ? RULE : role->turns.count ? TURNS : PLAIN;
}

/* What can be counted on fingers: the first test for a number that takes more than one time. */
static const struct card_test *counted(const struct card_condition *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->test[i].op == OP_AT_LEAST && c->test[i].number > 1)
            return &c->test[i];
    return NULL;
}

EXPORT("role_card") size_t engine_role_card(uint32_t card, uint32_t seat)
{
    const struct role *role = &deck_house.role[card < card_end ? card : 0];
    const struct state *s = state_of(engine_drawing());
    const struct card_test *test = counted(role->done.count ? &role->done : &role->turns);
    seat_t of = (seat_t)(seat <= SEATS_MAX ? seat : 0);
    int told[] = {role->side,
                  role->letters,
                  kind_of(role),
                  role->at_end,
                  role_holds(s, of, &role->done, 0),
                  role_holds(s, of, &role->failed, 0),
                  test ? role_count(s, of, test, 0) : 0,
                  test ? test->number : 0,
                  role_undealt(s, (uint8_t)(card < card_end ? card : 0))};
    struct pen p = pen_on(engine_out, sizeof engine_out);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        pen_char(&p, i ? ',' : '[');
        pen_number(&p, told[i]);
    }
    pen_char(&p, ']');
    return pen_done(&p, engine_out);
}
