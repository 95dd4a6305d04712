"""In place of what generated code declares of its model: for the files here by themselves."""
BODIES = 3
IS_FREE = [True, True, False]
JOINTS = 4
MAY_BREAK = [False, True, False, False]
JOINT_BODY = [(0, 1), (0, 2), (1, 2), (1, -1)]
JOINT_IN = [0, -1, -1]
ORDER = [0, 1]
