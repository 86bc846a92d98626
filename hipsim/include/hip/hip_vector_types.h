// SPDX-License-Identifier: Apache-2.0
// char1 … double4: aggregates with HIP's names, alignment and elementwise
// operators.
#pragma once
#include <cstdint>
#include <type_traits>

namespace hipsim {

template <class T, unsigned N>
struct VectorStorage;

template <class T>
struct alignas(sizeof(T)) VectorStorage<T, 1> {
  T x;
};
template <class T>
struct alignas(2 * sizeof(T)) VectorStorage<T, 2> {
  T x, y;
};
template <class T>
struct VectorStorage<T, 3> {
  T x, y, z;
};
// The device loads and stores at most 16 bytes at once, so nothing is aligned further.
template <class T>
struct alignas(4 * sizeof(T) > 16 ? 16 : 4 * sizeof(T)) VectorStorage<T, 4> {
  T x, y, z, w;
};

}  // namespace hipsim

template <class T, unsigned N>
struct HIP_vector_type : hipsim::VectorStorage<T, N> {
  using value_type = T;
  HIP_vector_type() = default;
  template <class... U,
            class = typename std::enable_if<sizeof...(U) == N && (N > 1)>::type>
  constexpr HIP_vector_type(U... u) : hipsim::VectorStorage<T, N>{static_cast<T>(u)...} {}
  // One value fills every component, as in HIP.
  constexpr HIP_vector_type(T v) : hipsim::VectorStorage<T, N>{} {
    for (unsigned i = 0; i < N; ++i) (*this)[i] = v;
  }
  constexpr T& operator[](unsigned i) { return (&this->x)[i]; }
  constexpr const T& operator[](unsigned i) const { return (&this->x)[i]; }
};

#define HIPSIM_VECTOR_OPERATOR(op, assign)                                                \
  template <class T, unsigned N>                                                          \
  inline HIP_vector_type<T, N>& operator assign(HIP_vector_type<T, N>& a,                 \
                                                const HIP_vector_type<T, N>& b) {         \
    for (unsigned i = 0; i < N; ++i) a[i] = static_cast<T>(a[i] op b[i]);                 \
    return a;                                                                             \
  }                                                                                       \
  template <class T, unsigned N>                                                          \
  inline HIP_vector_type<T, N> operator op(HIP_vector_type<T, N> a,                       \
                                           const HIP_vector_type<T, N>& b) {              \
    a assign b;                                                                           \
    return a;                                                                             \
  }                                                                                       \
  template <class T, unsigned N>                                                          \
  inline HIP_vector_type<T, N> operator op(HIP_vector_type<T, N> a,                       \
                                           typename HIP_vector_type<T, N>::value_type b) { \
    a assign HIP_vector_type<T, N>(b);                                                    \
    return a;                                                                             \
  }                                                                                       \
  template <class T, unsigned N>                                                          \
  inline HIP_vector_type<T, N> operator op(typename HIP_vector_type<T, N>::value_type a,  \
                                           const HIP_vector_type<T, N>& b) {              \
    HIP_vector_type<T, N> r(a);                                                           \
    r assign b;                                                                           \
    return r;                                                                             \
  }
HIPSIM_VECTOR_OPERATOR(+, +=)
HIPSIM_VECTOR_OPERATOR(-, -=)
HIPSIM_VECTOR_OPERATOR(*, *=)
HIPSIM_VECTOR_OPERATOR(/, /=)
HIPSIM_VECTOR_OPERATOR(&, &=)
HIPSIM_VECTOR_OPERATOR(|, |=)
HIPSIM_VECTOR_OPERATOR(^, ^=)
#undef HIPSIM_VECTOR_OPERATOR

template <class T, unsigned N>
inline bool operator==(const HIP_vector_type<T, N>& a, const HIP_vector_type<T, N>& b) {
  for (unsigned i = 0; i < N; ++i)
    if (!(a[i] == b[i])) return false;
  return true;
}
template <class T, unsigned N>
inline bool operator!=(const HIP_vector_type<T, N>& a, const HIP_vector_type<T, N>& b) {
  return !(a == b);
}

#define HIPSIM_VECTOR_TYPES(name, T)                                                  \
  using name##1 = HIP_vector_type<T, 1>;                                              \
  using name##2 = HIP_vector_type<T, 2>;                                              \
  using name##3 = HIP_vector_type<T, 3>;                                              \
  using name##4 = HIP_vector_type<T, 4>;                                              \
  inline name##1 make_##name##1(T x) { return name##1(x); }                           \
  inline name##2 make_##name##2(T x, T y) { return name##2(x, y); }                   \
  inline name##3 make_##name##3(T x, T y, T z) { return name##3(x, y, z); }           \
  inline name##4 make_##name##4(T x, T y, T z, T w) { return name##4(x, y, z, w); }
HIPSIM_VECTOR_TYPES(char, signed char)
HIPSIM_VECTOR_TYPES(uchar, unsigned char)
HIPSIM_VECTOR_TYPES(short, short)
HIPSIM_VECTOR_TYPES(ushort, unsigned short)
HIPSIM_VECTOR_TYPES(int, int)
HIPSIM_VECTOR_TYPES(uint, unsigned int)
HIPSIM_VECTOR_TYPES(long, long)
HIPSIM_VECTOR_TYPES(ulong, unsigned long)
HIPSIM_VECTOR_TYPES(longlong, long long)
HIPSIM_VECTOR_TYPES(ulonglong, unsigned long long)
HIPSIM_VECTOR_TYPES(float, float)
HIPSIM_VECTOR_TYPES(double, double)
#undef HIPSIM_VECTOR_TYPES

struct dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
  constexpr dim3(std::uint32_t x_ = 1, std::uint32_t y_ = 1, std::uint32_t z_ = 1)
      : x(x_), y(y_), z(z_) {}
  dim3(const uint3& v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const { return uint3(x, y, z); }
};
