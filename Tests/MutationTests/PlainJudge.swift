import Foundation
import Mutation
import Reports
import TestSupport

@testable import TrayKit

/// The result of a plain check of an edited spec, from its first byte on.
enum PlainJudge {
  /// The text of a spec with an edit in it.
  static func text(_ mutant: MutantVerdict, of text: String) -> String {
    let bytes = Array(text.utf8)
    let edited =
      bytes[..<mutant.edit.start] + Array(mutant.edit.replacement.utf8) + bytes[mutant.edit.end...]
    return String(decoding: edited, as: UTF8.self)
  }

  static func status(_ text: String) throws -> ExitStatus {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "spec.tray")])
    request.savesCounterexamples = false
    request.threads = 1
    return try request.outcome().status
  }

  /// Returns a difference between a verdict and that of the plain check; nil if there is none.
  static func mismatch(_ mutant: MutantVerdict, of text: String) throws -> String? {
    let edited = Self.text(mutant, of: text)
    let status = try status(edited)
    let isRight =
      switch mutant.fate {
      case .killed: status == .violation
      case .survived, .equivalent: status == .success
      case .undecided: true
      }
    return isRight
      ? nil : "\(mutant.text) is \(mutant.fate), and a check says \(status):\n\(edited)"
  }
}
