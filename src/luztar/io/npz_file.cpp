#include "luztar/io/npz_file.h"

#include <cstdint>
#include <cstring>
#include <utility>

#include "luztar/io/npy_files.h"

namespace luztar {

void NpzFile::add(const std::string& name, const std::vector<double>& column) {
  std::string bytes = npy_header(kNpyDoubles, static_cast<std::int64_t>(column.size()), 0);
  const std::size_t begin = bytes.size();
  bytes.resize(begin + column.size() * sizeof(double));
  if (!column.empty())
    std::memcpy(bytes.data() + begin, column.data(), column.size() * sizeof(double));
  zip_.add(name + ".npy", std::move(bytes));
}

}  // namespace luztar
