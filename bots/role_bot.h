/* bots/role_bot.h -- Hidden Roles, as a player of the maze: where maze_team.c reaches it, and what its files
 * share.
 *
 * role_answer.c answers whatever a seat can be asked, role_suspect.c keeps what each seat has left undone,
 * role_accuse.c accuses, votes and lays the watching card, role_hold.c says how long a step of the plan is
 * left undone, role_spoil.c what a traitor does against it, role_rule.c keeps to the own card's rule,
 * role_mission.c goes after its mission, role_guess.c names a mission at the end.  All of it is read from the
 * view of one seat. */
#ifndef BOTS_ROLE_BOT_H
#define BOTS_ROLE_BOT_H

#include "bots/bot.h"
#include "bots/maze_plan.h"
#include "games/maze/role_play.h"

/* What a seat can be asked, besides playing. */
enum matter { MATTER_NONE, MATTER_LOOK, MATTER_VOTE, MATTER_FLIP, MATTER_DECIDE, MATTER_ASK, MATTER_GUESS };

struct role_mind {
    int64_t matter_ms;       /* when to answer what it is asked now */
    int64_t counted_ms;      /* until when it has counted who leaves things undone */
    int64_t accuses_ms;      /* when it accuses the suspect, if nothing changes; 0: it has none */
    int64_t watched_ms;      /* when it last laid the watching card */
    int64_t wished_ms;       /* when it last looked for a step for its own card */
    int64_t spoilt_ms;       /* when it last spoilt something */
    int64_t teases_ms;       /* a ghost: when it says something next */
    int64_t passed_ms;       /* when action tiles last changed hands */
    int64_t hushed_ms;       /* when the last discussion ended */
    int64_t acted_ms[VIEWS]; /* by seat: when it last did something */
    int32_t doubt[VIEWS];    /* by seat, in ms that others waited for it: its own too, as others count it */
    int32_t asked[VIEWS]; /* how often it was needed, in hundredths: a share where others could do it too */
    place_t hero_at[HEROES];  /* before the last move */
    uint8_t stretches[VIEWS]; /* separate times that others waited for it long */
    uint8_t odd[VIEWS];       /* things it did that the plan did not want */
    uint8_t waits_for[VIEWS]; /* the step + 1 that others are waiting for, once it counts as a stretch */
    uint8_t matter;           /* enum matter that matter_ms was drawn for */
    uint8_t dreamy;           /* how often its attention lapses, in percent of the usual; 0: not drawn yet */
    uint8_t bold;             /* a traitor: how much of the others' patience it uses up, in percent */
    uint8_t judge;            /* how much it takes to convince it, in percent */
    seat_t suspect;
    bool hasty;  /* accuses and votes without a reason (the kind `hasty`) */
    bool wished; /* near the theft, the own mission has come first once */
};

/* What the plan wants, as far as these files need it. */
struct role_wants {
    const struct plan *plan;
    int64_t since_ms[PLAN_STEPS];
};

/* ---- called by maze_team.c ---- */

void role_notice(struct bot *b, struct role_mind *m, const struct state *view, const struct event *e,
                 const struct plan *plan);
/* True: it asks for `out`. */
bool role_answer(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                 struct input *out);
/* Is there nothing else this seat could do now: it is out, or the table waits for something? */
bool role_bound(const struct state *view, seat_t seat);
void role_suspect(struct role_mind *m, const struct state *view, const struct role_wants *wants,
                  int64_t now_ms);
/* What it does by itself: accuses, lays the watching card, goes after its mission, spoils something. */
bool role_act(struct bot *b, struct role_mind *m, const struct state *view, const struct plan *plan,
              int64_t now_ms, struct input *out);

/* The step as its own card allows it; action 0: not at all, for now. */
struct step role_within(const struct state *view, seat_t seat, const struct step *step);
/* How much longer than its reaction this seat takes for a step that it could do. */
int64_t role_hold_ms(struct bot *b, struct role_mind *m, const struct state *view, const struct step *step,
                     int64_t now_ms);

/* ---- shared by these files ---- */

static inline int64_t role_sand_ms(const struct state *s, int64_t now_ms)
{
    return sand_left_ms(&s->sand, clock_play_ms(&s->clock, now_ms));
}

/* Between two numbers, by the bot's own dice. */
static inline int64_t role_draw(struct bot *b, int64_t least, int64_t most)
{
    return least + pace_below(&b->pace, (uint32_t)(most - least + 1));
}

static inline bool role_am_traitor(const struct state *s, seat_t me)
{
    return s->roles.side[me] == side_traitor;
}

/* Who of those in the game could do the step. */
seats_t role_holders(const struct state *s, const struct step *step);

/* How long others would have waited for this seat if it were like the rest of the table; and by how much
 * longer they have. */
int role_usual(const struct state *s, const struct role_mind *m, seat_t seat);
int role_score(const struct state *s, const struct role_mind *m, seat_t seat);
/* How much of that is enough to accuse it. */
int role_patience(const struct state *s, const struct role_mind *m, seat_t seat);
bool role_accuses(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                  struct input *out);
uint8_t role_votes(struct bot *b, const struct role_mind *m, const struct state *view, int64_t now_ms);
bool role_watches(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                  struct input *out);

/* role_mission.c */
enum omen { OMEN_NONE, OMEN_GOOD, OMEN_BAD }; /* what a step would do for the own card */
enum omen role_omen(const struct state *view, seat_t seat, const struct input *in, int64_t now_ms);
bool role_wishes(struct bot *b, struct role_mind *m, const struct state *view, int64_t now_ms,
                 struct input *out);
bool role_lingers(const struct state *view, seat_t seat);             /* would it like others to notice it? */
bool role_wants(const struct state *view, seat_t seat, uint8_t fact); /* is its mission about that? */
bool role_needs_theft(const struct state *view, seat_t seat);         /* and cannot win before */
enum aim role_aim(const struct state *view);

/* role_hold.c: does it risk being accused, as it sees the others' patience? */
bool role_stands_out(const struct bot *b, const struct role_mind *m, const struct state *view);

/* role_spoil.c: how much further away from where it is needed a move would bring its hero */
int role_harm(const struct state *s, const struct input *in, int hero, int64_t now_ms);
bool role_spoils(struct bot *b, struct role_mind *m, const struct state *view, const struct plan *plan,
                 int64_t now_ms, struct input *out);

/* role_rule.c */
bool role_ends_talk(const struct bot *b, const struct state *view, int64_t now_ms, struct input *out);

/* role_guess.c */
void role_guess(const struct role_mind *m, const struct state *view, seat_t seat, struct input *out);

void step_ask(struct input *out, seat_t seat, const struct step *step); /* maze_team.c */

#endif
