import Semantics
import SpecLanguage
import Traces

/// Advice on reducing the number of a world's states, the most effective first: `SizeAdvice(world, size).advice`.
final class SizeAdvice {
  typealias Advice = SizeVerdict.Advice

  /// The minimum factor by which a variable has to multiply the states to be mentioned.
  private static let leastFactor = 2.0
  /// The number of values that a counter usually needs: none, one, some, and many.
  private static let fewValues = 4

  private let world: WorldReport
  private let size: SizeExplanation
  private var spec: CheckedSpec { world.spec }
  private var file: SourceFile { world.spec.file }

  init(_ world: WorldReport, _ size: SizeExplanation) {
    (self.world, self.size) = (world, size)
  }

  /// The advice, sorted by effect and then by the order of the text.
  var advice: [Advice] {
    var all =
      size.variables.flatMap(ofVariable) + world.symmetryCandidates.map(ofNames)
      + world.bounds.compactMap(ofBound)
    if size.variables.isEmpty, let hopeless { all.append(hopeless) }
    return all.enumerated().sorted { left, right in
      (-left.element.factor, left.offset) < (-right.element.factor, right.offset)
    }.map(\.element)
  }

  /// Advice that needs no states.
  private var hopeless: Advice? {
    guard let (variable, text) = SizeWarning.of(spec) else { return nil }
    return Advice(
      reason: text, mend: "a bound, or fewer values of its elements",
      place: TextPlace(file, variable.range), factor: 1e12, basis: "guessed")
  }

  // MARK: Variables

  private func ofVariable(_ variable: SizeExplanation.Variable) -> [Advice] {
    let declared = spec.variables[variable.variable]
    guard declared.monitor == nil else { return [] }
    var advice: [Advice] = []
    let factor = size.factor(variable)
    if let teller = variable.determiners.first {
      advice.append(
        Advice(
          reason:
            "'\(declared.name)' is determined by '\(spec.variables[teller].name)' in every state",
          mend: "a func of that in its place: as many states, with "
            + "\(Wording.count(variable.bits, "bit")) less each",
          place: TextPlace(file, declared.range), factor: 1, basis: "exact"))
    }
    guard factor >= Self.leastFactor else { return advice }
    let fields = size.fields.filter { $0.variable == variable.variable }
    let numbers = fields.filter { $0.range != nil && !$0.isSize || $0.type?.containsTimer ?? false }
    if let number = numbers.max(by: { $0.values.value < $1.values.value }),
      number.values.value > Self.fewValues
    {
      advice.append(ofNumber(number, declared, factor))
    }
    if let collection = ofCollection(declared, factor, fields) { advice.append(collection) }
    return advice
  }

  private func multiplies(_ variable: Variable, _ factor: Double) -> String {
    "'\(variable.name)' multiplies the "
      + (isPart ? "first \(Wording.number(size.states)) states" : "states")
      + " by \(Wording.factor(factor))"
  }

  /// Whether only a part of the states was examined.
  private var isPart: Bool { size.states < size.stored }

  private func ofNumber(
    _ field: SizeExplanation.Field, _ variable: Variable, _ factor: Double
  ) -> Advice {
    let count = field.values.value
    let effect = min(factor, Double(count) / Double(Self.fewValues))
    var reason = multiplies(variable, factor)
    let name = field.path.isEmpty ? "it" : "'\(variable.name)\(field.path)'"
    reason += ", and \(name) takes \(Wording.count(count, "value"))"
    if let range = field.range { reason += ", \(range.lowerBound)...\(range.upperBound)" }
    if field.range?.upperBound == field.greatest, field.statesAtGreatest > 0 {
      reason += ", up to its bound"
    }
    let isTimer = field.type?.containsTimer ?? false
    let lower = field.range?.lowerBound ?? 0
    // The size of the whole is unknown if only a part was examined.
    let less = isPart ? "" : ": about \(Wording.rounded(Double(size.stored) / effect)) states"
    let mend =
      isTimer
      ? "a coarser unit of time, such as with \(Self.fewValues) values\(less)"
      : "a smaller bound, such as \(lower)...\(lower + Self.fewValues - 1)\(less)"
    return Advice(
      reason: reason, mend: mend, place: TextPlace(file, variable.range), factor: effect,
      basis: "estimated")
  }

  private func ofCollection(
    _ variable: Variable, _ factor: Double, _ fields: [SizeExplanation.Field]
  ) -> Advice? {
    let count = fields.first { $0.path == ".count" }
    guard let greatest = count?.greatest, greatest > 1, let most = count?.range?.upperBound
    else { return nil }
    var reason = multiplies(variable, factor)
    let mend: String
    var effect = factor.squareRoot()
    switch variable.type {
    case .set(let element, nil):
      reason +=
        ": it may hold each of \(Wording.number(greatest)) values of \(element) or not, which is 2"
        + "\(Wording.superscript(greatest)) sets"
      effect = factor
      mend =
        most < greatest && world.result.completion == .exhaustive
        ? "fewer values of \(element), or a bound: never more than \(Wording.number(most)) are in it"
        : "fewer values of \(element), or a bound: 'Set<\(element), atMost: \(max(1, most / 2))>'"
    case .map(let key, let content):
      reason +=
        ": it has \(Wording.number(greatest)) keys, each without a value or with one of \(content)"
      mend = "fewer values of \(key), or simpler ones of \(content)"
    case .list(let element, let bound):
      reason += ": its up to \(Wording.count(most, "element")) may come in any order"
      mend =
        "where the order does not matter, 'Bag<\(element)\(bound.map { ", \($0)" } ?? "")>', up to "
        + "\(Wording.factorial(most)) times fewer"
    default: return nil
    }
    // At most a part of it can be removed, and the effect is unknown in advance.
    return Advice(
      reason: reason, mend: mend, place: TextPlace(file, variable.range), factor: effect,
      basis: "guessed")
  }

  // MARK: Types and bounds

  private func ofNames(_ candidate: SymmetryCandidate) -> Advice {
    let holders = size.variables.filter {
      spec.variables[$0.variable].type.mentions(candidate.name)
    }
    var most = (1...max(1, min(20, candidate.count))).reduce(1.0) { $0 * Double($1) }
    // A range in the state has lost the name of its type.
    let affected = holders.isEmpty ? size.variables : holders
    most = min(most, affected.reduce(1) { $0 * max(1, size.factor($1)) })
    let (name, count) = (candidate.name, candidate.count)
    return Advice(
      reason: "the \(count) values of '\(name)' are interchangeable",
      mend:
        "as 'symmetric \(name)(\(count))' they would take up to \(Wording.factor(most)) times fewer states",
      place: TextPlace(file, candidate.range), factor: most, basis: "at most")
  }

  private func ofBound(_ sizes: BoundSizes) -> Advice? {
    guard let lower = sizes.lower, lower.states > 0, world.result.completion == .exhaustive
    else { return nil }
    let factor = Double(size.stored) / Double(lower.states)
    guard factor > 1.1 else { return nil }
    let states =
      lower.basis == .measured
      ? Wording.number(lower.states) : Wording.rounded(Double(lower.states))
    return Advice(
      reason: "'\(sizes.name)' is \(Wording.number(sizes.value))",
      mend:
        "with \(Wording.number(lower.value)) there are \(lower.basis == .measured ? "" : "about ")"
        + "\(states) states",
      place: TextPlace(file, sizes.range), factor: factor, basis: lower.basis.rawValue)
  }
}

extension Type {
  /// Whether an enum of that name occurs in the type.
  fileprivate func mentions(_ name: String) -> Bool {
    if case .enumeration(let owner) = self, owner.name == name { return true }
    return parts.contains { $0.mentions(name) }
  }
}

extension Wording {
  /// A factor as text: `2.5`, `120`, or words for enormous ones.
  static func factor(_ value: Double) -> String {
    value >= 1e12
      ? "billions of" : value < 10 ? fixed(value, digits: 1) : number(Int(value.rounded()))
  }

  /// A number rounded to two digits: `1,700`.
  static func rounded(_ value: Double) -> String {
    guard value < 1e15 else { return "more than a quadrillion" }
    var unit = 1
    while value / Double(unit) >= 100 { unit *= 10 }
    return number(Int((value / Double(unit)).rounded()) * unit)
  }

  /// A number as superscript.
  static func superscript(_ value: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    return String("\(value)".compactMap { $0.wholeNumberValue.map { digits[$0] } })
  }
}
