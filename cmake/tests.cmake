# Everything ctest runs. A test is one program; it is run from the root of the sources, with the path of the
# `turncoat` it belongs to in the variable TURNCOAT.
find_library(CMOCKA cmocka REQUIRED)
find_library(JANSSON jansson REQUIRED)

function(program_to_test name file)
  add_executable(${name} ${file})
  target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
  target_link_libraries(${name} PRIVATE cli ${ARGN})
  # What is measured is turncoat: sixty other programs are linked ten times faster without.
  if(TURNCOAT_LTO)
    target_compile_options(${name} PRIVATE -fno-lto)
    target_link_options(${name} PRIVATE -fno-lto)
  endif()
endfunction()

set(test_environment
  TURNCOAT=$<TARGET_FILE:turncoat>
  ASAN_OPTIONS=detect_stack_use_after_return=1
  UBSAN_OPTIONS=print_stacktrace=1)

function(check name)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${test_environment}")
endfunction()

# --- fuzzers: what they find is kept in the build for the next run; seeds may be committed in tests/corpus
if(TURNCOAT_FUZZ)
  sources(fuzz_sources tests/fuzz_*.c)
  foreach(file ${fuzz_sources})
    cmake_path(GET file STEM name)
    program_to_test(${name} ${file})
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    set(corpus ${CMAKE_BINARY_DIR}/corpus/${name})
    file(MAKE_DIRECTORY ${corpus})
    set(seeds ${CMAKE_SOURCE_DIR}/tests/corpus/${name})
    if(NOT IS_DIRECTORY ${seeds})
      set(seeds)
    endif()
    check(${name} ${name} -max_total_time=${TURNCOAT_FUZZ_SECONDS} -timeout=5 -rss_limit_mb=1024
      -print_final_stats=1 -artifact_prefix=${CMAKE_BINARY_DIR}/ ${corpus} ${seeds})
    math(EXPR patience "${TURNCOAT_FUZZ_SECONDS} + 60")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${patience})
  endforeach()
  return()
endif()

# --- units (cmocka; some compare with jansson), laws, secrets, tales ------------------------------
sources(test_sources tests/unit/test_*.c tests/laws.c tests/secrets_*.c tests/tales.c tests/store_suite.c)
foreach(file ${test_sources})
  cmake_path(GET file STEM name)
  program_to_test(${name} ${file} ${CMOCKA} ${JANSSON})
  check(${name} ${name})
endforeach()

# Some play a game with bugs in it, in place of those of the house.
foreach(name test_server_start test_server_faults)
  target_sources(${name} PRIVATE tests/help/faulty.c)
endforeach()

# --- the server: a thousand storms from as many seeds (by hand: sim --seeds 1000000) ----------------
program_to_test(sim tests/sim.c)
check(sim sim --seeds 1000)

# --- programs that the checks below run ------------------------------------------------------------
file(GLOB wasm_programs CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} tests/wasm/*.c)
set(programs)
foreach(file ${wasm_programs})
  cmake_path(GET file STEM name)
  program_to_test(${name} ${file})
  list(APPEND programs $<TARGET_FILE:${name}>)
endforeach()
add_executable(turncoat_faulty cli/main.c tests/help/faulty_maze.c)
target_compile_definitions(turncoat_faulty PRIVATE TURNCOAT_VERSION="${PROJECT_VERSION}")
target_link_libraries(turncoat_faulty PRIVATE cli)
add_executable(schema tools/schema.c tools/typescript.c)
target_compile_definitions(schema PRIVATE _POSIX_C_SOURCE=200809L)
target_link_libraries(schema PRIVATE server)

# The checks look at the sources or at the plain build: once is enough, and sanitizers would be in the way.
if(TURNCOAT_SANITIZE)
  return()
endif()

# --- engines for browsers: each script is given their folder, turncoat and the programs of tests/wasm
if(NOT TARGET wasm)
  message(FATAL_ERROR "engines for browsers are part of the tests and need clang; tools/setup installs it")
endif()
find_program(NODE node REQUIRED)
check(wasm_imports ${NODE} cmake/no_imports.mjs ${ENGINES} ${VERIFIER_WASM})
sources(wasm_tests tests/wasm/*.mjs)
foreach(file ${wasm_tests})
  cmake_path(GET file STEM name)
  check(wasm_${name} ${NODE} ${file} ${ENGINES_FOLDER} $<TARGET_FILE:turncoat> ${programs})
endforeach()

# --- the server, from outside: a game; killed 200 times; what earlier versions stored; its traffic -----
check(serve ${NODE} tests/crash/serve.mjs $<TARGET_FILE:turncoat>)
check(fault ${NODE} tests/crash/fault.mjs $<TARGET_FILE:turncoat_faulty>)
check(backup ${NODE} tests/crash/backup.mjs $<TARGET_FILE:turncoat>)
check(privacy ${NODE} tests/crash/privacy.mjs $<TARGET_FILE:turncoat>)
check(full_disk ${NODE} tests/crash/full_disk.mjs $<TARGET_FILE:turncoat>)
check(kill9 ${NODE} tests/crash/kill9.mjs $<TARGET_FILE:turncoat> 200)
check(versions ${NODE} tests/versions/read.mjs $<TARGET_FILE:turncoat>)
check(protocol tools/protocol --check $<TARGET_FILE:schema>)
check(letters ${NODE} tools/letters.mjs --check)
check(traffic tests/protocol/run $<TARGET_FILE:turncoat>)
set_tests_properties(kill9 PROPERTIES COST 40)
# Two short ones; tools/attack has them all, and takes minutes.
check(attack ${CMAKE_COMMAND} -E env TURNCOAT=$<TARGET_FILE:turncoat> TURNCOAT_ASAN=$<TARGET_FILE:turncoat>
    ATTACK_SIZE=0.1 tools/attack authorisation protocol)
check(deploy_nginx tests/deploy_nginx.sh)
check(deploy_caddy tests/deploy_caddy.sh)
check(deploy_haproxy tests/deploy_haproxy.sh)

# --- the house ------------------------------------------------------------------------------------
check(house_tidy tools/tidy)
check(house_rules tools/rule-coverage)
# A deck that is missing is a failure, too.
check(house_decks $<TARGET_FILE:turncoat> check data/decks/word.en data/decks/word.fr data/decks/word.nl)
check(house_decks_judged ${NODE} tests/decks/judged.mjs)
check(house_web_packages tests/web_packages.sh)
check(house_pure_bites tools/pure --bites ${CMAKE_C_COMPILER})
check(house_hardened tools/hardened $<TARGET_FILE:turncoat>)
check(house_pure tools/pure $<TARGET_FILE:core> $<TARGET_FILE:rules> $<TARGET_FILE:games>
  $<TARGET_FILE:record>)

find_program(CLANG_FORMAT clang-format-14 REQUIRED)
file(GLOB_RECURSE formatted CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
  core/*.[ch] guard/*.[ch] rules/*.[ch] games/*.[ch] table/*.[ch] record/*.[ch] seal/*.[ch] bots/*.[ch]
  store/*.[ch] net/*.[ch] server/*.[ch] simulate/*.[ch] tell/*.[ch] winnable/*.[ch] bench/*.[ch] cli/*.[ch]
  wasm/*.[ch] tools/*.[ch] tests/*.[ch])
list(FILTER formatted EXCLUDE REGEX "^core/def_")
check(house_format ${CLANG_FORMAT} --dry-run --Werror ${formatted})
add_custom_target(format
  COMMAND ${CLANG_FORMAT} -i ${formatted}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
  VERBATIM)
