"""Models of tests/acceptance/lossy_links*_test.cpp and times of their rows, for lossy_links.py."""

MODELS = {
    "a": """
bodies.motor = { mass = 0.01 }
bodies.load = { mass = 3 }
links.mesh = { across = { motor = 1, load = -20 } }
frictions.loss = { between = ["motor", "ground"], kinetic = 0.3, normal = "abs(f.mesh)" }
forces.drive = { on = "motor", value = "0.5 + 0.8*sin(2*t) + 0.8*sin(3*t)" }
forces.weight = { on = "load", value = "-10" }
simulation = { duration = 6, samples = 61 }
""",
    "b": """
bodies.motor = { mass = 0.05 }
bodies.load = { mass = 3 }
links.mesh = { across = { motor = 1, load = -20 } }
frictions.loss = { between = ["motor", "ground"], kinetic = 1.2, normal = "abs(f.mesh)" }
forces.drive = { on = "motor", value = "1.8*sin(1.3*t)^3" }
forces.weight = { on = "load", value = "-4 + 14*sin(0.9*t)" }
simulation = { duration = 8, samples = 81 }
""",
    "c": """
bodies.motor = { mass = 0.02 }
bodies.load = { mass = 5 }
links.mesh = { across = { motor = 1, load = -10 } }
frictions.loss = { between = ["motor", "ground"], kinetic = 0.1, normal = "3 + abs(f.mesh)" }
frictions.guide = { between = ["load", "ground"], kinetic = 2 }
forces.drive = { on = "motor", value = "0.9 + 0.8*sin(2.3*t)" }
forces.weight = { on = "load", value = "-9" }
simulation = { duration = 6, samples = 61 }
""",
    "d": """
bodies.motor = { mass = 0.01 }
bodies.shaft = { mass = 0.05 }
bodies.load = { mass = 4 }
links.fast = { across = { motor = 1, shaft = -5 } }
links.slow = { across = { shaft = 1, load = -8 } }
frictions.first = { between = ["motor", "ground"], kinetic = 0.1, normal = "abs(f.fast)" }
frictions.second = { between = ["shaft", "ground"], kinetic = 0.25, normal = "abs(f.slow)" }
forces.drive = { on = "motor", value = "0.3 + 0.6*sin(1.7*t) + 0.5*cos(5*t)" }
forces.weight = { on = "load", value = "-12" }
simulation = { duration = 7, samples = 71 }
""",
    "e": """
parameters = { mu = 0.3, wrap = 1.2 }
bodies.a = { mass = 2 }
bodies.b = { mass = 1.7 }
links.rope = { across = { a = 1, b = 1 } }
frictions.drum = { between = ["a", "ground"], kinetic = "exp(mu*wrap) - 1", normal = "abs(f.rope)" }
forces.weight_a = { on = "a", value = "2*9.81" }
forces.weight_b = { on = "b", value = "1.7*9.81" }
forces.hand = { on = "a", value = "16*sin(2.2*t)" }
simulation = { duration = 7, samples = 71 }
""",
    "f": """
bodies.worm = { mass = 0.02 }
bodies.wheel = { mass = 1.5 }
links.mesh = { across = { worm = 1, wheel = -12 } }
frictions.loss = { between = ["worm", "ground"], kinetic = 0.8, normal = "abs(f.mesh)" }
springs.bar = { between = ["wheel", "ground"], stiffness = 50, damping = 0.5 }
forces.drive = { on = "worm", value = "2.5*sin(1.9*t)" }
simulation = { duration = 7, samples = 71 }
""",
    "g": """
bodies.motor = { mass = 0.1 }
bodies.load = { mass = 2 }
bodies.frame = { mass = 3 }
links.mesh = { across = { motor = 1, load = -4 } }
frictions.bearing = { between = ["load", "frame"], kinetic = 0.9, normal = "abs(f.mesh)" }
springs.mount = { between = ["frame", "ground"], stiffness = 40, damping = 0.6 }
springs.return = { between = ["load", "ground"], stiffness = 15 }
forces.drive = { on = "motor", value = "2*sin(1.3*t) + 2*cos(3.7*t)" }
simulation = { duration = 8, samples = 81 }
""",
    "h": """
bodies.input = { mass = 0.05 }
bodies.output = { mass = 2 }
links.mesh = { across = { input = 1, output = -6 } }
frictions.front = { between = ["input", "ground"], kinetic = 0.25, normal = "abs(f.mesh)" }
frictions.back = { between = ["output", "ground"], kinetic = 0.7, normal = "abs(f.mesh)" }
forces.drive = { on = "input", value = "0.8 + 1.2*sin(2.1*t) - 0.8*sin(5*t)" }
forces.weight = { on = "output", value = "-5 + 2*cos(3*t)" }
simulation = { duration = 6, samples = 61 }
""",
    "i": """
bodies.disc = { mass = 0.02, velocity = 4 }
bodies.load = { mass = 2.5, velocity = 0.4 }
links.m = { across = { disc = 1, load = -10 } }
frictions.oil = { between = ["disc", "ground"], kinetic = 0.5, normal = "abs(f.m)", viscous = 0.05 }
forces.drive = { on = "disc", value = "1.1*sin(1.7*t) + 0.7*sin(4.3*t)" }
forces.weight = { on = "load", value = "-6" }
simulation = { duration = 8, samples = 81 }
""",
    "j": """
bodies.one = { mass = 1 }
bodies.two = { mass = 2 }
bodies.three = { mass = 0.5 }
links.differential = { across = { one = 1, two = -2, three = 0.5 } }
frictions.loss = { between = ["one", "ground"], kinetic = 0.8, normal = "abs(f.differential)" }
springs.left = { between = ["two", "ground"], stiffness = 9, damping = 0.2 }
springs.right = { between = ["three", "ground"], stiffness = 5, damping = 0.3 }
forces.push = { on = "one", value = "4*sin(1.4*t)" }
forces.pull = { on = "three", value = "1.5*cos(2.9*t)" }
simulation = { duration = 8, samples = 81 }
""",
    "k": """
bodies.motor = { mass = 0.1 }
bodies.load = { mass = 2 }
bodies.frame = { mass = 3 }
links.mesh = { across = { motor = 1, load = -4 } }
frictions.loss = { between = ["motor", "ground"], kinetic = 0.25, normal = "0.4 + abs(f.mesh)" }
frictions.bearing = { between = ["load", "frame"], kinetic = 0.5, normal = "1 + abs(f.mesh)" }
springs.mount = { between = ["frame", "ground"], stiffness = 40, damping = 0.6 }
springs.return = { between = ["load", "ground"], stiffness = 15 }
forces.drive = { on = "motor", value = "3*sin(1.3*t) + 2*sin(3.7*t)" }
simulation = { duration = 8, samples = 81 }
""",
}

TIMES = {
    "a": [1, 2.4, 3.8, 4.5, 5.7],
    "b": [0.4, 3, 4.5, 5.6, 7],
    "c": [0.8, 1.2, 2, 3.3, 5],
    "d": [0.2, 1, 3.1, 4, 5],
    "e": [0.1, 1, 2.4, 3.5, 5.8],
    "f": [0.5, 1.3, 2, 3.6, 5],
    "g": [0.6, 1.2, 2, 3, 5],
    "h": [0.1, 1, 2.4, 4, 5.3],
    "i": [0.6, 1.6, 2.5, 4.8, 6],
    "j": [0.1, 1, 2.5, 4, 6],
    "k": [1, 1.4, 1.8, 2.1, 2.2, 4],
}
