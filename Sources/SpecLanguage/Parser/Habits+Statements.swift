import Semantics

extension Habit {
  private static let send =
    "send|raise|signal|notify|trigger|fire|dispatch|post|publish|announce|broadcast|yield|play|output"
  private static let add =
    "add|put|store|push|enqueue|include"
  private static let delete =
    "delete|erase|drop|discard|take|exclude|dequeue"
  private static let prepositions =
    "to|into|in|onto|from|of|on"
  private static let binding =
    "const|val|final|local|auto|define"

  /// Statements that are valid in a spec too, with undeclared names.
  static let statementsOfOurs = """
    # foreignStatement | 'remove <w>' is not part of the language
    lock ~ ( <x> ) $ | - | leave '<0>' out: an event is atomic | '<0>' is not part of the language
    print|log|println|printf|NSLog|debugPrint|puts|echo ~ ( <x*> ) ;? $ [usesNothing] | - | leave '<0>' out, or declare a signal with 'signal name', and send it with 'emit name' | '<0>' is not part of the language
    let|var <x> = <v...> @?? @<w=return> ;? <r:rest> [isFree] | if let <x> = <v> { <r> } | write 'if let <x> = <v> { … }' around the next lines | 'return' is not a value
    # loopForm | a list has no '<0>'
    for ( <i> , <x> ) in <s...> . @enumerated|enumerate|withIndex|entries ( ) { <b...> } | for <i> in <s>.indices { let <x> = <s>[<i>]; <b> } | write 'for <i> in <s>.indices { let <x> = <s>[<i>] … }'
    for (? <i> , <x> )? in @<w=enumerate|enumerated> ( <s...> ) { <b...> } [isFree] [usesNothing] | for <i> in <s>.indices { let <x> = <s>[<i>]; <b> } | write 'for <i> in <s>.indices { let <x> = <s>[<i>] … }'
    # foreignStatement | 'remove <w>' is not part of the language
    lock [^=|.|[] <x...> | | leave '<0>' out: an event is atomic | '<0>' is not part of the language
    remove <w=first> from|of|in <t...> [isFree] | <t>.removeFirst()
    remove <w=last> from|of|in <t...> [isFree] | <t>.removeLast()
    remove <w=all|everything> from|of|in <t:Map> $ [isFree] | <t> = [:]
    remove <w=all|everything> from|of|in <t...> $ [isFree] | <t> = []
    # foreignStatement | a choice cannot be a value, found '<0>'
    \(binds) <k> = @\(choice) ( <s...> ) $ [isChoice] | choose <k> in <s>
    \(binds) <k> = @random|Random|rng @. @choice|choose|sample|pick ( <s...> ) $ | choose <k> in <s> | | a choice cannot be a value, found '<0>'
    # bindingForm | expected ',' after 'let' or 'case', found '&&'
    if let <x> = <v:value> @&& | @,
    if case <p:pattern> = <v:value> @&& | @,
    # foreignStatement | a value cannot be removed and read in one statement, found '.<m>'
    <l=let|var> <x> = <q:List> . @<m=\(firsts)> ( ) | <l> <x> = <q>[0]; <q>.removeFirst() | write '<l> <x> = <q>[0]', then '<q>.removeFirst()'
    <l=let|var> <x> = <q:List> . @<m=\(lasts)> ( ) | <l> <x> = <q>.last!; <q>.removeLast() | write '<l> <x> = <q>.last!', then '<q>.removeLast()'
    <x...> = <q:List> . @<m=\(firsts)> ( ) | <x> = <q>[0]; <q>.removeFirst() | write '<x> = <q>[0]', then '<q>.removeFirst()'
    <x...> = <q:List> . @<m=\(lasts)> ( ) | <x> = <q>.last!; <q>.removeLast() | write '<x> = <q>.last!', then '<q>.removeLast()'
    # foreignOperator | '=-' is not part of the language
    <x> @= ~ @- _ <v:any> | @-= | write '-=', or '= -' for a number below 0
    # foreignStatement | a choice cannot be a value, found '<0>'
    <t> = @\(choice) ( <a:primary> <o=...|..<> <b:primary> ) $ [isChoice] | choose x in <a&b>; <t> = x | write 'choose x in <a&b>', then store 'x'
    <t> = @Int|Bool . random ( in : <s...> ) $ | choose x in <s>; <t> = x | write 'choose x in <s>', then store 'x' | a choice cannot be a value, found '<3>.random'
    <t> = @\(choice) ( <n:int> ) $ [isChoice] | | write 'choose x in 0...<n>', then store 'x'
    <t> = @\(choice) ( <s> ) $ [isChoice] | choose x in <s>; <t> = x | write 'choose x in <s>', then store 'x'
    """

  private static let choice =
    "any|anyOf|choose|pick|oneOf|random|select|nondet|arbitrary|some|one|randomFrom|sample"
  private static let firsts = "shift|dequeue|poll|popFirst|popleft|removeFirst|removeHead"
  private static let lasts = "pop|popLast|removeLast"
  private static let binds = "let|var|nondet|val|const"

  /// Statements of other languages.
  static let statements = HabitTable(
    statementsOfOurs + """

      # loopForm | 'for' has no parentheses
      for @( const|let|var|val? <x> in|of <s...> ) / { | for <x> in <s> | write 'for <x> in <s> { … }'
      for @( @<t:upper> <x> @: <s...> @) / { | for <x> in <s> | write 'for <x> in <s> { … }'
      for @( <x> @: <s...> @) / {|where | for <x> in <s> | write 'for <x> in <s> { … }'
      # loopForm | expected a name for the elements, found '<0>'
      for @each|all|every|const|let|var|val / <x> in|of | @
      # loopForm | expected 'in', found 'of'
      for <x> @of | @in
      # loopForm | expected 'in' and a collection, found '<0>'
      for <a> , <b> @:=|= @range <s...> / { | for (<a>, <b>) in <s>
      for <a> @:=|= @range <s...> / { | for <a> in <s>
      # loopForm | a loop runs over a collection, found '='
      for let|var|int? <x> @= <a...> ; <y> < <b...> ; <r...> / { [isSame] [isCount] | for <x> in <a>..<<b> | write 'for <x> in <a>..<<b> { … }'
      for <x> @= … | | write 'for <x> in 0..<n { … }'
      for ( let|var|int? <x> @= <a...> ; <y> < <b...> ; <r*> ) / { [isSame] [isCount] | for <x> in <a>..<<b> | write 'for <x> in <a>..<<b> { … }'
      for ( let|var|int? <x> @= <a...> ; <y> <= <b...> ; <r*> ) / { [isSame] [isCount] | for <x> in <a>...<b> | write 'for <x> in <a>...<b> { … }'
      # bindingForm | expected 'let', found 'var'
      if @var / <x> = | @let | write 'let', and change the variable itself
      # foreignOperator | '=+' is not part of the language
      <x...> @= ~ @+ _ <v:any> | @+=
      # foreignStatement | a choice cannot be a value, found '<0>'
      <t...> = @\(choice) <a:int> <o=...|..<> <b:int> $ | choose x in <a&b>; <t> = x | write 'choose x in <a&b>', then store 'x'
      \(binds) <k> = @\(choice) <x> in|from|of <s...> where|with <p...> | choose <x> in <s> where <p>; let <k> = <x>
      \(binds) <k> = @\(choice) <x> in|from|of <s...> [isChoice] | choose <k> in <s>
      \(binds) <k> = @\(choice) <s...> [isChoice] | choose <k> in <s>
      <t...> = @\(choice) <x> in|from|of <s...> where|with <p...> [isChoice] | choose <x> in <s> where <p>; <t> = <x> | write 'choose <x> in <s> where …', then store '<x>'
      <t...> = @\(choice) <x> in|from|of <s...> : true [isChoice] | choose <x> in <s>; <t> = <x> | write 'choose <x> in <s>', then store '<x>'
      <t...> = @\(choice) <x> in|from|of <s...> [isChoice] | choose <x> in <s>; <t> = <x> | write 'choose <x> in <s>', then store '<x>'
      <t...> = @\(choice) <s> $ [isChoice] | choose x in <s>; <t> = x | write 'choose x in <s>', then store 'x'
      # conditionalForm | 'if ::' is not part of the language
      if : : … | | write 'if p { … } else { … }', or an event with a 'rule' for each case
      # foreignStatement
      do : : … | | write 'if p { … }' or 'for x in s { … }'; you need no loop around it, because the event can happen again | 'do ::' is not part of the language
      atomic|d_step|do|begin|transaction { <body...> } | <body> | leave '<0>' and its braces out: an event is atomic
      all|parallel { <body...> } | <body;> | leave '<0>' and its braces out: an event is atomic
      any|either|choice { <body*> } | | write 'choose x in s' for a collection s, or declare several events or rules
      if [^let|case|var] <p...> { @return ;? } ;? <r:rest> | if !<p(!)> { <r> } | write 'if !<p(!)> { … }' around the next lines
      return $ [isLast] | - | leave '<0>' out: the event ends here
      return [^=] | | leave '<0>' out, and put the next statements into an 'else'
      @guard <c...> else { return ;? } ;? <r:rest> | if <c> { <r> } | write 'if <c> { … }' around the next lines
      guard <l=let|case> <c...> else { <r*> } … | | write 'if <l> <c> { … }' around the next lines | 'guard' is not part of the language
      guard [^=] | | write 'when' after the name of the event or rule, or 'if' around the statements
      break $ [isLastInCase] | - | leave '<0>' out: a 'case' does not need it, and a loop cannot stop early
      break [^=] | | leave '<0>' out: a 'case' does not need it, and a loop cannot stop early
      defer { <b...> } ;? <r:rest> | <r>; <b> | write the statement at the end
      defer [^=] | | write the statement at the end
      throw <x...> $ | assert false
      fatalError|assertionFailure|preconditionFailure|error|panic|TODO ( <m:text> <r*> ) $ | assert false
      throw|try|fatalError|require|precondition _ [^=|+=|-=|*=|/=|%=] | | write 'assert condition'
      print [^=] | | declare a signal with 'signal name', and send it with 'emit name'
      goto _ [^=|+=|-=|*=|/=|%=] | | store the state in a variable: 'var state: State = .first'
      wait|sleep|delay _ [^=|+=|-=|*=|/=|%=] | | use a timer: 'start t for 3', and an event 'when t.isDue'
      setTimeout|setInterval|delay|schedule|asyncAfter|after ~ ( | | use a timer: 'start t for 3', and an event 'when t.isDue'
      after|every|in <n:int> | | use a timer: 'start t for <n>', and an event 'when t.isDue'
      with|using|synchronized _ [^=|.|[] | | leave '<0>' out: an event is atomic
      nondet _ [^=|+=|-=|*=|/=|%=] | | write 'choose x in s' for a collection s
      <w=pass|skip|noop|nop|nothing|stutter> $ | - | leave '<w>' out: braces may be empty
      @do @pass|skip|noop|nop|nothing|stutter $ | - | leave '<all>' out: braces may be empty | '<all>' is not part of the language
      global|nonlocal <x...> ;? | - | leave '<all>' out: every event sees all variables
      unchanged <x...> ;? | - | leave '<all>' out: variables keep their values | '<0>' is not a statement
      not|dont|never choose|emit|assert|start|stop|insert|remove|append <r*> | | leave the whole statement out: an event sends and changes nothing by itself
      # loopForm
      loop { <body*> } | | every loop is bounded: write 'for x in s { … }' for a collection s
      loop <x...> in | @for
      foreach _ | @for
      repeat ( <n:int> ) / { | for _ in 0..<<n> | write 'for _ in 0..<<n> { … }'
      while|repeat [^=] | | every loop is bounded: write 'for x in s { … }' for a collection s
      continue [^=] | | write 'for x in s where condition { … }'
      # conditionalForm | expected 'if', found 'when'
      when { <c...> } [hasArrow] | <c⇒> | write 'if p { … } else if q { … } else { … }'
      # switchForm | expected 'switch', found 'when'
      when <x...> { <c...> } [hasArrow] | switch <x> { <c→> } | write 'switch <x> { case … default: … }'
      # switchForm | expected 'switch', found 'when'
      @when <x...> { / case|default | @switch
      # conditionalForm | 'when' belongs before the braces of an event or rule
      when [^=|.|[|:] <p...> { | @if
      unless [^=|.|[|:] <p...> / { | if !(<p>) | write 'if !(…) { … }' | '<0>' is not part of the language
      # switchForm
      match [^=|.|[|:] | @switch
      case [^=] | | move 'case' into a 'switch'
      # conditionalForm
      else [^=] | | write 'else' after the '}' of an 'if'
      # expectedStatement | a rule cannot follow statements
      rule|otherwise <x> … | | put the statements into the rules
      # scenarioForm | 'expect' belongs in a scenario
      expect _ [^=|+=|-=] | @assert | write 'assert condition'
      refuse|given _ [^=|+=|-=] | | write 'scenario name { … }' | '<0>' belongs in a scenario
      # eventAsValue | '<e>' is an event and cannot be called
      <e:on> $ | | put the shared statements into a 'func'
      # signalAsValue | '<s>' is a signal and cannot be called
      <s:signal> $ | emit <s>
      # missingParentheses | missing parentheses in the call of procedure '<f>'
      <f:func> $ | <f>()
      # foreignStatement
      the <x:known> | @
      <x:variable> @.. <m> ()? <r*> | | write a statement for each call: '<x>.<m>(…)'
      <x:Bool> @|= <v:condition> $ | <x> = <x> || <v(!)>
      <x:Set> @|= <v:value> $ | <x> = <x>.union(<v>)
      <x:Map> [ <k...> ] = @{ ...|.. <y> [ <l...> ] !? !? , <f> : <p...> } $ [isSame] [isSameKey] [isSingle] | <x>[<k>]?.<f> = <p> | write '<x>[<k>]?.<f> = …' | a record cannot be copied with changed fields, found '{'
      <x:Map> [ <k...> ] = <y> [ <l...> ] !? !? . @copy|copyWith|with ( <f> =|: <p...> ) $ [isSame] [isSameKey] [isSingle] | <x>[<k>]?.<f> = <p> | write '<x>[<k>]?.<f> = …' | a record cannot be copied with changed fields, found '.<0>'
      <l:List> = [ @... <y> , <p...> ] [isOwnSpread] [isSingle] | append <p> to <l> | | a collection has no '...'
      <l:Set> = [ @... <y> , <p...> ] [isOwnSpread] [isSingle] | insert <p> into <l> | | a collection has no '...'
      @\(binding) <x> =|be <v...> <o=?|??|or> :? return ;? <r:rest> | if let <x> = <v> { <r> } | write 'if let <x> = <v> { … }' around the next lines
      \(binding) <x> =|:|be <v...> ?|??|else|or <r*> return <q*> | | write 'if let <x> = <v> { … }' around the next lines
      \(binding) <x> =|:|be | @let
      delete|remove|erase from <s...> where <x:unknown> <p...> | remove <x> in <s> where <x> <p> | write 'remove <x> in <s> where …'
      delete|remove|erase from|all from? <s...> where <p...> | | write 'remove x in <s> where …', with a condition on x
      delete|remove|erase|cancel|kill|halt|clear|disarm|reset from|all? <s:Map> $ | <s> = [:]
      delete|remove|erase|cancel|kill|halt|clear|disarm|reset from|all? <s:Set|List|Bag> $ | <s> = []
      delete|remove|erase from|all <s> $ | | write '<s> = []'
      @delete|remove|erase @from <s> values|value? <x...> | remove <x> from <s> | | the collection comes last, found '<0>'
      select|pick|take|find|get <x> from|in|of <s...> | choose <x> in <s> | ~choose x in s
      update <m:Map> set <f> = <v:value> $ | for (k, _) in <m> { <m>[k]?.<f> = <v> } | write 'for (k, _) in <m> { <m>[k]?.<f> = … }'
      update <m> set <f> <r*> | | write '<m>.<f> = …', in a 'for' to change several
      update <m> set <v...> | <m> = <v>
      removefirst|removelast|removeall _ from|of|in? <t...> | <t>.<0>()
      toggle|flip|invert|negate _ [^=|.] <t...> | <t> = !<t>
      unshift|prepend <v...> to|onto|into|in <l...> | insert <v> at 0 into <l>
      pop _ [^=|.] <t...> | | write '<t>.removeFirst()' or '<t>.removeLast()'
      dequeue|shift|poll _ [^=|.] <t...> | <t>.removeFirst()
      swap _ [^=|.] <x...> | | write 'let x = a; a = b; b = x' for variables a and b
      del|delete <m> [ <k...> ] | <m>[<k>] = nil
      \(delete) <x...> \(prepositions) <m:Map> $ [isPlain] | <m>[<x>] = nil
      \(add) <x...> \(prepositions) <n:number> $ | <n> += <x>
      \(delete) <x...> \(prepositions) <n:number> $ | <n> -= <x>
      \(add) <x...> \(prepositions) <t:List[]> $ | | write 'append <x> to <t>[…]' with a key, or in a 'for' over all keys
      \(add) <x...> \(prepositions) <t:Table> $ | | write 'insert <x> into <t>[…]' with a key, or in a 'for' over all keys
      \(delete) <x...> \(prepositions) <t:Table> $ | | write 'remove <x> from <t>[…]' with a key, or in a 'for' over all keys
      \(add) <x...> \(prepositions) / <l:List> [^.|[] | append <x> to | write 'append <x> to <l>'
      \(add) <x...> \(prepositions) / <l:List[]> [ <k...> ] $ | append <x> to | write 'append <x> to <l>[<k>]'
      \(add) [^(] <x...> \(prepositions) / <s...> | insert <x> into | write 'insert <x> into <s>'
      \(delete) [^(] <x...> \(prepositions) / <s...> | remove <x> from | write 'remove <x> from <s>'
      \(send) <s:signal> | @emit | write 'emit <s>'
      \(send) <x> [^=|.|[|in|is|implies] | | write 'emit s' for a signal, or store the message: 'append x to flight'
      cancel|kill|halt|clear|disarm|reset <t:Timer> $ | @stop | write 'stop <t>'
      cancel|kill|halt|clear|disarm|reset <s> $ | | write '<s> = value'
      call|await|perform|invoke|do|run|execute|exec <x> [^in|is|implies] | @
      increment|inc|increase _ [^=|.] <t...> by|with <n...> | <t> += <n>
      increment|inc|increase _ [^=|.] <t...> | <t> += 1
      decrement|dec|decrease _ [^=|.] <t...> by|with <n...> | <t> -= <n>
      decrement|dec|decrease _ [^=|.] <t...> | <t> -= 1
      set|assign|store <t...> =|to <v...> where|if|when <p...> | if <p> { <t> = <v> } | ~if p { … }
      set|assign|store <t...> =|to <v...> | <t> = <v> | write '<t> = value'
      <q:List> _ ? <x> $ | <x> = <q>[0]; <q>.removeFirst() | | expected a statement, found '?'
      """)

  /// Text of other languages after a complete statement.
  static let behindStatements = HabitTable(
    """
    # conditionalForm | '<0>' is not part of the language
    if <x...> ^ elif|elseif|elsif | +@else if
    # conditionalForm | expected 'else', found 'otherwise'
    if <x...> ^ otherwise / { | @else
    # conditionalForm | expected the end of the statement, found <found>
    <t...> = <v...> ^ if|when|where <p...> else <o...> | <t> = <p> ? <v> : <o> | ~p ? a : b
    <s...> ^ if|when|where <p...> | if <p> { <s> } | ~if p { … }
    <s...> ^ unless <p...> | if !(<p>) { <s> } | ~if p { … }
    # changeForm | 'choose' has no braces
    choose <x...> ^ { <body...> } | choose <x>; <body> | use the chosen name on the next lines
    # missingSeparator | expected ',' between signals, found 'and'
    emit <s...> ^ and <x> | @,
    # missingParentheses | the values of a signal belong between parentheses, found <found>
    emit <e> ^ @: <v...> $ [takesOne] | emit <e>(<l>: <v>)
    emit <s...> ^ :|. | | write 'emit <s>(name: value)'
    emit <s> ^ { <v...> } | emit <s>(<v>) | write 'emit <s>(…)' | the values of a signal belong between parentheses, found '{'
    emit <s...> ^ <l> : <v...> | emit <s>(<l>: <v>) | write 'emit <s>(<l>: …)'
    # changeForm | expected the end of the statement, found <found>
    start <t...> <n:int> ^ <u> $ | @ | leave '<u>' out: the time is a number of ticks
    # loopForm | expected the end of the statement, found <found>
    <s...> ^ <n:int> times | for _ in 0..<<n> { <s> } | write 'for _ in 0..<<n> { … }'
    <s...> ^ twice | for _ in 0..<2 { <s> } | write 'for _ in 0..<2 { … }'
    # missingSeparator | expected a new line or ';' between statements, found '<j>'
    <s...> ^ then|and|also then? <x...> [beginsStatement] | <s>; <x> | separate statements by a new line or ';' | expected the end of the statement, found <found>
    <s...> @<j=&&|&|and|then> <t...> ^ =|+=|-=|*=|/=|%= [isStatement] | @; | separate statements by a new line or ';'
    <s...> @<j=&&|&|and|then> choose|emit|assert|start|stop|insert|remove|append ^ <x> [isStatement] | @; | separate statements by a new line or ';'
    # noStrings | an assert cannot have a message, found ','
    <s...> ^ , <m:text> | <s> | leave ', <m>' out
    # missingSeparator | expected the end of the statement, found ','
    <s...> ^ @, $ | @ | leave ',' out: a new line separates statements
    # missingSeparator | expected the end of the statement, found <found>
    <s...> ^ , <x...> [beginsStatement] | @; | separate statements by a new line or ';'
    <s...> ^ <x...> [beginsStatement] | <s>; <x> | separate statements by a new line or ';'
    """)
}
