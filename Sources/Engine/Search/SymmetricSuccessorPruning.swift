import Semantics

/// Steps that need not be followed, because another one from the same state leads to the same orbit.
///
/// If swapping two names of a type leaves a state unchanged, steps with one name are equivalent to those with the
/// other. All are counted, but of instances that differ only in such names, only the one with the least names is
/// followed. Emerson and Sistla use the automorphisms of a state in the same way ("Symmetry and Model Checking",
/// 1996).
///
/// Invariant: `alike` has an element for each name and row, `none` and `merged` for each row.
final class SymmetricSuccessorPruning {
  private let rowCapacity: Int
  /// Whether a name can be swapped with its predecessor, by name and row.
  private let alike: Buffer<Bool>
  private let merged: Buffer<Bool>
  private let none: Buffer<Bool>
  /// For each instance of the plan, its names whose predecessors it does not contain.
  private let names: [[Int]]

  init(_ machine: Machine, _ plan: Plan, _ symmetry: SymmetryPlan, rowCapacity: Int) {
    self.rowCapacity = rowCapacity
    alike = Buffer(count: symmetry.nameCount * rowCapacity)
    merged = Buffer(count: rowCapacity)
    none = Buffer(count: rowCapacity)
    let names = plan.instances.map { planned in
      let instance = machine.instances[planned.instance]
      let parameters = machine.spec.events[instance.event].parameters
      var names: Set<Int> = []
      for (parameter, value) in zip(parameters, instance.arguments) {
        names.formUnion(symmetry.names(in: value, of: parameter.type))
      }
      return symmetry.namesWithNeighbour.filter { names.contains($0) && !names.contains($0 - 1) }
    }
    self.names = names
    isOfUse = names.contains { !$0.isEmpty }
  }

  /// Whether steps by any instance can be skipped.
  let isOfUse: Bool

  /// The location for the first name's flag in a row: whether it is interchangeable with its predecessor. The flags
  /// of later names follow at intervals of `rowCapacity`.
  func alike(row: Int) -> UnsafeMutablePointer<Bool> { alike.base + row }

  /// For each of the first rows, whether a step by an instance of the plan can be skipped.
  func areSpared(instance: Int, rows: Int) -> UnsafePointer<Bool> {
    let names = names[instance]
    guard let first = names.first else { return UnsafePointer(none.base) }
    let column = alike.base + first * rowCapacity
    if names.count == 1 { return UnsafePointer(column) }
    merged.base.update(from: column, count: rows)
    for name in names.dropFirst() {
      let column = alike.base + name * rowCapacity
      for row in 0..<rows where column[row] { merged[row] = true }
    }
    return UnsafePointer(merged.base)
  }
}
