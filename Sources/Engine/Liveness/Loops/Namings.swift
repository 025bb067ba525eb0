/// Numbered permutations from names of a state to actual names: 0 is the identity.
final class Namings {
  private struct Pair: Hashable {
    var first: Int
    var second: Int
  }

  /// The number of names.
  let count: Int
  private(set) var all: [[Int]]
  private let fairness: FairnessPlan
  private var numbers: [[Int]: Int]
  private var products: [Pair: Int] = [:]
  /// For each naming, the images of the fair actions; empty until requested.
  private var actions: [[Int]] = [[]]
  private var nodeActions: [[Int]] = [[]]

  init(count: Int, _ fairness: FairnessPlan) {
    self.count = count
    self.fairness = fairness
    all = [Array(0..<count)]
    numbers = [all[0]: 0]
  }

  private func number(_ naming: [Int]) -> Int {
    if let number = numbers[naming] { return number }
    numbers[naming] = all.count
    all.append(naming)
    actions.append([])
    nodeActions.append([])
    return all.count - 1
  }

  func number(of permutation: TupleImages.Permutation) -> Int {
    number(Array(UnsafeBufferPointer(start: permutation, count: count)))
  }

  func number(ofInverse permutation: [Int]) -> Int { number(Self.inverse(permutation)) }

  private static func inverse(_ permutation: [Int]) -> [Int] {
    var inverse = permutation
    for (name, image) in permutation.enumerated() { inverse[image] = name }
    return inverse
  }

  /// The naming of a step's target.
  ///
  /// - Parameters:
  ///   - renaming: the permutation from the names of the step's source to those of its target.
  ///   - naming: that of the source.
  func naming(after renaming: Int, _ naming: Int) -> Int {
    if renaming == 0 { return naming }
    let pair = Pair(first: renaming, second: naming)
    if let known = products[pair] { return known }
    let (renamed, world) = (all[renaming], all[naming])
    var result = world
    for name in 0..<count { result[renamed[name]] = world[name] }
    let number = number(result)
    products[pair] = number
    return number
  }

  /// The action of the world that an action of a state is.
  func action(_ action: Int, _ naming: Int) -> Int {
    if naming == 0 { return action }
    fill(naming)
    return actions[naming][action]
  }

  /// The action of a state that an action of the world is.
  func nodeAction(_ action: Int, _ naming: Int) -> Int {
    if naming == 0 { return action }
    fill(naming)
    return nodeActions[naming][action]
  }

  private func fill(_ naming: Int) {
    guard actions[naming].isEmpty, !fairness.actions.isEmpty else { return }
    let images = all[naming].withUnsafeBufferPointer { names in
      names.baseAddress.map { names in
        fairness.actions.indices.map { fairness.image(of: $0, under: names) }
      }
    }
    actions[naming] = images ?? Array(fairness.actions.indices)
    nodeActions[naming] = Self.inverse(actions[naming])
  }
}
