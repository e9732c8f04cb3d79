import { postDayCosts } from "#backend/domain/wms/costs/day";
import { holdsBack, sourceOf, takeBack } from "#backend/domain/wms/other/lines";
import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { finder, lockPools, type Posted, postMoves, type Shift } from "#backend/ledgers/stock";
import { closedMonth, dec, sum, today } from "#backend/platform/values";
import type { InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaSale } from "#documents/wms/fba/fba-sale";
import { partsOf } from "../pieces";
import { soldOn } from "./facts";
import { pendingOf, planOf, type SalePlan, toJudge } from "./plan";

type JudgeRow = RowOf<typeof fbaSale>;
type FbaSaleLine = LineOf<typeof fbaSale, "items">;

/** What was said of every line this time. @throws Refusal */
const partsSaid = (row: JudgeRow, { items }: InputOf<typeof fbaSale, "judge">) =>
  partsOf(
    row.items,
    items ?? [],
    { good: 0, bad: 0 },
    (n, r) => ({ good: n.good + (r.goodQty ?? 0), bad: n.bad + (r.badQty ?? 0) }),
    "请填写判定数量",
  );

/** Pieces of a line that turn good or bad. */
const shiftOf = (row: JudgeRow, line: FbaSaleLine, to: "good" | "bad", qty: number): Shift => ({
  kind: "shift",
  from: "qc",
  to,
  qty,
  type: to === "good" ? "qcPass" : "qcReject",
  warehouseId: row.fbaWarehouseId ?? "",
  skuId: line.skuId,
  lineId: line.id,
});

/** 判定退回: what buyers sent back is good or bad from now on. */
const judge = transition(fbaSale, "judge", {
  guard: ({ row }) => !row.items.some((line) => toJudge(line) > 0) && "没有待判定的退回",
  ask: async (_c, { row }) => ({
    items: row.items.flatMap((line) => {
      const leftQty = toJudge(line);
      return leftQty > 0 ? [{ lineId: line.id, skuId: line.skuId, leftQty }] : [];
    }),
  }),
  check({ row }, input) {
    const over = partsSaid(row, input).find(({ line, qty }) => qty.good + qty.bad > toJudge(line));
    return over && `判定数量超过待判定数量${toJudge(over.line)}`;
  },
  async effect(c, { row }, input) {
    const parts = partsSaid(row, input);
    await postMoves(
      c,
      sourceOf("fba_sale", row),
      `judge:${row.version}`,
      parts.flatMap(({ line, qty }) => [shiftOf(row, line, "good", qty.good), shiftOf(row, line, "bad", qty.bad)]),
    );
    await c.sql.query(
      `update fba_sale_line l set good_qty = l.good_qty + x.good, bad_qty = l.bad_qty + x.bad
       from jsonb_to_recordset($1::jsonb) as x(id bigint, good int, bad int) where l.id = x.id`,
      [JSON.stringify(parts.map(({ line: { id }, qty }) => ({ id, ...qty })))],
    );
    const left = row.judgeQty - parts.reduce((n, { qty }) => n + qty.good + qty.bad, 0);
    await patch(c, fbaSale, row.id, { judgeQty: left, judged: left === 0 });
  },
});

const source = (row: JudgeRow) => sourceOf("fba_sale", row);

/** What a piece of a SKU cost when it last left the warehouse. */
async function lastCosts({ sql, tenantId }: RuleContext, row: JudgeRow, skuIds: readonly string[]) {
  const rows = await sql.query<{ id: string; cost: string; firstLeg: string }>(
    `select x.id, m.unit_cost::text as cost, (m.first_leg / m.qty)::text as "firstLeg" from unnest($3::bigint[]) x(id)
       cross join lateral (select unit_cost, first_leg, qty from stock_move
         where tenant_id = $1 and warehouse_id = $2 and sku_id = x.id and qty < 0
           and bucket <> 'transit' order by id desc limit 1) m`,
    [tenantId, row.fbaWarehouseId, skuIds],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

async function planFor(c: RuleContext, row: JudgeRow): Promise<SalePlan> {
  const said = await soldOn(c, row);
  const skuIds = [...new Set([...said, ...row.items].map((l) => l.skuId))];
  const warehouseId = row.fbaWarehouseId ?? "";
  const poolOf = finder(
    await lockPools(
      c,
      skuIds.map((skuId) => ({ warehouseId, skuId })),
    ),
  );
  const costs = await lastCosts(c, row, skuIds);
  return planOf(row, said, (skuId) => poolOf({ warehouseId, skuId }), costs);
}

const amountOf = (posted: readonly Posted[], skuId: string, of: "amount" | "firstLeg") =>
  sum(posted.filter((p) => p.skuId === skuId).map((p) => p[of]));
const outOf = (...given: Parameters<typeof amountOf>) =>
  dec(amountOf(...given))
    .times(-1)
    .toFixed(2);

/** Writes what is posted now on the day's lines. */
async function writeLines(
  { sql, tenantId }: RuleContext,
  row: JudgeRow,
  { lines }: SalePlan,
  sales: readonly Posted[],
  returns: readonly Posted[],
) {
  const rows = lines.map((l) => ({
    skuId: l.skuId,
    msku: l.msku.slice(0, 500),
    sold: l.sold,
    returned: l.returned,
    outQty: l.outQty + l.outBy,
    inQty: l.inQty + l.inBy,
    pending: pendingOf(l),
    fromGood: l.fromGood,
    outAmount: outOf(sales, l.skuId, "amount"),
    outFirstLeg: outOf(sales, l.skuId, "firstLeg"),
    inAmount: amountOf(returns, l.skuId, "amount"),
    inFirstLeg: amountOf(returns, l.skuId, "firstLeg"),
  }));
  await sql.query(
    `with said as (
       select * from jsonb_to_recordset($3::jsonb) as x("skuId" bigint, msku text, sold int,
         returned int, "outQty" int, "inQty" int, pending int, "fromGood" int,
         "outAmount" numeric, "outFirstLeg" numeric, "inAmount" numeric, "inFirstLeg" numeric)),
     known as (
       update fba_sale_line l set sold_qty = x.sold, return_qty = x.returned, out_qty = x."outQty",
         in_qty = x."inQty", good_qty = l.good_qty - x."fromGood", pending_qty = x.pending,
         msku = x.msku,
         out_amount = coalesce(l.out_amount, 0) + x."outAmount",
         in_amount = coalesce(l.in_amount, 0) + x."inAmount",
         out_first_leg = coalesce(l.out_first_leg, 0) + x."outFirstLeg",
         in_first_leg = coalesce(l.in_first_leg, 0) + x."inFirstLeg"
       from said x where l.fba_sale_id = $2 and l.sku_id = x."skuId" and l.del_flag = 0
       returning l.sku_id)
     insert into fba_sale_line (tenant_id, fba_sale_id, line_no, sku_id, sku_code, sku_name, msku,
       sold_qty, return_qty, out_qty, in_qty, pending_qty, out_amount, in_amount, out_first_leg, in_first_leg)
     select $1, $2, (select count(*) from known) + row_number() over (order by k.sku_code), k.id,
       k.sku_code, k.name, x.msku, x.sold, x.returned, x."outQty", x."inQty", x.pending,
       x."outAmount", x."inAmount", x."outFirstLeg", x."inFirstLeg"
     from said x join sku k on k.id = x."skuId"
     where not exists (select 1 from known n where n.sku_id = x."skuId")`,
    [tenantId, row.id, JSON.stringify(rows)],
  );
  await sumUp({ sql }, row.id);
}

/** What the header says of its lines. */
const sumUp = ({ sql }: Pick<RuleContext, "sql">, id: string) =>
  sql.query(
    `update fba_sale h set sold_qty = x.sold, return_qty = x.returned, out_qty = x.outs, in_qty = x.ins,
       judge_qty = x.judge, judged = x.judge = 0, pending_qty = x.pending, amount = x.amount,
       sku_codes = x.codes
     from (select coalesce(sum(sold_qty), 0) as sold, coalesce(sum(return_qty), 0) as returned,
         coalesce(sum(out_qty), 0) as outs, coalesce(sum(in_qty), 0) as ins,
         coalesce(sum(in_qty - good_qty - bad_qty), 0) as judge,
         coalesce(sum(pending_qty), 0) as pending, left(string_agg(sku_code, ' ' order by line_no), 4000) as codes,
         coalesce(sum(out_amount - in_amount), 0) as amount
       from fba_sale_line where fba_sale_id = $1 and del_flag = 0) x
     where h.id = $1`,
    [id],
  );

/** Day that its moves bear: its own while that month is open, else today. */
const bookedOn = async (c: RuleContext, row: JudgeRow): Promise<string> =>
  row.bizDate && !(await closedMonth(c, row.bizDate)) ? row.bizDate : today();

const post = transition(fbaSale, "post", {
  lock: async (c, row) => ({ plan: await planFor(c, row) }),
  guard({ row, plan }) {
    const same = (p: SalePlan["lines"][number]) => {
      const line = row.items.find((l) => l.skuId === p.skuId);
      return line?.soldQty === p.sold && line.returnQty === p.returned;
    };
    if (plan.ins.length + plan.outs.length || !plan.lines.every(same)) return undefined;
    return plan.pending ? "库存不足，没有可补记的数量" : "出库与平台销量一致，无需补记";
  },
  to: ({ plan }) => (plan.pending ? "pending" : "done"),
  async effect(c, { row, plan }) {
    const bizDate = await bookedOn(c, row);
    const key = `post:${row.version}`;
    const [ins, outs] = [
      await postMoves(c, source(row), `${key}:in`, plan.ins, { bizDate }),
      await postMoves(c, source(row), `${key}:out`, plan.outs, { bizDate }),
    ];
    const all = [...ins, ...outs];
    const types = [...plan.ins, ...plan.outs].map((m) => m.type);
    const of = (type: string) => all.filter((_, i) => types[i] === type);
    await writeLines(c, row, plan, of("fbaSale"), of("fbaSaleReturn"));
    await postDayCosts(c.sql, [row.id]);
  },
});

const reverse = transition(fbaSale, "reverse", {
  lock: async (c, row) => ({
    ...(await holdsBack(c, "fba_sale", row)),
    moved: row.items.some((l) => l.outQty || l.inQty),
  }),
  guard: ({ closed, short }) => closed ?? short,
  async effect(c, { row, moved }) {
    if (moved) await takeBack(c, "fba_sale", row);
    await c.sql.query(
      `update fba_sale_line set out_qty = 0, in_qty = 0, out_amount = 0, in_amount = 0,
         out_first_leg = 0, in_first_leg = 0,
         good_qty = 0, bad_qty = 0,
         pending_qty = sold_qty + return_qty where fba_sale_id = $1 and del_flag = 0`,
      [row.id],
    );
    await sumUp(c, row.id);
    await postDayCosts(c.sql, [row.id]);
  },
});

/** 平台销售出库 (market.md 17.11). */
export const fbaSaleRules = rules(fbaSale, { transitions: [post, judge, reverse] });
