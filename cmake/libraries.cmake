# SPDX-License-Identifier: Apache-2.0
# Every library comes from the distribution; ci/packages names the Debian packages.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(pugixml REQUIRED)
find_package(tl-expected REQUIRED)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  pkg_check_modules(LibnlRoute REQUIRED IMPORTED_TARGET libnl-route-3.0)
  pkg_check_modules(Seccomp REQUIRED IMPORTED_TARGET libseccomp)
endif()
# Debian builds cpp-httplib as a shared library with TLS, zlib and brotli. Its flags come with pkg-config; without
# them the class layouts differ and the program dies of a double free.
pkg_check_modules(HttpLib REQUIRED IMPORTED_TARGET cpp-httplib)
if(BUILD_TESTING OR NOT DEFINED BUILD_TESTING)
  find_package(GTest REQUIRED)
endif()
