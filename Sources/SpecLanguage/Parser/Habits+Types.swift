import Semantics

extension Habit {
  /// Types of other languages.
  static let types = HabitTable(
    """
    # foreignType | expected a type, found '<0>'
    [ <k> : <v...> ] | Map<<k>, <v>>
    [ <t> ] | List<<t>, 4> | write 'List<<t>, 4>' for up to 4 elements, or 'Set<<t>>'
    [ | | write 'List<T, 4>' or 'Set<T>', with the type of the elements for 'T'
    # foreignType | expected a type, found the variable '<v>'
    <v:variable> . <m=keys|values|indices> | | write the type of the elements, and 'when … in <v>.<m>' after the parameters
    # noTuples | specs have no tuples, found '<0>'
    ( <a...> @,|: | | declare a struct with a field for each part
    # foreignType | expected a type, found '<0>'
    some <x> | | leave 'some' out
    # foreignType
    one <t> | <t>
    lone <t> | <t>?
    set <t> | Set<<t>>
    seq <t> | List<<t>, 4> | write 'List<<t>, 4>'
    SUBSET <t> | Set<<t>>
    # foreignType | the types of a collection belong between '<' and '>', found '['
    dict|Map|Record|Dictionary ~ @[ <x...> ] | Map<<x>>
    set|frozenset ~ @[ <x...> ] | Set<<x>>
    # missingBound | a list needs a bound, found '['
    list|Array|seq|Sequence ~ @[ <x...> ] | List<<x>, 4> | write 'List<<x>, 4>' for up to 4 elements
    <t> ~ @[ ] | List<<t>, 4> | write 'List<<t>, 4>' for up to 4 elements
    # missingBound
    <c=List|Bag> < <t> @> | <c><<t>, 4> | write '<c><<t>, 4>' for up to 4 elements | a <c^> needs a bound, found '>'
    Set < <t> , @<n:int> > | Set<<t>, atMost: <n>> | | expected 'atMost:', found '<0>'
    # foreignType | expected ',' between the key and the value of <1>, found ':'
    Map|Table < <k> @: <v> > | @,
    # missingBound | the bound comes after the type, found '<0>'
    Set < @<n:int> , <t> > | Set<<t>, atMost: <n>>
    List|Bag < @<n:int> , <t> > | <1><<t>, <n>>
    # missingBound | a bound has no label, found '<0>'
    List|Bag < <t> , @max|maximum @: <n:any> > | <1><<t>, <n>>
    List|Bag < <t> , @<a:int> @... @<n:int> > | <1><<t>, <n>> | | a bound is one number, found a range
    # foreignType | expected '<' after '<1>', found '<0>'
    Timer|List|Set|Bag ~ @(|[ <x...> )|] | <1><<x>>
    # foreignType | a range is a type by itself
    @Int|UInt|Nat|integer ~ @< <a:int> ..|...|..< <b:int> @> | <a&b>
    @Int|UInt|Nat|integer ~ @(|[ <a:primary> ..|...|..< <b:primary> @)|] | <a&b>
    # foreignType | there is no type '<1>'
    Record|Dict|Dictionary|HashMap / < <k> , <v> > | @Map | write 'Map<<k>, <v>>'
    Record|Dict|Dictionary|HashMap / < | @Map | write 'Map<K, V>'
    HashSet < <t> > | Set<<t>>
    Multiset < <t> > | Bag<<t>, 4> | write 'Bag<<t>, 4>'
    Option|Maybe|Optional < <t> > | <t>?
    Seq|Sequence|Queue|Vector|Stack|Array|ArrayList < <t> > | List<<t>, 4> | write 'List<<t>, 4>'
    Seq|Sequence|Queue|Vector|Stack|Array|ArrayList < <t> , <n:any> > | List<<t>, <n>> | write 'List<<t>, <n>>'
    <w:*Set> / < | @Set | write 'Set' instead of '<w>'
    <w:*Map> / < | @Map | write 'Map' instead of '<w>'
    <w:*List> / < | @List | write 'List' instead of '<w>'
    # foreignType | expected '...' between the bounds of a range, found '-'
    <a:int> @- <b:int> = | @...
    # foreignType | '...' after a type is not part of the language
    <t> @... = | | write 'Set<<t>>' for a set, or 'List<<t>, 4>' for a list
    # foreignType | expected '...' or '..<' after the lower bound of a range, found '<0>'
    <a:int> @to|upto|through <b:any> | <a>...<b> | write '...'
    - <a:int> @to|upto|through <b:any> | - <a>...<b> | write '...'
    <a:int> @until <b:any> | <a>..<<b> | write '..<'
    """)

  /// Text of other languages after a type.
  static let behindTypes = HabitTable(
    """
    # foreignType | expected '?' for a type that may be nil, found '<0>'
    ~ ! | @?
    <o=|> null|nil|undefined|none | <left>?
    # foreignType | a type has no alternatives, found '|'
    <o=|> <x> | | declare an enum: 'enum Name { a(x: T), b }'
    """)

  /// Patterns of other languages.
  static let patterns = HabitTable(
    """
    # patternForm | a pattern is a value or a range, found '<0>'
    <|<=|>|>= | | write a range such as 'case 1...3', 'default' for the rest, or 'case let n where n > 0'
    # patternForm | expected 'let' before the name, found '<0>'
    @int|Int|bool|Bool|boolean|string|String|auto|val|const|var / <x> | @let
    # patternForm | 'let' belongs before each name inside the pattern
    let @<d=.> <b> ( <x> ) | <d><b>(let <x>)
    let @<d=.> <b> ( <x> , <y> ) | <d><b>(let <x>, let <y>)
    let @. <b> | | write '.<b>(…)', with 'let' before each name
    """)
}
