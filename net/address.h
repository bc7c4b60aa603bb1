/* net/address.h -- where a connection comes from, and how many come from there.
 *
 * An address is sixteen bytes, IPv4 as ::ffff:a.b.c.d.  Connections are counted
 * by IPv4 address, or by IPv6 /64, since one household usually gets a /64, and by
 * /48 as well, since that is easily rented. */
#ifndef NET_ADDRESS_H
#define NET_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

enum { ADDRESS_TEXT_MAX = INET6_ADDRSTRLEN, PLACES_BUCKETS = 1024, PLACES_WIDER = 4 };

struct address {
    uint8_t bytes[16];
};

struct place { /* one network with connections */
    struct address network;
    int count;
    struct place *wider; /* that of the /48, if this is a /64 */
    struct place *next;
};

struct places {
    uint64_t salt; /* drawn when opened: nobody can choose addresses that collide */
    struct place *buckets[PLACES_BUCKETS];
};

void address_of(const struct sockaddr *from, struct address *out);
bool address_read(const char *text, size_t size, struct address *out);
void address_write(const struct address *a, char out[ADDRESS_TEXT_MAX]);
bool address_is_private(const struct address *a); /* loopback, link-local or private: where a proxy may be */

/* Who is behind the proxies, according to X-Forwarded-For: its rightmost address
 * that is not private, or else its leftmost one.  Anything further left was claimed
 * by a stranger.  `out` is untouched if the header cannot be read. */
void address_forwarded(const char *forwarded, struct address *out);

/* The network that it belongs to: an IPv6 prefix of that many bits, which the last byte then says, or the
 * whole of an IPv4 address, and then false. */
bool address_network(const struct address *a, int bits, struct address *out);
uint64_t address_hash(const struct address *network, uint64_t salt);

/* Counts one more from there; NULL: already `max`, or PLACES_WIDER times that from its /48, or out of
 * memory. */
struct place *places_take(struct places *p, const struct address *a, int max);
void places_give_back(struct places *p, struct place *place); /* NULL is allowed */

#endif
