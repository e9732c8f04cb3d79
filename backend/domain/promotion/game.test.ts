import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { today } from "#backend/platform/values/calendar";
import { type Money, openMoney } from "./money.testing";

let p: Money;
beforeAll(async () => {
  p = await openMoney();
});
// One application per ASIN and time: those of other tests are out of the way.
beforeEach(async () => {
  await p.db.query("update evaluation_application set del_flag = 1");
});
afterAll(() => p?.db.close());

const month = () => ({ periodStart: `${today().slice(0, 7)}-01`, periodEnd: today() });
const fee = (resourceId: string, direction: "pay" | "receive", items?: object[]) =>
  p.add("rebate", { direction, resourceId, ...month(), ...(items && { items }) });

async function confirmed(id: string) {
  await p.act("rebate", id, "submit");
  await p.leads("rebate", id, "confirm");
  return id;
}

/** Promotion fees of a source, CNY. */
const feeOf = async (type: string, no: string) =>
  (
    await p.db.query<{ name: string; amount: string }>(
      `select column_name as name, sum(amount)::numeric(12, 2)::text as amount from fact_source
       where source_type = $1 and source_no = $2 group by 1 order by 1`,
      [type, no],
    )
  ).map((r) => `${r.name} ${r.amount}`);

/** What each test leaves must hold: sums, states, facts. None is the answer. */
const broken = () =>
  p.db.query<{ what: string }>(`
    select 'budget ' || no as what from evaluation_application where used_amount > budget_amount or used_amount < 0
    union all select 'used ' || a.no from evaluation_application a left join lateral (
        select sum(s.amount) as n from eva_request_share s join eva_request r on r.id = s.eva_request_id
        where s.application_id = a.id and s.del_flag = 0 and r.del_flag = 0
          and r.status in ('auditing', 'approved', 'paid')) u on true
      where coalesce(a.used_amount, 0) <> coalesce(u.n, 0)
    union all select 'refunded twice ' || l.evaluation_order_id from eva_refund_line l
      join eva_refund r on r.id = l.eva_refund_id where l.del_flag = 0 and r.status <> 'void'
      group by l.evaluation_order_id having count(*) > 1
    union all select 'platform order twice ' || o.platform_order_no from eva_refund_line l
      join eva_refund r on r.id = l.eva_refund_id join evaluation_order o on o.id = l.evaluation_order_id
      where l.del_flag = 0 and r.status <> 'void' group by o.platform_order_no having count(*) > 1
    union all select 'rebate twice ' || coalesce(l.order_id, l.refund_id) from rebate_line l
      join rebate b on b.id = l.rebate_id where l.del_flag = 0 and b.status <> 'void'
      group by b.direction, coalesce(l.order_id, l.refund_id) having count(*) > 1
    union all select 'rebate sum ' || b.no from rebate b where b.payable_amount <> b.adjust_amount
      + (select coalesce(sum(amount), 0) from rebate_line l where l.rebate_id = b.id and l.del_flag = 0)
    union all select 'paid ' || r.no from eva_request r where r.status = 'paid' and (r.paid_amount <> r.amount
      or r.amount <> (select sum(l.amount) from eva_request_line l
        where l.eva_request_id = r.id and l.del_flag = 0))
    union all select 'order ' || o.no from evaluation_order o
      where (o.status in ('refunding', 'refunded')) <> exists (select 1 from eva_refund_line l
        join eva_refund r on r.id = l.eva_refund_id where l.evaluation_order_id = o.id
          and l.del_flag = 0 and r.status <> 'void')
    union all select 'fact ' || seller_sku || ' ' || biz_date from (
        select f.biz_date, f.store_id, f.seller_sku, f.promo_fee,
          coalesce((select sum(s.amount) from fact_source s where s.biz_date = f.biz_date
            and s.store_id = f.store_id and s.seller_sku = f.seller_sku
            and s.column_name = 'promo_fee'), 0) as told
        from fact_trade_daily f) x where promo_fee <> told
    union all select 'request fact ' || r.no from eva_request r left join lateral (
        select sum(s.amount) as n from fact_source s where s.source_type = 'evaRequest'
          and s.source_no = r.no and s.column_name = 'promo_fee') f on true
      where coalesce(f.n, 0) <> case when r.status = 'paid' then r.amount_cny else 0 end`);

test("a resource gives its share of paid refunds back: once, whole, off that day's fees", async () => {
  const { resourceId, orders } = await p.bought("R030", ["38.51", "35.99"], { rebateRate: "5" });
  const ids = await p.checks(orders);
  const refund = await p.verified(ids);
  expect(await p.refused(fee(resourceId, "receive"))).toBe("该期间没有可返点的返款单");
  expect(await p.refused(fee(resourceId, "receive", [{ refundId: refund }]))).toMatch(
    /^返款单CPFK\d{10}未返款，不能返点$/,
  );
  const request = await p.requestOf([refund]);
  await p.act("eva_request", request.id, "submit");
  await p.agreed(request.id);
  const { id: financeId, amount } = await p.financeOf(request.id);
  await p.pays(financeId, amount);
  // 5 % of 74.50, and of it 7.15 each.
  const { id, no } = await fee(resourceId, "receive");
  expect(await p.read("rebate", id)).toMatchObject({
    direction: "receive",
    baseAmount: "74.50",
    amount: "3.73",
    payableAmount: "3.73",
    items: [{ base: "74.50", rate: "5.00", sourceType: "refund" }],
  });
  expect(await p.refused(fee(resourceId, "receive", [{ refundId: refund }]))).toMatch(
    /^返款单CPFK\d{10}已在返利单[A-Z]+\d{10}(（草稿）)?中$/,
  );
  await confirmed(id);
  const settle = (received: string) => p.refused(p.leads("rebate", id, "settleReceive", { received, day: today() }));
  expect(await settle("3.72")).toBe("收款金额不一致");
  const both = await Promise.all([settle("3.73"), settle("3.73")]);
  expect(both.filter((t) => t === "done")).toHaveLength(1);
  expect(await p.read("rebate", id)).toMatchObject({ status: "settled", settleDate: today() });
  expect(await feeOf("rebate", no)).toEqual(["promo_fee -26.67"]);
  expect(await broken()).toEqual([]);
});

test("what the platform keeps of a refund pays it: orders are refunded, the day has the fee", async () => {
  const { orders } = await p.bought("R031", ["38.51"], { payMethod: "platform" });
  const refund = await p.verified(await p.checks(orders));
  expect(await p.refused(p.requestOf([refund]))).not.toBe("done");
  const { no, totalAmount, amountCny } = await p.read("eva_refund", refund);
  await p.leads("eva_refund", refund, "deduct", {
    settlementNo: "S-9",
    amount: totalAmount,
    day: today(),
    inSettlement: true,
  });
  expect(await p.read("eva_refund", refund)).toMatchObject({ status: "paid", settlementNo: "S-9" });
  expect(await p.read("evaluation_order", orders[0]?.id ?? "")).toMatchObject({ status: "refunded" });
  expect(await feeOf("evaRefund", String(no))).toEqual([`other_fee -${totalAmount}`, `promo_fee ${amountCny}`]);
  expect(await broken()).toEqual([]);
});

/** The same numbers for everybody who runs this. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
}

test("eight people at once: budgets, refunds, rebates, requests and facts hold", async () => {
  const { resourceId, orders } = await p.bought(
    "R032",
    ["38.51", "38.51", "35.99", "35.99", "38.51", "38.51", "35.99", "38.51"],
    { rebateRate: "4" },
  );
  const ids = orders.map((o) => o.id);
  const pick = async (table: string, states: string[], n: number) => {
    const rows = await p.db.query<{ id: string }>(
      `select id from ${table} where resource_id = $1 and status = any($2) order by id`,
      [resourceId, states],
    );
    return rows[n % Math.max(rows.length, 1)]?.id ?? "0";
  };
  const some = (n: number) => [ids[n % 8] ?? "", ids[(n * 3 + 1) % 8] ?? ""];
  const moves: ((n: number) => Promise<unknown>)[] = [
    (n) => p.act("evaluation_order", ids[n % 8] ?? "", "check"),
    (n) => p.act("evaluation_order", ids[n % 7] ?? "", "markAbnormal", { abnormalReason: "other" }),
    (n) => p.verified(some(n)),
    async (n) => p.leads("eva_refund", await pick("eva_refund", ["verified"], n), "void", { reason: "重做" }),
    async (n) =>
      confirmed(
        (
          await fee(
            resourceId,
            "pay",
            some(n).map((orderId) => ({ orderId })),
          )
        ).id,
      ),
    async (n) => p.leads("rebate", await pick("rebate", ["confirmed", "pending"], n), "void", { reason: "重做" }),
    async (n) => {
      const rebates = await pick("rebate", ["confirmed"], n);
      const made = await p.requestOf(
        [await pick("eva_refund", ["verified"], n)],
        n % 2 && rebates !== "0" ? [rebates] : [],
      );
      await p.act("eva_request", made.id, "submit");
    },
    async (n) => {
      const id = await pick("eva_request", ["auditing", "approved"], n);
      await p.agreed(id).catch(() => undefined);
      const { id: financeId, amount } = await p.financeOf(id);
      await p.pays(financeId, amount);
    },
  ];
  const told = new Map<string, number>();
  for (let round = 0; round < 6; round++) {
    const rolls = Array.from({ length: 8 }, (_, actor) => dice(round * 31 + actor * 7 + 5));
    await Promise.all(
      rolls.map(async (roll, actor) => {
        for (let turn = 0; turn < 2; turn++) {
          const move = moves[(round < 2 && turn === 0 ? actor % 3 : roll(8)) % 8];
          const said = await p.refused(move?.(roll(97)) ?? Promise.resolve());
          told.set(said, (told.get(said) ?? 0) + 1);
        }
      }),
    );
    expect(await broken(), `round ${round}`).toEqual([]);
  }
  // Nothing waits for another: who loses is told in Chinese, never by the database.
  expect([...told.keys()].filter((says) => /deadlock|locked after|violates|Error/.test(says))).toEqual([]);
  // Who won is chance; what is left over goes its whole way, one after the other.
  const left = await p.db.query<{ id: string; status: string }>(
    `select id, status from evaluation_order where id = any($1) and status in ('registered', 'checked')
      and not exists (select 1 from eva_refund_line l join eva_refund r on r.id = l.eva_refund_id
        where l.evaluation_order_id = evaluation_order.id and l.del_flag = 0 and r.status <> 'void')`,
    [ids],
  );
  for (const { id, status } of left)
    if (status === "registered") await p.refused(p.act("evaluation_order", id, "check"));
  if (left.length) await p.refused(p.verified(left.map((o) => o.id)));
  const verified = await p.db.query<{ id: string }>(
    "select id from eva_refund where resource_id = $1 and status = 'verified'",
    [resourceId],
  );
  for (const { id } of verified) {
    const made = await p.requestOf([id]);
    await p.refused(p.act("eva_request", made.id, "submit"));
  }
  const asked = await p.db.query<{ id: string }>(
    "select id from eva_request where resource_id = $1 and status in ('auditing', 'approved')",
    [resourceId],
  );
  for (const { id } of asked) {
    await p.agreed(id).catch(() => undefined);
    const { id: financeId, amount } = await p.financeOf(id);
    await p.refused(p.pays(financeId, amount));
  }
  expect(await broken()).toEqual([]);
  const paid = await p.db.one<{ n: number }>(
    "select count(*)::int as n from eva_request where resource_id = $1 and status = 'paid'",
    [resourceId],
  );
  expect(paid?.n ?? 0).toBeGreaterThan(0);
}, 120_000);
