-- A notification tray with an analytics queue: see tray.tray, which says the same.
-- The benchmark puts the sizes in the place of the two numbers.

const
  IDS: 4;
  QUEUE: 3;

type
  ID: 0 .. IDS - 1;
  Slot: enum { absent, mention, info, call, badge };
  Collapse: enum { none, c1, c2, c3 };
  App: enum { foreground, background, killed };
  Card: record
    slot: Slot;
    collapse: Collapse;
    silent: boolean;
  end;

var
  tray: array [ID] of Card;
  awake: boolean;
  light: boolean;
  queue: 0 .. QUEUE;
  app: App;

procedure wipe(id: ID);
begin
  tray[id].slot := absent;
  tray[id].collapse := none;
  tray[id].silent := false;
end;

startstate begin
  for i: ID do
    wipe(i);
  end;
  awake := true;
  light := false;
  queue := 0;
  app := background;
end;

ruleset id: ID; kind: Slot; collapse: Collapse do
  rule "receive" kind != absent ==> begin
    for j: ID do
      if j != id & (((kind = info | kind = mention) & tray[j].slot = info)
          | (collapse != none & tray[j].collapse = collapse)) then
        wipe(j);
      end;
    end;
    tray[id].slot := kind;
    tray[id].collapse := collapse;
    tray[id].silent := kind = info | kind = badge;
    if kind = mention | kind = call then
      awake := true;
      light := true;
    end;
    if queue < QUEUE then
      queue := queue + 1;
    end;
  end;
end;

ruleset id: ID do
  rule "tap" tray[id].slot != absent ==> begin
    wipe(id);
    app := foreground;
    awake := true;
  end;

  rule "dismiss" tray[id].slot != absent ==> begin
    wipe(id);
  end;
end;

rule "sleep" awake ==> begin
  awake := false;
  light := false;
end;

rule "toBackground" app = foreground ==> begin
  app := background;
end;

rule "kill" app != killed ==> begin
  app := killed;
end;

rule "flush" queue > 0 ==> begin
  queue := queue - 1;
end;

invariant "oneInfoAtMost"
  forall a := 0 to IDS - 2 do
    tray[a].slot = info ->
      forall b := a + 1 to IDS - 1 do tray[b].slot != info end
  end;

invariant "noEqualCollapse"
  forall a := 0 to IDS - 2 do
    tray[a].collapse != none ->
      forall b := a + 1 to IDS - 1 do tray[b].collapse != tray[a].collapse end
  end;

invariant "onlyInfoAndBadgeAreSilent"
  forall i: ID do
    tray[i].silent -> tray[i].slot = info | tray[i].slot = badge
  end;

invariant "absentIsBlank"
  forall i: ID do
    tray[i].slot = absent -> tray[i].collapse = none & !tray[i].silent
  end;

invariant "lightImpliesAwake" light -> awake;
