import { cooperation } from "#documents/kol/cooperation";
import { link } from "../../../documents/around/chain";
import { rules, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { ordersBehind } from "../orders";
import { partyOf } from "../party";
import { soldByCode, tooLittle, writeSales } from "./attribution";
import { board } from "./board";
import { registerContent } from "./content";
import { finish, terminate } from "./ends";
import { recount } from "./figures";
import { complete } from "./save";
import { lockCooperations } from "./scene";
import { startsWith } from "./star-state";
import { fixedFeeOf, submit } from "./submit";

const approved = transition(cooperation, "approved", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return {
      star: await c.sql.one<{ status: string }>("select status from star where id = $1", [
        row.starId,
      ]),
    };
  },
  guard: ({ star }) => star?.status === "blacklisted" && "红人已拉黑",
  async effect(c, { row }) {
    await startsWith(c, row.starId, "合作通过");
    await recount(c, row.id);
  },
});

const enterSales = transition(cooperation, "enterSales", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return {};
  },
  async effect(c, { row }, { orders, sales }) {
    const little = await tooLittle(c, row, sales);
    if (little) throw conflict(little);
    await writeSales(c, row.id, { orders, sales }, "manual");
  },
});

const refreshSales = transition(cooperation, "refreshSales", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    const sold = row.promoCode ? await soldByCode(c, row) : undefined;
    return { sold };
  },
  guard({ row, sold }) {
    if (!row.promoCode) return "没有专属折扣码，请录入归因";
    return !sold && "没有可统计的订单";
  },
  async effect(c, { row, sold }) {
    if (sold) await writeSales(c, row.id, sold, "promoCode");
  },
});

const voided = transition(cooperation, "void", {
  lock: async (c, row) => ({
    below: await c.sql.one(
      `select 1 from deliver where cooperation_id = $1 and status <> 'void' and del_flag = 0
       union all
       select 1 from ads_fee where cooperation_id = $1 and status <> 'void' and del_flag = 0 limit 1`,
      [row.id],
    ),
  }),
  guard: ({ below }) => below && "存在下游单据，不能作废",
});

/** 红人合作 (market.md 2). */
export const cooperationRules = rules(cooperation, {
  expressions: { roi: "round(t.attributed_sales_cny / nullif(t.total_cost_cny, 0), 2)" },
  overview: board,
  async enrichOne(c, row) {
    const sent = new Map(
      (
        await c.sql.query<{ id: string; qty: number }>(
          `select l.sku_id as id, sum(l.qty)::int as qty from deliver_line l
             join deliver d on d.id = l.deliver_id and d.del_flag = 0
           where d.cooperation_id = $1 and l.del_flag = 0
             and d.status in ('shipped', 'signed', 'exception') group by 1`,
          [row.id],
        )
      ).map(({ id, qty }) => [id, qty]),
    );
    row.party = await partyOf(c);
    row.sold = await ordersBehind(c, "id", row.id);
    for (const p of row.products) Object.assign(p, { sentQty: sent.get(p.skuId) ?? 0 });
  },
  async prefill({ sql }, { starId = [] }) {
    const star = await sql.one<Record<string, string | null>>(
      `select id as "starId", star_name as "starName", main_platform as platform,
         quote_currency as "feeCurrency" from star where id = $1`,
      [starId[0] ?? null],
    );
    return { ...star };
  },
  beforeSave: (c, next, before) => complete(c, next, before),
  async afterSave(c, id, next, before) {
    const starId = next.starId ?? before?.starId;
    if (starId) await link(c, { type: "star", id: starId }, { type: cooperation.name, id });
  },
  async flowFlags(c, row) {
    const { cny, usd } = await fixedFeeOf(c, row);
    return { amountCny: cny, fixedUsd: usd };
  },
  transitions: [
    ...[submit, approved, registerContent, enterSales, refreshSales, finish, terminate, voided],
  ],
});
