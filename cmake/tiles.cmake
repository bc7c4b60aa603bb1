# Our own mall tiles and role cards: data files that people edit, compiled into the engine.
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

set(DECK_HOUSE ${CMAKE_BINARY_DIR}/deck_house.c)
set(roles_data ${CMAKE_SOURCE_DIR}/data/roles/mall.roles)

add_executable(embed_roles tools/embed_roles.c games/maze/role_text.c)
target_compile_definitions(embed_roles PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(embed_roles PRIVATE core)

add_custom_command(
  OUTPUT ${DECK_HOUSE}
  COMMAND embed_roles ${roles_data} > ${DECK_HOUSE}.new
  COMMAND ${CMAKE_COMMAND} -E rename ${DECK_HOUSE}.new ${DECK_HOUSE}
  DEPENDS embed_roles ${roles_data}
  COMMENT "Embedding data/roles/mall.roles"
  VERBATIM)
target_sources(games PRIVATE ${DECK_HOUSE})
