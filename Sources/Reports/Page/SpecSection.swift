import Basics
import Semantics
import Traces

/// A spec on the page of a check: failures, properties, rejected designs, rules, and the search.
struct SpecSection {
  /// The parts, in order.
  enum Part: String, CaseIterable {
    case failures, properties, scenarios, rejected, rules, checked
  }

  /// A trace that the page may draw.
  struct Candidate {
    /// The order in which traces get space.
    enum Rank: Int { case failure, example, rejected, other, witness }

    var rank: Rank
    var anchor: PageAnchor
    /// Makes the trace; nil if there are no states to draw.
    var make: () -> PageTrace?
  }

  @Boxed var spec: SpecReport
  @Boxed var report: CheckReport
  let path: String
  let isAlone: Bool
  let groups: FailureGroups
  let anchor: PageAnchor
  var anchors: [Part: PageAnchor] = [:]
  let rules: RuleListing
  private(set) var list: PropertyList
  var worldAnchors: [PageAnchor?] = []
  var failureAnchors: [PageAnchor] = []
  /// The rejected designs, each with the first violation that it expects.
  var rejected: [(world: Int, violation: Int?, anchor: PageAnchor)] = []
  /// The other violations that a rejected design expects, by world.
  var others: [Int: [(violation: Int, anchor: PageAnchor)]] = [:]
  var candidates: [Candidate] = []
  var drawn: [String: HTML] = [:]
  /// The number of frames of the longest drawn trace.
  private(set) var steps = 2

  /// Creates the section.
  ///
  /// - Parameters:
  ///   - path: the path of the spec in the repository.
  ///   - isAlone: whether the page has no other spec.
  init(
    _ spec: SpecReport, _ report: CheckReport, path: String, isAlone: Bool,
    _ names: inout PageAnchors
  ) {
    (self.spec, self.report, self.path, self.isAlone) = (spec, report, path, isAlone)
    groups = spec.failures(report)
    anchor = names.name([spec.name])
    for part in Part.allCases {
      anchors[part] = names.name(isAlone ? [part.rawValue] : [spec.name, part.rawValue])
    }
    rules = RuleListing(spec, path: path, isWhole: isAlone, at: anchor)
    list = PropertyList(spec, isShort: !isAlone)
    worldAnchors = spec.verdicts.map { names.name([spec.name, $0.name]) }
    collectFailures(&names)
    collectRejected(&names)
    if isAlone { collectWitnesses(&names) }
  }

  // MARK: Traces

  func maker(_ index: Int) -> TraceMaker? {
    let verdict = spec.verdicts[index]
    let (rules, path, commands) = (rules, path, CommandsToCopy(report))
    return spec.worlds.first { $0.spec.worldName == verdict.name }.map { world in
      TraceMaker(world, verdict, spec.changes, place: rules.place) {
        rules.link($0, $1)
      } command: {
        commands.check(path, world: verdict.name, $0)
      }
    }
  }

  mutating func collectFailures(_ names: inout PageAnchors) {
    for failure in groups.failures {
      let anchor = names.name([spec.name, failure.world, failure.title])
      failureAnchors.append(anchor)
      if failure.noun == "property" { list.link(failure.name, to: anchor) }
      let maker = spec.verdicts.firstIndex { $0.name == failure.world }.flatMap(maker)
      candidates.append(
        Candidate(rank: .failure, anchor: anchor) {
          guard let index = failure.index else { return nil }
          return switch failure.subject {
          case .violation: maker?.violation(index, at: anchor)
          case .scenario: maker?.scenario(index, at: anchor)
          case .missing(let property?) where property.trace != nil:
            maker?.witness(index, at: anchor)
          case .missing, .unreached, .internalError: nil
          }
        })
    }
  }

  mutating func collectRejected(_ names: inout PageAnchors) {
    let example = groups.groups.isEmpty ? telling : nil
    for (index, world) in spec.verdicts.enumerated() where !world.announces.isEmpty {
      let place = world.violations.firstIndex(where: \.announced)
      let name = place.map { world.violations[$0].name } ?? ""
      let anchor = names.name([spec.name, world.name, name])
      rejected.append((index, place, anchor))
      guard let place else { continue }
      let maker = maker(index)
      candidates.append(
        Candidate(rank: index == example ? .example : .rejected, anchor: anchor) {
          maker?.violation(place, at: anchor)
        })
      for other in world.violations.indices
      where world.violations[other].announced && other != place {
        let anchor = names.name([spec.name, world.name, world.violations[other].name])
        others[index, default: []].append((other, anchor))
        candidates.append(
          Candidate(rank: .other, anchor: anchor) { maker?.violation(other, at: anchor) })
      }
    }
  }

  /// The rejected design whose trace opens a page without failures: one of about three steps.
  var telling: Int? {
    func distance(_ index: Int) -> Int? {
      spec.verdicts[index].violations.first(where: \.announced).map {
        abs($0.trace.steps.count - 3)
      }
    }
    return spec.verdicts.indices.filter { distance($0) != nil }.min {
      (distance($0) ?? 0, $0) < (distance($1) ?? 0, $1)
    }
  }

  mutating func collectWitnesses(_ names: inout PageAnchors) {
    for (index, world) in spec.verdicts.enumerated() {
      for (place, property) in world.properties.enumerated()
      where property.trace != nil && property.status == .holds && !property.announced
        && (index == 0 || world.shows(property, among: report.witnesses))
      {
        let anchor = names.name([spec.name, world.name, property.name])
        let maker = maker(index)
        let isExample =
          groups.groups.isEmpty && !candidates.contains { $0.rank == .example }
        candidates.append(
          Candidate(rank: isExample ? .example : .witness, anchor: anchor) {
            maker?.witness(place, at: anchor)
          })
      }
    }
  }

  /// The ranks of its traces, in order.
  var ranks: [Int] { candidates.map(\.rank.rawValue) }

  /// Draws a trace if there is space for it.
  mutating func draw(_ index: Int, in budget: inout PageBudget) {
    let candidate = candidates[index]
    let isFailure = candidate.rank == .failure
    if !isAlone, candidate.rank.rawValue > Candidate.Rank.example.rawValue { return }
    guard budget.hasRoom(isFailure: isFailure), let trace = candidate.make() else { return }
    let html: HTML
    switch candidate.rank {
    case .failure: html = article(trace)
    case .example: html = example(trace)
    case .rejected: html = trace.card(isFolded: true)
    case .other: html = trace.folded
    case .witness:
      html = trace.article(level: level + 1, title: "Example for <code>\(trace.name)</code>")
    }
    if budget.take(html.byteCount + 60, isFailure: isFailure) {
      drawn[candidate.anchor.id] = html
      steps = max(steps, trace.phones.frames.count)
      if candidate.rank == .witness || candidate.rank == .example, trace.verdict == .good {
        list.setWitness(of: trace.name, candidate.anchor)
      }
    } else if candidate.rank == .rejected {
      let short = trace.card(isFolded: false)
      if budget.take(short.byteCount + 60) { drawn[candidate.anchor.id] = short }
    }
  }

  var level: Int { isAlone ? 2 : 3 }
}
