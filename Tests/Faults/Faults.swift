import Foundation
import TestSupport

/// `swift run faults`: plants faults in a copy of the tool, and checks whether the tests find them. See README.md.
@main
enum Faults {
  static func main() {
    do {
      let options = try FaultOptions(Array(CommandLine.arguments.dropFirst()))
      if options.showsHelp {
        print(FaultOptions.help, terminator: "")
        return
      }
      let faults = try options.chosen(of: PlantedFault.all(in: FaultOptions.root))
      if options.lists {
        for fault in faults { print("\(fault.part)/\(fault.name)  \(fault.summary)") }
        return
      }
      exit(try FaultRun(options, faults).isClean() ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(error is OptionWords.UsageError ? 64 : 2)
    }
  }
}
