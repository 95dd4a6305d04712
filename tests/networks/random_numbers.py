"""Random parameters of [repeat], from docs/model.md alone ("The numbers")."""
import math

MASK = 2**64 - 1


def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def fnv1a(text):
    code = 0xCBF29CE484222325
    for byte in text.encode():
        code = ((code ^ byte) * 0x100000001B3) & MASK
    return code


def uniform(seed, name, indices):
    x = mix((seed + fnv1a(name)) & MASK)
    for index in indices:
        x = mix((x + index) & MASK)
    return ((x >> 12) + 0.5) / 2**52


def log(x):
    """2 artanh((m - 1)/(m + 1)) + e ln 2 with x = m 2^e, sqrt(1/2) <= m < sqrt(2)."""
    m, e = math.frexp(x)
    if m < 0.70710678118654752:
        m, e = 2 * m, e - 1
    s = (m - 1) / (m + 1)
    total = 0.0
    for k in range(27, 0, -2):
        total = total * (s * s) + 1 / k
    return 2 * s * total + e * 0.69314718055994531


# Wichura, Algorithm AS 241 (1988), PPND16: coefficients from the lowest power up.
A = (3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
     4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3)
B = (1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
     2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3)
C = (1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4)
D = (1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
     1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9)
E = (6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7)
F = (1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
     7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15)


def ratio(x, above, below):
    top = bottom = 0.0
    for a, b in zip(reversed(above), reversed(below)):
        top, bottom = top * x + a, bottom * x + b
    return top / bottom


def normal(p):
    """The quantile of the standard normal distribution."""
    q = p - 0.5
    if abs(q) <= 0.425:
        return q * ratio(0.180625 - q * q, A, B)
    r = math.sqrt(-log(p if q < 0 else 1 - p))
    size = ratio(r - 1.6, C, D) if r <= 5 else ratio(r - 5, E, F)
    return -size if q < 0 else size
