/* net/door.c -- who comes in: the listener, and whom it turns away.
 *
 * Connections are capped below what the process may open, so that the store and
 * the files never go without; and a spare descriptor is kept to say so even when
 * there is no other left. */
#define _GNU_SOURCE /* accept4 */
#include "net/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    ACCEPTS_PER_TURN = 128,
    LISTEN_QUEUE = 1024,
    KERNEL_OUT = 64 * 1024, /* what the kernel may hold for a reader that does not read */
    ASIDE_MAX = 16,         /* connections by the second door, which the limits of the first do not concern */
    DESCRIPTORS_KEPT = 64,  /* for those, the store, files, the log, the loop itself */
};

/* ---- letting in ---- */

static void say_full(int fd, int status)
{
    char text[128];
    const char *reason = status == 429 ? "Too Many Requests" : "Service Unavailable";
    int size = snprintf(text, sizeof text, "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                        status, reason);
    if (send(fd, text, (size_t)size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
        /* it would have been a courtesy */
    }
    close(fd);
}

static bool is_aside(const struct door *d)
{
    return d == &d->loop->doors[DOOR_ASIDE];
}

static void let_in(struct door *d, int fd, const struct sockaddr *peer)
{
    struct net *n = &d->loop->net;
    struct address from;
    struct place *place = NULL;
    address_of(peer, &from);
    bool is_proxy = n->limits.trust_proxy && address_is_private(&from); /* counted when it says for whom */
    bool full = is_aside(d) ? d->loop->aside >= ASIDE_MAX
                            : n->counts.open - d->loop->aside >= n->limits.connections_max;
    int status = full ? 503 : 0;
    if (!status && !is_proxy && !is_aside(d) &&
        !(place = places_take(&n->places, &from, n->limits.connections_per_address_max)))
        status = 429;
    if (!status) {
        loop_admit(d, fd, &from, place);
        return;
    }
    n->counts.refused++;
    say_full(fd, status);
}

static void open_spare(struct loop *loop)
{
    if (loop->spare < 0)
        loop->spare = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* No descriptor is left, through no connection of ours: they are capped.  Who knocks is turned away with the
 * spare one; without that the door stays shut until the next sweep, for it would ring and ring. */
static void turn_away(struct door *d)
{
    struct loop *loop = d->loop;
    int fd = -1;
    if (loop->spare >= 0) {
        close(loop->spare);
        loop->spare = -1;
        fd = accept4(d->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    }
    if (fd >= 0) {
        loop->net.counts.refused++;
        say_full(fd, 503);
    }
    open_spare(loop);
    if (fd < 0 || loop->spare < 0) {
        loop->deaf = true;
        for (int i = 0; i < DOORS; i++)
            if (loop->doors[i].listener >= 0)
                uv_poll_stop(&loop->doors[i].poll);
    }
}

static void on_knock(uv_poll_t *handle, int status, int events)
{
    struct door *d = handle->data;
    (void)status, (void)events;
    for (int i = 0; i < ACCEPTS_PER_TURN && !d->loop->deaf; i++) {
        struct sockaddr_storage peer = {0};
        socklen_t size = sizeof peer;
        int fd = accept4(d->listener, (struct sockaddr *)&peer, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0)
            let_in(d, fd, (struct sockaddr *)&peer);
        else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            turn_away(d);
        else if (errno != ECONNABORTED && errno != EINTR)
            return;
    }
}

void door_retry(struct loop *loop)
{
    open_spare(loop);
    if (loop->deaf && loop->spare >= 0 && !loop->stop_ms) {
        loop->deaf = false;
        for (int i = 0; i < DOORS; i++)
            if (loop->doors[i].listener >= 0)
                uv_poll_start(&loop->doors[i].poll, UV_READABLE, on_knock);
    }
}

/* ---- opening ---- */

bool net_complain(struct complaint *why, const char *what, const char *text)
{
    why->line = 0;
    snprintf(why->text, sizeof why->text, "%s: %s", what, text);
    return false;
}

/* Nothing is refused for want of a descriptor while connections_max holds. */
bool door_fit_descriptors(struct net_limits *limits, struct complaint *why)
{
    struct rlimit files;
    rlim_t wanted = (rlim_t)limits->connections_max + DESCRIPTORS_KEPT;
    if (getrlimit(RLIMIT_NOFILE, &files))
        return net_complain(why, "the limit of open files", strerror(errno));
    if (files.rlim_cur < wanted && files.rlim_cur < files.rlim_max) {
        struct rlimit raised = {wanted < files.rlim_max ? wanted : files.rlim_max, files.rlim_max};
        if (!setrlimit(RLIMIT_NOFILE, &raised))
            files = raised;
    }
    if (files.rlim_cur <= DESCRIPTORS_KEPT)
        return net_complain(why, "the limit of open files", "too low to serve anybody");
    if (files.rlim_cur < wanted)
        limits->connections_max = (int)(files.rlim_cur - DESCRIPTORS_KEPT);
    return true;
}

/* Accepted sockets inherit all but REUSEADDR. */
static bool set_options(int fd, int family)
{
    int on = 1, off = 0, size = KERNEL_OUT;
    return !setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) &&
           !setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size) &&
           !setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) &&
           (family != AF_INET6 || !setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off));
}

/* ADDRESS:PORT into its two halves; brackets keep an IPv6 address together. */
static bool split_listen(const char *listen, char *host, size_t host_max, const char **port)
{
    const char *colon = strrchr(listen, ':'), *begin = listen, *end = colon;
    if (colon && colon > listen + 1 && *listen == '[' && colon[-1] == ']') {
        begin++;
        end--;
    } else if (!colon || memchr(listen, ':', (size_t)(colon - listen))) {
        return false;
    }
    size_t size = (size_t)(end - begin), digits = strspn(colon + 1, "0123456789");
    if (!size || size >= host_max || !digits || digits > 5 || colon[1 + digits] ||
        strtol(colon + 1, NULL, 10) > UINT16_MAX)
        return false;
    memcpy(host, begin, size);
    host[size] = 0;
    *port = colon + 1;
    return true;
}

static int bound_port(int fd)
{
    struct sockaddr_storage bound = {0};
    socklen_t size = sizeof bound;
    if (getsockname(fd, (struct sockaddr *)&bound, &size))
        return 0;
    return ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
                                             : ((struct sockaddr_in *)&bound)->sin_port);
}

bool door_open(struct door *d, const char *text, struct complaint *why)
{
    char host[128];
    const char *port;
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV};
    struct addrinfo *found;
    if (!split_listen(text, host, sizeof host, &port))
        return net_complain(why, text, "not ADDRESS:PORT");
    int failed = getaddrinfo(host, port, &hints, &found);
    if (failed)
        return net_complain(why, text, gai_strerror(failed));
    const struct addrinfo *a = found;
    while (a && a->ai_family != AF_INET)
        a = a->ai_next;
    a = a ? a : found; /* a name with both: IPv4, which everything that runs beside us has */
    int fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool opened = fd >= 0 && set_options(fd, a->ai_family) && !bind(fd, a->ai_addr, a->ai_addrlen) &&
                  !listen(fd, LISTEN_QUEUE);
    int error = errno;
    freeaddrinfo(found);
    d->listener = fd;
    if (!opened)
        return net_complain(why, text, strerror(error));
    bool brackets = strchr(host, ':');
    snprintf(d->address, sizeof d->address, "http://%s%s%s:%d", brackets ? "[" : "", host,
             brackets ? "]" : "", bound_port(fd));
    return true;
}

int door_start(struct door *d)
{
    int failed = uv_poll_init(&d->loop->uv, &d->poll, d->listener);
    d->poll.data = d;
    open_spare(d->loop);
    return failed ? failed : uv_poll_start(&d->poll, UV_READABLE, on_knock);
}

static void close_door(struct door *d)
{
    if (d->poll.type == UV_POLL && !uv_is_closing((uv_handle_t *)&d->poll))
        uv_close((uv_handle_t *)&d->poll, NULL);
    if (d->listener >= 0)
        close(d->listener);
    d->listener = -1;
}

void door_close_all(struct loop *loop)
{
    for (int i = 0; i < DOORS; i++)
        close_door(&loop->doors[i]);
    if (loop->spare >= 0)
        close(loop->spare);
    loop->spare = -1;
}
