// Which process of several this one is.
#pragma once

#include "luztar/luztar.h"

/// As mpirun (Open MPI, MPICH and its kin) and srun of Slurm say in the environment; one of one
/// elsewhere.
luztar::ProcessRank process_rank();
