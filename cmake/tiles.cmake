# Our own mall tiles, role cards and word cards: data files that people edit, compiled into the engine.

# embed(PROGRAM OUT READERS DATA...): OUT, a source of the games, is what tools/PROGRAM.c makes of the files
# DATA, which READERS read.
function(embed program out readers)
  add_executable(${program} tools/${program}.c ${readers})
  target_compile_definitions(${program} PRIVATE _POSIX_C_SOURCE=200809L)
  target_link_libraries(${program} PRIVATE core)
  list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ OUTPUT_VARIABLE data)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${program} ${data} > ${out}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${out}.new ${out}
    DEPENDS ${program} ${data}
    COMMENT "Embedding ${ARGN}"
    VERBATIM)
  target_sources(games PRIVATE ${out})
endfunction()

set(TILES_HOUSE ${CMAKE_BINARY_DIR}/tiles_house.c)
set(DECK_HOUSE ${CMAKE_BINARY_DIR}/deck_house.c)
embed(embed_tiles ${TILES_HOUSE} games/maze/tiles.c data/tiles/mall.tiles)
embed(embed_roles ${DECK_HOUSE} games/maze/role_text.c data/roles/mall.roles)

# Word cards are for the server and for proving records: engines get wasm/no_decks.c in their place.
set(DECKS_HOUSE ${CMAKE_BINARY_DIR}/word_decks.c)
file(GLOB decks CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} data/decks/word.*)
embed(embed_decks ${DECKS_HOUSE}
  "games/word/deck.c;games/word/spell.c;games/word/letters.c" ${decks})
