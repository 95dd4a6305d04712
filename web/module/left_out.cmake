# What no call of the module needs: fits, comparisons, proofs of reductions, functions in C and Python, files of other
# programs, checkpoints. A third of the time to compile derive, study and io.
set(web_left_out
    "derive/(reduce|limit_of|functions_|export_c|run_|held_pieces)"
    "study/(compare|fit|verify)/"
    "io/(compare/|fit_page|read_fit|write_fit|write_model|write_toml|toml_comments|point_table|row_record|checkpoint)"
    "io/(npz_file|zip_file|read_summary|system/system_run)"
    "io/report/fitted_run")
list(JOIN web_left_out "|" web_left_out)
