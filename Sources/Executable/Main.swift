import Commands
import Foundation

/// The executable `traycheck`, which ends with the status of its command.
@main
enum Main {
  static func main() { exit(TraycheckCommand.main(Array(CommandLine.arguments.dropFirst()))) }
}
