extension Program.Instruction {
  /// The registers that it reads; for a field, the word.
  var operands: [Int32] {
    switch operation {
    case .constant: []
    case .field, .not, .shiftLeft, .lookup: [a]
    case .select: [a, b, c]
    default: [a, b]
    }
  }

  /// Replaces the registers that it reads.
  mutating func mapOperands(_ other: (Int32) -> Int32) {
    let count = operands.count
    if count > 0 { a = other(a) }
    if count > 1 { b = other(b) }
    if count > 2 { c = other(c) }
  }
}

/// The instructions of one block, in which each register is written once.
extension [Program.Instruction] {
  /// Folds field reads into look-ups, and shifts with a single use into `or` and `xor`.
  ///
  /// - Parameter kept: registers with other readers.
  mutating func fold(keeping kept: Set<Int32>) {
    var makers: [Int32: Program.Instruction] = [:]
    var uses: [Int32: Int] = [:]
    for instruction in self {
      makers[instruction.target] = instruction
      for operand in instruction.operands { uses[operand, default: 0] += 1 }
    }
    func isOwn(_ register: Int32) -> Bool {
      makers[register]?.operation == .shiftLeft && uses[register] == 1 && !kept.contains(register)
    }
    for place in indices {
      let (a, b) = (self[place].a, self[place].b)
      switch self[place].operation {
      case .lookup:
        guard let field = makers[a], field.operation == .field else { continue }
        self[place].a = field.a
        self[place].b = Int32(truncatingIfNeeded: field.number)
        self[place].mask = field.mask
        uses[a, default: 0] -= 1
      case .or, .xor:
        guard let shifted = isOwn(b) ? b : isOwn(a) ? a : nil, let shift = makers[shifted]
        else { continue }
        if shifted == a { self[place].a = b }
        self[place].b = shift.a
        self[place].number = shift.number
        uses[shifted] = 0
      default: continue
      }
    }
    removeAll { instruction in
      let isFoldable = instruction.operation == .field || instruction.operation == .shiftLeft
      return isFoldable && uses[instruction.target] == 0 && !kept.contains(instruction.target)
    }
  }

  /// Reuses registers whose value is no longer read, so fewer columns are in use.
  ///
  /// - Parameters:
  ///   - first: the first writable register.
  ///   - kept: registers with other readers.
  /// - Returns: the new names of registers, and the first register after them.
  mutating func reuseRegisters(
    from first: Int, keeping kept: Set<Int32>
  ) -> (names: [Int32: Int32], end: Int) {
    var lastReads: [Int32: Int] = [:]
    for (place, instruction) in enumerated() {
      for operand in instruction.operands { lastReads[operand] = place }
    }
    var names: [Int32: Int32] = [:]
    var free: [Int32] = []
    var end = first
    for place in indices {
      let operands = Set(self[place].operands)
      var name = Int32(truncatingIfNeeded: end)
      if let other = free.popLast() { name = other } else { end += 1 }
      names[self[place].target] = name
      self[place].mapOperands { names[$0] ?? $0 }
      self[place].target = name
      // Only after it, because its target must differ from its operands.
      for operand in operands.sorted() where lastReads[operand] == place && !kept.contains(operand)
      {
        if let name = names[operand] { free.append(name) }
      }
    }
    return (names, end)
  }
}
