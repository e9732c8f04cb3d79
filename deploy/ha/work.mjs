// Two copies of the program behind nginx, people who write through it, and what must be true of what they were told.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { tokenCall } from "../../tests/bench/token.mjs";
import { family, HOST, signalAll, until } from "./node.mjs";
import { freePort, programAt } from "./stack.mjs";

const PASSWORD = "Fester-Grund-1";
const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether what is there takes requests. */
const takesRequests = (url) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** One copy of the program. */
export class Copy {
  constructor(folder, port, env) {
    Object.assign(this, { folder, port, env, url: `http://${HOST}:${port}` });
  }

  /** @param program folder of a checkout or a release */
  begin(program = CHECKOUT) {
    mkdirSync(this.folder, { recursive: true });
    const log = openSync(path.join(this.folder, "log"), "a");
    const env = { ...process.env, ...this.env, PORT: String(this.port), HOST, NODE_ENV: "production" };
    const command = path.join(program, "scripts/start.mjs");
    this.child = spawn(process.execPath, [command], { env, stdio: ["ignore", log, log] });
    this.ended = new Promise((done) => this.child.once("exit", done));
  }

  async ready(seconds = 180) {
    const answers = () => {
      if (this.child.exitCode !== null) throw new Error(`the program ended; its words: ${this.folder}/log`);
      return takesRequests(this.url);
    };
    await until(`${this.url} is ready (its words: ${this.folder}/log)`, answers, seconds);
  }

  kill() {
    signalAll(family(this.child.pid), "SIGKILL");
    return this.ended;
  }

  /** As a service manager does. */
  end() {
    this.child.kill("SIGTERM");
    return this.ended;
  }
}

/** deploy/nginx.conf as it stands, but for addresses and folders. */
function nginxConfiguration(folder, port, copies) {
  const site = readFileSync(fileURLToPath(new URL("../nginx.conf", import.meta.url)), "utf8")
    .replace("listen 80;", `listen ${HOST}:${port};`)
    .replace(
      "server 127.0.0.1:3000 max_fails=0;",
      copies.map((copy) => `server ${HOST}:${copy.port} max_fails=0;`).join(" "),
    )
    .replace("root /opt/erp-console/public;", `root ${CHECKOUT}/public;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((t) => `${t}_temp_path ${folder}/${t};`);
  const user = process.getuid() === 0 ? "user root;" : "";
  const http = `access_log off; ${temporary.join(" ")} ${site}`;
  return `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }`;
}

/**
 * Two copies on one database: one finds the primary by the nodes' names, one by HAProxy through a pooler that
 * hands out connections by transaction. Whoever asks `url` asks nginx.
 */
export async function startWork(stack) {
  const { nodes, proxy, pooled } = stack.addresses;
  const common = {
    DEMO: "off",
    CAPTCHA: "off",
    ADMIN_PASSWORD: PASSWORD,
    DATA_DIR: path.join(stack.folder, "data"),
    BACKUP_KEEP_DAYS: "0",
    LOG_FORMAT: "json",
    SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    SESSION_SECRET: randomBytes(24).toString("hex"),
    STAND_INS: "off",
    RATES_URL: "off",
    REPORTS: "off",
  };
  const databases = [
    { DATABASE_URL: nodes },
    { DATABASE_URL: pooled, DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: proxy },
  ];
  const copies = [];
  for (const [n, database] of databases.entries()) {
    const copy = new Copy(path.join(stack.folder, `copy${n + 1}`), await freePort(), { ...common, ...database });
    stack.also(() => copy.kill());
    copy.begin();
    await copy.ready();
    copies.push(copy);
  }
  const port = await freePort();
  const folder = path.join(stack.folder, "nginx");
  mkdirSync(path.join(folder, "logs"), { recursive: true });
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, nginxConfiguration(folder, port, copies));
  const nginx = spawn(programAt("nginx"), ["-p", folder, "-c", file], {
    stdio: ["ignore", "ignore", openSync(`${folder}/log`, "a")],
  });
  stack.also(() => nginx.kill());
  const url = `http://${HOST}:${port}`;
  await until("nginx answers", () => takesRequests(url), 20);
  return { url, copies };
}

/** Headers of the administrator's calls. */
export async function signIn(url) {
  const { path: at, headers } = tokenCall("admin", PASSWORD);
  const answer = await fetch(`${url}/api${at}`, { method: "POST", headers });
  const { access_token: token } = await answer.json();
  return { authorization: `Bearer ${token}`, "content-type": "application/json" };
}

/** The session of somebody who signs in by the page. */
export async function pageCookie(url) {
  const body = new URLSearchParams({ username: "admin", password: PASSWORD, intent: "sign-in" });
  const answer = await fetch(`${url}/login`, { method: "POST", headers: { origin: url }, body, redirect: "manual" });
  const set = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  if (answer.status !== 303) throw new Error(`sign-in: ${answer.status}`);
  return set.join("; ");
}

/** People who look at a list by the page and by the API, and once more a second later where that was not answered. */
export class Readers {
  read = 0;
  again = 0;
  failed = [];
  over = false;

  constructor(url, headers, cookie) {
    const pages = [
      ["/admin/user/index", { cookie, accept: "text/html" }],
      ["/api/admin/user/page?size=20", headers],
    ];
    this.all = pages.map(([path, given]) => this.#look(`${url}${path}`, { headers: given, redirect: "manual" }));
  }

  async #look(address, asked) {
    for (; !this.over; await sleep(20)) {
      this.read += 1;
      if (await this.#answered(address, asked)) continue;
      this.again += 1;
      await sleep(1_000);
      if (!(await this.#answered(address, asked))) this.failed.push(address);
    }
  }

  async #answered(address, asked) {
    const answer = await fetch(address, { ...asked, signal: AbortSignal.timeout(60_000) }).catch(() => undefined);
    // A page that breaks off in the middle has not been answered either.
    const whole = await answer?.text().catch(() => undefined);
    return answer?.status === 200 && whole !== undefined;
  }

  async stop() {
    this.over = true;
    await Promise.all(this.all);
  }
}

/**
 * People who add users, one after the other. What is answered 503, or not at all, they send again with the same key,
 * as the page tells them to; any other answer than 200 is wrong.
 */
export class Writers {
  confirmed = [];
  wrong = [];
  refused = 0;
  slowest = 0;
  over = false;

  /** @param refusals what counts as not done, beside no answer at all */
  constructor(url, headers, name, { many = 8, refusals = [502, 503, 504] } = {}) {
    Object.assign(this, { url, headers, name, refusals, last: new Array(many).fill(0) });
    this.all = this.last.map((_, i) => this.#write(i));
  }

  async #write(writer) {
    for (let n = 0; !this.over && this.wrong.length < 20; n++) await this.#save(writer, `${this.name}${writer}.n${n}`);
  }

  async #save(writer, username) {
    const body = JSON.stringify({ username, displayname: username, deptId: "1", roleIds: ["1"] });
    const headers = { ...this.headers, "idempotency-key": `write-${username.replace(".", "-")}` };
    for (;;) {
      const began = Date.now();
      const sent = { method: "POST", headers, body, signal: AbortSignal.timeout(60_000) };
      const answer = await fetch(`${this.url}/api/admin/user`, sent).catch(() => undefined);
      const said = await answer?.text().catch(() => undefined);
      this.slowest = Math.max(this.slowest, Date.now() - began);
      if (answer?.status === 200 && said !== undefined) {
        this.confirmed.push(username);
        this.last[writer] = Date.now();
        return;
      }
      this.refused += 1;
      if (answer && !this.refusals.includes(answer.status)) this.wrong.push(`${answer.status} ${username}: ${said}`);
      if (this.wrong.length > 20) return;
      await sleep(100);
    }
  }

  /** When everybody has been answered since. */
  async allSince(at, seconds) {
    const all = () => this.last.every((one) => one > at) || this.wrong.length > 0;
    await until("every writer goes on", all, seconds);
    return Math.max(...this.last.map((one) => one - at));
  }

  async stop() {
    this.over = true;
    await Promise.all(this.all);
  }

  /** What the database has of what was confirmed, and how often. */
  async compare(address) {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    const kept = await client.query("select username from sys_user where username like $1", [`${this.name}_.n%`]);
    const twice = await client.query(
      `select biz_id from sys_oper_log where biz_type = 'user' and action = 'create' group by 1 having count(*) > 1`,
    );
    await client.end();
    const names = new Set(kept.rows.map(({ username }) => username));
    return {
      lost: this.confirmed.filter((name) => !names.has(name)).length,
      doubled: twice.rows.length + kept.rows.length - names.size,
      unknown: names.size - new Set(this.confirmed).size,
    };
  }
}
