import Commands
import TrayKit

/// `traycheck check --any-size`: attempts proofs for any instance count.
enum AnySizeOption {
  private static let anySize = Flag(
    "any-size", help: "Try to prove the properties for any instance count of symmetric types.")

  static let options = CommandExtension(
    of: "check", after: "property", options: [anySize], settings: ["any-size"],
    changes: [
      OptionChange(
        "max", keys: [Maximum.Kind.views.rawValue],
        help:
          "Stop a search after this many states or steps from the start, a type after this many "
          + "values, and --any-size after this many views.")
    ],
    request: { arguments, request in
      request[AnySizeSettings.self] = AnySizeSettings(
        isOn: arguments[anySize], maximumViews: arguments.maximum(.views),
        words: .init(isOn: "--any-size", maximumViews: "--max views"))
    })
}

extension Maximum.Kind {
  fileprivate static let views = Self(rawValue: "views")
}

extension Guest {
  /// Attempts proofs for any instance count.
  package static let anySize = Guest().extending(AnySizeOption.options)
}
