// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <hipsim/device/device.hpp>
#ifndef __HIPCC_RTC__
#include <hip/hip_runtime_api.h>
#include <hipsim/host_launch.hpp>
#endif
