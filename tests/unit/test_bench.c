/* tests/unit/test_bench.c -- what the benchmark does by hand: its frames, and how it reads messages.
 * (test_cli.c walks its walks.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/frame.h"
#include "bench/talk.h"

static void frames_are_read_as_written(void **unused)
{
    static const size_t lengths[] = {0, 1, 125, 126, 127, 255, 256, 40000, 65535};
    static char bytes[FRAME_HEAD_MAX + 65535], *text = bytes + FRAME_HEAD_MAX;
    (void)unused;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int client = 0; client < 2; client++) {
            struct frame frame;
            size_t head = frame_put_head(text, lengths[i], client), size = head + lengths[i];
            assert_int_equal(head, (lengths[i] < 126 ? 2 : 4) + (client ? 4 : 0));
            for (size_t part = 0; part < size; part += part < 10 ? 1 : 997)
                assert_false(frame_read(text - head, part, &frame));
            assert_true(frame_read(text - head, size, &frame));
            assert_int_equal(frame.kind, FRAME_TEXT);
            assert_int_equal(frame.head, head);
            assert_int_equal(frame.length, lengths[i]);
        }
}

/* RFC 6455, 5.7: what other programs write, too. */
static void frames_of_others_are_read(void **unused)
{
    struct frame frame;
    (void)unused;
    assert_true(frame_read("\x81\x05Hello", 7, &frame));
    assert_true(frame.kind == FRAME_TEXT && frame.head == 2 && frame.length == 5);
    assert_true(frame_read("\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58", 11, &frame));
    assert_true(frame.kind == FRAME_TEXT && frame.head == 6 && frame.length == 5);
    assert_true(frame_read("\x88\x02\x03\xe8", 4, &frame));
    assert_true(frame.kind == FRAME_CLOSE && frame.head == 2 && frame.length == 2);
}

static struct hearing heard(const char *text)
{
    struct hearing h;
    talk_hear(text, strlen(text), &h);
    return h;
}

static void messages_are_told_apart(void **unused)
{
    (void)unused;
    assert_int_equal(heard("{\"n\":17,\"at\":3,\"t\":\"hero_moved\"}").what, HEARD_STORY);
    assert_int_equal(heard("{\"n\":17,\"at\":3,\"t\":\"hero_moved\"}").n, 17);
    assert_int_equal(heard("{\"re\":9,\"n\":21,\"ok\":true}").what, HEARD_ACCEPTED);
    assert_int_equal(heard("{\"re\":9,\"n\":21,\"ok\":true}").re, 9);
    assert_int_equal(heard("{\"re\":9,\"n\":21,\"ok\":true}").n, 21);
    assert_int_equal(heard("{\"re\":9,\"refused\":\"M4.2\"}").what, HEARD_REFUSED);
    assert_int_equal(heard("{\"hello\":1}").what, HEARD_OTHER);
    assert_int_equal(heard("").what, HEARD_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"a frame is read as it was written, and not before it is whole", frames_are_read_as_written, 0, 0,
         0},
        {"frames of others are read", frames_of_others_are_read, 0, 0, 0},
        {"stories, answers and refusals are told apart", messages_are_told_apart, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
