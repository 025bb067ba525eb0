// The libraries of the system, in one place. On Linux, `Foundation` carries 34 MB of locale data into a program that is
// linked statically; `FoundationEssentials` carries none.

#if canImport(FoundationEssentials)
  @_exported import Dispatch
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
