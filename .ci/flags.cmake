# Flags of every target of ours; nothing of it reaches an installed target's users.
add_library(carrack_flags INTERFACE)
add_library(carrack::flags ALIAS carrack_flags)
set_target_properties(carrack_flags PROPERTIES EXPORT_NAME flags)
target_compile_options(carrack_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion $<$<BOOL:${CARRACK_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Both warn about correct uses of std::string (GCC bugs 105651, 105329).
  target_compile_options(carrack_flags INTERFACE -Wno-restrict -Wno-stringop-overflow)
  target_link_options(carrack_flags INTERFACE -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # A position is copied in 8 ns by the C library, in 18 ns by the instruction that GCC takes.
  target_compile_options(carrack_flags INTERFACE -mmemcpy-strategy=libcall:-1:noalign)
  target_link_options(carrack_flags INTERFACE -mmemcpy-strategy=libcall:-1:noalign)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT CMAKE_CXX_FLAGS MATCHES "-march=")
  # popcount in hardware, which every x86-64 CPU has had since 2009.
  target_compile_options(carrack_flags INTERFACE -march=x86-64-v2)
endif()
if(CARRACK_SANITIZE)
  target_compile_options(carrack_flags INTERFACE
    -fsanitize=${CARRACK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(carrack_flags INTERFACE -fsanitize=${CARRACK_SANITIZE})
endif()
if(CARRACK_FUZZ)
  # The libraries report what they cover; only the fuzzers themselves link libFuzzer.
  # A finding of any sanitizer ends the run.
  set(fuzz_flags -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(carrack_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined ${fuzz_flags})
  target_link_options(carrack_flags INTERFACE -fsanitize=address,undefined ${fuzz_flags})
endif()
