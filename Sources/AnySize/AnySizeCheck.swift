import Semantics

/// What holds for every number of names of one symmetric type: `AnySizeCheck(spec, …).run()`.
///
/// Views of one name are tried first, then of two, then of three. What a set of views shows, holds in all reachable
/// states with at least `minimum` names; smaller numbers are for the ordinary search.
package struct AnySizeCheck {
  /// Something that is asked.
  package enum Claim: Hashable, Sendable {
    /// An invariant or a transition, by its place in the spec.
    case property(Int)
    case gap, overlap, fault
  }

  package enum Answer: Sendable {
    /// It holds where there are as many names as that, and more.
    case established(size: Int, minimum: Int)
    case open(UnsupportedError)
  }

  /// A set of views that is closed.
  package struct Views: Sendable {
    /// How many names each has.
    package var size: Int
    package var count: Int
    /// How many states of a few more names were looked at.
    package var states: Int
  }

  package struct Result {
    package var answers: [Claim: Answer] = [:]
    package var views: [Views] = []
    /// The least number of names of which all that is established speaks.
    package var minimum = 1
    /// What holds for every such number, as conditions in the language: what the last closed set of views rules out.
    package var conditions: [String] = []

    /// Whether all of some claims are established.
    package func isComplete(_ claims: [Claim]) -> Bool {
      claims.allSatisfy { if case .established = answers[$0] { true } else { false } }
    }

    /// Whether all views of a state are among those of the last closed set.
    var cover: ViewCover?
  }

  /// No view has more names.
  static let maximumSize = 3

  private let spec: CheckedSpec
  private let scope: NameScope
  private let claims: [Claim]
  private let limits: ViewLimits

  /// - Parameters:
  ///   - type: the symmetric type whose number of names is left open.
  ///   - chosen: what is asked of the spec.
  package init(
    _ spec: CheckedSpec, _ type: SymmetricType, chosen: [Claim], limits: ViewLimits = ViewLimits()
  ) {
    self.spec = spec
    scope = NameScope(names: type)
    claims = chosen
    self.limits = limits
  }

  /// All that can be asked: invariants, transitions, and of rules and values that nothing is wrong.
  package static func claims(of spec: CheckedSpec) -> [Claim] {
    let properties = spec.properties.indices.filter {
      switch spec.properties[$0].kind {
      case .invariant, .transition: true
      case .reachable, .possible, .eventually: false
      }
    }
    let hasRules = spec.events.contains { !$0.rules.isEmpty }
    return properties.map(Claim.property) + (hasRules ? [.gap, .overlap] : []) + [.fault]
  }

  /// Whether all views of a state with so many names are in the last closed set of views; true if there is none.
  package static func covers(_ result: Result, _ state: [Value], _ names: Int) -> Bool {
    result.cover?.contains(state, names: names) ?? true
  }

  package func run() -> Result {
    var result = Result()
    var open = claims
    var last: ViewFixpoint?
    let arity = spec.variables.map { scope.arity($0.type) }.max() ?? 1
    for (size, hasWitnesses) in attempts(from: max(1, arity)) where !open.isEmpty {
      let asked = Set(open.compactMap { if case .property(let index) = $0 { index } else { nil } })
      do throws(UnsupportedError) {
        var fixpoint = try ViewFixpoint(
          spec, scope, size: size, hasWitnesses: hasWitnesses, chosen: asked, limits: limits)
        // Without such conditions it is what was tried before.
        if hasWitnesses, !fixpoint.events.contains(where: \.event.usesWitnesses) { continue }
        try fixpoint.run()
        result.views.append(
          Views(size: size, count: fixpoint.views.views.count, states: fixpoint.stateCount))
        for claim in open {
          if let doubt = fixpoint.doubt(claim) {
            result.answers[claim] = .open(doubt)
          } else {
            result.answers[claim] = .established(size: size, minimum: fixpoint.minimum)
            result.minimum = max(result.minimum, fixpoint.minimum)
          }
        }
        open.removeAll { !(fixpoint.doubt($0)?.isOpen ?? false) }
        last = fixpoint
      } catch {
        // What is doubtful with fewer names is told so, unless nothing was found out at all.
        for claim in open where result.answers[claim] == nil {
          result.answers[claim] = .open(error)
        }
        // With more names in a view, or with witnesses, it is as much beyond reach, but for questions.
        if !hasWitnesses, result.views.isEmpty { break }
      }
    }
    if let last {
      result.conditions = last.conditions()
      result.cover = ViewCover(spec: spec, scope: scope, views: last.views, codec: last.codec)
    }
    return result
  }

  /// The sizes of views, each first without the names that decide conditions, then with them.
  private func attempts(from least: Int) -> [(size: Int, hasWitnesses: Bool)] {
    (least...max(Self.maximumSize, least)).flatMap { [($0, false), ($0, true)] }
  }
}

extension ViewFixpoint {
  /// Why a claim is not established.
  func doubt(_ claim: AnySizeCheck.Claim) -> UnsupportedError? {
    func first(_ doubts: [Int: UnsupportedError]) -> UnsupportedError? {
      doubts.min { $0.key < $1.key }?.value
    }
    return switch claim {
    case .property(let index): doubts[index]
    case .gap: first(gaps)
    case .overlap: first(overlaps)
    case .fault: first(faults)
    }
  }
}
