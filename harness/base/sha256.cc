// SPDX-License-Identifier: Apache-2.0
#include "harness/base/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "harness/base/encoding.h"
#include "harness/base/unique_fd.h"

namespace harness {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

// A digest that is not one would make different files equal.
void Require(bool done) {
  if (!done) std::abort();
}

// Looked up once: a fetch per digest costs more than hashing a decoy file.
const EVP_MD* Algorithm() {
  static const EVP_MD* const kAlgorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  Require(kAlgorithm != nullptr);
  return kAlgorithm;
}

class Digest {
 public:
  Digest() { Require(context_ != nullptr && EVP_DigestInit_ex2(context_.get(), Algorithm(), nullptr) == 1); }
  void Add(std::string_view bytes) { Require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1); }
  std::string Hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> raw;
    unsigned int size = 0;
    Require(EVP_DigestFinal_ex(context_.get(), raw.data(), &size) == 1);
    return ToHex({reinterpret_cast<const char*>(raw.data()), size});
  }

 private:
  std::unique_ptr<EVP_MD_CTX, FreeContext> context_{EVP_MD_CTX_new()};
};

}  // namespace

std::string Sha256(std::string_view bytes) {
  Digest digest;
  digest.Add(bytes);
  return digest.Hex();
}

Result<std::string> Sha256OfFile(const std::string& path) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!fd) return FailErrno("cannot read " + Printable(path));
  Digest digest;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FailErrno("cannot read " + Printable(path));
    if (got == 0) return digest.Hex();
    digest.Add({buffer.data(), static_cast<std::size_t>(got)});
  }
}

}  // namespace harness
