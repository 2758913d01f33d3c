# sinter_embed_text(OUTPUT PREFIX FILES...): makes OUTPUT, a file to be included inside an array's braces, with one
# element `{"PREFIX<file name>", "text"},` a file. Run as a script (cmake -P), this file does the making.

function(sinter_embed_text output prefix)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${output}" "-DPREFIX=${prefix}" "-DFILES=${ARGN}"
            -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    DEPENDS ${ARGN} "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMENT "Embedding ${output}"
    VERBATIM)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(_table "")
  foreach(_file IN LISTS FILES)
    file(READ "${_file}" _text)
    if(_text MATCHES "\\)sinter_text\"")
      message(FATAL_ERROR "${_file} holds the end mark of an embedded text")
    endif()
    get_filename_component(_name "${_file}" NAME)
    # Compilers limit the length of one literal; neighbouring literals are joined.
    string(LENGTH "${_text}" _length)
    set(_at 0)
    set(_literals "")
    while(_at LESS _length OR _at EQUAL 0)
      string(SUBSTRING "${_text}" ${_at} 12000 _piece)
      string(APPEND _literals " R\"sinter_text(${_piece})sinter_text\"")
      math(EXPR _at "${_at} + 12000")
    endwhile()
    string(APPEND _table "{\"${PREFIX}${_name}\",${_literals}},\n")
  endforeach()
  file(WRITE "${OUTPUT}" "${_table}")
endif()
