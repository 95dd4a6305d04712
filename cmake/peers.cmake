# bench/peers: a program for each engine that we compare ourselves with. Engines that are not
# installed are left out; the table says so.

set(peers ${PROJECT_SOURCE_DIR}/bench/peers)
add_library(luztar_peer_problems STATIC ${peers}/network.cpp)
target_link_libraries(luztar_peer_problems PUBLIC luztar_options)

# peer_NAME from NAME_peer.cpp
function(luztar_add_peer name)
  add_executable(peer_${name} ${peers}/${name}_peer.cpp)
  target_link_libraries(peer_${name} PRIVATE luztar_peer_problems ${ARGN})
endfunction()

# Headers and libraries of an engine as the interface library peer_NAME_engine, if all are there.
function(luztar_find_engine name header)
  find_path(PEER_${name}_INCLUDE ${header} PATH_SUFFIXES bullet siconos/kernel siconos)
  set(found ${PEER_${name}_INCLUDE})
  add_library(engine_${name} INTERFACE)
  foreach(part IN LISTS ARGN)
    find_library(PEER_${name}_${part} ${part})
    if(NOT PEER_${name}_${part})
      set(found NOTFOUND)
    endif()
    target_link_libraries(engine_${name} INTERFACE ${PEER_${name}_${part}})
  endforeach()
  if(found)
    target_include_directories(engine_${name} SYSTEM INTERFACE ${PEER_${name}_INCLUDE})
  else()
    message(STATUS "peers: ${name} is not installed")
  endif()
  set(HAVE_${name} ${found} PARENT_SCOPE)
endfunction()

luztar_add_peer(luztar luztar luztar_warnings)
target_compile_definitions(peer_luztar PRIVATE LUZTAR_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
luztar_add_peer(luztar_stepping luztar luztar_warnings)

luztar_find_engine(cvode cvode/cvode.h sundials_cvode sundials_nvecserial sundials_sunmatrixband
                   sundials_sunlinsolband)
if(HAVE_cvode)
  find_package(Boost REQUIRED)
  luztar_add_peer(events engine_cvode Boost::headers luztar_warnings)
  luztar_add_peer(cvode_tanh engine_cvode luztar_warnings)
endif()

luztar_find_engine(ode ode/ode.h ode)
if(HAVE_ode)
  luztar_add_peer(ode engine_ode luztar_warnings)
endif()

luztar_find_engine(bullet btBulletDynamicsCommon.h BulletDynamics BulletCollision LinearMath)
if(HAVE_bullet)
  luztar_add_peer(bullet engine_bullet luztar_warnings)
endif()

luztar_find_engine(mujoco mujoco/mujoco.h mujoco)
if(HAVE_mujoco)
  luztar_add_peer(mujoco engine_mujoco luztar_warnings)
endif()

# A newer MuJoCo, from PyPI's wheel: -DLUZTAR_MUJOCO=FOLDER/site-packages/mujoco
if(LUZTAR_MUJOCO)
  file(GLOB mujoco_library ${LUZTAR_MUJOCO}/libmujoco.so*)
  if(mujoco_library)
    add_executable(peer_mujoco_new ${peers}/mujoco_peer.cpp)
    target_include_directories(peer_mujoco_new SYSTEM BEFORE PRIVATE ${LUZTAR_MUJOCO}/include)
    target_link_libraries(peer_mujoco_new PRIVATE luztar_peer_problems ${mujoco_library})
    set_target_properties(peer_mujoco_new PROPERTIES BUILD_RPATH ${LUZTAR_MUJOCO})
  endif()
endif()

luztar_find_engine(dart dart/dart.hpp dart assimp fcl ccd octomap octomath boost_filesystem)
if(HAVE_dart)
  luztar_add_peer(dart engine_dart Eigen3::Eigen)
  target_compile_options(peer_dart PRIVATE -w)  # its own headers warn
endif()

# Its headers stop at C++17.
luztar_find_engine(siconos SiconosKernel.hpp siconos_kernel siconos_numerics)
if(HAVE_siconos)
  foreach(name siconos siconos_newton)
    add_executable(peer_${name} ${peers}/${name}_peer.cpp)
    target_link_libraries(peer_${name} PRIVATE $<TARGET_FILE:luztar_peer_problems> engine_siconos)
    add_dependencies(peer_${name} luztar_peer_problems)
    set_target_properties(peer_${name} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS ON)
    target_include_directories(peer_${name} SYSTEM PRIVATE
                               ${PEER_siconos_INCLUDE}/.. ${PEER_siconos_INCLUDE}/../numerics)
    target_compile_options(peer_${name} PRIVATE -w)
  endforeach()
endif()
