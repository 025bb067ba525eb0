import Guests
import TestSupport
import Testing

@testable import Commands

/// The commands and options as a newcomer meets them.
@Suite("The command set") struct CommandSetTests {
  private static func all(_ path: CommandPath) -> [CommandPath] {
    [path] + path.command.subcommands.flatMap { all(path.appending($0)) }
  }

  /// Every command under the tool.
  private static let paths = Array(all(CommandPath(tool.description)).dropFirst())

  @Test("is printed by the name of the tool alone, with status 0")
  func bare() throws {
    let bare = try BuiltTool.run([])
    let help = try BuiltTool.run(["--help"])
    #expect(bare.status == 0 && bare.stdout == help.stdout && bare.stderr.isEmpty)
    #expect(bare.stdout.contains("EVERY DAY:") && !bare.stdout.contains("MORE:"))
    #expect(try BuiltTool.run(["help", "--all"]).stdout.contains("MORE:"))
  }

  @Test("has 16 commands, and check has at most 28 options")
  func counts() throws {
    #expect(tool.description.subcommands.count == 16)
    let check = try #require(tool.description.subcommands.first { $0.name == "check" })
    #expect(check.options.count { $0.replacement == nil } <= 28)
  }

  @Test("has the options and keys of a guest only with that guest")
  func extensions() throws {
    func words(_ tool: TraycheckCommand) throws -> [String] {
      let check = try #require(tool.description.subcommands.first { $0.name == "check" })
      return check.options.flatMap { [$0.name] + ($0.value?.expectation.spellings(of: "") ?? []) }
    }
    let all = try words(tool)
    let core = try words(TraycheckCommand(guests: []))
    #expect(Set(all).subtracting(core) == ["any-size", "views=", "certificate="])
    #expect(Set(core).isSubset(of: all) && all.count == core.count + 3)
  }

  @Test("ends each help with two examples that are understood")
  func examples() throws {
    for path in Self.paths {
      #expect(path.command.examples.count == 2, "\(path.invocation)")
      for example in path.command.examples {
        let words = example.label.prefix { !"<>|".contains($0) }.split(separator: " ")
        let request = try ArgumentParser(tool: tool.description)
          .parse(words.dropFirst().map(String.init))
        guard case .run(let arguments) = request else {
          Issue.record("\(example.label)")
          continue
        }
        #expect(arguments.path.invocation == path.invocation)
        #expect(arguments.notes.isEmpty)
      }
    }
  }

  @Test("has one kind of value for each option name")
  func sameMeaning() {
    // A drawing and a walk have one world; 'report' and 'max' list the kinds of their command.
    var values: [String: Set<String>] = [:]
    for path in Self.paths {
      for option in path.command.options where option.replacement == nil {
        values[option.name, default: []].insert(option.value?.name ?? "flag")
      }
    }
    for (name, kinds) in values { #expect(kinds.count == 1, "--\(name): \(kinds)") }
  }

  @Test("takes a word for a subcommand only in the first place")
  func subcommands() throws {
    let parser = ArgumentParser(tool: tool.description)
    func invocation(_ line: String) throws -> String? {
      guard case .run(let arguments) = try parser.parse(line.split(separator: " ").map(String.init))
      else { return nil }
      return arguments.path.invocation
    }
    #expect(try invocation("walk merge a.json") == "traycheck walk merge")
    #expect(try invocation("walk ./merge") == "traycheck walk")
    #expect(try invocation("walk -- merge") == "traycheck walk")
    #expect(try invocation("walk Specs merge") == "traycheck walk")
    #expect(try invocation("walk --seed 3 merge") == "traycheck walk")
  }
}
