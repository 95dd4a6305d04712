"""Reads .npy files of format version 1 to 3 as numpy documents them, without numpy."""
import array
import ast
import struct

TYPES = {"<f8": "d", "|i1": "b"}


def read(path):
    """(shape, values row by row)"""
    data = path.read_bytes()
    assert data[:6] == b"\x93NUMPY", path
    wide = data[6] > 1
    length, = struct.unpack_from("<I" if wide else "<H", data, 8)
    first = (12 if wide else 10) + length
    assert first % 64 == 0 and data[first - 1:first] == b"\n", path
    header = ast.literal_eval(data[first - length:first].decode("latin1"))
    assert sorted(header) == ["descr", "fortran_order", "shape"] and header["fortran_order"] is False, header
    values = array.array(TYPES[header["descr"]])
    values.frombytes(data[first:])
    return header["shape"], values
