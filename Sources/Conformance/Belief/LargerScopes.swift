import Semantics
import Synchronization

/// A spec with additional names of its `symmetric` types, created on demand.
///
/// The maximum number of things is not part of the meaning of a spec with names. An implementation that has more of
/// them conforms if the spec with more names allows its behaviour.
package final class LargerScopes: Sendable {
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

/// Whether some run of a spec allows an observation.
package enum Explained: Sendable {
  case yes
  /// More names would not help either.
  case never
  case no(isExhausted: Bool)
  /// The result is inconclusive.
  case open(isExhausted: Bool)

  /// Whether there are more things than names.
  var isExhausted: Bool {
    switch self {
    case .yes, .never: false
    case .no(let isExhausted), .open(let isExhausted): isExhausted
    }
  }
}

extension StateEstimator {
  /// The meaning of a difference for other numbers of names. An event may be impossible because of a missing name.
  func explained(_ difference: Difference) -> Explained {
    mayNeedNames ? .no(isExhausted: isExhausted || difference.kind == .impossible) : .never
  }
}

extension Interface {
  /// The spec with other numbers of names, its own first; empty if that is impossible.
  package var others: some Sequence<Interface> {
    let largerScopes = hasNames ? largerScopes : nil
    return (0...LargerScopes.maximum).lazy
      .filter { largerScopes != nil && $0 != self.additionalNames }
      .compactMap { self.with(additionalNames: $0) }
  }

  /// The decisive result of following an implementation, where another number of names may allow its behaviour.
  ///
  /// The behaviour is allowed if some number of names allows it. If there were more things than names, the result for
  /// more names counts.
  ///
  /// - Parameters:
  ///   - first: the result with the current number of names.
  ///   - again: returns the result with another number of names; nil if it proves nothing.
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

  /// The spec with a number of additional names.
  package func with(additionalNames more: Int) -> Interface? {
    if more == additionalNames { return self }
    guard var other = largerScopes?.interface(more) else { return nil }
    (other.hidden, other.heard, other.vocabulary) = (hidden, heard, vocabulary)
    (other.largerScopes, other.additionalNames) = (largerScopes, more)
    return other
  }
}
