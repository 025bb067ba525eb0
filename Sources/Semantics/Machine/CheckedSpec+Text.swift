/// Events and signals in the notation of specs: `receive(kind: .info)`, `open`.
extension CheckedSpec {
  /// An event with its arguments, as in a scenario.
  ///
  /// An event without parameters is its bare name, without parentheses. The arguments must be those
  /// of the event that `instance.event` is the index of; they are paired with the parameters by
  /// position.
  package func text(_ instance: EventInstance) -> String {
    let event = events[instance.event]
    guard !event.parameters.isEmpty else { return event.name }
    let arguments = zip(event.parameters, instance.arguments).map {
      "\($0.name): \($0.type.text($1))"
    }
    return "\(event.name)(\(arguments.joined(separator: ", ")))"
  }

  /// A signal with its values.
  ///
  /// A field that has no name is shown as `_`.
  package func text(_ signal: EmittedSignal) -> String {
    let declared = signals[signal.signal]
    guard !declared.fields.isEmpty else { return declared.name }
    let values = zip(declared.fields, signal.arguments).map {
      "\($0.name ?? "_"): \($0.type.text($1))"
    }
    return "\(declared.name)(\(values.joined(separator: ", ")))"
  }
}
