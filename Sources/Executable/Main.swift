import Commands
import Guests
import Platform

/// The executable `traycheck`, which ends with the status of its command.
@main
enum Main {
  static func main() {
    if let problem = SystemRequirements.problem {
      _ = System.write("Error: \(problem)\n", to: STDERR_FILENO)
      exit(SystemRequirements.exitStatus)
    }
    exit(tool.main(Array(CommandLine.arguments.dropFirst())))
  }
}
