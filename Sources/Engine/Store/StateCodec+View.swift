import Basics
import Semantics

extension StateCodec {
  /// The part of a codec that the hot loop uses; cheap to copy.
  ///
  /// Words are buffers of `wordCount` words. Nodes are buffers of `nodeCount` numbers by node, of which those at 0
  /// and 1 are unused. No call allocates. Invariants: `isDirect` points to `wordCount` flags that live as long as the
  /// codec; the words of a state have no bits beyond those declared to the codec.
  ///
  /// Encoding adds to the shared table of words. Any number of threads may do this at once, each with its own
  /// allocator.
  struct View: @unchecked Sendable {
    let wordCount: Int
    let shape: Shape
    let isDirect: UnsafePointer<Bool>
    let table: WordTable.View

    /// The number of bits of a number, and thus of each half of a pair.
    static let numberBits = 31

    init(
      wordCount: Int, shape: Shape, isDirect: UnsafePointer<Bool>, table: WordTable.View
    ) {
      self.wordCount = wordCount
      self.shape = shape
      self.isDirect = isDirect
      self.table = table
    }

    /// The number of nodes in the tree, including the unused node 0.
    var nodeCount: Int { 2 * wordCount }

    /// This view with fingerprints, or one-word states, as keys: for tables that only identify states. Encoding with
    /// it adds nothing to the table of words, and nothing can be decoded.
    var byFingerprint: View {
      View(
        wordCount: wordCount, shape: shape == .word ? .word : .fingerprint, isDirect: isDirect,
        table: table)
    }

    /// A number below 2⁶³ that two different states share with a probability of about 2⁻⁶³; a state
    /// that is its own key is that number.
    ///
    /// Each word is mixed in by a bijection.
    @inline(__always)
    func fingerprint(of words: UnsafePointer<UInt64>) -> UInt64 {
      if shape == .word { return words[0] }
      var hash: UInt64 = 0
      for word in 0..<wordCount { hash = SplitMix.next(hash ^ words[word]) }
      return hash >> 1
    }

    /// Two nodes as one word, the left one in the low bits. A pair is below 2⁶².
    @inline(__always)
    func pair(_ left: UInt32, _ right: UInt32) -> UInt64 {
      UInt64(left) | UInt64(right) << UInt64(Self.numberBits)
    }

    /// The left node of a pair.
    @inline(__always)
    func left(_ pair: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: pair & (1 << UInt64(Self.numberBits) - 1))
    }

    /// The right node of a pair.
    @inline(__always)
    func right(_ pair: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: pair >> UInt64(Self.numberBits))
    }

    /// The leaf of a word; nil if the table has to grow first.
    @inline(__always)
    func leaf(_ word: Int, _ value: UInt64, _ allocator: inout WordTable.Block) -> UInt32? {
      assert(word >= 0 && word < wordCount)
      if isDirect[word] {
        assert(value >> UInt64(Self.numberBits) == 0)
        return UInt32(truncatingIfNeeded: value)
      }
      return table.number(of: value, allocator: &allocator)
    }

    /// The word of a leaf.
    @inline(__always)
    func value(_ word: Int, _ leaf: UInt32) -> UInt64 {
      isDirect[word] ? UInt64(leaf) : table.value(of: leaf)
    }
  }
}
