extension SpecSyntax {
  /// The names of the worlds, in the order of the text.
  package var worldNames: [String] {
    var names: [String] = []
    for case .world(let world) in declarations.map(\.kind) where !names.contains(world.name.text) {
      names.append(world.name.text)
    }
    return names
  }

  /// The spec with that world as its only one: others do not matter to what it says there.
  package func confined(to world: String) -> SpecSyntax {
    var confined = self
    confined.declarations.removeAll { declaration in
      if case .world(let other) = declaration.kind { other.name.text != world } else { false }
    }
    return confined
  }

  /// The names that a setting gives a value: params, and symmetric types whose number is written out.
  package var settableNames: [String] {
    declarations.compactMap { declaration in
      switch declaration.kind {
      case .param(let param): return param.name.text
      case .symmetric(let name, let count):
        if case .integer = count.kind { return name.text }
        return nil
      default: return nil
      }
    }
  }
}
