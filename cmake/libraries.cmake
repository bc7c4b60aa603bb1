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
needs(net uv http_parser wslay nettle)
needs(seal sodium)
needs(server icui18n icuuc)
needs(simulate)
target_link_libraries(simulate PUBLIC Threads::Threads)
needs(tell)
needs(winnable m)
needs(bench)
