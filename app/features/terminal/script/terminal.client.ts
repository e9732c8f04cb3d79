import { offerCamera } from "./camera.client";
import { type Answer, drain, type Stopped } from "./queue.client";
import { type SoundTone, sound } from "./sound.client";
import { keepKnown, keepScan, lastKnown, type ScriptKnown, type Waiting, waitingOf } from "./store.client";

/** Milliseconds between two tries while something waits. */
const AGAIN = 3000;

const facts = document.body.dataset;
const part = (id: string) => document.getElementById(id);
const mark = () => /(?:^|; )session-mark=([^;]*)/.exec(document.cookie)?.[1] ?? "";

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");

let owner = facts.owner ?? "";
let waiting = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const others = new BroadcastChannel("terminal");

const WHY: Record<Stopped, string> = {
  offline: "没有网络，恢复后自动发送",
  signedOut: "登录已失效或已锁屏，重新登录后自动发送",
  other: "这里已由他人登录，本人重新登录后自动发送",
  busy: "系统忙，稍后自动重发",
};

function say(tone: SoundTone | "wait", said: string): void {
  const band = part("band");
  if (!band) return;
  band.className = `band ${tone}`;
  band.setAttribute("role", tone === "bad" ? "alert" : "status");
  band.textContent = said;
  band.hidden = false;
}

async function showWaiting(why?: Stopped | null): Promise<void> {
  const all = await waitingOf(owner);
  waiting = all.length;
  const box = part("waiting");
  if (!box) return;
  box.className = "band wait";
  box.hidden = !waiting || !why;
  const last = all.slice(-5).map((scan) => scan.shown);
  if (why) box.textContent = `${waiting}条等待发送（${WHY[why]}）：${last.join("、")}`;
}

function show({ kind, place }: Pick<Waiting, "kind" | "place">, answer: Answer): void {
  if (kind !== facts.kind || place !== facts.place) return;
  say(answer.tone, answer.said);
  const [asked, state] = [part("asked"), part("state")];
  if (asked && answer.asked) asked.textContent = answer.asked;
  if (state && answer.state !== undefined) state.innerHTML = answer.state;
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  const why = await drain(owner, (scan, answer) => {
    show(scan, answer);
    sound(answer.tone);
    others.postMessage({ scan, answer });
  });
  await showWaiting(why);
  if (why) timer = setTimeout(sendAll, AGAIN);
  // The page that opened without network gives way to the real one, unless somebody types.
  else if ("offline" in facts && !field()?.value && navigator.onLine) location.reload();
}

const field = () => document.querySelector<HTMLInputElement>("#scan [name=code]");

/** The form as it is kept: cleared at once, so that the next scan finds an empty field. */
async function keep(form: HTMLFormElement, by: HTMLElement | null): Promise<void> {
  const data = new FormData(form, by);
  const fields = Object.fromEntries([...data].map(([name, value]) => [name, String(value)]));
  const shown = [fields.qty && fields.qty !== "1" ? `${fields.qty}*` : "", fields.code, fields.weight]
    .filter(Boolean)
    .join("");
  for (const input of form.querySelectorAll<HTMLInputElement>("input:not([type])"))
    input.value = input.name === "qty" ? "1" : "";
  field()?.focus();
  Object.assign(fields, { key: newKey(), time: new Date().toISOString() });
  const scan = { owner, kind: facts.kind ?? "", place: fields.place ?? "", shown, fields };
  const kept = await keepScan(scan).then(
    () => true,
    () => false,
  );
  if (kept) return sendAll();
  // Nothing can be kept here: sent as without script.
  for (const input of form.querySelectorAll<HTMLInputElement>("input:not([type])"))
    input.value = fields[input.name] ?? "";
  form.submit();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "scan" || form.id === "seal") {
    event.preventDefault();
    void keep(form, event.submitter);
  } else if (waiting && form.method === "post") {
    event.preventDefault();
    say("bad", `还有${waiting}条扫描没有发送，请等网络恢复`);
    sound("bad");
  }
});

others.onmessage = ({ data }: MessageEvent<{ scan: Waiting; answer: Answer }>) => {
  if (data.scan.owner === owner) show(data.scan, data.answer);
  void showWaiting();
};

/** The page that is shown without network: the field, for who is still signed in on this device. */
function openOffline(known: ScriptKnown | undefined): boolean {
  const kind = location.pathname.split("/")[2] ?? "";
  const words = JSON.parse(facts.words ?? "{}")[kind];
  const mayScan = !!known && !!known.mark && known.mark === mark();
  owner = mayScan ? known.owner : "";
  if (!mayScan || !words) {
    say("wait", mayScan ? "没有网络，恢复后自动打开" : "没有网络；请在联网后登录");
    return false;
  }
  Object.assign(facts, { kind, place: known.place });
  const set = (id: string, text: string) => {
    const at = part(id);
    if (at) at.textContent = text;
  };
  set("title", words.label);
  set("asked", words.counts);
  set("place", known.name);
  set("word-good", words.good ?? "");
  set("word-bad", words.bad ?? "");
  const pick = document.querySelector<HTMLElement>(".pick");
  if (pick) pick.hidden = !words.bad;
  const place = document.querySelector<HTMLInputElement>("#scan [name=place]");
  if (place) place.value = known.place;
  const form = part("scan");
  if (form) form.hidden = false;
  field()?.focus();
  say("wait", "没有网络：扫描先存在这台设备上，恢复后自动发送");
  return true;
}

async function start(): Promise<void> {
  addEventListener("online", () => void sendAll());
  const form = part("scan");
  const input = field();
  // A browser that is busy obeys autofocus only after its first picture: a scan may come before.
  if (document.activeElement === document.body) input?.focus();
  if (form instanceof HTMLFormElement && input) offerCamera(form, input);
  if ("offline" in facts) {
    addEventListener("online", () => location.reload());
    if (!openOffline(await lastKnown())) return;
  } else if (facts.place && facts.name) await keepKnown({ owner, mark: mark(), place: facts.place, name: facts.name });
  await showWaiting("offline" in facts ? "offline" : null);
  if (waiting) void sendAll();
  if (!("offline" in facts)) await navigator.serviceWorker?.register("/terminal/sw.js", { scope: "/terminal" });
}

void start().catch(() => {});
