import Semantics

/// The params that nothing reads, and the cases of enums that no value has: `UnusedNames(spec, references)`.
package struct UnusedNames {
  private let spec: CheckedSpec
  /// The declarations that the text refers to.
  private let used: Set<SourceRange>
  /// The names after words that may iterate over the values of a type.
  private let runThrough: Set<String>

  package init(_ spec: CheckedSpec, _ references: NameReferences) {
    self.spec = spec
    runThrough = spec.file.runThrough
    let drawings = spec.phoneView?.ranges ?? []
    used = references.declarations { place in
      !Self.isSetting(place, spec.file)
        && !drawings.contains { $0.start <= place.start && place.end <= $0.end }
    }
  }

  /// Returns whether a world sets the name at a place, so that it is not read there.
  private static func isSetting(_ place: SourceRange, _ file: SourceFile) -> Bool {
    let after = file.bytes.dropFirst(place.end).prefix(80).drop { $0 == UInt8(ascii: " ") }
    return after.starts(with: "=".utf8) && !after.starts(with: "==".utf8)
  }

  /// The coverage gap for each name that the spec itself declares, and whether the name is used.
  package var questions: [(question: CoverageGap, isAsked: Bool)] {
    params + enums.flatMap(cases)
  }

  private var params: [(CoverageGap, Bool)] {
    spec.params.filter { param in
      spec.file.usedPath(at: param.range) == nil && !param.name.isEmpty
        && !spec.nameCounts.contains { $0.name == param.name }
    }.map { param in
      (CoverageGap(.paramIsNeverRead(param.name), param.range), used.contains(param.range))
    }
  }

  private func cases(_ type: EnumType) -> [(CoverageGap, Bool)] {
    let isProduced = isProduced(type)
    return type.cases.compactMap { item in
      guard let range = item.range, spec.file.usedPath(at: range) == nil else { return nil }
      return (CoverageGap(.caseIsNeverUsed(item.name), range), isProduced || used.contains(range))
    }
  }

  // MARK: Types

  /// The enums of the spec that its variables, parameters and signals contain.
  private var enums: [EnumType] {
    var found: [EnumType] = []
    var seen: Set<Type> = []
    func visit(_ type: Type) {
      guard seen.insert(type).inserted else { return }
      if case .enumeration(let type) = type { found.append(type) }
      type.parts.forEach(visit)
    }
    spec.variables.forEach { visit($0.type) }
    spec.signals.forEach { $0.fields.forEach { visit($0.type) } }
    return found
  }

  /// Returns whether a parameter, an initial value, a table or a quantifier produces its values without naming them.
  private func isProduced(_ type: EnumType) -> Bool {
    let whole = Type.enumeration(type)
    let parameters = spec.events.flatMap(\.parameters) + spec.properties.flatMap(\.parameters)
    if parameters.contains(where: { $0.type.mentions(whole) }) { return true }
    for variable in spec.variables where variable.type.mentions(whole) {
      if case .value(let root) = variable.initial, !variable.type.hasTable(over: whole),
        !root.expression.isWholeType
      {
        continue
      }
      return true
    }
    return spec.variables.contains { variable in
      variable.type.names(around: whole).contains { runThrough.contains($0) }
    } || runThrough.contains(type.name)
  }
}

extension Expression {
  /// Whether it is the set of all values of a type.
  fileprivate var isWholeType: Bool {
    guard case .aggregate(.set, let binders, nil) = node, let level = binders.levels.first,
      case .domain = level.source.node
    else { return false }
    return binders.levels.count == 1 && binders.filter == nil
  }
}

extension Type {
  fileprivate func mentions(_ other: Type) -> Bool {
    self == other || parts.contains { $0.mentions(other) }
  }

  fileprivate func hasTable(over other: Type) -> Bool {
    if case .table(let key, _) = self, key.mentions(other) { return true }
    return parts.contains { $0.hasTable(over: other) }
  }

  /// Returns the names of declared types that contain another one.
  fileprivate func names(around other: Type) -> [String] {
    guard mentions(other) else { return [] }
    let inner = parts.flatMap { $0.names(around: other) }
    return switch self {
    case .enumeration(let type): inner + [type.name]
    case .structure(let type): inner + [type.name]
    default: inner
    }
  }
}

extension SourceFile {
  /// The names after words that may iterate over the values of a type.
  fileprivate var runThrough: Set<String> {
    let words = bytes.split { $0 < 0x80 && !$0.isWordByte }
    let introducers = ["in", "any", "choose"].map { Array($0.utf8)[...] }
    let names = zip(words, words.dropFirst()).lazy.filter { introducers.contains($0.0) }
    return Set(names.map { String(decoding: $0.1, as: UTF8.self) })
  }
}
