import TestSupport

/// Corrupts the text of a spec a few times: in its words, numbers, lines and bracketed groups; and sometimes in its
/// bytes.
struct SpecMutator {
  typealias Piece = [UInt8]

  private var pieces: [Piece]
  private var random: SplitMix64
  /// Texts from which lines are taken.
  private let donors: [[Piece]]

  /// - Parameter donors: the lines of other specs.
  init(_ text: String, seed: UInt64, donors: [[Piece]]) {
    pieces = SpecMutator.pieces(Array(text.utf8))
    random = SplitMix64(seed: seed)
    self.donors = donors
  }

  /// The spoilt text.
  mutating func mutated() -> [UInt8] {
    let times = [1, 1, 1, 2, 2, 3, 5][random.number(below: 7)]
    for _ in 0..<times { mutate() }
    var bytes = Array(pieces.joined())
    if random.oneIn(12) { spoilBytes(&bytes) }
    if random.oneIn(40) { bytes.removeLast(random.number(below: bytes.count + 1)) }
    return bytes
  }

  /// Words, numbers, runs of blanks, and all else byte by byte.
  static func pieces(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var last = 0
    for byte in bytes {
      let sort = sort(byte)
      if sort != 0, sort == last {
        pieces[pieces.count - 1].append(byte)
      } else {
        pieces.append([byte])
      }
      last = sort
    }
    return pieces
  }

  private static func sort(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), 0x80...:
      1
    case UInt8(ascii: " "): 2
    default: 0
    }
  }

  private mutating func mutate() {
    guard !pieces.isEmpty else { return }
    switch random.number(below: 16) {
    case 0: pieces.remove(at: place())
    case 1: pieces.insert(pieces[place()], at: place())
    case 2: pieces.swapAt(place(), place())
    case 3: pieces[place()] = Array((random.pick(Vocabulary.words) ?? "").utf8)
    case 4, 5: replaceWord()
    case 6, 7: replaceNumber()
    case 8, 9: replaceOperator()
    case 10: changeLines()
    case 11: spliceLines()
    case 12, 13: changeGroup()
    case 14: nest()
    default: pieces.insert(random.pick(Self.strange) ?? [], at: place())
    }
  }

  private mutating func place() -> Int { random.number(below: pieces.count) }

  // MARK: Words, numbers and operators

  private func isWord(_ piece: Piece) -> Bool {
    Self.sort(piece[0]) == 1 && !isNumber(piece)
  }

  private func isNumber(_ piece: Piece) -> Bool {
    piece[0] >= UInt8(ascii: "0") && piece[0] <= UInt8(ascii: "9")
  }

  /// Returns the place of a piece of some sort, from a random one on.
  private mutating func place(where isWanted: (Piece) -> Bool) -> Int? {
    let start = place()
    return (Array(start..<pieces.count) + Array(0..<start)).first {
      !pieces[$0].isEmpty && isWanted(pieces[$0])
    }
  }

  /// Replaces a word by another one.
  private mutating func replaceWord() {
    guard let first = place(where: isWord), let second = place(where: isWord) else { return }
    pieces[first] = pieces[second]
  }

  private mutating func replaceNumber() {
    guard let first = place(where: isNumber) else { return }
    if random.oneIn(3), let second = place(where: isNumber) {
      pieces[first] = pieces[second]
    } else {
      pieces[first] = Array((random.pick(Self.numbers) ?? "0").utf8)
    }
  }

  private mutating func replaceOperator() {
    let place = place { Self.signs.contains($0) }
    if let place { pieces[place] = random.pick(Self.signs) ?? [] }
  }

  private static let signs = "=<>!&|+-*/%?.:,;".utf8.map { [$0] }

  private static let numbers = [
    "0", "1", "2", "3", "5", "7", "8", "16", "-1", "63", "64", "100", "255", "1_000", "4096",
    "65536", "1048576", "16777217", "4294967296", "4611686018427387904", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "99999999999999999999999", "0x7F", "1e9", "1.5",
  ]

  // MARK: Lines

  private mutating func lines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for (index, piece) in pieces.enumerated() where piece == [0x0A] {
      lines.append(start..<index + 1)
      start = index + 1
    }
    return lines
  }

  private mutating func changeLines() {
    let lines = lines()
    guard let first = random.pick(lines), let second = random.pick(lines) else { return }
    let text = Array(pieces[first])
    switch random.number(below: 4) {
    case 0: pieces.removeSubrange(first)
    case 1: pieces.insert(contentsOf: text, at: second.lowerBound)
    case 2: pieces.replaceSubrange(second, with: text)
    default:
      let times = 2 + random.number(below: 30)
      pieces.insert(
        contentsOf: Array(repeatElement(text, count: times).joined()), at: first.upperBound)
    }
  }

  private mutating func spliceLines() {
    guard let donor = random.pick(donors), !donor.isEmpty else { return }
    let start = random.number(below: donor.count)
    let text = donor[start..<min(donor.count, start + 1 + random.number(below: 8))]
    let place = random.pick(lines())?.lowerBound ?? 0
    pieces.insert(contentsOf: text, at: place)
  }

  // MARK: Groups

  /// A bracketed group, including its brackets, that begins at or after a random place.
  private mutating func group() -> Range<Int>? {
    guard let first = place(where: { Self.closing[$0] != nil }),
      let closing = Self.closing[pieces[first]]
    else { return nil }
    var depth = 0
    for index in first..<pieces.count {
      if pieces[index] == pieces[first] { depth += 1 }
      if pieces[index] == closing { depth -= 1 }
      if depth == 0 { return first..<index + 1 }
    }
    return nil
  }

  private static let closing: [Piece: Piece] = [
    Array("(".utf8): Array(")".utf8), Array("[".utf8): Array("]".utf8),
    Array("{".utf8): Array("}".utf8), Array("<".utf8): Array(">".utf8),
  ]

  private mutating func changeGroup() {
    guard let first = group() else { return }
    let text = Array(pieces[first])
    switch random.number(below: 5) {
    case 0: pieces.removeSubrange(first)
    case 1: pieces.replaceSubrange(first, with: [text[0], text[text.count - 1]])
    case 2: pieces.insert(contentsOf: text, at: first.upperBound)
    case 3: pieces.replaceSubrange(first, with: text.dropFirst().dropLast())
    default:
      guard let second = group() else { return }
      pieces.replaceSubrange(second, with: text)
    }
  }

  /// Puts a group or a word inside many brackets.
  private mutating func nest() {
    let range: Range<Int>
    if random.oneIn(2), let group = group() {
      range = group
    } else {
      guard let word = place(where: isWord) else { return }
      range = word..<word + 1
    }
    let (before, after) = random.pick([
      ("(", ")"), ("!(", ")"), ("[", "]"), ("{", "}"), ("Set<", ">"), ("-", ""), ("old(", ")"),
      ("(true ? ", " : false)"), ("if true { ", " }"), ("", "!"), ("", "[0]"), ("", " + 1"),
      ("(every z in Bool: ", ")"), ("/* ", " */"), ("(if true { ", " } else { false })"),
    ])!
    let depth = random.pick([1, 2, 3, 8, 70, 300])!
    pieces.insert(Array(String(repeating: after, count: depth).utf8), at: range.upperBound)
    pieces.insert(Array(String(repeating: before, count: depth).utf8), at: range.lowerBound)
  }

  // MARK: Bytes

  private mutating func spoilBytes(_ bytes: inout [UInt8]) {
    for _ in 0..<1 + random.number(below: 4) where !bytes.isEmpty {
      let place = random.number(below: bytes.count)
      switch random.number(below: 4) {
      case 0: bytes[place] ^= 1 << UInt8(random.number(below: 8))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(random.number(below: 256)), at: place)
      default: bytes[place] = UInt8(random.number(below: 256))
      }
    }
  }

  /// Rare characters, and invalid bytes.
  static let strange: [Piece] =
    [
      "\u{0}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{A0}", "\u{200B}", "\u{200E}", "\u{061C}",
      "\u{202E}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "\r",
      "\r\n", "\u{0C}", "\u{0B}", "\t", "e\u{301}", "👩‍👩‍👧‍👦", "𝒶", "٣", "灯", "ß", "\u{37E}", "//", "/*",
      "*/", "///", "\"", "`", "'", "\\", "$", "@", "#", "##vso[x]", "::error::x", "<!--", "]]>",
      "&amp;",
      "%0A", "{0}", "[a](b)", "\n\n",
    ].map { Array($0.utf8) } + [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]
}
