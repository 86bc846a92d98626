// SPDX-License-Identifier: Apache-2.0
// The one header of rocThrust that CuPy's own complex numbers include.
#pragma once
#define THRUST_NAMESPACE_BEGIN namespace thrust {
#define THRUST_NAMESPACE_END }
