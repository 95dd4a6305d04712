#include "luztar/stepping/stepper.h"
