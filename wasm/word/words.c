/* wasm/word/words.c -- what a page that lets people write words needs to know about one.
 *
 *   word_judge(size)  the text in the inbox, as an announcement now, whoever announces it.  JSON in the
 *                     outbox; returns its length, or 0 if no game is open:
 *                     {"refusal":80,"earlier":3,"plain":123456789}
 *                     refusal  why it would be refused for what it is, by number; 0: it would not be.
 *                              `alike` only unless its author insists
 *                     earlier  the number of the word that it is, or is like; 0: none
 *                     plain    its plain form, hashed, as in `forms` of card_drawn: a card whose forms have
 *                              it is that word (W3.5); 0: it is no word */
#include "core/pen.h"
#include "games/word/word.h"
#include "wasm/engine.h"

EXPORT("word_judge") size_t engine_word_judge(uint32_t size)
{
    if (!engine_readable(size) || size >= sizeof engine_in)
        return 0;
    engine_in[size] = 0;
    struct judged judged = word_judge(state_of(engine_drawing()), engine_in);
    struct pen p = pen_on(engine_out, sizeof engine_out);
    pen_text(&p, "{\"refusal\":");
    pen_number(&p, judged.refusal);
    pen_text(&p, ",\"earlier\":");
    pen_number(&p, judged.earlier);
    pen_text(&p, ",\"plain\":");
    pen_number(&p, judged.spelling.plain);
    pen_char(&p, '}');
    return pen_done(&p, engine_out);
}
