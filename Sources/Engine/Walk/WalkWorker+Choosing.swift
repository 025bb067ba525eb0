/// How a walk chooses what happens next.
///
/// First the event, of those that are possible and that the walk does not leave out (of all possible
/// ones if it leaves them all out): two are drawn, and the one is taken that this walk took less
/// often. Then the rule, in the same way, of those that apply for any parameters. Then one of the
/// outcomes of that event and rule, which are its parameters and choices, all with equal chances.
extension WalkWorker {
  /// Chooses an outcome for each row; rows in which nothing can happen are given up.
  func choose(_ step: Int) {
    let eventColumn = columns.column(plan.words[plan.firstEventBit / 64])
    let eventShift = UInt64(plan.firstEventBit % 64)
    let eventMask = Self.lowBits(plan.events.count)
    plan.events.withUnsafeBufferPointer { events in
      plan.groups.withUnsafeBufferPointer { groups in
        var row = 0
        while row < rowCount {
          let key = keys[row]
          var possible = UInt64(bitPattern: Int64(eventColumn[row])) &>> eventShift & eventMask
          if possible == 0 {
            endWalk(row, step: step - 1)
            continue
          }
          let preferred = possible & swarms[row]
          if preferred != 0 { possible = preferred }
          let taken = counts + row * countStride
          let event = Self.seldom(
            possible, WalkDraws.draw(key, step: step, WalkDraws.event), taken)
          taken[event] &+= 1
          let choices = events[event]
          var group = choices.groups.first
          if choices.groups.count > 1 {
            let mask = bits(choices.firstBit, choices.groups.count, row)
            let takenGroups = taken + (events.count + group)
            let number = Self.seldom(
              mask, WalkDraws.draw(key, step: step, WalkDraws.rule), takenGroups)
            takenGroups[number] &+= 1
            group += number
          }
          let draw = WalkDraws.draw(key, step: step, WalkDraws.outcome)
          let place = pick(groups[group], draw, row)
          chosen[row] = Int32(truncatingIfNeeded: groups[group].outcomes.first &+ place)
          row &+= 1
        }
      }
    }
  }

  /// Of the set bits two are drawn, and the one that was taken less often wins.
  @inline(__always)
  private static func seldom(
    _ possible: UInt64, _ draw: UInt64, _ taken: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let count = possible.nonzeroBitCount
    let first = bit(WalkDraws.low(draw, of: count), of: possible)
    let second = bit(WalkDraws.high(draw, of: count), of: possible)
    return taken[second] < taken[first] ? second : first
  }

  /// One of the possible outcomes of a group, by its place there.
  @inline(__always)
  private func pick(_ group: WalkPlan.Group, _ draw: UInt64, _ row: Int) -> Int {
    if group.isAlwaysPossible { return WalkDraws.low(draw, of: group.outcomes.count) }
    if group.outcomes.count <= 64 {
      let mask = bits(group.firstBit, group.outcomes.count, row)
      return Self.bit(WalkDraws.low(draw, of: mask.nonzeroBitCount), of: mask)
    }
    return pickOfMany(group, draw, row)
  }

  private func pickOfMany(_ group: WalkPlan.Group, _ draw: UInt64, _ row: Int) -> Int {
    let places = stride(from: 0, to: group.outcomes.count, by: 64)
    func mask(_ place: Int) -> UInt64 {
      bits(group.firstBit + place, min(64, group.outcomes.count - place), row)
    }
    let count = places.reduce(0) { $0 + mask($1).nonzeroBitCount }
    var number = WalkDraws.low(draw, of: count)
    for place in places {
      let some = mask(place)
      if number < some.nonzeroBitCount { return place + Self.bit(number, of: some) }
      number -= some.nonzeroBitCount
    }
    return 0
  }

  /// Some bits of a row, which lie in one word.
  @inline(__always)
  private func bits(_ first: Int, _ count: Int, _ row: Int) -> UInt64 {
    let column = columns.column(plan.words[first / 64])
    return UInt64(bitPattern: Int64(column[row])) &>> UInt64(first % 64) & Self.lowBits(count)
  }

  @inline(__always)
  private static func lowBits(_ count: Int) -> UInt64 {
    count >= 64 ? ~0 : (1 &<< UInt64(count)) &- 1
  }

  /// The place of the set bit with that number, counted from the lowest.
  @inline(__always)
  static func bit(_ number: Int, of mask: UInt64) -> Int {
    var rest = mask
    for _ in 0..<number { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}
