# bench/*.cpp: each with a main of its own, except files that end in _problem.cpp or _peer.cpp or
# lie in bench/common/, which are linked to all.

find_package(benchmark REQUIRED)
find_package(Boost REQUIRED)
find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h REQUIRED)
add_library(luztar_bench_peers INTERFACE)
foreach(part cvode nvecserial)
  find_library(SUNDIALS_${part} sundials_${part} REQUIRED)
  target_link_libraries(luztar_bench_peers INTERFACE ${SUNDIALS_${part}})
endforeach()
target_include_directories(luztar_bench_peers SYSTEM INTERFACE ${SUNDIALS_INCLUDE_DIR})
target_link_libraries(luztar_bench_peers INTERFACE Boost::headers)

# MuJoCo as ./run_bench --peers puts it into build/peers-venv; without it a row says so.
file(GLOB mujoco_library ${PROJECT_SOURCE_DIR}/build/peers-venv/lib/python3*/site-packages/mujoco/libmujoco.so*)
if(mujoco_library)
  list(GET mujoco_library 0 mujoco_library)
  get_filename_component(mujoco_folder ${mujoco_library} DIRECTORY)
  target_include_directories(luztar_bench_peers SYSTEM INTERFACE ${mujoco_folder}/include)
  target_compile_definitions(luztar_bench_peers INTERFACE LUZTAR_HAS_MUJOCO)
  target_link_libraries(luztar_bench_peers INTERFACE ${mujoco_library})
  set(CMAKE_BUILD_RPATH ${mujoco_folder})
endif()

file(GLOB all_bench CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
file(GLOB shared_bench CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*_problem.cpp
     ${PROJECT_SOURCE_DIR}/bench/*_peer.cpp ${PROJECT_SOURCE_DIR}/bench/common/*.cpp)
foreach(source IN LISTS all_bench)
  if(source IN_LIST shared_bench)
    continue()
  endif()
  get_filename_component(name ${source} NAME_WE)
  add_executable(bench_${name} ${source} ${shared_bench})
  target_include_directories(bench_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(bench_${name} PRIVATE luztar luztar_warnings luztar_bench_peers benchmark::benchmark)
  target_compile_definitions(bench_${name} PRIVATE LUZTAR_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
endforeach()
