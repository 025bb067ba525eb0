import TrayKit

/// The values of a settings file for one command.
package struct SettingsInForce: Sendable {
  /// The file.
  package let file: SettingsFile
  /// The texts of options, by name; a flag has `true` or `false`.
  package let options: [String: [String]]
  /// The texts of arguments, by name.
  package let positionals: [String: [String]]
  /// The key of each option and argument, by name.
  private let keys: [String: String]

  /// Selects the values for a command.
  ///
  /// - Parameter seen: returns the path of a file in the settings folder, as the command needs it.
  package init(
    _ file: SettingsFile, for command: CommandDescription, seen: (String) -> String = { $0 }
  ) {
    self.file = file
    let values = Dictionary(file.values.map { ($0.key, $0.texts) }) { $1 }
    var options: [String: [String]] = [:]
    var positionals: [String: [String]] = [:]
    var keys: [String: String] = [:]
    for option in command.options where SettingKeys.isObeyed(option.name, by: command) {
      guard let texts = values[option.name] else { continue }
      options[option.name] = option.value?.origin == .folders ? texts.map(seen) : texts
      keys[option.name] = option.name
    }
    let (specs, stored) = (values[SettingKeys.specs], values["counterexamples"])
    for positional in command.positionals where positional.isRepeatable {
      let key =
        switch positional.value.origin {
        case .specs: SettingKeys.specs
        case .jsonFiles where command.name == ReplayCommand.description.name: "counterexamples"
        default: ""
        }
      guard let texts = key == SettingKeys.specs ? specs : key.isEmpty ? nil : stored else {
        continue
      }
      positionals[positional.value.name] = texts.map(seen)
      keys[positional.value.name] = key
    }
    if let specs, command.options.contains(where: { $0.name == "specs-in" }),
      command.name == ReplayCommand.description.name
    {
      options["specs-in"] = specs.map(seen)
      keys["specs-in"] = SettingKeys.specs
    }
    (self.options, self.positionals, self.keys) = (options, positionals, keys)
  }

  /// The specs of the file; nil if it names none.
  package var specs: [String]? { file.values.first { $0.key == SettingKeys.specs }?.texts }

  /// The place of the value of an option or argument: `.traycheck.json:3:13`.
  package func source(of name: String) -> String? {
    guard let key = keys[name], let value = file.values.first(where: { $0.key == key }) else {
      return nil
    }
    return "\(file.path):\(value.line):\(value.column)" + (value.isForCI ? " (ci)" : "")
  }
}

extension ParsedArguments {
  /// The options and arguments in force, each with its source, for `--show-settings`.
  package var settingsText: String {
    var rows: [(name: String, value: String, source: String)] = []
    func add(_ name: String, _ typed: [String]?, _ set: [String]?, _ usual: String?) {
      if let typed {
        rows.append((name, typed.isEmpty ? "true" : typed.joined(separator: ", "), "command line"))
      } else if name == "cache", let folder = ReportOptions.environment("TRAYCHECK_CACHE") {
        rows.append((name, folder, "TRAYCHECK_CACHE"))
      } else if let set {
        rows.append((name, set.joined(separator: ", "), settings?.source(of: name) ?? ""))
      } else if let usual {
        rows.append((name, usual, "default"))
      }
    }
    for positional in path.command.positionals {
      let name = positional.value.name
      add(name, positionals[name], settings?.positionals[name], positional.defaultText)
    }
    for option in path.command.options where option.replacement == nil {
      add(option.name, options[option.name], settings?.options[option.name], option.defaultText)
    }
    var lines = ["settings: \(settings.map { LogText.line($0.file.path) } ?? "no file")"]
    lines += Self.columns(rows)
    for (folder, values) in settings?.file.folders ?? [] where path.command.name == "check" {
      lines.append("specs in \(folder):")
      lines += Self.columns(
        values.map {
          let isTyped = names.contains($0.key)
          return (
            $0.key, $0.texts.joined(separator: ", "),
            "\(settings?.file.path ?? ""):\($0.line):\($0.column)"
              + (isTyped ? " (the command line wins)" : "")
          )
        })
    }
    return lines.map { LogText.line($0) + "\n" }.joined()
  }

  private static func columns(_ rows: [(name: String, value: String, source: String)]) -> [String] {
    let name = rows.map(\.name.count).max() ?? 0
    let value = min(40, rows.map(\.value.count).max() ?? 0)
    return rows.map {
      "  \(Columns.padded($0.name, to: name))  \(Columns.padded($0.value, to: value))  \($0.source)"
    }
  }
}
