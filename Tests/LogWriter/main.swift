import Conformance
import Foundation
import Semantics
import TestSupport
import Traces

// Writes a random run of a spec as a log with everything observed, to standard output:
//
//     write-log SPEC [--events N] [--seed N] [--wrong LINE]
//
// With --wrong, one observed value in that line is changed.

struct Options {
  var path = ""
  var events = 1_000_000
  var seed: UInt64 = 1
  var wrong = 0

  init?(_ arguments: [String]) {
    var words = arguments[...]
    while let word = words.popFirst() {
      switch word {
      case "--events": events = words.popFirst().flatMap { Int($0) } ?? -1
      case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? 1
      case "--wrong": wrong = words.popFirst().flatMap { Int($0) } ?? 0
      default: path = word
      }
    }
    if path.isEmpty || events < 0 { return nil }
  }
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(
    Data("usage: write-log SPEC [--events N] [--seed N] [--wrong LINE]\n".utf8))
  exit(64)
}
let text = try String(contentsOfFile: options.path, encoding: .utf8)
let interface = try Interface(Machine(SpecText.checked(text, name: options.path)))
var writer = LogWriter(interface, seed: options.seed)
var piece: [UInt8] = []
for line in 1...max(1, options.events) where options.events > 0 {
  guard writer.write(to: &piece, isWrong: line == options.wrong) else { break }
  if piece.count > 1 << 20 {
    FileHandle.standardOutput.write(Data(piece))
    piece = []
  }
}
FileHandle.standardOutput.write(Data(piece))
