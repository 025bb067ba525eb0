-- A queue of badge counts behind a token bucket: see throttle.tray, which says the same.
-- The benchmark puts the size in the place of the number.

const
  HORIZON: 4000;
  BURST: 3000;
  RATE: 300;
  ROOM: 10;

type
  Time: 0 .. HORIZON;
  Tokens: 0 .. 9999;
  Count: 0 .. 999;
  Place: 0 .. ROOM - 1;
  Pace: enum { hurried, calm };

var
  now: Time;
  refilled: Time;
  tokens: Tokens;
  spent: Tokens;
  unread: Count;
  waiting: 0 .. ROOM;
  queue: array [Place] of Count;

function gap(p: Pace): Time;
begin
  if p = hurried then
    return 350;
  end;
  return 900;
end;

function load(): Count;
begin
  return 1 + now / 50 % 9;
end;

function available(): Tokens;
var sum: 0 .. 99999;
begin
  sum := tokens + (now - refilled) * RATE / 1000;
  if sum < BURST then
    return sum;
  end;
  return BURST;
end;

function cost(): Tokens;
begin
  return 700 + 35 * queue[0];
end;

procedure removeFirst();
begin
  for p := 0 to ROOM - 2 do
    queue[p] := queue[p + 1];
  end;
  queue[ROOM - 1] := 0;
  waiting := waiting - 1;
end;

startstate begin
  now := 0;
  refilled := 0;
  tokens := BURST;
  spent := 0;
  unread := 0;
  waiting := 0;
  for p: Place do
    queue[p] := 0;
  end;
end;

ruleset pace: Pace do
  rule "arrive" now + gap(pace) <= HORIZON ==> begin
    now := now + gap(pace);
    unread := unread + load();
    if waiting = ROOM then
      removeFirst();
    end;
    queue[waiting] := unread;
    waiting := waiting + 1;
  end;
end;

rule "read" unread > 0 ==> begin
  unread := 0;
  for p: Place do
    queue[p] := 0;
  end;
  waiting := 1;
end;

rule "pass" waiting > 0 & available() >= cost() ==> begin
  spent := spent + cost();
  tokens := available() - cost();
  refilled := now;
  removeFirst();
end;

rule "restart" now + gap(hurried) > HORIZON ==> begin
  now := 0;
  refilled := 0;
  tokens := BURST;
  spent := 0;
  unread := 0;
  waiting := 0;
  for p: Place do
    queue[p] := 0;
  end;
end;

invariant "withinRate" tokens + spent <= BURST + refilled * RATE / 1000;

invariant "newestIsLast" waiting > 0 -> queue[waiting - 1] = unread;

invariant "countsGrow"
  forall p := 0 to ROOM - 2 do p + 1 < waiting -> queue[p] < queue[p + 1] end;
