import Commands
import TrayKit

extension ShellCompletion: ArgumentChoice {}

/// `traycheck editor completions`: the scripts that shells read to complete commands, and the answers to these scripts.
enum CompletionsCommand: Command {
  private static let shell = Positional<ShellCompletion>(
    "shell", isRequired: true, help: "The shell.")
  private static let words = Positional<String>(
    "word", isRepeatable: true,
    help:
      "A word of the command line, with a ':' before it; the last one is completed. Prints proposals instead of the script."
  )

  static let description = CommandDescription(
    name: "completions",
    abstract: "Print the completion script for bash, zsh or fish.",
    discussion: """
      The script proposes commands, options and their values, specs, and the worlds and properties of specs. It asks the \
      installed tool, so it fits each version. Add it to your shell:
        source <(traycheck editor completions bash), in ~/.bashrc;
        source <(traycheck editor completions zsh), in ~/.zshrc after compinit;
        traycheck editor completions fish > ~/.config/fish/completions/traycheck.fish, once.
      """,
    positionals: [shell, words],
    statuses: [
      0: "It was printed.",
      2: "Standard output cannot be written.",
    ],
    examples: [
      "traycheck editor completions bash": "Print the script for bash.",
      "traycheck editor completions bash :traycheck :wa": "Print proposals for a word.",
    ])

  /// Prints the script or the proposals; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    let typed = arguments.all(words)
    var text = arguments[shell]?.script ?? ""
    if !typed.isEmpty {
      guard typed.allSatisfy({ $0.hasPrefix(":") }) else {
        return SpecOptions.refuse("write ':' before each word")
      }
      let request = CompletionRequest(arguments.path.tool, typed.map { String($0.dropFirst()) })
      text = lines(request.proposals(names)).joined(separator: "\n") + "\n"
    }
    return Terminal.write(text, to: .standardOutput, mayCommand: true)
      ? 0 : ExitStatus.specError.rawValue
  }

  /// The lines for the shell: the first one names the kind of files to look for, the others are words, each with a tab
  /// and its meaning.
  private static func lines(_ proposals: CompletionRequest.Proposals) -> [String] {
    let origin =
      switch proposals.origin {
      case .files(let ending): ending.isEmpty ? "files" : "files \(ending)"
      case .folders: "folders"
      case .nowhere, .worlds, .properties: "words"
      }
    return [origin]
      + proposals.words.map { $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
  }

  private static func names(_ origin: ValueOrigin, _ specs: [String]) -> [String] {
    let found = Traycheck.declaredNames(in: specs.isEmpty ? ["Specs"] : specs)
    return origin == .worlds ? found.worlds + ["default"] : found.properties
  }
}
