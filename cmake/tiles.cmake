# Our own mall tiles and role cards: data files that people edit, compiled into the engine.

# embed(PROGRAM DATA OUT READER): OUT, a source of the games, is what tools/PROGRAM.c makes of data/DATA,
# which READER reads.
function(embed program data out reader)
  add_executable(${program} tools/${program}.c ${reader})
  target_compile_definitions(${program} PRIVATE _POSIX_C_SOURCE=200809L)
  target_link_libraries(${program} PRIVATE core)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${program} ${CMAKE_SOURCE_DIR}/data/${data} > ${out}.new
    COMMAND ${CMAKE_COMMAND} -E rename ${out}.new ${out}
    DEPENDS ${program} ${CMAKE_SOURCE_DIR}/data/${data}
    COMMENT "Embedding data/${data}"
    VERBATIM)
  target_sources(games PRIVATE ${out})
endfunction()

set(TILES_HOUSE ${CMAKE_BINARY_DIR}/tiles_house.c)
set(DECK_HOUSE ${CMAKE_BINARY_DIR}/deck_house.c)
embed(embed_tiles tiles/mall.tiles ${TILES_HOUSE} games/maze/tiles.c)
embed(embed_roles roles/mall.roles ${DECK_HOUSE} games/maze/role_text.c)
