/* net/address.c -- where a connection comes from, and how many come from there. */
#include "net/address.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

static bool is_ipv4(const struct address *a)
{
    return !memcmp(a->bytes, mapped, sizeof mapped);
}

void address_of(const struct sockaddr *from, struct address *out)
{
    memset(out, 0, sizeof *out);
    if (from->sa_family == AF_INET6) {
        memcpy(out->bytes, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
    } else {
        memcpy(out->bytes, mapped, sizeof mapped);
        memcpy(out->bytes + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
    }
}

bool address_read(const char *text, size_t size, struct address *out)
{
    char copy[ADDRESS_TEXT_MAX];
    struct address a = {{0}};
    if (!size || size >= sizeof copy)
        return false;
    memcpy(copy, text, size);
    copy[size] = 0;
    memcpy(a.bytes, mapped, sizeof mapped);
    if (inet_pton(AF_INET, copy, a.bytes + 12) != 1 && inet_pton(AF_INET6, copy, a.bytes) != 1)
        return false;
    *out = a;
    return true;
}

void address_write(const struct address *a, char out[ADDRESS_TEXT_MAX])
{
    bool ipv4 = is_ipv4(a);
    inet_ntop(ipv4 ? AF_INET : AF_INET6, ipv4 ? a->bytes + 12 : a->bytes, out, ADDRESS_TEXT_MAX);
}

bool address_is_private(const struct address *a)
{
    static const uint8_t loopback[16] = {[15] = 1};
    const uint8_t *b = a->bytes + 12;
    if (is_ipv4(a))
        return b[0] == 127 || b[0] == 10 || (b[0] == 172 && b[1] >= 16 && b[1] < 32) ||
               (b[0] == 192 && b[1] == 168) || (b[0] == 169 && b[1] == 254);
    return !memcmp(a->bytes, loopback, 16) || (a->bytes[0] & 0xFE) == 0xFC ||
           (a->bytes[0] == 0xFE && (a->bytes[1] & 0xC0) == 0x80);
}

void address_forwarded(const char *forwarded, struct address *out)
{
    const char *end = forwarded + strlen(forwarded);
    for (bool more = true; more;) {
        const char *comma = end;
        while (comma > forwarded && comma[-1] != ',')
            comma--;
        const char *from = comma, *to = end;
        while (from < to && (*from == ' ' || *from == '\t'))
            from++;
        while (to > from && (to[-1] == ' ' || to[-1] == '\t'))
            to--;
        if (!address_read(from, (size_t)(to - from), out) || !address_is_private(out))
            return;
        more = comma > forwarded;
        end = more ? comma - 1 : comma;
    }
}

bool address_network(const struct address *a, int bits, struct address *out)
{
    *out = *a;
    if (is_ipv4(a))
        return false;
    memset(out->bytes + bits / 8, 0, sizeof out->bytes - (size_t)bits / 8);
    out->bytes[15] = (uint8_t)bits;
    return true;
}

uint64_t address_hash(const struct address *network, uint64_t salt)
{
    uint64_t words[2];
    memcpy(words, network->bytes, sizeof words);
    uint64_t mixed = (words[0] ^ salt) * 0x9E3779B97F4A7C15u;
    return ((mixed ^ mixed >> 32 ^ words[1] ^ salt << 17) * 0xD6E8FEB86659FD93u) >> 32;
}

static struct place **bucket_of(struct places *p, const struct address *network)
{
    return &p->buckets[address_hash(network, p->salt) % PLACES_BUCKETS];
}

static struct place *take(struct places *p, const struct address *network, int max)
{
    struct place **bucket = bucket_of(p, network), *place = *bucket;
    while (place && memcmp(&place->network, network, sizeof *network))
        place = place->next;
    if (!place) {
        if (max <= 0 || !(place = calloc(1, sizeof *place)))
            return NULL;
        place->network = *network;
        place->next = *bucket;
        *bucket = place;
    }
    if (place->count >= max)
        return NULL;
    place->count++;
    return place;
}

struct place *places_take(struct places *p, const struct address *a, int max)
{
    struct address network;
    struct place *wider = NULL;
    if (address_network(a, 48, &network) && !(wider = take(p, &network, max * PLACES_WIDER)))
        return NULL;
    address_network(a, 64, &network);
    struct place *place = take(p, &network, max);
    if (place)
        place->wider = wider;
    else
        places_give_back(p, wider);
    return place;
}

void places_give_back(struct places *p, struct place *place)
{
    if (!place)
        return;
    places_give_back(p, place->wider);
    if (--place->count)
        return;
    struct place **at = bucket_of(p, &place->network);
    while (*at != place)
        at = &(*at)->next;
    *at = place->next;
    free(place);
}
