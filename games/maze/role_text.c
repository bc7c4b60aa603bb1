/* games/maze/role_text.c -- reads the role cards as people write them (docs/roles.md).
 *
 * Strict: whatever is not exactly a deck of all the cards in cards.def, each once, is refused with the line
 * and the reason, and nothing of it is used. */
#include "core/pen.h"
#include "core/utf8.h"
#include "games/maze/cards.h"

struct words { /* some bytes of the text */
    const char *at;
    size_t size;
};

struct reading {
    const char *at, *end;
    struct words line;
    uint32_t number;
    uint32_t begun; /* the line at which this card begins */
    struct role_deck *deck;
    struct complaint *why;
    int card;      /* being read; 0: none yet */
    unsigned keys; /* that this card already has */
};

static const char *const card_names[] = {
    NULL,
#define ENUM(name)
#define VALUE(name, value) #value,
#define ENUM_END(name)
#include "games/maze/cards.def"
#undef ENUM
#undef VALUE
#undef ENUM_END
};
static const char *const hero_names[] = {NULL, "barbarian", "sorceress", "elf", "dwarf"};
static const char *const side_names[] = {NULL, "hero", "traitor"};
static const char *const op_names[] = {
    [OP_AT_LEAST] = ">=", [OP_AT_MOST] = "<=", [OP_BELOW] = "<", [OP_IS] = "="};

enum takes { TAKES_NOTHING, TAKES_SECONDS, TAKES_NUMBER, TAKES_HERO };
static const struct {
    const char *words;
    enum takes takes;
} rules[] = {
#define X(name, words, takes) {words, TAKES_##takes},
    CARD_RULES(X)
#undef X
};
static const struct {
    const char *words;
    bool hero;
} facts[] = {
#define X(name, words, hero) {words, hero},
    CARD_FACTS(X)
#undef X
};
static const char *const need_words[] = {
#define X(name, words) words,
    CARD_NEEDS(X)
#undef X
};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* ---- words ---- */

static bool complain_at(struct reading *r, uint32_t line, const char *what, struct words about)
{
    struct pen p = pen_on(r->why->text, sizeof r->why->text);
    r->why->line = line;
    pen_text(&p, what);
    for (size_t i = 0; i < about.size && i < 60; i++) /* somebody else's: printable ones only */
        pen_char(&p, about.at[i] >= ' ' && about.at[i] < 127 ? about.at[i] : '?');
    pen_done(&p, r->why->text);
    return false;
}

static bool complain(struct reading *r, const char *what, struct words about)
{
    return complain_at(r, r->number, what, about);
}

static struct words named(const char *name)
{
    return (struct words){name, strlen(name)};
}

static const struct words nothing = {"", 0};

static bool are(struct words w, const char *text)
{
    return w.size == strlen(text) && !memcmp(w.at, text, w.size);
}

static struct words trimmed(struct words w)
{
    while (w.size && w.at[0] == ' ')
        w.at++, w.size--;
    while (w.size && (w.at[w.size - 1] == ' ' || w.at[w.size - 1] == '\r'))
        w.size--;
    return w;
}

/* Takes `text` off the front if it is there, followed by a blank or the end. */
static bool take(struct words *w, const char *text)
{
    size_t size = strlen(text);
    if (w->size < size || memcmp(w->at, text, size) || (w->size > size && w->at[size] != ' '))
        return false;
    *w = trimmed((struct words){w->at + size, w->size - size});
    return true;
}

static bool take_number(struct words *w, uint8_t *out)
{
    unsigned value = 0;
    size_t i = 0;
    for (; i < w->size && i < 3 && w->at[i] >= '0' && w->at[i] <= '9'; i++)
        value = value * 10 + (unsigned)(w->at[i] - '0');
    if (!i || value > UINT8_MAX || (i < w->size && w->at[i] != ' '))
        return false;
    *out = (uint8_t)value;
    *w = trimmed((struct words){w->at + i, w->size - i});
    return true;
}

/* Which of the names stands in front?  It is taken off.  0: none. */
static int take_name(struct words *w, const char *const *names, int count)
{
    for (int i = 1; i < count; i++)
        if (take(w, names[i]))
            return i;
    return 0;
}

/* The next part up to a comma. */
static bool next_part(struct words *rest, struct words *part)
{
    size_t size = 0;
    if (!rest->at)
        return false;
    while (size < rest->size && rest->at[size] != ',')
        size++;
    *part = trimmed((struct words){rest->at, size});
    *rest = size < rest->size ? (struct words){rest->at + size + 1, rest->size - size - 1}
                              : (struct words){NULL, 0};
    return true;
}

static bool next_line(struct reading *r)
{
    do {
        if (r->at == r->end)
            return false;
        r->number++;
        const char *from = r->at;
        while (r->at < r->end && *r->at != '\n')
            r->at++;
        r->line = trimmed((struct words){from, (size_t)(r->at - from)});
        r->at += r->at < r->end;
    } while (!r->line.size || (r->line.size >= 2 && r->line.at[0] == '/' && r->line.at[1] == '/'));
    return true;
}

/* ---- what a card says ---- */

/* [no] FACT [HERO] [OP NUMBER]; without a number: at least one, or none at all. */
static bool read_test(struct reading *r, struct words part, struct card_test *out)
{
    struct words all = part;
    bool none = take(&part, "no");
    int best = -1;
    for (int i = 0; i < COUNT(facts); i++) { /* the longest: `spaces at the theft` begins with `spaces` */
        struct words rest = part;
        if (take(&rest, facts[i].words) && (best < 0 || strlen(facts[i].words) > strlen(facts[best].words)))
            best = i;
    }
    if (best < 0)
        return complain(r, "nothing is counted that is called ", all);
    take(&part, facts[best].words);
    *out = (struct card_test){.fact = (uint8_t)best, .op = none ? OP_IS : OP_AT_LEAST, .number = !none};
    if (facts[best].hero && !(out->hero = (uint8_t)take_name(&part, hero_names, COUNT(hero_names))))
        return complain(r, "which hero? ", all);
    if (!part.size)
        return true;
    for (uint8_t op = 0; op < COUNT(op_names) && !none; op++)
        if (take(&part, op_names[op])) {
            out->op = op;
            return (take_number(&part, &out->number) && !part.size) || complain(r, "not a number: ", all);
        }
    return complain(r, "a comparison is >=, <=, < or = and a number -- ", all);
}

static bool read_condition(struct reading *r, struct words value, struct card_condition *out)
{
    struct words part;
    while (next_part(&value, &part)) {
        if (out->count == TESTS_MAX)
            return complain(r, "too many comparisons: at most 3", nothing);
        if (!read_test(r, part, &out->test[out->count++]))
            return false;
    }
    return true;
}

static bool read_letters(struct reading *r, struct words value, struct role *role)
{
    struct words all = value;
    while (value.size) {
        int letter = value.at[0] - 'A';
        if (letter < 0 || letter >= ROLE_LEVELS || (value.size > 1 && value.at[1] != ' '))
            return complain(r, "letters are A to E, with a blank between -- ", all);
        if (role->letters >> letter & 1)
            return complain(r, "a letter is given twice: ", all);
        role->letters |= (uint8_t)(1u << letter);
        value = trimmed((struct words){value.at + 1, value.size - 1});
    }
    return role->letters || complain(r, "letters are A to E, with a blank between -- ", all);
}

/* "4 players", "pile 11 or more", "pile 14 or fewer". */
static bool read_amount(struct words part, struct role *role)
{
    uint8_t number;
    if (take_number(&part, &number)) {
        role->players = number;
        return are(part, "players");
    }
    if (!take(&part, "pile") || !take_number(&part, &number))
        return false;
    if (are(part, "or more"))
        role->pile_least = number;
    else
        role->pile_most = number;
    return are(part, "or more") || are(part, "or fewer");
}

static bool read_needs(struct reading *r, struct words value, struct role *role)
{
    struct words part;
    while (next_part(&value, &part)) {
        int need = 0;
        while (need < COUNT(need_words) && !are(part, need_words[need]))
            need++;
        if (need < COUNT(need_words))
            role->needs |= (uint8_t)(1u << need);
        else if (!read_amount(part, role))
            return complain(r, "no card can need that: ", part);
    }
    return true;
}

static bool read_rule(struct reading *r, struct words value, struct role *role)
{
    struct words all = value;
    int rule = 1;
    while (rule < COUNT(rules) && !take(&value, rules[rule].words))
        rule++;
    if (rule == COUNT(rules))
        return complain(r, "there is no such rule: ", all);
    role->rule = (uint8_t)rule;
    bool right = true;
    switch (rules[rule].takes) {
    case TAKES_SECONDS:
        right = take_number(&value, &role->rule_number) && role->rule_number && take(&value, "s");
        break;
    case TAKES_NUMBER:
        right = take_number(&value, &role->rule_number) && role->rule_number;
        break;
    case TAKES_HERO:
        right = (role->rule_number = (uint8_t)take_name(&value, hero_names, COUNT(hero_names))) != 0;
        break;
    default:
        break;
    }
    return (right && !value.size) ||
           complain(r, "the rule ends with a number, with seconds, or with a hero -- ", all);
}

enum {
    KEY_SIDE,
    KEY_COPIES,
    KEY_LETTERS,
    KEY_NEEDS,
    KEY_DONE,
    KEY_DONE_AT_END,
    KEY_FAILED,
    KEY_TURNS,
    KEY_RULE
};
static const char *const keys[] = {
    "side:", "copies:", "letters:", "needs:", "done:", "done at the end:", "failed:", "turns:", "rule:"};

static bool read_value(struct reading *r, int key, struct words value, struct role *role)
{
    switch (key) {
    case KEY_SIDE:
        role->side = (uint8_t)take_name(&value, side_names, COUNT(side_names));
        return (role->side && !value.size) || complain(r, "a side is hero or traitor", nothing);
    case KEY_COPIES:
        return (take_number(&value, &role->copies) && role->copies && !value.size) ||
               complain(r, "copies are a number from 1", nothing);
    case KEY_LETTERS:
        return read_letters(r, value, role);
    case KEY_NEEDS:
        return read_needs(r, value, role);
    case KEY_FAILED:
        return read_condition(r, value, &role->failed);
    case KEY_TURNS:
        return read_condition(r, value, &role->turns);
    case KEY_RULE:
        return read_rule(r, value, role);
    default:
        role->at_end = key == KEY_DONE_AT_END;
        return read_condition(r, value, &role->done);
    }
}

/* The clock of a card knows one moment: when so much sand is left for the first time. */
static bool sand_fits(const struct card_condition *c, bool clock)
{
    for (int i = 0; i < c->count; i++)
        if (c->test[i].fact == FACT_SAND && (!clock || c->count > 1 || c->test[i].op != OP_BELOW))
            return false;
    return true;
}

/* Is the card that was read whole, and one thing only? */
static bool finish_card(struct reading *r)
{
    const struct role *role = r->card ? &r->deck->role[r->card] : NULL;
    if (!role)
        return true;
    struct words name = named(card_names[r->card]);
    if (!role->side || !role->letters)
        return complain_at(r, r->begun, "a card needs a side: and letters: -- ", name);
    if ((role->done.count != 0) + (role->turns.count != 0) + (role->rule != 0) > 1)
        return complain_at(r, r->begun, "a mission, a rule or a change of sides, not two of them: ", name);
    if (role->failed.count && !role->done.count)
        return complain_at(r, r->begun, "only a mission can fail: ", name);
    if (!sand_fits(&role->done, false) || !sand_fits(&role->failed, false) || !sand_fits(&role->turns, true))
        return complain_at(r, r->begun, "sand is only for turns:, alone and with <: ", name);
    if (role->rule && role->side != side_hero)
        return complain_at(r, r->begun, "only heroes have a special rule: ", name);
    return true;
}

static bool begin_card(struct reading *r)
{
    struct words name = r->line;
    if (!finish_card(r))
        return false;
    take(&name, "card");
    int card = 1;
    while (card < card_end && !are(name, card_names[card]))
        card++;
    if (card == card_end)
        return complain(r, "there is no such card: ", name);
    if (r->deck->role[card].copies)
        return complain(r, "the card is there twice: ", name);
    r->card = card;
    r->begun = r->number;
    r->keys = 0;
    r->deck->role[card].copies = 1;
    return true;
}

static bool read_line(struct reading *r)
{
    struct words value = r->line;
    if (take(&value, "card"))
        return begin_card(r);
    int key = 0;
    while (key < COUNT(keys) && !take(&value, keys[key]))
        key++;
    if (key == COUNT(keys))
        return complain(r, "not a line of a card: ", r->line);
    if (!r->card)
        return complain(r, "this belongs to a card, and no card has begun", nothing);
    unsigned bit = 1u << (key == KEY_DONE_AT_END ? KEY_DONE : key);
    if (r->keys & bit)
        return complain(r, "given twice: ", named(keys[key]));
    r->keys |= bit;
    return read_value(r, key, value, &r->deck->role[r->card]);
}

static bool read_head(struct reading *r)
{
    if (!next_line(r) || !are(r->line, "turncoat roles 1"))
        return complain_at(r, 1, "the first line must be: turncoat roles 1", nothing);
    if (!next_line(r) || !take(&r->line, "name:") || !r->line.size || r->line.size >= DECK_NAME_MAX ||
        !utf8_is_text(r->line.at, r->line.size))
        return complain(r, "the second line must be name: and 1 to 49 bytes of text", nothing);
    memcpy(r->deck->name, r->line.at, r->line.size);
    return true;
}

bool deck_parse(const char *text, size_t size, struct role_deck *out, struct complaint *why)
{
    struct reading r = {.at = text, .end = text + size, .deck = out, .why = why};
    memset(out, 0, sizeof *out);
    if (size > DECK_TEXT_MAX)
        return complain_at(&r, 0, "longer than a deck can be (16384 bytes)", nothing);
    if (!read_head(&r))
        return false;
    while (next_line(&r))
        if (!read_line(&r))
            return false;
    if (!finish_card(&r))
        return false;
    for (int card = 1; card < card_end; card++)
        if (!out->role[card].copies)
            return complain_at(&r, 0, "a card is missing: ", named(card_names[card]));
    return true;
}
