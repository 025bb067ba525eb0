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

    /// How files for it end.
    public var suffix: String {
      switch self {
      case .promela: "pml"
      case .murphi: "m"
      case .tla: "tla"
      case .aiger: "aig"
      case .btor2: "btor2"
      }
    }
  }

  /// Why there is no model.
  public struct Obstacle: Error, Sendable, CustomStringConvertible {
    /// What has no form there, with its place.
    public let description: String
  }

  private let settled: SettledWorld

  /// - Parameters:
  ///   - world: the name of the world.
  ///   - settings: values for params, which win over the world's.
  /// - Throws: `SpecError` if there is no such world or param.
  public init(
    _ spec: TraySpec, world: String = "default", settings: [TraySetting] = []
  ) throws(SpecError) {
    settled = try spec.settled(world: world, settings: settings)
  }

  /// The model as a file for a checker.
  ///
  /// - Throws: `Obstacle` if the spec says something that the checker cannot be told.
  public func contents(as target: Target) throws(Obstacle) -> [UInt8] {
    let settled = settled
    let written = LargeStack.run {
      Result { () throws(Obstacle) in
        do throws(ExportObstacle) {
          switch target {
          case .promela: return Array(try Promela.text(Model(settled.machine)).utf8)
          case .murphi: return Array(try Murphi.text(Model(settled.machine)).utf8)
          case .tla: return Array(try TLA.module(Model(settled.machine)).text.utf8)
          case .aiger, .btor2: break
          }
        } catch {
          throw Self.obstacle(error.text, error.range, in: settled.spec)
        }
        do throws(HardwareObstacle) {
          let model = try HardwareModel(settled.machine, starts: settled.starts)
          return target == .aiger ? try model.aiger() : Array(try model.btor2().utf8)
        } catch {
          switch error {
          case .unsuited(let text, let range):
            throw Self.obstacle(text, range, in: settled.spec)
          case .stopped: throw Obstacle(description: "it was stopped")
          }
        }
      }
    }
    return try written.get()
  }

  private static func obstacle(
    _ text: String, _ range: SourceRange?, in spec: CheckedSpec
  ) -> Obstacle {
    let place = range.map { range in
      Trace.Place(spec.file, range).text(in: spec.file.parts[0].path) + ": "
    }
    return Obstacle(description: "\(place ?? "")no other checker can be told this: \(text)")
  }

  /// Writes the model into a folder, which is made if there is none; returns the path of the file.
  ///
  /// It is called by the spec and the world. One that is there is replaced, at once.
  /// - Throws: `SpecError` if it cannot be written; `Obstacle` as `contents(as:)`.
  public func write(as target: Target, into folder: String) throws -> String {
    let name = "\(settled.spec.name)-\(settled.spec.worldName).\(target.suffix)"
    let bytes = try contents(as: target)
    do throws(FileProblem) {
      try AtomicFile.makeFolder(folder, for: name)
      try AtomicFile.replace(name, in: folder, with: bytes)
    } catch {
      throw SpecError("\(folder)/\(name): \(error.reason)")
    }
    return "\(folder)/\(name)"
  }
}
