// SPDX-License-Identifier: Apache-2.0
// A failed assertion of a kernel ends the kernel, not the process. Found before
// the system's header of this name; like it, it may be included repeatedly and
// follows NDEBUG each time.
#include <hipsim/abi.h>
#undef assert
#ifdef NDEBUG
#define assert(...) static_cast<void>(0)
#else
#define HIPSIM_TEXT_(x) #x
#define HIPSIM_TEXT(x) HIPSIM_TEXT_(x)
#define assert(...)                                                    \
  ((__VA_ARGS__) ? static_cast<void>(0)                                \
                 : hipsim_raise(hipsim::Fault::assertion,              \
                                "assert(" #__VA_ARGS__ ") at " __FILE__ ":" HIPSIM_TEXT(__LINE__)))
#endif
