# SPDX-License-Identifier: Apache-2.0
# Flags live in one INTERFACE target, so that a room states only what it links.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

option(SANDPROOF_WERROR "Treat compiler warnings as errors" OFF)
set(SANDPROOF_SANITIZE "" CACHE STRING "Value of -fsanitize= for everything but the static probe")

find_program(SANDPROOF_CCACHE ccache)
if(SANDPROOF_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SANDPROOF_CCACHE})
endif()

add_library(sandproof_flags INTERFACE)
target_include_directories(sandproof_flags INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(sandproof_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<BOOL:${SANDPROOF_WERROR}>:-Werror>
  # g++ 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
target_compile_definitions(sandproof_flags INTERFACE SANDPROOF_VERSION="${PROJECT_VERSION}")

add_library(sandproof_sanitizers INTERFACE)
if(SANDPROOF_SANITIZE)
  target_compile_options(sandproof_sanitizers INTERFACE
    -fsanitize=${SANDPROOF_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(sandproof_sanitizers INTERFACE -fsanitize=${SANDPROOF_SANITIZE})
endif()
