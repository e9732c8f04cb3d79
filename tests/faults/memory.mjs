// A day of thirty people in forty minutes: what the program keeps of it.
import { setTimeout as sleep } from "node:timers/promises";
import { header, keep } from "../bench/product.mjs";
import { start } from "../bench/servers.mjs";
import { people } from "../scenario/people.mjs";
import { folder, say } from "./company.mjs";

const PEOPLE = 30;
/** Thirty people open about so many pages in eight hours. */
const PAGES_OF_A_DAY = 43_000;

/**
 * Somebody at work: lists of the own menu, a row of each, a search, the home page; every page must answer. A number in
 * a ledger may lead to what this person may not see.
 */
export class Person {
  constructor(url, username, wrong) {
    Object.assign(this, { url, username, wrong, cookies: new Map(), pages: 0 });
  }

  /** @param from the list that led there */
  async open(at, init = {}, from = "") {
    const headers = { ...init.headers, Cookie: header(this.cookies) };
    const answer = await fetch(this.url + at, { ...init, headers, redirect: "manual" });
    keep(this.cookies, answer);
    this.pages += 1;
    if (answer.status >= 400 && !(from && [403, 404].includes(answer.status)))
      this.wrong.push(`${answer.status} ${this.username} ${at} ${from}`);
    return answer.text();
  }

  async signIn() {
    const body = new URLSearchParams({ username: this.username, password: "123456", intent: "sign-in" });
    await this.open("/login", { method: "POST", headers: { Origin: this.url }, body });
    const home = await this.open("/wel/index");
    this.menu = [...new Set([...home.matchAll(/<a href="(\/[a-zA-Z]+\/[^"?#]*)"/g)].map(([, at]) => at))].filter(
      (at) => !at.startsWith("/myiframe") && !at.startsWith("/help"),
    );
    if (this.menu.length < 3) throw new Error(`${this.username} has no menu`);
  }

  /** One list, its second page, a search in it and the first thing that it leads to. */
  async look() {
    const at = this.menu[Math.floor(Math.random() * this.menu.length)];
    const list = await this.open(at);
    const rows = [...list.matchAll(/<td[^>]*><a href="(\/[^"#]+)"/g)].map(([, to]) => to.replaceAll("&amp;", "&"));
    if (rows.length) await this.open(rows[Math.floor(Math.random() * rows.length)], {}, at);
    const draw = Math.random();
    if (draw < 0.3) await this.open(`${at}?page=2`);
    else if (draw < 0.6) await this.open(`${at}?keyword=${1 + Math.floor(Math.random() * 500)}`);
    else if (draw < 0.7) await this.open("/wel/index");
  }
}

const mean = (list) => list.reduce((sum, n) => sum + n, 0) / list.length;

/**
 * @param {number} minutes of the run; of it an eighth is warming up
 * @returns the line of the summary: heap in MB and open handles, a quarter of the run at its beginning and at its end
 */
export async function memory({ minutes }) {
  const env = { DATA_DIR: folder("memory"), DEMO_PROFILE: "small", LOG_FORMAT: "json", PASSWORD_ENCODING: "base64" };
  const server = await start(() => ["scripts/start.mjs"], { ready: "/readyz", env });
  const wrong = [];
  try {
    const as = people(`${server.url}/api`);
    const users = await as("admin").get("/admin/user/page?current=1&size=100&lockFlag=0");
    const names = users.records.map(({ username }) => username).slice(0, PEOPLE);
    const staff = Array.from({ length: PEOPLE }, (_, i) => new Person(server.url, names[i % names.length], wrong));
    for (const person of staff) await person.signIn();
    const end = Date.now() + minutes * 60_000;
    const rest = (minutes * 60_000 * PEOPLE) / PAGES_OF_A_DAY;
    const work = staff.map(async (person) => {
      while (Date.now() < end && wrong.length < 50) {
        const [before, began] = [person.pages, Date.now()];
        await person.look().catch((error) => wrong.push(`${person.username}: ${error.message}`));
        await sleep(Math.max(0, rest * (person.pages - before) * (0.5 + Math.random()) - (Date.now() - began)));
      }
    });
    let n = 0;
    const write = (async () => {
      while (Date.now() < end) {
        const username = `mix${n++}`;
        await as("admin")
          .post("/admin/user", { username, displayname: username, deptId: "1", roleIds: ["1"] })
          .catch((error) => wrong.push(`${username}: ${error.message}`));
        await sleep(2_000);
      }
    })();
    const samples = [];
    while (Date.now() < end) {
      await sleep(Math.min(minutes * 1_500, 60_000));
      const { heapUsed, rss, handles } = await server.ask("memory");
      samples.push({ heap: heapUsed / 1e6, rss: rss / 1e6, handles });
      const pages = staff.reduce((sum, one) => sum + one.pages, 0);
      say(
        `memory: ${pages} pages, heap ${(heapUsed / 1e6).toFixed(1)} MB, rss ${(rss / 1e6).toFixed(0)} MB, ${handles} handles`,
      );
    }
    await Promise.all([...work, write]);
    const warm = samples.slice(samples.length >> 3);
    const quarter = Math.max(1, warm.length >> 2);
    const part = (what) => [mean(warm.slice(0, quarter).map(what)), mean(warm.slice(-quarter).map(what))];
    const [heap, heapAfter] = part((s) => s.heap);
    const [handles, handlesAfter] = part((s) => s.handles);
    return {
      fault: "memory",
      pages: staff.reduce((sum, one) => sum + one.pages, 0),
      written: n,
      heap: `${heap.toFixed(1)} → ${heapAfter.toFixed(1)} MB`,
      handles: `${handles.toFixed(0)} → ${handlesAfter.toFixed(0)}`,
      wrong,
      good: wrong.length === 0 && heapAfter <= heap * 1.05 && handlesAfter <= handles * 1.05,
    };
  } finally {
    await server.stop();
  }
}
