/* net/text.h -- small things done to texts from the network: UTF-8, percent signs, the handshake's answer.
 *
 * No state and no allocation. */
#ifndef NET_TEXT_H
#define NET_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { HANDSHAKE_KEY_SIZE = 24, HANDSHAKE_ANSWER_SIZE = 28 };

/* Whole characters, none overlong, a surrogate or beyond U+10FFFF. */
bool text_is_utf8(const char *text, size_t size);

/* Decodes a path in place.  False if it is not what net_request promises of a path. */
bool text_decode_path(char *path);

/* Does a list like "br;q=1, gzip;q=0.5" have the token, and not with a weight of zero? */
bool text_accepts(const char *list, const char *token);

/* Is this Sec-WebSocket-Key sixteen bytes in base64?  And what answers it. */
bool text_is_handshake_key(const char *key);
void text_answer_handshake(const char *key, char answer[HANDSHAKE_ANSWER_SIZE + 1]);

#endif
