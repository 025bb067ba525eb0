#ifndef TRAYCHECK_PREFETCH_H
#define TRAYCHECK_PREFETCH_H

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

#endif
