/* games/maze/cards.h -- the role cards of Hidden Roles as data: on which side a card is, in which decks, what
 * it needs, when its mission is done or lost, when it changes sides, what its rule is.
 *
 * The data is a text that people can edit (data/roles/mall.roles, docs/roles.md), compiled in as
 * `deck_house`.  What a card counts is a number that follows from what everybody has seen (role_facts.c);
 * a condition is a few comparisons of such numbers.  Titles and texts for people are words of the page. */
#ifndef GAMES_MAZE_CARDS_H
#define GAMES_MAZE_CARDS_H

#include "core/complaint.h"
#include "games/maze/maze.h"

/* What can be counted for a seat: name in C, words in a file, whether a hero is named with it. */
#define CARD_FACTS(X)                                                                                        \
    X(ACCUSED, "accused", false)                 /* accusations that named you (K8) */                       \
    X(REJECTED, "rejected", false)               /* of those, rejected */                                    \
    X(NAMED_LAST, "named last", false)           /* did the last accusation name you? */                     \
    X(FRAMED, "framed", false)                   /* did one with a hero, that you backed, end the game? */   \
    X(CONVICTIONS, "convictions", false)         /* accusations validated against traitors */                \
    X(PAWN_TO_YOU, "pawn to you", false)         /* K9 */                                                    \
    X(PAWN_BY_YOU, "pawn by you", false)         /* those 10 s apart */                                      \
    X(PAWN_OWED, "pawn owed", false)             /* others in the game who never got it from you */          \
    X(PAWN_AT_THEFT, "pawn at the theft", false) /* before you, for a second at least? */                    \
    X(WATCHED, "watched", false)                 /* times the watching card was laid before you */           \
    X(WATCHED_AT_THEFT, "watched at the theft", false)                                                       \
    X(THEFT, "theft", false)                                                                                 \
    X(THEFT_BY_YOU, "theft by you", false)                                                                   \
    X(LED_OUT, "led out by you", false) /* did a hero leave by an action of yours? */                        \
    X(START_EMPTIED, "start emptied by you", false)                                                          \
    X(SPACES, "spaces", false) /* hourglass spaces used (K4) */                                              \
    X(SPACES_AT_THEFT, "spaces at the theft", false)                                                         \
    X(PILE, "pile", false) /* tiles in it */                                                                 \
    X(PILE_AT_THEFT, "pile at the theft", false)                                                             \
    X(VORTEXED, "heroes by vortex", false) /* different heroes that have used one */                         \
    X(GONE, "heroes gone", false)                                                                            \
    X(PLACE, "place of", true) /* the first to leave is 1; 0: has not left */                                \
    X(RIDES, "rides of", true)                                                                               \
    X(TILES, "tiles of", true)               /* different ones stood on (K6) */                              \
    X(SAND, "sand", false)                   /* seconds left */                                              \
    X(SAND_AT_FLIP, "sand at a flip", false) /* the least so far */

enum fact {
#define X(name, words, hero) FACT_##name,
    CARD_FACTS(X)
#undef X
        FACTS
};

/* What a special rule does: name in C, words in a file, and which number or hero they end with. */
#define CARD_RULES(X)                                                                                        \
    X(NONE, "", NOTHING)                                                                                     \
    X(SAME_HERO, "not the same hero for", SECONDS)                                                           \
    X(PAWN_FREEZES, "no action with the pawn", NOTHING)                                                      \
    X(PAUSE, "no action for", SECONDS)                                                                       \
    X(NO_WORDS, "no words", NOTHING)                                                                         \
    X(STEPS, "steps", NUMBER)                                                                                \
    X(PAWN_FOR, "only with the pawn:", HERO)                                                                 \
    X(NO_HOURGLASS, "no hourglass", NOTHING)                                                                 \
    X(CROWD, "no tile with heroes", NUMBER)                                                                  \
    X(FIRST_VOTE_DOWN, "first vote down", NOTHING)                                                           \
    X(DISCUSSION, "discussions up to", SECONDS)

enum card_rule {
#define X(name, words, takes) CARD_RULE_##name,
    CARD_RULES(X)
#undef X
        CARD_RULE_END
};

/* What a card can need of the scenario (K13): name in C, words in a file. */
#define CARD_NEEDS(X)                                                                                        \
    X(PAWN, "pawn")                                                                                          \
    X(WORDS, "words")                                                                                        \
    X(DISCUSSIONS, "discussions")                                                                            \
    X(ACTION_TILE, "action tile")                                                                            \
    X(VORTEXES, "vortexes")                                                                                  \
    X(LASTING_TILES, "lasting tiles")                                                                        \
    X(COMPANY, "company")                                                                                    \
    X(ONE_BOARD, "one board")

enum card_need {
#define X(name, words) NEED_BIT_##name,
    CARD_NEEDS(X)
#undef X
        NEEDS
};

enum { TESTS_MAX = 3, DECK_NAME_MAX = 50, DECK_TEXT_MAX = 1 << 14, ROLE_LEVELS = 5 };

struct card_test { /* a fact compared with a number */
    uint8_t fact, hero, op, number;
};
enum { OP_AT_LEAST, OP_AT_MOST, OP_BELOW, OP_IS };

struct card_condition { /* all tests hold; none: never */
    struct card_test test[TESTS_MAX];
    uint8_t count;
};

struct role {
    uint8_t side;                           /* at the start */
    uint8_t copies;                         /* 0: there is no such card */
    uint8_t letters;                        /* bit 0: A, level 1 */
    uint8_t players, pile_least, pile_most; /* pile_most 0: any */
    uint8_t needs;                          /* bits NEED_BIT_... */
    uint8_t at_end;            /* its mission is judged at the end, until then nothing is final */
    uint8_t rule, rule_number; /* enum card_rule; seconds, spaces, heroes or a hero */
    struct card_condition done, failed, turns;
};

struct role_deck {
    char name[DECK_NAME_MAX];
    struct role role[card_end];
};

extern const struct role_deck deck_house;

/* Reads a deck.  Any bytes may be given.  False: `why` has the line and the reason. */
bool deck_parse(const char *text, size_t size, struct role_deck *out, struct complaint *why);

static inline bool role_has_mission(const struct role *role)
{
    return role->done.count != 0;
}

#endif
