#!/usr/bin/env node
// A driver for `traycheck conform quiet.tray`: does to the app what it is told, and answers what it sees.
const readline = require("readline");

// The app itself, as small as it can be. With an argument it has a bug: loud, stale or crash.
class App {
  constructor(bug) {
    Object.assign(this, { bug, tray: new Set(), awake: false, noises: [] });
  }
  receive({ kind }) {
    this.tray.add(kind);
    if (kind === "mention" || (this.bug === "loud" && this.tray.size === 2)) {
      this.awake = true;
      this.noises.push("sound");
    }
  }
  open() {
    if (this.bug === "crash" && this.awake) throw new Error("the tray is gone");
    this.tray = new Set(this.bug === "stale" && this.tray.has("info") ? ["info"] : []);
  }
  sleep() {
    this.awake = false;
  }
}

let app;
const bug = process.argv[2];

// What is seen now, and the signals that were noticed since the last answer.
function answer() {
  const signals = app.noises.splice(0);
  return { seen: { tray: [...app.tray], awake: app.awake }, signals };
}

const verbs = {
  hello: () => ({ protocol: "traycheck-driver", version: 1, name: "quiet app", signals: ["sound"] }),
  reset: () => {
    app = new App(bug);
    return answer();
  },
  do: ({ event, arguments: values }) => {
    try {
      app[event](values);
      return answer();
    } catch (problem) {
      return { error: String(problem) };
    }
  },
  advance: () => answer(), // nothing here takes time
  bye: () => ({}),
};

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  process.stdout.write(JSON.stringify(verbs[message.verb](message)) + "\n");
});
