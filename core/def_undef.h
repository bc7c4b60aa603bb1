/* core/def_undef.h -- forgets the words of a .def, so that it can be read again. */
#undef ENUM
#undef VALUE
#undef ENUM_END
#undef REFUSAL
#undef COMMAND
#undef EVENT
#undef RECORD
#undef PART
#undef PARTS
#undef FIELD
#undef PICK
#undef LIST
#undef TEXT
#undef NOTHING
#undef SPARE
#undef END
