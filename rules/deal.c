/* rules/deal.c -- shuffling, with the dice of the input being judged. */
#include "rules/deal.h"

void deal_shuffle(struct turn *t, uint8_t *cards, int count)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = roll(t, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}
