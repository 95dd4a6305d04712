// Everything a user needs; nothing else is promised.
#pragma once

#include "luztar/core/error.h"
#include "luztar/core/settings.h"
#include "luztar/derive/derivation.h"
#include "luztar/derive/document.h"
#include "luztar/derive/functions.h"
#include "luztar/derive/reduce.h"
#include "luztar/dynamics/system.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"
#include "luztar/io/state_file.h"
#include "luztar/io/write_model.h"
#include "luztar/model/model.h"
#include "luztar/pwl/projections.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/verify_reduction.h"
#include "luztar/threads/thread_pool.h"
