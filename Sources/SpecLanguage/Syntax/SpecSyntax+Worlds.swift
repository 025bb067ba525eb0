extension SpecSyntax {
  /// The worlds, in the order of the text.
  package var worlds: [WorldSyntax] {
    declarations.compactMap { declaration in
      if case .world(let world) = declaration.kind { world } else { nil }
    }
  }

  /// The uses of all files, the innermost first.
  package var uses: [UseSyntax] {
    declarations.compactMap { declaration in
      if case .use(let use) = declaration.kind { use } else { nil }
    }
  }

  /// The declarations of each file, the innermost first.
  package var declarationsByPart: [[DeclarationSyntax]] {
    var parts: [(path: String, declarations: [DeclarationSyntax])] = []
    for declaration in declarations {
      let path = file.part(at: declaration.range.start).path
      if parts.last?.path != path { parts.append((path, [])) }
      parts[parts.count - 1].declarations.append(declaration)
    }
    return parts.map(\.declarations)
  }

  /// The names of the worlds, in the order of the text.
  package var worldNames: [String] {
    var names: [String] = []
    for world in worlds where !names.contains(world.name.text) { names.append(world.name.text) }
    return names
  }

  /// Returns the named world after its base worlds, the outermost base first; empty if there is no such world. Each
  /// world of a cycle occurs once.
  package func chain(of world: String?) -> [WorldSyntax] {
    var chain: [WorldSyntax] = []
    var next = world
    while let name = next, !chain.contains(where: { $0.name.text == name }),
      let world = worlds.first(where: { $0.name.text == name })
    {
      chain.append(world)
      next = world.base?.text
    }
    return chain.reversed()
  }

  /// Returns the spec without the worlds that are neither the named one nor its bases, since they do not affect it.
  package func confined(to world: String) -> SpecSyntax {
    let kept = Set(chain(of: world).map(\.name.text))
    var confined = self
    confined.declarations.removeAll { declaration in
      if case .world(let other) = declaration.kind {
        !kept.contains(other.name.text)
      } else {
        false
      }
    }
    return confined
  }

  /// The names that a setting can change: params, and symmetric types with a literal number.
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
