/* cli/check_store.h -- `turncoat check` for the file of a store: one line for each thing that is wrong. */
#ifndef CLI_CHECK_STORE_H
#define CLI_CHECK_STORE_H

#include <stdbool.h>

bool check_is_store(const char *file);
int check_store(const char *file); /* the exit status; the store is not changed */

#endif
