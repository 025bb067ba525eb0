import Engine
import Export
import Files
import Reports
import Semantics
import SpecLanguage
import Traces

/// A spec in one of its worlds as a model of another checker.
///
/// ```swift
/// let spec = try TraySpec(contentsOf: "Specs/slack-tray.tray")
/// print(try SpecExport(spec).contents(as: .murphi))
/// ```
///
/// It has the names of the spec, and comments that point to its lines. States are those of the spec, one for one; what
/// the other checker cannot be told is said in the text.
public struct SpecExport: Sendable {
  /// What reads the model.
  public enum Target: String, Sendable, CaseIterable {
    /// Spin.
    case promela
    /// rumur and CMurphi.
    case murphi
    /// TLC, as a module of TLA+ with its configuration.
    case tla
    /// Model checkers of hardware, over single bits.
    case aiger
    /// Model checkers of hardware, over numbers of some bits.
    case btor2
    /// All states, and the steps between them, as Apalache writes the states of traces.
    case itfModel = "itf-model"

    /// How files for it end.
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

  /// Why there is no model.
  public struct Obstacle: Error, Sendable, CustomStringConvertible {
    /// What has no form there, with its place.
    public let description: String
  }

  private let settled: ResolvedWorld
  private let limits: RunLimits
  /// How much of the time limit was taken before.
  private let spent: Duration

  /// - Parameters:
  ///   - world: the name of the world.
  ///   - settings: values for params, which win over the world's.
  ///   - timeLimit: how long it may take to make the model, the circuit or the states, with the time for a spec
  ///     that was read under a limit; nil for no limit.
  ///   - memoryLimit: in bytes, what the process may take for it; nil for three quarters of the machine's.
  /// - Throws: `SpecError` if there is no such world or param.
  public init(
    _ spec: TraySpec, world: String = "default", settings: [TraySetting] = [],
    timeLimit: Duration? = nil, memoryLimit: Int? = nil
  ) throws(SpecError) {
    limits = RunLimits(time: timeLimit, memory: memoryLimit)
    let begin = ContinuousClock.now
    settled = try spec.settled(world: world, settings: settings)
    spent = spec.timeLimit == nil ? .zero : spec.readTime + (.now - begin)
  }

  /// The model as a file for a checker.
  ///
  /// - Throws: `Obstacle` if the spec says something that the checker cannot be told.
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

  /// The states and steps, as a document.
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

  /// Writes the model into a folder, which is made if there is none; returns the paths of the files.
  ///
  /// It is called by the spec and the world. One that is there is replaced, at once.
  /// - Throws: `SpecError` if it cannot be written; `Obstacle` as `contents(as:)`.
  public func write(as target: Target, into folder: String) throws -> [String] {
    let files: [(name: String, bytes: [UInt8])]
    if target == .tla {
      // TLC reads its configuration from the module as well; editors look for a file of its own.
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
