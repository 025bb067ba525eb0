/// Packs a state of any number of words into one key below 2⁶³, and back, exactly.
///
/// A state of one word with an unused bit is its own key. Any other is the root of a binary tree over its words, in
/// which equal parts are shared (Laarman, van de Pol, Weber, "Parallel Recursive State Compression for Free", 2011).
/// A leaf is the word itself if it fits into 31 bits, else its number in a table. An inner node is the number of its
/// pair of children in the same table. The pair at the root is the key. Keys are equal if and only if the states are.
///
/// The tree is stored like a heap: node 1 is the root, the children of node `i` are nodes `2 * i` and `2 * i + 1`,
/// and the leaf of word `w` is node `wordCount + w`. A successor differs from its state in few words. So most of its
/// nodes are unchanged, and only the paths to the changes are looked up.
///
/// The codec owns its table; views of it are invalid after the table has grown.
struct StateCodec: ~Copyable {
  /// The numbers of words and of pairs; it has to grow when an encoding finds no room.
  ///
  /// Nodes keep their numbers through a growth, and so do the keys derived from them.
  var words: WordTable
  private let leaves: Buffer<Bool>
  private let shape: Shape
  private let wordCount: Int

  /// The encoding of states as keys.
  enum Shape: UInt8, Sendable {
    /// The one word is the key.
    case word
    /// The number of the single word, which uses all its bits, is the key.
    case number
    /// The pair of both words, or of their numbers, is the key.
    case pair
    /// The pair at the root of a tree is the key.
    case tree
    /// A fingerprint of the words is the key. Different states may share it, and it cannot be decoded.
    case fingerprint
  }

  /// A codec for states whose words have these numbers of used bits, the least significant ones, from 0 to 64. Nil if
  /// the system has no room for its table, and if there are no words.
  ///
  /// - Parameters:
  ///   - usedBits: as in a `StateLayout`, one number for each word.
  ///   - capacity: how many homes the table of words has at first.
  ///   - isExact: if false, a state that is not its own key gets a fingerprint as its key.
  init?(
    usedBits: [Int], capacity: Int = WordTable.minimumCapacity, isExact: Bool = true
  ) {
    let wordCount = usedBits.count
    let shape: Shape =
      switch wordCount {
      case 0: .tree
      case 1 where usedBits[0] < UInt64.bitWidth: .word
      case _ where !isExact: .fingerprint
      case 1: .number
      case 2: .pair
      default: .tree
      }
    guard wordCount > 0, usedBits.allSatisfy({ (0...UInt64.bitWidth).contains($0) }),
      let words = Self.table(capacity, shape),
      let leaves = Buffer<Bool>(reserving: wordCount)
    else { return nil }
    for (word, bits) in usedBits.enumerated() { leaves.base[word] = bits <= View.numberBits }
    self.words = words
    self.leaves = leaves
    self.shape = shape
    self.wordCount = wordCount
  }

  /// The table of a codec, tiny if it is never used; it reserves less address space if the process may not have that
  /// much.
  private static func table(_ capacity: Int, _ shape: Shape) -> WordTable? {
    if shape == .word || shape == .fingerprint {
      return WordTable(capacity: 1, maximumCount: WordTable.Block.size)
    }
    var maximumCount = WordTable.maximumCount
    while maximumCount > capacity {
      if let table = WordTable(capacity: capacity, maximumCount: maximumCount) { return table }
      maximumCount /= 2
    }
    return nil
  }

  /// The view for threads, valid until the table grows.
  var view: View {
    View(wordCount: wordCount, shape: shape, isDirect: leaves.base, table: words.view)
  }

  /// The number of nodes in the tree, including the unused node 0: the length of a buffer of nodes.
  var nodeCount: Int { 2 * wordCount }

  /// The memory of the codec, in bytes.
  var byteCount: Int { words.byteCount }
}
