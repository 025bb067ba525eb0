import TrayKit

/// `traycheck mutate`: edits specs and tells which edits nothing notices.
enum MutateCommand {
  static let description = CommandDescription(
    name: "mutate", abstract: "Edit specs, and tell which edits no property notices.",
    positionals: [SpecOptions.paths.description],
    options: [SpecOptions.threads.description])

  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let given = arguments.all(SpecOptions.paths)
    var request = MutateRequest(paths: given.isEmpty ? ["Specs"] : given)
    request.threads = arguments[SpecOptions.threads]?.count
    let outcome = try? await Traycheck.mutate(request)
    if let text = try? outcome?.rendered() { _ = Terminal.write(text, to: .standardOutput) }
    return 0
  }
}
