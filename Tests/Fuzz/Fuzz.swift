import Foundation
import TestSupport

/// `swift run -c release fuzz`: passes unusual inputs to the tool, and checks its answers. See README.md.
@main
enum Fuzz {
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
      if options.showsHelp {
        print(FuzzOptions.help, terminator: "")
      } else if let folder = options.workerFolder {
        try Worker(options, folder: folder).run()
      } else {
        exit(try Supervisor(options).run() ? 0 : 1)
      }
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(error is OptionWords.UsageError ? 64 : 2)
    }
  }
}
