import Semantics
import Synchronization

/// A spec with more names of its `symmetric` types than it has, made when it is needed.
///
/// How many things there may be at once is no part of what a spec with names says: an implementation that has more of them
/// does right if the spec explains it with as many names.
package final class LargerScopes: Sendable {
  /// More names than the spec has are not tried.
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

/// Whether some run of a spec explains what was noticed.
package enum Explained: Sendable {
  case yes
  /// Not by more names either.
  case never
  case no(isExhausted: Bool)
  /// Nobody can tell.
  case open(isExhausted: Bool)

  /// There are more things than names.
  var isExhausted: Bool {
    switch self {
    case .yes, .never: false
    case .no(let isExhausted), .open(let isExhausted): isExhausted
    }
  }
}

extension StateEstimator {
  /// What a difference says of other numbers of names. What is not possible may be so for want of a name.
  func explained(_ difference: Difference) -> Explained {
    mayNeedNames ? .no(isExhausted: isExhausted || difference.kind == .impossible) : .never
  }
}

extension Interface {
  /// The same with other numbers of names, those the spec has first; empty if that cannot be.
  package var others: some Sequence<Interface> {
    let largerScopes = hasNames ? largerScopes : nil
    return (0...LargerScopes.maximum).lazy
      .filter { largerScopes != nil && $0 != self.additionalNames }
      .compactMap { self.with(additionalNames: $0) }
  }

  /// What counts of what comes of following something, where another number of names may explain it.
  ///
  /// It is explained if it is by some number of names. Where there were more things than names nobody can tell, and what
  /// comes of more names counts.
  ///
  /// - Parameters:
  ///   - first: what came of it by as many names as this has.
  ///   - again: what comes of it by others; nil if that tells nothing.
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

  /// The same with so many names more than the spec has.
  package func with(additionalNames more: Int) -> Interface? {
    if more == additionalNames { return self }
    guard var other = largerScopes?.interface(more) else { return nil }
    (other.hidden, other.heard, other.vocabulary) = (hidden, heard, vocabulary)
    (other.largerScopes, other.additionalNames) = (largerScopes, more)
    return other
  }
}
