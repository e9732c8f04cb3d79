import { expect, test } from "vitest";
import { ledgerFaults } from "../../../stock/checks";
import { seeded } from "../demo.testing";

test("returns and disposals stand in every state, and their stock adds up", async () => {
  const { db } = await seeded();
  const states = (table: string) =>
    db.query<{ status: string }>(`select distinct status from ${table} order by 1`);
  const names = async (table: string) => (await states(table)).map((r) => r.status);
  expect(await names("fba_return")).toEqual([
    ...["approved", "auditing", "closed", "done", "draft", "partReceived", "shipping"],
    "submitted",
  ]);
  expect(await names("fba_disposal")).toEqual([
    "approved",
    "auditing",
    "done",
    "draft",
    "submitted",
  ]);
  expect(await ledgerFaults(db)).toEqual([]);
});
