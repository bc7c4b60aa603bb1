/* tell/words.c -- times, names, and the events that every table has, in plain English. */
#include "tell/words.h"

#include <inttypes.h>

#include "table/common.h"

struct words words_time(int64_t ms)
{
    struct words w;
    int64_t s = ms / 1000;
    snprintf(w.text, sizeof w.text, "%02" PRId64 ":%02d.%03d", s / 60, (int)(s % 60), (int)(ms % 1000));
    return w;
}

struct words words_seat(const struct presence *p, unsigned seat)
{
    struct words w;
    const char *name = seat < VIEWS ? p->player[seat].name : "";
    if (seat == 0)
        snprintf(w.text, sizeof w.text, "nobody");
    else if (*name)
        snprintf(w.text, sizeof w.text, "%s", name);
    else if (seat <= p->seats)
        snprintf(w.text, sizeof w.text, "somebody"); /* whose name was deleted (P8.3) */
    else
        snprintf(w.text, sizeof w.text, "seat %u", seat);
    return w;
}

#define NAME(seat) words_seat(p, seat).text

static bool tell_talk(FILE *out, const struct presence *p, const struct event *e)
{
    switch (e->kind) {
    case EV_said:
        fprintf(out, "%s %s%s", NAME(BODY(e, said)->by),
                BODY(e, said)->text[0] ? "says: " : "said something that was deleted", BODY(e, said)->text);
        return true;
    case EV_reacted: {
        static const char *const word[reaction_end] = {"nothing", "yes",   "no",     "laughter", "wonder",
                                                       "hurry",   "sorry", "thanks", "bravo"};
        uint8_t shown = BODY(e, reacted)->reaction;
        fprintf(out, "%s shows: %s", NAME(BODY(e, reacted)->by), word[shown < reaction_end ? shown : 0]);
        return true;
    }
    case EV_table_phrase_said: {
        static const char *const word[table_phrase_end] = {
            "nothing",         "one moment", "back in two minutes", "I'm back",     "bad connection",
            "I have to leave", "I'm ready",  "shall we go on?",     "thank you all"};
        uint8_t said = BODY(e, table_phrase_said)->phrase;
        fprintf(out, "%s says: %s", NAME(BODY(e, table_phrase_said)->by),
                word[said < table_phrase_end ? said : 0]);
        return true;
    }
    case EV_talk_changed: {
        static const char *const word[talk_end] = {"is unknown", "is forbidden", "is limited to gestures",
                                                   "is open"};
        uint8_t talk = BODY(e, talk_changed)->talk;
        fprintf(out, "Talk %s", word[talk < talk_end ? talk : 0]);
        return true;
    }
    default:
        return false;
    }
}

static bool tell_seats(FILE *out, const struct presence *p, const struct event *e)
{
    switch (e->kind) {
    case EV_seats_reordered:
        fputs("The seats are rearranged:", out);
        for (seat_t seat = 1; seat <= p->seats; seat++)
            fprintf(out, "%s %s", seat == 1 ? "" : ",", NAME(seat));
        return true;
    case EV_seat_left:
        fprintf(out, "The player in seat %u has left", BODY(e, seat_left)->seat);
        return true;
    case EV_seat_given_up:
        fprintf(out, "%s has left; a bot takes over the seat", NAME(BODY(e, seat_given_up)->seat));
        return true;
    case EV_table_locked:
        fputs(BODY(e, table_locked)->locked ? "The table is locked" : "The table is open again", out);
        return true;
    case EV_host_changed:
        fprintf(out, "%s is now the host", NAME(BODY(e, host_changed)->seat));
        return true;
    case EV_seat_named:
        fprintf(out, "The player in seat %u is called %s", BODY(e, seat_named)->seat,
                NAME(BODY(e, seat_named)->seat));
        return true;
    case EV_seat_ready:
        fprintf(out, "%s is %sready", NAME(BODY(e, seat_ready)->seat),
                BODY(e, seat_ready)->ready ? "" : "not yet ");
        return true;
    default:
        return false;
    }
}

static bool tell_presence(FILE *out, const struct presence *p, const struct event *e)
{
    switch (e->kind) {
    case EV_seat_taken:
        fprintf(out, "%s takes seat %u%s", NAME(BODY(e, seat_taken)->seat), BODY(e, seat_taken)->seat,
                BODY(e, seat_taken)->bot ? " (a bot)" : "");
        return true;
    case EV_seat_marked:
        fprintf(out, "%s is %s%s", NAME(BODY(e, seat_marked)->seat),
                BODY(e, seat_marked)->away ? "away" : "there",
                BODY(e, seat_marked)->bot ? "; a bot is playing the seat" : "");
        return true;
    case EV_pause_wanted:
        fprintf(out, "%s asks for a pause", NAME(BODY(e, pause_wanted)->seat));
        return true;
    case EV_paused:
        fputs("The game is paused", out);
        return true;
    case EV_resuming:
        fprintf(out, "%s ends the pause: three, two, one", NAME(BODY(e, resuming)->seat));
        return true;
    case EV_resumed:
        fputs("The game resumes", out);
        return true;
    default:
        return false;
    }
}

static bool tell_consent(FILE *out, const struct presence *p, const struct event *e)
{
    switch (e->kind) {
    case EV_end_wanted:
        fprintf(out, "%s would like to end the game", NAME(BODY(e, end_wanted)->seat));
        return true;
    case EV_end_declined:
        fputs("The game goes on", out);
        return true;
    case EV_seat_wanted:
        fprintf(out, "Somebody would like to take over from %s", NAME(BODY(e, seat_wanted)->seat));
        return true;
    case EV_seat_agreed:
        fprintf(out, "%s agrees", NAME(BODY(e, seat_agreed)->seat));
        return true;
    case EV_seat_denied:
        fputs("The seat stays the bot's", out);
        return true;
    case EV_seat_granted:
        fputs("All have agreed", out);
        return true;
    default:
        return false;
    }
}

bool words_event(FILE *out, const struct presence *p, const struct event *e)
{
    return tell_talk(out, p, e) || tell_seats(out, p, e) || tell_presence(out, p, e) ||
           tell_consent(out, p, e);
}
