/// An optional capability: its commands, its options of other commands, and the forms of its files.
package struct Guest: Sendable {
  /// A group of commands in the help of the tool.
  package enum Group: String, CaseIterable, Sendable {
    case everyDay = "EVERY DAY"
    case strength = "IS IT ENOUGH?"
    case software = "REAL SOFTWARE"
    /// Only `help --all` lists it.
    case more = "MORE"
  }

  /// A command with its place in the help.
  struct Place: Sendable {
    var command: any Command.Type
    var group: Group
    /// The command before it; nil if it is the last one so far.
    var predecessor: String?
  }

  /// The form of a file or message, with the version that this build writes.
  struct Form: Sendable {
    var name: String
    var version: Int
    /// The form before it in lists; nil if it is the last one so far.
    var predecessor: String?
  }

  var places: [Place] = []
  var extensions: [CommandExtension] = []
  var forms: [Form] = []

  /// A guest without commands.
  package init() {}

  /// The same guest with one more command.
  ///
  /// - Parameter predecessor: the command before it in the help; nil for the end of the group.
  package func with(
    _ command: any Command.Type, in group: Group, after predecessor: String? = nil
  ) -> Guest {
    var guest = self
    guest.places.append(Place(command: command, group: group, predecessor: predecessor))
    return guest
  }

  /// The same guest with one more form of a file or message.
  ///
  /// - Parameters:
  ///   - version: the version that this build writes.
  ///   - predecessor: the form before it in lists; nil for the end.
  package func writing(_ name: String, _ version: Int, after predecessor: String? = nil) -> Guest {
    var guest = self
    guest.forms.append(Form(name: name, version: version, predecessor: predecessor))
    return guest
  }

  /// The same guest with more options of a command.
  package func extending(_ command: CommandExtension) -> Guest {
    var guest = self
    guest.extensions.append(command)
    return guest
  }
}
