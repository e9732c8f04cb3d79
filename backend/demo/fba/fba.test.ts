import { expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { seeded } from "../demo.testing";

test("returns and disposals stand in every state, and their stock adds up", async () => {
  const db = await seeded();
  const states = (table: string) => db.query<{ status: string }>(`select distinct status from ${table} order by 1`);
  const names = async (table: string) => (await states(table)).map((r) => r.status);
  expect(await names("fba_return")).toEqual([
    "approved",
    "auditing",
    "closed",
    "done",
    "draft",
    "partReceived",
    "shipping",
    "submitted",
  ]);
  expect(await names("fba_disposal")).toEqual(["approved", "auditing", "done", "draft", "submitted"]);
  expect(await ledgerFaults(db)).toEqual([]);
});

test("a report of each kind is carried out, another one waits with rows of every outcome", async () => {
  const db = await seeded();
  const rows = (table: string) =>
    db.query(
      `select h.status, string_agg(distinct l.outcome, ' ' order by l.outcome) as outcomes
       from ${table} h join ${table}_row l on l.${table}_id = h.id group by h.id, h.status order by h.id`,
    );
  expect(await rows("fba_removal")).toEqual([
    { status: "done", outcomes: "bad done same" },
    { status: "draft", outcomes: "bad good same" },
    { status: "void", outcomes: "bad" },
  ]);
  expect(await rows("fba_inventory")).toEqual([
    { status: "done", outcomes: "diff same" },
    { status: "draft", outcomes: "bad diff same" },
    { status: "void", outcomes: "diff" },
  ]);
});
