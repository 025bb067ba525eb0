import Basics
import Semantics

/// Canonical forms of states with related names, by refinement and search.
///
/// Names are ordered by class. The class of a name is the index of its first member, so once each class has one
/// member, it is the place of the name. The computation does not depend on the identity of names, so states of one
/// orbit reach the same leaves.
///
/// For one thread: a search works in buffers of the object. No search is needed if refinement separates all names, or
/// leaves only interchangeable ones. The worst case is exponential in the number of names.
///
/// Invariants: the columns have an element for each cell, name or word, as their names say; `order` contains each
/// name once; names of one class are adjacent in it, and `classes` has for each name where its class begins;
/// `contents` has the content of each cell: a number, or a name, or -1 for no name.
final class Refinement {
  let plan: RefinementPlan
  private let wordCount: Int
  let cells: Buffer<RefinementPlan.Cell>
  let names: Buffer<Int>
  let contents: Buffer<Int>
  private let order: Buffer<Int>
  private let classes: Buffer<Int>
  private let hashes: Buffer<UInt64>
  /// For each member of a collection, the combined hash of its cells.
  private let memberHashes: Buffer<UInt64>
  /// The words of the last leaf.
  private let image: Buffer<UInt64>
  /// The least image so far, which is the canonical form when the search ends, and the classes that
  /// lead to it.
  private let best: Buffer<UInt64>
  private let bestClasses: Buffer<Int>
  /// The number of automorphisms of the last processed state.
  private var bestCount = 0
  private let remembered: RememberedForms
  /// The entry of the last canonical form.
  private var found: RememberedForms.Entry

  init(_ plan: RefinementPlan, wordCount: Int) {
    self.plan = plan
    self.wordCount = wordCount
    cells = Buffer(plan.cells)
    names = Buffer(plan.names)
    contents = Buffer(count: plan.cells.count)
    order = Buffer(count: plan.nameCount)
    classes = Buffer(count: plan.nameCount)
    hashes = Buffer(count: plan.nameCount)
    memberHashes = Buffer(count: plan.collectionOfMember.count)
    image = Buffer(count: wordCount)
    best = Buffer(count: wordCount)
    bestClasses = Buffer(count: plan.nameCount)
    let remembered = RememberedForms(wordCount: wordCount, nameCount: plan.nameCount)
    found = remembered.entry(of: best.base)
    self.remembered = remembered
  }

  /// Replaces a state by the canonical member of its orbit.
  func canonicalize(_ words: UnsafeMutablePointer<UInt64>) {
    found = remembered.entry(of: words)
    let form = remembered.form(found)
    if !remembered.has(words, found) {
      search(words)
      found[0] = 1
      let places = remembered.places(found)
      for word in 0..<wordCount { (found[1 + word], form[word]) = (words[word], best[word]) }
      for name in 0..<plan.nameCount { places[name] = UInt64(bestClasses[name]) }
    }
    for word in 0..<wordCount { words[word] = form[word] }
  }

  /// Prefetches the remembered form of a state that will soon be canonicalized.
  @inline(__always)
  func prefetch(_ words: UnsafePointer<UInt64>) { remembered.prefetch(words) }

  /// The number of permutations that leave a state unchanged. It is not cached, and is clamped to 64 bits.
  func automorphismCount(_ words: UnsafePointer<UInt64>) -> Int {
    search(words)
    return bestCount
  }

  /// For each name of its types, the name that took its place in the last canonical form. Names of other types are
  /// not written.
  func copyPermutation(to permutation: UnsafeMutablePointer<Int>) {
    let places = remembered.places(found)
    for group in plan.groups { for name in group { permutation[name] = Int(places[name]) } }
  }

  // MARK: Search

  /// Computes the canonical form of a state, and counts its automorphisms; stores them in `best`, `bestClasses` and
  /// `bestCount`.
  ///
  /// While the first class with several members has only interchangeable ones, they get an arbitrary order without a
  /// search. At the first other class, `follow` begins to branch.
  private func search(_ words: UnsafePointer<UInt64>) {
    for index in plan.cells.indices { contents[index] = content(cells[index], words) }
    for group in plan.groups {
      for name in group {
        order[name] = name
        classes[name] = group.lowerBound
      }
    }
    bestCount = 1
    refine()
    while let (first, end) = openClass() {
      guard membersToTry(first, end).count == 1 else {
        let leaf = follow(words)
        for word in 0..<wordCount { best[word] = leaf.image[word] }
        for name in 0..<plan.nameCount { bestClasses[name] = leaf.classes[name] }
        bestCount = bestCount.multipliedClamped(by: leaf.count)
        return
      }
      bestCount = bestCount.multipliedClamped(by: setApart(first, end))
    }
    makeImage(words)
    best.base.update(from: image.base, count: wordCount)
    bestClasses.base.update(from: classes.base, count: plan.nameCount)
  }

  /// The content of a cell: a number, or for a cell of names the number of the name; -1 if it has none or its
  /// conditions do not hold.
  private func content(_ cell: RefinementPlan.Cell, _ words: UnsafePointer<UInt64>) -> Int {
    let value = Int(words[cell.word] &>> cell.shift & cell.mask)
    if cell.content < 0 { return value }
    guard value >= cell.base else { return -1 }
    for index in cell.firstCondition..<cell.firstCondition + cell.conditionCount {
      let condition = plan.conditions[index]
      let found = words[condition.word] &>> condition.shift & condition.mask
      if found < condition.lower || found > condition.upper { return -1 }
    }
    return cell.content + value - cell.base
  }

  /// The best of some leaves.
  private struct Leaf {
    var image: [UInt64]
    var classes: [Int]
    /// The number of automorphisms that fix the names chosen so far.
    var count: Int
  }

  /// Follows the remaining choices.
  ///
  /// Every choice of a member for the first open class is a branch; the result is the least image of all leaves
  /// below. It does not depend on the names of the state, because hashes and classes do not.
  ///
  /// It recurses as deep as there are classes to open, and copies the order of names at each level.
  private func follow(_ words: UnsafePointer<UInt64>) -> Leaf {
    guard let (first, end) = openClass() else {
      makeImage(words)
      return Leaf(
        image: (0..<wordCount).map { image[$0] },
        classes: (0..<plan.nameCount).map { classes[$0] }, count: 1)
    }
    let tried = membersToTry(first, end)
    if tried.count == 1 {
      let orders = setApart(first, end)
      var leaf = follow(words)
      leaf.count = leaf.count.multipliedClamped(by: orders)
      return leaf
    }
    let saved = (0..<plan.nameCount).map { (order[$0], classes[$0]) }
    func separate(_ name: Int) {
      for place in saved.indices { (order[place], classes[place]) = saved[place] }
      self.separate(name, first, end)
      refine()
    }
    // If the nearest leaves are equal, an automorphism maps one member to the other.
    var kinds: [(name: Int, alike: Int, image: [UInt64])] = []
    for (name, alike) in tried {
      separate(name)
      let image = nearestImage(words)
      if let known = kinds.firstIndex(where: { $0.image == image }) {
        kinds[known].alike += alike
      } else {
        kinds.append((name, alike, image))
      }
    }
    var best: Leaf?
    for kind in kinds {
      separate(kind.name)
      var leaf = follow(words)
      leaf.count = leaf.count.multipliedClamped(by: kind.alike)
      if let known = best, known.image == leaf.image {
        best?.count = known.count.addingClamped(leaf.count)
      } else if best.map({ leaf.image.lexicographicallyPrecedes($0.image) }) ?? true {
        best = leaf
      }
    }
    return best ?? Leaf(image: [], classes: [], count: 1)
  }

  /// The members of a class, with the first and the number of each set of interchangeable ones. Interchangeability is
  /// an equivalence, so comparing with the first of each kind is enough. Equivalent members lead to the same images.
  private func membersToTry(_ first: Int, _ end: Int) -> [(name: Int, alike: Int)] {
    var tried: [(name: Int, alike: Int)] = []
    for place in first..<end {
      let name = order[place]
      if let known = tried.firstIndex(where: { areInterchangeable($0.name, name) }) {
        tried[known].alike += 1
      } else {
        tried.append((name, 1))
      }
    }
    return tried
  }

  /// Puts each member of a class of equivalent ones into its own class: their order does not matter, and nothing
  /// follows from it. Returns the number of orders.
  private func setApart(_ first: Int, _ end: Int) -> Int {
    for place in first..<end { classes[order[place]] = place }
    return (1...end - first).reduce(1) { $0.multipliedClamped(by: $1) }
  }

  /// The image at the leaf after choosing the first member of each class.
  ///
  /// A shortcut and no proof of the contrary: if the images differ, both members are followed.
  private func nearestImage(_ words: UnsafePointer<UInt64>) -> [UInt64] {
    while let (first, end) = openClass() {
      separate(order[first], first, end)
      refine()
    }
    makeImage(words)
    return (0..<wordCount).map { image[$0] }
  }

  /// The first class with several members. Nil at a leaf, where each class has one member.
  private func openClass() -> (first: Int, end: Int)? {
    for group in plan.groups {
      var first = group.lowerBound
      while first < group.upperBound {
        var end = first + 1
        while end < group.upperBound, classes[order[end]] == first { end += 1 }
        if end - first > 1 { return (first, end) }
        first = end
      }
    }
    return nil
  }

  /// Gives a name a class of its own, before the rest of its class.
  ///
  /// The name gets the first index of its class, and the rest the next one as their class.
  private func separate(_ name: Int, _ first: Int, _ end: Int) {
    guard let place = (first..<end).first(where: { order[$0] == name }) else { return }
    (order[first], order[place]) = (order[place], order[first])
    for place in first + 1..<end { classes[order[place]] = first + 1 }
  }

  /// Makes the image of a state under the permutation given by the classes, which have one member each. Bits outside
  /// of all cells, including those of sorted types, are copied.
  private func makeImage(_ words: UnsafePointer<UInt64>) {
    moveCells(words)
    for collection in plan.collections { sortMembers(collection) }
  }

  /// Sorts the members of a collection of the image: in every state they ascend, their first field is the most
  /// significant, and absent ones come last.
  private func sortMembers(_ collection: RefinementPlan.Collection) {
    let count = Int(image[collection.word] &>> collection.shift & collection.mask)
    for end in 0..<max(0, count) {
      var hole = end
      while hole > 0, isAscending(collection.members[hole], collection.members[hole - 1]) {
        for (index, other) in zip(collection.members[hole], collection.members[hole - 1]) {
          let (cell, before) = (cells[index], cells[other])
          let differing =
            (image[cell.word] &>> cell.shift ^ image[before.word] &>> before.shift) & cell.mask
          image[cell.word] ^= differing &<< cell.shift
          image[before.word] ^= differing &<< before.shift
        }
        hole -= 1
      }
    }
  }

  /// Whether one member precedes another in the image.
  private func isAscending(_ first: [Int], _ second: [Int]) -> Bool {
    for (index, other) in zip(first, second) {
      let (cell, before) = (cells[index], cells[other])
      let value = image[cell.word] &>> cell.shift & cell.mask
      let otherValue = image[before.word] &>> before.shift & before.mask
      if value != otherValue { return value < otherValue }
    }
    return false
  }

  private func moveCells(_ words: UnsafePointer<UInt64>) {
    for word in 0..<wordCount { image[word] = words[word] & ~plan.masks[word] }
    for index in plan.cells.indices {
      let (cell, content) = (cells[index], contents[index])
      if content == (cell.content < 0 ? 0 : -1) { continue }
      var place = cell.placesStart
      for key in cell.firstName..<cell.firstName + cell.nameCount {
        let name = names[key]
        place += plan.strides[key] * (classes[name] - plan.groupStarts[name])
      }
      let target = cells[plan.places[place]]
      let value = cell.content < 0 ? content : classes[content] - cell.content + cell.base
      image[target.word] |= UInt64(value) &<< target.shift
    }
  }

  // MARK: Refinement

  /// Splits classes by the relations of their members, until nothing changes.
  ///
  /// The hash of a name combines, in any order, its contents and the places that hold it, by classes and roles only.
  /// Equal hashes of different names only leave more to try; the canonical form is correct in any case. Each round
  /// takes time in the cells, and there are at most as many rounds as names: none once each name is alone.
  private func refine() {
    while openClass() != nil {
      for group in plan.groups { for name in group { hashes[name] = 0 } }
      hashCells()
      var hasSplit = false
      for group in plan.groups {
        var first = group.lowerBound
        while first < group.upperBound {
          var end = first + 1
          while end < group.upperBound, classes[order[end]] == first { end += 1 }
          if end - first > 1, split(first, end) { hasSplit = true }
          first = end
        }
      }
      if !hasSplit { return }
    }
  }

  /// Adds the hashes of cells to the names in their keys and contents. Cells that are zero, or hold no name, add
  /// nothing: their absence is as informative.
  ///
  /// A cell of a member is hashed together with the whole member, because its position has no meaning.
  private func hashCells() {
    for member in 0..<plan.collectionOfMember.count { memberHashes[member] = 0 }
    for collection in plan.collections {
      for index in collection.members.joined() where !isSilent(index) {
        memberHashes[cells[index].member] &+= hash(index)
      }
    }
    for index in plan.cells.indices where !isSilent(index) {
      let (cell, content) = (cells[index], contents[index])
      var hash = hash(index)
      if cell.member >= 0 { hash = SplitMix.next(hash ^ memberHashes[cell.member]) }
      let keys = cell.firstName..<cell.firstName + cell.nameCount
      for key in keys {
        let position = UInt64(truncatingIfNeeded: key - keys.lowerBound + 1)
        hashes[names[key]] &+= SplitMix.next(hash ^ position << 32)
      }
      if cell.content >= 0 { hashes[content] &+= SplitMix.next(~hash) }
    }
  }

  private func isSilent(_ index: Int) -> Bool {
    contents[index] == (cells[index].content < 0 ? 0 : -1)
  }

  /// The hash of a cell's content, role and keys.
  private func hash(_ index: Int) -> UInt64 {
    let (cell, content) = (cells[index], contents[index])
    let value = cell.content < 0 ? content : classes[content]
    var hash = SplitMix.next(cell.kind ^ UInt64(truncatingIfNeeded: value))
    for key in cell.firstName..<cell.firstName + cell.nameCount {
      hash = SplitMix.next(hash &+ UInt64(truncatingIfNeeded: classes[names[key]]))
    }
    return hash
  }

  /// Orders a class by the hashes of its members; returns whether they differ.
  ///
  /// Classes keep their index; a part that is split off gets the index of its first member.
  private func split(_ first: Int, _ end: Int) -> Bool {
    for place in first + 1..<end {
      let name = order[place]
      var hole = place
      while hole > first, hashes[name] < hashes[order[hole - 1]] {
        order[hole] = order[hole - 1]
        hole -= 1
      }
      order[hole] = name
    }
    var begin = first
    for place in first + 1..<end {
      if hashes[order[place]] != hashes[order[place - 1]] { begin = place }
      classes[order[place]] = begin
    }
    return begin != first
  }
}
