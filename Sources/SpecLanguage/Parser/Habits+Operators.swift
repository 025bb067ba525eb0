import Semantics

extension Habit {
  private static let verb =
    "@must|should|shall|will|has|have|can|may|needs|ought|is|are|was"
  private static let be = "\(verb) @to? @be? @always|currently|still? @be?"
  private static let maybe = "\(verb)? @to? @be? @always|currently|still? @be?"
  private static let not = "\(verb)? @not|never|isnt @to? @be?"

  /// Comparisons in plain English that may be patterns of undeclared names.
  static let operatorsOfOurs = """
    # foreignOperator | expected an operator, found '<0>'
    \(not) @empty | !<left>.isEmpty
    \(be) @empty | <left>.isEmpty
    \(not) @due|expired|over | !<left>.isDue
    \(be) @due|expired|over | <left>.isDue
    \(not) @running|active|started | !<left>.isRunning
    \(be) @running|active|started | <left>.isRunning
    \(not) @changed|change|changes | unchanged(<left>)
    \(not) @emitted|sent|heard | !emitted(<left>)
    \(be) @emitted|sent|heard | emitted(<left>)
    \(not) @at @most / <x:begin> | @>
    \(not) @at @least / <x:begin> | @<
    \(not) @less|smaller|fewer @than / <x:begin> | @>=
    \(not) @below|under / <x:begin> | @>=
    \(not) @greater|more|larger|bigger @than / <x:begin> | @<=
    \(not) @above|over|exceed|exceeds / <x:begin> | @<=
    \(not) @equal @to? / <x:begin> | @!=
    \(not) @between <a:value> and|&& <b:value> | !(<left> in <a>...<b>)
    \(not) @true | !<left>
    \(not) @false | <left>
    @is @not @nil|null|None | @!= nil
    @is @not <p:pattern> | !(<left> is <p>) | ~!(x is …)
    \(be) @changed | !unchanged(<left>)
    """

  /// Operators of other languages after an operand, and comparisons in plain English.
  private static let operators =
    operatorsOfOurs + """

      # foreignOperator | expected an operator, found '<0>'
      @and|, @when | @&&
      and / <x:begin> | @&&
      or / <x:begin> | @||
      mod / <x:begin> | @%
      div / <x:begin> | @/
      eq / <x:begin> | @==
      isnt / <x:begin> | @!=
      IMPLIES|-> / <x:any> [isImplication] [isInEventually] | | write 'eventually name whenever condition { goal }'
      IMPLIES|-> / <x:any> [isImplication] | @implies
      @= ~ @> / <n:int> | @>=
      @= ~ @> [isImplication] [isInEventually] | | write 'eventually name whenever condition { goal }'
      @= ~ @> [isImplication] | @implies
      _ @? ~ @: | @??
      elementOf / <x:begin> | @in
      @not|! @in <x:value> | !(<left> in <x>) | ~!(x in …)
      @does|do @not @contain|have|include <x:value> | !(<x> in <left>)
      @lacks|excludes|doesnt @contain|have? <x:value> | !(<x> in <left>)
      @does|do? @contains|contain|has|have|includes|include|holds <x:value> | <x> in <left> | ~x in s
      == / <p:pattern> [isPattern] | @is | | expected 'is' before a pattern, found '=='
      != <p:pattern> [isPattern] | !(<left> is <p>) | ~!(x is …) | expected 'is' before a pattern, found '!='
      until <n:primary> [isBehindNumber] | <left>..<<n> | write '..<' | expected a range, found '<0>'
      to|upto|through|downTo <n:primary> [isBehindNumber] | <left>...<n> | write '...' | expected a range, found '<0>'
      @= ~ @< [isInCondition] | @<= | | '<0>' is not part of the language
      @= ~ @! _ <x:any> [isInCondition] | @!= | | '<0>' is not part of the language
      = [^>] [isInCondition] | @== | | '=' stores a value and cannot compare
      @* ~ @* | | multiply: 'a * a' | specs have no powers, found '**'
      \(maybe) @at @most / <x:begin> | @<=
      \(maybe) @no @more @than / <x:begin> | @<=
      \(maybe) @less @than @or @equal @to / <x:begin> | @<=
      \(maybe) @up @to / <x:begin> | @<=
      \(maybe) @at @least / <x:begin> | @>=
      \(maybe) @no @less @than / <x:begin> | @>=
      \(maybe) @greater|more @than @or @equal @to / <x:begin> | @>=
      \(maybe) @less|smaller|fewer @than / <x:begin> | @<
      \(maybe) @below|under / <x:begin> | @<
      \(maybe) @greater|more|larger|bigger @than / <x:begin> | @>
      \(maybe) @above|over|exceeds|exceed / <x:begin> | @>
      \(maybe) @the @same @as / <x:begin> | @==
      \(maybe) @equals|equal @to? / <x:begin> | @==
      \(maybe) @different @from / <x:begin> | @!=
      \(maybe) @changes|changed | !unchanged(<left>)
      \(maybe) @stays|remains @the @same | unchanged(<left>)
      \(maybe) @stays|remains @unchanged | unchanged(<left>)
      \(maybe) @unchanged|stays|remains | unchanged(<left>)
      \(be) @between <a:value> and|&& <b:value> | <left> in <a>...<b>
      @between <a:value> and|&& <b:value> | <left> in <a>...<b> | write 'in <a>...<b>' | expected an operator, found 'between'
      \(be) @one @of / <x:begin> | @in
      \(verb) @to? @be @always? @true | <left>
      \(verb) @to? @be @always? @false | !<left>
      @must|should|shall|will|has|have|can|may|needs|ought @not @be? / <x:begin> | @!=
      @to @be / <x:begin> | @==
      @must|should|shall|will|has|have|can|may|needs|ought @to? @always? @be? / <x:begin> | @==

      """

  static let comparisons = HabitTable(operators)

  /// The operators that other languages write between conditions, too.
  static let conditions = HabitTable(
    operators + """

      # foreignOperator | expected an operator, found '<0>'
      xor <x:condition> | <left(!)> != <x(!)> | write '!='
      iff|<=>|<-> <x:condition> | <left(!)> == <x(!)> | write '=='
      """)
}
