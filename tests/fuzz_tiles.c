/* tests/fuzz_tiles.c -- any bytes as a tile set.
 *
 * A set is taken whole or not at all; what is taken can be rotated, walked on and played with. */
#include <string.h>

#include "core/check.h"
#include "games/maze/tiles.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_face(const struct face *f, int index)
{
    struct face turned, back;
    CHECK(f->number == (index < 2 ? 1 : index) && f->side == (index < 2 ? index + 1 : 0));
    for (int turns = 0; turns < 4; turns++) {
        face_turn(&turned, f, turns);
        face_turn(&back, &turned, 4 - turns);
        CHECK(!memcmp(f->space, back.space, sizeof f->space) && !memcmp(f->open, back.open, sizeof f->open));
        CHECK(!memcmp(f->dwarf, back.dwarf, sizeof f->dwarf));
        CHECK(face_connected(&turned, true) == face_connected(f, true));
    }
    for (int i = 0; i < SPACES; i++) {
        CHECK(f->space[i] > space_hidden && f->space[i] < space_end);
        CHECK(face_reach(f, i, 0, false) >> i & 1);
        CHECK(face_ways_in(f, i) >= 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tile_set untouched, set;
    struct complaint why;
    memset(&set, 0xa5, sizeof set);
    memset(&untouched, 0xa5, sizeof untouched);
    if (!tiles_parse((const char *)data, size, &set, &why)) {
        CHECK(!memcmp(&set, &untouched, sizeof set));
        CHECK(why.text[0] && memchr(why.text, 0, sizeof why.text) && !strchr(why.text, '\n'));
        return 0;
    }
    CHECK(set.count == FACES_MAX && set.name[0] && memchr(set.name, 0, sizeof set.name));
    for (int i = 0; i < FACES_MAX; i++)
        check_face(&set.face[i], i);
    return 0;
}
