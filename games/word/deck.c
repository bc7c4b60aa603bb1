/* games/word/deck.c -- reads word cards as people write them (docs/decks.md).
 *
 * A file whose cards are numbered is a deck and is held to W8, as far as a program can know it; one without
 * numbers is an own list and is held to W1.5.  Whatever is neither is refused at the first thing that is
 * wrong.  In an own list the same word may be on several cards (W3.2). */
#include "games/word/deck.h"

#include <string.h>

#include "core/check.h"
#include "core/pen.h"
#include "core/text.h"
#include "core/utf8.h"

enum { COLUMNS_MAX = 3, NOUNS_MIN = (70 * DECK_CARDS + 99) / 100, QUOTED_MAX = 60, SLOTS = 4096 };
_Static_assert(SLOTS > (int)DECK_FORMS_MAX, "a slot is always free");

struct words { /* some bytes of the text */
    const char *at;
    size_t size;
};

struct reading {
    const char *at, *end;
    uint32_t line; /* the number of the one being read */
    struct deck *deck;
    struct complaint *why;
    uint32_t forms, used; /* of the deck's room */
    uint16_t slot[SLOTS]; /* by hash: where a form is in the deck, and one more; 0: free */
    bool titled, spoken;  /* deck: and language: have been read */
    bool forms_listed;    /* by any word */
};

static const char *const languages[] = {
    [SPELL_OTHER] = "", [SPELL_EN] = "en", [SPELL_FR] = "fr", [SPELL_NL] = "nl"};
enum { LANGUAGES = sizeof languages / sizeof *languages };
static const struct words nothing = {"", 0};

/* ---- complaints ---- */

/* Signs that are not seen but change how others look. */
static bool is_unseen(int32_t code)
{
    return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
}

static void pen_quote(struct pen *p, struct words w)
{
    const char *at = w.at, *end = w.at + w.size;
    while (at < end && at < w.at + QUOTED_MAX) {
        const char *from = at;
        int32_t code = utf8_read(&at, end);
        if (utf8_is_control(code) || is_unseen(code))
            pen_char(p, '?');
        else
            pen_bytes(p, from, (size_t)(at - from));
    }
}

static bool complain(struct reading *r, const char *what, struct words about)
{
    struct pen p = pen_on(r->why->text, sizeof r->why->text);
    r->why->line = r->line;
    pen_text(&p, what);
    pen_quote(&p, about);
    pen_done(&p, r->why->text);
    return false;
}

/* "WHAT COUNT REST", for what is counted. */
static bool complain_count(struct reading *r, const char *what, int count, const char *rest)
{
    struct pen p = pen_on(r->why->text, sizeof r->why->text);
    r->why->line = r->line;
    pen_text(&p, what);
    pen_number(&p, count);
    pen_text(&p, rest);
    pen_done(&p, r->why->text);
    return false;
}

/* ---- lines and their parts ---- */

static struct words trimmed(struct words w)
{
    while (w.size && (w.at[0] == ' ' || w.at[0] == '\r'))
        w.at++, w.size--;
    while (w.size && (w.at[w.size - 1] == ' ' || w.at[w.size - 1] == '\r'))
        w.size--;
    return w;
}

static struct words named(const char *text)
{
    return (struct words){text, strlen(text)};
}

static bool begins(struct words w, const char *text)
{
    return w.size >= strlen(text) && !memcmp(w.at, text, strlen(text));
}

static bool are(struct words w, const char *text)
{
    return w.size == strlen(text) && begins(w, text);
}

static struct words without(struct words w, size_t size)
{
    return trimmed((struct words){w.at + size, w.size - size});
}

/* Cuts off what stands before the sign, which goes too; all of it, if there is none. */
static struct words cut_at(struct words *rest, char sign)
{
    const char *stop = rest->size ? memchr(rest->at, sign, rest->size) : NULL;
    struct words part = {rest->at, stop ? (size_t)(stop - rest->at) : rest->size};
    size_t gone = part.size + (stop != NULL);
    *rest = (struct words){rest->at + gone, rest->size - gone};
    return trimmed(part);
}

/* The next line that says something. */
static bool next_line(struct reading *r, struct words *line)
{
    while (r->at < r->end) {
        struct words rest = {r->at, (size_t)(r->end - r->at)};
        *line = cut_at(&rest, '\n');
        r->at = rest.at;
        r->line++;
        if (line->size && !begins(*line, "//"))
            return true;
    }
    return false;
}

static bool is_text(struct words line)
{
    struct words part;
    while (line.size) { /* a tab may stand between two words */
        part = cut_at(&line, '\t');
        if (!utf8_is_text(part.at, part.size))
            return false;
    }
    return true;
}

static int characters(struct words w)
{
    int count = 0;
    for (const char *at = w.at; at < w.at + w.size; count++)
        utf8_read(&at, w.at + w.size);
    return count;
}

static uint8_t language_named(struct words name)
{
    for (uint8_t i = 1; i < LANGUAGES; i++)
        if (are(name, languages[i]))
            return i;
    return SPELL_OTHER;
}

/* ---- what a word is ---- */

static bool complain_spelled(struct reading *r, enum spelled how, struct words word)
{
    switch (how) {
    case SPELLED_EMPTY:
        return complain(r, "a word is missing", nothing);
    case SPELLED_TOO_LONG:
        return complain(r, "a word has at most 40 characters (W2.5): ", word);
    case SPELLED_TOO_MANY_PARTS:
        return complain(r, "a word has at most four parts (W2.5): ", word);
    case SPELLED_MIXED:
        return complain(r, "a word has letters of one alphabet only (W2.5): ", word);
    default:
        return complain(r, "a word has letters, digits, spaces, hyphens and apostrophes only (W2.5): ", word);
    }
}

/* An article is what spell() leaves out: then what follows is the same word. */
static bool has_article(struct reading *r, struct words word, const struct spelling *whole)
{
    struct spelling rest;
    size_t size = 1;
    while (size < word.size && word.at[size] != ' ' && word.at[size] != '\'' &&
           !begins((struct words){word.at + size, word.size - size}, "\xe2\x80\x99"))
        size++;
    size += size < word.size && (uint8_t)word.at[size] == 0xe2 ? 3 : 1;
    return size < word.size && !spell(word.at + size, word.size - size, r->deck->language, &rest, NULL) &&
           rest.written == whole->written;
}

static bool is_capital(int32_t code)
{
    return (code >= 'A' && code <= 'Z') || (code >= 0xc0 && code <= 0xde && code != 0xd7) || code == 0x132 ||
           code == 0x152 || code == 0x178;
}

static bool has_capital(struct words word)
{
    for (const char *at = word.at; at < word.at + word.size;)
        if (is_capital(utf8_read(&at, word.at + word.size)))
            return true;
    return false;
}

/* ---- keeping it ---- */

static bool keep_text(struct reading *r, const char *text, size_t size)
{
    if (size >= DECK_TEXT_ROOM - r->used)
        return complain_count(r, "the words and glosses are longer than a deck can hold: ", DECK_TEXT_ROOM,
                              " bytes");
    memcpy(r->deck->text + r->used, text, size);
    r->used += (uint32_t)size + 1;
    return true;
}

/* Where in the deck a plain form is; -1: nowhere. */
static int form_at(const struct reading *r, uint32_t plain)
{
    for (uint32_t i = plain % SLOTS; r->slot[i]; i = (i + 1) % SLOTS)
        if (r->deck->form[r->slot[i] - 1] == plain)
            return r->slot[i] - 1;
    return -1;
}

static void keep_form(struct reading *r, uint32_t plain)
{
    uint32_t i = plain % SLOTS;
    while (r->slot[i])
        i = (i + 1) % SLOTS;
    r->deck->form[r->forms++] = plain;
    r->slot[i] = (uint16_t)r->forms;
}

/* The word before the one whose forms begin at `own` that this spelling is alike (W8.1); -1: none. */
static int alike_before(const struct reading *r, const struct spelling *s, uint32_t own)
{
    const struct deck *d = r->deck;
    int word = 0, form = form_at(r, s->plain);
    for (int i = 0; i < ALIKE_MAX && (form < 0 || form >= (int)own); i++)
        form = s->alike[i] ? form_at(r, s->alike[i]) : -1;
    if (form < 0 || form >= (int)own)
        return -1;
    while (d->word[word + 1].forms <= form)
        word++;
    return word;
}

static bool complain_alike(struct reading *r, struct words word, int other)
{
    struct pen p = pen_on(r->why->text, sizeof r->why->text);
    const struct deck *d = r->deck;
    r->why->line = r->line;
    pen_quote(&p, word);
    pen_text(&p, " is the same as, or much like, ");
    pen_quote(&p, named(d->text + d->word[other].text));
    pen_text(&p, " on card ");
    pen_number(&p, d->number[other / DECK_COLOURS]);
    pen_text(&p, " (W8.1)");
    pen_done(&p, r->why->text);
    return false;
}

/* One form of a word whose forms begin at `own`; `tidy`: as spell() writes it, or NULL. */
static bool read_form(struct reading *r, struct words form, uint32_t own, char tidy[WORD_BYTES + 1])
{
    struct deck *d = r->deck;
    struct spelling s;
    enum spelled how = spell(form.at, form.size, d->language, &s, tidy);
    if (how)
        return complain_spelled(r, how, form);
    if (d->numbered && has_article(r, form, &s))
        return complain(r, "a word of a deck has no article (W8.2): ", form);
    if (d->numbered && has_capital(form))
        return complain(r, "a deck has no names, brands or acronyms, so no capitals (W8.4): ", form);
    int other = d->numbered ? alike_before(r, &s, own) : -1;
    if (other >= 0)
        return complain_alike(r, form, other);
    for (uint32_t i = own; i < r->forms; i++)
        if (d->form[i] == s.plain)
            return true; /* two spellings, one plain form: a word with and without its accent */
    if (r->forms - own == FORMS_MAX)
        return complain_count(r, "a word has at most ", FORMS_MAX, " forms, itself included");
    if (r->forms == DECK_FORMS_MAX)
        return complain_count(r, "a deck has at most ", DECK_FORMS_MAX, " forms of words");
    keep_form(r, s.plain);
    return true;
}

/* "[en cherry] [nl kers]", kept in the order of languages, whatever the order in the file. */
static bool read_glosses(struct reading *r, struct words glosses, struct deck_word *word)
{
    struct words gloss[LANGUAGES] = {{NULL, 0}};
    while ((glosses = trimmed(glosses)).size) {
        if (glosses.at[0] != '[' || !memchr(glosses.at, ']', glosses.size))
            return complain(r, "a gloss is written [en word], [fr word] or [nl word]: ", glosses);
        glosses = without(glosses, 1);
        struct words text = cut_at(&glosses, ']'), name = cut_at(&text, ' ');
        uint8_t language = language_named(name);
        text = trimmed(text);
        if (!language || !text.size)
            return complain(r, "a gloss is written [en word], [fr word] or [nl word]: ", name);
        if (language == r->deck->language)
            return complain(r, "a gloss is in another language than the deck: ", text);
        if (gloss[language].size)
            return complain(r, "a second gloss in the same language: ", text);
        if (characters(text) > WORD_CHARS)
            return complain(r, "a gloss has at most 40 characters: ", text);
        gloss[language] = text;
        word->glossed |= (uint8_t)(1u << language);
    }
    for (int i = 0; i < LANGUAGES; i++)
        if (gloss[i].size && !keep_text(r, gloss[i].at, gloss[i].size))
            return false;
    return true;
}

static bool read_kind(struct reading *r, struct words *cell, struct deck_word *word)
{
    static const char signs[] = {
        [DECK_UNSAID] = ' ', [DECK_NOUN] = 'n', [DECK_ADJECTIVE] = 'a', [DECK_INFINITIVE] = 'v'};
    if (!r->deck->numbered)
        return true;
    for (uint8_t i = DECK_NOUN; i < sizeof signs; i++) {
        if (!cell->size || cell->at[0] != signs[i] || (cell->size > 1 && cell->at[1] != ' '))
            continue;
        word->kind = i;
        *cell = without(*cell, 1);
        return true;
    }
    return complain(r, "before a word stands n (noun), a (adjective) or v (infinitive): ", *cell);
}

/* "n cerise, cerises [en cherry] [nl kers]"; in an own list "cerise" is enough. */
static bool read_word(struct reading *r, struct words cell, struct deck_word *word)
{
    char tidy[WORD_BYTES + 1];
    uint32_t own = r->forms;
    *word = (struct deck_word){.text = (uint16_t)r->used, .forms = (uint16_t)own};
    if (!read_kind(r, &cell, word))
        return false;
    const char *bracket = cell.size ? memchr(cell.at, '[', cell.size) : NULL;
    size_t size = bracket ? (size_t)(bracket - cell.at) : cell.size;
    struct words glosses = without(cell, size), forms = {cell.at, size}, form = cut_at(&forms, ',');
    if (!read_form(r, form, own, tidy) || !keep_text(r, tidy, strlen(tidy)))
        return false;
    while (forms.size) {
        r->forms_listed = true;
        form = cut_at(&forms, ',');
        if (!read_form(r, form, own, NULL))
            return false;
    }
    return read_glosses(r, glosses, word);
}

/* ---- lines ---- */

static bool read_title(struct reading *r, struct words title)
{
    if (r->titled)
        return complain(r, "deck: is given twice", nothing);
    if (!title.size || title.size >= DECK_TITLE_MAX)
        return complain_count(r, "a title has 1 to ", DECK_TITLE_MAX - 1, " bytes");
    memcpy(r->deck->title, title.at, title.size);
    r->titled = true;
    return true;
}

static bool read_language(struct reading *r, struct words name)
{
    if (r->spoken)
        return complain(r, "language: is given twice", nothing);
    if (!(r->deck->language = language_named(name)))
        return complain(r,
                        "a language is en, fr or nl; a list in another one goes without this line: ", name);
    r->spoken = true;
    return true;
}

static bool read_number(struct reading *r, struct words cell)
{
    struct deck *d = r->deck;
    unsigned number = 0;
    size_t i = 0;
    for (; i < cell.size && i < 4 && cell.at[i] >= '0' && cell.at[i] <= '9'; i++)
        number = 10 * number + (unsigned)(cell.at[i] - '0');
    if (!number || i < cell.size)
        return complain_count(r, "a card begins with its number, 1 to ", DECK_NUMBER_MAX,
                              ", and has two words");
    for (int card = 0; card < d->count; card++)
        if (d->number[card] == number)
            return complain_count(r, "there is already a card ", (int)number, " (W8.3)");
    d->number[d->count] = (uint16_t)number;
    return true;
}

/* The first card decides whether all have numbers. */
static bool begin_cards(struct reading *r, bool numbered)
{
    r->deck->numbered = numbered;
    if (numbered && (!r->titled || !r->spoken))
        return complain(r, "before the cards of a deck stand the lines deck: and language:", nothing);
    if (!r->titled)
        text_copy(r->deck->title, sizeof r->deck->title, "Own words");
    return true;
}

/* Where the first sign stands that may be between two words; at the end: there is none. */
static size_t first_between(struct words line)
{
    size_t at = 0;
    while (at < line.size && line.at[at] != '|' && line.at[at] != ';' && line.at[at] != '\t')
        at++;
    return at;
}

static bool read_card(struct reading *r, struct words line)
{
    struct deck *d = r->deck;
    struct words cell[COLUMNS_MAX];
    size_t sign = first_between(line);
    int columns = 0;
    if (sign == line.size)
        return complain(r, "a card is two words with |, ; or a tab between: ", line);
    for (char between = line.at[sign]; line.size && columns < COLUMNS_MAX; columns++)
        cell[columns] = cut_at(&line, between);
    bool numbered = columns == COLUMNS_MAX;
    if (line.size || columns < DECK_COLOURS)
        return complain(r, "a card is two words, and in a deck a number before them", nothing);
    if (!d->count && !begin_cards(r, numbered))
        return false;
    if (d->numbered != numbered)
        return complain(r, "either every card has a number before its two words, or none has", nothing);
    if (d->count == (numbered ? DECK_CARDS : DECK_CARDS_MAX))
        return complain_count(r, "more than ", d->count, numbered ? " cards (W8.1)" : " cards");
    d->number[d->count] = (uint16_t)r->line;
    if (numbered && !read_number(r, cell[0]))
        return false;
    for (int colour = 0; colour < DECK_COLOURS; colour++)
        if (!read_word(r, cell[numbered + colour], &d->word[DECK_COLOURS * d->count + colour]))
            return false;
    d->count++;
    d->word[DECK_COLOURS * d->count].forms = (uint16_t)r->forms;
    return true;
}

static const char title_key[] = "deck:", language_key[] = "language:";

static bool read_line(struct reading *r, struct words line)
{
    if (!is_text(line))
        return complain(r, "this is not text in UTF-8", nothing);
    bool titles = begins(line, title_key);
    if (!titles && !begins(line, language_key))
        return read_card(r, line);
    if (r->deck->count)
        return complain(r, "deck: and language: stand before the first card", nothing);
    return titles ? read_title(r, without(line, sizeof title_key - 1))
                  : read_language(r, without(line, sizeof language_key - 1));
}

/* ---- the whole ---- */

/* A list that names no forms has the words and the words with a final s, in French also x (W3.5). */
static void add_finals(struct reading *r)
{
    struct deck *d = r->deck;
    int words = DECK_COLOURS * d->count, each = d->language == SPELL_FR ? 3 : 2;
    for (int i = 0; i < words; i++) {
        const char *text = d->text + d->word[i].text;
        struct spelling s;
        CHECK(!spell(text, strlen(text), d->language, &s, NULL));
        d->word[i].forms = (uint16_t)(each * i);
        d->form[each * i] = s.plain;
        d->form[each * i + 1] = s.alike[ALIKE_WITH_S];
        if (d->language == SPELL_FR)
            d->form[each * i + 2] = s.alike[ALIKE_WITH_OTHER];
    }
    d->word[words].forms = (uint16_t)(each * words);
}

/* W8.1, W8.4: what only a whole deck can have. */
static bool judge_deck(struct reading *r)
{
    static const char *const few[DECK_COLOURS] = {"at least 167 black words must be nouns, and only ",
                                                  "at least 167 pink words must be nouns, and only "};
    _Static_assert(NOUNS_MIN == 167 && DECK_CARDS == 238, "as the complaints say");
    const struct deck *d = r->deck;
    if (d->count < DECK_CARDS)
        return complain_count(r, "a deck has 238 cards, and this one ends with ", d->count, " (W8.1)");
    for (int colour = 0; colour < DECK_COLOURS; colour++) {
        int nouns = 0;
        for (int card = 0; card < d->count; card++)
            nouns += deck_word(d, card, colour)->kind == DECK_NOUN;
        if (nouns < NOUNS_MIN)
            return complain_count(r, few[colour], nouns, " are (W8.4)");
    }
    return true;
}

static bool judge_list(struct reading *r)
{
    if (r->deck->count < DECK_CARDS_MIN)
        return complain_count(r, "a list has at least 60 cards, and this one ends with ", r->deck->count,
                              " (W1.5)");
    if (!r->forms_listed)
        add_finals(r);
    return true;
}

/* Some editors begin a text in UTF-8 with a mark. */
static struct reading reading_of(const char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t skipped = begins((struct words){text, size}, mark) ? sizeof mark - 1 : 0;
    return (struct reading){.at = text + skipped, .end = text + size};
}

bool deck_looks_so(const char *text, size_t size)
{
    struct reading r = reading_of(text, size);
    struct words line;
    return next_line(&r, &line) &&
           (begins(line, title_key) || begins(line, language_key) || first_between(line) < line.size);
}

bool deck_read(const char *text, size_t size, struct deck *out, struct complaint *why)
{
    struct reading r = reading_of(text, size);
    struct words line;
    r.deck = out;
    r.why = why;
    memset(out, 0, sizeof *out);
    memset(why, 0, sizeof *why);
    if (size > MATERIAL_TEXT_MAX)
        return complain(&r, "the file can be at most 64 KiB", nothing);
    while (next_line(&r, &line))
        if (!read_line(&r, line))
            return false;
    return out->numbered ? judge_deck(&r) : judge_list(&r);
}

int deck_players(const struct deck *deck)
{
    int players = DECK_PLAYERS_MIN + (deck->count - DECK_CARDS_MIN) / DECK_CARDS_MORE;
    return deck->count < DECK_CARDS_MIN ? 0 : players < DECK_PLAYERS_MAX ? players : DECK_PLAYERS_MAX;
}

const struct deck_word *deck_word(const struct deck *deck, int card, int colour)
{
    CHECK(card >= 0 && card < deck->count && colour >= 0 && colour < DECK_COLOURS);
    return &deck->word[DECK_COLOURS * card + colour];
}

const char *deck_text(const struct deck *deck, int card, int colour)
{
    return deck->text + deck_word(deck, card, colour)->text;
}

const char *deck_gloss(const struct deck *deck, int card, int colour, uint8_t language)
{
    const struct deck_word *word = deck_word(deck, card, colour);
    const char *gloss = deck->text + word->text;
    if (language >= LANGUAGES || !(word->glossed >> language & 1))
        return "";
    for (int i = 0; i < language; i++) /* past the word, and past the glosses before this one */
        if (!i || word->glossed >> i & 1)
            gloss += strlen(gloss) + 1;
    return gloss;
}

bool deck_means(const struct deck *deck, int card, int colour, uint32_t plain)
{
    const struct deck_word *word = deck_word(deck, card, colour);
    for (uint32_t i = word[0].forms; i < word[1].forms; i++)
        if (deck->form[i] == plain)
            return true;
    return false;
}

const char *deck_language(uint8_t language)
{
    return languages[language < LANGUAGES ? language : SPELL_OTHER];
}
