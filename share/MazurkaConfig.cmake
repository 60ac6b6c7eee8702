# MazurkaConfig.cmake - find_package(Mazurka): the variable MAZURKA, the command, and
#
#     mazurka_add_check(TARGET [NAME name] [BUDGET 10s] [OPTIONS ...] [ARGUMENTS ...])
#
# which adds a test to CTest that checks every case of the program TARGET (`mazurka test`). The test passes if all are verified, fails if one
# has a bug, and counts as skipped if one is undecided. The project is configured with CMAKE_C_COMPILER=mazurka-cc and
# CMAKE_CXX_COMPILER=mazurka-c++. OPTIONS are those of `mazurka check`, ARGUMENTS those of the program.
get_filename_component(_mazurka_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(MAZURKA mazurka HINTS "${_mazurka_prefix}/bin" REQUIRED)
set(Mazurka_FOUND TRUE)

function(mazurka_add_check target)
    cmake_parse_arguments(CHECK "" "NAME;BUDGET" "OPTIONS;ARGUMENTS" ${ARGN})
    if(NOT CHECK_NAME)
        set(CHECK_NAME "mazurka-${target}")
    endif()
    if(NOT CHECK_BUDGET)
        set(CHECK_BUDGET 10s)
    endif()
    if(CHECK_ARGUMENTS)
        list(INSERT CHECK_ARGUMENTS 0 --)
    endif()
    add_test(NAME "${CHECK_NAME}" COMMAND "${MAZURKA}" test "$<TARGET_FILE:${target}>" "--budget=${CHECK_BUDGET}" ${CHECK_OPTIONS} ${CHECK_ARGUMENTS})
    set_tests_properties("${CHECK_NAME}" PROPERTIES SKIP_RETURN_CODE 3)
endfunction()
