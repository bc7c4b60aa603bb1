/* games/maze/play.h -- what the files that judge Magic Maze share with each other, and with those who look
 * ahead by the same rules: its bots, hints, whoever draws it. */
#ifndef GAMES_MAZE_PLAY_H
#define GAMES_MAZE_PLAY_H

#include "games/maze/mall.h"
#include "games/maze/roles.h"
#include "games/maze/scenarios.h"

static inline bool rule(const struct state *s, uint32_t rules)
{
    return (s->scenario.rules & rules) != 0;
}

/* M8.2, which M8.7 includes. */
enum { RULES_FACE_UP = RULE_FACE_UP | RULE_DIMENSIONS };

static inline bool solo(const struct state *s)
{
    return s->presence.seats == 1;
}

static inline bool hero_exists(uint8_t hero)
{
    return hero >= hero_barbarian && hero <= hero_dwarf;
}

/* While the sand runs: is talk open for a discussion that the first action ends (M6.3)? */
static inline bool discussing(const struct state *s)
{
    return !rule(s, RULE_TALK_ALWAYS) && s->hush.talk != talk_silent;
}

/* M7.4: does the hero pass orange walls? */
static inline bool passes_small(const struct state *s, int hero)
{
    return hero + 1 == hero_dwarf && rule(s, RULE_DWARF);
}

/* M7.6, M7.8: with that many working cameras, is the space closed to all heroes? */
static inline bool watched(const struct state *s, place_t at, int cameras)
{
    return cameras >= 2 && rule(s, RULE_CAMERAS) && mall_flips(s, at);
}

/* setup.c */
refusal_t setup_offer_tile(struct turn *t);
refusal_t setup_set_up(struct turn *t);
/* Why these players cannot play it with the tiles they have. */
refusal_t setup_refusal(const struct state *s, const struct scenario *scenario);

/* move.c: going from space to space, and what entering a space causes */
refusal_t move_hero(struct turn *t);
refusal_t move_use_vortex(struct turn *t);
refusal_t move_use_escalator(struct turn *t);
/* How far a hero can go that way: calls `reach` for each space where it could
 * stop, until it returns false. */
void move_each(const struct state *s, int hero, int direction, bool (*reach)(void *, place_t), void *of);
/* Every command that moves a hero, or explores with it, names the hero and a space of the mall (M4.2). */
refusal_t move_named_refusal(const struct state *s, uint8_t hero, uint8_t tile, uint8_t space);
refusal_t move_vortex_refusal(const struct state *s, int hero, place_t to);
refusal_t move_escalator_refusal(const struct state *s, int hero, place_t to);
/* Is that an item where the hero takes part in the theft, or an exit by which it leaves afterwards? */
bool move_steals(const struct state *s, int hero, place_t at);
bool move_leaves(const struct state *s, int hero, place_t at);

/* explore.c: laying tiles, and discarding them */
refusal_t explore_here(struct turn *t);
refusal_t explore_gaze(struct turn *t);
refusal_t explore_discard(struct turn *t);
bool explore_leads_on(const struct state *s, int hero, place_t at); /* for when the hero is there (M4.5) */
refusal_t explore_here_refusal(const struct state *s, int hero, place_t at);
refusal_t explore_gaze_refusal(const struct state *s, place_t at);

/* flip.c: the hourglass, talk and who holds which actions */
refusal_t flip_first(struct turn *t);
void flip_hourglass(struct turn *t, place_t at);
refusal_t flip_turn_action(struct turn *t);
void flip_open_talk(struct turn *t);
void flip_close_talk(struct turn *t); /* M6.3: the first action ends the discussion */
/* May the asking seat carry out this action now?  Every action passes through here. */
refusal_t flip_action_refusal(const struct turn *t, uint8_t action);
int64_t flip_left_ms(const struct turn *t); /* sand; zero or less: it has run out */
void flip_follows(struct turn *t);          /* what every flip brings about, whoever flipped */
void flip_end_game(struct turn *t, uint8_t ending);
void flip_game_over(struct turn *t, uint8_t ending, int64_t left_ms);

/* apply.c */
void maze_apply(struct state *s, const struct event *e);

/* legal.c */
int maze_legal(const struct state *view, seat_t seat, struct input *out, int max);
bool legal_acts(const struct state *s, seat_t seat); /* does the board offer the seat any action? */

/* sound.c */
bool maze_sound(const struct state *s);

#endif
