import Semantics
import Synchronization

/// All choices of some parameters by number, and their images under permutations of names: `images.image(of: 7,
/// under: permutation)`.
final class TupleImages: Sendable {
  /// A permutation of the names of a symmetry plan, by their numbers.
  typealias Permutation = UnsafePointer<Int>

  /// A parameter that is a name, or possibly nil.
  private struct Digit {
    var stride: Int
    /// The number of values before the first name.
    var base: Int
    var count: Int
    /// The number of the first name in the plan.
    var firstName: Int
  }

  /// All combined values of the parameters, with the last one varying fastest.
  let tuples: [[Value]]
  private let digits: [Digit]
  private let types: [Type]
  /// Whether some parameter contains names, but is not simply a name.
  private let isComplex: Bool
  private let numbers: [[Value]: Int]
  /// The cache of images.
  private let known: KnownImages
  private let symmetry: SymmetryPlan?

  /// - Parameter symmetry: the symmetry reduction; nil for none.
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
    known = KnownImages(isComplex ? groups.map(\.names) : [], tuples: tuples.count)
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
    known.image(of: number, under: permutation) { renamedNumber(of: number, under: permutation) }
  }

  private func renamedNumber(of number: Int, under permutation: Permutation) -> Int {
    guard let symmetry else { return number }
    let renamed = symmetry.renaming(tuples[number], of: types) { permutation[$0] }
    return numbers[renamed] ?? number
  }

  /// The orbits under permutations.
  private var alike: DisjointSets {
    var sets = DisjointSets(tuples.count)
    for permutation in isFixed ? [] : symmetry?.generators ?? [] {
      for number in tuples.indices { sets.unite(number, image(of: number, under: permutation)) }
    }
    return sets
  }

  /// The number of orbits of choices.
  var orbitCount: Int { alike.count }

  /// The orbits of the choices, each in ascending order.
  var orbits: [[Int]] {
    var sets = alike
    var orbits: [Int: [Int]] = [:]
    for number in tuples.indices { orbits[sets.root(of: number), default: []].append(number) }
    return orbits.values.sorted { $0[0] < $1[0] }
  }
}

/// A cache for images of choices under permutations; thread-safe.
///
/// An entry has the number of a permutation and a choice, plus one, and the image; 0 is an empty entry. A new result
/// replaces the old content.
private final class KnownImages: @unchecked Sendable {
  private static let maximumCount = 1 << 20
  /// The number of bits of an image; the remaining bits are the key.
  private static let imageBits: UInt64 = 24
  private let groups: [Range<Int>]
  private let tuples: Int
  private let memory: Buffer<UInt64>
  private let entries: UnsafeMutablePointer<Atomic<UInt64>>
  /// A power of two; 0 if there are more permutations and choices than the bits of an entry can represent.
  private let count: Int

  init(_ groups: [Range<Int>], tuples: Int) {
    self.groups = groups
    self.tuples = tuples
    let permutations = groups.reduce(1) { count, names in
      names.reduce(count) { $0.multipliedClamped(by: $1 - names.lowerBound + 1) }
    }
    let all = permutations.multipliedClamped(by: tuples)
    let fits = all < 1 << (64 - Self.imageBits) && tuples < 1 << Self.imageBits && !groups.isEmpty
    var count = fits ? 1 : 0
    while fits, count < min(all, Self.maximumCount) { count *= 2 }
    self.count = count
    memory = Buffer(count: count)
    entries = UnsafeMutableRawPointer(memory.base).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// The image of a choice, computed on a miss.
  func image(
    of number: Int, under permutation: TupleImages.Permutation, _ find: () -> Int
  ) -> Int {
    if count == 0 { return find() }
    let key = rank(of: permutation) * tuples + number
    let entry = entries[key & (count - 1)].load(ordering: .relaxed)
    if entry >> Self.imageBits == UInt64(key) + 1 {
      return Int(entry & (1 << Self.imageBits - 1))
    }
    let image = find()
    entries[key & (count - 1)].store(
      (UInt64(key) + 1) << Self.imageBits | UInt64(image), ordering: .relaxed)
    return image
  }

  /// The place of a permutation among all (of each group by Lehmer's code).
  private func rank(of permutation: TupleImages.Permutation) -> Int {
    var rank = 0
    for names in groups {
      for name in names {
        var before = 0
        for other in names.lowerBound..<name where permutation[other] > permutation[name] {
          before += 1
        }
        rank = rank * (name - names.lowerBound + 1) + before
      }
    }
    return rank
  }
}

/// Disjoint sets of numbers (Tarjan's union-find, with path halving).
struct DisjointSets {
  private var parents: [Int]
  /// The number of sets.
  private(set) var count: Int

  init(_ count: Int) {
    parents = Array(0..<count)
    self.count = count
  }

  /// The representative of a number's set.
  mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// Merges the sets of two numbers.
  mutating func unite(_ first: Int, _ second: Int) {
    let (x, y) = (root(of: first), root(of: second))
    if x == y { return }
    parents[max(x, y)] = min(x, y)
    count -= 1
  }
}
