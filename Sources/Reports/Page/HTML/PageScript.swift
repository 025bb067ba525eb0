/// What a page does where scripts are allowed: arrow keys go from step to step, what an address names is unfolded, lamps
/// tell their names, and all is unfolded for print. Without it nothing is missing but that.
enum PageScript {
  static let text = """
    (function(){"use strict";
    var q=function(s,e){return Array.prototype.slice.call((e||document).querySelectorAll(s))};
    function unfold(e){for(;e;e=e.parentElement)if(e.tagName==="DETAILS")e.open=true}
    function show(){var id;try{id=decodeURIComponent(location.hash.slice(1))}catch(e){return}
    var e=id&&document.getElementById(id);if(e){unfold(e);e.scrollIntoView({block:"nearest"})}}
    function go(e){if(!e)return;history.replaceState(null,"",e.querySelector("a").getAttribute("href"));
    q(".f .at").forEach(function(x){x.classList.remove("at")});e.classList.add("at");unfold(e);
    e.tabIndex=-1;e.focus({preventScroll:true});e.scrollIntoView({block:"nearest",inline:"nearest"})}
    var current=null;
    document.addEventListener("click",function(v){var e=v.target.closest&&v.target.closest(".f li[id]");if(e)current=e});
    document.addEventListener("keydown",function(v){
    if(v.altKey||v.ctrlKey||v.metaKey||(v.key!=="ArrowRight"&&v.key!=="ArrowLeft"))return;
    var at=document.activeElement&&document.activeElement.closest(".f li[id]")||current;
    if(!at){var id="";try{id=decodeURIComponent(location.hash.slice(1))}catch(e){}
    at=id&&document.getElementById(id);at=at&&at.closest(".f li[id]")}
    var open=q("details[open] .f li[id]").filter(function(e){return e.offsetParent!==null});
    if(!open.length)return;
    var list=at?q("li[id]",at.closest(".f")):open;
    var i=at?list.indexOf(at)+(v.key==="ArrowRight"?1:-1):0;
    if(i>=0&&i<list.length){v.preventDefault();current=list[i];go(current)}});
    function colour(d){if(d.dataset.done)return;d.dataset.done=1;
    var h=d.closest("[data-lamps]"),names=h?h.dataset.lamps.split("\\n"):[];
    var styles={"✗":"bad","!":"bad","●":"good","✓":"good","…":"open"};
    q(".u",d).forEach(function(u){var t=Array.from(u.textContent);u.textContent="";
    t.forEach(function(c,i){var b=document.createElement("b");b.textContent=c;b.className=styles[c]||"none";
    if(names[i])b.title=names[i];u.appendChild(b)})})}
    q("details.t").forEach(function(d){if(d.open)colour(d);d.addEventListener("toggle",function(){if(d.open)colour(d)})});
    window.addEventListener("hashchange",show);
    window.addEventListener("beforeprint",function(){q("details").forEach(function(d){d.open=true})});
    show()})();
    """
}
