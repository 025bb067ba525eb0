import Semantics

/// Steps that need not be followed, as another from the same state leads to the same orbit.
///
/// Where a state is the same with two names of one type interchanged, so are its steps by an event with the one and
/// with the other. All are counted; of those by instances that differ in such names alone one is enough, that with
/// the least names (as the automorphisms of a state do for Emerson and Sistla, "Symmetry and Model Checking", 1996).
///
/// Invariant: `alike` has an element for each name and row, `none` and `merged` for each row.
final class SymmetricSuccessorPruning {
  private let rowCapacity: Int
  /// Whether a name can be interchanged with the one before it, by name and row.
  private let alike: Buffer<Bool>
  private let merged: Buffer<Bool>
  private let none: Buffer<Bool>
  /// For each instance of the plan its names whose neighbours before them it does not have.
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

  /// Whether steps by any instance may be spared.
  let isOfUse: Bool

  /// Where it is told of the first name whether it is alike to the one before it, in a row; of the other names
  /// `rowCapacity` further each.
  func alike(row: Int) -> UnsafeMutablePointer<Bool> { alike.base + row }

  /// For each of the first rows whether a step by an instance of the plan need not be followed.
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
