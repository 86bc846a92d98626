// SPDX-License-Identifier: Apache-2.0
// hiprtc: keeps the program, and hands compilation to compiler/rtc.py in a
// process of its own.
#include <hip/hiprtc.h>

#include <dlfcn.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

extern char** environ;
extern "C" void hipsim_count_compilation();

namespace fs = std::filesystem;

struct _hiprtcProgram {
  std::string source, name, code, log;
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> expressions;
  std::set<std::string> lowered;
  bool compiled = false;
};

namespace {

// The checkout this library was built in: build/lib/libhiprtc.so.7.
fs::path root() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void*>(&hiprtcVersion), &info)) return {};
  return fs::canonical(info.dli_fname).parent_path().parent_path().parent_path();
}

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary).write(text.data(), text.size());
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += item + '\0';
  return text;
}

// Exit status of the compiler process, -1 if it did not start.
int run(const fs::path& folder) {
  const char* chosen = std::getenv("HIPSIM_PYTHON");
  const std::string python = chosen && *chosen ? chosen : "python3";
  const std::string script = (root() / "compiler" / "rtc.py").string();
  const std::string where = folder.string();
  // -I -S: neither the user's site nor PYTHONPATH may change what compiles.
  const char* arguments[] = {python.c_str(), "-I", "-S", script.c_str(), where.c_str(), nullptr};
  pid_t child;
  if (posix_spawnp(&child, python.c_str(), nullptr, nullptr, const_cast<char**>(arguments),
                   environ))
    return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

extern "C" {

const char* hiprtcGetErrorString(hiprtcResult result) {
  switch (result) {
    case HIPRTC_SUCCESS: return "HIPRTC_SUCCESS";
    case HIPRTC_ERROR_OUT_OF_MEMORY: return "HIPRTC_ERROR_OUT_OF_MEMORY";
    case HIPRTC_ERROR_PROGRAM_CREATION_FAILURE: return "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE";
    case HIPRTC_ERROR_INVALID_INPUT: return "HIPRTC_ERROR_INVALID_INPUT";
    case HIPRTC_ERROR_INVALID_PROGRAM: return "HIPRTC_ERROR_INVALID_PROGRAM";
    case HIPRTC_ERROR_INVALID_OPTION: return "HIPRTC_ERROR_INVALID_OPTION";
    case HIPRTC_ERROR_COMPILATION: return "HIPRTC_ERROR_COMPILATION";
    case HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE: return "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE";
    case HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION:
      return "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION";
    case HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION:
      return "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION";
    case HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID: return "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
    case HIPRTC_ERROR_INTERNAL_ERROR: return "HIPRTC_ERROR_INTERNAL_ERROR";
    case HIPRTC_ERROR_LINKING: return "HIPRTC_ERROR_LINKING";
  }
  return "Invalid HIPRTC error code";
}

hiprtcResult hiprtcVersion(int* major, int* minor) {
  if (!major || !minor) return HIPRTC_ERROR_INVALID_INPUT;
  *major = 9;  // what ROCm 7 answers: the version of hiprtc's own interface
  *minor = 0;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcCreateProgram(hiprtcProgram* program, const char* source, const char* name,
                                 int header_count, const char** headers,
                                 const char** include_names) {
  if (!program || !source || header_count < 0 || (header_count && (!headers || !include_names)))
    return HIPRTC_ERROR_INVALID_INPUT;
  auto* p = new _hiprtcProgram;
  p->source = source;
  p->name = name ? name : "";
  for (int i = 0; i < header_count; ++i) p->headers.emplace_back(include_names[i], headers[i]);
  *program = p;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram* program) {
  if (!program || !*program) return HIPRTC_ERROR_INVALID_PROGRAM;
  delete *program;
  *program = nullptr;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram p, const char* expression) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!expression) return HIPRTC_ERROR_INVALID_INPUT;
  if (p->compiled) return HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  p->expressions.push_back(expression);
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram p, int option_count, const char* const* options) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (option_count < 0 || (option_count && !options)) return HIPRTC_ERROR_INVALID_INPUT;
  std::string pattern = (fs::temp_directory_path() / "hipsim-rtc-XXXXXX").string();
  if (!mkdtemp(pattern.data())) return HIPRTC_ERROR_INTERNAL_ERROR;
  const fs::path folder = pattern;
  write(folder / "source", p->source);
  write(folder / "name", p->name);
  write(folder / "names", joined(p->expressions));
  write(folder / "options", joined({options, options + option_count}));
  for (const auto& [name, text] : p->headers) write(folder / "headers" / name, text);
  const int status = run(folder);
  p->log = read(folder / "log");
  if (status == 0) {
    p->code = read(folder / "code");
    p->compiled = true;
    // Entries are found by the expression itself, so that is its lowered name.
    p->lowered.insert(p->expressions.begin(), p->expressions.end());
    if (read(folder / "compiled") == "1") hipsim_count_compilation();
  } else if (p->log.empty()) {
    p->log = "hipsim: the compiler process failed (is python3 on the PATH?)\n";
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  return status == 0 ? HIPRTC_SUCCESS : HIPRTC_ERROR_COMPILATION;
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram p, const char* expression, const char** name) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!expression || !name) return HIPRTC_ERROR_INVALID_INPUT;
  if (!p->compiled) return HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto found = p->lowered.find(expression);
  if (found == p->lowered.end()) return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *name = found->c_str();
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCodeSize(hiprtcProgram p, size_t* size) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!size) return HIPRTC_ERROR_INVALID_INPUT;
  *size = p->code.size();
  return HIPRTC_SUCCESS;
}
hiprtcResult hiprtcGetCode(hiprtcProgram p, char* code) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!code) return HIPRTC_ERROR_INVALID_INPUT;
  std::memcpy(code, p->code.data(), p->code.size());
  return HIPRTC_SUCCESS;
}
// The log is a C string: its size counts the terminator.
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram p, size_t* size) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!size) return HIPRTC_ERROR_INVALID_INPUT;
  *size = p->log.size() + 1;
  return HIPRTC_SUCCESS;
}
hiprtcResult hiprtcGetProgramLog(hiprtcProgram p, char* log) {
  if (!p) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!log) return HIPRTC_ERROR_INVALID_INPUT;
  std::memcpy(log, p->log.c_str(), p->log.size() + 1);
  return HIPRTC_SUCCESS;
}

// There is no intermediate code; CuPy looks these names up but does not call them on HIP.
hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram, size_t*) { return HIPRTC_ERROR_INVALID_INPUT; }
hiprtcResult hiprtcGetBitcode(hiprtcProgram, char*) { return HIPRTC_ERROR_INVALID_INPUT; }

}  // extern "C"
