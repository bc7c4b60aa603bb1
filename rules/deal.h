/* rules/deal.h -- shuffling. */
#ifndef RULES_DEAL_H
#define RULES_DEAL_H

#include "core/turn.h"

void deal_shuffle(struct turn *t, uint8_t *cards, int count);

#endif
