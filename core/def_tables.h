/* core/def_tables.h -- include once per game, after def_types.h, with DEF and SCHEMA
 * set: turns the same .def into the tables of core/schema.h. */

/* First reading: labels, and the fields of every record, command and event. */
#define FORM_u8 FORM_BYTE
#define FORM_u16 FORM_NUMBER
#define FORM_u32 FORM_NUMBER
#define FORM_i8 FORM_NUMBER
#define FORM_i16 FORM_NUMBER
#define FORM_i32 FORM_NUMBER
#define FORM_i64 FORM_NUMBER
#define FORM_flag FORM_FLAG
#define FORM_seat_t FORM_BYTE
#define FORM_seats_t FORM_NUMBER
#define FORM_seq_t FORM_NUMBER
#define ENUM(name) static const struct label name##_labels[] = {{"null", 4},
#define VALUE(name, value) {"\"" #value "\"", sizeof #value + 1},
#define ENUM_END(name)                                                                                       \
    {                                                                                                        \
        "", 0                                                                                                \
    }                                                                                                        \
    }                                                                                                        \
    ;
#define REFUSAL(id, name, rule, text)
#define SIGNAL(name, bits)
#define RECORD(name, doc)                                                                                    \
    static const struct field *name##_fields(void)                                                           \
    {                                                                                                        \
        typedef struct name self;                                                                            \
        (void)sizeof(self);                                                                                  \
        static const struct field list[] = {
#define COMMAND(id, name, who, doc) RECORD(name, doc)
#define EVENT(id, name, stage, doc) RECORD(name, doc)
#define ROW(n, frm, sc, cnt, sg, hlds, lab, labs, prt)                                                       \
    {#n,                                                                                                     \
     ",\"" #n "\":",                                                                                         \
     offsetof(self, n),                                                                                      \
     sizeof((self *)0)->n,                                                                                   \
     cnt,                                                                                                    \
     sizeof(",\"" #n "\":") - 1,                                                                             \
     frm,                                                                                                    \
     sc,                                                                                                     \
     SIGHT_##sg,                                                                                             \
     HOLDS_##hlds,                                                                                           \
     labs,                                                                                                   \
     lab,                                                                                                    \
     prt},
#define PART(type, name) ROW(name, FORM_PART, 0, 1, HELD, VALUES, 0, 0, type##_fields)
#define PARTS(type, name, n) ROW(name, FORM_PART, 0, n, HELD, VALUES, 0, 0, type##_fields)
#define FIELD(type, name, sight) ROW(name, FORM_##type, T_##type, 1, sight, VALUES, 0, 0, 0)
#define LIST(type, name, n, sight) ROW(name, FORM_LIST, T_##type, n, sight, VALUES, 0, 0, 0)
#define PICK(of, name, sight) ROW(name, FORM_PICK, T_u8, 1, sight, PICKS, of##_labels, of##_end, 0)
#define PICKS(of, name, n, sight) ROW(name, FORM_LIST, T_u8, n, sight, PICKS, of##_labels, of##_end, 0)
#define SET(type, of, name, sight) ROW(name, FORM_##type, T_##type, 1, sight, SETS, of##_labels, of##_end, 0)
#define SETS(type, of, name, n, sight)                                                                       \
    ROW(name, FORM_LIST, T_##type, n, sight, SETS, of##_labels, of##_end, 0)
#define TALLY(type, of, name, n, sight)                                                                      \
    ROW(name, FORM_LIST, T_##type, n, sight, TALLY, of##_labels, of##_end, 0)
#define TEXT(name, n, sight) ROW(name, FORM_TEXT, T_text, 1, sight, VALUES, 0, 0, 0)
#define WORDS(name, n, sight) ROW(name, FORM_TEXT, T_text, 1, sight, WORDS, 0, 0, 0)
#define NOTHING
#define SPARE(n)
#define END(name)                                                                                            \
    {                                                                                                        \
        0                                                                                                    \
    }                                                                                                        \
    }                                                                                                        \
    ;                                                                                                        \
    return list;                                                                                             \
    }
#include DEF
#include "core/def_undef.h"

/* Second reading: the bytes of all fields of each, and (in the upper bits) how
 * many fields are secret.  Every byte of a struct belongs to a field, so equal
 * facts are equal bytes, and a copy contains nothing unknown. */
#define SECRET_HELD 0
#define SECRET_ALL 0
#define SECRET_TO (1 << 16)
#define ENUM(name)
#define VALUE(name, value)
#define ENUM_END(name)
#define REFUSAL(id, name, rule, text)
#define SIGNAL(name, bits)
#define RECORD(name, doc) enum { name##_sum = 0
#define COMMAND(id, name, who, doc) RECORD(name, doc)
#define EVENT(id, name, stage, doc) RECORD(name, doc)
#define PART(type, name) +(int)sizeof(struct type)
#define PARTS(type, name, n) +(n) * (int)sizeof(struct type)
#define FIELD(type, name, sight) +(int)sizeof(type) + SECRET_##sight
#define PICK(type, name, sight) +1 + SECRET_##sight
#define LIST(type, name, n, sight) +(n) * (int)sizeof(type) + SECRET_##sight
#define PICKS(of, name, n, sight) +(n) + SECRET_##sight
#define SET(type, of, name, sight) FIELD(type, name, sight)
#define SETS(type, of, name, n, sight) LIST(type, name, n, sight)
#define TALLY(type, of, name, n, sight) LIST(type, name, n, sight)
#define TEXT(name, n, sight) +(n) + SECRET_##sight
#define WORDS(name, n, sight) TEXT(name, n, sight)
#define NOTHING +1
#define SPARE(n) +(n)
#define END(name)                                                                                            \
    }                                                                                                        \
    ;                                                                                                        \
    _Static_assert((name##_sum & 0xffff) == sizeof(struct name), "give " #name " a SPARE(n) for its padding");
#include DEF
#include "core/def_undef.h"

/* Third reading: does it end in words?  Each field overrides what those before it said. */
#define ENUM(name)
#define VALUE(name, value)
#define ENUM_END(name)
#define REFUSAL(id, name, rule, text)
#define SIGNAL(name, bits)
#define RECORD(name, doc) enum { name##_words = 0
#define COMMAND(id, name, who, doc) RECORD(name, doc)
#define EVENT(id, name, stage, doc) RECORD(name, doc)
#define PART(type, name) *0
#define PARTS(type, name, n) *0
#define FIELD(type, name, sight) *0
#define PICK(type, name, sight) *0
#define LIST(type, name, n, sight) *0
#define PICKS(of, name, n, sight) *0
#define SET(type, of, name, sight) *0
#define SETS(type, of, name, n, sight) *0
#define TALLY(type, of, name, n, sight) *0
#define TEXT(name, n, sight) *0
#define WORDS(name, n, sight) *0 + 1
#define NOTHING *0
#define SPARE(n) *0
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include DEF
#include "core/def_undef.h"

/* Fourth and fifth reading: the commands, then the events, by number. */
#define ENUM(name)
#define VALUE(name, value)
#define ENUM_END(name)
#define REFUSAL(id, name, rule, text)
#define SIGNAL(name, bits)
#define RECORD(name, doc)
#define PART(type, name)
#define PARTS(type, name, n)
#define FIELD(type, name, sight)
#define PICK(type, name, sight)
#define LIST(type, name, n, sight)
#define PICKS(of, name, n, sight)
#define SET(type, of, name, sight)
#define SETS(type, of, name, n, sight)
#define TALLY(type, of, name, n, sight)
#define TEXT(name, n, sight)
#define WORDS(name, n, sight)
#define NOTHING
#define SPARE(n)
#define END(name)
#define FITS(name) sizeof(char[sizeof(struct name) <= BODY_MAX ? 1 : -1]) * 0 +
#ifdef __wasm__
#define DOC(doc) NULL /* only printers read it */
#else
#define DOC(doc) doc
#endif
#define KIND(id, name, stage, who, doc)                                                                      \
    [id] = {#name,                                                                                           \
            DOC(doc),                                                                                        \
            ",\"t\":\"" #name "\"",                                                                          \
            FITS(name) sizeof(struct name),                                                                  \
            sizeof(",\"t\":\"" #name "\"") - 1,                                                              \
            STAGE_##stage,                                                                                   \
            ASKERS_##who,                                                                                    \
            name##_sum >> 16,                                                                                \
            name##_words,                                                                                    \
            name##_fields},
#define EVENT(id, name, stage, doc)
#define COMMAND(id, name, who, doc) KIND(id, name, SHOWN, who, doc)
static const struct kind def_commands[KINDS_MAX] = {
#include DEF
};
#undef COMMAND
#undef EVENT
#define COMMAND(id, name, who, doc)
#define EVENT(id, name, stage, doc) KIND(id, name, stage, NONE, doc)
static const struct kind def_events[KINDS_MAX] = {
#include DEF
};
#undef COMMAND
#undef EVENT
#undef REFUSAL

/* Sixth reading: the refusals, after those of the core. */
#define COMMAND(id, name, who, doc)
#define EVENT(id, name, stage, doc)
#ifdef WITHOUT_SENTENCES /* for a page, which has its own words for each */
#define REFUSAL(id, name, rule, text) [id] = {#name, rule, ""},
#else
#define REFUSAL(id, name, rule, text) [id] = {#name, rule, text},
#endif
static const struct refusal def_refusals[KINDS_MAX] = {CORE_REFUSALS(REFUSAL)
#include DEF
};
#undef ENUM
#undef RECORD
#undef REFUSAL

/* Seventh and eighth reading: what tells others something beside the game; the names of enums and records. */
#ifdef __wasm__
#define CALLED NULL
#define SIGNALS NULL
#else
#define CALLED def_called
#define SIGNALS def_signals
#undef SIGNAL
#define ENUM(name)
#define RECORD(name, doc)
#define REFUSAL(id, name, rule, text)
#define SIGNAL(name, bits) [CMD_##name] = bits,
static const uint8_t def_signals[KINDS_MAX] = {[0] = 0,
#include DEF
};
#undef ENUM
#undef RECORD
#undef REFUSAL
#undef SIGNAL
#define SIGNAL(name, bits)
#define ENUM(name) {#name, "", name##_labels, 0},
#define RECORD(name, doc) {#name, doc, 0, name##_fields},
#define REFUSAL(id, name, rule, text)
static const struct called def_called[] = {
#include DEF
    {0}};
#endif
#include "core/def_undef.h"
#undef ROW
#undef KIND
#undef DOC
#undef FITS
#undef SECRET_HELD
#undef SECRET_ALL
#undef SECRET_TO

const struct schema SCHEMA = {def_commands, def_events, def_refusals, state_fields, CALLED, SIGNALS};
#undef CALLED
#undef SIGNALS
