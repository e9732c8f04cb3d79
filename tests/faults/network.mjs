// The way to the systems outside is slow, dead or lies, while somebody opens pages and goods are to be sent.
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { until } from "../../deploy/ha/node.mjs";
import { median } from "../bench/load.mjs";
import { start } from "../bench/servers.mjs";
import { controlOf, orderWorld } from "../scenario/order-world.mjs";
import { people } from "../scenario/people.mjs";
import { databaseOf, folder, say } from "./company.mjs";
import { Person } from "./memory.mjs";

const SLOW_MS = 20_000;
/** Seconds of a fault: jobs that work by the minute meet it. */
const SECONDS = 90;
/** Seconds within which everything must have been done after it. */
const PATIENCE = 240;
const PAGES = [
  "/platformorder/index",
  "/ordermanage/index",
  "/packageorder/index",
  "/baseSetup/outbox/index",
  "/wel/index",
];
const PACKAGES = "/packageorder/order";
const LIES = [
  { status: 200, type: "text/html", body: "<html><title>Sign in to the network</title></html>" },
  { status: 200, type: "application/json", body: '{"orders":[{"amazonOrderId":' },
  { status: 200, type: "application/json", body: "[]" },
  { status: 502, type: "text/html", body: "<h1>Bad Gateway</h1>" },
];

/** What stands between the product and the systems outside. */
class Way {
  state = "good";
  asked = 0;
  waiting = new Set();

  constructor(to) {
    this.server = createServer((req, res) => this.pass(new URL(req.url, to), req, res));
  }

  async open() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
  }

  async pass(url, req, res) {
    const { state } = this;
    if (state !== "good") this.asked += 1;
    if (state === "dead") return this.waiting.add(res);
    if (state === "gone") return req.socket.destroy();
    if (state === "lying") {
      const { status, type, body } = LIES[this.asked % LIES.length];
      return res.writeHead(status, { "content-type": type }).end(body);
    }
    // What was asked is done over there, whether its answer is waited for or not.
    const { method, headers } = req;
    const on = request(url, { method, headers: { ...headers, host: url.host } }, async (answer) => {
      if (state === "slow") await sleep(SLOW_MS);
      res.writeHead(answer.statusCode, answer.headers);
      answer.pipe(res);
    });
    on.on("error", () => res.destroy());
    req.pipe(on);
  }

  turn(state) {
    this.state = state;
    this.asked = 0;
    for (const res of this.waiting) res.destroy();
    this.waiting.clear();
  }

  close() {
    this.turn("gone");
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Opens these pages one after the other. @returns ms of each */
async function look(person, end) {
  const took = Object.fromEntries(PAGES.map((at) => [at, []]));
  for (let n = 0; Date.now() < end; n++) {
    const at = PAGES[n % PAGES.length];
    const began = performance.now();
    await person.open(at);
    took[at].push(performance.now() - began);
    await sleep(200);
  }
  return took;
}

/** How much longer a page takes than else, the one that suffers most. */
const slower = (now, before) => Math.max(...PAGES.map((at) => median(now[at]) - median(before[at])));

/** A shop whose orders come from a marketplace and whose parcels leave from somebody's warehouse. */
async function shop(backend, outside, dir) {
  const there = controlOf(outside.url);
  const db = new pg.Client({ connectionString: databaseOf(dir) });
  db.on("error", () => {}); // its server ends
  await db.connect();
  const told = JSON.parse(readFileSync(new URL("../orders/scenario-1.json", import.meta.url), "utf8"));
  for (const line of told.stock) line.qty = 1_000;
  const world = await orderWorld(people(`${backend.url}/api`), db, there, told);
  let last = 0;
  const rows = async (text, values) => (await db.query(text, values)).rows;
  return {
    admin: world.admin,
    rows,
    there,
    close: () => db.end(),
    /** Somebody buys. @returns the marketplace's number */
    async buy() {
      const orderNo = `113-7000000-${String(++last).padStart(7, "0")}`;
      const purchaseTime = new Date(Date.now() - 60_000).toISOString();
      const lines = [{ sellerSku: "S-A100", qty: 1 }];
      const { address } = told.order;
      const order = { orderNo, seller: "AMZ-US-1", marketplaceId: world.marketplaceId, purchaseTime, address, lines };
      await there("marketplace", { place: order });
      return orderNo;
    },
    /** Somebody wants to know what is new there. */
    sync: () => world.admin.act("/base/connector", world.market, "sync"),
    /** Parcels that are packed and nobody has sent. */
    packed: () => rows("select id from package_order where status = 'reserved' order by id"),
  };
}

/** Each of the faults once. @returns the line of the summary */
export async function network() {
  const dir = folder("network");
  const outside = await start(() => ["scripts/start.mjs", "stand-ins"]);
  const way = new Way(outside.url);
  await way.open();
  const env = { DATA_DIR: dir, DEMO: "on", DEMO_PROFILE: "staff", PASSWORD_ENCODING: "base64", STAND_INS: way.url };
  const program = await start(() => ["scripts/start.mjs"], { ready: "/readyz", env });
  const wrong = [];
  const figures = {};
  const bought = [];
  const sent = [];
  try {
    const world = await shop(program, outside, dir);
    const { admin, rows } = world;
    const person = new Person(program.url, "admin", wrong);
    await person.signIn();
    const buy = async (times) => {
      for (let n = 0; n < times; n++) bought.push(await world.buy());
    };
    const allCome = async () => (await world.packed()).length + sent.length >= bought.length;
    await buy(4);
    await until("orders come, before there is any fault", allCome, PATIENCE);
    const before = await look(person, Date.now() + 30_000);
    for (const state of ["slow", "dead", "gone", "lying"]) {
      const [{ id }] = await world.packed();
      way.turn(state);
      const end = Date.now() + SECONDS * 1_000;
      await admin.act(PACKAGES, id, "send");
      sent.push(id);
      await buy(3);
      await world.sync();
      const took = await look(person, end);
      const { asked } = way;
      if (!asked) wrong.push(`${state}: nobody asked`);
      way.turn("good");
      const done = async () => {
        const [{ open }] = await rows(
          "select count(*)::int as open from outbox where status in ('pending', 'sending')",
        );
        const parcels = await rows("select external_order_no as no from package_order where id = any ($1)", [sent]);
        return !open && parcels.every(({ no }) => no) && (await allCome());
      };
      const began = Date.now();
      await until(`${state}: everything is done`, done, PATIENCE).catch((error) => wrong.push(error.message));
      const after = Math.round((Date.now() - began) / 1_000);
      const more = slower(took, before);
      figures[state] = `${Math.round(more)} ms slower, ${asked} asked, done after ${after} s`;
      say(`network ${state}: ${figures[state]}`);
      if (more > 100) wrong.push(`${state}: pages are ${Math.round(more)} ms slower`);
    }
    const orders = await rows("select platform_order_no as no, count(*)::int as n from platform_order group by 1");
    for (const no of bought) if (orders.find((o) => o.no === no)?.n !== 1) wrong.push(`order ${no} is not there once`);
    const dead = await rows("select key, answer from outbox where status = 'dead'");
    for (const { key, answer } of dead) wrong.push(`given up: ${key} ${answer}`);
    const { orders: heard = [] } = await world.there("warehouse");
    if (heard.length !== sent.length) wrong.push(`the warehouse has ${heard.length} orders of ${sent.length}`);
    await world.close();
    return { fault: "network", ...figures, orders: bought.length, parcels: sent.length, wrong, good: !wrong.length };
  } finally {
    await program.stop();
    way.close();
    await outside.stop();
  }
}
