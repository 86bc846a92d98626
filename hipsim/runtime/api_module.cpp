// SPDX-License-Identifier: Apache-2.0
// Modules, functions and launches.
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include "api.hpp"
#include "module.hpp"

namespace hipsim {
namespace {

std::mutex mutex;
std::map<hipModule_t, std::shared_ptr<LoadedModule>> modules;

std::shared_ptr<LoadedModule> find(hipModule_t handle) {
  std::lock_guard<std::mutex> lock(mutex);
  const auto m = modules.find(handle);
  return m == modules.end() ? nullptr : m->second;
}

hipError_t load(hipModule_t* out, const void* image, std::size_t bytes) {
  if (!out || !image) return hipErrorInvalidValue;
  *out = nullptr;
  if (const hipError_t e = injected(Site::module)) return e;
  if (bytes == 0) return hipErrorInvalidImage;
  std::string why;
  auto m = load_module(image, bytes, &why);
  if (!m) {
    report("module load: " + why);
    return hipErrorSharedObjectInitFailed;
  }
  if (m->table->wave_size != static_cast<unsigned>(config().arch->wave)) {
    report(format("module load: compiled for %s, the device is %s", m->table->arch,
                  config().arch->name));
    return hipErrorNoBinaryForGpu;
  }
  *out = reinterpret_cast<hipModule_t>(m.get());
  std::lock_guard<std::mutex> lock(mutex);
  modules[*out] = std::move(m);
  count(Count::live_modules);
  return hipSuccess;
}

// Arguments packed by the caller as a structure, per HIP_LAUNCH_PARAM_*.
bool unpack(void** extra, const Entry& entry, const unsigned char** buffer) {
  std::size_t size = 0;
  *buffer = nullptr;
  for (; *extra != HIP_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == HIP_LAUNCH_PARAM_BUFFER_POINTER)
      *buffer = static_cast<const unsigned char*>(extra[1]);
    else if (*extra == HIP_LAUNCH_PARAM_BUFFER_SIZE)
      size = *static_cast<std::size_t*>(extra[1]);
    else
      return false;
  }
  std::size_t needed = 0;
  for (std::uint32_t i = 0; i < entry.argument_count; ++i) {
    const Argument& a = entry.arguments[i];
    needed = (needed + a.align - 1) / a.align * a.align + a.size;
  }
  return *buffer && size >= needed;
}

}  // namespace

hipError_t launch(const std::shared_ptr<LoadedModule>& module, const Kernel& kernel,
                  const unsigned grid[3], const unsigned block_dim[3], unsigned shared_bytes,
                  hipStream_t handle, void** arguments, void** extra) {
  count(Count::launches);
  if (const hipError_t e = injected(Site::launch)) return e;
  const auto refuse = [&](hipError_t status, const std::string& text) {
    report(format("launch of %s: %s", kernel.name.c_str(), text.c_str()));
    return status;
  };
  std::uint64_t threads = 1;
  for (int i = 0; i < 3; ++i) {
    threads *= block_dim[i];
    if (grid[i] == 0 || block_dim[i] == 0)
      return refuse(hipErrorInvalidConfiguration, "a dimension of the grid or block is 0");
    // The device counts work-items of a dimension in 32 bits.
    if (std::uint64_t{grid[i]} * block_dim[i] > 0xffffffffu)
      return refuse(hipErrorInvalidConfiguration, "2^32 or more threads in one dimension");
  }
  const Entry& entry = *kernel.entry;
  const std::uint64_t limit = entry.max_threads ? entry.max_threads : 1024;
  if (threads > limit)
    return refuse(hipErrorInvalidConfiguration,
                  format("%llu threads in a block, the limit is %llu",
                         static_cast<unsigned long long>(threads),
                         static_cast<unsigned long long>(limit)));
  if (shared_bytes > shared_memory_limit)
    return refuse(hipErrorInvalidValue, format("%u bytes of shared memory", shared_bytes));
  const auto stream = Engine::instance().stream(handle, current_device());
  if (!stream) return hipErrorInvalidHandle;

  auto l = std::make_shared<Launch>();
  l->module = module;
  l->kernel = &kernel;
  std::copy(grid, grid + 3, l->grid);
  std::copy(block_dim, block_dim + 3, l->block);
  l->dynamic_shared = shared_bytes;
  const unsigned char* packed = nullptr;
  if (!arguments && extra && !unpack(extra, entry, &packed))
    return refuse(hipErrorInvalidValue, "the packed arguments are too short");
  if (!arguments && !packed && entry.argument_count)
    return refuse(hipErrorInvalidValue, "no arguments");
  std::size_t total = 0, offset = 0;
  for (std::uint32_t i = 0; i < entry.argument_count; ++i)
    total += entry.arguments[i].size + entry.arguments[i].align;
  l->storage.resize(total + 16);
  for (std::uint32_t i = 0; i < entry.argument_count; ++i) {
    const Argument& a = entry.arguments[i];
    const auto base = reinterpret_cast<std::uintptr_t>(l->storage.data());
    const auto up = [&](std::uintptr_t n) { return (n + a.align - 1) / a.align * a.align; };
    const void* from = arguments ? arguments[i] : nullptr;
    if (packed) {
      offset = up(offset);
      from = packed + offset;
      offset += a.size;
    }
    const std::uintptr_t at =
        up(i ? reinterpret_cast<std::uintptr_t>(l->arguments.back()) + entry.arguments[i - 1].size
             : base);
    std::memcpy(reinterpret_cast<void*>(at), from, a.size);
    l->arguments.push_back(reinterpret_cast<void*>(at));
  }
  Engine::instance().submit(stream, kernel.name, [l] { return run_grid(*l); });
  return hipSuccess;
}

}  // namespace hipsim

using namespace hipsim;

extern "C" {

hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
  return done(load(module, image, image ? image_size(image) : 0));
}
hipError_t hipModuleLoad(hipModule_t* module, const char* file) {
  if (!file) return done(hipErrorInvalidValue);
  std::ifstream in(file, std::ios::binary);
  if (!in) return done(hipErrorFileNotFound);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  if (bytes.size() < 64 || image_size(bytes.data()) > bytes.size())
    return done(hipErrorInvalidImage);
  return done(load(module, bytes.data(), bytes.size()));
}

hipError_t hipModuleUnload(hipModule_t handle) {
  std::shared_ptr<LoadedModule> last;
  std::lock_guard<std::mutex> lock(mutex);
  const auto m = modules.find(handle);
  if (m == modules.end()) return done(hipErrorInvalidHandle);
  // Queued launches keep it loaded until they have run.
  last = std::move(m->second);
  modules.erase(m);
  count(Count::live_modules, -1);
  return hipSuccess;
}

hipError_t hipModuleGetFunction(hipFunction_t* out, hipModule_t handle, const char* name) {
  if (!out || !name) return done(hipErrorInvalidValue);
  const auto m = find(handle);
  if (!m) return done(hipErrorInvalidHandle);
  const auto k = m->kernels.find(name);
  if (k == m->kernels.end()) return done(hipErrorNotFound);
  *out = reinterpret_cast<hipFunction_t>(&k->second);
  return hipSuccess;
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t* ptr, size_t* bytes, hipModule_t handle,
                              const char* name) {
  if (!name) return done(hipErrorInvalidValue);
  const auto m = find(handle);
  if (!m) return done(hipErrorInvalidHandle);
  void* address = nullptr;
  std::size_t size = 0;
  if (!find_variable(*m, name, &address, &size)) return done(hipErrorNotFound);
  if (ptr) *ptr = address;
  if (bytes) *bytes = size;
  return hipSuccess;
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz, unsigned shared_bytes,
                                 hipStream_t stream, void** arguments, void** extra) {
  if (!function) return done(hipErrorInvalidHandle);
  const Kernel& kernel = *reinterpret_cast<const Kernel*>(function);
  const auto module = find(reinterpret_cast<hipModule_t>(kernel.module));
  if (!module) return done(hipErrorInvalidHandle);
  const unsigned grid[3] = {gx, gy, gz}, block_dim[3] = {bx, by, bz};
  return done(launch(module, kernel, grid, block_dim, shared_bytes, stream, arguments, extra));
}

hipError_t hipFuncGetAttribute(int* value, hipFunction_attribute attribute,
                               hipFunction_t function) {
  if (!value || !function) return done(hipErrorInvalidValue);
  const Kernel& kernel = *reinterpret_cast<const Kernel*>(function);
  switch (attribute) {
    case HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = kernel.entry->max_threads ? static_cast<int>(kernel.entry->max_threads) : 1024;
      return hipSuccess;
    case HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = shared_memory_limit;
      return hipSuccess;
    // A CPU object knows no registers, and static shared memory is laid out
    // only when a block runs.
    case HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    case HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    case HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    case HIP_FUNC_ATTRIBUTE_NUM_REGS:
    case HIP_FUNC_ATTRIBUTE_PTX_VERSION:
    case HIP_FUNC_ATTRIBUTE_BINARY_VERSION:
    case HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    case HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = 0;
      return hipSuccess;
  }
  return done(hipErrorInvalidValue);
}

// Launch of a kernel that is linked into a library built by the hipcc stand-in.
hipError_t hipsim_launch_linked(const Module* table, const Entry* entry, const unsigned* grid,
                                const unsigned* block_dim, size_t shared_bytes,
                                hipStream_t stream, void** arguments) {
  const auto module = linked_module(table);
  const Kernel& kernel = linked_kernel(*module, *entry);
  return done(launch(module, kernel, grid, block_dim, static_cast<unsigned>(shared_bytes),
                     stream, arguments, nullptr));
}

// Modules in AMD machine code: parts of the wheel register theirs when loaded.
// They are accepted, so that the wheel imports, and refused when called.
namespace {
std::map<const void*, std::string> machine_code;
}
void** __hipRegisterFatBinary(const void*) {
  static void* handle = nullptr;
  return &handle;
}
void __hipRegisterFunction(void**, const void* host_function, char*, const char* name, unsigned,
                           void*, void*, void*, void*, int*) {
  std::lock_guard<std::mutex> lock(mutex);
  machine_code[host_function] = name ? name : "";
}
void __hipUnregisterFatBinary(void**) {}
hipError_t __hipPushCallConfiguration(dim3, dim3, size_t, hipStream_t) { return hipSuccess; }
hipError_t __hipPopCallConfiguration(dim3*, dim3*, size_t*, hipStream_t*) { return hipSuccess; }
hipError_t hipLaunchKernel(const void* function, dim3, dim3, void**, size_t, hipStream_t) {
  std::lock_guard<std::mutex> lock(mutex);
  const auto name = machine_code.find(function);
  return not_supported(
      ("kernel in AMD machine code: " + (name == machine_code.end() ? "?" : name->second))
          .substr(0, 200)
          .c_str());
}
hipError_t hipOccupancyMaxPotentialBlockSize(int* grid, int* block_dim, const void*, size_t,
                                             int limit) {
  if (!grid || !block_dim) return done(hipErrorInvalidValue);
  *block_dim = limit > 0 && limit < 256 ? limit : 256;
  *grid = config().arch->compute_units;
  return hipSuccess;
}
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int threads,
                                                        size_t) {
  if (!blocks || threads <= 0) return done(hipErrorInvalidValue);
  *blocks = 2048 / threads;
  return hipSuccess;
}

}  // extern "C"
