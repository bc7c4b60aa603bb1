/* tests/help/reached.h -- what the random tables of the laws have reached, and what they must reach.
 *
 * A law proves nothing about places where nobody has ever been.  So every event of a game must have happened,
 * every command must have been accepted and refused, every refusal given, every ending reached, and every
 * set-up on offer played; except for what is excused below, with a reason. */
#ifndef TESTS_HELP_REACHED_H
#define TESTS_HELP_REACHED_H

#include <stdio.h>
#include <string.h>

#include "core/schema.h"

enum { SET_UPS_MAX = 256 };

struct reached {
    uint64_t event[KINDS_MAX], accepted[KINDS_MAX], refused[KINDS_MAX], refusal[KINDS_MAX], ending[KINDS_MAX];
    struct {
        uint8_t body[BODY_MAX];
        uint64_t played;
    } set_up[SET_UPS_MAX];
    int set_ups;
};

/* What need not be reached, and why.  `games`: names, each followed by a blank; with ! in front: all
 * others. */
static const struct excuse {
    const char *games, *what, *name, *reason;
    bool seldom; /* it can happen, but hardly ever by chance; the tests named here do it */
} excuses[] = {
    {"!", "refusal", "ask_host", "only a view says that, never the truth", false},
    {"!", "refusal", "log_full", "takes a log of 2 MiB: tests/unit/test_table_memory.c", false},
    {"!maze traitor word ", "event", "talk_changed", "talk is always open", false},
    {"!maze ", "refusal", "silence", "talk is never shut", false},
    {"!maze ", "refusal", "gestures_only", "talk is never shut", false},
    {"!maze ", "refusal", "talk_paused", "talk is never shut, not in a pause either", false},
    {"!maze ", "refusal", "name_hushed", "talk is never shut", false},
    {"!maze ", "accepted command", "name_seat", "talk is never shut: nobody is without a name", false},
    {"!maze ", "event", "seat_named", "talk is never shut: nobody is without a name", false},
    {"!maze traitor word ", "refusal", "too_late", "no deadlines", false},
    {"!traitor word ", "refusal", "seats_unfit",
     "any number of seats is enough, or the scenario says what is", false},
    {"!maze traitor word ", "accepted command", "want_seat", "nothing is dealt in secret", false},
    {"!maze traitor word ", "accepted command", "answer_seat", "nothing is dealt in secret", false},
    {"!maze traitor word ", "event", "seat_wanted", "nothing is dealt in secret", false},
    {"!maze traitor word ", "event", "seat_agreed", "nothing is dealt in secret", false},
    {"!maze traitor word ", "event", "seat_denied", "nothing is dealt in secret", false},
    {"!maze traitor word ", "event", "seat_granted", "nothing is dealt in secret", false},
    {"!maze traitor word ", "refusal", "needs_consent", "nothing is dealt in secret", false},
    {"!maze traitor word ", "refusal", "seat_shut", "nothing is dealt in secret", false},
    {"traitor ", "ending", "\"nothing_left\"",
     "with all 42 treasures drawn and five rings used 93 points are held: of ten players one has 10", false},
    {"maze ", "refusal", "goals_crowded", "the house's tiles have one goal each: test_maze_challenges.c",
     false},
    {"maze ", "refusal", "tile_3_crowded", "the house's tile 3 has room: test_maze_challenges.c", false},
    {"maze ", "refusal", "watched", "takes two cameras, and a hero beside an hourglass: test_maze_arriving.c",
     true},
    {"maze ", "refusal", "gestures_only", "takes a flip in one scenario of 17: test_maze_challenges.c", true},
    {"maze ", "refusal", "vortex_clash", "takes two rules of 17 at once: test_maze_challenges.c", true},
    {"maze ", "refusal", "cuts_second", "takes a ring of tiles: test_maze_challenges.c", true},
    {"maze ", "refusal", "all_together",
     "takes three heroes apart, one on its vortex: test_maze_challenges.c", true},
    {"maze ", "refusal", "same_dimension", "takes a second vortex in one dimension: test_maze_challenges.c",
     true},
    {"maze ", "refusal", "pawn_clash", "takes two rules of 17 at once: test_maze_challenges.c", true},
    {"maze ", "refusal", "crowd_clash", "takes two rules of 17 at once: test_maze_challenges.c", true},
    {"maze ", "refusal", "tile_3_missing", "takes one rule of 17 and one tile of 24: test_maze_challenges.c",
     true},
    {"maze ", "refusal", "superstitious", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "frozen", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "sloth", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "silent_monk", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "short_of_breath", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "snob", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "jinx", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "refusal", "claustrophobe", "takes one card of 53: test_role_rules.c", true},
    {"maze ", "accepted command", "ask_for_word", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "accepted command", "pass_word", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "event", "guessing_begun", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "event", "word_asked", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "event", "word_given", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "event", "word_passed", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "refusal", "only_guessing", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "refusal", "spoken_already", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "accepted command", "decide_outcome", "takes all but one to be out: test_role_end.c", true},
    {"maze ", "event", "last_one_left", "takes all but one to be out: test_role_end.c", true},
    {"maze ", "event", "outcome_decided", "takes all but one to be out: test_role_end.c", true},
    {"maze ", "refusal", "last_decides", "takes all but one to be out: test_role_end.c", true},
    {"maze ", "ending", "\"decided\"", "takes all but one to be out: test_role_end.c", true},
    {"maze ", "accepted command", "guess_card", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "event", "card_guessed", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "refusal", "no_such_mission", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "refusal", "face_up", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "refusal", "no_word", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "ending", "\"guessed_right\"", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "ending", "\"was_guessed\"", "takes an escape at level 5: test_role_guess.c", true},
    {"maze ", "event", "flipped_for_free", "takes a conviction, or a failure, in time: test_role_accuse.c",
     true},
    {"maze ", "refusal", "choice_open", "takes a conviction, or a failure, in time: test_role_accuse.c",
     true},
    {"maze ", "refusal", "ghost_silent", "takes a conviction, or a failure, in time: test_role_accuse.c",
     true},
    {"maze ", "event", "voters_gone", "takes a conviction, or a failure, in time: test_role_accuse.c", true},
    {"word ", "refusal", "ballot_open", "a word is accused once: test_word_accuse.c", false},
    {"word ", "refusal", "no_voter", "three play or more: somebody is left to vote", false},
    {"word ", "event", "voters_gone", "who is away keeps the vote, and may come back in time", false},
    {"word ", "refusal", "deck_too_small", "takes an own list of words: test_word_setup.c", false},
    {"word ", "refusal", "no_deck", "the house has a deck in every language: test_word_setup.c", false},
    {"word ", "refusal", "too_many_parts", "takes five words: test_word_chain.c", true},
    {"word ", "refusal", "bad_sign", "takes a sign in a word that would do: test_word_chain.c", true},
    {"word ", "refusal", "mixed_letters", "takes two alphabets: test_word_chain.c", true},
    {"word ", "refusal", "start_claimed", "takes a claim before any other word: test_word_claim.c", true},
    {"word ", "refusal", "not_that_word", "takes a card that is held, and does not fit: test_word_claim.c",
     true},
    {"word ", "ending", "\"deck_used_up\"", "takes over 200 cards: test_word_end.c", true},
    {"word ", "ending", "\"all_words_said\"", "takes 200 words: test_word_end.c", true},
    {"maze ", "refusal", "pile_empty", "the sand mostly runs out before: test_maze_course.c", true},
};

static inline bool excuse_is_for(const struct excuse *x, const char *game)
{
    size_t size = strlen(game);
    const char *at = x->games + (x->games[0] == '!');
    while (*at && (strncmp(at, game, size) != 0 || at[size] != ' '))
        at += strcspn(at, " ") + 1;
    return (*at != 0) == (x->games[0] != '!');
}

static inline const struct excuse *find_excuse(const char *game, const char *what, const char *name)
{
    for (size_t i = 0; i < sizeof excuses / sizeof *excuses; i++)
        if (excuse_is_for(&excuses[i], game) && !strcmp(excuses[i].what, what) &&
            !strcmp(excuses[i].name, name))
            return &excuses[i];
    return NULL;
}

/* Something excused as impossible that was reached all the same is a finding, too. */
static inline bool reached_one(const char *game, const char *what, const char *name, uint64_t times)
{
    const struct excuse *x = find_excuse(game, what, name);
    if (times ? !x || x->seldom : x != NULL)
        return true;
    fprintf(stderr, "%s: the %s %s %s%s\n", game, what, name,
            times ? "was come to, though: " : "was never come to", times ? x->reason : "");
    return false;
}

/* Counts a set-up on offer if it is the one being played. */
static inline void reached_set_up(struct reached *r, const struct input *offered, size_t size, bool played)
{
    int i = 0;
    while (i < r->set_ups && memcmp(r->set_up[i].body, offered->body, size) != 0)
        i++;
    CHECK(i < SET_UPS_MAX);
    if (i == r->set_ups)
        memcpy(r->set_up[r->set_ups++].body, offered->body, size);
    r->set_up[i].played += played;
}

static inline bool reached_all(const struct reached *r, const struct game *game)
{
    const struct schema *schema = game->schema;
    bool all = true;
    for (int k = 0; k < KINDS_MAX; k++) {
        if (schema->events[k].fields)
            all &= reached_one(game->name, "event", schema->events[k].name, r->event[k]);
        if (schema->commands[k].fields) {
            all &= reached_one(game->name, "accepted command", schema->commands[k].name, r->accepted[k]);
            all &= reached_one(game->name, "refused command", schema->commands[k].name, r->refused[k]);
        }
        if (schema->refusals[k].name)
            all &= reached_one(game->name, "refusal", schema->refusals[k].name, r->refusal[k]);
    }
    for (int k = 1; game->endings[k].size; k++)
        all &= reached_one(game->name, "ending", game->endings[k].text, r->ending[k]);
    for (int i = 0; i < r->set_ups; i++)
        if (!r->set_up[i].played) {
            fprintf(stderr, "%s: %d set-ups were offered, number %d was never played\n", game->name,
                    r->set_ups, i + 1);
            all = false;
        }
    return all;
}

#endif
