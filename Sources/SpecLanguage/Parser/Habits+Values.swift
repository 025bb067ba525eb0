import Semantics

extension Habit {
  private static let every = "forall|all|each|A"
  private static let some = "exists|any|exist|E"
  private static let aggregates =
    "count|sum|min|max|set|list"

  /// Values that are valid in a spec too, with undeclared names.
  static let valuesOfOurs = """
    # foreignValue | 'old' needs parentheses
    old|prev|previous . <x:known> | old(<x>)
    # collectionLiteral | a range has no brackets
    @[ @<a:primary> @...|.. @<b:primary> @] [isBehindIn] | <a>...<b> | write 'in <a>...<b>'
    @[ @<a:primary> @..< @<b:primary> @] [isBehindIn] | <a>..<<b> | write 'in <a>..<<b>'
    # foreignOperator | a condition cannot contain '[]'
    @[ @] / ( | @ | leave '[]' out: an 'invariant' is checked in every state
    # collectionLiteral | a collection needs no constructor, found '<1>'
    @Set|Array|List|Bag|setOf|listOf ~ @( [ <a...> ] @) | [<a>]
    # loopForm | a range needs no '<0>'
    stride ~ ( from : <a...> , to : <b...> , by : 1 ) [usesNothing] | <a>..<<b>
    # foreignValue | '<0>' is not part of the language
    new ( <x:variable> ) <o===|!=|<|>|<=|>=> <y:variable> / [^.|[] [isSame] [usesNothing] | <x> <o&o> old(<y>)
    # foreignValue | a choice cannot be a value, found '<1>.random'
    Int|Bool . random ( <l> : <s...> ) | | write 'choose x in <s>' on the line before
    # foreignValue | 'emitted(<s>)' has no '<0>'
    emitted ( <s...> ) . @count|size|length ()? | emissions(<s>)
    # foreignValue | '<0>' is not part of the language
    @Math|math|Mathf @. / min|max|abs ( | @ | leave '<0>' out
    # foreignValue | 'return' is not a value
    return | | write 'if let x = optional { … }' around the next lines
    """

  /// Values and conditions of other languages.
  static let values = HabitTable(
    valuesOfOurs + """

      # foreignOperator | a condition cannot contain '<0>'
      [ ] [ <p...> ] | | write 'transition name after any { condition }', with 'old(x)' for the value before
      @[ @] / <x:begin> | @ | leave '[]' out: an 'invariant' is checked in every state
      * [isPower] | | multiply: 'a * a' | specs have no powers, found '**'
      <> / <x:begin> | @ | leave '<>' out, and write 'eventually name { condition }'
      <n=#> <x:primary> [isNamed] | <x>.count | | expected a value, found '#'
      /\\|\\/ | @ | leave the first '<0>' out, and write '&&' for the others | '<0>' is not part of the language
      not <x:value> | !<x(!)> | write '!' | expected a value, found '<0>'
      # noStrings | specs have no strings
      <t:case> | .<t"> | write the case of an enum: '.<t">'
      # quantifierForm | '<0>' is not part of the language
      @all|every ( <p...> for <x> in <s...> ) | <(>every <x> in <s>: <p><)> | write 'every <x> in <s>: …'
      @any|some ( <p...> for <x> in <s...> ) | <(>some <x> in <s>: <p><)> | write 'some <x> in <s>: …'
      sum|len ( 1 @for <x> in <s...> if <p...> ) | count(<x> in <s> where <p>) | write 'count(<x> in <s> where …)' | expected ')' or ',' after the argument, found 'for'
      <w=sum|min|max> ( <v...> @for <x> in <s...> ) | <w>(<x> in <s>: <v>) | write '<w>(<x> in <s>: …)' | expected ')' or ',' after the argument, found 'for'
      @exists ( <x> in <s...> ) / } | !<s>.isEmpty | write 'some <x> in s: condition' or '!<s>.isEmpty'
      @exists ( <b...> in <s...> ) <p:condition> | some <b> in <s>: <p> | write 'some <b> in <s>: …'
      @forall ( <b...> in <s...> ) <p:condition> | every <b> in <s>: <p> | write 'every <b> in <s>: …'
      every|some|no <b...> in <s:primary> @where <p:condition> / } | @: | | expected ':' and the condition for each element, found '}'
      every|some|no <x> / @: [namesType] | <1> <x> in <t> | | expected 'in' and a collection, as in '<1> x in s: …', found ':'
      # quantifierForm | expected a value, found '<0>'
      @\(every) <x> : <s...> ||, | every <x> in <s>: | write 'every x in s: condition' for a collection s
      @\(some) <x> : <s...> ||, | some <x> in <s>: | write 'some x in s: condition' for a collection s
      @\(every) / <b...> in [hasBinders] | @every | write 'every x in s: condition' for a collection s
      @\(some) / <b...> in [hasBinders] | @some | write 'some x in s: condition' for a collection s
      @none|nobody|nothing / <b...> in [hasBinders] | @no | write 'no x in s: condition' for a collection s
      @for @all|every|each? / <b...> in [hasBinders] | @every | write 'every x in s: condition' for a collection s
      @there @is|exists|are / <b...> in [hasBinders] | @some | write 'some x in s: condition' for a collection s
      for all|every|each | | write 'every x in s: condition' for a collection s
      every|some|no <x> @: <s...> <bar=|> | <1> <x> in <s>: | write '<1> x in s: condition' for a collection s | expected 'in' and a collection, as in '<1> x in s: …', found '<0>'
      every|some|no <x> @:|of|from / <s...> : | @in | | expected 'in' and a collection, as in '<1> x in s: …', found '<0>'
      every|some|no <b...> in <s:primary> @||,|;|->|such @that? | @: | | expected ':' and the condition for each element, found '<0>'
      every|some|no <b...> in <s:primary> @= ~ @> | @: | | expected ':' and the condition for each element, found '='
      every|some|no <b...> in <s:primary> @{ <p...> } [allowsBlocks] | <1> <b> in <s>: <p> | write '<1> <b> in <s>: condition' | expected ':' and the condition for each element, found '{'
      every|some|no @two|different|pairwise|unequal / <b...> in [hasBinders] | @distinct | | '<0>' is not part of the language
      distinct / <b...> in [hasBinders] | @every distinct | write 'every distinct <b> in s: condition' | 'distinct' belongs after 'every', 'some' or 'no'
      \(aggregates) ( <b...> in <s:primary> @<bar=|> <p...> ) | <1>(<b> in <s> where <p>) | write '<1>(<b> in <s> where …)' | expected 'where' before the condition, found '|'
      \(aggregates) ( <b> @: <s:primary> <bar=|> <p...> ) | <1>(<b> in <s> where <p>) | write '<1>(<b> in <s> where …)' | expected 'in' and a collection, found ':'
      count|len ( <x> @for <y> in <s...> if <p...> ) [isSame] | count(<y> in <s> where <p>) | write 'count(<y> in <s> where …)' | expected ')' or ',' after the argument, found 'for'
      every|some|no @( @<t:upper> <x> @:|in <s...> @) @:? <p:condition> | <1> <x> in <s>: <p> | write '<1> <x> in <s>: …' | '<1>' has no parentheses, found '('
      @case <p:pattern> @= <v:primary> | <v> is <p> | write '<v> is <p>' | a condition tests a pattern with 'is', found 'case'
      # collectionLiteral | expected '(' after '<t>', found '{'
      <t:upper> @{ <x> : <v...> } | <t>(<x>: <v>) | write '<t>(…)'
      # foreignValue | '<0>' is not part of the language
      the|a|an <x:known> | <x> | leave '<0>' out
      # missingParentheses | '<0>' needs parentheses
      old [^(] <x:primary> | old(<x>)
      prev [^(] <x:primary> | old(<x>) | | 'old' needs parentheses
      unchanged [^(] <x:primary> , <y:primary> | unchanged(<x>, <y>)
      unchanged [^(] <x:primary> | unchanged(<x>) | | 'unchanged' needs parentheses
      emitted|enabled|emissions [^(] <x:primary> | <1>(<x>)
      # quantifierForm | '<0>' has no parentheses, found '('
      every|some|no ( <b...> in <s...> : <p...> ) | <(><1> <b> in <s>: <p><)> | ~every x in s: condition
      every|some|no <s:Set|List|Bag> / <o=is|are|==|!=> | <1> x in <s>: x | write '<0> x in <s>: x <o> …' | expected 'in' and a collection, as in '<0> x in s: …', found '<o>'
      # signalAsValue | expected 'emitted(signal)', found '<0>'
      no <s:signal> [^in|,|where] | !emitted(<s>)
      every|some <s:signal> [^in|,|where] | emitted(<s>)
      # quantifierForm | '<0>' is not part of the language
      no <s:variable> / [^in|,|where|.|[|:] <o:any> | <s>.isEmpty | | expected 'in' and a collection, as in '<0> x in s: …', found '<o>'
      some <s:variable> / [^in|,|where|.|[|:] <o:any> | !<s>.isEmpty | | expected 'in' and a collection, as in '<0> x in s: …', found '<o>'
      @at @least @one|1 <b...> in <s...> : <p...> | some <b> in <s>: <p> | ~some x in s: p
      @at @least @<n:int> <b...> in <s...> : <p...> | count(<b> in <s> where <p>) >= <n> | ~count(x in s where p) >= n
      @at @most @one <b...> in <s...> : <p...> | count(<b> in <s> where <p>) <= 1 | ~count(x in s where p) <= 1
      @at @most @two <b...> in <s...> : <p...> | count(<b> in <s> where <p>) <= 2 | ~count(x in s where p) <= 2
      @at @most @<n:int> <b...> in <s...> : <p...> | count(<b> in <s> where <p>) <= <n> | ~count(x in s where p) <= n
      @exactly|precisely @one <b...> in <s...> : <p...> | count(<b> in <s> where <p>) == 1 | ~count(x in s where p) == 1
      @exactly|precisely @<n:int> <b...> in <s...> : <p...> | count(<b> in <s> where <p>) == <n> | ~count(x in s where p) == n
      # aggregateForm | '<0>' needs parentheses
      \(aggregates) <b...> in <s...> / <o=<=|<|>|>=|==|!=> <n:int> $ [hasBinders] | <1>(<b> in <s>) | write '<0>(<b> in <s>) <o> <n>'
      \(aggregates) <b...> in <s...> [hasBinders] | <1>(<b> in <s>) | write '<0>(<b> in <s>)'
      # foreignValue | a condition cannot contain '<0>'
      <w=either> [isBeforeValue] | @ | leave '<w>' out: '||' is enough | '<0>' is not part of the language
      <w=both> [isBeforeValue] | @ | leave '<w>' out: '&&' is enough | '<0>' is not part of the language
      neither [isBeforeValue] | | write '!(p || q)' for conditions p and q | '<0>' is not part of the language
      and|all { <p...> } [allowsBlocks] | <p&> | ~p && q | '<0>' is not part of the language
      always|globally [isBeforeName] | @ | leave '<0>' out: an 'invariant' is checked in every state
      eventually|finally [isBeforeName] | @ | leave '<0>' out, and write 'eventually name { condition }'
      never <p...> [isBeforeName] | !(<p>) | write '!(…)', or 'never name { condition }'
      next|after [isBeforeName] | | write 'transition name after event { condition }'
      before [isBeforeName] | | write 'transition name after event { condition }', with 'old(x)'
      @lone <x> : <s...> <bar=|> <p...> | count(<x> in <s> where <p>) <= 1 | write 'count(<x> in <s> where …) <= 1'
      @one <x> : <s...> <bar=|> <p...> | count(<x> in <s> where <p>) == 1 | write 'count(<x> in <s> where …) == 1'
      @one <b...> in <s...> : <p...> | count(<b> in <s> where <p>) == 1 | write 'count(<b> in <s> where …) == 1'
      @lone <b...> in <s...> : <p...> | count(<b> in <s> where <p>) <= 1 | write 'count(<b> in <s> where …) <= 1'
      @lone <s:Set|List|Bag|Map> / } | <s>.count <= 1
      @unique|uniq|allDifferent|distinct <x> in <s:primary> / } | no distinct a, b in <s>: a == b
      unique|uniq|allDifferent|distinct [isBeforeName] | | write 'no distinct a, b in s: a == b' for a list s
      exactly|one [isBeforeName] | | write 'count(x in s where condition) == 1' for a collection s
      lone|most [isBeforeName] | | write 'count(x in s where condition) <= 1' for a collection s
      select [isBeforeName] | | write 'every x in s: condition', 'some x in s: condition' or 'count(x in s where condition)' for a collection s
      when { <c...> } [hasArrow] | <c⇒> | write 'if p { … } else if q { … } else { … }' | expected 'if', found 'when'
      when <x...> { <c...> } [hasArrow] | switch <x> { <c→> } | write 'switch <x> { case … default: … }' | expected 'switch', found 'when'
      whenever|when [isBeforeName] | | write 'p implies q' for conditions p and q
      expect|assert|ensure [isBeforeName] | @ | leave '<0>' out: the braces contain the condition
      # signalAsValue | 'emit' is a statement, not a condition
      emit <s> <p=()?> [isInCondition] | emitted(<s&p>)
      # foreignValue
      emits|sends|sent <s:signal> <p=()?> | emitted(<s&p>) | write 'emitted(<s>)' | '<1>' is not part of the language
      typeof|type|instanceof <x:known> | | leave '<0>' out, or write '<x> is .case' to test a case
      @new @Map|HashMap|Dictionary @<a*> @( @) | [:]
      @new @Set|Array|List|HashSet|ArrayList @<a*> @( @) | []
      @new @Set|Array|List|HashSet|ArrayList @( @[ @<a...> @] @) | [<a>]
      new <x> ( | @ | leave 'new' out: write '<x>(…)'
      @UNCHANGED < ~ < <x...> > ~ > | unchanged(<x>)
      @DOMAIN @<x> | <x>.keys
      @IF <p:condition> THEN <a:condition> ELSE <b:condition> | (<p> ? <a> : <b>) | write '<p> ? <a> : <b>'
      SUBSET [isBeforeValue] | | write 'Set<T>' for elements of type T
      CHOOSE [isBeforeValue] | | in an event write 'choose x in s where condition'
      LET [isBeforeValue] | | write 'let x = value' on a line before
      # noClosures | specs have no closures
      lambda <x> | | write 'some x in s: condition' or 'count(x in s where condition)' for a collection s
      # conditionalForm | expected '{' and the value of this branch, found '<0>'
      if <p...> then <a:value> else <b:value> | <p> ? <a> : <b>
      if <p...> @then <q:condition> | <p> implies <q>
      if <p=()> @<a:value> else <b:value> | <p> ? <a> : <b>
      if <p:condition> , <q:condition> / @} | <p> implies <q>
      # foreignOperator | a value cannot begin with '+'
      + / <v:any> | @ | leave the '+' out
      # missingParentheses | expected ')' after the signal, found ','
      emitted|emissions ( <s> @, <n:int> ) | emissions(<s>) == <n>
      emitted|emissions ( <s> @, <k> : <v...> ) | <1>(<s>(<k>: <v>))
      # syntax | expected a value between the parentheses, found ')'
      ( @) ->|= | | write 'func name() -> T { value }' | specs have no closures
      ( @) [isStored] | | write '[]', or '[:]' for a map
      # noStrings | a condition cannot have a message, found ','
      ( <a...> @, <m:text> ) | (<a>) | leave ', <m>' out
      # noTuples | specs have no tuples, found ','
      ( <a...> @, <b...> ) [isBehindIn] | [<a>, <b>] | write '[a, b]'
      ( <a...> @, <b...> ) [isStored] | | declare a struct, and write 'Name(field: value)'
      ( <a...> @, <b...> ) | | declare a struct, or compare the parts one by one
      # collectionLiteral | expected ']' or ',' after the element, found 'for'
      [ <v...> @for <x> | | write 'set(x in s where condition)' for a set, or 'list(x in l: value)' for a list
      # foreignOperator | 'EXCEPT' is not part of the language
      [ <x> in <s...> @|-> <v...> ] | table(<x> in <s>: <v>) | | expected 'table(…)' for a table, found '|->'
      [ @... <x> , <r*> ] | | write 'append x to l' for a list l, or 's.union(t)' for sets s and t | a collection has no '...'
      [ <m...> @EXCEPT | | write 'm[k] = value' to change the entry 'k' of a map m
      # collectionLiteral | a collection needs no constructor, found '<1>'
      @mapOf|mutableMapOf|hashMapOf ~ @( @<k...> @to <v...> @) | [<k>: <v>]
      # syntax | '<0>' is not part of the language
      & <x:variable> | | leave '&' out, and the parameter too: a func changes the variables of the spec itself
      # collectionLiteral | the type of a collection belongs to the variable, found '<0>'
      mapOf|hashMapOf|mutableMapOf|Map|HashMap|Dictionary @< <k> , <v> > ( ) | [:] | write '[:]', and the type before it: 'Map<<k>, <v>> = [:]'
      <w:*Of> @< <t> > ( ) | [] | write '[]', and the type before it, such as 'Set<<t>> = []'
      # foreignValue | expected a value, found '<0>'
      no $ | false
      no / )|, | false
      * / ) [isBehindCount] | | write 's.count' for a collection s, or 'count(x in s where …)'
      # syntax | expected a value, found '{'
      { [isBehindElse] | | write 'else { … }', or a condition after 'if'
      # foreignOperator | parts of a condition belong between parentheses, found '{'
      @{ <p...> @} / {|&& [lacksBlocks] | (<p>)
      @{ <p...> @} / <o=||> [lacksBlocks] | (<p>)
      # syntax | expected a value, found '{'
      { [lacksBlocks] | | write a value after '<before>'
      # collectionLiteral | expected a value, found '{'
      { } [isTableVariable] | | write one value for all keys: '= false' or '= []'
      { } [isReplacement] | | write 'on <target> { … }'
      { } [isMapVariable] | [:] … | | expected '[' for an empty collection, found '{'
      { } | [] … | write '[]', or '[:]' for a map | expected '[' for an empty collection, found '{'
      { <x> for <y> in <s...> if <p...> } [isSame] | set(<y> in <s> where <p>) | | expected 'set(…)' for a comprehension, found '{'
      { <v...> for <y> in <s...> if <p...> } | set(<y> in <s> where <p>: <v>) | | expected 'set(…)' for a comprehension, found '{'
      { <v...> for|: <y> in <s...> } | set(<y> in <s>: <v>) | | expected 'set(…)' for a comprehension, found '{'
      { <y> in <s...> ||: <p...> } [isStored] | set(<y> in <s> where <p>) | | expected 'set(…)' for a comprehension, found '{'
      { <y> in <s...> ||: <p...> } [lacksArrow] | set(<y> in <s> where <p>) | | expected 'set(…)' for a comprehension, found '{'
      { [isClosure] | | write 'some x in s: condition' or 'count(x in s where condition)' for a collection s | specs have no closures
      { ...|..|..< | | change the field itself: 'x.field = value', 'm[k]?.field = value' | a record cannot be copied with changed fields, found '{'
      { <k=.> <x> : <v...> } | [<k><x>: <v>] | write '[key: value]' | expected '[' for a map, found '{'
      @{ <p...> @} [isRecord] | <t>(<p>)
      { <x> : | | write 'Name(field: value)' for a record, or '[key: value]' for a map
      { <p...> } [isValueList] | [<p>] … | write '[a, b]' for a set or list
      """)
}
