extension RandomFairSpecWriter {
  /// A condition on the state and the local names.
  mutating func condition() -> String {
    switch random.number(below: isCrowded ? 3 : 8) {
    case 0: return "(\(test())) && (\(test()))"
    case 1 where !isCrowded || random.oneIn(3): return "(\(test())) || (\(test()))"
    default: return test()
    }
  }

  private mutating func test() -> String {
    if random.oneIn(12), let local = comparison() { return local }
    let (text, kind) = random.pick(variables)!
    switch kind {
    case .flag: return (random.oneIn(2) ? "!" : "") + text
    case .phase: return "\(text) \(equality()) .\(phase())"
    case .element(let domain): return elementTest(text, domain)
    case .set(let domain): return setTest(text, domain)
    case .pointer(let domain):
      if let name = value(of: domain), !random.oneIn(3) { return "\(text) \(equality()) \(name)" }
      return "\(text) \(equality()) nil"
    case .flags(let domain): return tableTest(domain, "\(text)[", "]")
    case .phases(let domain): return tableTest(domain, "\(text)[", "] == .\(phase())")
    case .links(let key, let content): return linkTest(text, key, content)
    case .queue(let domain): return queueTest(text, domain)
    case .messages(let domain, _): return messagesTest(text, domain)
    case .timer:
      return (random.oneIn(2) ? "" : "!") + text + random.pick([".isDue", ".isRunning"])!
    }
  }

  /// Something about local names only.
  private mutating func comparison() -> String? {
    guard let name = random.pick(locals) else { return nil }
    guard let domain = name.domain else { return (random.oneIn(2) ? "!" : "") + name.text }
    let others = locals.filter { $0.domain == domain && $0.text != name.text }
    return random.pick(others).map { "\(name.text) \(equality()) \($0.text)" }
  }

  private mutating func elementTest(_ text: String, _ domain: Int) -> String {
    for _ in 0..<3 {
      if let name = value(of: domain), name != text { return "\(text) \(equality()) \(name)" }
    }
    let pointers = variables.filter { $0.kind == .pointer(domain) }
    if let other = random.pick(pointers) { return "\(other.text) \(equality()) \(text)" }
    return random.oneIn(2) ? "true" : "false"
  }

  private mutating func setTest(_ text: String, _ domain: Int) -> String {
    if let name = value(of: domain), !random.oneIn(4) {
      return random.oneIn(2) ? "\(name) in \(text)" : "!(\(name) in \(text))"
    }
    return random.pick([
      "\(text).isEmpty", "\(text).count == 1", "\(text).count > 1", "!\(text).isEmpty",
    ])!
  }

  private mutating func tableTest(_ domain: Int, _ before: String, _ after: String) -> String {
    if let name = value(of: domain), !random.oneIn(4) {
      return random.oneIn(2) ? before + name + after : "!(\(before)\(name)\(after))"
    }
    let name = freshName()
    return "(\(random.pick(["every", "some", "no"])!) \(name) in \(domains[domain].name): "
      + "\(before)\(name)\(after))"
  }

  private mutating func linkTest(_ text: String, _ key: Int, _ content: Int) -> String {
    guard let name = value(of: key), !random.oneIn(4) else {
      return random.pick(["\(text).isEmpty", "\(text).count > 1", "\(text).count == 1"])!
    }
    let other = random.oneIn(2) ? value(of: content) : nil
    return "\(text)[\(name)] \(equality()) \(other ?? "nil")"
  }

  private mutating func queueTest(_ text: String, _ domain: Int) -> String {
    if let name = value(of: domain), !random.oneIn(4) {
      return random.pick([
        "\(name) in \(text)", "\(text).first == \(name)", "\(text).last != \(name)",
      ])!
    }
    return random.pick(["\(text).isEmpty", "\(text).count == 2", "\(text).first == \(text).last"])!
  }

  private mutating func messagesTest(_ text: String, _ domain: Int) -> String {
    let name = freshName()
    if let other = value(of: domain), !random.oneIn(4) {
      let quantifier = random.pick(["every", "some", "no"])!
      return "(\(quantifier) \(name) in \(text): \(name).to \(equality()) \(other)"
        + (random.oneIn(2) ? " && \(name).isRead" : "") + ")"
    }
    let other = freshName()
    return random.pick([
      "\(text).isEmpty", "\(text).count > 1", "count(\(name) in \(text) where \(name).isRead) == 1",
      "(some distinct \(name), \(other) in \(text): \(name).to == \(other).to)",
      "(some distinct \(name), \(other) in \(text): \(name) == \(other))",
    ])!
  }

  private mutating func equality() -> String { random.oneIn(3) ? "!=" : "==" }

  private mutating func phase() -> String { random.pick(FairKind.phaseNames)! }

  /// A value of a domain: a local name, a variable or a number.
  mutating func value(of domain: Int) -> String? {
    let names = locals.filter { $0.domain == domain }.map(\.text)
    let read = variables.filter { $0.kind == .element(domain) }.map(\.text)
    let numbers = domains[domain].isSymmetric ? [] : ["0", "1"]
    if let name = random.pick(names), !random.oneIn(4) { return name }
    return random.pick(names + read + numbers)
  }

  // MARK: Statements

  mutating func statement() -> String {
    if random.oneIn(5) { return "if \(condition()) { \(change()) }" }
    return change()
  }

  private mutating func change() -> String {
    let (text, kind) = random.pick(variables)!
    switch kind {
    case .flag:
      return "\(text) = " + random.pick(["true", "false", "!\(text)", "(\(condition()))"])!
    case .phase: return "\(text) = .\(phase())"
    case .element(let domain):
      return chosen(domain) { _, name in "\(text) = \(name)" }
    case .set(let domain):
      if random.oneIn(8) { return "\(text) = []" }
      return chosen(domain) { writer, name in
        writer.random.oneIn(2) ? "remove \(name) from \(text)" : "insert \(name) into \(text)"
      }
    case .pointer(let domain):
      if random.oneIn(3) { return "\(text) = nil" }
      return chosen(domain) { _, name in "\(text) = \(name)" }
    case .flags(let domain):
      return chosen(domain) { writer, name in
        "\(text)[\(name)] = " + writer.random.pick(["true", "false", "!\(text)[\(name)]"])!
      }
    case .phases(let domain):
      return chosen(domain) { writer, name in "\(text)[\(name)] = .\(writer.phase())" }
    case .links(let key, let content):
      return chosen(key) { writer, name in
        if writer.random.oneIn(3) { return "\(text)[\(name)] = nil" }
        return writer.chosen(content) { _, other in "\(text)[\(name)] = \(other)" }
      }
    case .queue(let domain):
      if random.oneIn(3) { return "if !\(text).isEmpty { \(text).removeFirst() }" }
      return chosen(domain) { writer, name in
        writer.random.oneIn(3)
          ? "remove \(name) from \(text)"
          : "if \(text).count < 2 { append \(name) to \(text) }"
      }
    case .messages(let domain, _): return messagesChange(text, domain)
    case .timer(let maximum):
      let units = random.number(below: maximum + 1)
      return random.oneIn(3) ? "stop \(text)" : "start \(text) for \(units)"
    }
  }

  private mutating func messagesChange(_ text: String, _ domain: Int) -> String {
    let message = "Message\(domains[domain].name)"
    let name = freshName()
    if random.oneIn(4) {
      return "if !\(text).isEmpty { choose \(name) in \(text); remove \(name) from \(text); "
        + "insert \(message)(to: \(name).to, isRead: !\(name).isRead) into \(text) }"
    }
    return chosen(domain) { writer, other in
      let flag = writer.random.pick(["true", "false", "(\(writer.condition()))"])!
      return writer.random.oneIn(2)
        ? "if \(text).count < 2 { insert \(message)(to: \(other), isRead: \(flag)) into \(text) }"
        : writer.random.oneIn(2)
          ? "remove \(name) in \(text) where \(name).to == \(other)"
          : "remove \(message)(to: \(other), isRead: \(flag)) from \(text)"
    }
  }

  /// A statement about a value of a domain, or about each, or about one that is chosen.
  private mutating func chosen(
    _ domain: Int, _ statement: (inout Self, String) -> String
  ) -> String {
    if let name = value(of: domain), !random.oneIn(6) { return statement(&self, name) }
    let name = freshName()
    let inner = with([Name(text: name, domain: domain)]) { statement(&$0, name) }
    if random.oneIn(3) { return "for \(name) in \(domains[domain].name) { \(inner) }" }
    // There are two names at least, so that another one is always there.
    let other = isCrowded ? locals.last { $0.domain == domain } : nil
    let clause = other.map { " where \(name) != \($0.text)" } ?? ""
    return "choose \(name) in \(domains[domain].name)\(clause); \(inner)"
  }
}
