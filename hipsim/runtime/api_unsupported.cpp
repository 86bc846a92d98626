// SPDX-License-Identifier: Apache-2.0
// Functions that the wheel links to and hipsim does not model. Stream capture
// is one: a stream is never capturing, and starting to is refused.
#include "api.hpp"

using namespace hipsim;

extern "C" {

hipError_t hipStreamIsCapturing(hipStream_t, int* status) {
  if (!status) return done(hipErrorInvalidValue);
  *status = 0;
  return hipSuccess;
}
hipError_t hipStreamGetCaptureInfo(hipStream_t, int* status, unsigned long long* id) {
  if (!status) return done(hipErrorInvalidValue);
  *status = 0;
  if (id) *id = 0;
  return hipSuccess;
}
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t, int* status, unsigned long long* id, void**,
                                      const void**, size_t*) {
  return hipStreamGetCaptureInfo(nullptr, status, id);
}

#define HIPSIM_UNSUPPORTED(name) \
  hipError_t name() { return not_supported(#name); }
HIPSIM_UNSUPPORTED(hipStreamBeginCapture)
HIPSIM_UNSUPPORTED(hipStreamEndCapture)
HIPSIM_UNSUPPORTED(hipGraphInstantiate)
HIPSIM_UNSUPPORTED(hipGraphLaunch)
HIPSIM_UNSUPPORTED(hipGraphDestroy)
HIPSIM_UNSUPPORTED(hipGraphExecDestroy)
HIPSIM_UNSUPPORTED(hipGraphDebugDotPrint)
HIPSIM_UNSUPPORTED(hipCreateSurfaceObject)
HIPSIM_UNSUPPORTED(hipDestroySurfaceObject)
HIPSIM_UNSUPPORTED(hipIpcGetMemHandle)
HIPSIM_UNSUPPORTED(hipIpcOpenMemHandle)
HIPSIM_UNSUPPORTED(hipIpcCloseMemHandle)
#undef HIPSIM_UNSUPPORTED

}  // extern "C"
