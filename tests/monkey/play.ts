import { documents } from "#documents";
import { type Action, can, type DocumentType, isBusiness, permissionOf } from "#documents/kit";
import { answers, asked, type Dice, lineAnswers } from "./answers";
import type { Answer, Person } from "./people";

/** Subjects in which goods, money and orders move. What people administer stays as it is. */
const SUBJECTS = new Set([
  "product",
  "supplier",
  "purchase",
  "wms",
  "logistics",
  "finance",
  "promotion",
  "kol",
  "order",
  "service",
]);

const played = documents.filter((d) => isBusiness(d) && SUBJECTS.has(d.module) && !d.calls?.handwritten && !d.of);
const byName = new Map(played.map((d) => [d.name, d]));
/** Where goods and money are, people are three times as often. */
const CORE = new Set(["purchase", "wms", "logistics", "finance", "order"]);
const busy = played.flatMap((d) => (CORE.has(d.module) ? [d, d, d] : [d]));

export interface Tried {
  what: string;
  status: number;
  msg: string;
}

/** A row that somebody worked on: what has begun is worth going on with. */
interface Place {
  document: DocumentType;
  id: string;
}

type Row = Record<string, unknown>;

const rowOf = (answer: Answer): Row => Object(answer.data);

export interface World {
  dice: Dice;
  people: readonly Person[];
  /** What was worked on of late, the latest last. */
  lately: Place[];
}

const LATELY = 60;

function remember(w: World, document: DocumentType, id: unknown) {
  if (typeof id !== "string") return;
  w.lately.push({ document, id });
  if (w.lately.length > LATELY) w.lately.shift();
}

const tried = (what: string, { status, msg }: Answer): Tried => ({ what, status, msg });

/** Who may see its rows, if possible somebody with more to do there. */
function somebody(w: World, document: DocumentType): Person | undefined {
  const may = (p: Person, operation: string) => can(p.permissions, document, operation).ok;
  const viewers = w.people.filter((p) => may(p, "view"));
  const names = Object.keys(document.actions ?? {}).filter((n) => n !== "approve" && n !== "reject");
  const doers = viewers.filter((p) => names.some((name) => may(p, name)));
  return w.dice.one(doers.length && w.dice.often(0.9) ? doers : viewers);
}

async function somewhere(w: World): Promise<(Place & { who: Person }) | undefined> {
  const late = w.dice.often(0.6) ? w.dice.one(w.lately) : undefined;
  const document = late?.document ?? w.dice.one(busy);
  const who = document && somebody(w, document);
  if (!document || !who) return undefined;
  if (late) return { ...late, who };
  const { data } = await who.call("GET", `${document.api}/page?current=1&size=30`);
  const row = w.dice.one<Row>(Object(data).records ?? []);
  return row && { document, id: String(row.id), who };
}

/** A new row, blank or from what `proposed` says. */
async function add(w: World, p: Person, document: DocumentType, proposed: Row, what: string) {
  const values = {
    ...(await answers(p, w.dice, asked(document, "add"), proposed)),
    ...(await lineAnswers(p, w.dice, document.lines, proposed)),
  };
  const answer = await p.call("POST", document.api, values);
  remember(w, document, rowOf(answer).id);
  return tried(what, answer);
}

async function addBlank(w: World): Promise<Tried | undefined> {
  const document = w.dice.one(busy.filter((d) => d.can?.add !== false && !d.start?.sourced));
  if (!document) return undefined;
  const who = w.dice.one(w.people.filter((p) => can(p.permissions, document, "add").ok));
  return who && add(w, who, document, {}, `${document.name}.add`);
}

async function edit(w: World, { document, who, id }: Place & { who: Person }, row: Row) {
  const values = {
    ...(await answers(who, w.dice, asked(document, "edit"), row)),
    ...(w.dice.often(0.5) ? await lineAnswers(who, w.dice, document.lines, row) : {}),
  };
  const version = Number(row.version) - (w.dice.often(0.05) ? 1 : 0);
  const answer = await who.call("PUT", document.api, { ...values, id, version });
  return tried(`${document.name}.edit`, answer);
}

/** The form of another document that an action leads to, filled in and saved. */
async function open(w: World, at: Place & { who: Person }, name: string, opens: Action["opens"]) {
  const target = opens && byName.get(opens.document);
  if (!target) return undefined;
  const what = `${at.document.name}.${name} → ${target.name}`;
  const start = await at.who.call("GET", `${target.api}/prefill?${opens.param}=${at.id}`);
  if (start.status !== 200) return tried(what, start);
  return add(w, at.who, target, rowOf(start), what);
}

async function act(w: World, at: Place & { who: Person }, row: Row, name: string, action: Action) {
  const { document, who, id } = at;
  const path = `${document.api}/${id}/${name}`;
  const asks = action.lines || Object.keys(action.input ?? {}).length;
  const start = asks ? await who.call("GET", `${path}/ask`) : undefined;
  const proposed = { ...row, ...(start?.status === 200 ? rowOf(start) : {}) };
  const values = {
    ...(await answers(who, w.dice, action.input ?? {}, proposed)),
    ...(await lineAnswers(who, w.dice, action.lines, proposed)),
  };
  const to = action.path ?? path;
  const answer = await who.call("POST", to, { ...values, id, version: row.version });
  remember(w, document, id);
  return tried(`${document.name}.${name}`, answer);
}

async function work(w: World): Promise<Tried | undefined> {
  const at = await somewhere(w);
  if (!at) return undefined;
  const { document, who, id } = at;
  const read = await who.call("GET", document.calls?.read?.replace("{id}", id) ?? `${document.api}/${id}`);
  if (read.status !== 200) return tried(`${document.name}.view`, read);
  const row = rowOf(read);
  const may = (operation: string) => can(who.permissions, document, operation, row).ok;
  const sure = w.dice.often(0.9);
  const actions = Object.entries(document.actions ?? {}).filter(
    ([name, { who: whose }]) =>
      (!sure || may(name)) &&
      who.permissions.has(permissionOf(document, name)) &&
      // Approvers have a list of their own; what only shows something changes little.
      (whose !== "candidate" || w.dice.often(0.02)) &&
      (!/^(unmask|show)/.test(name) || w.dice.often(0.02)),
  );
  if (w.dice.often(0.04) && may("del"))
    return tried(`${document.name}.del`, await who.call("DELETE", `${document.api}/${id}?version=${row.version}`));
  if (may("edit") && document.can?.edit !== false && (!actions.length || w.dice.often(0.15))) return edit(w, at, row);
  const ahead = actions.filter(([, a]) => a.next);
  const [name, action] = w.dice.one(ahead.length && w.dice.often(0.6) ? ahead : actions) ?? [];
  if (!name || !action) return undefined;
  return action.opens ? open(w, at, name, action.opens) : act(w, at, row, name, action);
}

/** A decision on what waits for somebody. */
async function decide(w: World): Promise<Tried | undefined> {
  const who = w.dice.one(w.people);
  const { data } = (await who?.call("GET", "/act/task/todo?current=1&size=20")) ?? {};
  const task = w.dice.one<Row>(Object(data).records ?? []);
  if (!who || !task) return undefined;
  const yes = w.dice.often(0.9);
  const path = `/act/task/${task.taskId ?? task.id}/${yes ? "approve" : "reject"}`;
  const answer = await who.call("POST", path, { comment: "猴子看过了" });
  const document = byName.get(String(task.bizType));
  if (document) remember(w, document, String(task.bizId));
  return tried(`${task.bizType}.${yes ? "approve" : "reject"}`, answer);
}

/** One thing that somebody does; undefined where there was nothing to do. */
export function step(w: World): Promise<Tried | undefined> {
  if (w.dice.often(0.14)) return decide(w);
  return w.dice.often(0.1) ? addBlank(w) : work(w);
}
