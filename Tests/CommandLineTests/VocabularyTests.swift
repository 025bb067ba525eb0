import Commands
import Foundation
import TestSupport
import Testing
import TrayKit

/// Only the command line knows options; it passes their names to the lower rooms.
@Suite("The vocabulary of the tool") struct VocabularyTests {
  @Test("has only options and commands that there are, and one for each word")
  func options() throws {
    let help = try ["check", "walk", "replay", "certify", "explore"].map {
      try BuiltTool.run([$0, "--help"]).stdout
    }
    .joined()
    let library = Mirror(reflecting: RequestVocabulary()).children.map { "\($0.value)" }
    let words = Mirror(reflecting: RequestVocabulary.options()).children.map {
      $0.value as? String ?? ""
    }
    #expect(words.count > 15)
    for (word, own) in zip(words, library) {
      #expect(word != own)
      for option in word.matches(of: /--[a-z-]+/) { #expect(help.contains(option.output)) }
      if word.contains("traycheck ") {
        #expect(word.contains(/\ (check|replay|walk|new|explore)\b/))
      }
    }
  }

  @Test("stands in no other room")
  func rooms() throws {
    let root = RepositoryFolder.root.appending(path: "Sources")
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }
      .filter { file in
        !["CommandLine/", "BuildPlugin/", "DriverPlugin/", "DriverTool/", "Plugin/"].contains(
          where: file.hasPrefix)
      }
    #expect(files.count > 300)
    // Other programs have their own options. Custom properties of CSS begin with two dashes.
    let foreign = [
      "/GitRepository.swift", "/ExternalCheckerRun.swift", "/Murphi.swift", "/PageStyle.swift",
    ]
    for file in files where !foreign.contains(where: file.hasSuffix) {
      let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      // The commands of guests.
      if text.contains("import Commands\n") { continue }
      for line in text.split(separator: "\n") {
        // Searched for as words first: patterns take long where they are not optimised.
        guard line.contains("--") || line.contains("traycheck ") else { continue }
        let code = line.trimmingPrefix(while: \.isWhitespace)
        if code.hasPrefix("//") { continue }
        let option = code.firstMatch(of: /--[a-z]|traycheck (check|walk|merge|replay|diff)\b/)
        #expect(option == nil, "\(file): \(code)")
      }
    }
  }
}
