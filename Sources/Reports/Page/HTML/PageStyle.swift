/// The style of a page. All colours, sizes and distances are custom properties or steps of the design guide.
///
/// Colours are pairs of background and text with a contrast of at least 4.5, in light and in dark mode.
enum PageStyle {
  /// The style sheet of a page.
  ///
  /// - Parameter steps: the number of frames of its longest trace, which radio buttons select.
  static func sheet(steps: Int) -> String {
    let all = Array(1...max(2, steps))
    func frame(_ input: Int, _ shown: Int, _ list: String = "") -> String {
      ":has(>.sc>input:nth-of-type(\(input)):checked)>.fr\(list)>:nth-child(\(shown))"
    }
    let chosen = all.map { frame($0, $0) }.joined(separator: ",\n")
    let pairs = all.dropFirst().map { frame($0, $0 - 1, ":not(.wide)") }.joined(separator: ",\n")
    return base + """
      @media screen and (max-width:40rem){
      \(chosen),
      \(pairs){display:grid}}
      @media screen{
      \(chosen){background:var(--bg)}}
      """
  }

  static let base = """
    :root{color-scheme:light dark;--bg:#f6f6f8;--sf:#fff;--ink:#16181d;--mu:#555b67;--ln:#dcdfe6;--fail:#b42318;
    --failbg:#fdeceb;--pass:#17693a;--passbg:#e4f3e9;--open:#7a4b00;--openbg:#fdf1d4;--rej:#5b3fa8;--rejbg:#f0ebfb;
    --ac:#1d4fbf;--hit:#fff0c2;
    --w1:#cfdff7;--w2:#e6dcf4;--pc:#ffffff;--pi:#16181d;--pm:#555b67;--bez:#23262f;--r:14px}
    @media screen and (prefers-color-scheme:dark){:root{--bg:#101217;--sf:#191c23;--ink:#eceef3;--mu:#a6acb9;
    --ln:#323743;--fail:#ff9b91;--failbg:#3d1b18;--pass:#74d69a;--passbg:#14341f;--open:#f0bd63;--openbg:#3b2b0b;
    --rej:#c3b0ff;--rejbg:#2a2145;--ac:#9dbdff;--hit:#40350f;
    --w1:#3b4f78;--w2:#54457a;--pc:#242833;--pi:#eceef3;--pm:#b4bac6;--bez:#565d6c}}
    *{box-sizing:border-box}html{scroll-padding-top:5.2rem}
    body{margin:0 auto;max-width:76rem;padding:0 clamp(1rem,3vw,2.5rem) 5rem;background:var(--bg);color:var(--ink);
    font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
    h1,h2,h3,h4,p,ul,ol,dl,dd,figure{margin:0;padding:0}ul,ol{list-style:none}
    h1{font-size:clamp(1.6rem,4vw,2.1rem);line-height:1.15;letter-spacing:-.015em;display:flex;gap:.5em;
    align-items:center}
    h2{font-size:1.4rem;line-height:1.25;margin:3rem 0 .25rem;letter-spacing:-.01em}h3{font-size:1.25rem;
    line-height:1.3}h4{font-size:.8125rem;color:var(--mu);margin:1.1rem 0 .3rem}
    a{color:var(--ac);text-underline-offset:2px}code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,
    monospace;font-size:.88em}small,.by{color:var(--mu);font-size:.875rem}
    .i{width:1em;height:1em;flex:none;vertical-align:-.12em}.bad{color:var(--fail)}.in{color:var(--mu);
    max-width:44rem}
    .vh{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden;white-space:nowrap}
    .skip{position:absolute;left:-99em}.skip:focus{left:1rem;top:.5rem;background:var(--sf);padding:.5rem 1rem;
    z-index:9}
    :focus-visible{outline:3px solid var(--ac);outline-offset:2px;border-radius:4px}
    .top{padding:1.2rem 0 .9rem}.bc{color:var(--mu);margin-bottom:.5rem}.bc b{color:var(--ink)}
    .bc span::before{content:"· "}
    .top h1 .i{width:1.35em;height:1.35em;padding:.28em;border-radius:50%;background:var(--fail);color:var(--sf);
    stroke-width:2}
    .sum{font-size:1.125rem;margin:.5rem 0 .8rem}.cp>span{text-wrap:pretty}.nb{white-space:nowrap}
    .causes{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.8rem}
    .causes li{background:var(--sf);border:1px solid var(--ln);border-top:4px solid var(--fail);
    border-radius:var(--r);padding:.8rem 1rem}
    .causes a{font-weight:650}.causes a span{font-weight:400;color:var(--mu);margin-left:.4em}
    .causes p{margin-top:.2rem}
    .fa{display:flex;flex-wrap:wrap;gap:.9rem 2.2rem;margin:1.4rem 0 1rem}.fa dt{font-size:.8125rem;color:var(--mu)}
    nav ul{display:flex;gap:.2rem}nav{position:sticky;top:0;z-index:5;overflow-x:auto;background:var(--bg);
    border-bottom:1px solid var(--ln);padding:.4rem 0;white-space:nowrap}
    nav a{display:block;color:var(--ink);text-decoration:none;padding:.3rem .9rem .35rem;font-size:.875rem;
    line-height:1.35;border-radius:8px}nav a:hover{background:var(--sf)}nav b{display:block;font-size:1rem;
    font-weight:600}nav li:first-child a{padding-left:0}
    .st{background:var(--sf);border:1px solid var(--ln);border-radius:var(--r);padding:1.2rem clamp(.9rem,2.5vw,
    1.8rem) 1.3rem;margin:1rem 0 1.6rem}
    .kk{font-size:.875rem;font-weight:600;color:var(--fail);display:flex;flex-wrap:wrap;gap:0 .4em;
    align-items:center;margin-bottom:.35rem}.kk code{font-weight:500}
    #failures h2{margin-top:1.6rem}.st h3{font-size:clamp(1.25rem,2.6vw,1.5rem);letter-spacing:-.01em}
    .ld{font-size:1.0625rem;margin:.7rem 0 1rem;max-width:46rem}
    fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;align-items:center;gap:.3rem}legend{float:left;
    font-size:.875rem;color:var(--mu);margin-right:.5rem;padding:0}
    fieldset input{position:absolute;opacity:0;width:1px}fieldset label{border:1px solid var(--ln);
    border-radius:8px;min-width:2.75rem;min-height:2.25rem;padding:.3rem .8rem;text-align:center;cursor:pointer;
    background:var(--bg)}
    fieldset input:checked+label{background:var(--ink);color:var(--sf);border-color:var(--ink)}
    fieldset input:focus-visible+label{outline:3px solid var(--ac);outline-offset:2px}
    .fr{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));grid-template-rows:auto auto 1fr;
    gap:0 1.2rem;margin:1rem 0 .6rem}.fr>li{display:grid;grid-row:span 3;grid-template-rows:subgrid;gap:.55rem;
    max-width:17rem;padding:.5rem;margin-left:-.5rem;border-radius:22px;margin-bottom:1rem}
    .cp{font-size:.9375rem;line-height:1.4}.cp>.hd{display:block;font-size:1rem}.cp>span{display:block}.du,
    .ru{color:var(--mu);font-size:.8125rem}
    .sg{display:flex;flex-wrap:wrap;gap:.3rem;align-content:end;min-height:1.7rem}.sg li{display:flex;gap:.25em;
    align-items:center;font-size:.8125rem;font-weight:600;padding:.1rem .5rem;border-radius:99px;
    background:var(--bg);border:1px solid var(--ln)}.sg li.bad{background:var(--failbg);
    border:2px solid var(--fail);color:var(--fail)}.sg.none{font-size:.8125rem;color:var(--mu)}
    .ph{border:6px solid var(--bez);border-radius:26px;min-height:15.5rem;padding:.5rem .55rem .7rem;display:flex;
    flex-direction:column;gap:.5rem;font-size:.875rem}
    .ph.on,.ph.none{background:linear-gradient(165deg,var(--w1),var(--w2));--c:var(--pc);--t:var(--pi);
    --m:var(--pm)}.ph.off{background:#0c0e13;color:#e9ebf1;--c:#1d2029;--t:#e9ebf1;--m:#aab0bd;--pass:#74d69a;
    --fail:#ff9b91;--open:#f0bd63;--failbg:#3d1b18}
    .sb{text-align:center;font-size:.8125rem;padding:.1rem 0 .35rem}.em{margin:auto;opacity:.9}.ns{display:flex;
    flex-direction:column;gap:.45rem}
    .n{display:flex;gap:.55rem;background:var(--c);color:var(--t);border-radius:13px;padding:.5rem .6rem;
    border:2px solid transparent;line-height:1.3}.n>div{flex:1}.n b,.n b ins{display:inline-block}
    .n b::first-letter,.n b ins::first-letter{text-transform:uppercase}.n span{display:block;color:var(--m);
    font-size:.8125rem}.n em{float:right;font-style:normal;font-size:.75rem;font-weight:700}
    .n>.i{width:1.6rem;height:1.6rem;padding:.3rem;border-radius:7px;background:#4b5163;color:#fff}
    .k-at{background:#1d4fbf!important}.k-phone{background:#17693a!important}
    .k-unknown{background:#7a4b00!important}
    .new{border-color:var(--pass)}.new em{color:var(--pass)}.chg em{float:none;display:block}
    .chg{border-color:var(--open)}.chg em{color:var(--open)}.gone{border:2px dashed var(--m);background:none}
    .gone b{text-decoration:line-through}.n.bad{border:3px solid var(--fail);color:var(--t)}
    .n.bad em{color:var(--fail)}
    del{color:var(--m,var(--mu))}ins{text-decoration:none}.bg{margin-top:auto;text-align:center;font-size:.8125rem;
    padding-top:.4rem}
    figcaption{color:var(--mu);font-size:.875rem}.two{display:grid;grid-template-columns:minmax(0,
    46rem) minmax(15rem,1fr);gap:0 2rem}.wx{border-left:3px solid var(--fail);padding-left:1.1rem;align-self:start;
    margin-top:.2rem}.wx h4:first-child{margin-top:0}
    .wy{counter-reset:a}.wy li{counter-increment:a;padding-left:1.6rem;position:relative;margin:.25rem 0}
    .wy li::before{content:counter(a);position:absolute;left:0;color:var(--mu)}.wx ul li{margin:.2rem 0;
    padding-left:1rem;text-indent:-1rem}.wx ul li::before{content:"– ";color:var(--mu)}
    .src{border:1px solid var(--ln);border-radius:10px;background:var(--bg);padding:.5rem 0;overflow-x:auto;
    font-size:.875rem;line-height:1.55}.src li{display:grid;grid-template-columns:3.4rem minmax(0,1fr);
    padding:0 .8rem 0 0}.src u{text-decoration:none;color:var(--mu);text-align:right;padding-right:.7rem;
    user-select:none}.src code{white-space:pre-wrap;font-size:.8125rem}.src code i{font-style:normal;
    color:var(--mu)}
    .src .hit{background:var(--failbg)}.src mark{background:var(--hit);color:inherit;
    border-bottom:2px solid var(--fail);font-weight:700;padding:0 .1em}.src .del code{color:var(--mu);
    text-decoration:line-through}.src .gap{padding-left:1.2rem;color:var(--mu);display:block}.nt{grid-column:2;
    font-size:.8125rem;color:var(--fail);padding-bottom:.2rem}
    .ot{margin-top:1rem;color:var(--mu);font-size:.9375rem}.raw{margin-top:.5rem}summary{cursor:pointer;
    padding:.4rem 0}pre{white-space:pre-wrap;background:var(--bg);border:1px solid var(--ln);border-radius:10px;
    padding:.8rem}
    .cm{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;margin-top:.4rem;
    font-size:.9375rem}.cm dt{color:var(--mu)}
    .fi{margin:.8rem 0}.gp{background:var(--sf);border:1px solid var(--ln);border-radius:var(--r);margin:.7rem 0;
    padding:0 clamp(.8rem,2vw,1.4rem)}.gp summary{display:flex;flex-wrap:wrap;gap:.2rem .9rem;align-items:center;
    padding:.8rem 0;list-style:none}.gp summary::before{content:"▸";color:var(--mu)}
    .gp[open] summary::before{content:"▾"}.gp h3{font-size:1.0625rem}.ct{margin-left:auto;color:var(--mu);
    font-size:.9375rem}
    .br{display:flex;gap:2px}.br i{width:7px;height:14px;border-radius:2px;background:var(--pass);opacity:.75}
    .br .F{background:var(--fail);opacity:1;height:18px;margin-top:-2px}.br .E{background:none;
    border:1.5px solid var(--pass)}
    .pl li{display:flex;gap:.7rem;border-top:1px solid var(--ln);padding:.6rem 0}.pl li>.i{margin-top:.28rem;
    color:var(--pass)}.pl .F>.i,.pl .F .rs{color:var(--fail)}.pl .F{font-weight:600}.pl .F small,
    .pl .F .nm{font-weight:400}.pl li>div{flex:1}.nm{display:flex;flex-wrap:wrap;gap:0 .8rem;font-size:.875rem;
    color:var(--mu)}.rs{font-size:.875rem;color:var(--mu);white-space:nowrap;font-variant-numeric:tabular-nums}
    .rt{color:var(--rej);text-decoration:none;display:inline-flex;gap:.25em;align-items:center}
    .rt:hover{text-decoration:underline}
    .ga{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17.5rem),1fr));gap:1rem;margin-top:1rem}
    .rj{background:var(--sf);border:1px solid var(--ln);border-top:4px solid var(--rej);border-radius:var(--r);
    padding:.9rem 1rem;display:flex;flex-direction:column;gap:.7rem;font-size:.9375rem}.rj h3{font-size:1.0625rem;
    margin-bottom:.2rem}.rj h3 .i{color:var(--rej)}.rj .kk,.rejs .kk{color:var(--rej)}.rj,.rejs,.rj .off,
    .rejs .off{--fail:var(--rej);--failbg:var(--rejbg)}.rj .off{--fail:#c3b0ff;--failbg:#2a2145}
    .rj:has(details[open]){grid-column:1/-1}.rj:has(details[open]) .mini{display:none}.all summary{color:var(--ac)}
    .all .ph{min-height:13rem}.rj .ph{min-height:11rem}.mini{margin-top:auto}.rj .cp code{font-size:1em}
    .mo{color:var(--mu);font-size:.8125rem}.bk{border-top:1px solid var(--ln);padding-top:.6rem}
    .cov{margin-top:.8rem}.cov li{grid-template-columns:3rem 5.2rem minmax(0,1fr)}.cov code{grid-column:3}
    .cov b{font-weight:500;text-align:right;padding-right:.6rem;font-variant-numeric:tabular-nums;
    font-size:.8125rem}
    :target{outline:3px solid var(--ac);outline-offset:2px}
    .wide{grid-template-columns:repeat(auto-fill,minmax(20rem,1fr))}.wide>li{max-width:24rem}.sv{font-size:.875rem;
    color:var(--mu)}.pair{display:grid;grid-template-columns:repeat(auto-fit,
    minmax(9rem,1fr));gap:.7rem;align-items:stretch}
    .dv{display:flex;flex-direction:column;gap:.35rem}.dn{font-weight:650}.dn::first-letter{text-transform:uppercase}
    .dv .ph{flex:1;min-height:11rem}.dv .tablet{border-radius:18px}.wire{font-size:.8125rem;color:var(--mu);
    border-left:3px solid var(--ln);padding-left:.5rem;min-height:2.9rem}.wire li .i{margin-right:.35em}
    .wire li{color:var(--ink)}.badp{border-color:var(--fail)}.ms{margin-top:auto;background:var(--failbg);
    color:var(--fail);border:2px dashed var(--fail);border-radius:11px;padding:.35rem .5rem;font-weight:600;
    font-size:.8125rem}
    .tb{overflow-x:auto;margin:.8rem 0}table{border-collapse:collapse;width:100%;min-width:46rem;font-size:.9375rem}
    th,td{text-align:left;padding:.45rem .9rem .45rem 0;border-top:1px solid var(--ln);font-weight:400}
    thead th{border:0;color:var(--mu);font-size:.8125rem}.r{text-align:right;font-variant-numeric:tabular-nums}
    @media(max-width:66rem){.two{grid-template-columns:minmax(0,1fr)}.wx{margin:.6rem 0}}
    @media(max-width:52rem){.pl li{flex-wrap:wrap}.pl li>div{flex:1 1 70%}.rs{padding-left:1.7rem;
    white-space:normal}.cov li{grid-template-columns:2.4rem 4.6rem minmax(0,1fr)}.cm{grid-template-columns:minmax(0,
    1fr)}.cm dd{margin-bottom:.4rem}}
    @media screen and (max-width:40rem){.ga{display:flex;overflow-x:auto;scroll-snap-type:x proximity;
    margin-right:-1rem;padding-bottom:.6rem}.mini{margin-top:0}.rj{flex:0 0 84%;scroll-snap-align:start}
    .rj:has(details[open]){flex-basis:94%}.causes li{padding:.6rem .8rem}.fr{display:grid;
    grid-template-columns:1fr 1fr;gap:0 .6rem}.fr.wide{grid-template-columns:1fr}.fr>li{display:none;padding:0;
    margin:0 0 .6rem;max-width:none;align-content:start}.ph{min-height:13rem;border-width:4px;border-radius:20px;
    padding:.4rem}.n{padding:.4rem;gap:.4rem}.n>.i{width:1.25rem;height:1.25rem;padding:.2rem}.n em{float:none;
    display:block}
    .sc{position:sticky;top:4.2rem;z-index:3;background:var(--sf);padding:.4rem 0}
    }
    @media print{:root{color-scheme:light}.ga{display:grid}.top h1 .i{print-color-adjust:exact}:root{--bg:#fff;
    --sf:#fff}nav,.sc,.fi,.skip{display:none}body{font-size:11px;max-width:none;padding:0}.fr>li,.rj,
    .pl li{break-inside:avoid}.gp::details-content{content-visibility:visible;block-size:auto}
    .ph{print-color-adjust:exact}}
    @media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    @media(forced-colors:active){fieldset input:checked+label{forced-color-adjust:none;background:Highlight;
    color:HighlightText}.n.bad,.sg li.bad,.src .hit{outline:2px solid Mark}.br i{forced-color-adjust:none}}
    #properties:has(#fi1:checked) .pl>li:not(.F),#properties:has(#fi2:checked) .pl>li:not(.P):not(.C),
    #properties:has(#fi3:checked) .pl>li:not(.E),#properties:has(#fi4:checked) .pl>li:not(.U),
    #properties:has(#fi5:checked) .pl>li:not(.O),#properties:has(#fi6:checked) .pl>li:not(.C){display:none}
    #properties:has(.fi):not(:has(#fi9:checked)) .gp::details-content{content-visibility:visible;block-size:auto}
    #properties:has(#fi1:checked) .gp:not(:has(li.F)),#properties:has(#fi2:checked) .gp:not(:has(li.P)),
    #properties:has(#fi3:checked) .gp:not(:has(li.E)),#properties:has(#fi4:checked) .gp:not(:has(li.U)),
    #properties:has(#fi5:checked) .gp:not(:has(li.O)),
    #properties:has(#fi6:checked) .gp:not(:has(li.C)){display:none}
    .top.v-good h1 .i{background:var(--pass)}.top.v-open h1 .i{background:var(--open)}.good{color:var(--pass)}
    .open{color:var(--open)}.defs{position:absolute}
    .pl .C>.i{color:var(--rej)}.br .C{background:var(--rej)}.pl .O>.i,.pl .O .rs{color:var(--open)}
    .pl .N>.i{color:var(--mu)}.br .O{background:var(--open)}.rejs{border-top:4px solid var(--rej)}
    .st.v-bad{border-top:4px solid var(--fail)}.st.v-open{border-top:4px solid var(--open)}
    .st.v-good{border-top:4px solid var(--pass)}.st.v-good .kk{color:var(--pass)}.st.v-open .kk{color:var(--open)}
    .vs{font-size:.8125rem;color:var(--mu);overflow-x:auto}.vs dt{color:var(--mu)}.vs dd{margin:0 0 .3rem;
    font-family:ui-monospace,Menlo,Consolas,monospace}.ph.none .vs dt{color:inherit}.ph.none .vs dd{color:var(--pi)}
    .vs del{color:var(--mu)}.vs ins,.n ins{font-weight:650}.dv .vs{color:inherit}
    .lp{border:2px dashed var(--open);border-radius:1.4rem;padding:.2rem .8rem .6rem;margin:.6rem 0}
    .lp>p{color:var(--open);font-weight:650;margin:.4rem 0}.fr>li.lo{outline:2px dashed var(--open);
    outline-offset:-1px}.lo .hd::after{content:" ↻";color:var(--open)}
    .fr .gapp{align-self:center;color:var(--mu)}.two2{display:grid;grid-template-columns:repeat(auto-fit,
    minmax(min(100%,18rem),1fr));gap:1rem;margin:.8rem 0}.two2>div{border:1px solid var(--ln);
    border-radius:var(--r);padding:.6rem 1rem}.two2 .fr{grid-template-columns:minmax(0,1fr)}
    .src.cov code{color:var(--ink)}.ph.vb{min-height:6rem}.bg del{color:inherit}.br{flex-wrap:wrap}
    .st header h4{font-size:1.25rem;line-height:1.3;color:var(--ink);margin:0}.gp h4{font-size:1.0625rem;
    color:var(--ink);margin:0}h5{font-size:.8125rem;color:var(--mu);margin:1.1rem 0 .3rem}
    .tb th code{white-space:nowrap}.sec h3{margin-top:1.6rem}.gp summary{position:relative;padding-left:1.3rem}
    .gp summary::before{position:absolute;left:0}.pl .rs{white-space:normal;max-width:18rem}.never{color:var(--mu)}
    .lst{list-style:disc;padding-left:1.2rem}.lst li{margin:.2rem 0}.more{margin:.5rem 0;color:var(--mu)}td .bad,
    td.bad{color:var(--fail)}.sec>h2{border-top:2px solid var(--ln);padding-top:1rem}.ld del,
    .src del{color:var(--fail)}.src ins{color:var(--pass)}
    pre del{text-decoration:none;color:var(--fail)}pre ins{color:var(--pass)}
    @media screen and (max-width:40rem){.nb{white-space:normal}.two2 .fr>li,.mini .fr>li{display:grid}}

    """
}
