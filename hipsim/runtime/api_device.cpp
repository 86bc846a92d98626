// SPDX-License-Identifier: Apache-2.0
// Devices, versions and error texts.
#include <cstdio>
#include <cstring>
#include <set>

#include "api.hpp"
#include "block.hpp"

namespace hipsim {
namespace {
thread_local hipError_t last_error = hipSuccess;
thread_local int device = 0;
std::mutex peer_mutex;
std::set<std::pair<int, int>> peers;
}  // namespace

hipError_t done(hipError_t status) {
  // As in HIP, "not ready" is an answer and not an error to remember.
  if (status != hipSuccess && status != hipErrorNotReady) last_error = status;
  return status;
}

int current_device() { return device; }
bool valid_device(int d) { return d >= 0 && d < config().devices; }

hipError_t not_supported(const char* function) {
  note_unsupported(function);
  return done(hipErrorNotSupported);
}

namespace {

struct ErrorText {
  hipError_t status;
  const char* name;
  const char* text;
};
#define HIPSIM_ERROR(name, text) {name, #name, text}
const ErrorText error_texts[] = {
    HIPSIM_ERROR(hipSuccess, "no error"),
    HIPSIM_ERROR(hipErrorInvalidValue, "invalid argument"),
    HIPSIM_ERROR(hipErrorOutOfMemory, "out of memory"),
    HIPSIM_ERROR(hipErrorNotInitialized, "initialization error"),
    HIPSIM_ERROR(hipErrorDeinitialized, "driver shutting down"),
    HIPSIM_ERROR(hipErrorInvalidConfiguration, "invalid configuration argument"),
    HIPSIM_ERROR(hipErrorInvalidSymbol, "invalid device symbol"),
    HIPSIM_ERROR(hipErrorInvalidDevicePointer, "invalid device pointer"),
    HIPSIM_ERROR(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    HIPSIM_ERROR(hipErrorInvalidDeviceFunction, "invalid device function"),
    HIPSIM_ERROR(hipErrorNoDevice, "no ROCm-capable device is detected"),
    HIPSIM_ERROR(hipErrorInvalidDevice, "invalid device ordinal"),
    HIPSIM_ERROR(hipErrorInvalidImage, "device kernel image is invalid"),
    HIPSIM_ERROR(hipErrorInvalidContext, "invalid device context"),
    HIPSIM_ERROR(hipErrorNoBinaryForGpu,
                 "no kernel image is available for execution on the device"),
    HIPSIM_ERROR(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    HIPSIM_ERROR(hipErrorPeerAccessUnsupported, "peer access is not supported"),
    HIPSIM_ERROR(hipErrorFileNotFound, "file not found"),
    HIPSIM_ERROR(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    HIPSIM_ERROR(hipErrorInvalidHandle, "invalid resource handle"),
    HIPSIM_ERROR(hipErrorNotFound, "named symbol not found"),
    HIPSIM_ERROR(hipErrorNotReady, "device not ready"),
    HIPSIM_ERROR(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    HIPSIM_ERROR(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    HIPSIM_ERROR(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    HIPSIM_ERROR(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    HIPSIM_ERROR(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    HIPSIM_ERROR(hipErrorAssert, "device-side assert triggered"),
    HIPSIM_ERROR(hipErrorLaunchFailure, "unspecified launch failure"),
    HIPSIM_ERROR(hipErrorNotSupported, "operation not supported"),
    HIPSIM_ERROR(hipErrorUnknown, "unknown error"),
};
#undef HIPSIM_ERROR

const ErrorText& error_text(hipError_t status) {
  for (const ErrorText& e : error_texts)
    if (e.status == status) return e;
  return error_texts[sizeof error_texts / sizeof *error_texts - 1];
}

constexpr int pci_bus(int d) { return 0xc0 + d; }

void fill(hipDeviceProp_t* p, int d) {
  const Arch& arch = *config().arch;
  std::memset(p, 0, sizeof *p);
  std::snprintf(p->name, sizeof p->name, "%s (hipsim)", arch.product);
  std::snprintf(p->gcnArchName, sizeof p->gcnArchName, "%s", arch.name);
  std::snprintf(p->uuid.bytes, sizeof p->uuid.bytes, "hipsim-%d", d);
  p->totalGlobalMem = config().memory;
  p->sharedMemPerBlock = p->sharedMemPerMultiprocessor = shared_memory_limit;
  p->maxSharedMemoryPerMultiProcessor = shared_memory_limit;
  p->sharedMemPerBlockOptin = shared_memory_limit;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->warpSize = arch.wave;
  p->memPitch = 0x7fffffff;
  p->maxThreadsPerBlock = 1024;
  for (int& n : p->maxThreadsDim) n = 1024;
  p->maxGridSize[0] = 0x7fffffff;
  p->maxGridSize[1] = p->maxGridSize[2] = 65536;
  p->clockRate = 2100000;
  p->clockInstructionRate = 100000;
  p->memoryClockRate = 1300000;
  p->memoryBusWidth = 8192;
  p->totalConstMem = 0x7fffffff;
  p->major = arch.major;
  p->minor = arch.minor;
  p->textureAlignment = p->texturePitchAlignment = 256;
  p->multiProcessorCount = arch.compute_units;
  p->canMapHostMemory = 1;
  p->concurrentKernels = 1;
  p->pciBusID = pci_bus(d);
  p->asyncEngineCount = 8;
  p->unifiedAddressing = 1;
  p->l2CacheSize = 4 << 20;
  p->maxThreadsPerMultiProcessor = 2048;
  p->managedMemory = 1;
  p->memoryPoolsSupported = 1;
  hipDeviceArch_t& a = p->arch;
  a.hasGlobalInt32Atomics = a.hasGlobalFloatAtomicExch = a.hasSharedInt32Atomics = 1;
  a.hasSharedFloatAtomicExch = a.hasFloatAtomicAdd = a.hasGlobalInt64Atomics = 1;
  a.hasSharedInt64Atomics = a.hasDoubles = a.hasWarpVote = a.hasWarpBallot = 1;
  a.hasWarpShuffle = a.hasThreadFenceSystem = a.has3dGrid = 1;
}

}  // namespace
}  // namespace hipsim

using namespace hipsim;

extern "C" {

const char* hipGetErrorName(hipError_t e) { return error_text(e).name; }
const char* hipGetErrorString(hipError_t e) { return error_text(e).text; }

hipError_t hipGetLastError() {
  const hipError_t status = last_error;
  last_error = hipSuccess;
  return status;
}
hipError_t hipPeekAtLastError() { return last_error; }

hipError_t hipDriverGetVersion(int* version) {
  if (!version) return done(hipErrorInvalidValue);
  *version = HIP_VERSION;
  return hipSuccess;
}
hipError_t hipRuntimeGetVersion(int* version) { return hipDriverGetVersion(version); }

hipError_t hipGetDeviceCount(int* count) {
  if (!count) return done(hipErrorInvalidValue);
  *count = config().devices;
  return done(config().devices ? hipSuccess : hipErrorNoDevice);
}
hipError_t hipGetDevice(int* d) {
  if (!d) return done(hipErrorInvalidValue);
  *d = device;
  return hipSuccess;
}
hipError_t hipSetDevice(int d) {
  if (!valid_device(d)) return done(hipErrorInvalidDevice);
  device = d;
  return hipSuccess;
}
hipError_t hipDeviceSynchronize() {
  count(Count::synchronizations);
  if (const hipError_t e = injected(Site::synchronize)) return done(e);
  return done(Engine::instance().wait_device(device));
}

hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_t* p, int d) {
  if (!p) return done(hipErrorInvalidValue);
  if (!valid_device(d)) return done(hipErrorInvalidDevice);
  fill(p, d);
  return hipSuccess;
}

hipError_t hipDeviceGetAttribute(int* value, hipDeviceAttribute_t attribute, int d) {
  if (!value) return done(hipErrorInvalidValue);
  if (!valid_device(d)) return done(hipErrorInvalidDevice);
  hipDeviceProp_t p;
  fill(&p, d);
  switch (attribute) {
    case hipDeviceAttributeEccEnabled: *value = p.ECCEnabled; break;
    case hipDeviceAttributeAsyncEngineCount: *value = p.asyncEngineCount; break;
    case hipDeviceAttributeCanMapHostMemory: *value = p.canMapHostMemory; break;
    case hipDeviceAttributeClockRate: *value = p.clockRate; break;
    case hipDeviceAttributeComputeMode: *value = p.computeMode; break;
    case hipDeviceAttributeConcurrentKernels: *value = p.concurrentKernels; break;
    case hipDeviceAttributeConcurrentManagedAccess: *value = p.concurrentManagedAccess; break;
    case hipDeviceAttributeCooperativeLaunch: *value = p.cooperativeLaunch; break;
    case hipDeviceAttributeIntegrated: *value = p.integrated; break;
    case hipDeviceAttributeL2CacheSize: *value = p.l2CacheSize; break;
    case hipDeviceAttributeComputeCapabilityMajor: *value = p.major; break;
    case hipDeviceAttributeComputeCapabilityMinor: *value = p.minor; break;
    case hipDeviceAttributeManagedMemory: *value = p.managedMemory; break;
    case hipDeviceAttributeMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
    case hipDeviceAttributeMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
    case hipDeviceAttributeMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
    case hipDeviceAttributeMaxGridDimX: *value = p.maxGridSize[0]; break;
    case hipDeviceAttributeMaxGridDimY: *value = p.maxGridSize[1]; break;
    case hipDeviceAttributeMaxGridDimZ: *value = p.maxGridSize[2]; break;
    case hipDeviceAttributeMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case hipDeviceAttributeMaxPitch: *value = static_cast<int>(p.memPitch); break;
    case hipDeviceAttributeMemoryBusWidth: *value = p.memoryBusWidth; break;
    case hipDeviceAttributeMemoryClockRate: *value = p.memoryClockRate; break;
    case hipDeviceAttributeMultiprocessorCount: *value = p.multiProcessorCount; break;
    case hipDeviceAttributePageableMemoryAccess: *value = p.pageableMemoryAccess; break;
    case hipDeviceAttributePciBusId: *value = p.pciBusID; break;
    case hipDeviceAttributePciDeviceId: *value = p.pciDeviceID; break;
    case hipDeviceAttributePciDomainID: *value = p.pciDomainID; break;
    case hipDeviceAttributeMaxRegistersPerBlock: *value = p.regsPerBlock; break;
    case hipDeviceAttributeMaxRegistersPerMultiprocessor:
      *value = p.regsPerMultiprocessor;
      break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock:
    case hipDeviceAttributeSharedMemPerBlockOptin:
    case hipDeviceAttributeSharedMemPerMultiprocessor: *value = shared_memory_limit; break;
    case hipDeviceAttributeStreamPrioritiesSupported: *value = 1; break;
    case hipDeviceAttributeTextureAlignment: *value = static_cast<int>(p.textureAlignment); break;
    case hipDeviceAttributeTotalConstantMemory: *value = static_cast<int>(p.totalConstMem); break;
    case hipDeviceAttributeUnifiedAddressing: *value = p.unifiedAddressing; break;
    case hipDeviceAttributeWarpSize: *value = p.warpSize; break;
    case hipDeviceAttributeMemoryPoolsSupported: *value = p.memoryPoolsSupported; break;
    default:
      note_unsupported(format("hipDeviceGetAttribute(%d)", attribute).c_str());
      return done(hipErrorInvalidValue);
  }
  return hipSuccess;
}

hipError_t hipDeviceGetPCIBusId(char* id, int length, int d) {
  if (!id || length < 13) return done(hipErrorInvalidValue);
  if (!valid_device(d)) return done(hipErrorInvalidDevice);
  std::snprintf(id, length, "0000:%02x:00.0", pci_bus(d));
  return hipSuccess;
}
hipError_t hipDeviceGetByPCIBusId(int* d, const char* id) {
  unsigned domain, bus, slot, function;
  if (!d || !id || std::sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4)
    return done(hipErrorInvalidValue);
  for (int i = 0; i < config().devices; ++i)
    if (domain == 0 && slot == 0 && bus == static_cast<unsigned>(pci_bus(i)))
      return *d = i, hipSuccess;
  return done(hipErrorInvalidValue);
}

hipError_t hipDeviceGetLimit(size_t* value, enum hipLimit_t limit) {
  if (!value) return done(hipErrorInvalidValue);
  switch (limit) {
    case hipLimitStackSize: *value = 1024; return hipSuccess;
    case hipLimitMallocHeapSize: *value = 0; return hipSuccess;
    default: return done(hipErrorUnsupportedLimit);
  }
}

hipError_t hipDeviceCanAccessPeer(int* can, int d, int peer) {
  if (!can) return done(hipErrorInvalidValue);
  if (!valid_device(d) || !valid_device(peer)) return done(hipErrorInvalidDevice);
  *can = d != peer;
  return hipSuccess;
}
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags) return done(hipErrorInvalidValue);
  if (!valid_device(peer) || peer == device) return done(hipErrorInvalidDevice);
  std::lock_guard<std::mutex> lock(peer_mutex);
  return done(peers.emplace(device, peer).second ? hipSuccess : hipErrorPeerAccessAlreadyEnabled);
}
hipError_t hipDeviceDisablePeerAccess(int peer) {
  if (!valid_device(peer)) return done(hipErrorInvalidDevice);
  std::lock_guard<std::mutex> lock(peer_mutex);
  return done(peers.erase({device, peer}) ? hipSuccess : hipErrorPeerAccessNotEnabled);
}

}  // extern "C"
