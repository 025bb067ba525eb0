import Foundation
import TestSupport

/// The options of the fuzzer.
struct FuzzOptions {
  var seed: UInt64 = 0
  var count: UInt64 = 1_000
  var isEndless = false
  /// The kinds of inputs, in turn.
  var kinds =
    Array(repeating: FuzzKind.specs, count: 8) + Array(repeating: .counterexamples, count: 4)
    + Array(repeating: .arguments, count: 2)
    + [.messages, .cache, .checkpoints, .certificates, .frames]
  var jobs = 1
  /// The folder for inputs with wrong answers.
  var findings = ".build/fuzz-findings"
  /// The seconds without an answer after which an input counts as a hang.
  var patience = 30.0
  /// The folder of a worker, which does the work for the process that the user started.
  var workerFolder: String?
  var showsHelp = false

  static let help = """
    OVERVIEW: Hand the tool inputs that nobody would write, and judge its answers.

    USAGE: fuzz [--seed <n>] [--count <n>] [--kind <kinds>] [--endless] [--jobs <n>]
           [--findings <folder>] [--patience <s>]

    OPTIONS:
      --seed <n>           The first seed; each input follows from its kind and seed. (default: 0)
      --count <n>          How many inputs. (default: 1000)
      --kind <kinds>       Of specs, counterexamples, arguments, cache, checkpoints,
                           certificates, frames, messages, steps, engines,
                           names, peers, separated by commas. (default: all but the last
                           four, nearly half of them specs)
      --endless            Go on until interrupted.
      --jobs <n>           How many processes work. (default: 1)
      --findings <folder>  Where inputs are kept that are answered wrongly.
                           (default: .build/fuzz-findings)
      --patience <s>       Without an answer for so long an input counts as a hang. (default: 30)
      -h, --help           Show this help.

    The status is 0 if every answer was in order, and 1 if not.

    """

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--endless": isEndless = true
      case "-h", "--help": showsHelp = true
      case "--seed": seed = try OptionWords.value(of: word, &rest) { UInt64($0) }
      case "--count": count = try OptionWords.value(of: word, &rest) { UInt64($0) }
      case "--jobs":
        jobs = try OptionWords.value(of: word, &rest) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
      case "--patience": patience = try OptionWords.value(of: word, &rest) { Double($0) }
      case "--findings": findings = try OptionWords.value(of: word, &rest) { $0 }
      case "--worker": workerFolder = try OptionWords.value(of: word, &rest) { $0 }
      case "--kind":
        kinds = try OptionWords.value(of: word, &rest) { text in
          let kinds = text.split(separator: ",").map { FuzzKind(rawValue: String($0)) }
          return kinds.isEmpty || kinds.contains(nil) ? nil : kinds.compactMap { $0 }
        }
      default: throw OptionWords.UsageError("unknown option '\(word)'")
      }
    }
  }
}

/// The kind of input for the tool.
enum FuzzKind: String, CaseIterable {
  /// Specs with mistakes of all sorts.
  case specs
  /// Stored counterexamples with mistakes of all sorts.
  case counterexamples
  /// Command lines.
  case arguments
  /// Corrupted entries of the cache.
  case cache
  /// Corrupted checkpoints.
  case checkpoints
  /// Corrupted or forged certificates.
  case certificates
  /// Corrupted input of a worker of a search on several machines.
  case frames
  /// An editor's input, with corrupted messages.
  case messages
  /// Correct specs, of which every state, step and verdict is compared with the reference evaluator.
  case steps
  /// Correct specs, for which the two engines must have the same results.
  case engines
  /// Correct specs with interchangeable names, whose proofs for any instance count have to hold.
  case names
  /// Correct specs, for which other checkers must have the same results.
  case peers
}
