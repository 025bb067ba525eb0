import Commands
import Foundation

/// The executable `traycheck`, which ends with the status of its command.
@main
enum Main {
  static func main() {
    if let problem = SystemRequirements.problem {
      FileHandle.standardError.write(Data("Error: \(problem)\n".utf8))
      exit(SystemRequirements.exitStatus)
    }
    exit(TraycheckCommand.main(Array(CommandLine.arguments.dropFirst())))
  }
}
