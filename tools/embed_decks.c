/* tools/embed_decks.c -- turns the texts of the word cards into the C source of house_deck(), at build time.
 *
 * embed_decks FILE... > word_decks.c.  A bad file gets one line on stderr and exit status 1. */
#include "games/word/deck.h"
#include "tools/embed.h"

static void print_numbers(const char *field, const uint16_t *number, int count)
{
    printf("    .%s = {", field);
    for (int i = 0; i < count; i++)
        printf("%s%u,", i % 16 ? " " : "\n        ", (unsigned)number[i]);
    printf("\n    },\n");
}

static void print_words(const struct deck_word *word, int count)
{
    printf("    .word = {\n");
    for (int i = 0; i < count; i++)
        printf("        {%u, %u, %u, %u},\n", (unsigned)word[i].text, (unsigned)word[i].forms,
               (unsigned)word[i].kind, (unsigned)word[i].glossed);
    printf("    },\n");
}

static void print_forms(const uint32_t *form, int count)
{
    printf("    .form = {");
    for (int i = 0; i < count; i++)
        printf("%s0x%08x,", i % 8 ? " " : "\n        ", (unsigned)form[i]);
    printf("\n    },\n");
}

/* By number: the words are closed by zeros, and a literal that long is no standard C. */
static void print_text(const char *text, int size)
{
    printf("    .text = {");
    for (int i = 0; i < size; i++)
        printf("%s%d,", i % 20 ? " " : "\n        ", text[i]);
    printf("\n    },\n");
}

static int text_size(const struct deck *deck)
{
    int size = DECK_TEXT_ROOM;
    while (size && !deck->text[size - 1])
        size--;
    return size;
}

static void print_deck(const struct deck *deck)
{
    int words = DECK_COLOURS * deck->count;
    printf("static const struct deck deck_%u = {\n", (unsigned)deck->language);
    embed_name("title", deck->title);
    printf("    .language = %u,\n    .numbered = %d,\n    .count = %u,\n", (unsigned)deck->language,
           deck->numbered, (unsigned)deck->count);
    print_numbers("number", deck->number, deck->count);
    print_words(deck->word, words + 1);
    print_forms(deck->form, deck->word[words].forms);
    print_text(deck->text, text_size(deck));
    printf("};\n\n");
}

static int embed(const char *file, unsigned *languages)
{
    static char text[MATERIAL_TEXT_MAX + 1];
    static struct deck deck;
    struct complaint why;
    size_t size = 0;
    int status = embed_read(file, text, sizeof text, &size);
    if (status)
        return status;
    if (!deck_read(text, size, &deck, &why))
        return embed_fail(file, &why);
    if (!deck.numbered || *languages >> deck.language & 1)
        return embed_fail(file, &(struct complaint){0, "not a deck, or the second one of its language"});
    *languages |= 1u << deck.language;
    print_deck(&deck);
    return 0;
}

int main(int argc, char **argv)
{
    unsigned languages = 0;
    printf("/* Made by tools/embed_decks.c from the decks' texts. */\n#include \"games/word/deck.h\"\n\n");
    for (int i = 1; i < argc; i++) {
        int status = embed(argv[i], &languages);
        if (status)
            return status;
    }
    printf("const struct deck *house_deck(uint8_t language)\n{\n    switch (language) {\n");
    for (unsigned i = 0; languages >> i; i++)
        if (languages >> i & 1)
            printf("    case %u:\n        return &deck_%u;\n", i, i);
    printf("    default:\n        return 0;\n    }\n}\n");
    return embed_done();
}
