import Semantics

/// Properties that do not depend on the rules, as far as a truth table shows.
struct VacuousProperties {
  private let spec: CheckedSpec
  /// The properties in the text of the spec itself that can be judged.
  private let judged: [Int]
  /// The judged properties that are true regardless of the rules.
  private let always: Set<Int>

  /// The properties that hold in the current world. Only these can imply others.
  private let holding: Set<Int>

  init(spec: CheckedSpec, holding: Set<Int>, _ exemptions: LintExemptions) {
    self.spec = spec
    self.holding = holding
    judged = spec.properties.indices.filter { Self.isJudged(spec.properties[$0], in: spec) }
    always = Set(
      judged.filter { index in
        let property = spec.properties[index]
        return Self.isAlwaysTrue(property) && !Self.dependsOnParam(property, spec, exemptions)
      })
  }

  /// Whether it may be true only for the current values of params: it names a param, and no param bounds anything
  /// that it reads.
  private static func dependsOnParam(
    _ property: Property, _ spec: CheckedSpec, _ exemptions: LintExemptions
  ) -> Bool {
    let body = property.body.expression
    if exemptions.isOptional(property) { return true }
    guard exemptions.mentionsParam(body) else { return false }
    return !body.reads.variables.contains { exemptions.isBoundedByParam(spec.variables[$0]) }
  }

  /// The questions about each property in the text of the spec itself, with their answers.
  var questions: [(question: CoverageGap, isAsked: Bool)] {
    let implications = PropertyImplications(of: judged, in: spec)
    let premises = judged.filter { holding.contains($0) && !always.contains($0) }
    var result: [(CoverageGap, Bool)] = []
    for index in judged {
      let property = spec.properties[index]
      let isAlways = always.contains(index)
      result.append((CoverageGap(.propertyAlwaysHolds(property.name), property.range), !isAlways))
      if isAlways { continue }
      let other = implications.premise(of: index, among: premises)
      let name = other.map { spec.properties[$0].name } ?? ""
      result.append(
        (CoverageGap(.propertyIsImplied(property.name, by: name), property.range), other == nil))
    }
    return result
  }

  private static func isJudged(_ property: Property, in spec: CheckedSpec) -> Bool {
    !property.isImplied && property.family == nil && property.sentence == nil
      && spec.file.usedPath(at: property.range) == nil
  }

  private static func isAlwaysTrue(_ property: Property) -> Bool {
    let body = property.body.expression
    return (property.filter != nil || !body.isConstant)
      && TruthTable.isAlwaysTrue(property.filteredBody)
  }
}
