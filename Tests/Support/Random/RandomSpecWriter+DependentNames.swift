/// Loops and choices whose second name iterates over a collection that depends on the first one.
extension RandomSpecWriter {
  /// Returns such a statement that stores both names; empty if no variable fits.
  mutating func dependentNames(_ indent: String) -> [String] {
    let first = Name(text: freshName(), kind: random.pick(ordered)!, isMutable: false)
    let (source, kind) = dependentSource(first)
    let second = Name(text: freshName(), kind: kind, isMutable: false)
    let changes = [first, second].compactMap { random.pick(keepers(of: $0)) }
    if changes.isEmpty { return [] }
    var head = "\(first.text) in \(types.text(first.kind)), \(second.text) in \(source)"
    if random.oneIn(3) { head += " where \(question(second.text, kind))" }
    return random.oneIn(3)
      ? ["\(indent)choose \(head)"] + changes.map { indent + $0 }
      : ["\(indent)for \(head) {"] + changes.map { "\(indent)  \($0)" } + ["\(indent)}"]
  }

  /// The types whose values have an order that a loop follows.
  private var ordered: [RandomKind] { [.bool, .range(0), .enumeration(0)] }

  private mutating func dependentSource(_ first: Name) -> (text: String, element: RandomKind) {
    var sources = ordered.map { kind -> (String, RandomKind) in
      let name = freshName()
      let test = kind == first.kind ? "\(name) != \(first.text)" : question(first.text, first.kind)
      return ("list(\(name) in \(types.text(kind)) where \(test))", kind)
    }
    if case .range = first.kind { sources.append(("0..<\(first.text)", .range(0))) }
    for table in variables {
      guard case .table(first.kind, .list(let element, _)) = table.kind else { continue }
      sources.append(("\(table.text)[\(first.text)]", element))
    }
    return random.pick(sources)!
  }
}
