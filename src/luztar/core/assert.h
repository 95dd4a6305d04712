// Our own mistakes. Active in preset `dev`, free in `release`.
#pragma once

#include <cstdio>
#include <cstdlib>

#ifdef LUZTAR_ENABLE_ASSERT
#define LUZTAR_ASSERT(condition)                                                                 \
  ((condition)                                                                                   \
       ? void(0)                                                                                 \
       : (std::fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition), \
          std::abort()))
#else
#define LUZTAR_ASSERT(condition) void(0)
#endif
