-- Delivery receipts of pushes to several devices: see receipts.tray, which says the same.
-- The benchmark puts the sizes in the place of the two numbers.

const
  DEVICES: 4;
  ROUNDS: 2;

type
  Device: 0 .. DEVICES - 1;
  Round: 0 .. ROUNDS - 1;
  Place: 0 .. 1;
  Count: 0 .. 2;
  Number: 0 .. 1;
  Fate: enum { onTheWay, shown, opened, dismissed, withdrawn };
  Event: enum { didShow, didOpen, didDismiss };
  Receipt: record
    number: Number;
    event: Event;
  end;
  Carries: enum { nothing, receipt, acknowledgement };

var
  round: Round;
  fate: array [Device] of Fate;
  made: array [Device] of Count;
  pending: array [Device] of Count;
  outbox: array [Device] of array [Place] of Receipt;
  carries: array [Device] of Carries;
  carried: array [Device] of Receipt;
  logged: array [Device] of Count;
  log: array [Device] of array [Place] of Event;

-- What is not in use has one value, so that equal situations are equal states.
procedure blank(var r: Receipt);
begin
  r.number := 0;
  r.event := didShow;
end;

procedure startRound();
begin
  for d: Device do
    fate[d] := onTheWay;
    made[d] := 0;
    logged[d] := 0;
    for p: Place do
      log[d][p] := didShow;
    end;
  end;
end;

procedure note(d: Device; e: Event);
begin
  outbox[d][pending[d]].number := made[d];
  outbox[d][pending[d]].event := e;
  pending[d] := pending[d] + 1;
  made[d] := made[d] + 1;
end;

startstate begin
  round := 0;
  startRound();
  for d: Device do
    pending[d] := 0;
    for p: Place do
      blank(outbox[d][p]);
    end;
    carries[d] := nothing;
    blank(carried[d]);
  end;
end;

ruleset d: Device do
  rule "arrive" fate[d] = onTheWay ==> begin
    fate[d] := shown;
    note(d, didShow);
  end;

  rule "open" fate[d] = shown ==> begin
    fate[d] := opened;
    note(d, didOpen);
    for e: Device do
      if fate[e] = onTheWay | fate[e] = shown then
        fate[e] := withdrawn;
      end;
    end;
  end;

  rule "dismiss" fate[d] = shown ==> begin
    fate[d] := dismissed;
    note(d, didDismiss);
  end;

  rule "upload" carries[d] = nothing & pending[d] > 0 ==> begin
    carries[d] := receipt;
    carried[d] := outbox[d][0];
  end;

  rule "take" carries[d] = receipt ==> begin
    if carried[d].number = logged[d] then
      log[d][logged[d]] := carried[d].event;
      logged[d] := logged[d] + 1;
    end;
    carries[d] := acknowledgement;
    carried[d].event := didShow;
  end;

  rule "acknowledge" carries[d] = acknowledgement ==> begin
    if pending[d] > 0 & outbox[d][0].number = carried[d].number then
      outbox[d][0] := outbox[d][1];
      blank(outbox[d][1]);
      pending[d] := pending[d] - 1;
    end;
    carries[d] := nothing;
    blank(carried[d]);
  end;

  rule "lose" carries[d] != nothing ==> begin
    carries[d] := nothing;
    blank(carried[d]);
  end;
end;

rule "next"
  forall d: Device do
    fate[d] != onTheWay & fate[d] != shown & pending[d] = 0 & carries[d] = nothing
  end
==> begin
  round := (round + 1) % ROUNDS;
  startRound();
end;

invariant "openedOnce"
  forall a := 0 to DEVICES - 2 do
    fate[a] = opened -> forall b := a + 1 to DEVICES - 1 do fate[b] != opened end
  end;

invariant "logIsTrue"
  forall d: Device do
    (logged[d] > 0 -> fate[d] != onTheWay & log[d][0] = didShow)
      & (logged[d] > 1 -> (log[d][1] = didOpen & fate[d] = opened)
          | (log[d][1] = didDismiss & fate[d] = dismissed))
  end;

invariant "outboxIsInOrder"
  forall d: Device do
    forall p: Place do
      p < pending[d] -> outbox[d][p].number = made[d] - pending[d] + p
    end
  end;

invariant "nothingIsLost"
  forall d: Device do
    logged[d] <= made[d] & made[d] <= logged[d] + pending[d]
  end;
