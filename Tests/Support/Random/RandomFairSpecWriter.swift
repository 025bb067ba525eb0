/// Writes a random fair spec, declaration by declaration.
struct RandomFairSpecWriter {
  /// The greatest number of combinations of values.
  let maximumStates: Int
  let isCrowded: Bool

  /// A parameter or local name; its domain is nil for a Boolean.
  struct Name {
    var text: String
    var domain: Int?
  }

  var random: SplitMix64
  /// Draws for parts that were added to the language later, so that the rest of a seed's spec is unchanged.
  var later: SplitMix64
  /// The fairness of some values of events.
  private var promises: [String] = []
  var domains: [FairDomain] = []
  var variables: [(text: String, kind: FairKind)] = []
  private var variableTexts: [String] = []
  var eventNames: [String] = []
  var contradictions: [(first: String, second: String)] = []
  /// Parameters and local names in force.
  var locals: [Name] = []
  var nameCount = 0

  init(seed: UInt64, maximumStates: Int, isCrowded: Bool = false) {
    random = SplitMix64(seed: seed ^ 0xFA1F)
    later = SplitMix64(seed: ~seed)
    self.maximumStates = maximumStates
    self.isCrowded = isCrowded
  }

  mutating func freshName() -> String {
    nameCount += 1
    return "x\(nameCount)"
  }

  /// Runs `body` with more local names.
  mutating func with<Result>(_ names: [Name], _ body: (inout Self) -> Result) -> Result {
    let count = locals.count
    locals += names
    defer { locals.removeSubrange(count...) }
    return body(&self)
  }

  mutating func write() -> String {
    var lines = [
      "spec RandomFair", "enum Phase { \(FairKind.phaseNames.joined(separator: ", ")) }",
    ]
    declareDomains()
    lines += domains.map(\.declaration)
    let variableLines = variableLines()
    for (index, domain) in domains.enumerated()
    where variables.contains(where: {
      if case .messages(index, _) = $0.kind { true } else { false }
    }) {
      lines.append("struct Message\(domain.name) { to: \(domain.name), isRead: Bool }")
    }
    lines += variableLines
    for _ in 0..<3 + random.number(below: 3) { lines += eventLines() }
    if variables.contains(where: { if case .timer = $0.kind { true } else { false } }) {
      eventNames.append("tick")
    }
    lines += propertyLines() + promises
    if later.oneIn(3) { lines.append("terminal { \(condition()) }") }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: State

  private mutating func declareDomains() {
    let count = isCrowded ? 4 + random.number(below: 3) : 2 + random.number(below: 2)
    domains.append(FairDomain(name: "A", count: count, isSymmetric: !random.oneIn(6)))
    if random.oneIn(3) {
      domains.append(FairDomain(name: "B", count: 2, isSymmetric: !random.oneIn(4)))
    }
  }

  private mutating func variableLines() -> [String] {
    var room = maximumStates
    let count = 2 + random.number(below: 2) + (maximumStates > 100 ? 1 : 0)
    for number in 0..<count {
      let kind =
        number == 0 && isCrowded && random.oneIn(2)
        ? .element(0) : number == 0 || random.oneIn(2) ? namedKind() : plainKind()
      let cardinality = kind.cardinality(domains)
      guard cardinality <= room else { continue }
      room /= cardinality
      declare(kind)
    }
    if variables.isEmpty { declare(.set(0)) }
    return variableTexts
  }

  private mutating func declare(_ kind: FairKind) {
    let text = "v\(variables.count)"
    variables.append((text, kind))
    variableTexts.append("var \(text)\(initialText(kind))")
  }

  private mutating func plainKind() -> FairKind {
    random.pick([.flag, .flag, .phase, .element(0), .timer(1), .timer(2)])!
  }

  private mutating func namedKind() -> FairKind {
    let domain = random.number(below: domains.count)
    let other = random.number(below: domains.count)
    let kind: FairKind = random.pick([
      .set(domain), .set(domain), .pointer(domain), .flags(domain), .phases(domain),
      .links(domain, other), .queue(domain),
    ])!
    if case .queue = kind, later.oneIn(2) { return .messages(domain, isBag: later.oneIn(2)) }
    return kind
  }

  private mutating func initialText(_ kind: FairKind) -> String {
    func name(_ domain: Int) -> String { domains[domain].name }
    let isAny = random.oneIn(5)
    switch kind {
    case .flag: return isAny ? ": Bool = any" : " = false"
    case .phase: return ": Phase = " + (isAny ? "any" : ".idle")
    case .element(let domain):
      return ": \(name(domain)) = " + (isAny || domains[domain].isSymmetric ? "any" : "0")
    case .set(let domain): return ": Set<\(name(domain))> = " + (isAny ? "any" : "[]")
    case .pointer(let domain): return ": \(name(domain))? = " + (isAny ? "any" : "nil")
    case .flags(let domain):
      return ": Table<\(name(domain)), Bool> = " + (isAny ? "any" : "false")
    case .phases(let domain): return ": Table<\(name(domain)), Phase> = .idle"
    case .links(let key, let content): return ": Map<\(name(key)), \(name(content))> = [:]"
    case .queue(let domain): return ": List<\(name(domain)), 2> = []"
    case .messages(let domain, let isBag):
      let element = "Message\(name(domain))"
      return (isBag ? ": Bag<\(element), 2>" : ": Set<\(element), atMost: 2>")
        + (isAny ? " = any" : " = []")
    case .timer(let maximum): return ": Timer<\(maximum)>"
    }
  }

  // MARK: Events

  private mutating func fairness() -> String {
    if isCrowded { return random.pick(["", "fair ", "strongly fair ", "strongly fair "])! }
    return random.pick(["", "", "fair ", "fair ", "strongly fair ", "strongly fair "])!
  }

  private mutating func parameters() -> [Name] {
    switch random.number(below: isCrowded ? 16 : 10) {
    case 0..<3: return []
    case 11...13: return [Name(text: freshName(), domain: 0), Name(text: freshName(), domain: nil)]
    case 3: return [Name(text: freshName(), domain: nil)]
    case 4:
      return [0, domains.count - 1].map { Name(text: freshName(), domain: $0) }
    default: return [Name(text: freshName(), domain: random.number(below: domains.count))]
    }
  }

  private func list(_ names: [Name]) -> String {
    if names.isEmpty { return "" }
    let texts = names.map { "\($0.text): \($0.domain.map { domains[$0].name } ?? "Bool")" }
    return "(\(texts.joined(separator: ", ")))"
  }

  private mutating func eventLines() -> [String] {
    let event = "ev\(eventNames.count)"
    let parameters = parameters()
    eventNames.append(event)
    let head = list(parameters)
    if let flag = parameters.first(where: { $0.domain == nil }), later.oneIn(2) {
      promises.append(
        later.pick(["fair", "strongly fair"])! + " on \(event)(\(flag.text): \(later.oneIn(2)))")
    }
    return with(parameters) { writer in
      let isFree = writer.eventNames.count == 1 || writer.random.oneIn(4)
      let condition = isFree ? "" : " when \(writer.condition())"
      if writer.random.oneIn(3) {
        let fairness = writer.random.oneIn(3) ? writer.fairness() : ""
        return ["\(fairness)on \(event)\(head)\(condition) {"] + writer.ruleLines(event) + ["}"]
      }
      return ["\(writer.fairness())on \(event)\(head)\(condition) {"] + writer.block() + ["}"]
    }
  }

  /// Returns two complementary rules, each with a fairness; rarely only one.
  private mutating func ruleLines(_ event: String) -> [String] {
    let test = condition()
    var lines = ["  \(fairness())rule \(event)r0 when \(test) {"] + block() + ["  }"]
    if random.oneIn(12) { return lines }
    lines += ["  \(fairness())rule \(event)r1 when !(\(test)) {"]
    return lines + (random.oneIn(3) ? [] : block()) + ["  }"]
  }

  private mutating func block() -> [String] {
    (0..<1 + random.number(below: 2)).map { _ in "    " + statement() }
  }

  // MARK: Properties

  private mutating func propertyLines() -> [String] {
    var lines: [String] = []
    for number in 0..<2 + random.number(below: 2) {
      let parameters = random.oneIn(2) ? parameters() : []
      let text = with(parameters) { writer in
        let premise = writer.random.oneIn(4) ? "" : " whenever \(writer.condition())"
        return "\(premise) { \(writer.condition()) }"
      }
      lines.append("eventually later\(number)\(list(parameters))\(text)\(assumption())")
    }
    let parameters = random.oneIn(3) ? parameters() : []
    let test = with(parameters) { $0.condition() }
    let end = assumption()
    contradictions.append(("comes", "goes"))
    lines.append("eventually comes\(list(parameters)) whenever true { \(test) }\(end)")
    lines.append("eventually goes\(list(parameters)) whenever true { !(\(test)) }\(end)")
    for number in 0..<1 + random.number(below: 2) {
      let parameters = later.oneIn(2) ? self.parameters() : []
      let text = with(parameters) { writer in
        let premise = writer.later.oneIn(2) ? " whenever \(writer.condition())" : ""
        return "\(premise) { \(writer.condition()) }"
      }
      lines.append("possible can\(number)\(list(parameters))\(text)")
    }
    if later.oneIn(2) {
      let parameters = self.parameters()
      let text = with(parameters) { $0.condition() }
      lines.append("reachable shows\(list(parameters)) { \(text) }")
    }
    return lines
  }

  private mutating func assumption() -> String {
    guard random.oneIn(3), let first = random.pick(eventNames) else { return "" }
    let second = random.pick(eventNames)!
    return " assuming no " + (first == second || random.oneIn(2) ? first : "\(first), \(second)")
  }
}
