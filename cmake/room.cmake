# SPDX-License-Identifier: Apache-2.0
include(GoogleTest)

# sandproof_room(PATH [LINK target...])
#
# A room is a folder. Its *.cc become the library room_name (slashes turned into underscores), its *_test.cc the
# program room_name_test, whose tests CTest runs one by one with the label "unit". Every header of the room is
# compiled alone. main.cc and *_bench.cc belong to programs of their own. What only one system has stands in siblings,
# name_linux.cc beside name_macos.cc (and their _test.cc), of which the one for this system is taken.
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  set(SANDPROOF_OTHER_SYSTEM linux)
else()
  set(SANDPROOF_OTHER_SYSTEM macos)
endif()

function(sandproof_room path)
  cmake_parse_arguments(ROOM "" "" "LINK" ${ARGN})
  string(REPLACE "/" "_" name ${path})
  file(GLOB sources CONFIGURE_DEPENDS ${path}/*.cc)
  file(GLOB headers CONFIGURE_DEPENDS ${path}/*.h)
  list(FILTER sources EXCLUDE REGEX "_${SANDPROOF_OTHER_SYSTEM}(_test)?\\.cc$")
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "(_test|_bench|main)\\.cc$")

  set(alone ${CMAKE_BINARY_DIR}/headers_alone/${name})
  foreach(header ${headers})
    file(RELATIVE_PATH relative ${PROJECT_SOURCE_DIR} ${header})
    get_filename_component(stem ${header} NAME_WE)
    file(CONFIGURE OUTPUT ${alone}/${stem}.cc CONTENT "#include \"${relative}\"  // IWYU pragma: keep\n" @ONLY)
    list(APPEND header_sources ${alone}/${stem}.cc)
  endforeach()

  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC sandproof_flags sandproof_sanitizers tl::expected ${ROOM_LINK})

  if(BUILD_TESTING)
    add_library(${name}_headers_alone OBJECT ${header_sources})
    target_link_libraries(${name}_headers_alone PRIVATE ${name})
  endif()

  if(BUILD_TESTING AND tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE ${name} GTest::gmock GTest::gtest_main)
    target_compile_definitions(${name}_test PRIVATE
      SANDPROOF_SOURCE_DIR="${PROJECT_SOURCE_DIR}" SANDPROOF_BINARY_DIR="${CMAKE_BINARY_DIR}")
    gtest_discover_tests(${name}_test TEST_PREFIX "${path}: " DISCOVERY_TIMEOUT 60
                         PROPERTIES LABELS unit TIMEOUT 120)
  endif()
endfunction()
