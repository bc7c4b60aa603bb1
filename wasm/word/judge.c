/* wasm/word/judge.c -- what a page that lets somebody write a word needs to know about it.
 *
 *   word_judge(size)  what would be said of the word in the inbox, whoever announced it and whenever (W2.4,
 *                     W2.5): the name of the refusal, the number of the earlier word that it is or is like (0:
 *                     none), and the hash of its plain form, to compare with the forms of one's own cards
 *                     (W3.5; 0: it is not spelled well).  JSON in the outbox; returns its length:
 *                     {"refusal":"alike","earlier":7,"plain":1234567890} */
#include "core/pen.h"
#include "core/schema.h"
#include "games/word/word.h"
#include "wasm/engine.h"

EXPORT("word_judge") size_t engine_word_judge(uint32_t size)
{
    struct pen p = pen_on(engine_out, sizeof engine_out);
    if (!engine_readable(size) || size >= sizeof engine_in)
        return 0;
    engine_in[size] = 0;
    struct judged judged = word_judge(state_of(engine_drawing()), engine_in);
    pen_text(&p, "{\"refusal\":\"");
    pen_text(&p, judged.refusal ? engine_game->schema->refusals[judged.refusal].name : "");
    pen_text(&p, "\",\"earlier\":");
    pen_number(&p, judged.earlier);
    pen_text(&p, ",\"plain\":");
    pen_number(&p, judged.spelling.plain);
    pen_char(&p, '}');
    return pen_done(&p, engine_out);
}
