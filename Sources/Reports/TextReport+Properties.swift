import Semantics

/// Renders the verdicts on properties, one line each.
extension TextReport {
  func line(
    _ property: WorldVerdict.Property, _ world: WorldVerdict, _ path: String
  ) -> [String] {
    var (mark, text) = describe(property, world)
    if world.walks != nil, property.status == .undecided {
      text =
        property.keyword.isOfRuns
        ? property.withoutWalk
        : property.keyword == .reachable ? "no walk came there: inconclusive" : "inconclusive"
    }
    if world.judgement.mayMiss, property.isAboutAllStates {
      mark = .open
      text += ", \(missed(world))"
    }
    if property.status == .notReached { text += style.dim("  \(place(property.place, path))") }
    if tellsOnlyWrong, mark == .good || mark == .none { return [] }
    let isNamed = world.shows(property, among: witnesses)
    let isShown = detail == .verbose && property.trace != nil || isNamed
    if isShown { text += WitnessText.figures(property, of: world) }
    let word = property.sentence == .same ? "same" : property.keyword.rawValue
    // The violation repeats it.
    let isTold = tellsOnlyWrong && property.status == .violated
    return [marked(mark, "\(word) \(style.bold(property.name)): \(text)")]
      + documentation(isTold ? nil : property.documentation, indent: "        ").map(style.dim)
      + (isShown
        ? WitnessText(TraceText(style: style, indent: "        ")).lines(property) : [])
  }

  // MARK: Libraries

  /// The properties of libraries that need no line of their own.
  func foldedProperties(_ world: WorldVerdict) -> Set<String> {
    guard detail != .verbose else { return [] }
    let folded = world.properties.filter { property in
      guard property.isOfLibrary, !property.announced, !world.shows(property, among: witnesses)
      else { return false }
      switch property.status {
      case .holds, .notRefuted, .undecided: return true
      case .notReached: return world.excludes(property)
      case .violated, .faulted, .notAsked, .internalError: return false
      }
    }
    return Set(folded.map(\.name))
  }

  /// One line for each library, such as `ios-tray: 35 hold, 2 cannot happen in your design`.
  func libraryLines(_ world: WorldVerdict, _ folded: Set<String>) -> [String] {
    let properties = world.properties.filter { folded.contains($0.name) }
    var paths: [String] = []
    for path in properties.compactMap(\.place.path) where !paths.contains(path) {
      paths.append(path)
    }
    return paths.compactMap { path in
      let promises = properties.filter { $0.place.path == path }
      let open = promises.count { $0.status == .undecided }
      let excluded = promises.count(where: world.excludes)
      if tellsOnlyWrong, open == 0 { return nil }
      let holding = promises.count - open - excluded
      var parts: [String] = []
      if holding > 0 { parts.append("\(holding) \(holding == 1 ? "holds" : "hold")") }
      if excluded > 0 { parts.append("\(excluded) cannot happen in your design") }
      if open > 0 { parts.append("\(open) not decided") }
      let mayMiss = world.judgement.mayMiss
      if mayMiss { parts.append(missed(world)) }
      return marked(
        open > 0 || mayMiss ? .open : holding > 0 ? .good : .none,
        "\(style.bold(Self.libraryName(path))): \(Wording.list(parts))")
    }
  }

  /// The file name of a library without its folder and extension.
  static func libraryName(_ path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return (file.hasSuffix(".tray") ? String(file.dropLast(5)) : file).printableLine
  }

  /// The properties that walks cannot prove, on one line.
  func notAskedLines(_ world: WorldVerdict) -> [String] {
    let names = world.properties.filter { $0.status == .notAsked }
      .map { "\($0.keyword.rawValue) \(style.bold($0.name))" }
    return names.isEmpty || tellsOnlyWrong
      ? [] : [marked(.none, "cannot be shown by walks: " + Wording.list(names))]
  }

  /// The probability that no state was missed.
  func missed(_ world: WorldVerdict) -> String {
    "missed a state with probability at most " + Wording.probability(world.missProbability)
  }

  func describe(
    _ property: WorldVerdict.Property, _ world: WorldVerdict
  ) -> (Mark, String) {
    let announced = property.announced
    let expected = world.manner(of: property)
    if let kind = property.brokenBy {
      return (announced ? .good : .bad, Wording.broken(by: kind) + expected)
    }
    switch property.status {
    case .notRefuted:
      if announced { return (.open, "no walk violates it") }
      let step = property.sentence == .within ? "tick" : "such step"
      return (
        .good,
        "not refuted" + (world.walks?.shareText.map { ", \($0)" } ?? "")
          + (property.isAboutNothing ? ", but no \(step) ever happened" : "")
      )
    case .holds:
      let text = Wording.holding(property)
      guard announced else { return (.good, text) }
      let other = property.keyword == .reachable ? "is not reached" : "is violated"
      return (.bad, "\(text), but this world expects that it \(other)")
    case .violated:
      guard let violation = world.violation(of: property) else {
        return (announced ? .good : .bad, "violated\(expected)")
      }
      return (
        announced ? .good : .bad,
        "violated \(Wording.path(to: violation))\(expected)" + WalkText.origin(violation)
      )
    case .notReached where world.excludes(property): return (.none, "cannot happen in your design")
    case .notReached:
      let text = "no reachable state satisfies it\(expected)"
      return (announced ? .good : .bad, text)
    case .faulted:
      return world.allowsFault(in: property)
        ? (.good, "has no value in some state: that is the fault that this world expects")
        : (.bad, "has no value in some state: see the fault")
    case .notAsked: return (.none, "cannot be shown by walks")
    case .internalError: return (.bad, "no verdict: see the internal error")
    case .undecided:
      return (.open, "inconclusive" + (property.openReason.map { ": " + $0 } ?? ""))
    }
  }
}

extension WorldVerdict.Property {
  /// Whether the verdict would be wrong if a state was missed.
  fileprivate var isAboutAllStates: Bool {
    switch status {
    case .holds: goalDepth == nil
    case .notReached: true
    case .notRefuted, .violated, .faulted, .undecided, .notAsked, .internalError: false
    }
  }
}
