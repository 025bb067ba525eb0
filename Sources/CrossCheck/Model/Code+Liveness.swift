import Semantics

/// The liveness analysis of statements: the roots that they read and store, and those still needed.
extension [Code] {
  /// The roots that are stored to.
  var written: Set<Reference.Root> {
    reduce(into: []) { roots, code in
      switch code {
      case .when(_, let then, let otherwise):
        roots.formUnion(then.written)
        roots.formUnion(otherwise.written)
      case .loop(_, _, _, let body): roots.formUnion(body.written)
      case .pick(let local): roots.insert(.local(local))
      default: if let target = code.target { roots.insert(target) }
      }
    }
  }

  /// Whether they may leave or choose.
  var mayEnd: Bool {
    haveAnywhere { code in
      switch code {
      case .leave, .pick: true
      default: false
      }
    }
  }

  /// Whether they never reach their end.
  var alwaysLeaves: Bool {
    contains { code in
      switch code {
      case .leave: true
      case .when(_, let then, let otherwise): then.alwaysLeaves && otherwise.alwaysLeaves
      default: false
      }
    }
  }

  /// The roots that are needed before each of them, and after the last one.
  func liveness(_ after: Set<Reference.Root>) -> [Set<Reference.Root>] {
    var live = [after]
    for code in reversed() { live.append(code.live(before: live[live.count - 1])) }
    return live.reversed()
  }

  func live(before after: Set<Reference.Root>) -> Set<Reference.Root> {
    reversed().reduce(after) { $1.live(before: $0) }
  }

  /// The roots that a pass of a loop passes on to the next one, or to the code after the loop.
  func liveInLoop(_ local: Local, _ after: Set<Reference.Root>) -> Set<Reference.Root> {
    var live = after
    while true {
      let more = self.live(before: live).subtracting([.local(local)])
      if more.isSubset(of: live) { return live }
      live.formUnion(more)
    }
  }

  /// The flag or number that is stored to a root, if it is always the same one and nothing reads the root.
  func onlyValue(of root: Reference.Root) -> Scalar? {
    var values: Set<Scalar> = []
    let isSimple = allStores(to: root) { scalar in
      values.insert(scalar)
      return !scalar.reads { $0 == root }
    }
    return isSimple && values.count == 1 ? values.first : nil
  }

  /// Whether all uses of a root add something to it that does not depend on it.
  func onlyAdds(to root: Reference.Root) -> Bool {
    allStores(to: root) { scalar in
      guard case .binary(.add, .read(let place, _), let added) = scalar else { return false }
      return place == Reference(root: root) && !added.reads { $0 == root }
    }
  }

  /// Whether all uses of a root store a value that satisfies the condition.
  private func allStores(to root: Reference.Root, _ isSuch: (Scalar) -> Bool) -> Bool {
    allSatisfy { code in
      switch code {
      case .assign(let place, let scalar):
        if place.root == root { return place.steps.isEmpty && isSuch(scalar) }
        return !place.reads { $0 == root } && !scalar.reads { $0 == root }
      case .copy(let to, let from, _): return !to.reads { $0 == root } && !from.reads { $0 == root }
      case .clear(let place, _): return !place.reads { $0 == root }
      case .when(let test, let then, let otherwise):
        return !test.reads { $0 == root } && (then + otherwise).allStores(to: root, isSuch)
      case .loop(_, let first, let last, let body):
        return !first.reads { $0 == root } && !last.reads { $0 == root }
          && body.allStores(to: root, isSuch)
      case .pick, .leave: return true
      }
    }
  }
}

extension Code {
  fileprivate func live(before after: Set<Reference.Root>) -> Set<Reference.Root> {
    var live = after
    func note(_ root: Reference.Root) -> Bool {
      live.insert(root)
      return false
    }
    func stored(_ place: Reference) -> Bool {
      guard after.contains(place.root) else { return false }
      if place.steps.isEmpty { live.remove(place.root) } else { _ = place.reads(note) }
      return true
    }
    switch self {
    case .assign(let place, let scalar): if stored(place) { _ = scalar.reads(note) }
    case .copy(let to, let from, _): if stored(to) { _ = from.reads(note) }
    case .clear(let place, _): _ = stored(place)
    case .when(let test, let then, let otherwise):
      live = then.live(before: after).union(otherwise.live(before: after))
      _ = test.reads(note)
    case .loop(let local, let first, let last, let body):
      live = body.liveInLoop(local, after)
      _ = (first.reads(note), last.reads(note))
    case .pick(let local): live.remove(.local(local))
    case .leave: live = []
    }
    return live
  }
}

extension Reference {
  /// Its name, without its parts.
  var name: String { if case .local(let local) = root { local.name } else { "value" } }
}

extension Model {
  func name(_ root: Reference.Root) -> String {
    switch root {
    case .now(let index): variables[index].name
    case .before(let index): "before_\(variables[index].name)"
    case .sent(let signal): sent[signal]?.name ?? "sent"
    case .local(let local): local.name
    }
  }

  func shape(_ root: Reference.Root) -> Shape {
    switch root {
    case .now(let index), .before(let index): variables[index].shape
    case .sent(let signal): sent[signal]?.shape ?? .flag
    case .local(let local): local.shape
    }
  }

  func shape(of place: Reference) -> Shape {
    place.steps.reduce(shape(place.root)) { shape, step in
      switch (step, shape) {
      case (.part(let name), .record(let parts)):
        parts.first { $0.name == name }?.shape ?? shape
      case (.index, .array(_, let element)): element
      default: shape
      }
    }
  }

  /// In the order of the variables, then by name.
  func sorted(_ roots: Set<Reference.Root>) -> [Reference.Root] {
    func key(_ root: Reference.Root) -> (Int, Int, String) {
      switch root {
      case .now(let index): (0, index, "")
      case .before(let index): (1, index, "")
      case .sent(let signal): (2, signal, "")
      case .local(let local): (3, 0, local.name)
      }
    }
    return roots.sorted { key($0) < key($1) }
  }
}
