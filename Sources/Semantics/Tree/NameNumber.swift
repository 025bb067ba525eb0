/// The instance count of a symmetric type, and its source.
package struct NameNumber: Sendable {
  package var type: String
  /// The param that sets the number, or the type if it is a literal; nil if the number is computed.
  package var setting: String?
  package var range: SourceRange

  package init(type: String, setting: String?, range: SourceRange) {
    self.type = type
    self.setting = setting
    self.range = range
  }
}

extension CheckedSpec {
  /// The reason why the meaning of a spec may depend on the instance count of a type in other ways than by the names;
  /// nil if it does not.
  package func obstacle(toCountingNamesOf type: String) -> (reason: String, range: SourceRange)? {
    guard let number = nameNumbers.first(where: { $0.type == type }) else {
      return ("there is no such type of names", SourceRange(0, 0))
    }
    guard let setting = number.setting else {
      return ("the number of names is computed", number.range)
    }
    if setting != type, let range = constantUses[setting] {
      return ("the number of names counts here as well", range)
    }
    if let other = nameNumbers.first(where: { $0.type != type && $0.setting == setting }) {
      return ("another type has as many names", other.range)
    }
    return namesInConstants[type].map { ("a constant depends on how many names there are", $0) }
  }
}

extension Expression {
  /// The symmetric types that its evaluation enumerates or counts, including in functions that it calls.
  package var namesRunOver: [SymmetricType] {
    Type.symmetricTypes(
      in: [self].withFunctions.flatMap { part -> [Type] in
        switch part.node {
        case .domain: [part.type]
        case .member(_, let base, _): [base.type]
        case .quantifier(_, let binders, _), .aggregate(_, let binders, _):
          binders.levels.map(\.source.type)
        case .isContained(_, let collection): [collection.type]
        case .comparison(_, let left, _): [left.type]
        default: []
        }
      })
  }
}
