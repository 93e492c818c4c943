# Writes version.hpp; the file is touched only if its content changes.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=10
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT COMMIT)
  set(COMMIT "unknown")
endif()
configure_file(${TEMPLATE} ${HEADER} @ONLY)
