# Engines for browsers: core, rules and one game each, from the same sources, with no imports at all; and
# verifier.wasm, with all games, which proves records (record/) and is loaded by those who look at one.
# (table/ allocates and stays out.) Built by clang whatever compiles the rest; without clang there are none,
# and the tests insist on them. Small before fast: everybody who plays a game loads its engine, and a view is
# made in 0.1 ms.
find_program(TURNCOAT_WASM_CC clang)
if(NOT TURNCOAT_WASM_CC OR TURNCOAT_SANITIZE)
  return()
endif()
# clang hands its result to binaryen's wasm-opt by itself where that is installed: a twelfth smaller over the
# wire.
find_program(TURNCOAT_WASM_OPT wasm-opt)
if(NOT TURNCOAT_WASM_OPT)
  set(TURNCOAT_WASM_OPT "")
  message(WARNING "without wasm-opt engines are larger than they should be; tools/setup installs it")
endif()

file(GLOB wasm_depends CONFIGURE_DEPENDS
  core/*.[hd]* record/*.h rules/*.[hd]* games/*.[hd]* games/*/*.[hd]* wasm/*.h wasm/include/*.h)

# wasm_module(FILE SOURCES FLAG...)
function(wasm_module file sources)
  # Once more, with what clang does not tell it: there is nothing below the data, which begins at 1024.
  set(smaller ${CMAKE_COMMAND} -E true)
  if(TURNCOAT_WASM_OPT)
    set(smaller ${TURNCOAT_WASM_OPT} --enable-bulk-memory -Oz --converge --low-memory-unused
                --reorder-functions --reorder-locals -o ${file})
  endif()
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${TURNCOAT_WASM_CC} --target=wasm32 -std=c11 -Oz -ffreestanding -nostdlib -mbulk-memory
            ${TURNCOAT_WARNINGS} -I. -isystem wasm/include
            ${ARGN} -Wl,--no-entry -Wl,--strip-debug -Wl,--fatal-warnings -Wl,--gc-sections
            ${sources} ${TILES_HOUSE} ${DECK_HOUSE} -o ${file}
    COMMAND ${smaller} ${file}
    DEPENDS ${sources} ${TILES_HOUSE} ${DECK_HOUSE} ${wasm_depends} ${TURNCOAT_WASM_OPT}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Building ${file}"
    VERBATIM)
endfunction()

set(ENGINES_FOLDER ${CMAKE_BINARY_DIR}/engines)
file(MAKE_DIRECTORY ${ENGINES_FOLDER})
set(ENGINES)
file(GLOB game_folders CONFIGURE_DEPENDS LIST_DIRECTORIES true RELATIVE ${CMAKE_SOURCE_DIR}/games games/*)
list(FILTER game_folders EXCLUDE REGEX "[.]")
foreach(game ${game_folders})
  # What the page asks of this game alone is in wasm/GAME/, if there is anything.
  sources(files core/*.c rules/*.c games/*.c games/${game}/*.c wasm/*.c wasm/${game}/*.c)
  list(REMOVE_ITEM files wasm/verifier.c)
  # Much that every visitor would load and nobody use: English sentences, and what a game leaves out of its
  # engine for browsers (wasm/GAME/left_out.c).
  set(left_out)
  if(EXISTS ${CMAKE_SOURCE_DIR}/wasm/${game}/left_out.c)
    file(STRINGS wasm/${game}/left_out.c stubs REGEX "^[a-z0-9_ ]+ __wrap_[a-z_]+\\(.*;$")
    list(TRANSFORM stubs REPLACE ".* __wrap_([a-z_]+)\\(.*" "-Wl,--wrap=\\1" OUTPUT_VARIABLE left_out)
  endif()
  wasm_module(${ENGINES_FOLDER}/${game}.wasm "${files}" -DONLY_GAME=${game} ${left_out} -DWITHOUT_SENTENCES)
  list(APPEND ENGINES ${ENGINES_FOLDER}/${game}.wasm)
endforeach()

set(VERIFIER_WASM ${CMAKE_BINARY_DIR}/verifier.wasm)
# A record of a game with the house's words is judged again with them; no engine has them (decision 26).
sources(files core/*.c rules/*.c games/*.c games/*/*.c record/*.c wasm/libc.c wasm/verifier.c)
wasm_module(${VERIFIER_WASM} "${files};${DECKS_HOUSE}")
add_custom_target(wasm ALL DEPENDS ${ENGINES} ${VERIFIER_WASM})
