# How everything is compiled: the same language and the same warnings under gcc and clang, and assertions
# always on.
option(TURNCOAT_LTO "optimise across files when linking (gcc): the engine gains a fifth" OFF)
option(TURNCOAT_FUZZ "build the fuzzers, and only them, as tests (clang)" OFF)
set(TURNCOAT_FUZZ_SECONDS 5 CACHE STRING "how long each fuzzer runs")
set(TURNCOAT_SANITIZE "" CACHE STRING "sanitizers, as -fsanitize= takes them")

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(CMAKE_C_FLAGS_DEBUG "-Og -g3")
set(CMAKE_C_FLAGS_RELEASE "-O2 -g")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(TURNCOAT_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Werror)
add_compile_options(${TURNCOAT_WARNINGS})

# A CHECK names its file by its path from the root, wherever that was built; ccache may have made the path one
# from the build (its base_dir).
cmake_path(RELATIVE_PATH CMAKE_SOURCE_DIR BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE from_build)
add_compile_options(-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/= -fmacro-prefix-map=${from_build}/=)

if(TURNCOAT_SANITIZE)
  set(sanitize -fsanitize=${TURNCOAT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_options(${sanitize})
  add_link_options(${sanitize})
endif()
if(TURNCOAT_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# A bug should stop the program rather than be of use to somebody: tools/hardened checks what comes out. Level
# 3 is the highest that gcc 12 and clang 14 take; sanitizers watch the same things in their own way.
include(CheckCCompilerFlag)
include(CheckPIESupported)
check_pie_supported()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
add_compile_options(-fstack-protector-strong)
check_c_compiler_flag(-fcf-protection=full TURNCOAT_HAS_CET)
if(TURNCOAT_HAS_CET)
  add_compile_options(-fcf-protection=full)
endif()
if(NOT TURNCOAT_SANITIZE AND NOT TURNCOAT_FUZZ)
  add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
endif()

# Fat objects keep ordinary symbol tables beside what the linker optimises: tools/pure reads those.
if(TURNCOAT_LTO)
  add_compile_options(-flto=auto -ffat-lto-objects)
  add_link_options(-flto=auto)
endif()
