// The tool of the build plugin: `traycheck conform generate swift` without the checker, so that it builds fast.
//
// Mistakes are told as compilers tell them, so that they are shown at the lines of the spec.
import Drivers
import Files
import Platform

/// Reads words that the plugin writes, with the options of `traycheck conform generate swift` behind them.
func request(_ words: [String]) throws -> (DriverRequest, output: String) {
  struct Usage: Error, CustomStringConvertible { let description: String }
  var request = DriverRequest(path: "")
  var output: String?
  var rest = words[...]
  while let word = rest.popFirst() {
    func value() throws -> String {
      guard let value = rest.popFirst() else { throw Usage(description: "\(word) needs a value") }
      return value
    }
    switch word {
    case "--output": output = try value()
    case "--root": request.root = try value()
    case "--world": request.world = try value()
    case "--hidden": request.hidden.append(try value())
    case "--main-actor": request.isOnMainActor = true
    case "--access":
      let text = try value()
      guard let access = DriverRequest.Access(rawValue: text) else {
        throw Usage(description: "--access is public or internal, not '\(text)'")
      }
      request.access = access
    case "--set":
      let text = try value()
      guard let end = text.firstIndex(of: "=") else {
        throw Usage(description: "--set needs name=value, not '\(text)'")
      }
      request.settings.append((String(text[..<end]), String(text[text.index(after: end)...])))
    case _ where word.hasPrefix("-") || !request.path.isEmpty:
      throw Usage(description: "unexpected '\(word)'")
    default: request.path = word
    }
  }
  guard !request.path.isEmpty, let output else {
    throw Usage(description: "usage: traycheck-driver SPEC --output FILE [option]…")
  }
  return (request, output)
}

func fail(_ lines: [String]) -> Never {
  _ = System.write(lines.joined(separator: "\n") + "\n", to: STDERR_FILENO)
  exit(1)
}

do {
  let (request, output) = try request(Array(CommandLine.arguments.dropFirst()))
  try OutputFile(output).replace(with: Array(try request.source().utf8))
} catch let problem as DriverRequest.Problem {
  fail(problem.lines)
} catch let problem as FileError {
  fail(["error: the driver cannot be written: \(problem.reason)"])
} catch {
  fail(["error: \(error)"])
}
