// `luztar examples`.
#pragma once

#include "apps/arguments.h"

/// Lists the examples, or writes some of them to start from; returns an ExitStatus.
/// Throws ModelError for a name that no example has, std::system_error for trouble with a file.
int run_examples(const ExamplesArguments& arguments);
