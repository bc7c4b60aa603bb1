/* tests/unit/test_config.c -- settings: their bounds, and where they come from. */
#include "server/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/limits.h"

static struct config c;
static struct complaint why;

static int fresh(void **state)
{
    (void)state;
    config_defaults(&c);
    memset(&why, 0, sizeof why);
    return 0;
}

static bool set(const char *name, const char *value)
{
    why.text[0] = 0;
    bool good = config_set(&c, name, value, &why);
    assert_true(good == !why.text[0]);
    return good;
}

static void defaults(void **state)
{
    (void)state;
    assert_string_equal(c.listen, "127.0.0.1:8080"); /* nobody else is let in unless somebody says so */
    assert_string_equal(c.store, "sqlite:turncoat.db");
    assert_string_equal(c.origins, "");
    assert_int_equal(c.trust_proxy, 0);
    assert_int_equal(c.tables, LIMIT_TABLES);
    assert_int_equal(c.openings_per_min, LIMIT_OPENINGS_PER_MIN);
}

static void bounds(void **state)
{
    static const struct {
        const char *name, *least, *below, *most, *above;
        const int *value;
    } numbers[] = {
        {"tables", "1", "0", "1000000", "1000001", &c.tables},
        {"connections", "1", "0", "1000000", "1000001", &c.connections},
        {"connections_per_address", "1", "0", "1000000", "1000001", &c.connections_per_address},
        {"messages_per_s", "1", "0", "1000000", "1000001", &c.messages_per_s},
        {"openings_per_min", "0", "-1", "1000000", "1000001", &c.openings_per_min},
        {"lobby_kept_s", "1", "0", "100000000", "100000001", &c.lobby_kept_s},
        {"game_kept_s", "1", "0", "100000000", "100000001", &c.game_kept_s},
        {"memory_mb", "1", "0", "1000000", "1000001", &c.memory_mb},
        {"trust_proxy", "0", "-1", "1", "2", &c.trust_proxy},
    };
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_true(set(numbers[i].name, numbers[i].least));
        assert_int_equal(*numbers[i].value, strtol(numbers[i].least, NULL, 10));
        assert_true(set(numbers[i].name, numbers[i].most));
        int kept = *numbers[i].value;
        assert_int_equal(kept, strtol(numbers[i].most, NULL, 10));
        assert_false(set(numbers[i].name, numbers[i].below));
        assert_non_null(strstr(why.text, numbers[i].name));
        assert_false(set(numbers[i].name, numbers[i].above));
        assert_int_equal(*numbers[i].value, kept); /* what does not fit changes nothing */
    }
}

static void whole_numbers(void **state)
{
    static const char *const bad[] = {"", " ", "x", "1x", "1.5", "1 2", "99999999999999999999"};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (set("tables", bad[i]))
            fail_msg("\"%s\" is a number", bad[i]);
    assert_int_equal(c.tables, LIMIT_TABLES);
    assert_false(set("table", "1"));
    assert_non_null(strstr(why.text, "no setting named table"));
}

static void texts(void **state)
{
    char text[CONFIG_TEXT_MAX + 1];
    (void)state;
    memset(text, 'x', sizeof text);
    text[CONFIG_TEXT_MAX] = 0;
    assert_false(set("web", text));
    assert_string_equal(c.web, "");
    text[CONFIG_TEXT_MAX - 1] = 0;
    assert_true(set("web", text));
    assert_string_equal(c.web, text);
    assert_true(set("web", ""));
    assert_string_equal(c.web, "");
}

static bool read_text(const char *text)
{
    char path[] = "/tmp/turncoat-config-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    bool good = config_read(&c, path, &why);
    unlink(path);
    return good;
}

static void from_a_file(void **state)
{
    (void)state;
    assert_true(read_text("# a comment = 1\n\n  tables = 12  \r\n\tlisten=0.0.0.0:80\n"
                          "origins = https://a.example http://b.example\n   # tables = 13\nweb = a = b"));
    assert_int_equal(why.line, 0);
    assert_int_equal(c.tables, 12);
    assert_string_equal(c.listen, "0.0.0.0:80");
    assert_string_equal(c.origins, "https://a.example http://b.example");
    assert_string_equal(c.web, "a = b"); /* the first sign counts; and the last line needs no end */
}

static void bad_lines(void **state)
{
    (void)state;
    assert_false(read_text("tables = 12\n\ntables\ntables = 14\n"));
    assert_int_equal(why.line, 3);
    assert_int_equal(c.tables, 12); /* what stands before it has been read */
    assert_false(read_text("tables = 0\n"));
    assert_int_equal(why.line, 1);
    assert_non_null(strstr(why.text, "tables"));
    assert_false(read_text("# fine\nchairs = 3\n"));
    assert_int_equal(why.line, 2);
    assert_false(config_read(&c, "/nowhere/at/all", &why));
    assert_int_equal(why.line, 0);
    assert_non_null(strstr(why.text, "cannot be read"));
}

static void from_the_environment(void **state)
{
    (void)state;
    setenv("TURNCOAT_CONNECTIONS_PER_ADDRESS", "17", 1);
    setenv("TURNCOAT_LISTEN", "[::1]:9", 1);
    setenv("TURNCOAT_CHAIRS", "1", 1); /* not ours to judge */
    assert_true(config_environment(&c, &why));
    assert_int_equal(c.connections_per_address, 17);
    assert_string_equal(c.listen, "[::1]:9");
    assert_int_equal(c.tables, LIMIT_TABLES);
    setenv("TURNCOAT_TABLES", "many", 1);
    assert_false(config_environment(&c, &why));
    assert_non_null(strstr(why.text, "tables"));
    unsetenv("TURNCOAT_CONNECTIONS_PER_ADDRESS");
    unsetenv("TURNCOAT_LISTEN");
    unsetenv("TURNCOAT_CHAIRS");
    unsetenv("TURNCOAT_TABLES");
}

int main(void)
{
#define SETTINGS(text, test)                                                                                 \
    {                                                                                                        \
        text, test, fresh, NULL, NULL                                                                        \
    }
    const struct CMUnitTest tests[] = {
        SETTINGS("a server without settings is closed to other machines", defaults),
        SETTINGS("every number has its bounds, and may reach them", bounds),
        SETTINGS("a number is a whole number, and a setting has a name", whole_numbers),
        SETTINGS("a text has a maximum length", texts),
        SETTINGS("settings are read from a file, without comments and blanks", from_a_file),
        SETTINGS("a bad line is reported with its number", bad_lines),
        SETTINGS("settings are read from the environment", from_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
