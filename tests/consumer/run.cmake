# Installs the build into an empty prefix, then builds and runs projects that find it there.
set(work ${BUILD}/consumer)
file(REMOVE_RECURSE ${work})
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "failed: ${ARGN}")
  endif()
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${work}/prefix)
set(options_of_own_game -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON)  # experiments alone need it
foreach(consumer core own_game own_agent experiments)
  run(${CMAKE_COMMAND} -S ${CONSUMERS}/${consumer} -B ${work}/${consumer} -G ${GENERATOR}
      -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${work}/prefix
      ${options_of_${consumer}})
  run(${CMAKE_COMMAND} --build ${work}/${consumer})
  run(${work}/${consumer}/consumer)
endforeach()
run(${CMAKE_COMMAND} -S ${CONSUMERS}/components -B ${work}/components -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_PREFIX_PATH=${work}/prefix)

# docs/your_own_game.md shows the output of the example.
execute_process(COMMAND ${work}/own_game/consumer OUTPUT_VARIABLE output)
file(READ ${CONSUMERS}/../../docs/your_own_game.md document)
string(FIND "${document}" "Output:\n\n```\n${output}```" place)
if(place EQUAL -1)
  message(FATAL_ERROR "docs/your_own_game.md shows another output than:\n${output}")
endif()
run(${work}/prefix/bin/carrack --version)

# Archives hold machine code alone: bytecode would tie them to one version of GCC.
find_program(READELF readelf)
if(READELF)
  execute_process(COMMAND ${READELF} -S -W ${work}/prefix/lib/libcarrack_core.a OUTPUT_VARIABLE sections)
  if(NOT sections MATCHES "[.]text" OR sections MATCHES "[.]gnu[.]lto_")
    message(FATAL_ERROR "the installed archives have sections for link-time optimisation")
  endif()
endif()
