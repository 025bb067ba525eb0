import TrayKit

/// The keys of a settings file.
///
/// A key is the long name of an option of `check`, and has the same values. `specs` is the only other one.
enum SettingKeys {
  /// The specs of commands without paths.
  static let specs = "specs"

  /// The options that apply to every command that has them, and not only to `check`.
  private static let general: Set<String> = [
    SpecOptions.counterexamples.description.name, SpecOptions.memory.description.name,
    SpecOptions.threads.description.name,
  ]

  /// The values that the specs of one folder can have, each with its validator.
  private static let inFolders: [String: SettingsFile.Key.Check] = [
    "strict": { _ in nil }, "time-limit": { _ in nil },
    "allow": { $0.hasPrefix("gap-") ? nil : "in a folder, \"allow\" takes only kinds of gaps" },
    "max": { text in
      ["states=", "depth="].contains(where: text.hasPrefix)
        ? nil : "in a folder, \"max\" takes only states and depth"
    },
  ]

  /// All keys of a tool, with the validators of their values.
  static func all(of tool: CommandDescription) -> [SettingsFile.Key] {
    let paths = SettingsFile.Key(
      specs, .list, problem: { $0.isEmpty ? "a path is empty" : nil })
    let check = tool.subcommands.first { $0.name == CheckCommand.description.name }
    let options = check?.options.filter { check?.settingKeys.contains($0.name) ?? false }
    return [paths] + (options ?? []).map(key)
  }

  private static func key(of option: OptionDescription) -> SettingsFile.Key {
    let check: SettingsFile.Key.Check = { problem($0, of: option) }
    guard let own = inFolders[option.name] else {
      return SettingsFile.Key(option.name, form(of: option), problem: check)
    }
    return SettingsFile.Key(
      option.name, form(of: option), problem: check, inFolders: { check($0) ?? own($0) })
  }

  private static func form(of option: OptionDescription) -> SettingsFile.Key.Form {
    guard let value = option.value else { return .flag }
    guard option.isRepeatable else { return .text }
    if case .keyed = value.expectation { return .keyed }
    return .list
  }

  private static func problem(_ text: String, of option: OptionDescription) -> String? {
    guard let value = option.value else { return nil }
    do throws(ArgumentError) {
      try value.check(text, label: "\"\(option.name)\"")
      return nil
    } catch {
      return error.text
    }
  }

  /// Whether a key applies to a command.
  static func isObeyed(_ key: String, by command: CommandDescription) -> Bool {
    command.options.contains { $0.name == key }
      && (general.contains(key) || command.name == CheckCommand.description.name)
  }

  /// The overrides of a file's folders, without options that the user gave.
  static func overrides(
    _ file: SettingsFile, typed: Set<String>
  ) -> [FolderOverride] {
    file.folders.map { folder, values in
      var override = FolderOverride(folder: folder)
      for value in values where !typed.contains(value.key) {
        let arguments = ParsedArguments(
          path: CommandPath(CheckCommand.description), options: [value.key: value.texts],
          positionals: [:])
        switch value.key {
        case "strict": override.isStrict = value.texts == ["true"]
        case "allow": override.allowedUnasked = CheckCommand.allowedGaps(arguments)
        case "time-limit": override.timeLimit = CheckCommand.timeLimit(arguments)
        default:
          override.maximumStates = arguments.maximum(.states)
          override.maximumDepth = arguments.maximum(.depth)
        }
      }
      return override
    }
  }
}
