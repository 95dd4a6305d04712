#include "luztar/core/stop_request.h"

#include <utility>

namespace luztar {
namespace {

thread_local StopScope::Question asked = nullptr;

}  // namespace

StopScope::StopScope(Question question) : before_(std::exchange(asked, question)) {}

StopScope::~StopScope() { asked = before_; }

bool StopScope::is_open() { return asked != nullptr; }

void stop_if_asked() {
  if (asked != nullptr && asked()) throw StopAsked{};
}

}  // namespace luztar
