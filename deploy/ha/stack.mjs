// Three PostgreSQL nodes under Patroni with etcd, HAProxy and PgBouncer, all of Debian's packages, in a scratch
// folder of one machine.
import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { HOST, Node, patroniSays, signalAll, until } from "./node.mjs";

const NODES = ["db1", "db2", "db3"];
/** Program and the package that brings it. */
const PROGRAMS = {
  patroni: "patroni",
  etcd: "etcd-server",
  haproxy: "haproxy",
  pgbouncer: "pgbouncer",
  nginx: "nginx-light",
};
const POSTGRES = "/usr/lib/postgresql";

const found = (program) =>
  ["/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin"].map((dir) => path.join(dir, program)).find(existsSync);

const serverFolders = () =>
  existsSync(POSTGRES)
    ? readdirSync(POSTGRES)
        .filter((version) => existsSync(path.join(POSTGRES, version, "bin/postgres")))
        .sort((a, b) => Number(b) - Number(a))
    : [];

/** @returns the Debian packages that are not there */
export function missingPackages() {
  const missing = Object.entries(PROGRAMS).filter(([program]) => !found(program));
  return [...missing.map(([, name]) => name), ...(serverFolders().length ? [] : ["postgresql"])];
}

export const programAt = (program) => {
  const at = found(program);
  if (!at) throw new Error(`${program} is not installed`);
  return at;
};

/** A port that nobody has at this moment. */
export const freePort = () =>
  new Promise((done, fail) => {
    const server = net.createServer().once("error", fail);
    server.listen(0, HOST, () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** PostgreSQL does not run as root: there everything but the product belongs to somebody else. */
function ordinaryUser() {
  if (process.getuid() !== 0) return {};
  const id = (what) => Number(execFileSync("id", [what, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

const filled = (template, values) =>
  readFileSync(fileURLToPath(new URL(template, import.meta.url)), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`${template}: {{${name}}}`);
    return String(values[name]);
  });

class Stack {
  password = randomBytes(12).toString("hex");
  user = ordinaryUser();
  children = new Set();
  ends = [];

  /** Starts a program that ends with this one; what it says goes to a file of its folder. */
  run(program, args, folder) {
    const log = openSync(path.join(folder, `${path.basename(program)}.log`), "a");
    const command = program.startsWith("/") ? program : programAt(program);
    const child = spawn(command, args, { cwd: folder, stdio: ["ignore", log, log], ...this.user });
    this.children.add(child);
    child.once("exit", () => this.children.delete(child));
    return child;
  }

  /** A folder of the database's user. */
  folderOf(name) {
    const folder = path.join(this.folder, name);
    mkdirSync(folder, { mode: 0o700 });
    if (this.user.uid !== undefined) chownSync(folder, this.user.uid, this.user.gid);
    return folder;
  }

  write(file, text) {
    writeFileSync(file, text, { mode: 0o600 });
    if (this.user.uid !== undefined) chownSync(file, this.user.uid, this.user.gid);
    return file;
  }

  async etcd() {
    const members = [];
    for (const name of ["etcd1", "etcd2", "etcd3"])
      members.push({ name, client: `http://${HOST}:${await freePort()}`, peer: `http://${HOST}:${await freePort()}` });
    const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(",");
    for (const { name, client, peer } of members) {
      const folder = this.folderOf(name);
      const own = ["--name", name, "--data-dir", path.join(folder, "data"), "--log-level", "warn", "--enable-v2"];
      const clients = ["--listen-client-urls", client, "--advertise-client-urls", client];
      const peers = ["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster];
      this.run("etcd", [...own, ...clients, ...peers], folder);
    }
    this.etcdHosts = members.map(({ client }) => client.replace("http://", ""));
  }

  async databases() {
    this.nodes = [];
    const bin = path.join(POSTGRES, serverFolders()[0], "bin");
    for (const name of NODES) {
      const node = new Node(this, name, { port: await freePort(), rest: await freePort() });
      const values = { name, host: HOST, port: node.port, rest: node.rest, bin, folder: this.folderOf(name) };
      const shared = { network: `${HOST}/32`, password: this.password, watchdog: '"off"' };
      const etcd = `[${this.etcdHosts.map((host) => `"${host}"`).join(", ")}]`;
      this.write(path.join(node.folder, "patroni.yml"), filled("patroni.yml", { ...values, ...shared, etcd }));
      node.begin();
      this.nodes.push(node);
    }
    await this.settled();
    const admin = new pg.Client({ connectionString: this.address("postgres", "postgres", await this.primaryPort()) });
    await admin.connect();
    await admin.query(`create role erp login password '${this.password}'`);
    await admin.query("create database erp owner erp");
    await admin.end();
  }

  address(user, database, port) {
    return `postgresql://${user}:${this.password}@${HOST}:${port}/${database}`;
  }

  async primary() {
    for (const node of this.nodes) if (await node.isPrimary()) return node;
  }

  async primaryPort() {
    const node = await this.primary();
    if (!node) throw new Error("no node is primary");
    return node.port;
  }

  /** Waits until one node is primary and two follow it, one of them so that it has all that was answered. */
  async settled(seconds = 180) {
    await until(
      "three nodes, one of them a synchronous standby",
      async () => {
        const node = await this.primary();
        const members = (node && (await patroniSays(node.rest, "/cluster"))?.body?.members) ?? [];
        const well = members.filter(({ state, lag }) => ["running", "streaming"].includes(state) && !(lag > 1e6));
        return well.length === NODES.length && well.some(({ role }) => role === "sync_standby");
      },
      seconds,
    );
  }

  async haproxy() {
    this.primaryAt = await freePort();
    this.standbysAt = await freePort();
    const nodes = this.nodes.map(({ name, port, rest }) => `    server ${name} ${HOST}:${port} check port ${rest}`);
    const bound = { primary: `${HOST}:${this.primaryAt}`, standbys: `${HOST}:${this.standbysAt}` };
    const folder = this.folderOf("haproxy");
    const file = this.write(
      path.join(folder, "haproxy.cfg"),
      filled("haproxy.cfg", { ...bound, nodes: nodes.join("\n") }),
    );
    this.run("haproxy", ["-db", "-f", file], folder);
  }

  async pooler() {
    this.pooledAt ??= await freePort();
    const folder = path.join(this.folder, "pgbouncer");
    if (!existsSync(folder)) {
      this.folderOf("pgbouncer");
      this.write(path.join(folder, "users.txt"), `"erp" "${this.password}"\n`);
      const values = { host: HOST, primary: this.primaryAt, port: this.pooledAt, mode: "transaction", folder };
      this.write(path.join(folder, "pgbouncer.ini"), filled("pgbouncer.ini", values));
    }
    this.bouncer = this.run("pgbouncer", [path.join(folder, "pgbouncer.ini")], folder);
  }

  /** DATABASE_URL by the nodes' own names, by HAProxy, and by the pooler before it. */
  get addresses() {
    const nodes = this.nodes.map(({ port }) => `${HOST}:${port}`).join(",");
    return {
      nodes: `postgresql://erp:${this.password}@${nodes}/erp?target_session_attrs=read-write`,
      proxy: this.address("erp", "erp", this.primaryAt),
      pooled: this.address("erp", "erp", this.pooledAt),
      standbys: this.address("erp", "erp", this.standbysAt),
    };
  }

  /** What ends before the databases do. */
  also(end) {
    this.ends.push(end);
  }

  stop() {
    for (const end of this.ends) end();
    for (const node of this.nodes ?? []) node.kill();
    signalAll(
      [...this.children].map(({ pid }) => pid),
      "SIGKILL",
    );
  }
}

/** Sets it all up and waits until it is well. `stop` ends every process; the folder stays. */
export async function startStack(say) {
  const stack = new Stack();
  stack.folder = mkdtempSync(path.join(os.tmpdir(), "erp-ha-"));
  if (stack.user.uid !== undefined) chownSync(stack.folder, stack.user.uid, stack.user.gid);
  try {
    say(`etcd, three nodes, HAProxy and PgBouncer in ${stack.folder}`);
    await stack.etcd();
    await stack.databases();
    await stack.haproxy();
    await stack.pooler();
    return stack;
  } catch (error) {
    stack.stop();
    throw error;
  }
}
