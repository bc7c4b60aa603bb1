/* cli/scenario_file.c -- own scenarios, read and judged. */
#include "cli/scenario_file.h"

#include <stdio.h>

struct faces {
    const struct tile_set *tiles;
    int side;
};

static const struct face *face_of(const void *of, int number)
{
    const struct faces *faces = of;
    return tiles_face(faces->tiles, number, faces->side);
}

bool scenario_file_judge(const char *text, size_t size, const struct tile_set *tiles, struct scenario *out,
                         struct complaint *why)
{
    struct scenario s;
    if (!scenario_parse(text, size, &s, why))
        return false;
    refusal_t refusal = scenario_refusal(&s, face_of, &(struct faces){tiles, s.side});
    if (refusal) {
        const struct refusal *reason = &maze.schema->refusals[refusal];
        why->line = scenario_refused_line(text, size, refusal);
        snprintf(why->text, sizeof why->text, "%s (%s)", reason->text, reason->rule);
        return false;
    }
    *out = s;
    return true;
}
