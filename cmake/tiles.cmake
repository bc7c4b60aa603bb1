# Our own mall tiles: a data file that people edit, compiled into the engine as tiles_house.c.
set(TILES_HOUSE ${CMAKE_BINARY_DIR}/tiles_house.c)
set(tiles_data ${CMAKE_SOURCE_DIR}/data/tiles/mall.tiles)

add_executable(embed_tiles tools/embed_tiles.c games/maze/tiles.c)
target_compile_definitions(embed_tiles PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(embed_tiles PRIVATE core)

add_custom_command(
  OUTPUT ${TILES_HOUSE}
  COMMAND embed_tiles ${tiles_data} > ${TILES_HOUSE}.new
  COMMAND ${CMAKE_COMMAND} -E rename ${TILES_HOUSE}.new ${TILES_HOUSE}
  DEPENDS embed_tiles ${tiles_data}
  COMMENT "Embedding data/tiles/mall.tiles"
  VERBATIM)
target_sources(games PRIVATE ${TILES_HOUSE})
