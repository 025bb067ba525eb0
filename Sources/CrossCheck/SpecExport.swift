import Engine
import Files
import Reports
import Semantics
import SpecLanguage
import Traces
import TrayKit

/// A world of a spec, exported as a model for another model checker.
///
/// ```swift
/// let spec = try TraySpec(contentsOf: "Specs/slack-tray.tray")
/// print(try SpecExport(spec).contents(as: .murphi))
/// ```
///
/// The model uses the names of the spec and has comments that point to its lines. Its states correspond one to one to
/// those of the spec. The text lists everything that the other checker cannot express.
public struct SpecExport: Sendable {
  /// A format for another checker.
  public enum Target: String, Sendable, CaseIterable {
    /// Promela, for Spin.
    case promela
    /// Murphi, for rumur and CMurphi.
    case murphi
    /// A TLA+ module with its configuration, for TLC.
    case tla
    /// AIGER, for hardware model checkers at bit level.
    case aiger
    /// BTOR2, for hardware model checkers at word level.
    case btor2
    /// All states and steps, in the Informal Trace Format (ITF) of Apalache.
    case itfModel = "itf-model"

    /// The file extension of the format.
    public var suffix: String {
      switch self {
      case .promela: "pml"
      case .murphi: "m"
      case .tla: "tla"
      case .aiger: "aig"
      case .btor2: "btor2"
      case .itfModel: "itf.json"
      }
    }
  }

  /// The error that a spec cannot be exported.
  public struct Obstacle: Error, Sendable, CustomStringConvertible {
    /// A message that names the unsupported construct and its place.
    public let description: String
  }

  private let settled: ResolvedWorld
  private let limits: RunLimits
  /// The part of the time limit that was already used.
  private let spent: Duration

  /// Creates an export of a world.
  ///
  /// - Parameters:
  ///   - spec: the spec.
  ///   - world: the name of the world.
  ///   - settings: values for params, which override those of the world.
  ///   - timeLimit: the time limit for creating the model, the circuit or the states, including the time to read a spec
  ///     under a limit; nil for no limit.
  ///   - memoryLimit: the memory limit of the process in bytes; nil for three quarters of the machine's memory.
  /// - Throws: `SpecError` if the world or a param does not exist.
  public init(
    _ spec: TraySpec, world: String = "default", settings: [TraySetting] = [],
    timeLimit: Duration? = nil, memoryLimit: Int? = nil
  ) throws(SpecError) {
    limits = RunLimits(time: timeLimit, memory: memoryLimit)
    let begin = ContinuousClock.now
    settled = try spec.settled(world: world, settings: settings)
    spent = spec.timeLimit == nil ? .zero : spec.readTime + (.now - begin)
  }

  /// The contents of the model file.
  ///
  /// - Throws: `Obstacle` if the checker cannot express the spec.
  public func contents(as target: Target) throws(Obstacle) -> [UInt8] {
    switch target {
    case .promela:
      Array(
        try written(as: target) { (model) throws(ExportError) in try Promela.text(model) }.utf8)
    case .murphi:
      Array(
        try written(as: target) { (model) throws(ExportError) in try Murphi.text(model) }.utf8)
    case .tla:
      Array(try module().text.utf8)
    case .aiger, .btor2: try hardware(target)
    case .itfModel: try states()
    }
  }

  private func written<Text: Sendable>(
    as target: Target, _ write: @escaping @Sendable (Model) throws(ExportError) -> Text
  ) throws(Obstacle) -> Text {
    let (settled, limits, spent) = (settled, limits, spent)
    do throws(ExportError) {
      return try LargeStack.run {
        limits.deadline(after: spent).during {
          Result { () throws(ExportError) in try write(Model(settled.machine)) }
        }
      }.get()
    } catch {
      if error.isLimit {
        throw Obstacle(description: "\(settled.spec.file.parts[0].path): \(error.text)")
      }
      throw Self.obstacle(error.text, error.range, in: settled.spec, as: target)
    }
  }

  private func module() throws(Obstacle) -> TLA.Module {
    try written(as: .tla) { (model) throws(ExportError) in try TLA.module(model) }
  }

  private func hardware(_ target: Target) throws(Obstacle) -> [UInt8] {
    let (settled, limits, spent) = (settled, limits, spent)
    do throws(HardwareObstacle) {
      return try LargeStack.run {
        limits.deadline(after: spent).during {
          Result { () throws(HardwareObstacle) in
            let model = try HardwareModel(settled.machine, starts: settled.starts)
            return target == .aiger ? try model.aiger() : Array(try model.btor2().utf8)
          }
        }
      }.get()
    } catch {
      switch error {
      case .unsuited(let text, let range):
        throw Self.obstacle(text, range, in: settled.spec, as: target)
      case .stopped:
        let path = settled.spec.file.parts[0].path
        throw Obstacle(description: "\(path): a limit was reached before the circuit was made")
      }
    }
  }

  /// The state graph as a document.
  private func states() throws(Obstacle) -> [UInt8] {
    let (settled, limits, spent) = (settled, limits, spent)
    let path = settled.spec.file.parts[0].path
    return try LargeStack.run {
      limits.deadline(after: spent).during { () -> Result<[UInt8], Obstacle> in
        let reached: ReachedStates
        do throws(ReachedStates.IncompleteGraphError) {
          reached = try ReachedStates(settled.machine, settled.starts)
        } catch {
          return .failure(
            Obstacle(
              description: "\(path): world \(settled.spec.worldName): \(error.reason)"))
        }
        let transitions = reached.links.flatMap { link in
          link.instances.map {
            InformalModel.Transition(from: link.from, to: link.to, instance: $0, rule: link.rule)
          }
        }
        let model = InformalModel(
          reached.states, initial: reached.startCount, transitions, in: settled.spec, source: path)
        guard let text = try? model.encoded() else {
          return .failure(Obstacle(description: "\(path): it has values that JSON cannot hold"))
        }
        return .success(Array(text.utf8))
      }
    }.get()
  }

  private static func obstacle(
    _ text: String, _ range: SourceRange?, in spec: CheckedSpec, as target: Target
  ) -> Obstacle {
    let place = range.map { range in
      Trace.Place(spec.file, range).text(in: spec.file.parts[0].path) + ": "
    }
    return Obstacle(description: "\(place ?? "")\(target.rawValue) has no form for this: \(text)")
  }

  /// Writes the model into a folder, which is created if necessary, and returns the paths of its files.
  ///
  /// The file names consist of the spec and the world. Existing files are replaced atomically.
  ///
  /// - Throws: `SpecError` if a file cannot be written, and `Obstacle` as `contents(as:)` does.
  public func write(as target: Target, into folder: String) throws -> [String] {
    let files: [(name: String, bytes: [UInt8])]
    if target == .tla {
      // TLC also reads its configuration from the module, but editors look for a separate file.
      let module = try module()
      files = [
        ("\(module.name).tla", Array(module.text.utf8)),
        ("\(module.name).cfg", Array(module.configuration.utf8)),
      ]
    } else {
      let name = "\(settled.spec.name)-\(settled.spec.worldName).\(target.suffix)"
      files = [(name, try contents(as: target))]
    }
    for file in files {
      do throws(FileError) {
        try AtomicFile.makeFolder(folder, for: file.name)
        try AtomicFile.replace(file.name, in: folder, with: file.bytes)
      } catch {
        throw SpecError("\(folder)/\(file.name): \(error.reason)")
      }
    }
    return files.map { "\(folder)/\($0.name)" }
  }
}
