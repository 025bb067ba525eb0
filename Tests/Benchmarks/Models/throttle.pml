/* A queue of badge counts behind a token bucket: see throttle.tray, which says the same.
   The size is given to Spin as -DHORIZON=4800. */

#ifndef HORIZON
#define HORIZON 4800
#endif
#define BURST 3000
#define RATE 300
#define ROOM 10

#define hurried 350
#define calm 900

short now_;
short refilled;
short tokens = BURST;
short spent;
short unread;
byte waiting;
short queue[ROOM];

#define refill (tokens + (now_ - refilled) * RATE / 1000)
#define available (refill < BURST -> refill : BURST)
#define cost (700 + 35 * queue[0])

/* What is not in use is 0, so that equal situations are equal states. The queue is moved on without
   a loop: a loop needs a counter, which would be a part of each state. */
inline removeFirst() {
  queue[0] = queue[1];
  queue[1] = queue[2];
  queue[2] = queue[3];
  queue[3] = queue[4];
  queue[4] = queue[5];
  queue[5] = queue[6];
  queue[6] = queue[7];
  queue[7] = queue[8];
  queue[8] = queue[9];
  queue[9] = 0;
  waiting--
}

inline forget() {
  unread = 0;
  queue[0] = 0;
  queue[1] = 0;
  queue[2] = 0;
  queue[3] = 0;
  queue[4] = 0;
  queue[5] = 0;
  queue[6] = 0;
  queue[7] = 0;
  queue[8] = 0;
  queue[9] = 0
}

/* The invariants, checked at the end of every step. */
#define grows(p) (p + 1 >= waiting || queue[p] < queue[p + 1])

inline check() {
  assert(tokens + spent <= BURST + refilled * RATE / 1000);
  assert(waiting == 0 || queue[waiting - 1] == unread);
  assert(grows(0) && grows(1) && grows(2) && grows(3) && grows(4));
  assert(grows(5) && grows(6) && grows(7) && grows(8))
}

inline arrive(gap) {
  now_ + gap <= HORIZON ->
  now_ = now_ + gap;
  unread = unread + 1 + now_ / 50 % 9;
  if
  :: waiting == ROOM -> removeFirst()
  :: else
  fi;
  queue[waiting] = unread;
  waiting++;
  check()
}

active proctype server() {
  do
  :: d_step { arrive(hurried) }
  :: d_step { arrive(calm) }
  :: d_step { unread > 0 -> forget(); waiting = 1; check() }
  :: d_step {
       waiting > 0 && available >= cost ->
       spent = spent + cost;
       tokens = available - cost;
       refilled = now_;
       removeFirst();
       check()
     }
  :: d_step {
       now_ + hurried > HORIZON ->
       now_ = 0;
       refilled = 0;
       tokens = BURST;
       spent = 0;
       forget();
       waiting = 0;
       check()
     }
  od
}
