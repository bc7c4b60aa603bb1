/* cli/check_deck.h -- `turncoat check` for word cards, which it knows by how they begin. */
#ifndef CLI_CHECK_DECK_H
#define CLI_CHECK_DECK_H

#include <stdbool.h>
#include <stddef.h>

bool check_is_deck(const char *text, size_t size);
int check_deck(const char *file, const char *text, size_t size); /* returns the exit status */

#endif
