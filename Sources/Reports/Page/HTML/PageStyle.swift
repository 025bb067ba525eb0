/// How a page looks where styles are allowed; without them it is a document with lists.
enum PageStyle {
  /// Colours are pairs of a ground and a text with a contrast of 4.5 at least, in light and dark.
  static let sheet = """
    :root{color-scheme:light dark;--G:#f5f5f8;--T:#1b1b22;--D:#565664;--P:#fff;--L:#dcdce4;--GOOD:#17693a;
    --BAD:#b3261e;--OPEN:#7d4d00;--A:#1f55a5;--N:#e3f3e7;--H:#fdf0d2;--S:#fbe4e2;--W1:#cfdcf5;--W2:#e9dff2;
    --O1:#2a2d3a;--O2:#15171f;--B:#1b1b22}
    @media(prefers-color-scheme:dark){:root{--G:#111217;--T:#ececf2;--D:#a9a9b8;--P:#1f2028;--L:#363744;
    --GOOD:#6fd694;--BAD:#ff9d94;--OPEN:#f2bd62;--A:#9cc2ff;--N:#173a26;--H:#41320f;--S:#4a1f1c;--W1:#27324b;
    --W2:#352b45;--O1:#1a1c25;--O2:#0a0b0f;--B:#4b4d5e}}
    *{box-sizing:border-box}
    html{scroll-padding-top:1rem}
    body{margin:0 auto;padding:1.2rem clamp(.8rem,3vw,2.5rem) 4rem;max-width:92rem;background:var(--G);
    color:var(--T);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
    h1{font-size:1.7rem;line-height:1.2;margin:.4rem 0}h2{font-size:1.3rem;margin:2.4rem 0 .2rem}
    h3{font-size:1.05rem;margin:1.6rem 0 .2rem}h2 small,h3 small{font-weight:400}
    p{margin:.3rem 0}small{font-size:.84em;color:var(--D)}a{color:var(--A)}
    code,pre,dl,p.o{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.84em}
    pre{white-space:pre-wrap;background:var(--P);border:1px solid var(--L);border-radius:.6rem;padding:.7rem}
    ul,ol{padding-left:1.2rem;margin:.2rem 0}
    pre del{text-decoration:none}
    del{color:var(--BAD)}ins{color:var(--GOOD);text-decoration:none;font-weight:600}
    .announced,.none{color:var(--D)}.good{color:var(--GOOD)}.bad{color:var(--BAD)}.open{color:var(--OPEN)}
    .d{color:var(--D);max-width:60rem}.q{font-size:1.05rem;max-width:60rem}.defs{position:absolute}
    .wrong{background:var(--P);border:1px solid var(--L);border-left:4px solid var(--BAD);border-radius:.6rem;
    padding:.5rem 1rem;margin:1rem 0}
    .wrong h2{margin:.3rem 0;font-size:1.1rem}
    summary{cursor:pointer;padding:.3rem 0}
    summary:focus-visible,a:focus-visible,li:focus-visible{outline:3px solid var(--A);outline-offset:2px;
    border-radius:.3rem}
    table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:left;vertical-align:top;
    padding:.35rem .7rem .35rem 0;border-top:1px solid var(--L);font-weight:400}
    .props th{width:17rem}thead th{border:0;color:var(--D);font-size:.84em}
    .r{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
    .never{border:1px dashed var(--D);border-radius:1rem;padding:0 .5rem;color:var(--D);white-space:nowrap}
    .t{border:1px solid var(--L);border-radius:.9rem;background:var(--P);margin:.6rem 0;padding:.2rem 1rem}
    .t[open]{padding-bottom:1rem}
    .g{display:grid;gap:1.4rem;grid-template-columns:minmax(0,1fr)}
    @media(min-width:64rem){.g{grid-template-columns:minmax(0,1fr) minmax(16rem,24rem)}}
    .w{font-size:.92rem;border-left:3px solid var(--L);padding-left:1rem;align-self:start;position:sticky;top:1rem}
    .w li{margin:.1rem 0}
    .f,.f ol{list-style:none;padding:0;margin:.6rem 0 0;display:grid;
    grid-template-columns:repeat(auto-fill,minmax(14.2rem,1fr));gap:0 1.1rem}
    .f li[id]{max-width:17rem;grid-row:span 5;display:grid;grid-template-rows:subgrid;gap:.5rem;
    padding-bottom:1.4rem}
    .f .a{align-self:center;max-width:15rem;color:var(--D)}
    .f li.o{grid-column:1/-1;border:2px dashed var(--OPEN);border-radius:1.6rem;padding:.2rem 1rem 1rem}
    .f li.o>p svg{vertical-align:-2px;margin-right:.4rem;color:var(--OPEN)}
    .f li:target .p,.f li.at .p{box-shadow:0 0 0 4px var(--A)}
    .e{display:flex;flex-wrap:wrap;gap:0 .45em;align-content:end;font-size:.9rem;margin:0}.e a{font-weight:700;
    font-size:1rem;text-decoration:none}.e a:hover{text-decoration:underline}
    .e span{color:var(--D)}.e span b{color:var(--T)}.e small{width:100%}
    .p{border:5px solid var(--B);border-radius:1.7rem;padding:.8rem .6rem .7rem;min-height:19rem;display:flex;
    flex-direction:column;gap:.45rem;background:linear-gradient(160deg,var(--W1),var(--W2));position:relative}
    .p::before{content:attr(data-n);text-align:center;font-size:2.6rem;font-weight:250;line-height:1;
    padding:.3rem 0 .2rem}
    .p.off{background:linear-gradient(160deg,var(--O1),var(--O2));color:#e9e9f0}
    .s{position:absolute;top:.45rem;right:.9rem;margin:0;font-size:.68rem}
    .m,.c{list-style:none;padding:0;margin:0;display:flex;gap:.35rem}.m{flex-wrap:wrap;justify-content:center}
    .c{flex-direction:column;gap:.55rem}
    .m li{display:flex;gap:.25rem;align-items:center;background:#1b1b22;color:#fff;border:1px solid #8a8b9a;
    border-radius:1rem;padding:.05rem .55rem;font-size:.78rem;font-weight:600}
    .z{text-align:center;margin:auto 0;font-size:.85rem}
    .n{position:relative;min-height:2.7rem;background:var(--P);color:var(--T);border:2px solid transparent;
    border-radius:.95rem;padding:.4rem .6rem .4rem 2.5rem;font-size:.88rem;line-height:1.3}
    .n svg{position:absolute;left:.55rem;top:.55rem;width:1.5rem;height:1.5rem;padding:.25rem;border-radius:.45rem;
    background:#4b4f63;color:#fff}
    .n b{display:inline-block}.n:has(em) b{padding-right:3.4rem}.n b::first-letter{text-transform:uppercase}
    .n span,.n small{display:block}.n small{font-size:.74rem}
    .n i,.b i{font-style:normal;background:#b3261e;color:#fff;border-radius:1rem;padding:0 .45rem;font-size:.75rem;
    font-weight:700}.n i *,.b i *{color:#fff}
    .n em{position:absolute;right:.6rem;top:.4rem;font-style:normal;font-size:.7rem;font-weight:700}
    .k{border-color:var(--GOOD);background:var(--N)}.k em{color:var(--GOOD)}
    .h.n{border-color:var(--OPEN);background:var(--H)}.h em{color:var(--OPEN)}
    .x{border-style:dashed;border-color:var(--BAD)}.x,.x del,.x b,.x small{color:var(--D)}
    .x b{text-decoration:line-through}.x em{color:var(--BAD)}
    .v{outline:3px solid var(--BAD);outline-offset:1px}
    .n .i-at{background:#1f55a5}.n .i-info{background:#5a5d70}.n .i-phone,.n .i-chat{background:#17693a}
    .n .i-clock,.n .i-tag{background:#8a4a00}.n .i-tool,.n .i-check{background:#6a3d9a}
    .n .i-mail,.n .i-link{background:#0f6674}
    .b{margin:auto 0 0;text-align:center;font-size:.78rem;padding-top:.3rem}
    dl{margin:0;display:grid;align-content:start;grid-template-columns:fit-content(45%) 1fr;gap:.05rem .6rem;
    font-size:.76rem}dt{color:var(--D)}dd{margin:0}dt.h{color:var(--T);font-weight:700}
    .l{font-size:.76rem;color:var(--D)}.u{display:block;letter-spacing:.12em;line-height:1.25;word-break:break-all}
    .u b{font-weight:400}
    .two{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1.4rem}
    .two>div{border:1px solid var(--L);border-radius:1rem;padding:.4rem 1rem}
    .y{color:var(--A);font-weight:600}
    .src{list-style:none;padding:0;font-size:.8rem;overflow-x:auto}.src li{display:grid;
    grid-template-columns:6.5rem 3.2rem 1fr;white-space:pre-wrap;font-family:ui-monospace,Menlo,Consolas,monospace}
    .src code{font-size:inherit}.src i,.src u{font-style:normal;text-decoration:none;text-align:right;
    padding-right:.8rem;color:var(--D)}
    .keys{color:var(--D);font-size:.84rem}
    @media(max-width:40rem){.f,.f ol{display:block}.f li[id]{max-width:none;display:flex;flex-direction:column}
    .p{min-height:0}.props td,.props th,.props tr{display:block;border:0;padding:.05rem 0}
    .props tr{border-top:1px solid var(--L);padding:.4rem 0}thead{display:none}}
    @media print{:root{--G:#fff}body{padding:0;font-size:11px}.t,.f li[id]{break-inside:avoid}.keys{display:none}
    details::details-content{content-visibility:visible;block-size:auto}a{color:inherit}}
    @media(prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
    """
}
