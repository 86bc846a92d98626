// SPDX-License-Identifier: Apache-2.0
// Every pointwise functor, named as its record. A kernel that needs fewer
// includes the parts it uses, which compiles faster.
#pragma once
#include "arithmetic.hpp"
#include "complex.hpp"
#include "elementary.hpp"
#include "specfun.hpp"
