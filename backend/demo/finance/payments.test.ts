import { expect, test } from "vitest";
import { seeded } from "../demo.testing";

test("payments, merges and OA payments stand in their states, each with its ledger", async () => {
  const db = await seeded();
  const states = await db.query<{ state: string }>(
    `select distinct 'payment ' || status as state from payment
     union select distinct 'merge ' || status from merged_payment
     union select distinct 'oa ' || source_type || ' ' || status from oa_payment order by 1`,
  );
  expect(states.map((s) => s.state)).toEqual(
    expect.arrayContaining([
      "payment pending",
      "payment merged",
      "payment paid",
      "merge submitted",
      "merge paid",
      "oa merged paid",
      "oa merged auditing",
      "oa expense paid",
      "oa expense auditing",
    ]),
  );
  const wrong = await db.query(
    `select r.no from payment_request r where r.paid_amount <> coalesce((select sum(settle_amount)
       from payment p where p.request_id = r.id and p.status = 'paid'), 0)`,
  );
  expect(wrong).toEqual([]);
});
