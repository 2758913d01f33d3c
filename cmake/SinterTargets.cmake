# Compiler and linker settings for all of our code, the third-party packages of the runtime, and the sinter_* helpers.

include(CheckCXXCompilerFlag)
find_program(SINTER_CCACHE ccache)
if(SINTER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${SINTER_CCACHE}")
endif()

add_compile_options(-Wall -Wextra -ffunction-sections -fdata-sections -fvisibility=hidden)
# Debian's GCC drops --as-needed under -fsanitize, and Clang never has it.
add_link_options(-Wl,--gc-sections -Wl,--as-needed)
find_program(SINTER_LLD ld.lld)
if(SINTER_LLD)
  # Functions of the same code are one: an eighth of a program that has MLIR in it. No code of ours asks whether two functions are the same.
  # What is linked again (SINTER_RELOCATABLE) is linked by another linker.
  add_link_options(-fuse-ld=lld $<$<AND:$<CONFIG:Release>,$<NOT:$<BOOL:$<TARGET_PROPERTY:SINTER_RELOCATABLE>>>>:-Wl,--icf=all>)
endif()
if(NOT SINTER_FUZZERS AND NOT SINTER_SANITIZE)
  # The compiler's tables of addresses are a twentieth of a program that may lie anywhere; ThreadSanitizer wants one.
  add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
if(SINTER_FUZZERS)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "SINTER_FUZZERS needs Clang, but the compiler is ${CMAKE_CXX_COMPILER_ID}: use the preset `fuzz`, "
                        "or -DCMAKE_CXX_COMPILER=clang++-22 (scripts/setup.sh --fuzzers installs it)")
  endif()
  # Coverage for libFuzzer in all of our code; what has no fuzzing main links without it. MLIR's archives have no type
  # information, which these two checks need.
  add_compile_options(-fsanitize=fuzzer-no-link -fno-sanitize=vptr,function)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
if(SINTER_SANITIZE)
  add_compile_options(-fsanitize=${SINTER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SINTER_SANITIZE})
else()
  add_link_options(-static-libstdc++ -static-libgcc)
endif()
include_directories("${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")

find_package(Threads REQUIRED)
find_package(absl REQUIRED)
# Debian's package names the shared libraries; ours links the archives that lie beside them, so that a binary needs
# only libc and libm.
get_property(_sinter_absl_targets DIRECTORY PROPERTY IMPORTED_TARGETS)
foreach(_target IN LISTS _sinter_absl_targets)
  if(_target MATCHES "^absl::")
    get_target_property(_location ${_target} IMPORTED_LOCATION_NONE)
    if(_location MATCHES "\\.so")
      string(REGEX REPLACE "\\.so.*$" ".a" _archive "${_location}")
      if(EXISTS "${_archive}")
        set_target_properties(${_target} PROPERTIES IMPORTED_LOCATION_NONE "${_archive}" IMPORTED_SONAME_NONE "")
      endif()
    endif()
  endif()
endforeach()

# The CUDA headers give types and constants only; the libraries are opened at run time.
find_path(SINTER_CUDA_INCLUDE_DIR cuda.h HINTS "$ENV{CUDA_HOME}/include" /usr/local/cuda/include)

# sinter_runtime_library(NAME SOURCES ... DEPS ...): a static library of the runtime.
function(sinter_runtime_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC ${ARG_DEPS})
endfunction()

# sinter_cc_test(NAME SOURCES ... DEPS ... [LABELS ...] [ENVIRONMENT ...] [PARAMETERS ...]): a GoogleTest program, one
# ctest entry, or with PARAMETERS one for each of them, NAME_PARAMETER, which runs the tests instantiated with it. Exit code 77 reports "skipped" (the program says why). One that reaches the GPU (it names sinter_cuda, or is called
# *_gpu_test) gets the label `gpu` and travels in the bundle.
function(sinter_cc_test name)
  if(NOT SINTER_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS;LABELS;ENVIRONMENT;PARAMETERS" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gmock GTest::gtest_main)
  set(_tests ${name})
  if(ARG_PARAMETERS)
    list(TRANSFORM ARG_PARAMETERS PREPEND ${name}_ OUTPUT_VARIABLE _tests)
    foreach(_parameter _test IN ZIP_LISTS ARG_PARAMETERS _tests)
      add_test(NAME ${_test} COMMAND ${name} "--gtest_filter=*/${_parameter}")
    endforeach()
  else()
    add_test(NAME ${name} COMMAND ${name})
  endif()
  set_tests_properties(${_tests} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600)
  if("sinter_cuda" IN_LIST ARG_DEPS OR name MATCHES "_gpu_test$")
    list(APPEND ARG_LABELS gpu)
    set_property(GLOBAL APPEND PROPERTY SINTER_GPU_TESTS ${name})
  endif()
  if(ARG_LABELS)
    set_tests_properties(${_tests} PROPERTIES LABELS "${ARG_LABELS}")
  endif()
  if(ARG_ENVIRONMENT)
    set_tests_properties(${_tests} PROPERTIES ENVIRONMENT "${ARG_ENVIRONMENT}")
  endif()
endfunction()
