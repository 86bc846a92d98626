// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "blas.hpp"

namespace hipsim::blas {
namespace {

struct Found {
  void* library = nullptr;
  std::string prefix, suffix;
};

bool has_gemm(void* library, const char* prefix, const char* suffix) {
  return library && dlsym(library, (std::string(prefix) + "cblas_dgemm" + suffix).c_str());
}

bool accept(void* library, Found* found) {
  const char* const spellings[][2] = {{"scipy_", "64_"}, {"scipy_", ""}, {"", "64_"}, {"", ""}};
  for (const auto& [prefix, suffix] : spellings)
    if (has_gemm(library, prefix, suffix)) {
      *found = {library, prefix, suffix};
      return true;
    }
  return false;
}

Found find() {
  Found found;
  if (const char* path = std::getenv("HIPSIM_OPENBLAS"))
    if (accept(dlopen(path, RTLD_NOW | RTLD_LOCAL), &found)) return found;
  // NumPy's wheel carries an OpenBLAS, and CuPy has imported NumPy.
  std::string loaded;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        const std::string name = object->dlpi_name;
        if (name.find("openblas") == std::string::npos) return 0;
        *static_cast<std::string*>(data) = name;
        return 1;
      },
      &loaded);
  if (!loaded.empty() && accept(dlopen(loaded.c_str(), RTLD_NOW | RTLD_NOLOAD), &found))
    return found;
  for (const char* name : {"libopenblas.so.0", "libcblas.so.3", "libblas.so.3"})
    if (accept(dlopen(name, RTLD_NOW | RTLD_LOCAL), &found)) return found;
  std::fprintf(stderr, "hipsim: hipblas found no OpenBLAS; set HIPSIM_OPENBLAS to one\n");
  return found;
}

}  // namespace

void* openblas(const char* name) {
  static std::mutex mutex;
  static Found found;
  static bool searched = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!searched) {
    found = find();
    searched = true;
  }
  return found.library ? dlsym(found.library, (found.prefix + name + found.suffix).c_str())
                       : nullptr;
}

}  // namespace hipsim::blas

using namespace hipsim::blas;

extern "C" {

int hipblasCreate(Handle** handle) {
  if (!handle) return invalid_value;
  *handle = new Handle;
  return success;
}
int hipblasDestroy(Handle* handle) {
  if (!handle) return not_initialized;
  delete handle;
  return success;
}
int hipblasSetStream(Handle* handle, hipStream_t stream) {
  if (!handle) return not_initialized;
  handle->stream = stream;
  return success;
}
int hipblasGetStream(Handle* handle, hipStream_t* stream) {
  if (!handle) return not_initialized;
  *stream = handle->stream;
  return success;
}
int hipblasSetPointerMode(Handle* handle, int mode) {
  if (!handle) return not_initialized;
  if (mode != host_pointers && mode != device_pointers) return invalid_enum;
  handle->mode = static_cast<PointerMode>(mode);
  return success;
}
int hipblasGetPointerMode(Handle* handle, int* mode) {
  if (!handle) return not_initialized;
  *mode = handle->mode;
  return success;
}

}  // extern "C"
