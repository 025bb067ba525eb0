/// Runs a program for many states at once: `run(block, selection)`.
///
/// A register is a column of 64-bit integers, one for each row. An operation processes whole columns, so the dispatch
/// costs next to nothing for each row. (The execution model of Boncz, Zukowski and Nes, "MonetDB/X100:
/// Hyper-Pipelining Query Execution", 2005.)
///
/// Each thread has its own machine; programs and tables are shared. The caller writes the words of states into
/// registers 0 and up, and runs block 0. Then it runs the lower blocks for rows that a register selects:
///
/// ```swift
/// let all = machine.allRows(count)
/// machine.run(0, all)
/// let rows = machine.rows(of: all, where: gate, depth: 1)
/// machine.run(block, rows)      // what it computes is in machine.column(register), in these rows alone
/// ```
///
/// Invariants: `columns` has `registerCount * rowCapacity` initialized elements; registers in instructions are below
/// `registerCount`; the instructions of block `b` are those from `blockEnds[b]` up to `blockEnds[b + 1]`; rows in a
/// selection are below `rowCapacity`; a look-up's key is below the size of its table, because keys have exactly that
/// many bits.
struct ColumnMachine: ~Copyable {
  /// The rows of an operation. Selections by the machine are in its own memory, one for each depth. The next
  /// selection of that depth overwrites them.
  struct Selection {
    var rows: UnsafeMutablePointer<Int32>
    var count: Int
    /// Rows 0 to `count` - 1, so that no indices are read.
    var isDense: Bool
  }

  let program: Program
  /// The instructions of the program, and the ends of the blocks.
  private let instructions: Buffer<Program.Instruction>
  private let blockEnds: Buffer<Int>
  let rowCapacity: Int
  private let columns: Buffer<Int>
  /// Keeps the tables alive.
  private let tableSet: TableSet
  private let tables: [TableSet.Contents]
  /// For each depth of blocks, the selected rows, up to `rowCapacity`.
  private let selections: Buffer<Int32>
  private let selectionDepth = 4

  /// Columns of constants are filled here, once for all runs. Takes `registerCount` · `rowCapacity` · 8 bytes, so the
  /// capacity is chosen to keep the columns in use in a cache.
  ///
  /// - Parameters:
  ///   - tables: the tables for the program's look-ups.
  ///   - rowCapacity: the maximum number of states in one run.
  init(_ program: Program, tables: TableSet, rowCapacity: Int) {
    self.program = program
    tableSet = tables
    self.tables = tables.all
    self.rowCapacity = rowCapacity
    instructions = Buffer(program.instructions)
    blockEnds = Buffer([0] + program.blocks.map(\.instructions.upperBound))
    columns = Buffer(count: program.registerCount * rowCapacity)
    selections = Buffer(count: rowCapacity * selectionDepth)
    for (register, value) in program.constants {
      (columns.base + Int(register) * rowCapacity).update(repeating: value, count: rowCapacity)
    }
  }

  /// A register's rows.
  ///
  /// Registers below the word count are the words of the states, which the caller writes. Rows that were not selected
  /// contain values of an earlier run.
  @inline(__always)
  func column(_ register: Int32) -> UnsafeMutablePointer<Int> {
    assert(register >= 0 && Int(register) < program.registerCount)
    return columns.base + Int(register) * rowCapacity
  }

  /// All of the first rows.
  ///
  /// It uses the memory of depth 0.
  func allRows(_ count: Int) -> Selection {
    assert(count <= rowCapacity)
    for row in 0..<count { selections[row] = Int32(truncatingIfNeeded: row) }
    return Selection(rows: selections.base, count: count, isDense: true)
  }

  /// The rows in which a register is not zero; `depth` is that of the block below.
  ///
  /// Without a branch that depends on the rows: each row is written, and the count grows if it is selected.
  ///
  /// - Parameters:
  ///   - outer: of a smaller depth.
  ///   - depth: below `selectionDepth`; the selection is valid until the next one of that depth.
  @inline(__always)
  func rows(of outer: Selection, where register: Int32, depth: Int) -> Selection {
    assert(depth < selectionDepth)
    let test = column(register)
    let chosen = selections.base + depth * rowCapacity
    var count = 0
    for index in 0..<outer.count {
      let row = outer.rows[index]
      chosen[count] = row
      count &+= test[Int(row)] != 0 ? 1 : 0
    }
    return Selection(
      rows: chosen, count: count, isDense: outer.isDense && count == outer.count)
  }

  /// Those of the first `count` rows that satisfy a condition.
  @inline(__always)
  func rows(_ count: Int, depth: Int, where isWanted: (Int) -> Bool) -> Selection {
    assert(depth < selectionDepth)
    var chosen = Selection(rows: selections.base + depth * rowCapacity, count: 0, isDense: false)
    for row in 0..<count where isWanted(row) {
      chosen.rows[chosen.count] = Int32(truncatingIfNeeded: row)
      chosen.count += 1
    }
    return chosen
  }

  // MARK: States

  /// Brings the words of a state into a row.
  @inline(__always)
  func load(_ words: UnsafePointer<UInt64>, row: Int) {
    for word in 0..<program.wordCount {
      column(Int32(truncatingIfNeeded: word))[row] = Int(bitPattern: UInt(words[word]))
    }
  }

  /// Copies the words of the state in a row.
  @inline(__always)
  func copy(row: Int, to words: UnsafeMutablePointer<UInt64>) {
    for word in 0..<program.wordCount {
      words[word] = UInt64(UInt(bitPattern: column(Int32(truncatingIfNeeded: word))[row]))
    }
  }

  /// The words of the state in a row.
  func words(row: Int) -> [UInt64] {
    Array(unsafeUninitializedCapacity: program.wordCount) { words, count in
      if let base = words.baseAddress { copy(row: row, to: base) }
      count = program.wordCount
    }
  }

  // MARK: Blocks

  /// Runs the instructions of a block.
  ///
  /// The blocks above must have run before, at least for these rows, and no sibling of any of them since: siblings
  /// share registers.
  @inline(__always)
  func run(_ block: Int, _ selection: Selection) {
    assert(block >= 0 && block < program.blocks.count)
    for index in blockEnds[block]..<blockEnds[block + 1] { run(instructions[index], selection) }
  }

  private func run(_ instruction: Program.Instruction, _ rows: Selection) {
    switch instruction.operation {
    case .constant: break
    case .field:
      let (shift, mask) = (UInt64(truncatingIfNeeded: instruction.number), instruction.mask)
      unary(instruction, rows) {
        Int(truncatingIfNeeded: (UInt64(bitPattern: Int64($0)) &>> shift) & mask)
      }
    case .add: binary(instruction, rows) { $0 &+ $1 }
    case .subtract: binary(instruction, rows) { $0 &- $1 }
    case .multiply: binary(instruction, rows) { $0 &* $1 }
    case .divide: binary(instruction, rows) { Circuit.quotient($0, $1) }
    case .remainder: binary(instruction, rows) { Circuit.remainder($0, $1) }
    case .addOverflows, .subtractOverflows, .multiplyOverflows:
      let operation = instruction.operation
      binary(instruction, rows) { Circuit.overflows(operation, $0, $1) ? 1 : 0 }
    case .equal: binary(instruction, rows) { $0 == $1 ? 1 : 0 }
    case .less: binary(instruction, rows) { $0 < $1 ? 1 : 0 }
    case .and: binary(instruction, rows) { $0 & $1 }
    case .or where instruction.number > 0:
      let shift = instruction.number
      binary(instruction, rows) { $0 | $1 &<< shift }
    case .or: binary(instruction, rows) { $0 | $1 }
    case .xor where instruction.number > 0:
      let shift = instruction.number
      binary(instruction, rows) { $0 ^ $1 &<< shift }
    case .xor: binary(instruction, rows) { $0 ^ $1 }
    case .not: unary(instruction, rows) { $0 ^ 1 }
    case .shiftLeft:
      let shift = instruction.number
      unary(instruction, rows) { $0 &<< shift }
    case .select: select(instruction, rows)
    case .lookup: lookUp(instruction, rows)
    }
  }

  @inline(__always)
  private func unary(
    _ instruction: Program.Instruction, _ rows: Selection, _ compute: (Int) -> Int
  ) {
    let (target, a) = (column(instruction.target), column(instruction.a))
    if rows.isDense {
      for row in 0..<rows.count { target[row] = compute(a[row]) }
    } else {
      for index in 0..<rows.count {
        let row = Int(rows.rows[index])
        target[row] = compute(a[row])
      }
    }
  }

  @inline(__always)
  private func binary(
    _ instruction: Program.Instruction, _ rows: Selection, _ compute: (Int, Int) -> Int
  ) {
    let (target, a, b) =
      (column(instruction.target), column(instruction.a), column(instruction.b))
    if rows.isDense {
      for row in 0..<rows.count { target[row] = compute(a[row], b[row]) }
    } else {
      for index in 0..<rows.count {
        let row = Int(rows.rows[index])
        target[row] = compute(a[row], b[row])
      }
    }
  }

  /// All bits of `b` where `a` is 1, and all of `c` where it is 0, without a branch: `a` is a truth value.
  private func select(_ instruction: Program.Instruction, _ rows: Selection) {
    let (target, a) = (column(instruction.target), column(instruction.a))
    let (b, c) = (column(instruction.b), column(instruction.c))
    if rows.isDense {
      for row in 0..<rows.count { target[row] = c[row] ^ ((0 &- a[row]) & (b[row] ^ c[row])) }
    } else {
      for index in 0..<rows.count {
        let row = Int(rows.rows[index])
        target[row] = c[row] ^ ((0 &- a[row]) & (b[row] ^ c[row]))
      }
    }
  }

  /// Unchecked: the bits of a key limit it to the size of the table.
  private func lookUp(_ instruction: Program.Instruction, _ rows: Selection) {
    if instruction.mask != 0 { return lookUpField(instruction, rows) }
    switch tables[instruction.number] {
    case .bytes(let table): unary(instruction, rows) { Int(table[$0]) }
    case .words(let table): unary(instruction, rows) { table[$0] }
    }
  }

  /// The same, of a field of a word.
  private func lookUpField(_ instruction: Program.Instruction, _ rows: Selection) {
    let (shift, mask) = (UInt64(truncatingIfNeeded: instruction.b), instruction.mask)
    func key(_ word: Int) -> Int {
      Int(truncatingIfNeeded: (UInt64(bitPattern: Int64(word)) &>> shift) & mask)
    }
    switch tables[instruction.number] {
    case .bytes(let table): unary(instruction, rows) { Int(table[key($0)]) }
    case .words(let table): unary(instruction, rows) { table[key($0)] }
    }
  }
}
