import Export
import Files
import Reports
import Semantics
import Traces

/// A spec in one of its worlds as a model of another checker.
///
/// ```swift
/// let spec = try TraySpec(contentsOf: "Specs/slack-tray.tray")
/// print(try SpecExport(spec).text(as: .murphi))
/// ```
///
/// It has the names of the spec, and comments that point to its lines. States are those of the spec, one for one; what
/// the other checker cannot be told is in the text, and in ``omitted``.
public struct SpecExport: Sendable {
  /// What reads the model.
  public enum Target: String, Sendable, CaseIterable {
    /// Spin.
    case promela
    /// rumur and CMurphi.
    case murphi

    /// How files for it end.
    public var suffix: String {
      switch self {
      case .promela: "pml"
      case .murphi: "m"
      }
    }
  }

  /// Why there is no model.
  public struct Obstacle: Error, Sendable, CustomStringConvertible {
    /// What has no form there, with its place.
    public let description: String
  }

  let model: Model

  /// What is not in the model, by the names of properties, and why.
  public var omitted: [(name: String, reason: String)] { model.omitted }

  /// - Parameters:
  ///   - world: the name of the world.
  ///   - settings: values for params, which win over the world's.
  /// - Throws: `SpecError` if there is no such world or param; `Obstacle` if the spec says something that no other
  ///   checker can be told.
  public init(
    _ spec: TraySpec, world: String = "default", settings: [TraySetting] = []
  ) throws {
    let settled = try spec.settled(world: world, settings: settings)
    let made = LargeStack.run {
      Result { () throws(ExportObstacle) in try Model(settled.machine) }
    }
    switch made {
    case .success(let model): self.model = model
    case .failure(let obstacle):
      throw Obstacle(description: Self.text(obstacle, in: settled.spec))
    }
  }

  private static func text(_ obstacle: ExportObstacle, in spec: CheckedSpec) -> String {
    let place = obstacle.range.map { range in
      Trace.Place(spec.file, range).text(in: spec.file.parts[0].path) + ": "
    }
    return "\(place ?? "")no other checker can be told this: \(obstacle.text)"
  }

  /// The model as a file for a checker.
  public func text(as target: Target) throws -> String {
    let (model, spec) = (model, model.spec)
    let written = LargeStack.run {
      Result { () throws(ExportObstacle) in
        switch target {
        case .promela: try Promela.text(model)
        case .murphi: try Murphi.text(model)
        }
      }
    }
    return try written.mapError { Obstacle(description: Self.text($0, in: spec)) }.get()
  }

  /// Writes the model into a folder, which is made if there is none; returns the path of the file.
  ///
  /// It is called by the spec and the world. One that is there is replaced, at once.
  /// - Throws: `ReportFileError` if it cannot be written; `Obstacle` as `text(as:)`.
  public func write(as target: Target, into folder: String) throws -> String {
    let name = "\(model.spec.name)-\(model.spec.worldName).\(target.suffix)"
    let text = try text(as: target)
    do throws(FileProblem) {
      try AtomicFile.makeFolder(folder, for: name)
      try AtomicFile.replace(name, in: folder, with: Array(text.utf8))
    } catch {
      throw Obstacle(description: "\(folder)/\(name): \(error.reason)")
    }
    return "\(folder)/\(name)"
  }
}
