/* net/ws.h -- WebSocket frames: text messages in, frames out; inside net/ only. */
#ifndef NET_WS_H
#define NET_WS_H

#include "net/conn.h"

enum ws_code {
    WS_NORMAL = 1000,
    WS_GOING_AWAY = 1001,
    WS_PROTOCOL_ERROR = 1002,
    WS_NOT_TEXT = 1003,
    WS_NO_CODE = 1005,
    WS_NOT_UTF8 = 1007,
    WS_TOO_BIG = 1009,
};

void ws_input(struct conn *c, const char *bytes, size_t size);
void ws_reader_free(struct ws_reader *r);

#endif
