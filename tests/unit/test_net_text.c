/* tests/unit/test_net_text.c -- the small pieces of net/: UTF-8, paths, queries, the handshake, addresses,
 * the gate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "net/address.h"
#include "net/gate.h"
#include "net/net.h"
#include "net/text.h"

static void utf8(void **state)
{
    static const char *const good[] = {"",
                                       "a",
                                       "plain ASCII, longer than eight",
                                       "Traître Mot",
                                       "\xC2\x80",
                                       "\xE2\x82\xAC",
                                       "\xED\x9F\xBF",
                                       "\xEE\x80\x80",
                                       "\xF0\x9F\x83\x8F",
                                       "\xF4\x8F\xBF\xBF",
                                       "seven..\xC3\xA9 then more"};
    static const char *const bad[] = {
        "\x80",         "\xC3",         "\xC0\x80",         "\xC1\xBF",         "\xE0\x9F\xBF",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80",
        "\xE2\x82",     "12345678\xFF", "1234567\xC3(",     "\xE2\x28\xA1"};
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i], strlen(bad[i])));
}

/* Every code point there is, and each that is none, against a second opinion. */
static void utf8_every_character(void **state)
{
    (void)state;
    for (uint32_t code = 0x80; code < 0x120000; code++) {
        char text[4];
        size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        for (size_t i = size; i-- > 1;)
            text[i] = (char)(0x80 | (code >> 6 * (size - 1 - i) & 0x3F));
        text[0] = (char)((0xF00 >> size & 0xFF) | code >> 6 * (size - 1));
        bool exists = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
        assert_int_equal(text_is_utf8(text, size), exists);
        assert_false(text_is_utf8(text, size - 1));
    }
}

static void paths(void **state)
{
    static const struct {
        const char *sent, *means; /* NULL: refused */
    } cases[] = {
        {"/", "/"},
        {"/a/b.js", "/a/b.js"},
        {"/a/", "/a/"},
        {"/a%20b", "/a b"},
        {"/tra%C3%AEtre", "/traître"},
        {"/...", "/..."},
        {"/a..b/.c", "/a..b/.c"},
        {"", NULL},
        {"*", NULL},
        {"http://a/", NULL},
        {"/%", NULL},
        {"/%4", NULL},
        {"/%zz", NULL},
        {"/%00", NULL},
        {"/a%0d%0ab", NULL},
        {"/%7f", NULL},
        {"/..", NULL},
        {"/.", NULL},
        {"/a/../b", NULL},
        {"/a/%2e%2e/b", NULL},
        {"/%2E./b", NULL},
        {"/a%2f..%2fb", NULL},
        {"/a/./b", NULL},
        {"//a", NULL},
        {"/a//b", NULL},
        {"/a%5c..%5cb", NULL},
        {"/a\\b", NULL},
        {"/%ff", NULL},
        {"/%c0%ae%c0%ae/", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s", cases[i].sent);
        if (!text_decode_path(path) != !cases[i].means || (cases[i].means && strcmp(path, cases[i].means)))
            fail_msg("%s", cases[i].sent);
    }
}

static void queries(void **state)
{
    char value[8];
    (void)state;
    assert_true(net_query("code=ABCD&since=12", "code", value, sizeof value));
    assert_string_equal(value, "ABCD");
    assert_true(net_query("code=ABCD&since=12", "since", value, sizeof value));
    assert_string_equal(value, "12");
    assert_true(net_query("a=&b=x+y%26", "a", value, sizeof value));
    assert_string_equal(value, "");
    assert_true(net_query("a=&b=x+y%26", "b", value, sizeof value));
    assert_string_equal(value, "x y&");
    assert_true(net_query("n=1234567", "n", value, sizeof value));
    assert_false(net_query("n=12345678", "n", value, sizeof value));
    assert_false(net_query("", "a", value, sizeof value));
    assert_false(net_query("ab=1&c=2", "b", value, sizeof value));
    assert_false(net_query("b", "b", value, sizeof value));
    assert_false(net_query("a=%00", "a", value, sizeof value));
    assert_true(net_query_has("b=1&a=%00", "a"));
    assert_false(net_query_has("ba=1&a", "a"));
    assert_false(net_query("a=%4&b=1", "a", value, sizeof value));
    assert_false(net_query("a=%", "a", value, sizeof value));
    assert_false(net_query("a=%ff", "a", value, sizeof value));
}

static void encodings(void **state)
{
    static const char *const yes[] = {"gzip", "GZip", "br, gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1",
                                      "gzip ; q=1"};
    static const char *const no[] = {"",      "br",    "gzip;q=0", "gzip;q=0.000", "br, gzip; q=0, x",
                                     "xgzip", "gzipx", ",,,"};
    (void)state;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        assert_true(text_accepts(yes[i], "gzip"));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(text_accepts(no[i], "gzip"));
}

static void handshake(void **state)
{
    char answer[HANDSHAKE_ANSWER_SIZE + 1];
    (void)state;
    text_answer_handshake("dGhlIHNhbXBsZSBub25jZQ==", answer); /* the example of RFC 6455 */
    assert_string_equal(answer, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_true(text_is_handshake_key("dGhlIHNhbXBsZSBub25jZQ=="));
    assert_false(text_is_handshake_key(""));
    assert_false(text_is_handshake_key("dGhlIHNhbXBsZSBub25jZQ="));
    assert_false(text_is_handshake_key("dGhlIHNhbXBsZSBub25jZQ==="));
    assert_false(text_is_handshake_key("dGhlIHNhbXBsZSBub25jZQA="));
    assert_false(text_is_handshake_key("dGhlIHNhbXBsZ\"Bub25jZQ=="));
}

static void frames(void **state)
{
    static char text[70000], out[70010];
    (void)state;
    assert_int_equal(net_frame("hi", 2, out, sizeof out), 4);
    assert_memory_equal(out, "\x81\x02hi", 4);
    assert_int_equal(net_frame(text, 125, out, sizeof out), 127);
    assert_int_equal(net_frame(text, 126, out, sizeof out), 130);
    assert_memory_equal(out, "\x81\x7E\x00\x7E", 4);
    assert_int_equal(net_frame(text, 65535, out, sizeof out), 65539);
    assert_int_equal(net_frame(text, 65536, out, sizeof out), 65546);
    assert_memory_equal(out, "\x81\x7F\0\0\0\0\0\x01\0\0", 10);
    assert_int_equal(net_frame("hi", 2, out, 3), 0);
}

static bool from(const char *text, struct address *out)
{
    return address_read(text, strlen(text), out);
}

static void addresses(void **state)
{
    static const char *const near[] = {"127.0.0.1",      "10.1.2.3",     "172.16.0.1",
                                       "172.31.255.255", "192.168.1.1",  "::1",
                                       "fe80::1",        "fd00:1234::1", "169.254.1.1"};
    static const char *const far[] = {"1.2.3.4",     "172.32.0.1",  "172.15.0.1",
                                      "192.169.0.1", "2001:db8::1", "::2"};
    static const char *const none[] = {"", "1.2.3", "1.2.3.4.5", "a", "1.2.3.4 ", "[::1]", "1.2.3.4:80"};
    struct address a;
    char text[ADDRESS_TEXT_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        assert_true(from(near[i], &a) && address_is_private(&a));
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        assert_true(from(far[i], &a) && !address_is_private(&a));
        address_write(&a, text);
        assert_string_equal(text, far[i]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(from(none[i], &a));
}

static void forwarded(void **state)
{
    static const struct {
        const char *says, *means;
    } cases[] = {
        {"1.2.3.4", "1.2.3.4"},
        {"6.6.6.6, 1.2.3.4", "1.2.3.4"},            /* the left one is a stranger's claim */
        {"6.6.6.6, 1.2.3.4 , 10.0.0.2", "1.2.3.4"}, /* a proxy behind a proxy */
        {"10.0.0.7, 10.0.0.2", "10.0.0.7"},         /* all at home */
        {"2001:db8::5", "2001:db8::5"},
        {"", "127.0.0.1"},
        {"unknown", "127.0.0.1"},
        {"1.2.3.4, unknown", "127.0.0.1"},
        {"junk, 10.0.0.2", "10.0.0.2"},
        {",", "127.0.0.1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct address a;
        char text[ADDRESS_TEXT_MAX];
        assert_true(from("127.0.0.1", &a));
        address_forwarded(cases[i].says, &a);
        address_write(&a, text);
        assert_string_equal(text, cases[i].means);
    }
}

static void counting(void **state)
{
    static struct places places = {.salt = 12345};
    struct address a, b;
    (void)state;
    assert_true(from("2001:db8::1", &a) && from("2001:db8::ffff:ffff:ffff:ffff", &b));
    struct place *one = places_take(&places, &a, 2), *two = places_take(&places, &b, 2);
    assert_true(one && one == two); /* one /64, from end to end */
    assert_null(places_take(&places, &a, 2));
    places_give_back(&places, one);
    assert_ptr_equal(places_take(&places, &a, 2), two);
    assert_true(from("2001:db8:0:1::1", &b));
    struct place *other = places_take(&places, &b, 1);
    assert_true(other && other != one);
    struct place *more[PLACES_WIDER];
    for (int i = 0; i < PLACES_WIDER; i++) { /* a /48 has more than a /64, but not without end */
        char text[32];
        snprintf(text, sizeof text, "2001:db9:0:%x::1", i);
        assert_true(from(text, &b) && (more[i] = places_take(&places, &b, 1)));
    }
    assert_true(from("2001:db9:0:99::1", &b) && !places_take(&places, &b, 1));
    for (int i = 0; i < PLACES_WIDER; i++)
        places_give_back(&places, more[i]);
    assert_true(from("1.2.3.4", &a) && from("1.2.3.5", &b));
    struct place *four = places_take(&places, &a, 1), *five = places_take(&places, &b, 1);
    assert_true(four && five && four != five); /* IPv4 counts each alone */
    assert_null(places_take(&places, &a, 1));
    places_give_back(&places, one);
    places_give_back(&places, one);
    places_give_back(&places, other);
    places_give_back(&places, four);
    places_give_back(&places, five);
    places_give_back(&places, NULL);
    for (int i = 0; i < PLACES_BUCKETS; i++)
        assert_null(places.buckets[i]);
}

/* Is a request whole with this byte in place of the '@'? */
static bool gate_takes(const char *request, int byte)
{
    struct gate gate = {0};
    char text[80];
    size_t size = strlen(request);
    memcpy(text, request, size + 1);
    *strchr(text, '@') = (char)byte;
    return gate_pass(&gate, text, size) == size && gate.state == GATE_HEAD_WHOLE;
}

/* Every byte, wherever there is a choice: the gate alone refuses what the parser might let pass. */
static void gate_bytes(void **state)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char names[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-.^_`|~";
    (void)state;
    for (int c = 0; c < 256; c++) {
        bool visible = c > ' ' && c < 127;
        assert_int_equal(gate_takes("G@T / HTTP/1.1\r\nHost: a\r\n\r\n", c), c && strchr(letters, c));
        assert_int_equal(gate_takes("GET /a@b HTTP/1.1\r\nHost: a\r\n\r\n", c), visible);
        assert_int_equal(gate_takes("GET / HTTP/1.@\r\nHost: a\r\n\r\n", c), c >= '0' && c <= '9');
        assert_int_equal(gate_takes("GET / HTTP/1.1\r\nHo@t: a\r\n\r\n", c),
                         c == ':' || (c && strchr(names, c)));
        assert_int_equal(gate_takes("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", c),
                         visible || c == ' ' || c == '\t' || c > 127);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8),       cmocka_unit_test(utf8_every_character),
        cmocka_unit_test(paths),      cmocka_unit_test(queries),
        cmocka_unit_test(encodings),  cmocka_unit_test(handshake),
        cmocka_unit_test(frames),     cmocka_unit_test(addresses),
        cmocka_unit_test(gate_bytes), cmocka_unit_test(forwarded),
        cmocka_unit_test(counting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
