# Writes HEADER: the text of each of FILES, a list "NAME;file;NAME;file", as a string of that name
# in NAMESPACE.
set(text "// Written by the build.\n#pragma once\n\n#include <string_view>\n\n")
string(APPEND text "#ifdef __clang__  // the standard asks for no more than 64 KiB of a compiler\n")
string(APPEND text "#pragma clang diagnostic ignored \"-Woverlength-strings\"\n#endif\n\n")
string(APPEND text "namespace ${NAMESPACE} {\n\n")
while(FILES)
  list(POP_FRONT FILES name file)
  file(READ ${file} content)
  if(content MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${file} holds what would end its string")
  endif()
  string(APPEND text
    "inline constexpr std::string_view ${name} = R\"embedded(${content})embedded\";\n\n")
endwhile()
string(APPEND text "}  // namespace ${NAMESPACE}\n")
file(WRITE ${HEADER} "${text}")
