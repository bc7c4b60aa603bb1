/* server/looks.c -- reduces names to what the eye makes of them. */
#include "server/looks.h"

#include <stdint.h>
#include <unicode/unorm2.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "core/check.h"
#include "core/limits.h"

enum { LOOK_MAX = 2048 }; /* a character becomes 18 at most, an outline a few */

struct look {
    UChar text[LOOK_MAX];
    int32_t size;
};

/* Kept for the life of the program: making it takes longer than all that it does. */
static const USpoofChecker *spoof(void)
{
    static USpoofChecker *checker;
    UErrorCode error = U_ZERO_ERROR;
    if (!checker)
        checker = uspoof_open(&error);
    CHECK(U_SUCCESS(error));
    return checker;
}

/* Capitals, widths, accents written apart and invisible characters are made one. */
static void fold(struct look *l)
{
    UErrorCode error = U_ZERO_ERROR;
    struct look from = *l;
    const UNormalizer2 *folding = unorm2_getNFKCCasefoldInstance(&error);
    l->size = unorm2_normalize(folding, from.text, from.size, l->text, LOOK_MAX, &error);
    CHECK(U_SUCCESS(error));
}

static void outline(struct look *l)
{
    UErrorCode error = U_ZERO_ERROR;
    struct look from = *l;
    l->size = uspoof_getSkeleton(spoof(), 0, from.text, from.size, l->text, LOOK_MAX, &error);
    CHECK(U_SUCCESS(error));
}

/* Spaces of any width count as one, and at the ends as none. */
static void pull_together(struct look *l)
{
    int32_t size = 0;
    for (int32_t i = 0; i < l->size; i++) {
        bool space = u_isUWhiteSpace(l->text[i]);
        if (!space)
            l->text[size++] = l->text[i];
        else if (size && l->text[size - 1] != ' ')
            l->text[size++] = ' ';
    }
    l->size = size && l->text[size - 1] == ' ' ? size - 1 : size;
}

/* As it is written, or `folded`: a capital I is a small l for the eye, and yet AL is al. */
static void look_at(const char *name, bool folded, struct look *l)
{
    UErrorCode error = U_ZERO_ERROR;
    u_strFromUTF8WithSub(l->text, NAME_BYTES_MAX, &l->size, name, -1, 0xfffd, NULL, &error);
    CHECK(U_SUCCESS(error));
    if (folded)
        fold(l);
    outline(l);
    if (folded)
        fold(l); /* the outline of a zero is a capital O */
    pull_together(l);
}

bool looks_alike(const char *a, const char *b)
{
    for (int folded = 0; folded < 2; folded++) {
        struct look x, y;
        look_at(a, folded, &x);
        look_at(b, folded, &y);
        if (x.size == y.size && !u_memcmp(x.text, y.text, x.size))
            return true;
    }
    return false;
}
