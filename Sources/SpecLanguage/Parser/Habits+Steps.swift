import Semantics

extension Habit {
  private static let step =
    "expect|given|refuse|repeat"
  private static let assertions =
    "XCTAssert|XCTAssertTrue|assertTrue|assertThat|assert|check|verify"
  private static let joining =
    "when|and|but|do|call|await|fire|run|also|finally|next|later|trigger|send|perform|step|event|on|after"

  /// Steps that are valid in a spec too, with undeclared events.
  static let stepsOfOurs = """
    # missingParentheses | the event 'tick' takes no values
    tick ~ ( <n:int> ) $ | repeat <n> { tick }
    # foreignStep | an event cannot be an argument, found '<w>(…)'
    expect @<w=refused|refuses|disabled|impossible|fails|rejected|forbidden> ( <e:event> <p=()?> ) $ [isFree] | refuse <e><p> | write 'refuse <e><p>'
    # foreignStep | expected a step of the scenario, found '<0>'
    XCTAssertEqual|assertEquals|assertEqual ~ ( <a...> , <b...> ) $ | expect <a> == <b> | ~expect p
    XCTAssertFalse|assertFalse|assertNot ~ ( <p...> ) $ | expect !(<p>) | ~expect p
    \(assertions)|require|should|ensure ~ ( <p...> ) $ [isSingle] | expect <p> | ~expect p
    """

  /// Steps of scenarios in other languages.
  static let steps = HabitTable(
    stepsOfOurs + """

      # expectedStep | expected a step of the scenario, found a condition
      @<c...> $ [isBareCondition] | expect <c> | write 'expect' before the condition
      # expectedStep | expected a condition, found ':'
      expect|given @: | @
      # foreignStep | '<0>' is not part of the language
      expect|given @that / <p:begin> | @
      repeat <n:any> @times|time / { | @
      # noClosures | a step has no closures, found '<i>'
      repeat ( <n...> ) { @<i> @->|in <b...> } | repeat <n> { <b> }
      # foreignStep | expected a step of the scenario, found '<0>'
      <n:int> @* <e:event> <p=()?> $ | repeat <n> { <e> <p> } | write 'repeat <n> { <e><p> }'
      <n:int> .|) <x> | <x> | leave the number '<n>' out: steps have no numbers or bullets
      -|* <x> | @ | leave '<0>' out: steps have no numbers or bullets
      then|afterwards|now|first <x:event> | @
      then|afterwards|now|first \(step) | @
      ! <e> | @refuse  | write 'refuse <e>'
      <e:event> <p=()?> is? not possible|allowed $ | refuse <e><p>
      <e:event> <p=()?> is|must|should? impossible|fails|fail|refused|disabled $ | refuse <e><p>
      @<w=not|cannot|never> @<v=possible|allowed|do> <e> | @refuse | | expected a step of the scenario, found '<w> <v>'
      cannot|not|deny|forbid|reject|impossible _ [^=|.|[] | @refuse
      expectNot|expectFalse|refute|expect_not <x...> $ | expect !<x(!)> | write 'expect !(…)'
      assert|check|verify|ensure|require|should|then|see|observe _ [^=|.|[] | @expect
      assume _ [^=|.|[] | @given
      <b=|> <x...> | | declare a list of records, and write 'for row in rows { … }'
      wait|sleep|delay|advance|pass|after|elapse for|by? <n:int> <u*> | repeat <n> { tick }
      while|until <p...> | | write the number of times: 'repeat 2 { … }'
      # expectedStep | 'refuse' takes an event, found a condition
      refuse @<x> <o=<|<=|>|>=|==|!=> <p...> $ | expect !(<x> <o> <p>) | write 'expect !(…)'
      # scenarioForm | 'refuse' has no braces
      refuse @{ <e...> } | refuse <e> | write 'refuse event'
      refuse|repeat @: | @ | leave ':' out | expected the step after '<1>', found ':'
      # scenarioForm | expected a number after 'repeat', found '{'
      for <n:int> times? { | @repeat | write 'repeat <n> { … }' | expected 'repeat', found 'for'
      repeat @{ <steps*> } <n:int> times? | repeat <n> { <steps> } | write 'repeat <n> { … }'
      repeat @{ <steps*> } | | write 'repeat n { … }'
      # foreignStep | expected a step of the scenario, found '<0>'
      <n:int> times | repeat <n> | write 'repeat <n> { … }'
      loop|times _ [^=|.|[] | @repeat
      \(joining) _ [^=|.|[] [joinsCondition] | @expect
      \(joining) <x> | @
      # scenarioForm | a scenario has no branches, found 'if'
      if [^=|.] | | write a scenario for each branch
      world|in|under world? <w> | | write 'scenario name in <w> { … }' | the world of a scenario comes after its name, found '<0>'
      """)

  /// Text of other languages after a complete step.
  static let behindSteps = HabitTable(
    """
    # foreignStep | expected the end of the step, found <found>
    expect|given <p...> ^ , <q...> | @&& | join conditions with '&&'
    # missingSeparator | expected the end of the step, found '<0>'
    <s...> ^ &&|& <x> | @; | separate steps by a new line or ';'
    # foreignStep | expected the end of the step, found <found>
    expect refuse|refused|fail|failure|no|not|impossible ^ <e> | refuse <e>
    expect <e:event> ^ fails|fail|refused|impossible|cannot|to|is <r*> | refuse <e>
    # missingParentheses | an event of a scenario has no braces
    <e:event> ^ { <b*> } | <e> | write '<e>' alone
    <e:event> ^ <l> : <v...> | <e>(<l>: <v>) | | values belong between parentheses, found <found>
    <e:event> ^ with|for|of|on|where <r*> | | write '<e>(name: value)' | expected the end of the step, found <found>
    # missingSeparator | expected the end of the step, found <found>
    <s...> ^ ,|->|then|and|when|but \(step) <y> | @; | separate steps by a new line or ';'
    <s...> ^ ,|->|then|and|when|but <x:event> | @; | separate steps by a new line or ';'
    <s...> ^ then|and|when|but <x> | @; expect | separate steps by a new line or ';'
    <s...> ^ ,|-> <x> | @; | separate steps by a new line or ';'
    <s...> ^ \(step) / <y> | <s>; <3> | separate steps by a new line or ';'
    # foreignStep | expected the end of the step, found <found>
    <s...> ^ ×|*|x <n:int> times|ticks|units|x? | repeat <n> { <s> } | | expected the end of the step, found '<0>'
    <s...> ^ <n:int> times|ticks|units|x? | repeat <n> { <s> }
    <s...> ^ twice|x2 | repeat 2 { <s> }
    """)
}
