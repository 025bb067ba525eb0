import Semantics
import Synchronization

/// Variants of a spec with additional names of its `symmetric` types, made on demand.
///
/// The number of things that may exist at once is not part of a spec with names: an implementation that has more of
/// them conforms if the spec with as many names explains it.
package final class NameReserve: Sendable {
  /// The maximum number of additional names.
  package static let maximum = 3

  private let make: @Sendable (_ more: Int) -> Interface?
  private let made = Mutex<[Int: Interface]>([:])

  package init(_ make: @escaping @Sendable (_ more: Int) -> Interface?) { self.make = make }

  fileprivate func interface(_ more: Int) -> Interface? {
    if let known = made.withLock({ $0[more] }) { return known }
    let interface = make(more)
    made.withLock { $0[more] = interface }
    return interface
  }
}

/// Whether some run of a spec explains an observation.
package enum Explained: Sendable {
  case yes
  /// Not by more names either.
  case never
  case no(isExhausted: Bool)
  /// The result is unknown.
  case open(isExhausted: Bool)

  /// Whether there are more things than names.
  var isExhausted: Bool {
    switch self {
    case .yes, .never: false
    case .no(let isExhausted), .open(let isExhausted): isExhausted
    }
  }
}

extension Follower {
  /// The result for other instance counts, given a difference. An event may be impossible only because a name is
  /// missing.
  func explained(_ difference: Difference) -> Explained {
    mayNeedNames ? .no(isExhausted: isExhausted || difference.kind == .impossible) : .never
  }
}

extension Interface {
  /// The same interface with other instance counts, the spec's first; empty if there are none.
  package var others: some Sequence<Interface> {
    let reserve = hasNames ? reserve : nil
    return (0...NameReserve.maximum).lazy
      .filter { reserve != nil && $0 != self.additionalNames }
      .compactMap { self.with(additionalNames: $0) }
  }

  /// Returns the result that counts, if another instance count may explain the observations.
  ///
  /// An observation is explained if some instance count explains it. If there were more things than names, the result
  /// is unknown, and the result with more names counts.
  ///
  /// - Parameters:
  ///   - first: the result with the current number of names.
  ///   - again: computes the result with another number; nil if it is no help.
  package func explained<Result>(
    _ first: Result, _ verdict: (Result) -> Explained, again: (Interface) -> Result?
  ) -> Result {
    switch verdict(first) {
    case .yes, .never, .open(isExhausted: false): return first
    default: break
    }
    var result = first
    for other in others {
      guard let next = again(other) else { continue }
      let isLarger = other.additionalNames > additionalNames
      switch verdict(next) {
      case .yes: return next
      case .never where isLarger: return verdict(result).isExhausted ? next : result
      case .no, .never: if isLarger, verdict(result).isExhausted { result = next }
      case .open: if isLarger { result = next }
      }
    }
    return result
  }

  /// The same interface with additional names.
  package func with(additionalNames more: Int) -> Interface? {
    if more == additionalNames { return self }
    guard var other = reserve?.interface(more) else { return nil }
    (other.hidden, other.heard, other.vocabulary) = (hidden, heard, vocabulary)
    (other.reserve, other.additionalNames) = (reserve, more)
    return other
  }
}
