# Finds LLVM and MLIR 22 and links them statically; the sinter_mlir_* helpers.

# The package's version file wants major.minor to be equal, so "22" alone is refused: ask for none, then check.
find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "Sinter needs LLVM and MLIR 22, but ${MLIR_DIR} is version ${LLVM_VERSION_MAJOR}")
endif()
message(STATUS "MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

# Debian exports every static libMLIR*.a with the shared libLLVM.so in its link interface. The static components that
# our dialects need take its place.
get_property(_sinter_mlir_libs GLOBAL PROPERTY MLIR_ALL_LIBS)
foreach(_target IN LISTS _sinter_mlir_libs)
  if(TARGET ${_target})
    get_target_property(_libs ${_target} INTERFACE_LINK_LIBRARIES)
    if(_libs)
      list(TRANSFORM _libs REPLACE "^LLVM$" "LLVMRemarks;LLVMSupport")
      set_target_properties(${_target} PROPERTIES INTERFACE_LINK_LIBRARIES "${_libs}")
    endif()
  endif()
endforeach()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# sinter_mlir_library(NAME SOURCES ... DEPS ... [TABLEGEN target ...]): a static library that sees LLVM's and MLIR's
# headers. LLVM's include paths and definitions stay with these targets.
function(sinter_mlir_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;TABLEGEN" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  sinter_use_mlir(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPS})
  if(ARG_TABLEGEN)
    add_dependencies(${name} ${ARG_TABLEGEN})
  endif()
endfunction()

function(sinter_use_mlir name)
  target_include_directories(${name} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  separate_arguments(_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_options(${name} PRIVATE ${_definitions} -Wno-unused-parameter)
  # Generated headers of all dialects come first: a library may include any of them.
  if(TARGET SinterTablegen)
    add_dependencies(${name} SinterTablegen)
  endif()
endfunction()

# sinter_tablegen(TD OUT generator-flags...): OUT beside TD's place in the build tree, so that #include paths mirror
# the source tree. Collects the outputs for sinter_tablegen_target().
macro(sinter_tablegen td out)
  set(LLVM_TARGET_DEFINITIONS ${td})
  list(TRANSFORM MLIR_INCLUDE_DIRS PREPEND "-I" OUTPUT_VARIABLE _sinter_td_includes)
  mlir_tablegen(${out} ${ARGN} -I${CMAKE_SOURCE_DIR} ${_sinter_td_includes})
endmacro()
