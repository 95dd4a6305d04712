// The exact oracle of tests/friction, for this program too.
#include "../friction/rational.cpp"  // NOLINT
