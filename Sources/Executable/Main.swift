import Commands
import Foundation

/// The executable `traycheck`, which ends with the status of its command.
@main
enum Main {
  static func main() async {
    exit(await TraycheckCommand.run(Array(CommandLine.arguments.dropFirst())))
  }
}
