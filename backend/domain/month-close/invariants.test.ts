import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { postPayables } from "#backend/ledgers/payables/post";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { openStock, type Stock } from "#backend/ledgers/stock/stock.testing";
import { Refusal } from "#backend/platform/http/refusal";
import { monthClose } from "#documents/finance/month-close";
import { actAs } from "../../../tests/acting";
import { runs } from "../../../tests/runs";
import { monthBack, monthIds } from "./months.testing";

const MONTHS = [2, 1, 0].map(monthBack);

let s: Stock;
let ids: Record<string, string>;
let suppliers: string[];
beforeAll(async () => {
  s = await openStock();
  suppliers = (
    await s.db.query<{ id: string }>(
      `insert into supplier (no, name, status) select 'GY-M' || n, '月结供应商' || n, 'approved'
       from generate_series(1, 2) n returning id`,
    )
  ).map((r) => r.id);
  await post({ month: 0, day: 1, pick: 0, cents: 100 });
  ids = await monthIds(s.db);
});
afterAll(() => s.db.close());

const step = fc.record({
  act: fc.constantFrom("post", "post", "post", "post", "post", "close", "close", "reopen"),
  month: fc.nat(2),
  day: fc.integer({ min: 1, max: 28 }),
  pick: fc.nat(1),
  cents: fc.integer({ min: 1, max: 99_999 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Goods come in and are owed for, both or neither. */
async function post({ month, day, pick, cents }: Omit<Step, "act">) {
  const bizDate = `${MONTHS[month]}-${String(day).padStart(2, "0")}`;
  const amount = (cents / 100).toFixed(2);
  const from = s.source();
  await s.act(async (c) => {
    const move = { kind: "in" as const, bucket: "good" as const, type: "otherIn" as const };
    await postMoves(c, from, "in", [{ ...move, qty: 1, amount, ...s.place(pick) }], { bizDate });
    const debt = { supplierId: suppliers[pick] ?? "", poId: null, currency: "CNY", rate: "1" };
    await postPayables(c, from, debt, [{ type: "receipt", amount }], bizDate);
  });
}

const done = { post: 0, close: 0, reopen: 0 };

/** One call of one actor: it happens as a whole, or it is refused in words. */
async function play(given: Step) {
  const { act } = given;
  const id = ids[MONTHS[given.month] ?? ""] ?? "";
  const input = act === "reopen" ? { reason: "补登" } : {};
  try {
    if (act === "post") await post(given);
    else
      await s.db.tx((sql) =>
        perform({ ...actAs(sql), confirmed: true }, monthClose, id, act, input, { trusted: true }),
      );
    done[act] += 1;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.message).toMatch(/已关账|未关账|请先关账|尚未结束|最近关账|不能|刷新/);
  }
}

const BROKEN: Record<string, string> = {
  "a closed month ends with what it was closed with": `select m.month from month_close m
    where m.status = 'closed' and (select sum(closing) from month_close_total
        where month_close_id = m.id)
      is distinct from (select sum(amount) from ap_entry where biz_date <= m.end_date)`,
  "a month is closed behind closed ones alone": `select m.month from month_close m
    where m.status = 'closed' and exists (select 1 from month_close e
      where e.month < m.month and e.status <> 'closed')`,
  "the parameter is the last closed day": `select value from sys_param
    where param_key = 'month_close_until' and nullif(value, '')::date is distinct from
      (select max(end_date) from month_close where status = 'closed')`,
  "goods and debts are posted together": `select biz_date from (
      select biz_date, amount from stock_move union all select biz_date, -amount from ap_entry) x
    group by 1 having sum(amount) <> 0`,
  "the balance of a supplier": `select s.id from supplier s where coalesce(s.ap_balance, 0)
    <> (select coalesce(sum(base_amount), 0) from ap_entry where supplier_id = s.id)`,
};

it("eight who post, close and reopen at once: nothing gets into a closed month, nothing is lost", async () => {
  const actor = fc.array(step, { minLength: 5, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(actor, { minLength: 8, maxLength: 8 }), async (actors) => {
      await Promise.all(
        actors.map(async (steps) => {
          for (const one of steps) await play(one);
        }),
      );
      for (const [name, query] of Object.entries(BROKEN)) expect(await s.db.query(query), name).toEqual([]);
      const rows = await s.db.one<{ n: number }>("select count(*)::int as n from ap_entry");
      expect(rows?.n).toBe(1 + done.post);
      expect(await ledgerFaults(s.db)).toEqual([]);
    }),
    { numRuns: runs(3), endOnFailure: true },
  );
  expect(done.close).toBeGreaterThan(0);
  expect(done.reopen).toBeGreaterThan(0);
});
