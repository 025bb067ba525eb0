/// The observable part of a state: without ghosts and the memory of properties.
extension CheckedSpec {
  /// The places of the variables.
  package var observableVariables: [Int] {
    variables.indices.filter { variables[$0].monitor == nil && !variables[$0].isGhost }
  }

  /// The functions without parameters that depend on the state.
  package var observableViews: [View] {
    let ghosts = Set(variables.indices.filter { variables[$0].isGhost })
    return views.filter { ghosts.isDisjoint(with: $0.value.expression.reads.variables) }
  }
}
