import Semantics

/// Specs that use other files.
extension Parser {
  /// Parses `use "platform/ios-tray.tray" { room = 1 }`.
  mutating func parseUse() throws(Failure) -> UseSyntax {
    advance()
    guard at(.path) else {
      throw failMissing(
        "the path of a file in quotes after 'use'", fix: "write 'use \"folder/library.tray\"'")
    }
    let range = here
    let path = Self.path(file.text(range))
    advance()
    switch file.links[range.start] {
    case .part, nil: break
    case .unreadable(let reason):
      report(.unusableFile, "'\(path)' cannot be used: \(reason)", range)
    case .cycle(let places):
      report(
        .useCycle,
        "'\(path)' also uses this file", range,
        fix: "move the shared declarations into a third file",
        notes: places.map {
          .init(
            range: SourceRange($0, $0 + 1),
            message: "\(file.part(at: $0).path) uses the next file here")
        })
    }
    var use = UseSyntax(path: path, range: range)
    if at(.leftBrace) { use.changes = try parseChanges(ofWorld: false).0 }
    return use
  }

  /// Returns the text between quotes.
  static func path(_ quoted: String) -> String {
    String(quoted.dropFirst().prefix { $0 != "\"" })
  }

  /// Parses `open` before a declaration that allows it.
  mutating func parseOpen() throws(Failure) -> Bool {
    guard
      ["let", "var", "func", "on", "fair", "strongly", "rule", "otherwise"]
        .contains(where: { atWord($0, ahead: 1) })
    else { return false }
    return eatOpen()
  }

  /// Parses `open`, and reports it outside of a library.
  mutating func eatOpen() -> Bool {
    let place = here
    guard eatWord("open") else { return false }
    if !isLibrary {
      report(
        .notOpen,
        "'open' has no effect in a spec", place, why: "only a library can be used",
        fix: "leave 'open' out, or write 'library' instead of 'spec'")
    }
    return true
  }

  /// Whether the text begins with `library`.
  private var isLibrary: Bool {
    let first = tokens.first { $0.kind != .semicolon }
    return first.map { text($0) == "library" } ?? false
  }

  /// Joins the declarations of all parts; used files come before their users.
  static func joined(
    _ parts: [(spec: SpecSyntax, sink: DiagnosticSink)]
  ) -> (spec: SpecSyntax, sink: DiagnosticSink) {
    var (spec, sink) = parts[0]
    spec.tokens = TokenList(joining: parts.map(\.spec.tokens))
    for (library, mistakes) in parts.dropFirst() {
      mistakes.diagnostics.forEach { sink.report($0) }
      spec.isIncomplete = spec.isIncomplete || library.isIncomplete
      spec.skippedNames.formUnion(library.skippedNames)
    }
    spec.declarations = []
    var isAdded = Array(repeating: false, count: parts.count)
    func add(_ index: Int) {
      if isAdded[index] { return }
      isAdded[index] = true
      let part = parts[index].spec
      for declaration in part.declarations {
        guard case .use(let use) = declaration.kind else { continue }
        guard case .part(let used) = part.file.links[use.range.start] else {
          spec.lacksFiles = true
          continue
        }
        requireLibrary(parts[used].spec, use, in: &sink)
        add(used)
      }
      spec.declarations += part.declarations.filter { index == 0 || $0.kind.isUsed }
    }
    add(0)
    ImportConsistency(spec).require(in: &sink)
    return (spec, sink)
  }

  private static func requireLibrary(
    _ used: SpecSyntax, _ use: UseSyntax, in sink: inout DiagnosticSink
  ) {
    guard !used.isLibrary, let name = used.name else { return }
    sink.report(
      Diagnostic(
        .notLibrary, "'\(use.path)' is a spec and cannot be used", in: used.file,
        at: use.range, why: "only a file that begins with 'library' can be used",
        fixes: ["write 'library \(name.text)' in that file"],
        notes: [.init(range: name.range, message: "the spec is '\(name.text)'")]))
  }
}

extension DeclarationSyntax.Kind {
  /// Whether users of a library get the declaration. Its worlds and scenarios apply only to the library, and its users
  /// state where a deadlock is allowed, and which states are followed.
  fileprivate var isUsed: Bool {
    switch self {
    case .world, .scenario, .terminal, .bound: false
    default: true
    }
  }
}
