import Basics
import Engine
import Platform
import Reports
import Semantics
import SpecLanguage

/// The number of states of a world with other bounds: `BoundSearch(…).sizes()`.
///
/// Each bound is changed by one separately, and the world is searched with at most `most` states. If that is too large,
/// the bound is reduced until the search fits. The growth with the bound is then extrapolated from a few such searches.
final class BoundSearch {
  /// The maximum number of states in one search.
  private static let most = 1 << 17
  /// The largest value of a bound that is reduced in steps of one; larger ones are halved.
  private static let few = 8

  let compiled: CompiledSpec
  let world: CheckedSpec
  /// The number of states of the unchanged world; nil if not all were visited.
  let states: Int?
  let limits: Checker.Limits
  let memory: Int
  let reducesSymmetry: Bool

  init(
    compiled: CompiledSpec, world: CheckedSpec, states: Int?, limits: Checker.Limits, memory: Int,
    reducesSymmetry: Bool
  ) {
    (self.compiled, self.world, self.states, self.limits, self.memory, self.reducesSymmetry) = (
      compiled, world, states, limits, memory, reducesSymmetry
    )
  }

  /// The sizes for every bound of the world, until the deadline of the thread ends.
  func sizes() -> [BoundSizes] {
    SpecBound.all(in: compiled.syntax, world).compactMap { bound in
      if Deadline.isOver { return nil }
      let sizes = sizes(of: bound)
      // Other rules that contain the same number would change their meaning.
      guard sizes.lower == nil, let everywhere = bound.everywhere(in: compiled.syntax)
      else { return sizes }
      return self.sizes(of: everywhere)
    }
  }

  private func sizes(of bound: SpecBound) -> BoundSizes {
    var sizes = BoundSizes(name: bound.name, range: bound.range, value: bound.value)
    var known: [Int: Int] = [:]
    if let states { known[bound.value] = states }
    for value in [bound.value - 1, bound.value + 1] where bound.allowed.contains(value) {
      // A larger bound needs no search if a smaller one is already too large.
      if value > bound.value, states ?? .max > Self.most { continue }
      known[value] = size(of: bound, value)
    }
    let smaller = needsMore(bound, known) ? smaller(bound) : [:]
    let growth = Growth(
      known.merging(smaller, uniquingKeysWith: { old, _ in old }), few: Self.few)
    func neighbour(_ value: Int) -> BoundSizes.Neighbour? {
      if let states = known[value] {
        return BoundSizes.Neighbour(value: value, states: states, basis: .measured)
      }
      guard bound.allowed.contains(value), isSpec(bound, value), !smaller.isEmpty else {
        return nil
      }
      return growth.states(at: value).map {
        BoundSizes.Neighbour(value: value, states: $0, basis: .extrapolated)
      }
    }
    sizes.lower = neighbour(bound.value - 1)
    sizes.higher = neighbour(bound.value + 1)
    return sizes
  }

  private func needsMore(_ bound: SpecBound, _ known: [Int: Int]) -> Bool {
    [bound.value - 1, bound.value + 1].contains {
      bound.allowed.contains($0) && known[$0] == nil && isSpec(bound, $0)
    }
  }

  /// The numbers of states for the three largest reduced values that are small enough.
  private func smaller(_ bound: SpecBound) -> [Int: Int] {
    var found: [Int: Int] = [:]
    var value = bound.value - 1
    while value >= bound.allowed.lowerBound, found.count < 3, !Deadline.isOver {
      if let states = size(of: bound, value) { found[value] = states }
      let next = bound.value <= Self.few ? value - 1 : value / 2
      if next == value { break }
      value = next
    }
    return found
  }

  // MARK: One search

  private func spec(_ bound: SpecBound, _ value: Int) -> CheckedSpec? {
    let name = world.world?.name
    switch bound.place {
    case .setting(let param):
      guard let setting = try? Setting(param, "\(value)", path: "bound") else { return nil }
      let settings = compiled.settings.filter { $0.name != param } + [setting]
      let syntax = compiled.syntax
      return Checker.check(
        name.map(syntax.confined) ?? syntax, world: name, settings: settings, limits: limits
      ).spec
    case .text(let places):
      var contents = Array(compiled.file.bytes[..<compiled.file.parts[0].range.end])
      for place in places.reversed() {
        contents.replaceSubrange(place.start..<place.end, with: Array("\(value)".utf8))
      }
      var edited = EditedSpec(compiled.file, contents: contents, limits: limits)
      return edited?.world(world.worldName, settings: compiled.settings)
    }
  }

  private func isSpec(_ bound: SpecBound, _ value: Int) -> Bool { spec(bound, value) != nil }

  /// The number of states with another value of a bound; nil if there is no such spec, if a number overflows, or if
  /// there are too many.
  private func size(of bound: SpecBound, _ value: Int) -> Int? {
    guard let spec = spec(bound, value), let machine = try? Machine(spec),
      let starts = try? machine.starts()
    else { return nil }
    var bounds = SearchLimits(states: Self.most, memory: memory)
    bounds.reducesSymmetry = reducesSymmetry
    let result = ExhaustiveSearch(machine, limits: bounds, properties: []).run(from: starts)
    guard result.completion == .exhaustive, !Deadline.isOver,
      !result.generalViolations.contains(where: { $0.word == .fault })
    else { return nil }
    return result.statistics.storedStates
  }
}

/// The growth of the number of states with a bound, estimated from a few values.
private struct Growth {
  private typealias Point = (value: Int, states: Int)

  private let points: [Point]
  /// Whether growth is exponential, which is assumed for small values. For large values it is polynomial.
  private let isByStep: Bool

  init(_ states: [Int: Int], few: Int) {
    points = states.sorted { $0.key < $1.key }.map { (value: $0.key, states: $0.value) }
    isByStep = points.last.map { $0.value <= few } ?? true
  }

  /// The estimated number of states for a value: interpolated between known values, extrapolated beyond them.
  func states(at value: Int) -> Int? {
    let below = points.filter { $0.value < value }.suffix(3)
    guard let last = below.last else { return nil }
    var slope: Double
    if let above = points.first(where: { $0.value > value }) {
      slope = self.slope(last, above)
    } else {
      let slopes = zip(below, below.dropFirst()).map { self.slope($0, $1) }
      guard let latest = slopes.last else { return nil }
      slope = latest
      // The slope continues to change as before, within a limit.
      if isByStep, let first = slopes.first, first > 0 { slope *= min(1.1, latest / first) }
    }
    let expected = Double(last.states) * exp(slope * (place(value) - place(last.value)))
    return expected < Double(1 << 62) ? Int(expected.rounded()) : nil
  }

  private func place(_ value: Int) -> Double {
    isByStep ? Double(value) : log(Double(max(1, value)))
  }

  private func slope(_ left: Point, _ right: Point) -> Double {
    let way = place(right.value) - place(left.value)
    return way > 0 ? log(Double(max(1, right.states)) / Double(max(1, left.states))) / way : 0
  }
}
