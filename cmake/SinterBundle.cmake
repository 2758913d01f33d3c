# The target `bundle`: a folder that runs tools, GPU tests and benchmarks on another x86-64 Linux (glibc >= 2.36).
# scripts/make-bundle.sh makes it and refuses what would not travel. Included last: it asks which targets there are.

set(SINTER_BUNDLE_DIR "${CMAKE_SOURCE_DIR}/build/bundle" CACHE PATH "Where the target `bundle` makes its folder")

get_property(_sinter_gpu_tests GLOBAL PROPERTY SINTER_GPU_TESTS)
get_property(_sinter_gpu_benchmarks GLOBAL PROPERTY SINTER_GPU_BENCHMARKS)
get_property(_sinter_bundled_programs GLOBAL PROPERTY SINTER_BUNDLED_PROGRAMS)
set(_sinter_bundled ${_sinter_gpu_tests} ${_sinter_gpu_benchmarks} ${_sinter_bundled_programs})
if(TARGET sinter)
  list(PREPEND _sinter_bundled sinter)
endif()

set(_sinter_bundled_files "")
foreach(_target IN LISTS _sinter_bundled)
  list(APPEND _sinter_bundled_files "$<TARGET_FILE:${_target}>")
endforeach()

# Shared libraries that a program needs and another machine may not have.
get_property(_sinter_bundled_libraries GLOBAL PROPERTY SINTER_BUNDLED_LIBRARIES)
foreach(_library IN LISTS _sinter_bundled_libraries)
  list(APPEND _sinter_bundled_files --library "${_library}")
endforeach()

add_custom_target(bundle
  COMMAND bash "${CMAKE_SOURCE_DIR}/scripts/make-bundle.sh" --out "${SINTER_BUNDLE_DIR}" --strip "${CMAKE_STRIP}" ${_sinter_bundled_files}
  USES_TERMINAL
  VERBATIM
  COMMENT "Making the bundle in ${SINTER_BUNDLE_DIR}")
if(_sinter_bundled)
  add_dependencies(bundle ${_sinter_bundled})
endif()
