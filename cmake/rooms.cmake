# How a room of the house becomes a library.

# sources(VAR GLOB...): the files that match, as paths from the root; a room without any is a mistake.
function(sources var)
  file(GLOB found CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} ${ARGN})
  if(NOT found)
    message(FATAL_ERROR "no source file matches ${ARGN}")
  endif()
  set(${var} ${found} PARENT_SCOPE)
endfunction()

# room(NAME [ROOM...]): the library of NAME/*.c and NAME/*/*.c, which may call the rooms named and those
# below them.
function(room name)
  sources(files ${name}/*.c ${name}/*/*.c)
  add_library(${name} STATIC ${files})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARGN})
endfunction()
