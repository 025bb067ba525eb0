import Foundation
import TestSupport
import Testing

/// The proposals of `traycheck editor completions`, directly and in shells.
@Suite("Completion") struct CompletionTests {
  /// The tool's answer to a shell: the first line, and the words.
  private func proposals(_ words: String...) throws -> (origin: String, words: [String]) {
    let result = try BuiltTool.run(["editor", "completions", "fish"] + words.map { ":\($0)" })
    #expect(result.status == 0)
    let lines = result.stdout.split(separator: "\n").map(String.init)
    return (
      lines.first ?? "",
      lines.dropFirst().map { String($0.prefix { $0 != "\t" }) }
    )
  }

  @Test("proposes each command, with what it does")
  func commands() throws {
    let help = try BuiltTool.run(["help", "--all"]).stdout
    let all = try proposals("")
    #expect(all.origin == "words")
    #expect(all.words.count > 13)
    for word in all.words { #expect(help.contains("  \(word) ") || word == "help", "\(word)") }
    #expect(try proposals("che").words == ["check"])
    #expect(try proposals("help", "che").words == ["check"])
    #expect(
      try BuiltTool.run(["editor", "completions", "zsh", ":che"]).stdout.contains(
        "check\tSearch all states"))
  }

  @Test("proposes each option that the help tells of, but those that are given")
  func options() throws {
    let help = try BuiltTool.run(["check", "--help"]).stdout
    let options = help.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^ {2}(?:-[a-z], )?(--[a-z-]+)/).map { String($0.1) }
    }
    #expect(options.count > 26)
    #expect(try proposals("check", "--").words == options)
    #expect(try proposals("check", "--time-limit", "3s", "--time-l").words.isEmpty)
    #expect(try proposals("check", "--set", "a=1", "--set").words == ["--set", "--settings"])
  }

  @Test("proposes values: words, names of the specs on the line, files, folders")
  func values() throws {
    #expect(try proposals("check", "--format", "js").words == ["json", "jsonl"])
    #expect(
      try proposals("check", "-q", "--format=js").words == ["--format=json", "--format=jsonl"])
    #expect(try proposals("check", "Specs/slack-tray.tray", "--world", "fr").words == ["freshIDs"])
    #expect(try proposals("check", "--world", "default").words == ["default"])
    #expect(
      try proposals("explore", "Specs/slack-tray.tray", "--go=mentionC").words
        == ["--go=mentionClearsInfo"])
    #expect(try proposals("validate", "--spec", "").origin == "files .tray")
    #expect(try proposals("check", "").origin == "files .tray")
    #expect(try proposals("replay", "").origin == "files .json")
    #expect(try proposals("check", "--report", "json=").origin == "files")
    #expect(try proposals("check", "--cache", "").origin == "folders")
    #expect(try proposals("check", "--report", "j").words == ["junit=", "json="])
    #expect(try proposals("check", "--max", "st").words == ["states="])
    #expect(try proposals("certify", "--with", "sp").words == ["spin"])
    #expect(try proposals("walk", "mer").words == ["merge"])
    #expect(try proposals("check", "--no-sa").words.isEmpty)
    #expect(try proposals("check", "--max", "states=").origin == "words")
    #expect(try proposals("editor", "neo").words == ["neovim"])
    #expect(try proposals("editor", "neovim", "").origin == "folders")
  }

  @Test("passes over what it does not understand")
  func mistakes() throws {
    #expect(try proposals("chekc", "--wat", "--format").words.isEmpty)
    #expect(try proposals("check", "--wat=1", "--format", "ta").words == ["tap"])
    #expect(try proposals("check", "nowhere.tray", "--world", "").words == ["default"])
    #expect(try proposals("check", "--", "--form").origin == "files .tray")
    #expect(try BuiltTool.run(["editor", "completions", "bash", "check"]).status == 64)
    #expect(
      try BuiltTool.run(["editor", "completions", "basch"]).stderr.contains("did you mean 'bash'?"))
  }

  // MARK: Shells

  /// Lines, each with the possible completions at its end.
  private static let lines: [(line: [String], found: Set<String>)] = [
    (["che"], ["check"]),
    (["check", "--time-l"], ["--time-limit"]),
    (["check", "--format", "js"], ["json", "jsonl"]),
    (["check", "Specs/slack-t"], ["Specs/slack-tray.tray"]),
    (["check", "Specs/slack-tray.tray", "--world", "fr"], ["freshIDs"]),
    (["check", "--cache", "Sp"], ["Specs"]),
    (["editor", "v"], ["vim", "vscode"]),
  ]

  @Test("works in bash", .enabled(if: BuiltTool.isInstalled("bash"), "there is no 'bash' here"))
  func bash() throws {
    var script = "source <(traycheck editor completions bash)\n"
    let words = Self.lines.map(\.line) + [["check", "--format", "=", "js"]]
    for words in words {
      script += """
        COMP_WORDS=(traycheck \(words.joined(separator: " "))); COMP_CWORD=\(words.count)
        COMPREPLY=(); _traycheck; echo "${COMPREPLY[*]}"

        """
    }
    script += "complete -p traycheck\n"
    let result = try BuiltTool.run(
      installed: "bash", ["--norc"], in: RepositoryFolder.root, input: script)
    let found = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Set($0.split(separator: " ").map(String.init)) }
    #expect(
      found.prefix(Self.lines.count).map(\.self) == Self.lines.map(\.found), "\(result.stderr)")
    #expect(found.dropFirst(Self.lines.count).first == ["json", "jsonl"])
    #expect(result.stdout.contains("complete -F _traycheck traycheck"))
  }

  @Test("works in fish", .enabled(if: BuiltTool.isInstalled("fish"), "there is no 'fish' here"))
  func fish() throws {
    var script = "traycheck editor completions fish | source\n"
    for (words, _) in Self.lines {
      script +=
        "string join -- ' ' (complete -C 'traycheck \(words.joined(separator: " "))' | string split -f 1 \\t)\n"
    }
    script += "string join -- ' ' (complete -C 'traycheck check --format=js')\n"
    let scratch = try ScratchFolder()
    let result = try BuiltTool.run(
      installed: "fish", ["--no-config", scratch.write(script, to: "script.fish")],
      in: RepositoryFolder.root, environment: ["HOME": scratch.url.path])
    let found = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        Set(line.split(separator: " ").map { String($0.hasSuffix("/") ? $0.dropLast() : $0) })
      }
    #expect(
      found.prefix(Self.lines.count).map(\.self) == Self.lines.map(\.found), "\(result.stderr)")
    #expect(found.dropFirst(Self.lines.count).first == ["--format=json", "--format=jsonl"])
  }

  @Test("works in zsh", .enabled(if: BuiltTool.isInstalled("zsh"), "there is no 'zsh' here"))
  func zsh() throws {
    let script = RepositoryFolder.tests("EditorsTests")
      .appending(path: "Scripts/completions.zsh").path
    let typed = Self.lines.map { "traycheck \($0.line.joined(separator: " "))\n" }.joined()
    let result = try BuiltTool.run(
      installed: "zsh", ["-f", script], in: RepositoryFolder.root, input: typed)
    // The common prefix of all completions.
    #expect(
      result.stdout == """
        traycheck check\u{20}
        traycheck check --max states\u{20}
        traycheck check --format json
        traycheck check Specs/slack-tray.tray\u{20}
        traycheck check Specs/slack-tray.tray --world freshIDs\u{20}
        traycheck check --cache Specs/
        traycheck editor v

        """, "\(result.stderr)")
  }
}
