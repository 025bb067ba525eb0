/* Delivery receipts of pushes to several devices: see receipts.tray, which says the same.
   Sizes are given to Spin as -DDEVICES=4 -DROUNDS=3; DEVICES may be 2 to 5. */

#ifndef DEVICES
#define DEVICES 4
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

/* What is said for each device is spelt out by macros and not by loops: a loop needs a counter,
   which would be a part of each state. */
#if DEVICES == 2
#define EACH_DEVICE(X, separator) X(0) separator X(1)
#elif DEVICES == 3
#define EACH_DEVICE(X, separator) X(0) separator X(1) separator X(2)
#elif DEVICES == 4
#define EACH_DEVICE(X, separator) X(0) separator X(1) separator X(2) separator X(3)
#else
#define EACH_DEVICE(X, separator) X(0) separator X(1) separator X(2) separator X(3) separator X(4)
#endif

/* fate */
#define onTheWay 0
#define shown 1
#define opened 2
#define dismissed 3
#define withdrawn 4

/* events */
#define didShow 0
#define didOpen 1
#define didDismiss 2

/* carries */
#define nothing 0
#define receipt 1
#define acknowledgement 2

typedef Receipt {
  byte number;
  byte event
}

typedef Device {
  byte fate;
  byte made;
  byte pending;
  Receipt outbox[2];
  byte carries;
  Receipt carried;
  byte logged;
  byte log[2]
}

byte round;
Device device[DEVICES];

inline note(d, what) {
  device[d].outbox[device[d].pending].number = device[d].made;
  device[d].outbox[device[d].pending].event = what;
  device[d].pending++;
  device[d].made++
}

/* What is not in use is 0, so that equal situations are equal states. */
inline quiet(d) {
  device[d].carries = nothing;
  device[d].carried.number = 0;
  device[d].carried.event = 0
}

/* The invariants, checked at the end of every step. */
#define isOpened(d) (device[d].fate == opened)
#define logIsTrue(d) \
  ((device[d].logged == 0 || (device[d].fate != onTheWay && device[d].log[0] == didShow)) \
    && (device[d].logged < 2 || (device[d].log[1] == didOpen && device[d].fate == opened) \
      || (device[d].log[1] == didDismiss && device[d].fate == dismissed)))
#define isInOrder(d) \
  ((device[d].pending < 1 || device[d].outbox[0].number == device[d].made - device[d].pending) \
    && (device[d].pending < 2 \
      || device[d].outbox[1].number == device[d].made - device[d].pending + 1))
#define isComplete(d) \
  (device[d].logged <= device[d].made && device[d].made <= device[d].logged + device[d].pending)

inline check() {
  assert((EACH_DEVICE(isOpened, +)) <= 1);
  assert(EACH_DEVICE(logIsTrue, &&));
  assert(EACH_DEVICE(isInOrder, &&));
  assert(EACH_DEVICE(isComplete, &&))
}

#define withdraw(d) \
  if \
  :: device[d].fate == onTheWay || device[d].fate == shown -> device[d].fate = withdrawn \
  :: else \
  fi

#define isSettled(d) \
  (device[d].fate != onTheWay && device[d].fate != shown && device[d].pending == 0 \
    && device[d].carries == nothing)

#define startRound(d) \
  device[d].fate = onTheWay; \
  device[d].made = 0; \
  device[d].logged = 0; \
  device[d].log[0] = 0; \
  device[d].log[1] = 0

inline arrive(d) {
  device[d].fate == onTheWay ->
  device[d].fate = shown;
  note(d, didShow);
  check()
}

inline open(d) {
  device[d].fate == shown ->
  device[d].fate = opened;
  note(d, didOpen);
  EACH_DEVICE(withdraw, ;);
  check()
}

inline dismiss(d) {
  device[d].fate == shown ->
  device[d].fate = dismissed;
  note(d, didDismiss);
  check()
}

inline upload(d) {
  device[d].carries == nothing && device[d].pending > 0 ->
  device[d].carries = receipt;
  device[d].carried.number = device[d].outbox[0].number;
  device[d].carried.event = device[d].outbox[0].event;
  check()
}

inline take(d) {
  device[d].carries == receipt ->
  if
  :: device[d].carried.number == device[d].logged ->
     device[d].log[device[d].logged] = device[d].carried.event;
     device[d].logged++
  :: else
  fi;
  device[d].carries = acknowledgement;
  device[d].carried.event = 0;
  check()
}

inline acknowledge(d) {
  device[d].carries == acknowledgement ->
  if
  :: device[d].pending > 0 && device[d].outbox[0].number == device[d].carried.number ->
     device[d].outbox[0].number = device[d].outbox[1].number;
     device[d].outbox[0].event = device[d].outbox[1].event;
     device[d].outbox[1].number = 0;
     device[d].outbox[1].event = 0;
     device[d].pending--
  :: else
  fi;
  quiet(d);
  check()
}

#define events(d) \
  :: d_step { arrive(d) } \
  :: d_step { open(d) } \
  :: d_step { dismiss(d) } \
  :: d_step { upload(d) } \
  :: d_step { take(d) } \
  :: d_step { acknowledge(d) } \
  :: d_step { device[d].carries != nothing -> quiet(d); check() }

#define none

active proctype network() {
  do
  EACH_DEVICE(events, none)
  :: d_step {
       EACH_DEVICE(isSettled, &&) ->
       round = (round + 1) % ROUNDS;
       EACH_DEVICE(startRound, ;);
       check()
     }
  od
}
