#include "luztar/io/compare/read_npy.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/io/npy_files.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::write_text;

NpyArray read(const TemporaryFolder& folder, const std::string& text) {
  write_text(folder.path() / "a.npy", text);
  return read_npy((folder.path() / "a.npy").string(), {"a", 0, 0});
}

std::string bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

}  // namespace

TEST_CASE("arrays of a run are read: doubles and modes, lists and tables") {
  const TemporaryFolder folder;
  const std::vector<double> numbers{0.1, -2.5, 3e300, 4, 5, 6};
  const NpyArray table = read(folder, npy_header(kNpyDoubles, 2, 3) + bytes_of(numbers));
  CHECK(table.rows == 2);
  CHECK(table.columns == 3);
  CHECK(table.values == numbers);
  const NpyArray list = read(folder, npy_header(kNpyDoubles, 6, 0) + bytes_of(numbers));
  CHECK(list.rows == 6);
  CHECK(list.columns == 1);
  const NpyArray modes = read(folder, npy_header("|i1", 3, 1) + std::string("\xff\0\1", 3));
  CHECK(modes.values == std::vector<double>{-1, 0, 1});
}

TEST_CASE("what is no array of a run, or cut off, is refused") {
  const TemporaryFolder folder;
  const std::string whole = npy_header(kNpyDoubles, 2, 0) + bytes_of({1, 2});
  for (const std::string& text :
       {std::string(), std::string("t,q\n0,1\n"), whole.substr(0, whole.size() - 1),
        whole.substr(0, 20), npy_header("<c8", 2, 0) + bytes_of({1, 2})})
    CHECK_THROWS_AS(read(folder, text), ModelError);
}

}  // namespace luztar
