# SPDX-License-Identifier: Apache-2.0
# The same layout in the build tree and in an installation: bin/, libexec/sandproof/ and share/sandproof/ beside each
# other, so that the program finds its files from its own place, wherever that is.
set(share ${CMAKE_BINARY_DIR}/share/sandproof)
file(MAKE_DIRECTORY ${share})
foreach(folder scenarios adapters)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${share}/${folder} SYMBOLIC)
endforeach()

# Where ci/adapters puts what it installs.
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/build/sandboxes ${share}/sandboxes SYMBOLIC)

install(TARGETS sandproof RUNTIME DESTINATION bin)
install(TARGETS sandproof-probe sandproof-fault ${SANDPROOF_LAUNCHER} RUNTIME DESTINATION libexec/sandproof)
install(DIRECTORY scenarios DESTINATION share/sandproof)
install(DIRECTORY adapters DESTINATION share/sandproof FILES_MATCHING PATTERN expectations*.yaml PATTERN README.md
        PATTERN *.mjs)
install(FILES LICENSE README.md DESTINATION share/doc/sandproof)
