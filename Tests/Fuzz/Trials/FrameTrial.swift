import Foundation
import TestSupport

/// Corrupted input of a worker of a search on several machines: it is rejected, or the output describes the states
/// that were read.
struct FrameTrial: Trial {
  private let bench: Workbench
  private let source: SpecSource

  init(_ bench: Workbench) throws {
    self.bench = bench
    source = try SpecSource()
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0xF4A3)
    bench.begin()
    guard let text = source.smallSpec(&random, otherIn: 2) else { return nil }
    bench.write(Array(text.utf8), to: "spec.tray")
    let program = bench.run(["cluster", "spark", "spec.tray", "--world", "default"])
    guard let header = program.outputText.firstMatch(of: #/"(traycheck-expand [^"]*)"/#)?.1 else {
      return program.complaint(format: .other)
    }
    var lines = [String(header)]
    let starts = expand([], feeding: [])
    if let problem = starts.complaint(format: .other) { return problem }
    var states = Self.states(in: starts)
    for _ in 0..<random.number(below: 3) where !states.isEmpty && states.count < 200 {
      let written = expand(
        [], feeding: Array((lines + states).joined(separator: "\n").utf8) + [0x0A])
      if let problem = written.complaint(format: .other) { return problem }
      guard Self.end(of: written) == states.count else { return "it reads not all states" }
      states = Self.states(in: written)
    }
    if random.oneIn(4) { lines.append("known {\"kind\":\"deadlock\"}") }
    let input = Array((lines + states.prefix(100)).joined(separator: "\n").utf8) + [0x0A]
    let spoilt = ByteMutator([]).spoilt(input, &random)
    let more = random.oneIn(3) ? ["--emit", "steps"] : []
    let answer = expand(more, feeding: spoilt)
    if let problem = answer.complaint(format: .other) { return problem }
    guard answer.status == 0 else {
      return Self.end(of: answer) == nil ? nil : "it is refused, and said to be read"
    }
    let read = spoilt.split(separator: 0x0A).dropFirst().count { !$0.starts(with: "known ".utf8) }
    return Self.end(of: answer) == read ? nil : "\(read) states, and another number at the end"
  }

  /// Without input, it writes the starts.
  private func expand(_ more: [String], feeding input: [UInt8]) -> Workbench.Answer {
    bench.write(input, to: "input")
    let file = open("input", O_RDONLY)
    let before = dup(STDIN_FILENO)
    dup2(file, STDIN_FILENO)
    close(file)
    defer {
      dup2(before, STDIN_FILENO)
      close(before)
    }
    let starts = input.isEmpty && more.isEmpty ? ["--emit", "starts"] : []
    return bench.run(
      ["cluster", "worker", "spec.tray", "--world", "default", "--max", "values=4096"] + more
        + starts)
  }

  private static func states(in answer: Workbench.Answer) -> [String] {
    let lines = answer.outputText.split(separator: "\n")
    return Set(lines.filter { $0.hasPrefix("s ") }.map { String($0.dropFirst(2)) }).sorted()
  }

  /// The content of the last line; nil if it is invalid.
  private static func end(of answer: Workbench.Answer) -> Int? {
    answer.outputText.split(separator: "\n").last.flatMap { line in
      line.hasPrefix("end ") ? Int(line.dropFirst(4)) : nil
    }
  }
}
