# engine.wasm: core, rules and games for browsers, from the same sources, with no imports at all; and
# verifier.wasm, which proves records (record/) and is loaded by those who look at one. (table/ allocates and
# stays out.) Built by clang whatever compiles the rest; without clang there is neither, and the tests insist
# on them. Small before fast: every visitor loads the engine, and a view is made in 0.1 ms.
find_program(TURNCOAT_WASM_CC clang)
if(NOT TURNCOAT_WASM_CC OR TURNCOAT_SANITIZE)
  return()
endif()
# clang hands its result to binaryen's wasm-opt by itself where that is installed: a twelfth smaller over the
# wire.
find_program(TURNCOAT_WASM_OPT wasm-opt)
if(NOT TURNCOAT_WASM_OPT)
  set(TURNCOAT_WASM_OPT "")
  message(WARNING "without wasm-opt engine.wasm is larger than it should be; tools/setup installs it")
endif()

sources(pure_sources core/*.c rules/*.c games/*.c games/*/*.c wasm/libc.c)
file(GLOB wasm_depends CONFIGURE_DEPENDS
  core/*.[hd]* record/*.h rules/*.[hd]* games/*.[hd]* games/*/*.[hd]* wasm/*.h wasm/include/*.h)

function(wasm_module file)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${TURNCOAT_WASM_CC} --target=wasm32 -std=c11 -Oz -ffreestanding -nostdlib -mbulk-memory
            ${TURNCOAT_WARNINGS} -I. -isystem wasm/include
            ${wasm_flags} -Wl,--no-entry -Wl,--strip-debug -Wl,--fatal-warnings -Wl,--gc-sections
            ${pure_sources} ${ARGN} ${TILES_HOUSE} -o ${file}
    DEPENDS ${pure_sources} ${ARGN} ${TILES_HOUSE} ${wasm_depends} ${TURNCOAT_WASM_OPT}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Building ${file}"
    VERBATIM)
endfunction()

sources(engine_sources wasm/*.c)
list(REMOVE_ITEM engine_sources wasm/libc.c wasm/verifier.c)
sources(record_sources record/*.c)
set(ENGINE_WASM ${CMAKE_BINARY_DIR}/engine.wasm)
set(VERIFIER_WASM ${CMAKE_BINARY_DIR}/verifier.wasm)
# 4 KiB that every visitor would load and nobody use: the reader of tiles (wasm/maze.c), English sentences.
set(wasm_flags -Wl,--wrap=tiles_parse -DWITHOUT_SENTENCES)
wasm_module(${ENGINE_WASM} ${engine_sources})
set(wasm_flags)
wasm_module(${VERIFIER_WASM} ${record_sources} wasm/verifier.c)
add_custom_target(wasm ALL DEPENDS ${ENGINE_WASM} ${VERIFIER_WASM})
