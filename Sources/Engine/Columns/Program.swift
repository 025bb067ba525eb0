/// Wires of a circuit in an order of evaluation, column by column.
///
/// A program is split into blocks that form a tree: lower blocks can read the results of a block, and a block need
/// not run if nothing below it is needed. A value for several blocks is computed once, in the lowest common ancestor.
/// Registers are numbered once for the whole program: first the words of the state, then constants, then the results
/// of blocks. Sibling blocks reuse the same registers, so the results of one are lost once its sibling runs.
struct Program: Sendable {
  /// One operation on whole columns. A column is a register.
  ///
  /// Operands that an operation does not have are 0. `target` differs from all operands.
  struct Instruction: BitwiseCopyable, Sendable {
    var operation: Circuit.Operation
    var target: Int32
    var a: Int32
    var b: Int32
    var c: Int32
    /// The shift of a field, a key, or the second operand of `or` and `xor`; the table of a look-up.
    var number: Int
    /// The mask of a field. A look-up with a mask reads a field itself, shifted by `b`.
    var mask: UInt64
  }

  /// Instructions that run together, for the same rows.
  struct Block: Sendable {
    /// The block above; of the topmost, itself.
    var parent: Int
    var instructions: Range<Int> = 0..<0
    /// The first register that no block above uses.
    var firstRegister = 0
    /// The first register after those of the block, at which the blocks below it begin.
    var endRegister = 0
  }

  /// Registers 0 and on hold the words of the states.
  let wordCount: Int
  private(set) var instructions: [Instruction] = []
  private(set) var blocks: [Block]
  /// The number of columns that a machine needs: the maximum over all paths down the tree of blocks.
  private(set) var registerCount = 0
  /// Registers with the same value in all rows.
  private(set) var constants: [(register: Int32, value: Int)] = []
  /// The registers of the demanded wires.
  private var registers: [Circuit.Wire: Int32] = [:]
  /// If lower blocks share nothing: for each block, the registers of its own wires.
  private var ownRegisters: [[Circuit.Wire: Int32]] = []

  /// Schedules the wires that the blocks demand. Other wires are not computed.
  ///
  /// Takes time in the gates and demands, times the depth of the tree.
  ///
  /// - Parameters:
  ///   - parents: for each block, its parent, which has a lower number; block 0 is the topmost.
  ///   - demands: the wires that each block needs.
  init(
    _ circuit: Circuit, wordCount: Int, parents: [Int],
    demands: [(wire: Circuit.Wire, block: Int)]
  ) {
    self.wordCount = wordCount
    blocks = parents.map { Block(parent: $0) }
    let places = Self.places(circuit, parents: parents, demands: demands)
    var byBlock: [[Circuit.Wire]] = Array(repeating: [], count: parents.count)
    for (wire, place) in places.enumerated() where place >= 0 {
      byBlock[Int(place)].append(Circuit.Wire(truncatingIfNeeded: wire))
    }
    registerCount = wordCount
    var numbers = Array(repeating: Int32(-1), count: circuit.gates.count)
    for (wire, place) in places.enumerated() where place >= 0 {
      guard let value = circuit.value(Circuit.Wire(truncatingIfNeeded: wire)) else { continue }
      numbers[wire] = Int32(truncatingIfNeeded: registerCount)
      constants.append((numbers[wire], value))
      registerCount += 1
    }
    let firstFree = registerCount
    for block in blocks.indices {
      let parent = blocks[block].parent
      var next = block == 0 ? firstFree : blocks[parent].endRegister
      blocks[block].firstRegister = next
      let begin = instructions.count
      for wire in byBlock[block] where numbers[Int(wire)] < 0 {
        numbers[Int(wire)] = Int32(truncatingIfNeeded: next)
        next += 1
        let next = Self.instruction(circuit.gates[Int(wire)], wire, circuit) { numbers[Int($0)] }
        instructions.append(next)
      }
      blocks[block].instructions = begin..<instructions.count
      blocks[block].endRegister = next
      registerCount = max(registerCount, next)
    }
    for (wire, _) in demands { registers[wire] = numbers[Int(wire)] }
  }

  /// Schedules blocks below the topmost that run for few rows each: a wire that two of them need is computed in both.
  /// They share only the wires that the topmost block needs.
  ///
  /// - Parameters:
  ///   - top: which wires are needed in the topmost block.
  ///   - demands: the wires that each of the other blocks needs.
  init(unshared circuit: Circuit, wordCount: Int, top: [Circuit.Wire], demands: [[Circuit.Wire]]) {
    // The order of their numbers is one of evaluation.
    let topmost = circuit.cone(of: top).sorted()
    let cones = demands.map { circuit.cone(of: $0).sorted() }
    var constants: Set<Circuit.Wire> = []
    for wire in cones.joined() where circuit.value(wire) != nil { constants.insert(wire) }
    self.init(
      circuit, wordCount: wordCount, parents: [0],
      demands: (topmost + constants.sorted()).map { ($0, 0) })
    let firstFree = blocks[0].endRegister
    let shared = registers
    var kept = Set(top.map { register($0) })
    var drafts: [[Instruction]] = []
    for (cone, demanded) in zip(cones, demands) {
      var own: [Circuit.Wire: Int32] = [:]
      var block: [Instruction] = []
      for wire in cone where shared[wire] == nil {
        own[wire] = Int32(truncatingIfNeeded: firstFree + own.count)
        block.append(
          Self.instruction(circuit.gates[Int(wire)], wire, circuit) {
            own[$0] ?? shared[$0] ?? 0
          })
      }
      block.fold(keeping: Set(demanded.compactMap { own[$0] }))
      kept.formUnion(block.flatMap(\.operands) + demanded.compactMap { shared[$0] })
      drafts.append(block)
      ownRegisters.append(own)
    }
    instructions.fold(keeping: kept)
    let (first, end) = instructions.reuseRegisters(from: blocks[0].firstRegister, keeping: kept)
    registers = shared.mapValues { first[$0] ?? $0 }
    blocks[0].instructions = instructions.indices
    blocks[0].endRegister = end
    registerCount = end
    for (place, (draft, demanded)) in zip(drafts, demands).enumerated() {
      var block = draft
      for index in block.indices { block[index].mapOperands { first[$0] ?? $0 } }
      let own = ownRegisters[place]
      let (names, ownEnd) = block.reuseRegisters(
        from: end, keeping: Set(demanded.compactMap { own[$0] }))
      ownRegisters[place] = own.mapValues { names[$0] ?? $0 }
      let begin = instructions.count
      instructions += block
      blocks.append(
        Block(
          parent: 0, instructions: begin..<instructions.count, firstRegister: end,
          endRegister: ownEnd))
      registerCount = max(registerCount, ownEnd)
    }
  }

  /// The register of a wire that an unshared block demanded; `block` counts from 0 below the topmost.
  func register(_ wire: Circuit.Wire, unshared block: Int) -> Int32 {
    ownRegisters[block][wire] ?? register(wire)
  }

  /// The register of a wire that was demanded.
  ///
  /// A wire that was not demanded gives 0, which is the register of the first word. Callers must pass only demanded
  /// wires.
  func register(_ wire: Circuit.Wire) -> Int32 { registers[wire] ?? 0 }

  /// For each wire, the lowest common ancestor of the blocks that need it; -1 if none does.
  ///
  /// Gates are visited from the last to the first, so operands come after all gates that use them. Therefore a wire's
  /// place is final when it is passed to its operands.
  private static func places(
    _ circuit: Circuit, parents: [Int], demands: [(wire: Circuit.Wire, block: Int)]
  ) -> [Int32] {
    var depths = Array(repeating: 0, count: parents.count)
    for block in parents.indices.dropFirst() { depths[block] = depths[parents[block]] + 1 }
    func common(_ first: Int32, _ second: Int32) -> Int32 {
      var (x, y) = (Int(first), Int(second))
      while x != y {
        if depths[x] >= depths[y] { x = parents[x] } else { y = parents[y] }
      }
      return Int32(truncatingIfNeeded: x)
    }
    var places = Array(repeating: Int32(-1), count: circuit.gates.count)
    func demand(_ wire: Circuit.Wire, _ block: Int32) {
      let known = places[Int(wire)]
      places[Int(wire)] = known < 0 ? block : common(known, block)
    }
    for (wire, block) in demands { demand(wire, Int32(truncatingIfNeeded: block)) }
    for wire in circuit.gates.indices.reversed() where places[wire] >= 0 {
      circuit.gates[wire].forEachOperand { demand($0, places[wire]) }
    }
    return places
  }

  /// A gate as an instruction. A field is read from the register of its word.
  private static func instruction(
    _ gate: Circuit.Gate, _ wire: Circuit.Wire, _ circuit: Circuit,
    register: (Circuit.Wire) -> Int32
  ) -> Instruction {
    var result = Instruction(
      operation: gate.operation, target: register(wire), a: 0, b: 0, c: 0, number: 0, mask: 0)
    switch gate.operation {
    case .field:
      let field = circuit.fields[Int(gate.a)]
      result.a = Int32(truncatingIfNeeded: field.word)
      result.number = field.shift
      result.mask = field.mask
    case .shiftLeft, .lookup:
      result.a = register(gate.a)
      result.number = Int(gate.b)
    case .not: result.a = register(gate.a)
    case .select:
      result.a = register(gate.a)
      result.b = register(gate.b)
      result.c = register(gate.c)
    default:
      result.a = register(gate.a)
      result.b = register(gate.b)
    }
    return result
  }
}
