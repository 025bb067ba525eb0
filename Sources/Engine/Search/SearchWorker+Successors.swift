import CPrefetch

/// Transfer of successors from columns to the store.
extension SearchWorker {
  /// Puts the successors of some rows into the buffer; a step that changes nothing needs no store.
  @inline(__always)
  func emitWord(
    _ register: Int32, _ rows: ColumnMachine.Selection, _ table: KeyTable.View
  ) {
    let words = expansion.column(0)
    let changes = expansion.column(register)
    let keys = successors.keys.base
    let homes = successors.homes.base
    var count = successors.count
    if rows.isDense {
      for row in 0..<rows.count {
        let key = UInt64(UInt(bitPattern: words[row] ^ changes[row]))
        let home = table.home(of: key)
        table.prefetch(home)
        keys[count] = key
        homes[count] = home
        count &+= changes[row] != 0 ? 1 : 0
      }
    } else {
      for index in 0..<rows.count {
        let row = Int(rows.rows[index])
        let key = UInt64(UInt(bitPattern: words[row] ^ changes[row]))
        let home = table.home(of: key)
        table.prefetch(home)
        keys[count] = key
        homes[count] = home
        count &+= changes[row] != 0 ? 1 : 0
      }
    }
    successors.count = count
  }

  /// The same for keys that are not canonical yet, except for skipped rows.
  func emitWord(
    _ register: Int32, _ rows: ColumnMachine.Selection, _ spared: UnsafePointer<Bool>
  ) {
    let words = expansion.column(0)
    let changes = expansion.column(register)
    let keys = successors.keys.base
    var count = successors.count
    for index in 0..<rows.count {
      let row = Int(rows.rows[index])
      keys[count] = UInt64(UInt(bitPattern: words[row] ^ changes[row]))
      count &+= changes[row] != 0 && !spared[row] ? 1 : 0
    }
    successors.count = count
  }

  /// Converts the buffer's successors to canonical form, and keeps the original states.
  private func canonicalize(_ canonicalizer: Canonicalizer, _ phase: SearchPhase) {
    let count = successors.count
    if phase.codec.shape != .word {
      successors.originals.base.update(from: successors.words(0), count: count * plan.wordCount)
      canonicalizer.canonicalize(successors.words(0), count: count)
      let (codec, table) = (phase.codec, phase.codec.table)
      for place in 0..<count {
        let (words, parent) = (successors.words(place), batch.words(Int(successors.rows[place])))
        for word in 0..<plan.wordCount where words[word] != parent[word] && !codec.isDirect[word] {
          table.prefetch(table.hash(of: words[word]))
        }
      }
      return
    }
    let (keys, homes, table) = (successors.keys.base, successors.homes.base, phase.table)
    successors.originals.base.update(from: keys, count: count)
    canonicalizer.canonicalize(keys, count: count)
    for place in 0..<count {
      let home = table.home(of: keys[place])
      table.prefetch(home)
      homes[place] = home
    }
  }

  func emitWords(
    _ changes: Plan.Span, _ rows: ColumnMachine.Selection, _ phase: SearchPhase
  ) {
    let wordCount = plan.wordCount
    let table = phase.codec.table
    var count = successors.count
    plan.changes.withUnsafeBufferPointer { all in
      for index in 0..<rows.count {
        let row = Int(rows.rows[index])
        let words = successors.words(count)
        words.update(from: batch.words(row), count: wordCount)
        var changed: UInt64 = 0
        for number in changes.range {
          let change = all[number]
          let bits = UInt64(UInt(bitPattern: expansion.column(change.register)[row]))
          changed |= bits
          words[change.word] ^= bits
          table.prefetch(table.hash(of: words[change.word]))
        }
        successors.rows[count] = Int32(truncatingIfNeeded: row)
        count += changed != 0 ? 1 : 0
      }
    }
    successors.count = count
  }

  /// The same for states that are not canonical yet, except for skipped rows.
  func emitWords(
    _ changes: Plan.Span, _ rows: ColumnMachine.Selection, _ spared: UnsafePointer<Bool>
  ) {
    let wordCount = plan.wordCount
    var count = successors.count
    plan.changes.withUnsafeBufferPointer { all in
      for index in 0..<rows.count {
        let row = Int(rows.rows[index])
        if spared[row] { continue }
        let (words, parent) = (successors.words(count), batch.words(row))
        for word in 0..<wordCount { words[word] = parent[word] }
        let changed = expansion.apply(changes, of: all, to: words, row: row)
        successors.rows[count] = Int32(truncatingIfNeeded: row)
        count += changed != 0 ? 1 : 0
      }
    }
    successors.count = count
  }

  /// Puts one successor into the buffer, of a step by the reference evaluator.
  func push(_ words: [UInt64], row: Int, _ phase: SearchPhase) {
    let place = successors.count
    if phase.codec.shape == .word {
      successors.keys[place] = words[0]
      successors.homes[place] = phase.table.home(of: words[0])
    } else {
      for (word, bits) in words.enumerated() { successors.words(place)[word] = bits }
      successors.rows[place] = Int32(truncatingIfNeeded: row)
    }
    successors.count += 1
    successors.endSegment(plan.outcomeCount)
  }

  /// Puts a start into the empty buffer; false if there is no room for its parts.
  func pushStart(_ words: [UInt64], _ phase: SearchPhase) -> Bool {
    if phase.codec.shape == .word {
      push(words, row: 0, phase)
      return true
    }
    // The start is its own parent, so its parts are not looked up again.
    for (word, bits) in words.enumerated() { batch.words(0)[word] = bits }
    guard
      phase.codec.encode(batch.words(0), nodes: batch.nodes(0), allocator: &allocator) != nil
    else {
      phase.lacksParts.store(true, ordering: .relaxed)
      return false
    }
    push(words, row: 0, phase)
    return true
  }

  /// The keys of the buffer's successors, for states of several words; false if there is no room for their parts.
  func encodeSuccessors(_ phase: SearchPhase) -> Bool {
    let codec = phase.codec
    let table = phase.table
    if codec.shape == .word { return true }
    if codec.isTriple { return encodeTriples(phase) }
    var block = allocator
    defer { allocator = block }
    for place in 0..<successors.count {
      let row = Int(successors.rows[place])
      guard
        let key = codec.encode(
          successors.words(place), parent: batch.words(row), nodes: batch.nodes(row),
          changes: nodeChanges.base, allocator: &block)
      else {
        phase.lacksParts.store(true, ordering: .relaxed)
        return false
      }
      let home = table.home(of: key)
      table.prefetch(home)
      successors.keys[place] = key
      successors.homes[place] = home
    }
    return true
  }

  /// The same for states of three words, in two passes.
  private func encodeTriples(_ phase: SearchPhase) -> Bool {
    let codec = phase.codec
    let table = phase.table
    var block = allocator
    defer { allocator = block }
    let (keys, homes) = (successors.keys.base, successors.homes.base)
    let rows = successors.rows.base
    for place in 0..<successors.count {
      let row = Int(rows[place])
      guard
        let triple = codec.leaves(
          successors.words(place), parent: batch.words(row), nodes: batch.nodes(row),
          allocator: &block)
      else {
        phase.lacksParts.store(true, ordering: .relaxed)
        return false
      }
      keys[place] = triple.pair
      homes[place] = Int(triple.leaf)
    }
    for place in 0..<successors.count {
      let triple = StateCodec.View.Triple(
        pair: keys[place], leaf: UInt32(truncatingIfNeeded: homes[place]))
      guard
        let key = codec.key(triple, nodes: batch.nodes(Int(rows[place])), allocator: &block)
      else {
        phase.lacksParts.store(true, ordering: .relaxed)
        return false
      }
      let home = table.home(of: key)
      table.prefetch(home)
      keys[place] = key
      homes[place] = home
    }
    return true
  }

  /// Inserts the successors of the buffer; false if there was no room.
  func flush(_ phase: SearchPhase) -> Bool {
    guard phase.tail.load(ordering: .relaxed) < phase.tailLimit else { return false }
    if let canonicalizer {
      // With many names, this may take long.
      if isOver(phase) { return false }
      canonicalize(canonicalizer, phase)
    }
    guard encodeSuccessors(phase) else { return false }
    if phase.isLimited { return flushSingly(phase) }
    let result = phase.table.insert(
      successors.keys.base, homes: successors.homes.base, count: successors.count,
      added: successors.added.base)
    var segment = 0
    for index in 0..<result.addedCount {
      let place = Int(successors.added[index])
      // Postponed successors come after the others.
      if index > 0, place < Int(successors.added[index - 1]) { segment = 0 }
      while successors.segments[segment].end <= place { segment += 1 }
      add(successors.keys[place], place, successors.segments[segment].outcome, phase)
    }
    successors.removeAll()
    return result.fullCount == 0
  }

  /// Inserts one successor after the other, up to the limit.
  private func flushSingly(_ phase: SearchPhase) -> Bool {
    let table = phase.table
    var segment = 0
    for place in 0..<successors.count {
      let key = successors.keys[place]
      let home = successors.homes[place]
      while successors.segments[segment].end <= place { segment += 1 }
      if table.find(key, home: home) != nil { continue }
      if phase.count.load(ordering: .relaxed) + newCount >= phase.countLimit {
        phase.reachedLimit.store(true, ordering: .relaxed)
        return false
      }
      guard table.insert(key, home: home) == .new else { return false }
      add(key, place, successors.segments[segment].outcome, phase)
    }
    successors.removeAll()
    return true
  }

  /// Takes up a new state.
  @inline(never)
  private func add(_ key: UInt64, _ place: Int, _ outcome: Int, _ phase: SearchPhase) {
    if block.isEmpty {
      let start = phase.tail.add(VisitedStates.blockSize, ordering: .relaxed).oldValue
      block = start..<start + VisitedStates.blockSize
    }
    if phase.holdsWords {
      (phase.order + block.lowerBound * plan.wordCount).update(
        from: successors.words(place), count: plan.wordCount)
    } else {
      phase.order[block.lowerBound] = key
    }
    block = block.lowerBound + 1..<block.upperBound
    newCount += 1
    if plan.checks.isEmpty && openProperties.isEmpty { return }
    // Conditions that a step does not change are checked in the state that the step made.
    if phase.codec.shape == .word {
      let word = canonicalizer == nil ? key : successors.originals[place]
      checking.column(0)[freshCount] = Int(bitPattern: UInt(word))
    } else {
      let words =
        canonicalizer == nil
        ? successors.words(place) : successors.originals.base + place * plan.wordCount
      checking.load(words, row: freshCount)
    }
    freshKeys[freshCount] =
      phase.holdsWords ? phase.codec.fingerprint(of: successors.words(place)) : key
    freshOutcomes[freshCount] = outcome
    freshCount += 1
    if freshCount == freshOutcomes.count { runChecks(phase) }
  }

  // MARK: Checks of new states

  /// Checks the new states: for each, only conditions that its step may have changed.
  func runChecks(_ phase: SearchPhase) {
    guard freshCount > 0 else { return }
    let all = checking.allRows(freshCount)
    checking.run(0, all)
    for (index, check) in plan.checks.enumerated() where isChecked[index] {
      let affected = checking.rows(freshCount, depth: 1) { row in
        plan.affected[freshOutcomes[row]][index / 64] >> UInt64(index % 64) & 1 == 1
      }
      if affected.count == 0 { continue }
      checking.run(check.block, affected)
      let column = checking.column(check.register)
      for place in 0..<affected.count {
        let row = Int(affected.rows[place])
        if column[row] != 0 { findings.add(check.finding, freshKeys[row]) }
      }
    }
    if !openProperties.isEmpty { checkByReference() }
    freshCount = 0
  }

  private func checkByReference() {
    for row in 0..<freshCount {
      let state = machine.layout.unpack(checking.words(row: row))
      let found = properties.findings(openProperties, in: state) { limitFaults.insert($0) }
      for finding in found where isOpen(finding) { findings.add(finding, freshKeys[row]) }
    }
  }
}
