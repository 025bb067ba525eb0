import Semantics

/// A word of other languages, with the help for it and the text that replaces it.
///
/// In a help or text, `<x>` is the value before a member, `<1>` the first argument, `<*>` all of them, and `<word>` the
/// word itself.
struct ForeignWord: Sendable {
  /// The place of a word: a type, func or name, or the kind of value that it is a member of.
  enum Place: String, Sendable {
    case type, generic, function, statement, name, setting
    case any, optional, number, bool, timer, collection, set, bag, list, sequence, map, table
  }

  /// The help; by default to write the text.
  let help: String?
  /// The text; nil if only the author can decide.
  let ours: String?
  /// An additional condition.
  let condition: (@Sendable (borrowing Checker) -> Bool)?

  fileprivate let places: [Place]
  fileprivate let words: String

  /// - Parameter words: the words. `get(1)` is `get` with one argument, `get(*)` with any number of them.
  fileprivate init(
    _ places: Place..., words: String, writes ours: String? = nil, help: String? = nil,
    when condition: (@Sendable (borrowing Checker) -> Bool)? = nil
  ) {
    self.places = places
    self.words = words
    self.ours = ours
    self.help = help
    self.condition = condition
  }

  /// Returns the first row for a word with a number of arguments.
  static func find(_ word: String, _ count: Int, in place: Place) -> ForeignWord? {
    rows["\(place).\(word)(\(count))"] ?? rows["\(place).\(word)(*)"]
  }

  private static let rows: [String: ForeignWord] = {
    var rows: [String: ForeignWord] = [:]
    for row in names + types + functions + members + lists + sets + maps + collections {
      for word in row.words.split(separator: " ") {
        let key = word.hasSuffix(")") ? String(word) : word + "(0)"
        for place in row.places where rows["\(place).\(key)"] == nil {
          rows["\(place).\(key)"] = row
        }
      }
    }
    return rows
  }()

  // MARK: Names

  private static let names: [ForeignWord] = [
    .init(.name, words: "null None none undefined Nil NULL Null", writes: "nil"),
    .init(.name, words: "True TRUE Yes YES yes", writes: "true"),
    .init(.name, words: "False FALSE No NO no", writes: "false"),
    .init(
      .name, words: "empty",
      help: "write '[]' for a value, or 's.isEmpty' for a condition on a collection s"),
    .init(.name, words: "off", writes: ".off", when: { $0.hasTimer }),
    .init(.name, words: "old prev previous before", help: "write 'old(x)'"),
    .init(.name, words: "Object", help: "write 'm.keys', 'm.values' or 'm.count' for a map m"),
    .init(.name, words: "Math", help: "write 'min(a, b)', 'max(a, b)' or 'abs(a)'"),
    .init(
      .name, words: "console System Log Logger",
      help: "declare a signal with 'signal name', and send it with 'emit name'"),
    .init(.name, words: "and", help: "write '&&'"),
    .init(.name, words: "or", help: "write '||'"),
    .init(
      .name, words: "all forall exists",
      help: "write 'every x in s: condition' or 'some x in s: condition' for a collection s"),
    .init(
      .name, words: "any",
      help: "write 'choose x in s' on the line before, with a type or collection for 's'"),
    .init(.setting, words: "yes on", help: "write 'true'"),
  ]

  // MARK: Types

  private static let types: [ForeignWord] = [
    .init(
      .type, words: "String Character Substring string str text char",
      help: "declare an enum: 'enum Title { short, long }'"),
    .init(
      .type, words: "Double Float Decimal CGFloat double float",
      help: "use a smaller unit, as in '0...300'"),
    .init(
      .type, words: "UInt Int8 Int32 Int64 UInt8 Integer", help: "write a range such as '0...255'"),
    .init(
      .type, words: "number int byte short long Number Nat nat integer u8 usize",
      help: "write a range such as '0...3'"),
    .init(.type, words: "any Any object Object", help: "write the name of a declared type"),
    .init(.type, words: "Optional", help: "write 'T?' for a value of type T that may be nil"),
    .init(
      .type, words: "Date TimeInterval Duration",
      help: "write 'Timer<3>' for at most 3 units, or a range of numbers"),
    .init(.type, words: "UUID", help: "declare the IDs: 'symmetric ID(3)'"),
    .init(.type, words: "Void", help: "leave '-> Void' out: a procedure has no '->'"),
    .init(.type, words: "Boolean bool boolean", writes: "Bool"),
    .init(.generic, words: "Set", help: "write 'Set<T>' for elements of type T"),
    .init(.type, words: "SUBSET", help: "write 'Set<T>' for elements of type T"),
    .init(
      .generic, words: "Map", help: "write 'Map<K, V>' for keys of type K and values of type V"),
    .init(
      .type, words: "Dictionary", help: "write 'Map<K, V>' for keys of type K and values of type V"),
    .init(
      .generic, words: "Table", help: "write 'Table<K, V>' for keys of type K and values of type V"),
    .init(.generic, words: "List", help: "write 'List<T, 4>' for up to 4 elements of type T"),
    .init(.type, words: "Array", help: "write 'List<T, 4>' for up to 4 elements of type T"),
    .init(.generic, words: "Bag", help: "write 'Bag<T, 4>' for up to 4 elements of type T"),
    .init(.generic, words: "Timer", help: "write 'Timer<3>' for at most 3 units"),
  ]

  // MARK: Funcs

  private static let functions: [ForeignWord] = [
    .init(.function, words: "Set(1)", writes: "set(x in <1>)"),
    .init(.function, words: "Array(1) List(1)", writes: "list(x in <1>)"),
    .init(
      .function, words: "Int(1) UInt(1) Bool(1) Double(1) int(1)", writes: "<1>",
      help: "leave '<word>' out: specs have no type conversions"),
    .init(.function, words: "String(*) str(*)", help: "compare the values themselves"),
    .init(
      .function, words: "zip(*)",
      help: "write 'every i in a.indices: a[i] == b[i]' for lists a and b"),
    .init(.function, words: "maxOf(*)", writes: "max(<*>)"),
    .init(.function, words: "minOf(*)", writes: "min(<*>)"),
    .init(
      .function, words: "len(1) size(1) length(1) Cardinality(1) card(1) sizeof(1)",
      writes: "<1>.count"),
    .init(.function, words: "range(1)", writes: "0..<<1>"),
    .init(.function, words: "range(2)", writes: "<1>..<<2>"),
    .init(
      .function, words: "print(*) println(*) printf(*) log(*) debugPrint(*)",
      help: "declare a signal with 'signal name', and send it with 'emit name'"),
    .init(
      .function, words: "prev(1) pre(1) previous(1) before(1) last(1) past(1) OLD(1) at_pre(1)",
      writes: "old(<1>)"),
    .init(
      .function,
      words:
        "emits(1) sent(1) sends(1) signals(1) fired(1) raised(1) notified(1) signalled(1) emit(1)",
      writes: "emitted(<1>)"),
    .init(
      .function,
      words:
        "mutableListOf listOf arrayOf emptyList setOf mutableSetOf emptySet Array List Set Bag "
        + "ArrayList HashSet list frozenset", writes: "[]"),
    .init(
      .function,
      words:
        "mutableListOf(*) listOf(*) arrayOf(*) emptyList(*) setOf(*) mutableSetOf(*) emptySet(*) "
        + "Array(*) List(*) Set(*) Bag(*) ArrayList(*) HashSet(*) list(*) frozenset(*)",
      writes: "[<*>]", help: "write '[a, b]'"),
    .init(
      .function, words: "mapOf mutableMapOf emptyMap Map Dictionary HashMap dict Object",
      writes: "[:]", help: "write '[:]', or '[key: value]'"),
    .init(
      .function,
      words:
        "mapOf(*) mutableMapOf(*) emptyMap(*) Map(*) Dictionary(*) HashMap(*) dict(*) Object(*)",
      help: "write '[:]', or '[key: value]'"),
    .init(
      .function,
      words: "XCTAssert(*) XCTAssertTrue(*) XCTAssertFalse(*) XCTAssertEqual(*) XCTAssertNil(*) "
        + "assertTrue(*) assertFalse(*) assertEquals(*) assertEqual(*) assertThat(*) assertNull(*)",
      help: "write 'expect condition' in a scenario, or 'assert condition' in an event"),
    .init(
      .function, words: "changed(*) hasChanged(*) modified(*) didChange(*)",
      writes: "!unchanged(<*>)"),
    .init(
      .function, words: "same(*) isUnchanged(*) constant(*) stable(*)", writes: "unchanged(<*>)",
      when: { $0.context.allowsOld }),
    .init(
      .function, words: "new(1) next(1)",
      help: "leave '<word>' out: the name alone is the value after the step",
      when: { $0.context.allowsOld }),
    .init(
      .function,
      words: "oneOf(1) choose(1) pick(1) any(1) nondet(1) randomElement(1) sample(1)",
      help: "write 'choose x in <1>' on the line before"),
    .init(
      .function,
      words:
        "random(*) rand(*) oneOf(*) choose(*) pick(*) any(*) nondet(*) randomElement(*) sample(*)",
      help: "write 'choose x in 0...3' on the line before"),
    .init(
      .function,
      words: "require(*) precondition(*) check(*) assume(*) ensure(*) guarantee(*) fatalError(*) "
        + "invariant(*) error(*) expect(*) verify(*)",
      help: "write 'when condition' at the event, or 'assert condition' here"),
    .init(
      .function,
      words:
        "sleep(*) wait(*) delay(*) setTimeout(*) schedule(*) postDelayed(*) asyncAfter(*) after(*) "
        + "now(*) setInterval(*)",
      help: "use a timer: 'start t for 3', and an event 'when t.isDue'"),
    .init(
      .function, words: "canHappen(1) isEnabled(1) can(1) possible(1)", writes: "enabled(<1>)"),
    .init(.function, words: "due(1) expired(1)", writes: "<1>.isDue"),
    .init(.function, words: "running(1)", writes: "<1>.isRunning"),
    .init(.function, words: "empty(1)", writes: "<1>.isEmpty"),
    .init(.statement, words: "start(*)", help: "write 'start t for 3' for a timer t"),
    .init(.statement, words: "stop(*)", help: "write 'stop t' for a timer t"),
    .init(.statement, words: "insert(*)", help: "write 'insert x into s' for a set s"),
    .init(.statement, words: "append(*)", help: "write 'append x to l' for a list l"),
    .init(.statement, words: "remove(*)", help: "write 'remove x from s' for a set s"),
    .init(.statement, words: "assert(*)", help: "write 'assert condition'"),
    .init(.statement, words: "emit(*)", help: "write 'emit', then the name of the signal"),
  ]

  // MARK: Members

  private static let members: [ForeignWord] = [
    .init(.any, .optional, words: "old prev previous before", writes: "old(<x>)"),
    .init(
      .any, .optional,
      words: "toBe(1) toEqual(1) shouldBe(1) isEqualTo(1) equals(1) equal(1) eq(1) isEqual(1)",
      writes: "<x> == <1>"),
    .init(
      .any,
      words:
        "insert(*) append(*) remove(*) removeFirst(*) removeLast(*) removeAll(*) start(*) stop(*)",
      help: "write it as a separate statement"),
    .init(.any, words: "rawValue hashValue", help: "compare the cases themselves"),
    .init(
      .optional, words: "isNil isNull isNone isAbsent isEmpty empty", writes: "<x> == nil"),
    .init(
      .optional, words: "isPresent hasValue isSome isNotNull exists", writes: "<x> != nil"),
    .init(.number, words: "min(1) max(1)", writes: "<word>(<x>, <1>)"),
    .init(
      .number, words: "min(*) max(*) minimum(*) maximum(*) clamp(*) clamped(*)",
      help: "write 'min(a, b)' or 'max(a, b)' for two numbers"),
    .init(.number, words: "coerceAtMost(1) atMost(1)", writes: "min(<x>, <1>)"),
    .init(.number, words: "coerceAtLeast(1) atLeast(1)", writes: "max(<x>, <1>)"),
    .init(
      .number, words: "coerceIn(2) clamped(2) clamp(2)", writes: "min(max(<x>, <1>), <2>)"),
    .init(.number, words: "increment inc", writes: "<x> += 1"),
    .init(.number, words: "decrement dec", writes: "<x> -= 1"),
    .init(.number, words: "plus(1)", writes: "<x> + <1>"),
    .init(.number, words: "minus(1)", writes: "<x> - <1>"),
    .init(.number, words: "times(1)", writes: "<x> * <1>"),
    .init(.number, words: "div(1)", writes: "<x> / <1>"),
    .init(.number, words: "rem(1) mod(1)", writes: "<x> % <1>"),
    .init(.number, words: "abs", writes: "abs(<x>)"),
    .init(.bool, words: "toggle", writes: "<x> = !<x>"),
    .init(.bool, words: "not negate", writes: "!<x>"),
    .init(
      .timer, words: "expired isExpired hasExpired due elapsed done isOver fired isFinished",
      writes: "<x>.isDue"),
    .init(.timer, words: "running isActive active isOn started", writes: "<x>.isRunning"),
    .init(.timer, words: "isOff isStopped stopped off", writes: "!<x>.isRunning"),
    .init(.timer, words: "cancel clear reset invalidate", writes: "<x>.stop()"),
    .init(
      .timer, words: "set(1) restart(1) schedule(1) begin(1)", writes: "<x>.start(for: <1>)"),
    .init(.timer, words: "time value left remainingTime", writes: "<x>.remaining"),
  ]

  private static let collections: [ForeignWord] = [
    .init(
      .collection, words: "size length len number",
      writes: "<x>.count"),
    .init(
      .set, .bag, .list, .sequence, .map, words: "empty isempty is_empty none",
      writes: "<x>.isEmpty"),
    .init(
      .set, .bag, .list, .sequence, .map, words: "isNotEmpty nonEmpty notEmpty any",
      writes: "!<x>.isEmpty"),
    .init(
      .collection,
      words: "includes(1) include(1) has(1) exists(1) member(1) containsElement(1) in(1)",
      writes: "<x>.contains(<1>)"),
    .init(
      .collection, words: "forEach(*) foreach(*) each(*)",
      help: "write 'for x in <x> { … }'"),
    .init(
      .collection, words: "forall(*) forAll(*) every(*) all(*)",
      help: "write 'every x in <x>: condition'"),
    .init(
      .collection, words: "some(*) anySatisfy(*)",
      help: "write 'some x in <x>: condition'"),
    .init(
      .collection, words: "enumerated enumerate withIndex",
      help: "write 'for i in <x>.indices { … <x>[i] … }'"),
    .init(
      .collection,
      words: "min(*) max(*) minimum(*) maximum(*) clamp(*) clamped(*)",
      help: "write 'min(x in <x>)' or 'max(x in <x>)'"),
    .init(
      .collection,
      words: "map(*) filter(*) allSatisfy(*) contains(*) first(*) reduce(*) sorted(*)",
      help: "write a quantifier or a comprehension, such as 'set(x in <x> where …)'"),
    .init(
      .collection,
      words: "random(*) randomElement(*) shuffled(*) pick(*) sample(*)",
      help: "write 'choose x in <x>' on the line before"),
  ]

  private static let lists: [ForeignWord] = [
    .init(
      .list,
      words: "add(1) push(1) enqueue(1) addLast(1) push_back(1) append(1) offer(1) insert(1)",
      writes: "<x>.append(<1>)"),
    .init(
      .list, words: "unshift(1) prepend(1) addFirst(1) push_front(1) appendleft(1)",
      writes: "<x>.insert(<1>, at: 0)"),
    .init(
      .list, words: "pop popLast removeEnd pop_back removeLastOrNull", writes: "<x>.removeLast()"),
    .init(
      .list,
      words: "shift dequeue poll popFirst popleft pop_front removeHead removeFirstOrNull",
      writes: "<x>.removeFirst()"),
    .init(.list, words: "clear removeall", writes: "<x>.removeAll()"),
    .init(.list, words: "get(1) at(1) elementAt(1)", writes: "<x>[<1>]"),
    .init(.list, words: "pop(1) removeAt(1)", writes: "<x>.remove(at: <1>)"),
    .init(.list, words: "startIndex", writes: "0"),
    .init(.list, words: "endIndex", writes: "<x>.count"),
    .init(
      .list, words: "concat(1) plus(1) extend(1) addAll(1) appendAll(1)",
      help: "write 'append x to <x>'"),
    .init(.list, words: "reverse", writes: "<x>.reversed"),
    .init(
      .list, words: "indexOf(1) index(1) firstIndex(1) lastIndexOf(1)",
      help: "write '<1> in <x>' to find it, or 'i in <x>.indices' for its index"),
    .init(
      .list,
      words: "splice(*) removeRange(*) slice(*) subList(*) drop(*) dropFirst(*) dropLast(*) "
        + "removeSubrange(*)", help: "write '<x>.removeFirst()' or '<x>.remove(at: i)'"),
    .init(.list, words: "firstOrNull getFirst peek head front", writes: "<x>.first"),
    .init(.list, words: "lastOrNull getLast tail end back", writes: "<x>.last"),
    .init(
      .list, words: "sort(*) sorted(*) sortBy(*) sortedBy(*) shuffle",
      help: "insert each element at its position: a list keeps its order"),
    .init(
      .list, words: "delete(1) erase(1)", help: "write '<x>.remove(at: i)', or 'remove x from <x>'"),
  ]

  private static let sets: [ForeignWord] = [
    .init(.set, .bag, words: "add(1) push(1) append(1) put(1)", writes: "<x>.insert(<1>)"),
    .init(.set, .bag, words: "delete(1) erase(1) discard(1)", writes: "<x>.remove(<1>)"),
    .init(.set, .bag, words: "clear", writes: "<x>.removeAll()"),
    .init(
      .set, .bag, words: "difference(1) minus(1) exclude(1) except(1) subtract(1)",
      writes: "<x>.subtracting(<1>)"),
    .init(.set, .bag, words: "intersect(1) intersect_with(1)", writes: "<x>.intersection(<1>)"),
    .init(
      .set, .bag, words: "formUnion(1) update(1) addAll(1)", writes: "<x> = <x>.union(<1>)"),
    .init(
      .set, .bag, words: "formIntersection(1) retainAll(1)", writes: "<x> = <x>.intersection(<1>)"),
    .init(
      .set, .bag, words: "subtractAll(1) formSubtract(1) difference_update(1)",
      writes: "<x> = <x>.subtracting(<1>)"),
    .init(.set, .bag, words: "plus(1)", writes: "<x>.union([<1>])"),
    .init(
      .set, .bag, words: "subsetOf(1) subseteq(1) issubset(1) isSubsetOf(1)",
      writes: "<x>.isSubset(of: <1>)"),
  ]

  private static let maps: [ForeignWord] = [
    .init(.map, words: "get(1)", writes: "<x>[<1>]"),
    .init(.map, words: "get(2) getOrDefault(2) getOrElse(2)", writes: "(<x>[<1>] ?? <2>)"),
    .init(
      .map,
      words: "has(1) containsKey(1) contains(1) hasKey(1) has_key(1) includes(1) include(1) "
        + "exists(1) member(1) in(1)",
      writes: "(<1> in <x>.keys)"),
    .init(.map, words: "containsValue(1)", writes: "<x>.values.contains(<1>)"),
    .init(
      .map, words: "put(2) set(2) updateValue(2) insert(2) add(2) store(2)",
      writes: "<x>[<1>] = <2>"),
    .init(
      .map, words: "delete(1) remove(1) removeKey(1) pop(1) del(1) erase(1) removeValue(1)",
      writes: "<x>[<1>] = nil"),
    .init(.map, words: "clear", writes: "<x> = [:]"),
    .init(
      .map, words: "add(1) append(1) push(1) insert(1)", help: "write '<x>[key] = <1>'"),
    .init(.map, words: "entries items iterator", help: "write '(k, v) in <x>'"),
  ]
}

extension Type {
  /// The places of the members of its values, the most specific first.
  var placesOfMembers: [ForeignWord.Place] {
    switch self {
    case .optional: [.optional]
    case .integer, .range: [.number, .any]
    case .bool: [.bool, .any]
    case .timer: [.timer, .any]
    case .set: [.set, .collection, .any]
    case .bag: [.bag, .collection, .any]
    case .list: [.list, .collection, .any]
    case .sequence: [.sequence, .collection, .any]
    case .map: [.map, .collection, .any]
    case .table: [.table, .collection, .any]
    case .enumeration, .structure, .symmetric, .error: [.any]
    }
  }
}
