/* server/messages.h -- the server's own messages, as types and as JSON. */
#ifndef SERVER_MESSAGES_H
#define SERVER_MESSAGES_H

#include "core/wire.h"
#include "server/limits.h"

#define DEF "server/server.def"
#include "core/def_types.h"
#undef DEF

extern const struct schema server_schema;

enum { MESSAGE_MAX = WIRE_MAX };

/* {"field":value,...}, zero-terminated; returns its length. */
size_t message_write(uint16_t event, const void *body, char out[MESSAGE_MAX]);
#define MESSAGE(out, name, ...) message_write(EV_##name, &(struct name){__VA_ARGS__}, (out))

/* The reply to a request that was refused. */
size_t message_write_failure(const struct refusal *why, char out[MESSAGE_MAX]);

/* Reads a command that comes without its name: the body of a request, or a table's options. */
bool message_read(const struct schema *schema, const char *name, const char *text, size_t size,
                  struct input *out, struct complaint *why);

#endif
