// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "memory.hpp"
#include "report.hpp"

namespace hipsim {
namespace {

// An entry without an alias goes by its symbol: the plain name for extern "C",
// the mangled one otherwise, as in a code object.
std::string symbol_of(const void* address) {
  Dl_info info;
  return dladdr(address, &info) && info.dli_sname ? info.dli_sname : "";
}

void read_table(LoadedModule* m) {
  for (std::uint32_t i = 0; i < m->table->entry_count; ++i) {
    const Entry& e = m->table->entries[i];
    const std::string symbol = symbol_of(e.address);
    for (const std::string& name : {symbol, std::string(e.alias ? e.alias : "")}) {
      if (name.empty()) continue;
      if (e.invoke) m->kernels[name] = {name, &e, m};
      else m->variables[name] = &e;
    }
  }
}

struct Range {
  std::uintptr_t base, first, last;
};

void find_range(LoadedModule* m) {
  Dl_info info;
  link_map* map = nullptr;
  if (!dladdr1(m->table, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP)) return;
  Range range{map->l_addr, ~std::uintptr_t{0}, 0};
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* data) {
        auto* r = static_cast<Range*>(data);
        if (object->dlpi_addr != r->base) return 0;
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr)& p = object->dlpi_phdr[i];
          if (p.p_type != PT_LOAD) continue;
          r->first = std::min(r->first, r->base + p.p_vaddr);
          r->last = std::max(r->last, r->base + p.p_vaddr + p.p_memsz);
        }
        return 1;
      },
      &range);
  m->first = range.first;
  m->last = range.last;
  Memory::instance().add_image(m->first, m->last);
}

}  // namespace

LoadedModule::~LoadedModule() {
  Memory::instance().remove_image(first);
  if (handle) dlclose(handle);
}

std::size_t image_size(const void* image) {
  const auto* header = static_cast<const ElfW(Ehdr)*>(image);
  if (std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return 0;
  return header->e_shoff + std::size_t{header->e_shnum} * header->e_shentsize;
}

std::shared_ptr<LoadedModule> load_module(const void* image, std::size_t bytes,
                                          std::string* why) {
  // A file with a name of its own: the loader takes equal names for one library,
  // so a reused /proc/self/fd/N would return the wrong module.
  const char* folder = std::getenv("TMPDIR");
  std::string path = std::string(folder && *folder ? folder : "/tmp") + "/hipsim-XXXXXX";
  const int fd = mkstemp(path.data());
  if (fd < 0 || write(fd, image, bytes) != static_cast<ssize_t>(bytes)) {
    *why = "cannot write " + path + ": " + std::strerror(errno);
    if (fd >= 0) close(fd);
    return nullptr;
  }
  close(fd);
  auto m = std::make_shared<LoadedModule>();
  m->handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  unlink(path.c_str());
  if (!m->handle) {
    *why = dlerror();
    return nullptr;
  }
  m->table = static_cast<const Module*>(dlsym(m->handle, "hipsim_module"));
  if (!m->table || m->table->abi != abi_revision) {
    *why = m->table ? format("module revision %u, runtime revision %u", m->table->abi,
                             abi_revision)
                    : "not a module compiled by hipsim";
    return nullptr;
  }
  find_range(m.get());
  read_table(m.get());
  return m;
}

std::shared_ptr<LoadedModule> linked_module(const Module* table) {
  static std::mutex mutex;
  static std::map<const Module*, std::shared_ptr<LoadedModule>> modules;
  std::lock_guard<std::mutex> lock(mutex);
  auto& m = modules[table];
  if (!m) {
    m = std::make_shared<LoadedModule>();
    m->table = table;
    find_range(m.get());
    read_table(m.get());
  }
  return m;
}

bool find_variable(const LoadedModule& module, const char* name, void** address,
                   std::size_t* bytes) {
  const auto v = module.variables.find(name);
  if (v != module.variables.end()) {
    *address = const_cast<void*>(v->second->address);
    *bytes = v->second->variable_size;
    return true;
  }
  Dl_info info;
  const ElfW(Sym)* symbol = nullptr;
  *address = module.handle ? dlsym(module.handle, name) : nullptr;
  if (!*address || !module.contains(reinterpret_cast<std::uintptr_t>(*address)) ||
      !dladdr1(*address, &info, reinterpret_cast<void**>(const_cast<ElfW(Sym)**>(&symbol)),
               RTLD_DL_SYMENT) ||
      !symbol)
    return false;
  *bytes = symbol->st_size;
  return true;
}

const Kernel& linked_kernel(LoadedModule& module, const Entry& entry) {
  static std::mutex mutex;
  static std::map<const void*, Entry> entries;
  std::lock_guard<std::mutex> lock(mutex);
  const auto [at, fresh] = entries.emplace(entry.address, entry);
  std::string name = symbol_of(entry.address);
  if (name.empty()) name = format("kernel at %p", entry.address);
  return module.kernels.emplace(name, Kernel{name, &at->second, &module}).first->second;
}

}  // namespace hipsim
