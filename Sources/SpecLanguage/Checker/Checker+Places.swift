import Semantics

/// The places that statements assign to.
extension Checker {
  /// Returns the place that an expression names, or reports that it cannot be assigned.
  ///
  /// The place is resolved from the root outwards, so the type of each part is known before the next one. Returns nil
  /// as well if a part was reported before.
  mutating func place(_ syntax: ExpressionSyntax) -> Place? {
    switch syntax.kind {
    case .name(let name): return rootPlace(NameSyntax(text: name, range: syntax.range))
    case .member(let base, let name):
      guard var place = place(base) else { return nil }
      switch place.type {
      case .error: return nil
      case .structure(let type):
        guard let index = field(name, of: type) else { return nil }
        return place.appending(.field(index), type.fields[index].type, syntax.range)
      case .optional:
        let member = ".\(name.text)"
        reportOptional(member, member, base.range, place.type, isPlace: true)
        return nil
      default:
        report(
          .notAssignable, "'.\(name.text)' of a value of type \(place.type) cannot be changed",
          name.range
        ) { $0.keyHelp(name, place.type, base.range) }
        return nil
      }
    case .element(let base, let key):
      guard var place = place(base) else {
        return nil
      }
      return elementPlace(&place, key, base, syntax.range)
    case .forceUnwrap(let base), .chain(let base):
      guard var place = place(base) else { return nil }
      guard place.type.isOptional else {
        if !place.type.isError {
          report(
            .neverNil, "\(place.type) is never nil", base.range,
            fix: "leave the '?' or '!' out")
        }
        return nil
      }
      let isChain = if case .chain = syntax.kind { true } else { false }
      return place.appending(isChain ? .chain : .unwrap, place.type.unwrapped, syntax.range)
    default:
      report(
        .notAssignable, "this value cannot be changed", syntax.range,
        fix: "change a variable, or an entry, element or field of a variable"
      ) { $0.entryHelp(syntax) }
      return nil
    }
  }

  /// Returns the help for `m(k)`: `m[k]`.
  private func entryHelp(_ syntax: ExpressionSyntax) -> Help? {
    guard case .call(let callee, let arguments) = syntax.kind, case .name(let name) = callee.kind,
      names.globals[name]?.kind == .variable, arguments.count == 1, arguments[0].label == nil
    else { return nil }
    return .write("\(name)[\(draft(arguments[0].value.range))]", at: syntax.range)
  }

  private mutating func rootPlace(_ name: NameSyntax) -> Place? {
    if let local = local(name) {
      guard local.isMutable else {
        let isElement = local.original?.loop != nil
        report(
          .notAssignable,
          isElement
            ? "'\(name.text)' is a copy of the element and cannot be changed"
            : "'\(name.text)' is a \(local.what) and cannot be changed",
          name.range,
          notes: [.init(range: local.range, message: "'\(name.text)' is declared here")]
        ) { $0.copyHelp(name, local) }
        return nil
      }
      return Place(root: .local(local.slot), steps: [], type: local.type, range: name.range)
    }
    guard let global = global(name) else {
      if reportMisused(name, .store, name.range) { return nil }
      reportUnknown(
        .unknownVariable, "variable", name, among: context.names + names.all([.variable]),
        fix: "declare it: 'var \(name.text): T = value'"
      ) { $0.selfHelp(name) }
      return nil
    }
    if names.ambiguous.contains(name.text) { return nil }
    guard global.kind == .variable else {
      report(
        .notAssignable, "'\(name.text)' is a \(global.kind.noun) and cannot be changed",
        name.range,
        fix: global.kind == .constant || global.kind == .param ? "declare it with 'var'" : nil,
        notes: [.init(range: global.name.range, message: "'\(name.text)' is declared here")])
      return nil
    }
    declareVariables()
    guard let index = variables.indices[name.text], !spec.variables[index].type.isError else {
      return nil
    }
    return Place(
      root: .variable(index), steps: [], type: spec.variables[index].type, range: name.range)
  }

  private mutating func elementPlace(
    _ place: inout Place, _ key: ExpressionSyntax, _ base: ExpressionSyntax, _ range: SourceRange
  ) -> Place? {
    switch place.type {
    case .map(let keyType, let content):
      let key = entryKey(key, keyType, storing: true, values: content)
      if key.reads.hasMistake { return nil }
      return place.appending(.element(key, of: place.type), .optional(content), range)
    case .table(let keyType, let content):
      let key = entryKey(key, keyType)
      return place.appending(.element(key, of: place.type), content, range)
    case .list(let content, _):
      let index = integer(key, "an index")
      return place.appending(.element(index, of: place.type), content, range)
    case .error: return nil
    case .optional:
      reportOptional("[", "[…]", base.range, place.type, isPlace: true)
      return nil
    default:
      let (element, owner) = (quoted(key.range), quoted(base.range))
      let isSet = if case .set = place.type { true } else { place.type.isBag }
      report(
        .notAssignable, "\(place.type.valueText) has no entries", range,
        fix: isSet
          ? "write 'insert \(element) into \(owner)' or 'remove \(element) from \(owner)'" : nil)
      return nil
    }
  }
}

extension Place {
  fileprivate mutating func appending(_ step: Step, _ type: Type, _ range: SourceRange) -> Place {
    steps.append(step)
    self.type = type
    self.range = range
    return self
  }
}
