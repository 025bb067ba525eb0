import Semantics
import Synchronization

/// All choices of some parameters by number, and which one becomes of which when names are
/// interchanged: `images.image(of: 7, under: permutation)`.
final class TupleImages: Sendable {
  /// A permutation of the names of a symmetry plan, by their numbers.
  typealias Permutation = UnsafePointer<Int>

  /// A parameter that is a name, or may be none.
  private struct Digit {
    var stride: Int
    /// How many values there are before the first name.
    var base: Int
    var count: Int
    /// The number of the first name in the plan.
    var firstName: Int
  }

  /// All values of the parameters together, the last parameter running fastest.
  let tuples: [[Value]]
  private let digits: [Digit]
  private let types: [Type]
  /// Some parameter contains names, and is not simply one.
  private let isComplex: Bool
  private let numbers: [[Value]: Int]
  /// The images that were found, by the permutation.
  private let cache = ImageCache()
  private let symmetry: SymmetryPlan?
  private var nameCount: Int { symmetry?.groups.last?.names.upperBound ?? 0 }

  /// - Parameter symmetry: the names that are interchanged; nil for none.
  init(_ parameters: [Type], _ symmetry: SymmetryPlan?) {
    types = parameters
    tuples = Type.combinations(parameters.map(\.allValues))
    self.symmetry = symmetry
    let groups = symmetry?.groups ?? []
    var (digits, isComplex) = ([Digit](), false)
    var stride = 1
    for type in parameters.reversed() {
      guard case .exactly(let count) = type.cardinality else { continue }
      if case .symmetric(let owner) = type.unwrapped {
        if let group = groups.first(where: { $0.type == owner }) {
          let base = type.isOptional ? 1 : 0
          digits.append(
            Digit(
              stride: stride, base: base, count: count, firstName: group.names.lowerBound))
        }
      } else if !groups.isEmpty, type.containsNames {
        isComplex = true
      }
      stride *= count
    }
    (self.digits, self.isComplex) = (digits, isComplex)
    numbers =
      isComplex ? Dictionary(uniqueKeysWithValues: tuples.enumerated().map { ($1, $0) }) : [:]
  }

  /// Whether no permutation changes anything.
  var isFixed: Bool { digits.isEmpty && !isComplex }

  /// The number of the choice that a choice becomes.
  func image(of number: Int, under permutation: Permutation) -> Int {
    if isComplex { return complexImage(of: number, under: permutation) }
    var result = number
    for digit in digits {
      let value = number / digit.stride % digit.count
      guard value >= digit.base else { continue }
      let name = digit.firstName + value - digit.base
      result += (permutation[name] - name) * digit.stride
    }
    return result
  }

  func image(of number: Int, under permutation: [Int]) -> Int {
    permutation.withUnsafeBufferPointer { names in
      names.baseAddress.map { image(of: number, under: $0) } ?? number
    }
  }

  private func complexImage(of number: Int, under permutation: Permutation) -> Int {
    let key = Array(UnsafeBufferPointer(start: permutation, count: nameCount))
    return cache.images(under: key) {
      tuples.indices.map { renamedNumber(of: $0, under: permutation) }
    }[number]
  }

  private func renamedNumber(of number: Int, under permutation: Permutation) -> Int {
    guard let symmetry else { return number }
    let renamed = zip(types, tuples[number]).map { type, value in
      symmetry.renaming(value, of: type) { permutation[$0] }
    }
    return numbers[renamed] ?? number
  }

  /// Those that permutations carry into each other.
  private var alike: DisjointSets {
    var sets = DisjointSets(tuples.count)
    for permutation in isFixed ? [] : symmetry?.generators ?? [] {
      for number in tuples.indices { sets.unite(number, image(of: number, under: permutation)) }
    }
    return sets
  }

  /// How many sets the choices are in.
  var orbitCount: Int { alike.count }

  /// The choices in sets of those that permutations carry into each other, each in ascending order.
  var orbits: [[Int]] {
    var sets = alike
    var orbits: [Int: [Int]] = [:]
    for number in tuples.indices { orbits[sets.root(of: number), default: []].append(number) }
    return orbits.values.sorted { $0[0] < $1[0] }
  }
}

/// The images of all choices under the permutations that were asked for last.
private final class ImageCache: Sendable {
  private static let capacity = 4_096
  private let known = Mutex<[[Int]: [Int]]>([:])

  func images(under permutation: [Int], _ find: () -> [Int]) -> [Int] {
    if let images = known.withLock({ $0[permutation] }) { return images }
    let images = find()
    known.withLock {
      if $0.count >= Self.capacity { $0.removeAll() }
      $0[permutation] = images
    }
    return images
  }
}

/// Sets of numbers that are united step by step (Tarjan's union-find, with path halving).
struct DisjointSets {
  private var parents: [Int]
  /// How many sets there are.
  private(set) var count: Int

  init(_ count: Int) {
    parents = Array(0..<count)
    self.count = count
  }

  /// The number that stands for the set of a number.
  mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Makes the sets of two numbers one.
  mutating func unite(_ first: Int, _ second: Int) {
    let (x, y) = (root(of: first), root(of: second))
    if x == y { return }
    parents[max(x, y)] = min(x, y)
    count -= 1
  }
}
