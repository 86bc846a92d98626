// SPDX-License-Identifier: Apache-2.0
// HIP's device language on the CPU, in one header: what <hip/hip_runtime.h>
// gives a kernel. The compiler driver includes it (precompiled) ahead of every
// source.
#pragma once

// The qualifiers. __global__ and __shared__ stay visible after preprocessing:
// the driver finds kernels by the first, and rewrites declarations with the
// second (see compiler/rewrite.py).
#define __global__ __attribute__((hipsim_kernel))
#define __shared__ __attribute__((hipsim_shared))
#define __launch_bounds__(...) __attribute__((hipsim_launch_bounds(__VA_ARGS__)))
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __restrict__ __restrict
#define __grid_constant__

#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

// Only now: the standard library spells the attribute with this word.
#define __noinline__ __attribute__((noinline))

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_vector_types.h>
#include <hip/hip_version.h>
#include <hipsim/abi.h>
#include <hipsim/device/atomic.hpp>
#include <hipsim/device/checks.hpp>
#include <hipsim/device/index.hpp>
#include <hipsim/device/intrinsics.hpp>
#include <hipsim/device/launch.hpp>
#include <hipsim/device/math.hpp>
#include <hipsim/device/sync.hpp>
#include <hipsim/device/wave.hpp>
