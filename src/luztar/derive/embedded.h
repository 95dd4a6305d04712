// Files of other languages as text in the program, by their names; see cmake/embed_texts.cmake.
#pragma once

#include <string_view>

namespace luztar {

extern const std::string_view page_css;      ///< io/report/page.css: one look for all pages
extern const std::string_view document_css;  ///< what documents add

// runtime/: the parts of generated functions that are the same for every model; C99 and Python line
// by line alike. What a file needs to stand by itself is between `#if !GENERATED` and `#endif`,
// what belongs to some models between `#if FEATURE` and `#endif`: see select_parts().
extern const std::string_view helpers_c, helpers_py;    ///< what laws call
extern const std::string_view polyline_c, polyline_py;  ///< of parts of a tree; before tree
extern const std::string_view tree_c, tree_py;          ///< solve(): joints form a forest
extern const std::string_view box_c, box_py;            ///< solve(): any network
extern const std::string_view forces_c, forces_py;      ///< settle(), joint_forces()

// The same of generated runs, C99 alone. In the header and in struct instant:
extern const std::string_view run_struct_h, run_seen_h;
// Functions in the order of their use, those behind the functions of the model from run_table on.
extern const std::string_view run_words_c, run_massless_c, run_table_c, run_step_c, run_roots_c,
    run_impacts_c, run_modes_c, run_events_c, run_c, run_calls_c, run_show_c;
extern const std::string_view run_main_c;  ///< a program for trying

/// Behind a header of a run, in this order, between types and instance the tables of exchange/fmu/
/// fmu_sources.cpp: the functions of FMI 2.0.
extern const std::string_view fmi2_types_h, fmu_types_h, fmu_c, fmi2_c, fmi2_solving_c;

extern const std::string_view license;    ///< LICENSE: of luztar, of what it generates
extern const std::string_view copyright;  ///< cmake/copyright: whose code is in its libraries too

}  // namespace luztar
