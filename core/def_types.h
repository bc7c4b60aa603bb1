/* core/def_types.h -- include with DEF set: the enums and structs of one .def.
 *
 * Not guarded: a game's header includes it once with the game's .def, a rules
 * piece once with its own. */
#include "core/schema.h"

#define ENUM(name)                                                                                           \
    typedef uint8_t name##_t;                                                                                \
    enum name##_values {                                                                                     \
        name##_hidden,
#define VALUE(name, value) name##_##value,
#define ENUM_END(name)                                                                                       \
    name##_end                                                                                               \
    }                                                                                                        \
    ;
#define REFUSAL(id, name, rule, text) enum { REFUSAL_##name = id };
#define SIGNAL(name, bits)
#define COMMAND(id, name, who, doc)                                                                          \
    enum { CMD_##name = id };                                                                                \
    struct name {
#define EVENT(id, name, stage, doc)                                                                          \
    enum { EV_##name = id };                                                                                 \
    struct name {
#define RECORD(name, doc) struct name {
#define PART(type, name) struct type name;
#define PARTS(type, name, n) struct type name[n];
#define FIELD(type, name, sight) type name;
#define PICK(type, name, sight) type##_t name;
#define LIST(type, name, n, sight) type name[n];
#define PICKS(type, name, n, sight) type##_t name[n];
#define SET(type, of, name, sight) type name;
#define SETS(type, of, name, n, sight) type name[n];
#define TALLY(type, of, name, n, sight) type name[n];
#define TEXT(name, n, sight) char name[n];
#define WORDS(name, n, sight) char name[n];
#define NOTHING u8 nothing;
#define SPARE(n) u8 spare[n];
#define END(name)                                                                                            \
    }                                                                                                        \
    ;
#include DEF
#include "core/def_undef.h"
