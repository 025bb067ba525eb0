/// The choice of the next step of a walk.
///
/// First the event, among those that are possible and included (or among all possible ones if none is included): two
/// are drawn, and the one that this walk took less often wins. Then the rule, in the same way, among those that apply
/// for any parameters. Then one of the outcomes of that event and rule (parameters and choices), all with equal
/// probability.
///
/// `ReferenceWalk` chooses in the same way with the same draws. Any change here changes the findings of every seed.
extension WalkWorker {
  /// Some bits of a row, in one word. The column is at a fixed address as long as the machine lives.
  struct Bits: BitwiseCopyable {
    var column: UnsafePointer<Int>
    var shift: UInt64
    var mask: UInt64

    /// - Returns: the bits, the first as the lowest.
    @inline(__always)
    func callAsFunction(_ row: Int) -> UInt64 {
      UInt64(bitPattern: Int64(column[row])) &>> shift & mask
    }
  }

  /// A group of outcomes in the form that the choice needs.
  struct Group: BitwiseCopyable {
    /// The possible outcomes, if they are no more than 64; none if all of them always are.
    var possible: Bits
    var first: Int
    var count: Int
    /// The number of outcomes if all are possible everywhere, or 0.
    var alwaysCount: Int
    /// Whether one byte contains the possible outcomes.
    var isQuick: Bool
  }

  /// An event in the form that the choice needs.
  struct Choices: BitwiseCopyable {
    /// The possible groups, if there are several.
    var possible: Bits
    var first: Int
    var count: Int
  }

  /// The bits from a place on.
  ///
  /// Beyond 64, only the first are returned; callers request further words.
  func bits(_ first: Int, _ count: Int) -> Bits {
    let word = min(first / 64, plan.words.count - 1)
    return Bits(
      column: UnsafePointer(columns.column(plan.words[word])), shift: UInt64(first % 64),
      mask: count >= 64 ? ~0 : (1 << UInt64(count)) - 1)
  }

  /// Draws the omitted events again, in the rows whose phase begins at this step.
  private func beginPhases(_ step: Int) {
    for row in 0..<rowCount where periods[row] != 0 && (step - 1) & (periods[row] - 1) == 0 {
      swarms[row] = WalkDraws.swarm(
        keys[row], events: plan.events.count, phase: WalkDraws.phase(step, periods[row]))
    }
  }

  /// Chooses an outcome for each row; rows without possible outcomes are given up.
  ///
  /// Two smaller loops are faster than one.
  ///
  /// - Parameter step: the number of the chosen step, from 1.
  func choose(_ step: Int) {
    // All periods are multiples of the shortest.
    if step > 1, (step - 1) & 15 == 0 { beginPhases(step) }
    chooseGroups(step)
    chooseOutcomes(step)
  }

  /// Puts the group of the event and rule that each row chooses into `chosen`.
  ///
  /// The last row replaces a finished one and is processed next, so `row` does not advance. Rows are independent of
  /// each other, and of their order.
  private func chooseGroups(_ step: Int) {
    let possibleEvents = bits(plan.firstEventBit, plan.events.count)
    let eventCount = plan.events.count
    let (keys, swarms, counts, chosen) = (keys.base, swarms.base, counts.base, chosen.base)
    let (events, stride) = (events.base, countStride)
    var row = 0
    while row < rowCount {
      let key = keys[row]
      var possible = possibleEvents(row)
      if possible == 0 {
        endWalk(row, step: step - 1)
        continue
      }
      let preferred = possible & swarms[row]
      possible = preferred != 0 ? preferred : possible
      let taken = counts + row &* stride
      let event = seldom(possible, WalkDraws.draw(key, step: step, WalkDraws.event), taken)
      taken[event] &+= 1
      let choices = events[event]
      var number = choices.first
      if choices.count > 1 {
        let takenGroups = taken + (eventCount &+ number)
        let rule = seldom(
          choices.possible(row), WalkDraws.draw(key, step: step, WalkDraws.rule), takenGroups)
        takenGroups[rule] &+= 1
        number &+= rule
      }
      chosen[row] = Int32(truncatingIfNeeded: number)
      row &+= 1
    }
  }

  /// Chooses one of the outcomes of each row's group.
  private func chooseOutcomes(_ step: Int) {
    let (keys, groups, chosen) = (keys.base, groups.base, chosen.base)
    for row in 0..<rowCount {
      let number = Int(chosen[row])
      let group = groups[number]
      let draw = WalkDraws.draw(keys[row], step: step, WalkDraws.outcome)
      let place: Int
      if group.isQuick {
        // Computes both kinds without a branch, which could not be predicted.
        let mask = group.possible(row)
        let number = WalkDraws.low(draw, of: selection.countInByte(mask) &+ group.alwaysCount)
        place = group.alwaysCount > 0 ? number : selection.placeInByte(number, of: mask)
      } else if group.count <= 64 {
        let mask = group.possible(row)
        place = selection.place(WalkDraws.low(draw, of: selection.count(mask)), of: mask)
      } else {
        place = pickOfMany(plan.groups[number], draw, row)
      }
      chosen[row] = Int32(truncatingIfNeeded: group.first &+ place)
    }
  }

  /// Draws two of the set bits, and returns the one that was taken less often.
  @inline(__always)
  private func seldom(
    _ possible: UInt64, _ draw: UInt64, _ taken: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let count = selection.count(possible)
    let first = selection.place(WalkDraws.low(draw, of: count), of: possible)
    let second = selection.place(WalkDraws.high(draw, of: count), of: possible)
    return taken[second] < taken[first] ? second : first
  }

  /// One of the possible outcomes of a group with many, by its place there.
  private func pickOfMany(_ group: WalkPlan.Group, _ draw: UInt64, _ row: Int) -> Int {
    let total = group.outcomes.count
    let masks = stride(from: 0, to: total, by: 64).map { place in
      bits(group.firstBit + place, min(64, total - place))(row)
    }
    var number = WalkDraws.low(draw, of: masks.reduce(0) { $0 + $1.nonzeroBitCount })
    for (word, mask) in masks.enumerated() {
      if number < mask.nonzeroBitCount { return 64 * word + selection.place(number, of: mask) }
      number -= mask.nonzeroBitCount
    }
    return 0
  }
}
