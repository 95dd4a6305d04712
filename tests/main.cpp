// The main function of every test program; doctest::doctest_with_main would compile it again.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
