# The web client: web/ becomes a folder of files that `turncoat serve --web` gives to browsers. Built by npm
# with the engine of this build; its tests run in Debian's Chromium.
if(NOT TARGET wasm OR NOT BUILD_TESTING OR TURNCOAT_SANITIZE OR TURNCOAT_FUZZ)
  return()
endif()
find_program(NPM npm REQUIRED)
find_program(NODE node REQUIRED)

set(WEB_FOLDER ${CMAKE_BINARY_DIR}/web)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS web/src/* web/public/* data/phrases/*)
add_custom_command(
  OUTPUT ${WEB_FOLDER}/index.html
  COMMAND ${NPM} ci --no-audit --no-fund --silent
  COMMAND ${NPM} run --silent check
  COMMAND ${CMAKE_COMMAND} -E env TURNCOAT_ENGINE=${ENGINE_WASM} TURNCOAT_WEB=${WEB_FOLDER}
          ${NPM} run --silent build -- --logLevel warn
  DEPENDS ${web_sources} ${ENGINE_WASM} web/package.json web/package-lock.json web/vite.config.js
          web/svelte.config.js web/tsconfig.json web/index.html
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/web
  COMMENT "Building the web client"
  VERBATIM)
add_custom_target(web DEPENDS ${WEB_FOLDER}/index.html)

# The client is built by a test of its own, so that a build of the C sources needs no npm.
add_test(NAME web_build COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target web)
add_test(NAME web_words COMMAND ${NODE} --test tests/web/unit/ WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_test(NAME web_play COMMAND ${NODE} tests/web/play.mjs $<TARGET_FILE:turncoat> ${WEB_FOLDER}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
set_tests_properties(web_build PROPERTIES FIXTURES_SETUP web)
set_tests_properties(web_play PROPERTIES FIXTURES_REQUIRED web TIMEOUT 120)
