// SPDX-License-Identifier: Apache-2.0
// Streams, events and host callbacks.
#include "api.hpp"

namespace hipsim {
namespace {

std::shared_ptr<Stream> find(hipStream_t handle) {
  return Engine::instance().stream(handle, current_device());
}

hipError_t create(hipStream_t* out, unsigned flags, int priority) {
  if (!out || (flags & ~unsigned{hipStreamNonBlocking})) return hipErrorInvalidValue;
  if (!valid_device(current_device())) return hipErrorNoDevice;
  if (const hipError_t e = injected(Site::stream)) return e;
  const auto s = Engine::instance().create_stream(current_device(), flags, priority);
  *out = reinterpret_cast<hipStream_t>(s.get());
  count(Count::live_streams);
  return hipSuccess;
}

Event* event(hipEvent_t handle) { return reinterpret_cast<Event*>(handle); }

}  // namespace
}  // namespace hipsim

using namespace hipsim;

extern "C" {

hipError_t hipStreamCreate(hipStream_t* s) { return done(create(s, hipStreamDefault, 0)); }
hipError_t hipStreamCreateWithFlags(hipStream_t* s, unsigned flags) {
  return done(create(s, flags, 0));
}
// Priorities are remembered; they do not change what runs first.
hipError_t hipStreamCreateWithPriority(hipStream_t* s, unsigned flags, int priority) {
  return done(create(s, flags, priority));
}

hipError_t hipStreamDestroy(hipStream_t handle) {
  if (handle == nullptr || handle == hipStreamLegacy || handle == hipStreamPerThread)
    return done(hipErrorInvalidHandle);
  const auto s = find(handle);
  if (!s) return done(hipErrorInvalidHandle);
  Engine::instance().destroy_stream(s);
  count(Count::live_streams, -1);
  return hipSuccess;
}

hipError_t hipStreamGetFlags(hipStream_t handle, unsigned* flags) {
  const auto s = find(handle);
  if (!s) return done(hipErrorInvalidHandle);
  if (!flags) return done(hipErrorInvalidValue);
  *flags = s->flags;
  return hipSuccess;
}
hipError_t hipStreamGetPriority(hipStream_t handle, int* priority) {
  const auto s = find(handle);
  if (!s) return done(hipErrorInvalidHandle);
  if (!priority) return done(hipErrorInvalidValue);
  *priority = s->priority;
  return hipSuccess;
}
int hipGetStreamDeviceId(hipStream_t handle) {
  const auto s = find(handle);
  return s ? s->device : -1;
}

hipError_t hipStreamSynchronize(hipStream_t handle) {
  count(Count::synchronizations);
  if (const hipError_t e = injected(Site::synchronize)) return done(e);
  const auto s = find(handle);
  return done(s ? Engine::instance().wait(s) : hipErrorInvalidHandle);
}
hipError_t hipStreamQuery(hipStream_t handle) {
  const auto s = find(handle);
  return done(s ? Engine::instance().query(s) : hipErrorInvalidHandle);
}

hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t e, unsigned) {
  const auto s = find(handle);
  if (!s || !e) return done(hipErrorInvalidHandle);
  if (const hipError_t status = injected(Site::event)) return done(status);
  // An event that was never recorded is complete.
  if (event(e)->record)
    Engine::instance().submit(s, "hipStreamWaitEvent", nullptr, event(e)->record);
  return hipSuccess;
}

hipError_t hipStreamAddCallback(hipStream_t handle, hipStreamCallback_t callback, void* data,
                                unsigned flags) {
  const auto s = find(handle);
  if (!s) return done(hipErrorInvalidHandle);
  if (!callback || flags) return done(hipErrorInvalidValue);
  Engine::instance().submit(s, "host callback", [=] {
    callback(handle, hipSuccess, data);
    return hipSuccess;
  });
  return hipSuccess;
}
hipError_t hipLaunchHostFunc(hipStream_t handle, hipHostFn_t fn, void* data) {
  const auto s = find(handle);
  if (!s) return done(hipErrorInvalidHandle);
  if (!fn) return done(hipErrorInvalidValue);
  Engine::instance().submit(s, "host function", [=] {
    fn(data);
    return hipSuccess;
  });
  return hipSuccess;
}

hipError_t hipEventCreateWithFlags(hipEvent_t* out, unsigned flags) {
  if (!out) return done(hipErrorInvalidValue);
  if (const hipError_t e = injected(Site::event)) return done(e);
  auto* e = new Event;
  e->flags = flags;
  *out = reinterpret_cast<hipEvent_t>(e);
  count(Count::live_events);
  return hipSuccess;
}
hipError_t hipEventCreate(hipEvent_t* out) { return hipEventCreateWithFlags(out, 0); }
hipError_t hipEventDestroy(hipEvent_t e) {
  if (!e) return done(hipErrorInvalidHandle);
  delete event(e);
  count(Count::live_events, -1);
  return hipSuccess;
}

hipError_t hipEventRecord(hipEvent_t e, hipStream_t handle) {
  const auto s = find(handle);
  if (!e || !s) return done(hipErrorInvalidHandle);
  if (const hipError_t status = injected(Site::event)) return done(status);
  event(e)->record = Engine::instance().record(s);
  return hipSuccess;
}
hipError_t hipEventQuery(hipEvent_t e) {
  if (!e) return done(hipErrorInvalidHandle);
  return done(event(e)->record ? Engine::instance().query(event(e)->record) : hipSuccess);
}
hipError_t hipEventSynchronize(hipEvent_t e) {
  if (!e) return done(hipErrorInvalidHandle);
  count(Count::synchronizations);
  if (const hipError_t status = injected(Site::synchronize)) return done(status);
  return done(event(e)->record ? Engine::instance().wait(event(e)->record) : hipSuccess);
}

hipError_t hipEventElapsedTime(float* ms, hipEvent_t start, hipEvent_t stop) {
  if (!ms) return done(hipErrorInvalidValue);
  if (!start || !stop || !event(start)->record || !event(stop)->record ||
      ((event(start)->flags | event(stop)->flags) & hipEventDisableTiming))
    return done(hipErrorInvalidHandle);
  for (Event* e : {event(start), event(stop)})
    if (const hipError_t status = Engine::instance().query(e->record)) return done(status);
  *ms = static_cast<float>(event(stop)->record->milliseconds -
                           event(start)->record->milliseconds);
  return hipSuccess;
}

}  // extern "C"
