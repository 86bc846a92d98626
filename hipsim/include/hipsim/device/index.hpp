// SPDX-License-Identifier: Apache-2.0
// threadIdx and its relatives, and the shared variables of a block.
#pragma once
#include <hip/hip_vector_types.h>
#include <hipsim/abi.h>

namespace hipsim {

// One per module; the scheduler keeps it up to date for the running thread.
// A plain global, so that reading an index is one load.
inline __attribute__((visibility("hidden"))) Current current;

inline const uint3& thread_index() { return reinterpret_cast<const uint3&>(current.thread); }
inline const uint3& block_index() { return reinterpret_cast<const uint3&>(current.block); }
inline const dim3& block_extent() { return reinterpret_cast<const dim3&>(current.block_dim); }
inline const dim3& grid_extent() { return reinterpret_cast<const dim3&>(current.grid_dim); }

// `__shared__ T name;` is rewritten to a reference obtained here. Every
// declaration passes a type of its own as Key, so instances of one template do
// not share storage with each other or with another declaration.
template <class T, class Key>
inline T& shared_variable(const char* name) {
  static const char key = 0;
  return *static_cast<T*>(hipsim_shared_variable(&key, sizeof(T), alignof(T), name));
}

}  // namespace hipsim

#define threadIdx (::hipsim::thread_index())
#define blockIdx (::hipsim::block_index())
#define blockDim (::hipsim::block_extent())
#define gridDim (::hipsim::grid_extent())

#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)
