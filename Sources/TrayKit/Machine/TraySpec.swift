import Basics
import Files
import Reports
import Semantics
import SpecLanguage

/// A spec that was read and has no errors.
///
/// ```swift
/// let spec = try TraySpec(contentsOf: "Specs/slack-tray.tray")
/// let machine = try spec.machine(world: "freshIDs")
/// ```
///
/// The text is checked in all of its worlds when the value is created. A world with settings is checked again when its
/// machine is created.
public struct TraySpec: Sendable {
  private let syntax: SpecSyntax

  /// The declared name of the spec, or its path if it has none.
  public let name: String
  /// The documentation above the name, with its line breaks; nil if there is none.
  public let documentation: String?
  /// The names of the worlds, `default` first.
  public let worlds: [String]
  /// The warnings about the text.
  public let warnings: [TrayDiagnostic]
  /// The names in the text, with their declarations.
  public let names: TrayNames
  /// The time limit from reading the text to creating a machine; nil for no limit.
  package let timeLimit: Duration?
  /// The time taken to read the text.
  package let readTime: Duration

  /// Reads a spec from a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - timeLimit: the time limit for reading the spec and creating a machine of it; nil for no limit.
  /// - Throws: `SpecError` if the file is unreadable, has errors, or exceeds the time limit.
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
  /// - Parameters:
  ///   - text: the text of the spec.
  ///   - path: the name of the text in messages. Used files are relative to its folder.
  /// - Throws: `SpecError` if the text has errors.
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

  /// Creates the machine of one of the spec's worlds.
  ///
  /// - Parameters:
  ///   - world: the name of the world.
  ///   - settings: values for params, which override those of the world.
  /// - Throws: `SpecError` if the world or a param does not exist, or if there is no initial state.
  public func machine(
    world: String = "default", settings: [TraySetting] = []
  ) throws(SpecError) -> TrayMachine {
    TrayMachine(try settled(world: world, settings: settings))
  }

  package func settled(world: String, settings: [TraySetting]) throws(SpecError) -> ResolvedWorld {
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

/// The error that a spec or its machine cannot be created.
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// A message for people, with the file, line and column of each error, and help for fixing it.
  public let description: String
  /// The errors in the text; empty if it could not be read, or if the world or a param does not exist.
  public let diagnostics: [TrayDiagnostic]
  /// The names in a text with errors, as far as they can be resolved; nil if the text could not be read or has no
  /// errors.
  public let names: TrayNames?
  /// Whether a limit ended the reading, so that nothing is known about the spec.
  public private(set) var isLimit = false

  static func limit(_ description: String) -> SpecError {
    var error = SpecError(description)
    error.isLimit = true
    return error
  }

  package init(_ description: String) {
    self.description = description
    diagnostics = []
    names = nil
  }

  package init(_ diagnostics: [Diagnostic], suppressed: Int, names: TrayNames? = nil) {
    self.names = names
    description = DiagnosticText(style: TextStyle(usesColor: false))
      .render(diagnostics, suppressed: suppressed)
    self.diagnostics = diagnostics.map(TrayDiagnostic.init)
  }
}
