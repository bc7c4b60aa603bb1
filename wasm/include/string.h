/* wasm/include/string.h -- all of <string.h> that the engine may use in the browser; wasm/libc.c defines it.
 * What is missing here is missing on purpose: code that needs it is not pure. */
#ifndef WASM_INCLUDE_STRING_H
#define WASM_INCLUDE_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memchr(const void *bytes, int byte, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

#endif
