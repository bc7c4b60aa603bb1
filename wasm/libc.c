/* wasm/libc.c -- the functions of <string.h> that the engine calls, where there is no C library.  It refuses
 * to become more of a library, and to be linked into native builds. */
#include <string.h>

/* Copying and filling are one instruction each; otherwise these functions would call themselves for ever. */
#ifndef __wasm_bulk_memory__
#error "compile with -mbulk-memory"
#endif

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a;
    const unsigned char *right = b;

    for (size_t i = 0; i < size; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

void *memchr(const void *bytes, int byte, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size; i++) {
        if (at[i] == (unsigned char)byte)
            return (void *)(at + i);
    }
    return NULL;
}

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}
