import { afterAll, beforeAll, expect, test } from "vitest";
import { copyDatabase } from "../../../tests/harness";
import { onClient } from "./client";
import { type Database, openDatabase } from "./sql";

let url: string;
let drop: () => Promise<unknown>;
let db: Database;
beforeAll(async () => {
  ({ url, drop } = await copyDatabase());
  db = openDatabase(url, 1);
});
afterAll(async () => {
  await db.close();
  await drop();
});

test("a connection that loses its server at rest fails its next statement, and nothing else", async () => {
  const work = onClient(url, async (client) => {
    const { rows } = await client.query("select pg_backend_pid() as pid");
    const gone = new Promise((done) => client.once("end", done));
    await db.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await gone;
    await client.query("select 1");
  });
  await expect(work).rejects.toThrow(/not queryable|terminat/i);
});
