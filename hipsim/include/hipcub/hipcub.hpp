// SPDX-License-Identifier: Apache-2.0
// hipCUB's device-wide algorithms on the CPU: same interface, same stability,
// executed in stream order. Block and warp primitives are not here.
#pragma once
#include <hipcub/device/device_radix_sort.hpp>
#include <hipcub/device/device_reduce.hpp>
#include <hipcub/device/device_scan.hpp>
#include <hipcub/device/device_segmented_radix_sort.hpp>
#include <hipcub/device/device_segmented_reduce.hpp>
#include <hipcub/device/device_segmented_sort.hpp>
#include <hipcub/device/device_select.hpp>
#include <hipcub/iterator/iterators.hpp>

#define HIPCUB_VERSION 400000
