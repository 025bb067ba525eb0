'use strict';
// Colours a text by a TextMate grammar, as far as ours needs it: node grammar.js GRAMMAR TEXT
// Prints a line for each part that has a scope: the scope without its last name, a tab, and the part.
const fs = require('node:fs');

const [grammar, text] = [JSON.parse(fs.readFileSync(process.argv[2], 'utf8')), fs.readFileSync(process.argv[3], 'utf8')];

/** The rules that a list of patterns comes to, those of others in their place. */
function rules(patterns) {
  return patterns.flatMap((pattern) => {
    if (pattern.include === undefined) {
      return pattern.match || pattern.begin ? [pattern] : rules(pattern.patterns);
    }
    const other = grammar.repository[pattern.include.slice(1)];
    if (!other) throw new Error(`there is no '${pattern.include}'`);
    return rules([other]);
  });
}

const compiled = new Map();
/** Where a pattern matches from a place on; every one of them has to compile. */
function search(pattern, line, start) {
  if (!compiled.has(pattern)) compiled.set(pattern, new RegExp(pattern, 'dg'));
  const expression = compiled.get(pattern);
  expression.lastIndex = start;
  return expression.exec(line);
}

const print = (name, part) => {
  if (name && part) console.log(`${name.replace(/\.tray$/, '')}\t${part}`);
};

function told(rule, match, line) {
  for (const [number, { name }] of Object.entries(rule.captures || {})) {
    const [start, end] = match.indices[number];
    print(name, line.slice(start, end));
  }
  print(rule.name, match[0]);
}

const open = [];
for (const line of text.split('\n')) {
  let place = 0;
  for (;;) {
    const block = open[open.length - 1];
    const candidates = rules(block ? block.patterns || [] : grammar.patterns)
      .map((rule) => ({ rule, match: search(rule.match || rule.begin, line, place) }));
    if (block) candidates.unshift({ rule: block, isEnd: true, match: search(block.end, line, place) });
    const first = candidates.filter((each) => each.match)
      .reduce((best, each) => (best && best.match.index <= each.match.index ? best : each), undefined);
    if (!first) break;
    const end = first.match.index + first.match[0].length;
    if (first.isEnd) {
      print(block.name, line.slice(place, end));
      open.pop();
    } else if (first.rule.begin) {
      print(first.rule.name, first.match[0]);
      open.push(first.rule);
    } else {
      told(first.rule, first.match, line);
    }
    if (end === place && !first.isEnd && !first.rule.begin) throw new Error(`nothing is matched at ${place}: ${line}`);
    place = end;
  }
}
