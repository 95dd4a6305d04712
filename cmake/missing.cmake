# Ends with what is missing and the command of this machine that brings it.

function(luztar_missing what)
  set(groups base)
  if(LUZTAR_PYTHON)
    set(groups "base python")
  endif()
  separate_arguments(arguments UNIX_COMMAND "--print ${groups}")
  execute_process(COMMAND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../tools/deps.sh ${arguments}
                  OUTPUT_VARIABLE command ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(command)
    set(command "\nor, as root,\n  ${command}")
  endif()
  message(FATAL_ERROR "\n${what} not found. What the build needs is installed by\n"
                      "  tools/deps.sh ${groups}${command}\n")
endfunction()
