import Semantics

extension Habit {
  private static let verb =
    "@must|should|shall|will|has|have|can|may|needs|ought|is|are|was"
  private static let be = "\(verb) @to? @be? @always|currently|still? @be?"
  private static let maybe = "\(verb)? @to? @be? @always|currently|still? @be?"
  private static let not = "\(verb)? @not|never|isnt @to? @be?"

  /// Comparisons in plain English that may be patterns of undeclared names.
  static let operatorsOfOurs = """
    # foreignOperator
    \(not) @empty | !<left>.isEmpty
    \(be) @empty | <left>.isEmpty
    \(be) @due|expired|over | <left>.isDue
    \(be) @running|active|started | <left>.isRunning
    \(not) @changed|change|changes | unchanged(<left>)
    \(be) @emitted|sent|heard | emitted(<left>)
    \(not) @at @most / <x:begin> | @>
    \(not) @at @least / <x:begin> | @<
    \(not) @less|smaller|fewer @than / <x:begin> | @>=
    \(not) @greater|more|larger|bigger @than / <x:begin> | @<=
    \(not) @above|over|exceed|exceeds / <x:begin> | @<=
    \(not) @equal @to? / <x:begin> | @!=
    \(not) @true | !<left>
    @is @not @nil|null|None | @!= nil
    @is @not <p:pattern> | !(<left> is <p>) | ~!(x is …)
    \(be) @changed | !unchanged(<left>)
    \(maybe) @unchanged|stays|remains [^the|==|!=|is] | unchanged(<left>)
    """

  /// Operators of other languages after an operand, and comparisons in plain English.
  private static let operators =
    operatorsOfOurs + """

      # foreignOperator
      @and|, @when | @&&
      and / <x:begin> | @&&
      or / <x:begin> | @||
      mod / <x:begin> | @%
      div / <x:begin> | @/
      isnt / <x:begin> | @!=
      IMPLIES|-> / <x:any> [isImplication] | @implies
      @= ~ @> / <n:int> | @>=
      @= ~ @> [isImplication] | @implies
      _ @? ~ @: | @??
      @not|! @in <x:value> | !(<left> in <x>) | ~!(x in …)
      @does|do @not @contain|have|include <x:value> | !(<x> in <left>)
      @lacks|excludes|doesnt @contain|have? <x:value> | !(<x> in <left>)
      @does|do? @contains|contain|has|have|includes|include|holds <x:value> | <x> in <left> | ~x in s
      == / <p:pattern> [isPattern] | @is | | expected 'is' before a pattern, found '=='
      != <p:pattern> [isPattern] | !(<left> is <p>) | ~!(x is …) | expected 'is' before a pattern, found '!='
      ∪|\\cup|\\union <x:primary> | <left>.union(<x>)
      ∩|\\cap|\\intersect <x:primary> | <left>.intersection(<x>)
      ∖ <x:primary> | <left>.subtracting(<x>)
      ⊆|\\subseteq <x:primary> | <left>.isSubset(of: <x>)
      ∉|\\notin <x:primary> | !(<left> in <x>)
      until <n:primary> [isBehindNumber] | <left>..<<n> | write '..<' | expected a range, found '<0>'
      to|upto|through|downTo <n:primary> [isBehindNumber] | <left>...<n> | write '...' | expected a range, found '<0>'
      @= ~ @< [isInCondition] | @<=
      @= ~ @! _ <x:any> [isInCondition] | @!=
      = [^>] [isInCondition] | @== | | '=' stores a value and cannot compare
      \(maybe) @at @most / <x:begin> | @<=
      \(maybe) @no @more @than / <x:begin> | @<=
      \(maybe) @less @than @or @equal @to / <x:begin> | @<=
      \(maybe) @at @least / <x:begin> | @>=
      \(maybe) @no @less @than / <x:begin> | @>=
      \(maybe) @greater|more @than @or @equal @to / <x:begin> | @>=
      \(maybe) @less|smaller|fewer @than / <x:begin> | @<
      \(maybe) @below|under / <x:begin> | @<
      \(maybe) @greater|more|larger|bigger @than / <x:begin> | @>
      \(maybe) @above|over|exceeds|exceed / <x:begin> | @>
      \(maybe) @equals|equal @to? / <x:begin> | @==
      \(maybe) @different @from / <x:begin> | @!=
      \(maybe) @changes|changed [^to|into] | !unchanged(<left>)
      \(maybe) @stays|remains @the @same | unchanged(<left>)
      \(be) @between <a:value> and|&& <b:value> | <left> in <a>...<b>
      @between <a:value> and|&& <b:value> | <left> in <a>...<b> | write 'in <a>...<b>'
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

      # conditionalForm | '<0>' belongs before the values, as in 'p ? a : b'
      if <p:condition> else <v:condition> / ) | <p> ? <left> : <v>
      # foreignOperator
      xor <x:condition> | <left(!)> != <x(!)> | write '!='
      iff|<=>|<-> <x:condition> | <left(!)> == <x(!)> | write '=='
      """)

  /// Members of other languages after a value that may be declared.
  static let membersOfOurs = """
    # foreignOperator | 'in' belongs between a value and a collection, found '.in'
    . @in ( <s...> ) | <left> in <s>
    # aggregateForm | '.count' takes no arguments
    . @count ( of : <v...> ) | count(x in <left> where x == <v>) | write 'count(x in <left> where …)'
    . @count ( <x:unknown> . <p...> ) | count(<x> in <left> where <x>.<p>) | write 'count(<x> in <left> where …)'
    """

  /// Members of other languages after a value, and closures.
  static let members = HabitTable(
    membersOfOurs + """

      # aggregateForm | '<m>' names the elements between its parentheses, found '.<m>'
      . @<m=count|sum|min|max> ( <b...> in <s...> ) | <m>(<b> in <s>) | write '<m>(<b> in …)'
      . @<m=count|sum|min|max> ( <b> where <p...> ) | <m>(<b> in <left> where <p>) | write '<m>(<b> in <left> where …)'
      # foreignValue | a record cannot be copied with changed fields, found '.<m>'
      . @<m=copy|copyWith|with> ( <f*> ) | | change the field itself: 'x.field = value', 'm[k]?.field = value'
      # foreignStatement | '.<m>' is not part of the language
      . @<m=putIfAbsent|computeIfAbsent|getOrPut|setdefault> ( <k...> , <v*> ) | | write 'if <left>[<k>] == nil { <left>[<k>] = … }'
      # noClosures | specs have no closures
      . allSatisfy|all|every|forall @<c:closure> | <(>every <n> in <left>: <b><)>
      . contains|any|some|anySatisfy|exists|anyMatch|has @<c:closure> | <(>some <n> in <left>: <b><)>
      . none|noneMatch|noneSatisfy @<c:closure> | <(>no <n> in <left>: <b><)>
      . count|countIf @<c:closure> | count(<n> in <left> where <b>)
      . filter|where|select @<c:closure> . count|size|length ()? | count(<n> in <left> where <b>)
      . filter|where|select @<c:closure> . isEmpty ()? | <(>no <n> in <left>: <b><)>
      . filter|where|select @<c:closure> . isNotEmpty ()? | <(>some <n> in <left>: <b><)>
      . filter|where|select @<c:closure> [isList] | list(<n> in <left> where <b>)
      . filter|where|select @<c:closure> [isSet] | set(<n> in <left> where <b>)
      . filter|where|select @<c:closure> | | write 'set(<n> in <left> where <b>)'
      . first|firstOrNull|find|firstWhere @<c:closure> [isList] | list(<n> in <left> where <b>).first
      . first|firstOrNull|find|firstWhere @<c:closure> | | write 'set(<n> in <left> where <b>).first'
      . sumOf|sumBy|sum @<c:closure> | sum(<n> in <left>: <b>)
      . min|minOf @<c:closure> | min(<n> in <left>: <b>)
      . max|maxOf @<c:closure> | max(<n> in <left>: <b>)
      . forEach|foreach|each|onEach @<c:closure> | for <n> in <left> { <b> }
      . removeAll|removeIf|removeWhere|deleteIf @<c:closure> | remove <n> in <left> where <b>
      . map|flatMap|compactMap|mapNotNull|mapValues|reduce|fold @<c:closure> [isList] | | write 'list(<n> in <left>: <b>)'
      . map|flatMap|compactMap|mapNotNull|mapValues|reduce|fold @<c:closure> | | write 'set(<n> in <left>: <b>)'
      . <m> ( <l> : @{ <y> in <s...> ||: <p...> @} ) | <left>.<m>(<l>: set(<y> in <s> where <p>)) | write 'set(<y> in <s> where <p>)' | expected 'set(…)' for a comprehension, found '{'
      ? . let @<c:closure> ? ~ : <d:primary> | (if let <n> = <left> { <b> } else { <d> }) | ~if let x = optional { … } else { … }
      ? . apply|run @{ <f:unknown> = <v...> } | <left>?.<f> = <v> | write '<left>?.<f> = <v>'
      ? . let|also|apply @{ it . <f> = <v...> } [beginsStatementHere] | <left>?.<f> = <v> … | write '<left>?.<f> = <v>'
      ? . let|also|apply|run @<c:closure> [beginsStatementHere] | if let <n> = <left> { <b> }
      ? . let|also|apply|run @{ <b...> } [beginsStatementHere] | if <left> != nil { <b> } …
      ? . let|also|apply|run @<c:closure> | | write 'if let <n> = <left> { <b> }'
      <c:closure> | | write 'some x in s: condition' or 'count(x in s where condition)' for a collection s
      ? . let|also|apply|run @{ | | write 'if let x = optional { … }', or a loop
      . filter|where ( @\\ . <f> ) . count|size | count(x in <left> where x.<f>) | | specs have no key paths
      . contains|any|some ( where : @\\ . <f> ) | <(>some x in <left>: x.<f><)> | | specs have no key paths
      . <m> ( <l> : @\\ . <x> ) | | name the element: 'some x in <left>: x.<x>', 'count(x in <left> where x.<x>)' | specs have no key paths
      ( @\\ . <x> | | name the element: 'count(x in s where x.<x>)', 'set(x in s: x.<x>)' | specs have no key paths
      # foreignValue | '@' is not part of the language
      @@ ~ pre|prev|old | old(<left>)
      # foreignValue | a subscript has one key, found ','
      [ <k...> @, default | | write '(<left>[<k>] ?? value)', or '?' after the ']'
      """)
}
