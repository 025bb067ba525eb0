import Platform
import Semantics

/// Empty values are omitted in the file, which makes it shorter. Authors may omit them, too.
extension CounterexampleDocument {
  private enum Keys: String, CodingKey {
    case format, version, spec, world, constants, smaller, property, summary, expect, shortest,
      found, start, steps, loop, attempt
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(format, forKey: .format)
    try container.encode(version, forKey: .version)
    try container.encode(spec, forKey: .spec)
    try container.encode(world, forKey: .world)
    if !constants.isEmpty { try container.encode(constants, forKey: .constants) }
    if !smaller.isEmpty { try container.encode(smaller, forKey: .smaller) }
    try container.encode(property, forKey: .property)
    try container.encodeIfPresent(summary, forKey: .summary)
    try container.encode(expect, forKey: .expect)
    try container.encode(shortest, forKey: .shortest)
    try container.encodeIfPresent(found, forKey: .found)
    if !start.isEmpty { try container.encode(start, forKey: .start) }
    try container.encode(steps, forKey: .steps)
    try container.encodeIfPresent(loop, forKey: .loop)
    try container.encodeIfPresent(attempt, forKey: .attempt)
  }
}

extension CounterexampleDocument.Property {
  private enum Keys: String, CodingKey {
    case name, kind, arguments, event, rules, inside, expression, line, column
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
    try container.encodeIfPresent(event, forKey: .event)
    try container.encodeIfPresent(rules, forKey: .rules)
    try container.encodeIfPresent(inside, forKey: .inside)
    try container.encodeIfPresent(expression, forKey: .expression)
    try container.encodeIfPresent(line, forKey: .line)
    try container.encodeIfPresent(column, forKey: .column)
  }
}

extension CounterexampleDocument.Event {
  private enum Keys: String, CodingKey { case event, arguments }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(event, forKey: .event)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
  }
}

extension CounterexampleDocument.Step {
  private enum Keys: String, CodingKey {
    case event, arguments, rule, choices, signals, changes
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(event, forKey: .event)
    if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
    try container.encodeIfPresent(rule, forKey: .rule)
    if !choices.isEmpty { try container.encode(choices, forKey: .choices) }
    if !signals.isEmpty { try container.encode(signals, forKey: .signals) }
    if !changes.isEmpty { try container.encode(changes, forKey: .changes) }
  }
}
