/// A word or sign of other languages, with the help for it and the text that replaces it.
struct ForeignWord: Sendable {
  /// The place of a word: a sign, type, func or name, or the kind of value that it is a member of.
  enum Place: String, Sendable {
    case sign, bits, backslash, directive
    case name, timed, setting, type, generic, function, step, statement
    case conversion, operation, update
    case method, any, optional, number, bool, timer, collection, set, bag, list, sequence, map,
      table
  }

  /// The help; by default to write the text.
  let help: String
  /// The text; nil if only the author can decide.
  let ours: String?

  /// Returns the row for a word with a number of arguments.
  static func find(_ word: String, _ count: Int = 0, in place: Place) -> ForeignWord? {
    rows["\(place) \(count): \(word)"] ?? rows["\(place) *: \(word)"]
  }

  private static let rows: [String: ForeignWord] = {
    var rows: [String: ForeignWord] = [:]
    for line in table.split(separator: "\n") {
      let (head, rest) = halves(line, ": ")
      let (pattern, help) = halves(rest ?? "", " ? ")
      let (words, ours) = halves(pattern, " => ")
      let row = ForeignWord(
        help: String(help ?? "write '\(ours ?? "")'"), ours: ours.map { String($0) })
      var places = head.split(separator: " ")
      let count =
        places.last.map { $0 == "*" || $0.first?.isNumber == true } == true
        ? places.removeLast() : "0"
      for place in places {
        for word in words.split(separator: " ") { rows["\(place) \(count): \(word)"] = row }
      }
    }
    return rows
  }()

  private static func halves(
    _ text: Substring, _ sign: String
  ) -> (Substring, Substring?) {
    let parts = text.split(separator: sign, maxSplits: 1)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// The rows: `places count: words => text ? help`.
  ///
  /// The count is the number of arguments, `*` for any other number, by default 0. In a text or help, `<x>` is the value
  /// before a member, `<1>` the first argument, `<*>` all of them, and `<word>` the word itself. The places `step` and
  /// `timed` are for names where a step is known, and for names in a spec with timers. In a `conversion`, `list>set` is a
  /// list in place of a set; `set+` is an `operation` or `update` of a set.
  private static let table = """
    sign: === <=> <-> ≡ ⇔ => ==
    sign: !== <> ~= ≠ ^ => !=
    sign: ..<= .. … => ... ? write '...' or '..<'
    sign: := <- ← => =
    sign: ++ => += 1
    sign: -- => -= 1
    sign: /\\ & ∧ => &&
    sign: \\/ | ∨ => ||
    sign: ~ ¬ => !
    sign: ≤ => <=
    sign: ≥ => >=
    sign: → ⇒ => implies
    sign: ∈ => in
    sign: ∀ => every
    sign: ∃ => some
    sign: − – => -
    sign: × => *
    sign: ÷ => /
    sign: ∅ => []
    sign: ∪ ? write '.union(…)'
    sign: ∩ ? write '.intersection(…)'
    sign: ∖ ? write '.subtracting(…)'
    sign: ⊆ ? write '.isSubset(of: …)'
    sign: ∉ ? write '!(x in s)'
    sign: |-> ? write 'Name(field: value)' for a record, or '[key: value]' for a map
    sign: |= ? write 'p = p || q' for a Bool, or 's = s.union(t)' for a set
    sign: &= ? write 'p = p && q' for a Bool, or 's = s.intersection(t)' for a set
    sign: ~> ? declare a property: 'eventually name whenever condition { goal }'
    bits: | & ? write 'n % 2 == 1' to test for an odd number
    bits: ^ ? write 'a * a': specs have no powers and no bits
    backslash: in => in
    backslash: A => every
    backslash: E => some
    backslash: land => &&
    backslash: lor => ||
    backslash: lnot neg => !
    backslash: leq => <=
    backslash: geq => >=
    backslash: div => /
    backslash: notin ? write '!(x in s)'
    backslash: cup union ? write 'a.union(b)'
    backslash: cap intersect ? write 'a.intersection(b)'
    backslash: subseteq ? write 'a.isSubset(of: b)'
    directive: #define ? write 'let name = value' for a constant
    directive: #include #import ? write 'use "folder/file.tray"'
    name: null None none undefined Nil NULL Null => nil
    name: True TRUE Yes YES yes => true
    name: False FALSE No NO no => false
    name: empty ? write '[]' for a value, or 's.isEmpty' for a condition on a collection s
    timed: off => .off
    name: old prev previous before ? write 'old(x)'
    name: Object ? write 'm.keys', 'm.values' or 'm.count' for a map m
    name: Math ? write 'min(a, b)', 'max(a, b)' or 'abs(a)'
    name: console System Log Logger ? declare a signal with 'signal name', and send it with 'emit \
    name'
    name: and ? write '&&'
    name: or ? write '||'
    name: all forall exists ? write 'every x in s: condition' or 'some x in s: condition' for a \
    collection s
    name: any ? write 'choose x in s' on the line before, with a type or collection for 's'
    setting: yes on ? write 'true'
    type: String Character Substring string str text char ? declare an enum: 'enum Title { short, \
    long }'
    type: Double Float Decimal CGFloat double float ? use a smaller unit, as in '0...300'
    type: number int byte short long Number Nat nat integer u8 usize UInt Integer Int8 Int32 Int64 \
    UInt8 uint uint8 uint32 int8 int32 int64 i32 u32 => 0...3 ? write a range such as '0...3'
    type: any Any object Object ? write the name of a declared type
    type: Optional ? write 'T?' for a value of type T that may be nil
    type: Date TimeInterval Duration ? write 'Timer<3>' for at most 3 units, or a range of numbers
    type: UUID ? declare the IDs: 'symmetric ID(3)'
    type: Void ? leave '-> Void' out: a procedure has no '->'
    type: Boolean bool boolean => Bool
    generic: Set ? write 'Set<T>' for elements of type T
    type: SUBSET ? write 'Set<T>' for elements of type T
    generic: Map ? write 'Map<K, V>' for keys of type K and values of type V
    type: Dictionary ? write 'Map<K, V>' for keys of type K and values of type V
    generic: Table ? write 'Table<K, V>' for keys of type K and values of type V
    generic: List ? write 'List<T, 4>' for up to 4 elements of type T
    type: Array ? write 'List<T, 4>' for up to 4 elements of type T
    generic: Bag ? write 'Bag<T, 4>' for up to 4 elements of type T
    generic: Timer ? write 'Timer<3>' for at most 3 units
    function 1: Set => set(x in <1>)
    function 1: Array List => list(x in <1>)
    function 1: Int UInt Bool Double int => <1> ? leave '<word>' out: specs have no type conversions
    function *: String str ? compare the values themselves
    function *: stride ? write 'for i in 0..<3 { … }' for a loop over numbers
    function *: zip ? write 'every i in a.indices: a[i] == b[i]' for lists a and b
    function *: maxOf => max(<*>)
    function *: minOf => min(<*>)
    function 1: len size length Cardinality card sizeof => <1>.count
    function 1: range => 0..<<1>
    function 2: range => <1>..<<2>
    function *: print println printf log debugPrint ? declare a signal with 'signal name', and \
    send it with 'emit name'
    function 1: prev pre previous before last past OLD at_pre => old(<1>)
    function 1: emits sent sends signals fired raised notified signalled emit => emitted(<1>)
    function: mutableListOf listOf arrayOf emptyList setOf mutableSetOf emptySet bagOf Array List Set \
    Bag ArrayList HashSet list frozenset => []
    function *: mutableListOf listOf arrayOf emptyList setOf mutableSetOf emptySet bagOf Array List Set \
    Bag ArrayList HashSet list frozenset => [<*>] ? write '[a, b]'
    function: mapOf mutableMapOf emptyMap Map Dictionary HashMap dict Object => [:] ? write \
    '[:]', or '[key: value]'
    function *: mapOf mutableMapOf emptyMap Map Dictionary HashMap dict Object ? write '[:]', or \
    '[key: value]'
    function *: XCTAssert XCTAssertTrue XCTAssertFalse XCTAssertEqual XCTAssertNil assertTrue \
    assertFalse assertEquals assertEqual assertThat assertNull ? write 'invariant name { condition \
    }', 'expect condition' in a scenario, or 'assert condition' in an event
    function *: changed hasChanged modified didChange => !unchanged(<*>)
    step *: same isUnchanged constant stable => unchanged(<*>)
    step 1: new next ? leave '<word>' out: the name alone is the value after the step
    function 1: oneOf choose pick any nondet randomElement sample ? write 'choose x in <1>' on \
    the line before
    function *: random rand oneOf choose pick any nondet randomElement sample ? write 'choose x \
    in 0...3' on the line before
    function 1: precondition => assert <1> ? write 'assert <1>', or 'when' at the event
    function *: require check assume ensure guarantee fatalError invariant error \
    expect verify ? write 'when condition' at the event, or 'assert condition' here
    function *: sleep wait delay setTimeout schedule postDelayed asyncAfter after now setInterval \
    ? use a timer: 'start t for 3', and an event 'when t.isDue'
    function 1: canHappen isEnabled can possible => enabled(<1>)
    function 1: due expired => <1>.isDue
    function 1: running => <1>.isRunning
    function 1: empty => <1>.isEmpty
    statement 2: start => start <1> for <2>
    statement *: start ? write 'start t for 3' for a timer t
    statement *: stop ? write 'stop t' for a timer t
    statement *: insert ? write 'insert x into s' for a set s
    statement *: append ? write 'append x to l' for a list l
    statement *: remove ? write 'remove x from s' for a set s
    statement *: assert ? write 'assert condition'
    statement *: emit ? write 'emit', then the name of the signal
    conversion: list>set sequence>set => set(x in <x>)
    conversion: bag>set => set(x in <x>) ? write 'set(x in <x>)', which has each element once
    conversion: sequence>list => list(x in <x>)
    conversion: set>list ? declare it as a list: a set has no order
    conversion: bag>list ? declare it as a list: a bag has no order
    conversion: set>bag list>bag sequence>bag ? write '[]' or '[a, a]', and change the bag with \
    'insert' and 'remove'
    conversion: table>bool ? write '<x>[…]'
    conversion: timer>bool ? write '<x>.isDue' or '<x>.isRunning'
    conversion: set>number bag>number list>number map>number sequence>number => <x>.count
    conversion: nil>timer => .off ? write '.off', 'stop t', or '!t.isRunning' for a condition
    conversion: nil>set nil>bag nil>list => []
    conversion: nil>map => [:]
    conversion: nil>bool ? write 'false', or declare the type as 'Bool?'
    operation: set+ ? write '<x>.union(…)'
    operation: set- ? write '<x>.subtracting(…)'
    operation: map+ ? write '<x>[key] = value' to store an entry
    operation: map- ? write '<x>[key] = nil' to remove an entry
    update: set+ bag+ ? write 'insert x into <x>' for each element x
    update: list+ ? write 'append x to <x>' for each element x
    update: set- bag- list- ? write 'remove x from <x>' for each element x
    update *: map+ ? write '<x>[key] = value'
    update: map- ? write '<x>[key] = nil' for each key
    update 1: set+ bag+ => insert <1> into <x>
    update 1: list+ => append <1> to <x>
    update 1: set- bag- list- => remove <1> from <x>
    update 1: map- => <x>[<1>] = nil
    method *: insert ? write '<x>.insert(x)' for an element x, or '<x>.insert(x, at: 0)' in a list
    method *: append ? write '<x>.append(x)' for each element x
    method *: remove ? write '<x>.remove(x)' for an element x, or '<x>.remove(at: 0)' in a list
    method *: start ? write '<x>.start(for: 3)'
    method *: removeFirst removeLast removeAll stop ? write '<x>.<word>()'
    any optional: old prev previous before => old(<x>)
    any optional 1: toBe toEqual shouldBe isEqualTo equals equal eq isEqual => <x> == <1>
    any *: insert append remove removeFirst removeLast removeAll start stop ? write it as a \
    separate statement
    any: rawValue hashValue ? compare the cases themselves
    optional: isNil isNull isNone isAbsent isEmpty empty => <x> == nil
    optional: isPresent hasValue isSome isNotNull exists => <x> != nil
    number 1: min max => <word>(<x>, <1>)
    number *: min max minimum maximum clamp clamped ? write 'min(a, b)' or 'max(a, b)' for two \
    numbers
    number 1: coerceAtMost atMost => min(<x>, <1>)
    number 1: coerceAtLeast atLeast => max(<x>, <1>)
    number 2: coerceIn clamped clamp => min(max(<x>, <1>), <2>)
    number: increment inc => <x> += 1
    number: decrement dec => <x> -= 1
    number 1: plus => <x> + <1>
    number 1: minus => <x> - <1>
    number 1: times => <x> * <1>
    number 1: div => <x> / <1>
    number 1: rem mod => <x> % <1>
    number: abs => abs(<x>)
    bool: toggle => <x> = !<x>
    bool: not negate => !<x>
    timer: expired isExpired hasExpired due elapsed done isOver fired isFinished => <x>.isDue
    timer: running isActive active isOn started => <x>.isRunning
    timer: isOff isStopped stopped off => !<x>.isRunning
    timer: cancel clear reset invalidate => <x>.stop()
    timer 1: set restart schedule begin => <x>.start(for: <1>)
    timer: time value left remainingTime => <x>.remaining
    list 1: add push enqueue addLast push_back append offer insert => <x>.append(<1>)
    list 1: unshift prepend addFirst push_front appendleft => <x>.insert(<1>, at: 0)
    list: pop popLast removeEnd pop_back removeLastOrNull => <x>.removeLast()
    list: shift dequeue poll popFirst popleft pop_front removeHead removeFirstOrNull => \
    <x>.removeFirst()
    list: clear removeall => <x>.removeAll()
    list 1: get at elementAt => <x>[<1>]
    list 1: pop removeAt => <x>.remove(at: <1>)
    list: startIndex => 0
    list: endIndex => <x>.count
    list 1: concat plus extend addAll appendAll ? write 'append x to <x>'
    list: reverse => <x>.reversed
    list 1: indexOf index firstIndex lastIndexOf ? write '<1> in <x>' to find it, or 'i in \
    <x>.indices' for its index
    list *: splice removeRange slice subList drop dropFirst dropLast removeSubrange ? write \
    '<x>.removeFirst()' or '<x>.remove(at: i)'
    list: firstOrNull getFirst peek head front => <x>.first
    list: lastOrNull getLast tail end back => <x>.last
    list *: sort sorted sortBy sortedBy shuffle ? insert each element at its position: a list \
    keeps its order
    list 1: delete erase ? write '<x>.remove(at: i)', or 'remove x from <x>'
    set bag 1: add push append put => <x>.insert(<1>)
    set bag 1: delete erase discard => <x>.remove(<1>)
    set bag: clear => <x>.removeAll()
    set bag 1: difference minus exclude except subtract => <x>.subtracting(<1>)
    set bag 1: intersect intersect_with => <x>.intersection(<1>)
    set bag 1: formUnion update addAll => <x> = <x>.union(<1>)
    set bag 1: formIntersection retainAll => <x> = <x>.intersection(<1>)
    set bag 1: subtractAll formSubtract difference_update => <x> = <x>.subtracting(<1>)
    set bag 1: plus => <x>.union([<1>])
    set bag 1: subsetOf subseteq issubset isSubsetOf => <x>.isSubset(of: <1>)
    map 1: get => <x>[<1>]
    map 2: get getOrDefault getOrElse => (<x>[<1>] ?? <2>)
    map 1: has containsKey contains hasKey has_key includes include exists member in => (<1> in \
    <x>.keys)
    map 1: containsValue => <x>.values.contains(<1>)
    map 2: put set updateValue insert add store => <x>[<1>] = <2>
    map 1: delete remove removeKey pop del erase removeValue => <x>[<1>] = nil
    map: clear => <x> = [:]
    map 1: add append push insert ? write '<x>[key] = <1>'
    map: entries items iterator ? write '(k, v) in <x>'
    collection: size length len number => <x>.count
    set bag list sequence map: empty isempty is_empty none => <x>.isEmpty
    set bag list sequence map: isNotEmpty nonEmpty notEmpty any => !<x>.isEmpty
    collection 1: includes include has exists member containsElement in => <x>.contains(<1>)
    collection *: forEach foreach each ? write 'for x in <x> { … }'
    collection *: forall forAll every all ? write 'every x in <x>: condition'
    collection *: some anySatisfy ? write 'some x in <x>: condition'
    collection: enumerated enumerate withIndex ? write 'for i in <x>.indices { … <x>[i] … }'
    collection *: min max minimum maximum clamp clamped ? write 'min(x in <x>)' or 'max(x in <x>)'
    collection *: map filter allSatisfy contains first reduce sorted ? write a quantifier or a \
    comprehension, such as 'set(x in <x> where …)'
    collection *: random randomElement shuffled pick sample ? write 'choose x in <x>' on the line \
    before
    """
}
