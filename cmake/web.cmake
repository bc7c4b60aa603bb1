# The web client: web/ becomes a folder of files that `turncoat serve --web` gives to browsers. Built by npm
# with the engines of this build; its tests run in Debian's Chromium.
if(NOT TARGET wasm OR NOT BUILD_TESTING OR TURNCOAT_SANITIZE OR TURNCOAT_FUZZ)
  return()
endif()
find_program(NPM npm REQUIRED)
find_program(NODE node REQUIRED)

set(WEB_FOLDER ${CMAKE_BINARY_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS
  web/src/* web/public/* data/phrases/* data/scenarios/* data/tiles/* tests/web/types.ts)
add_custom_command(
  OUTPUT ${WEB_FOLDER}/index.html
  COMMAND ${CMAKE_SOURCE_DIR}/tools/web-packages
  COMMAND ${NPM} run --silent check
  COMMAND ${CMAKE_COMMAND} -E env TURNCOAT_ENGINES=${ENGINES_FOLDER} TURNCOAT_WEB=${WEB_FOLDER}
          ${NPM} run --silent build -- --logLevel warn
  DEPENDS ${web_sources} ${ENGINES} web/package.json web/package-lock.json web/vite.config.js web/games.js
          web/words.js web/svelte.config.js web/tsconfig.json web/index.html
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/web
  COMMENT "Building the web client"
  VERBATIM)
add_custom_target(web DEPENDS ${WEB_FOLDER}/index.html)

# The client is built by a test of its own, so that a build of the C sources needs no npm.
add_test(NAME web_build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target web)
add_test(NAME web_unit COMMAND ${NODE} --test tests/web/unit/ WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME web_hints COMMAND ${NODE} tests/web/hints.mjs ${ENGINES_FOLDER}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME web_verify COMMAND ${NODE} tests/web/verify.mjs $<TARGET_FILE:turncoat> ${VERIFIER_WASM}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME web_lint COMMAND ${NPM} run --silent lint WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/web)
set_tests_properties(web_build PROPERTIES FIXTURES_SETUP web)
set_tests_properties(web_unit web_hints web_verify web_lint PROPERTIES FIXTURES_REQUIRED web)
set_tests_properties(web_lint PROPERTIES COST 30)

# A test in the browser: tests/web/FILE.mjs TURNCOAT WEB SCREENS [PART]. It keeps screenshots in SCREENS.
# Those that take longest begin first.
function(browser_test name seconds file)
  set(turncoat turncoat)
  if(file STREQUAL fault)
    set(turncoat turncoat_faulty) # with a bug in it
  endif()
  add_test(NAME web_${name} COMMAND ${NODE} tests/web/${file}.mjs $<TARGET_FILE:${turncoat}> ${WEB_FOLDER}
    ${CMAKE_BINARY_DIR}/screens ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(web_${name} PROPERTIES FIXTURES_REQUIRED web COST ${seconds} TIMEOUT 600)
endfunction()
browser_test(roles 50 roles)
browser_test(fates 40 fates)
browser_test(guessing 25 guessing)
browser_test(screens_roles 90 screens roles)
browser_test(screens_maze 60 screens maze)
browser_test(screens_traitor 40 screens traitor)
browser_test(screens_table 30 screens table)
browser_test(game 40 game)
browser_test(bots 40 bots)
browser_test(table 30 table)
browser_test(secrets 30 secrets)
browser_test(builder 30 builder)
browser_test(offline 30 offline)
browser_test(crash 15 crash)
browser_test(line 30 line)
browser_test(fault 15 fault)
browser_test(load 15 load)
browser_test(material 15 material)
browser_test(keys 10 keys)
browser_test(consent 20 consent)

# A game's own test is called after its folder.
file(GLOB game_pages CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/web/src web/src/*/game.ts)
foreach(page ${game_pages})
  cmake_path(GET page PARENT_PATH name)
  if(EXISTS ${CMAKE_SOURCE_DIR}/tests/web/${name}.mjs)
    browser_test(${name} 10 ${name})
  endif()
endforeach()

# A game that is added as CONTRIBUTING.md says works everywhere. It builds a copy of the sources.
add_test(NAME copy_game COMMAND ${NODE} tests/copy_game/copy.mjs ${CMAKE_BINARY_DIR}/screens
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(copy_game PROPERTIES FIXTURES_REQUIRED web COST 90 TIMEOUT 600)
