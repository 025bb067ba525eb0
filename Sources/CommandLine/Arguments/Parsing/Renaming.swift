/// A name of an older version, with its replacement.
///
/// Old names work for one release and print the new name on standard error.
enum Renaming {
  /// A renamed command.
  struct Command: Sendable {
    /// The new name as the user types it.
    var newName: String
    /// The words that replace the old name.
    var words: [String]
    /// Rewrites the words after the old name.
    var rest: @Sendable ([String]) -> [String] = { $0 }
  }

  /// A renamed option.
  package struct Option: Sendable {
    /// The new name as the user types it.
    package var newName: String
    /// Whether the old option has a value.
    package var takesValue = true
    /// The words that replace the option and its value.
    package var words: @Sendable (String?) -> [String]
  }

  /// The commands of older versions by name.
  static let commands: [String: Command] = [
    "watch": Command("check", "--watch"), "merge": Command("walk", "merge"),
    "serve": Command("conform", "serve"), "tests": Command("conform", "tests"),
    "generate": Command("conform", "generate"), "expand": Command("cluster", "worker"),
    "language-server": Command("editor", "language-server"),
    "completions": Command("editor", "completions"),
    "second-opinion": Command(
      newName: "traycheck certify --with all", words: ["certify", "--with", "all"]),
    "graph": Command(
      newName: "traycheck export --to mermaid", words: ["export"],
      rest: { words in
        let names = words.map { $0.hasPrefix("--format") ? "--to" + $0.dropFirst(8) : $0 }
        return names == words && !words.contains("--help") ? ["--to", "mermaid"] + words : names
      }),
  ]

  /// Returns the replacement of an option of an older version; nil if the command still has it.
  static func option(_ name: String, in path: CommandPath) -> Option? {
    let options = path.command.options
    guard !options.contains(where: { $0.name == name }), let option = replacement(of: name),
      let first = option.words("").first?.dropFirst(2),
      options.contains(where: { $0.name == first })
    else { return nil }
    return option
  }

  private static func replacement(of name: String) -> Option? {
    if let option = table[name] { return option }
    guard name.hasPrefix("allow-") else { return nil }
    let kind = String(name.dropFirst(6))
    return Option(newName: "--allow \(kind)", takesValue: false) { _ in ["--allow", kind] }
  }

  /// The options of older versions by name, without `--allow-KIND`.
  static let table: [String: Option] = {
    var table: [String: Option] = [
      "allow-unasked": Option(newName: "--allow gap-KIND") { ["--allow", "gap-\($0 ?? "")"] },
      "explain-engine": Option(newName: "--explain engine", takesValue: false) { _ in
        ["--explain", "engine"]
      },
      "explain-size": Option(newName: "--explain size", takesValue: false) { _ in
        ["--explain", "size"]
      },
      "witness": Option(newName: "--explain witness=NAME") {
        ["--explain", "witness=\($0 ?? "")"]
      },
      "no-cache": Option(newName: "--cache none", takesValue: false) { _ in ["--cache", "none"] },
      "tlc": Option(newName: "--with tlc=JAR") { ["--with", "tlc=\($0 ?? "")"] },
      "specs": Option(newName: "--specs-in FOLDER") { ["--specs-in", $0 ?? ""] },
      "from": Option(newName: "--template KIND") { ["--template", $0 ?? ""] },
      "write": Option(newName: "--emit WHAT") { ["--emit", $0 ?? ""] },
    ]
    for kind in ["junit", "sarif", "code-quality", "tap", "json", "summary", "html", "certificate"]
    {
      table[kind] = Option(newName: "--report \(kind)=FILE") {
        ["--report", "\(kind)=\($0 ?? "")"]
      }
    }
    table["annotations"] = Option(newName: "--report annotations=WHEN") {
      ["--report", "annotations=\($0 ?? "")"]
    }
    for kind in ["states", "depth", "values", "views", "nodes"] {
      table["max-\(kind)"] = Option(newName: "--max \(kind)=N") {
        ["--max", "\(kind)=\($0 ?? "")"]
      }
    }
    return table
  }()
}

extension Renaming.Command {
  /// A command that became a subcommand, or an option of a command.
  init(_ words: String...) {
    self.init(newName: (["traycheck"] + words).joined(separator: " "), words: words)
  }
}
