// What Swift cannot say about cache lines: to fetch one ahead, and to compare all of it at once.

#ifndef TRAYCHECK_CPREFETCH_H
#define TRAYCHECK_CPREFETCH_H

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

/// Asks the processor to fetch the cache line at `address`, which will be read soon.
///
/// A hint: it never faults, whatever the address, and changes nothing that can be observed but
/// time. Swift has no way to say it, hence this header; see "Other Built-in Functions" in the
/// manual of GCC, whose builtin Clang shares.
static inline void traycheck_prefetch(const void *address) {
  __builtin_prefetch(address, 0, 3);
}

/// Asks the processor to fetch the cache line at `address`, which will be written soon.
static inline void traycheck_prefetch_write(const void *address) {
  __builtin_prefetch(address, 1, 3);
}

/// The first of eight words, which lie in 64 bytes aligned to 64, that equals `wanted`; 8 if none
/// does.
///
/// Swift without options for one processor compares such words one by one. The words may be
/// written by other threads meanwhile: the answer is a hint, and whoever needs to be sure loads the
/// word again, atomically.
static inline uint32_t traycheck_match8(const void *line, uint64_t wanted) {
#if defined(__SSE2__)
  const __m128i *words = (const __m128i *)line;
  const __m128i pattern = _mm_set1_epi64x((long long)wanted);
  const __m128i low = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_load_si128(words), pattern),
                                      _mm_cmpeq_epi32(_mm_load_si128(words + 1), pattern));
  const __m128i high = _mm_packs_epi32(_mm_cmpeq_epi32(_mm_load_si128(words + 2), pattern),
                                       _mm_cmpeq_epi32(_mm_load_si128(words + 3), pattern));
  // Two bits a word, one for each half of it that is equal.
  const uint32_t halves = (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
  return (uint32_t)__builtin_ctz((halves & (halves >> 1) & 0x5555) | 0x10000) / 2;
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const uint64_t *words = (const uint64_t *)line;
  const uint64x2_t pattern = vdupq_n_u64(wanted);
  const uint32x4_t low = vcombine_u32(vmovn_u64(vceqq_u64(vld1q_u64(words), pattern)),
                                      vmovn_u64(vceqq_u64(vld1q_u64(words + 2), pattern)));
  const uint32x4_t high = vcombine_u32(vmovn_u64(vceqq_u64(vld1q_u64(words + 4), pattern)),
                                       vmovn_u64(vceqq_u64(vld1q_u64(words + 6), pattern)));
  // A byte for each word.
  const uint8x8_t bytes = vmovn_u16(vcombine_u16(vmovn_u32(low), vmovn_u32(high)));
  const uint64_t equal = vget_lane_u64(vreinterpret_u64_u8(bytes), 0);
  return equal == 0 ? 8 : (uint32_t)__builtin_ctzll(equal) / 8;
#else
  const volatile uint64_t *words = (const volatile uint64_t *)line;
  for (uint32_t index = 0; index < 8; index += 1) {
    if (words[index] == wanted) { return index; }
  }
  return 8;
#endif
}

/// One bit for each of sixteen numbers of 32 bits, which lie in 64 bytes aligned to 64: whether
/// those of its bits that are in `mask` equal `wanted`. A hint, as above.
static inline uint32_t traycheck_match16(const void *line, uint32_t mask, uint32_t wanted) {
#if defined(__SSE2__)
  const __m128i *words = (const __m128i *)line;
  const __m128i pattern = _mm_set1_epi32((int)wanted);
  const __m128i bits = _mm_set1_epi32((int)mask);
  const __m128i low =
      _mm_packs_epi32(_mm_cmpeq_epi32(_mm_and_si128(_mm_load_si128(words), bits), pattern),
                      _mm_cmpeq_epi32(_mm_and_si128(_mm_load_si128(words + 1), bits), pattern));
  const __m128i high =
      _mm_packs_epi32(_mm_cmpeq_epi32(_mm_and_si128(_mm_load_si128(words + 2), bits), pattern),
                      _mm_cmpeq_epi32(_mm_and_si128(_mm_load_si128(words + 3), bits), pattern));
  return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
#elif defined(__ARM_NEON) && defined(__aarch64__)
  const uint32_t *words = (const uint32_t *)line;
  const uint32x4_t pattern = vdupq_n_u32(wanted);
  const uint32x4_t bits = vdupq_n_u32(mask);
  uint32_t result = 0;
  const uint32_t weights[4] = {1, 2, 4, 8};
  const uint32x4_t weight = vld1q_u32(weights);
  for (uint32_t part = 0; part < 4; part += 1) {
    const uint32x4_t equal = vceqq_u32(vandq_u32(vld1q_u32(words + 4 * part), bits), pattern);
    result |= vaddvq_u32(vandq_u32(equal, weight)) << (4 * part);
  }
  return result;
#else
  const volatile uint32_t *words = (const volatile uint32_t *)line;
  uint32_t result = 0;
  for (uint32_t index = 0; index < 16; index += 1) {
    result |= (uint32_t)((words[index] & mask) == wanted) << index;
  }
  return result;
#endif
}

#endif
