// SPDX-License-Identifier: Apache-2.0
// What the simulator has to say: defects found (kept, counted and printed) and
// calls of functions it does not implement.
#pragma once
#include <string>
#include <vector>

namespace hipsim {

std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

// A defect of the program under test. Printed to stderr at once.
void report(const std::string& text);
// Whether the calling thread is inside report(): a fault there is the
// simulator's own and must not be reported again.
bool reporting();
std::vector<std::string> take_reports();
unsigned long long report_count();

// Counts calls by name; the first call of each is printed when HIPSIM_LOG=1.
void note_unsupported(const char* function);
std::string unsupported_summary();

}  // namespace hipsim

// Called by the stub libraries with the name of the function that was called.
extern "C" void hipsim_unsupported(const char* function);
