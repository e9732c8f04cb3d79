import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database, Sql } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("create table twin (id int primary key, n int not null)");
});
afterAll(() => db.close());

/** Lets everybody go on when so many have come, once. */
function barrier(most: number) {
  let open = () => {};
  const all = new Promise<void>((done) => {
    open = done;
  });
  let come = 0;
  return () => {
    come += 1;
    if (come >= most) open();
    return all;
  };
}

const fresh = () => db.query("truncate twin; insert into twin values (1, 0), (2, 0)");
const add = (sql: Sql, id: number) => sql.query("update twin set n = n + 1 where id = $1", [id]);
const kept = () => db.query("select id, n from twin order by id");

test("two transactions in each other's way: both are done, once", async () => {
  await fresh();
  const both = barrier(2);
  const work = (first: number, second: number) =>
    db.tx(async (sql) => {
      await add(sql, first);
      await both();
      await add(sql, second);
    });
  await Promise.all([work(1, 2), work(2, 1)]);
  expect(await kept()).toEqual([
    { id: 1, n: 2 },
    { id: 2, n: 2 },
  ]);
});

test("a picture that grew old is taken anew", async () => {
  await fresh();
  let runs = 0;
  await db.tx(async (sql) => {
    runs += 1;
    await sql.query("set transaction isolation level repeatable read");
    await sql.query("select * from twin");
    if (runs === 1) await db.query("update twin set n = 10 where id = 1");
    await add(sql, 1);
  });
  expect(runs).toBe(2);
  expect(await kept()).toContainEqual({ id: 1, n: 11 });
});

test("a lock that did not come in time is asked for again", async () => {
  await fresh();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const has = barrier(2);
  const holder = db.tx(async (sql) => {
    await add(sql, 1);
    await has();
    await held;
  });
  await has();
  let runs = 0;
  await db.tx(async (sql) => {
    runs += 1;
    if (runs === 2) {
      release();
      await holder;
    }
    await sql.query("select 1 from twin where id = 1 for update nowait");
    await add(sql, 1);
  });
  expect(runs).toBe(2);
  expect(await kept()).toContainEqual({ id: 1, n: 2 });
});

test("a statement of its own is run again as well", async () => {
  await fresh();
  await db.query("create sequence tries");
  await db.query(
    `create function twice() returns int language plpgsql as $$ begin
       if nextval('tries') < 3 then raise exception 'not now' using errcode = '40P01'; end if;
       return 1; end $$`,
  );
  expect(await db.one("select twice() as done")).toEqual({ done: 1 });
});

const collision = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });

test("work that never gets through is given up after some runs, and says why", async () => {
  let runs = 0;
  const work = db.tx(async () => {
    runs += 1;
    throw collision();
  });
  await expect(work).rejects.toMatchObject({ code: "40P01" });
  expect(runs).toBe(6);
});

test.each([
  ["what cannot be run twice", { again: false }, collision()],
  ["what went wrong otherwise", {}, new Error("no")],
])("%s is run once", async (_what, options, error) => {
  let runs = 0;
  const work = db.tx(async () => {
    runs += 1;
    throw error;
  }, options);
  await expect(work).rejects.toBe(error);
  expect(runs).toBe(1);
});
