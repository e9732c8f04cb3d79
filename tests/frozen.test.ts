import { connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "#backend/platform/db/sql";
import { refusalOf } from "#backend/platform/http/refusal";
import { copyDatabase } from "./harness";
import { portOf } from "./port";

/** The way to the database, which can be frozen: taken connections stay, nothing passes any more. */
async function way(url: string) {
  const { host, port } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [a, b] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(a);
      a.on("data", (part) => frozen || b.write(part));
      a.on("error", () => {});
      a.on("close", () => b.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const through = new URL(url);
  through.searchParams.delete("host");
  through.host = `127.0.0.1:${portOf(server)}`;
  return {
    url: through.toString(),
    freeze(on: boolean) {
      frozen = on;
      if (!on) for (const socket of sockets) socket.destroy();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let path: Awaited<ReturnType<typeof way>>;
let db: Database;
beforeAll(async () => {
  copy = await copyDatabase();
  path = await way(copy.url);
  db = openDatabase(path.url, 3, { connect: 5, statement: 2, lock: 1, idle: 1 });
  await db.query("create table row (id int primary key)");
});
afterAll(async () => {
  await db?.close();
  path?.close();
  await copy?.drop();
});

const refused = async (work: Promise<unknown>) => {
  const began = Date.now();
  const told = await work.then(
    () => "done",
    (error) => error,
  );
  const { status } = refusalOf(told);
  // What it was instead is said where the test fails.
  return { status, late: Date.now() - began > 10_000, ...(status !== 503 && { told }) };
};

test("a frozen database is said within ten seconds, and it goes on when it answers again", async () => {
  await db.query("select 1");
  let under: Promise<void> = Promise.resolve();
  await new Promise<void>((standing) => {
    under = db.tx(async (sql) => {
      await sql.query("select 1");
      path.freeze(true);
      standing();
      await sql.query("insert into row values (1)");
    });
  });
  try {
    const all = await Promise.all([under, db.query("select 1"), db.query("select 2")].map(refused));
    all.push(await refused(db.query("select 3")));
    expect(all).toEqual(all.map(() => ({ status: 503, late: false })));
  } finally {
    path.freeze(false);
  }
  const count = () => db.query("select count(*)::int as n from row").catch(String);
  await expect.poll(count).toEqual([{ n: 0 }]);
}, 40_000);

test.concurrent("a slow statement is no frozen database: it has its own limit", async () => {
  expect(await db.query("select 1 from pg_sleep(1.5)")).toHaveLength(1);
  expect(await refused(db.query("select pg_sleep(30)"))).toEqual({ status: 503, late: false });
});

test.concurrent("without a limit a statement takes its time, watched or not", async () => {
  const own = openDatabase(path.url, 1);
  expect(await own.query("select 1 from pg_sleep(5)")).toHaveLength(1);
  await own.close();
}, 15_000);

test("what sends a file has limits of its own", async () => {
  const shown = await db.tx((sql) => sql.one("show statement_timeout"), { again: false });
  expect(shown).toEqual({ statement_timeout: "10min" });
});

test.concurrent("a transaction that is left alone ends, and lets go of its rows", async () => {
  const left = db.tx(async (sql) => {
    await sql.query("insert into row values (7)");
    await new Promise((done) => setTimeout(done, 2_500));
    await sql.query("select 1");
  });
  expect((await refused(left)).status).toBe(503);
  expect(await db.query("select * from row where id = 7")).toEqual([]);
});

test("of several hosts one that answers is found, and another when it falls silent", async () => {
  const [one, other] = [await way(copy.url), await way(copy.url)];
  const several = one.url.replace(/(127\.0\.0\.1:\d+)/, `$1,${new URL(other.url).host}`);
  const own = openDatabase(several, 3, { connect: 5, statement: 30, lock: 1, idle: 1 });
  try {
    one.freeze(true);
    const three = () => Promise.all([1, 2, 3].map(() => own.query("select 1 from pg_sleep(0.1)")));
    expect(await three()).toHaveLength(3);
    other.freeze(true);
    one.freeze(false);
    expect(await refused(own.query("select 1"))).toEqual({ status: 503, late: false });
    // Those at rest went with it: nobody waits for each of them in turn.
    const began = Date.now();
    expect(await three()).toHaveLength(3);
    expect(Date.now() - began).toBeLessThan(4_000);
  } finally {
    for (const path of [one, other]) path.close();
    await own.close();
  }
}, 40_000);
