import Files
import Reports
import Semantics
import SpecLanguage

/// A spec to walk through by oneself: its text is read and has no mistakes.
///
/// ```swift
/// let spec = try TraySpec(contentsOf: "Specs/slack-tray.tray")
/// let machine = try spec.machine(world: "freshIDs")
/// ```
///
/// The text is checked in all of its worlds when the value is made. A world that settings from
/// outside change is checked again when its machine is made.
public struct TraySpec: Sendable {
  private let syntax: SpecSyntax

  /// As the text calls it; the path if it has no name.
  public let name: String
  /// What stands in the text above the name, in lines.
  public let documentation: String?
  /// The worlds, `default` first.
  public let worlds: [String]
  /// Warnings about the text.
  public let warnings: [TrayDiagnostic]
  /// The names in the text, and where they are declared.
  public let names: TrayNames
  /// How long it may take from the first byte of the text to a machine.
  let timeLimit: Duration?
  /// How long it took to read the text.
  let readTime: Duration

  /// Reads a spec from a file.
  ///
  /// - Parameter timeLimit: how long it may take to read the spec and to make a machine of it; nil for no limit.
  /// - Throws: `SpecError` if it cannot be read, has errors, or takes longer than it may.
  public init(contentsOf path: String, timeLimit: Duration? = nil) throws(SpecError) {
    let begin = ContinuousClock.now
    let contents: [UInt8]
    do throws(FileError) {
      contents = try SpecLoader.read(path)
    } catch {
      throw SpecError(CheckReport.Unreadable(path: path, reason: error.reason).text)
    }
    try self.init(
      SpecLoader.joined(SourceFile(path: path, contents: contents)), timeLimit: timeLimit,
      begin: begin)
  }

  /// Reads a spec from its text.
  ///
  /// - Parameter path: how the text is called in messages, and from whose folder on it uses other files.
  /// - Throws: `SpecError` if it has errors.
  public init(_ text: String, path: String = "spec.tray") throws(SpecError) {
    try self.init(SpecLoader.joined(SourceFile(path: path, text: text)))
  }

  private init(
    _ file: SourceFile, timeLimit: Duration? = nil, begin: ContinuousClock.Instant = .now
  ) throws(SpecError) {
    let deadline = Deadline(time: timeLimit, spent: .now - begin)
    let compiled = LargeStack.run {
      CompiledSpec(
        file, settings: [], limits: Checker.Limits(), notesNames: true,
        deadline: { _, _, _ in deadline })
    }
    self.timeLimit = timeLimit
    readTime = .now - begin
    if let cut = compiled.cuts.first {
      throw SpecError.limit(
        "\(file.path.printableLine): "
          + cut.text(whatIsNotDone: "made", RunLimits(time: timeLimit, memory: nil)))
    }
    names = TrayNames(compiled.references, in: file)
    if compiled.sink.hasErrors {
      throw SpecError(
        compiled.sink.inTextOrder, suppressed: compiled.sink.suppressed, names: names)
    }
    syntax = compiled.syntax
    name = compiled.syntax.name?.text ?? file.path
    documentation = compiled.syntax.documentation
    worlds = [CheckedSpec.defaultWorldName] + compiled.syntax.worldNames
    warnings = compiled.sink.inTextOrder.map(TrayDiagnostic.init)
  }

  /// The spec in one of its worlds, as a machine.
  ///
  /// - Parameters:
  ///   - world: the name of the world.
  ///   - settings: values for params, which win over the world's.
  /// - Throws: `SpecError` if there is no such world or param, or nothing to start from.
  public func machine(
    world: String = "default", settings: [TraySetting] = []
  ) throws(SpecError) -> TrayMachine {
    TrayMachine(try settled(world: world, settings: settings))
  }

  func settled(world: String, settings: [TraySetting]) throws(SpecError) -> ResolvedWorld {
    try require([world], among: worlds, "world")
    try require(settings.map(\.name), among: syntax.settableNames, "param")
    let syntax = syntax
    let deadline = Deadline(time: timeLimit, spent: readTime)
    let settled = LargeStack.run {
      deadline.during {
        Result { () throws(ResolvedWorld.Problem) in
          try ResolvedWorld(
            syntax, world: world == CheckedSpec.defaultWorldName ? nil : world,
            settings: settings.map { ($0.name, $0.value) })
        }
      }
    }
    if let limit = deadline.limit {
      let reason = Wording.reason(RunLimits(time: timeLimit, memory: nil).searchLimit(limit))
      throw SpecError.limit(
        "\(syntax.file.path.printableLine): the world '\(world)' is not made: \(reason)")
    }
    switch settled {
    case .success(let settled): return settled
    case .failure(let problem) where problem.diagnostics.isEmpty:
      throw SpecError(problem.reason)
    case .failure(let problem):
      throw SpecError(problem.diagnostics, suppressed: problem.suppressed)
    }
  }

  private func require(
    _ names: [String], among known: [String], _ what: String
  ) throws(SpecError) {
    for name in names where !known.contains(name) {
      let near = NearestName.hint(name, among: known)
      throw SpecError("\(self.name) has no \(what) '\(name)'\(near)")
    }
  }
}

/// Why there is no such spec, or no such machine.
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// For people: with the file, line and column of each mistake, what was found and what helps.
  public let description: String
  /// The mistakes in the text; empty if it could not be read, or has no such world or param.
  public let diagnostics: [TrayDiagnostic]
  /// The names in a text with mistakes, as far as they mean something; nil if it could not be read, or was
  /// without mistakes when it was.
  public let names: TrayNames?
  /// Whether a limit ended the reading, so that nothing is known of the spec.
  public private(set) var isLimit = false

  static func limit(_ description: String) -> SpecError {
    var error = SpecError(description)
    error.isLimit = true
    return error
  }

  init(_ description: String) {
    self.description = description
    diagnostics = []
    names = nil
  }

  init(_ diagnostics: [Diagnostic], suppressed: Int, names: TrayNames? = nil) {
    self.names = names
    description = DiagnosticText(style: TextStyle(usesColor: false))
      .render(diagnostics, suppressed: suppressed)
    self.diagnostics = diagnostics.map(TrayDiagnostic.init)
  }
}
