import SpecLanguage
import TestSupport
import Testing

/// The standard style, by example.
@Suite struct FormatExampleTests {
  @Test("every form has its layout")
  func everything() throws {
    #expect(try SpecText.formatted(Self.written) == Self.formatted + "\n")
    #expect(try SpecText.formatted(Self.formatted) == Self.formatted + "\n")
  }

  private static let written = """
    spec   A


    param  most:1...4=2;param  quiet = true
    enum Kind{info,call( ringing :Bool ),digest(0 ... 2)}
    struct Card{kind:Kind,unread:Bool=true}
    symmetric ID (2)
    type Deck=Map < ID,Card ? >
    var tray:Map<ID,Card> =[ : ]
    var level : (0..<3) ?=nil
    var left:Timer<5>
    signal sound,banner (kind:Kind , badge:-1...2)
    func rings(_ k:Kind,_ c:Card?)->Bool{switch k{case .call(let r):r  case .info,.digest( _ ):false}}
    func mark(_ id:ID){
    if tray[id] != nil{tray[id]!.unread=false
    emit sound}
    else
    {
    // nothing to mark

    }
    }
    fair   on receive(id:ID,kind:Kind)
    when tray[id]==nil&&
    !quiet{
    let old = tray.count
    rule first when old==0{tray[id]=Card(kind:kind);start left for 5}
    // the others
    when old > 0
    {
    rule second when most>1{tray[id] = Card( kind : kind )}    // more
    otherwise dropped{}  // none
    }
    }
    on drop(id:ID) when tray[id]!=nil{for (k,c) in tray where c.unread&&k==id{tray[k]=nil};switch most{case 1:
    mark(id)
    default:}
    }
    /// Few.
    invariant few{every distinct a,b in tray.values:a==b||(a.kind is .info)implies -1< tray.count}
    transition t after receive(kind:.info),drop where quiet{unchanged(tray)except id}
    identity one for(id,c)in tray{id}always about{c.kind}gone after drop{.info}
    eventually e(id:ID) whenever tray[id]!=nil{tray[id]==nil}assuming no receive unless  drop,receive
    scenario s in w{receive(id:ID#1,kind:.call(ringing:true));expect tray.count==1;refuse drop(id:ID#2);repeat 2{drop(id:_)}}
    world w:base{most=1;quiet=false;without rule receive.first}walks 10 steps 20 violates few,fault in drop,and  others
    world base{}
    explore   while most<3&&quiet
    view{card (id,c) in tray{title c.kind;text id};badge tray.count
    device d in ID{message (k,c) in tray where k==d{title  c.kind};screen d==d}
    words Kind{info   "an info";nil "nothing"}}
    """

  private static let formatted = """
    spec A

    param most: 1...4 = 2
    param quiet = true
    enum Kind { info, call(ringing: Bool), digest(0...2) }
    struct Card { kind: Kind, unread: Bool = true }
    symmetric ID(2)
    type Deck = Map<ID, Card?>
    var tray: Map<ID, Card> = [:]
    var level: (0..<3)? = nil
    var left: Timer<5>
    signal sound, banner(kind: Kind, badge: -1...2)
    func rings(_ k: Kind, _ c: Card?) -> Bool {
        switch k { case .call(let r): r  case .info, .digest(_): false }
    }
    func mark(_ id: ID) {
        if tray[id] != nil {
            tray[id]!.unread = false
            emit sound
        } else {
            // nothing to mark
        }
    }
    fair on receive(id: ID, kind: Kind) when tray[id] == nil && !quiet {
        let old = tray.count
        rule first when old == 0 { tray[id] = Card(kind: kind); start left for 5 }
        // the others
        when old > 0 {
            rule second when most > 1 { tray[id] = Card(kind: kind) }    // more
            otherwise dropped {}                                         // none
        }
    }
    on drop(id: ID) when tray[id] != nil {
        for (k, c) in tray where c.unread && k == id { tray[k] = nil }
        switch most {
        case 1: mark(id)
        default:
        }
    }
    /// Few.
    invariant few {
        every distinct a, b in tray.values: a == b || (a.kind is .info) implies -1 < tray.count
    }
    transition t after receive(kind: .info), drop where quiet { unchanged(tray) except id }
    identity one for (id, c) in tray { id } always about { c.kind } gone after drop { .info }
    eventually e(id: ID) whenever tray[id] != nil { tray[id] == nil } assuming no receive
        unless drop, receive
    scenario s in w {
        receive(id: ID#1, kind: .call(ringing: true))
        expect tray.count == 1
        refuse drop(id: ID#2)
        repeat 2 { drop(id: _) }
    }
    world w: base { most = 1; quiet = false; without rule receive.first } walks 10 steps 20
        violates few, fault in drop, and others
    world base {}
    explore while most < 3 && quiet
    view {
        card (id, c) in tray { title c.kind; text id }
        badge tray.count
        device d in ID {
            message (k, c) in tray where k == d { title c.kind }
            screen d == d
        }
        words Kind { info "an info"; nil "nothing" }
    }
    """

  @Test(
    "lines that are too long are broken where the least is torn apart",
    arguments: [
      (
        "transition someName after receive, dismiss where someCondition && other { quiteLong == another && third }",
        """
        transition someName after receive, dismiss where someCondition && other {
            quiteLong == another && third
        }
        """
      ),
      (
        "on receive(kind: Kind, identifier: Identifier) when someCondition && anotherCondition(kind, identifier) { a = 1 }",
        """
        on receive(kind: Kind, identifier: Identifier)
            when someCondition && anotherCondition(kind, identifier)
        {
            a = 1
        }
        """
      ),
      (
        "let value = firstOperand(argument, another) || secondOperand(argument, another) && third(argument, other)",
        """
        let value = firstOperand(argument, another)
            || secondOperand(argument, another) && third(argument, other)
        """
      ),
      (
        "invariant i { every element in someCollection where isMeant(element): a(element) == b(element, element) }",
        """
        invariant i {
            every element in someCollection where isMeant(element): a(element) == b(element, element)
        }
        """
      ),
      (
        "world someWorld: other { mostOfThem = 1; leastOfThem = 2; another = 3 } violates somePropertyName, other",
        """
        world someWorld: other { mostOfThem = 1; leastOfThem = 2; another = 3 }
            violates somePropertyName, other
        """
      ),
      (
        "func f() -> T { switch kind { case .first: someValue(1, 2, 3)  case .second: otherValue(4, 5, 6)  case .third: 0 } }",
        """
        func f() -> T {
            switch kind {
            case .first: someValue(1, 2, 3)
            case .second: otherValue(4, 5, 6)
            case .third: 0
            }
        }
        """
      ),
      (
        "on e { if someCondition { someThing = anotherThing } else if otherCondition { insert it into all } else {} }",
        """
        on e {
            if someCondition {
                someThing = anotherThing
            } else if otherCondition {
                insert it into all
            } else {}
        }
        """
      ),
      (
        "invariant i { firstCondition(argument) && (secondCondition(argument) || thirdCondition(argument, otherArgument)) && last }",
        """
        invariant i {
            firstCondition(argument)
                && (secondCondition(argument) || thirdCondition(argument, otherArgument)) && last
        }
        """
      ),
      (
        "invariant i { firstCondition(argument) && (secondCondition(argument, argument) || thirdCondition(argument, otherArgument) || fourth) && last }",
        """
        invariant i {
            firstCondition(argument)
                && (secondCondition(argument, argument) || thirdCondition(argument, otherArgument)
                    || fourth)
                && last
        }
        """
      ),
      (
        "let x = someCondition(argument, other) && otherCondition ? firstValueOfThem(argument) : secondValueOfThem(argument)",
        """
        let x = someCondition(argument, other) && otherCondition
            ? firstValueOfThem(argument) : secondValueOfThem(argument)
        """
      ),
      (
        "enum Kind { someCase, anotherCase(first: Bool, second: Bool); thirdCase; fourthCase, fifthCase, sixthCase, last }",
        """
        enum Kind {
            someCase, anotherCase(first: Bool, second: Bool), thirdCase, fourthCase, fifthCase, sixthCase,
            last
        }
        """
      ),
      (
        "let rows: List<Row, 3> = [Row(up: true, level: 1), Row(up: true, level: 2), Row(up: false, level: 1)]",
        """
        let rows: List<Row, 3> = [Row(up: true, level: 1), Row(up: true, level: 2),
            Row(up: false, level: 1)]
        """
      ),
    ])
  func long(_ written: String, _ formatted: String) throws {
    let text = try SpecText.formatted("spec A\n" + written)
    #expect(text == "spec A\n" + formatted + "\n")
  }

  @Test(
    "the author's lines and separators don't matter",
    arguments: [
      (
        "on reset\n when n == 3\n { m = n\n <= 3\n\n x = 1 }",
        "on reset when n == 3 { m = n <= 3; x = 1 }"
      ),
      ("var x = 1; var y = 2", "var x = 1\nvar y = 2"),
      ("enum Kind {\n a\n b; c(Bool),\n}", "enum Kind { a, b, c(Bool) }"),
      ("struct S { a: Int; b: Bool = true\n}", "struct S { a: Int, b: Bool = true }"),
      ("world w { a = 1, b = 2\n without x,\n y }", "world w { a = 1; b = 2; without x, y }"),
      ("on e { if a { x = 1 }\n else\n { y = 2 } }", "on e { if a { x = 1 } else { y = 2 } }"),
      (
        "view { card r in [own] { title r\ntext x }; screen !isOn }",
        "view {\n    card r in [own] { title r; text x }\n    screen !isOn\n}"
      ),
      (
        "on e { switch k { case .a: x = 1; case .b: x = 2; y = 1; case .c: } }",
        """
        on e {
            switch k {
            case .a: x = 1
            case .b:
                x = 2
                y = 1
            case .c:
            }
        }
        """
      ),
      ("on e { x = 1;\n\n y = 2 // c\n}", "on e {\n    x = 1\n\n    y = 2    // c\n}"),
      ("on e { a = 1 /* c */; b = 2 }", "on e { a = 1; /* c */ b = 2 }"),
      ("func f() -> Int { let a = 1\n; -a }", "func f() -> Int { let a = 1; -a }"),
      (
        "func f() -> Int { let a = 1 // c\n; -a }",
        "func f() -> Int {\n    let a = 1;    // c\n    -a\n}"
      ),
    ])
  func lines(_ written: String, _ formatted: String) throws {
    #expect(try SpecText.formatted("spec A\n" + written) == "spec A\n" + formatted + "\n")
  }

  @Test("a rule begins a line, unless it is alone and fits")
  func rules() throws {
    let written = """
      library A
      on a { rule a when p { x = 1 } }
      on b { when p { rule b {} } }
      on c { rule early when p { x = 1 } rule late when q { x = 2 } otherwise rest {} }
      on d { let y = x; fair rule a {}; open strongly fair rule b {} /* b */ rule c {} // c
      /* d */ otherwise d {} }
      on e when p { rule a {} when q { rule b {} otherwise c {} } }

      """
    let formatted = """
      library A
      on a { rule a when p { x = 1 } }
      on b { when p { rule b {} } }
      on c {
          rule early when p { x = 1 }
          rule late when q { x = 2 }
          otherwise rest {}
      }
      on d {
          let y = x
          fair rule a {}
          open strongly fair rule b {} /* b */
          rule c {}    // c
          /* d */ otherwise d {}
      }
      on e when p {
          rule a {}
          when q {
              rule b {}
              otherwise c {}
          }
      }

      """
    #expect(try SpecText.formatted(written) == formatted)
    #expect(try SpecText.formatted(formatted) == formatted)
  }

  @Test(
    "comments stay where they are",
    arguments: [
      (
        "// a\n\n\n\n/// b\nvar x=1// c\nvar long = 2     // d  \n\n",
        "// a\n\n/// b\nvar x = 1       // c\nvar long = 2    // d\n"
      ),
      (
        "on e { // a\nx = 1 /* b */ + 2\n   /* c\n  d */\n// e\n}",
        "on e {    // a\n    x = 1 /* b */ + 2\n    /* c\n  d */\n    // e\n}\n"
      ),
      (
        "invariant i { a && // b\n c }", "invariant i {\n    a &&    // b\n        c\n}\n"
      ),
      ("var x = f(/* a */ 1, 2 /* b */)", "var x = f(/* a */ 1, 2 /* b */)\n"),
    ])
  func comments(_ written: String, _ formatted: String) throws {
    #expect(try SpecText.formatted("spec A\n" + written) == "spec A\n" + formatted)
  }

  @Test(
    "signs that mean several things are told apart",
    arguments: [
      ("let x=a ? -1:b??c", "let x = a ? -1 : b ?? c"),
      ("let x=a?.b![c]?.d", "let x = a?.b![c]?.d"),
      ("let x=a<b&&c>-d", "let x = a < b && c > -d"),
      ("var x:Set<A,atMost:2>?", "var x: Set<A, atMost: 2>?"),
      ("var x: A? ?", "var x: A? ?"), ("var x: A ??", "var x: A??"),
      ("let x = - -a", "let x = --a"),
      ("let x = !( !a )", "let x = !(!a)"), ("let x = (a)in[.b,.c]", "let x = (a) in [.b, .c]"),
      ("let x = a is.b(_)?", "let x = a is .b(_)?"),
      ("let x = f( x :[1 : 2] )", "let x = f(x: [1: 2])"),
      ("let x = (a+b)*c-d%2", "let x = (a + b) * c - d % 2"),
      ("var x: -1 ..< n+1", "var x: -1..<n + 1"),
      ("let x = count((k,_)in m where k . a)", "let x = count((k, _) in m where k.a)"),
    ])
  func signs(_ written: String, _ formatted: String) throws {
    #expect(try SpecText.formatted("spec A\n" + written) == "spec A\n" + formatted + "\n")
  }
}
