# What the server stands on, all of it from Debian: each room names its own.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# needs(ROOM LIBRARY...): links a room with libraries of the system, in POSIX.
function(needs name)
  target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
  foreach(library ${ARGN})
    find_library(LIB_${library} ${library} REQUIRED)
    target_link_libraries(${name} PUBLIC ${LIB_${library}})
  endforeach()
endfunction()

needs(store sqlite3)
target_link_libraries(store PUBLIC Threads::Threads)

# llhttp comes as C sources (Debian's node-llhttp), and is strict only if it is compiled so.
find_path(LLHTTP_INCLUDE llhttp.h PATHS /usr/share/include/llhttp REQUIRED)
find_path(LLHTTP_SOURCES llhttp.c PATHS /usr/share/llhttp REQUIRED)
add_library(llhttp STATIC ${LLHTTP_SOURCES}/api.c ${LLHTTP_SOURCES}/http.c ${LLHTTP_SOURCES}/llhttp.c)
target_include_directories(llhttp SYSTEM PUBLIC ${LLHTTP_INCLUDE})
target_compile_definitions(llhttp PUBLIC LLHTTP_STRICT_MODE=1)
target_compile_options(llhttp PRIVATE -w)
needs(net uv wslay nettle)
target_link_libraries(net PRIVATE llhttp)
needs(seal sodium)
needs(server icui18n icuuc)
needs(simulate)
target_link_libraries(simulate PUBLIC Threads::Threads)
needs(tell)
needs(winnable m)
needs(bench)
