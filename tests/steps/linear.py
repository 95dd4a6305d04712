"""Small dense linear algebra in floats: what the re-computation of steps needs of it."""

DEPENDENT = 1e-9  # relative: a row that is this much of itself after elimination depends on the others


def solve(matrix, right):
    """x of matrix x = right, by elimination with row pivots and one refinement."""
    n = len(right)
    rows = [list(row) for row in matrix]
    order = list(range(n))
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        order[k], order[best] = order[best], order[k]
        for i in range(k + 1, n):
            f = rows[i][k] / rows[k][k]
            rows[i][k] = f
            if f:
                for j in range(k + 1, n):
                    rows[i][j] -= f * rows[k][j]

    def back(b):
        y = [b[i] for i in order]
        for i in range(n):
            for j in range(i):
                y[i] -= rows[i][j] * y[j]
        for i in reversed(range(n)):
            for j in range(i + 1, n):
                y[i] -= rows[i][j] * y[j]
            y[i] /= rows[i][i]
        return y

    x = back(right)
    rest = [right[i] - sum(a * b for a, b in zip(matrix[i], x)) for i in range(n)]
    return [a + b for a, b in zip(x, back(rest))]


class Constraints:
    """Rows J x = b, reduced: x = offset + basis z. Knows which rows depend on others."""

    def __init__(self, rows, right, n):
        self.n = n
        self.pivots = []  # (column, reduced row, right side)
        self.null = []  # combinations of rows that vanish: {row: coefficient}
        self.contradiction = 0.0
        kept = []
        for index, (row, b) in enumerate(zip(rows, right)):
            row, size, history = list(row), max(map(abs, row)), {index: 1.0}
            for column, reduced, rb, past in kept:
                f = row[column]
                if f:
                    row = [x - f * y for x, y in zip(row, reduced)]
                    row[column] = 0.0
                    b -= f * rb
                    for key, value in past.items():
                        history[key] = history.get(key, 0.0) - f * value
            column = max(range(n), key=lambda j: abs(row[j]))
            if abs(row[column]) <= DEPENDENT * size:
                self.null.append(history)
                self.contradiction = max(self.contradiction, abs(b))
                continue
            f = row[column]
            row = [x / f for x in row]
            row[column] = 1.0
            b /= f
            history = {key: value / f for key, value in history.items()}
            for entry in kept:
                g = entry[1][column]
                if g:
                    entry[1] = [x - g * y for x, y in zip(entry[1], row)]
                    entry[1][column] = 0.0
                    entry[2] -= g * b
                    for key, value in history.items():
                        entry[3][key] = entry[3].get(key, 0.0) - g * value
            kept.append([column, row, b, history])
        self.pivots = [(column, row, b) for column, row, b, _ in kept]
        fixed = {column for column, _, _ in self.pivots}
        self.free = [j for j in range(n) if j not in fixed]
        self.offset = [0.0] * n
        for column, _, b in self.pivots:
            self.offset[column] = b
        self.basis = []  # columns of x = offset + sum of z_k basis_k
        for j in self.free:
            column = [0.0] * n
            column[j] = 1.0
            for fixed_column, row, _ in self.pivots:
                column[fixed_column] = -row[j]
            self.basis.append(column)

    def ambiguous(self):
        """Rows whose multipliers are not unique."""
        return {key for history in self.null for key, value in history.items() if abs(value) > 1e-7}

    def minimum(self, hessian, gradient):
        """x that minimises x'Hx/2 - g'x under the constraints."""
        n, basis = self.n, self.basis
        if not basis:
            return list(self.offset)
        left = [g - sum(h * o for h, o in zip(row, self.offset)) for g, row in zip(gradient, hessian)]
        image = [[sum(h * b for h, b in zip(hessian[i], column)) for i in range(n)] for column in basis]
        small = [[sum(a * b for a, b in zip(one, other)) for other in image] for one in basis]
        z = solve(small, [sum(a * b for a, b in zip(column, left)) for column in basis])
        return [o + sum(c[i] * zk for c, zk in zip(basis, z)) for i, o in enumerate(self.offset)]


def least_change(rows, weights, rest):
    """Changes c of multipliers with sum of rows' c = rest, of least sum c²/weight. rest must be in reach."""
    n = len(rest)
    gram = [[sum(w * r[i] * r[j] for r, w in zip(rows, weights)) for j in range(n)] for i in range(n)]
    scale = max((gram[i][i] for i in range(n)), default=0.0)
    if scale == 0.0:
        return [0.0] * len(rows)
    # Cholesky with pivots; directions out of reach are left alone.
    potential = [0.0] * n
    left, live = list(rest), list(range(n))
    work = [list(row) for row in gram]
    order = []
    while live:
        k = max(live, key=lambda i: work[i][i])
        if work[k][k] <= DEPENDENT * scale:
            break
        live.remove(k)
        order.append(k)
        for i in live:
            f = work[i][k] / work[k][k]
            left[i] -= f * left[k]
            for j in live:
                work[i][j] -= f * work[k][j]
            work[i][k] = 0.0
    for at in reversed(range(len(order))):
        k = order[at]
        value = left[k] - sum(work[k][order[j]] * potential[order[j]] for j in range(at + 1, len(order)))
        potential[k] = value / work[k][k]
    return [w * sum(a * b for a, b in zip(row, potential)) for row, w in zip(rows, weights)]
