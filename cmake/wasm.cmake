# engine.wasm: core, rules and games for browsers, from the same sources, with no imports at all. (table/
# allocates and stays out.) Built by clang whatever compiles the rest; without clang there is no engine.wasm,
# and the tests insist on it. Small before fast: every visitor loads it, and a view is made in 0.1 ms.
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

sources(wasm_sources core/*.c record/*.c rules/*.c games/*.c games/*/*.c wasm/*.c)
file(GLOB wasm_depends CONFIGURE_DEPENDS
  core/*.[hd]* record/*.h rules/*.[hd]* games/*.[hd]* games/*/*.[hd]* wasm/*.h wasm/include/*.h)

set(ENGINE_WASM ${CMAKE_BINARY_DIR}/engine.wasm)
add_custom_command(
  OUTPUT ${ENGINE_WASM}
  COMMAND ${TURNCOAT_WASM_CC} --target=wasm32 -std=c11 -Oz -ffreestanding -nostdlib -mbulk-memory
          ${TURNCOAT_WARNINGS} -I. -isystem wasm/include
          -Wl,--no-entry -Wl,--strip-debug -Wl,--fatal-warnings
          ${wasm_sources} ${TILES_HOUSE} -o ${ENGINE_WASM}
  DEPENDS ${wasm_sources} ${TILES_HOUSE} ${wasm_depends} ${TURNCOAT_WASM_OPT}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
  COMMENT "Building engine.wasm"
  VERBATIM)
add_custom_target(wasm ALL DEPENDS ${ENGINE_WASM})
