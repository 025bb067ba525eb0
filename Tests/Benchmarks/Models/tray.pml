/* A notification tray with an analytics queue: see tray.tray, which says the same.
   Sizes are given to Spin as -DIDS=4 -DQUEUE=3; IDS may be 2 to 6. */

#ifndef IDS
#define IDS 4
#endif
#ifndef QUEUE
#define QUEUE 3
#endif

/* What is said for each ID is spelt out by macros and not by loops: a loop needs a counter, which
   would be a part of each state. */
#if IDS == 2
#define EACH_ID(X, separator) X(0) separator X(1)
#elif IDS == 3
#define EACH_ID(X, separator) X(0) separator X(1) separator X(2)
#elif IDS == 4
#define EACH_ID(X, separator) X(0) separator X(1) separator X(2) separator X(3)
#elif IDS == 5
#define EACH_ID(X, separator) X(0) separator X(1) separator X(2) separator X(3) separator X(4)
#else
#define EACH_ID(X, separator) \
  X(0) separator X(1) separator X(2) separator X(3) separator X(4) separator X(5)
#endif

/* slot */
#define absent 0
#define mention 1
#define info 2
#define call 3
#define badge 4

/* collapse: 0 or 1 to 3 */
#define none 0

/* app */
#define background 0
#define foreground 1
#define killed 2

byte slot[IDS];
byte collapse[IDS];
bit silent[IDS];
bit awake = 1;
bit light;
byte queue;
byte app = background;

inline wipe(i) {
  slot[i] = absent;
  collapse[i] = none;
  silent[i] = 0
}

/* The invariants, checked at the end of every step. */
#define isInfo(i) (slot[i] == info)
#define has1(i) (collapse[i] == 1)
#define has2(i) (collapse[i] == 2)
#define has3(i) (collapse[i] == 3)
#define silentAllowed(i) (!silent[i] || slot[i] == info || slot[i] == badge)
#define blankIfAbsent(i) (slot[i] != absent || (collapse[i] == none && !silent[i]))

inline check() {
  assert((EACH_ID(isInfo, +)) <= 1);
  assert((EACH_ID(has1, +)) <= 1 && (EACH_ID(has2, +)) <= 1 && (EACH_ID(has3, +)) <= 1);
  assert(EACH_ID(silentAllowed, &&));
  assert(EACH_ID(blankIfAbsent, &&));
  assert(!light || awake)
}

/* One step for every choice of the three; they are constants, so that each gets code of its own. */
#define clears(i) \
  if \
  :: i != self && (((kind == info || kind == mention) && slot[i] == info) \
       || (group != none && collapse[i] == group)) -> wipe(i) \
  :: else \
  fi

inline receive(self, kind, group) {
  EACH_ID(clears, ;);
  slot[self] = kind;
  collapse[self] = group;
  silent[self] = (kind == info || kind == badge);
  awake = awake || kind == mention || kind == call;
  light = light || kind == mention || kind == call;
  queue = (queue < QUEUE -> queue + 1 : QUEUE);
  check()
}

#define pushOfKind(i, k) \
  :: d_step { receive(i, k, 0) } \
  :: d_step { receive(i, k, 1) } \
  :: d_step { receive(i, k, 2) } \
  :: d_step { receive(i, k, 3) }

#define events(i) \
  pushOfKind(i, mention) \
  pushOfKind(i, info) \
  pushOfKind(i, call) \
  pushOfKind(i, badge) \
  :: d_step { slot[i] != absent -> wipe(i); app = foreground; awake = 1; check() } \
  :: d_step { slot[i] != absent -> wipe(i); check() }

#define nothing

active proctype device() {
  do
  EACH_ID(events, nothing)
  :: d_step { awake -> awake = 0; light = 0; check() }
  :: d_step { app == foreground -> app = background; check() }
  :: d_step { app != killed -> app = killed; check() }
  :: d_step { queue > 0 -> queue--; check() }
  od
}
