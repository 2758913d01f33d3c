# `cmake --install BUILD --prefix FOLDER`: the library for engines with its header, CMake package and pkg-config file
# (component `runtime`, which `--component runtime` installs alone), and the tools (component `tools`).

# Builds with sanitizers have no library to install.
if(SINTER_SANITIZE)
  return()
endif()

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(_sinter_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/sinter")

install(TARGETS sinter_runtime EXPORT sinterTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT runtime)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/runtime/capi/include/sinter" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT runtime)
install(FILES "${CMAKE_BINARY_DIR}/lib/libsinter_runtime.a" DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime)
install(EXPORT sinterTargets NAMESPACE sinter:: DESTINATION "${_sinter_package_dir}" COMPONENT runtime)

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/sinterConfig.cmake.in" "${CMAKE_BINARY_DIR}/sinterConfig.cmake"
  INSTALL_DESTINATION "${_sinter_package_dir}" PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/sinterConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/sinterConfig.cmake" "${CMAKE_BINARY_DIR}/sinterConfigVersion.cmake"
  DESTINATION "${_sinter_package_dir}" COMPONENT runtime)
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)

# The prefix is known when it is installed.
install(CODE "
  set(PROJECT_VERSION \"${PROJECT_VERSION}\")
  set(CMAKE_INSTALL_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
  set(CMAKE_INSTALL_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
  configure_file(\"${CMAKE_CURRENT_LIST_DIR}/sinter-runtime.pc.in\"
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig/sinter-runtime.pc\" @ONLY)
" COMPONENT runtime)

if(TARGET sinter)
  install(TARGETS sinter RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
  # `sinter-run` and its like: the links that the build has beside the program.
  install(CODE "
    file(GLOB _entries \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/sinter-*\")
    foreach(_entry IN LISTS _entries)
      if(IS_SYMLINK \"\${_entry}\")
        file(INSTALL \"\${_entry}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
      endif()
    endforeach()
  " COMPONENT tools)
endif()
