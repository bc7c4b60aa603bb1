/* net/text.h -- small helpers for texts from the network: UTF-8, percent signs, the answer to the handshake.
 *
 * No state and no allocation. */
#ifndef NET_TEXT_H
#define NET_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { HANDSHAKE_KEY_SIZE = 24, HANDSHAKE_ANSWER_SIZE = 28 };

/* Only complete characters: none overlong, none a surrogate, none beyond U+10FFFF. */
bool text_is_utf8(const char *text, size_t size);

/* Decodes a path in place.  False if it is not what net_request promises about a path. */
bool text_decode_path(char *path);

/* Does a list like "br;q=1, gzip;q=0.5" have the token, and not with a weight of zero? */
bool text_accepts(const char *list, const char *token);

/* Is this Sec-WebSocket-Key sixteen bytes in base64?  And the answer to it. */
bool text_is_handshake_key(const char *key);
void text_answer_handshake(const char *key, char answer[HANDSHAKE_ANSWER_SIZE + 1]);

#endif
