import Platform
import Semantics

/// A file about a disagreement between engines, to be sent to the developers:
/// `DisagreementText(world, settings: …).render()`.
///
/// It contains everything needed to reproduce the disagreement: the version, the machine, the command, and the full
/// text of the spec with the files that it uses.
package final class DisagreementText {
  private let world: WorldReport
  private let settings: [String]
  private let version: String

  /// Creates a renderer.
  ///
  /// - Parameter settings: the settings, such as `ids=3`.
  package init(_ world: WorldReport, settings: [String], version: String) {
    self.world = world
    self.settings = settings
    self.version = version
  }

  /// The disagreements, one sentence each.
  private var differences: [InternalError] { world.result.internalErrors.filter(\.isDisagreement) }

  /// The file in Markdown; nil if the engines agree.
  package func render() -> String? {
    if differences.isEmpty { return nil }
    let spec = world.spec
    let params = spec.params.map { "\($0.name) = \($0.type.text($0.value))" }
    var lines = [
      "# Two engines of Traycheck do not agree", "",
      "This is a mistake of Traycheck and not of the spec. Please send this file to its developers.",
      "",
      "- version: \(version)",
      "- system: \(ProcessInfo.processInfo.operatingSystemVersionString)",
      "- spec: \(spec.name), world: \(spec.worldName)",
      "- params: \(params.isEmpty ? "none" : Wording.list(params))",
      "- set: \(settings.isEmpty ? "nothing" : Wording.list(settings))",
      "- properties: \(world.selection.map { Wording.list($0.sorted()) } ?? "all")", "",
      "## Their results", "",
    ]
    lines += differences.map { "- \($0.message.printableLine)" }
    for part in spec.file.parts {
      let (path, text) = (part.path, spec.file.text(part.range))
      let fence = String(repeating: "`", count: max(3, Self.longestFence(in: text) + 1))
      lines += [
        "", "## \(path.printableLine)", "", fence + "tray",
        text.hasSuffix("\n") ? String(text.dropLast()) : text, fence,
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func longestFence(in text: String) -> Int {
    var (longest, current) = (0, 0)
    for byte in text.utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

/// The result of writing a file about a disagreement.
package struct SavedDisagreement: Sendable {
  package var path: String
  /// The reason why it could not be written; nil on success.
  package var problem: String?

  package init(path: String, problem: String?) {
    self.path = path
    self.problem = problem
  }
}
