import { link } from "#backend/engine/documents/around/chain";
import { keptOr, patch, pick, pickAs } from "#backend/engine/documents/by-id";
import { moveTo } from "#backend/engine/documents/lifecycle/move";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { visible } from "#backend/engine/documents/reading/where";
import type { RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { rules, transition } from "#backend/engine/documents/written";
import { lockAdvisory, lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, rateOf, today } from "#backend/platform/values";
import type { InputOf } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import { cooperation } from "#documents/kol/cooperation";
import { deliver } from "#documents/kol/deliver";
import { star, star as starType } from "#documents/kol/star";
import { ordersBehind } from "../orders";
import { requireOwn } from "../own";
import { partyOf } from "../party";
import { type Cooperation, lockCooperations, soldByCode, tooLittle, writeSales } from "./attribution";
import { recount } from "./figures";
import { complete } from "./save";
import { endsWith, startsWith } from "./star-state";

/** From this fixed fee on, in USD, there is an agreement. */
const AGREED_FROM = 500;

/** A live cooperation with the same code; who asks for the same code waits. */
async function codeUser({ sql, tenantId }: RuleContext, { id, promoCode }: Cooperation) {
  if (!promoCode) return undefined;
  if (sql.held) await lockAdvisory(sql, "promoCode", `${tenantId}/${promoCode}`);
  const other = await sql.one<{ no: string }>(
    `select no from cooperation where tenant_id = $1 and promo_code = $2 and id <> $3 and del_flag = 0
       and status in ('auditing', 'approved', 'published', 'finished') limit 1`,
    [tenantId, promoCode, id],
  );
  return other?.no;
}

/** A cooperation with the same star for one of the same SKUs, not long ago. */
const recentWith = async ({ sql }: RuleContext, { id, starId, products }: Cooperation) =>
  (
    await sql.one<{ no: string }>(
      `select o.no from cooperation o join cooperation_product p on p.cooperation_id = o.id
       where o.star_id = $1 and o.id <> $2 and p.sku_id = any($3::bigint[])
         and o.status in ('auditing', 'approved', 'published', 'finished') and o.del_flag = 0
         and p.del_flag = 0 and coalesce(o.submit_time, o.create_time) > now() - interval '60 days'
       order by o.id desc limit 1`,
      [starId, id, products.map((p) => p.skuId)],
    )
  )?.no;

/** The fixed fee in USD, and CNY for one of its currency, today. */
async function fixedFeeOf({ sql, tenantId }: RuleContext, row: Cooperation) {
  const rate = await rateOf(sql, tenantId, row.feeCurrency ?? "CNY");
  const cny = dec(row.fixedFee).times(dec(rate));
  const usd = cny.div(dec(await rateOf(sql, tenantId, "USD")));
  return { rate, cny: cny.round(2).toFixed(2), usd: usd.round(2).toFixed(2) };
}

const submit = transition(cooperation, "submit", {
  lock: async (c, row) => ({
    fee: await fixedFeeOf(c, row),
    user: await codeUser(c, row),
    recent: await recentWith(c, row),
    star: await pick(c, star, row.starId, ["status"]),
  }),
  guard({ row, fee, user, star }, c) {
    requireOwn(c, row);
    if (star?.status === "blacklisted") throw conflict("红人已拉黑");
    if (row.publishPlanDate < today()) throw invalidAt("publishPlanDate", "计划发布日不能早于今天");
    if (dec(fee.usd).gte(AGREED_FROM) && !row.agreementFile.length)
      throw invalidAt("agreementFile", `固定费用达到${AGREED_FROM}美元须上传合作协议`);
    return user && `折扣码已被 ${user} 使用`;
  },
  warn: ({ recent }) => recent && `60天内已与该红人合作过相同SKU：${recent}`,
  async effect({ sql }, { row, fee }) {
    await patch({ sql }, cooperation, row.id, { exchangeRate: fee.rate });
  },
});

const idsOf = async ({ sql }: RuleContext, table: "deliver" | "ads_fee", id: string, states: readonly string[]) =>
  (
    await sql.query<{ id: string }>(
      `select id from ${table} where cooperation_id = $1 and status = any($2) and del_flag = 0
       order by id`,
      [id, states],
    )
  ).map((r) => r.id);

const finish = transition(cooperation, "finish", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return { open: await idsOf(c, "deliver", row.id, ["draft", "pending", "shipped"]) };
  },
  guard({ row, open }) {
    if (row.contents.length < row.contentCount) return "发布内容数量不足";
    if (open.length) return "存在未签收的寄样";
    const rest = dec(row.payableAmount).minus(dec(row.feePaid));
    return !rest.eq(0) && `费用未核销完成，差额 ${rest.toFixed(2)}`;
  },
  async effect(c, { row }) {
    await endsWith(c, row.starId, "合作完成");
    await recount(c, row.id);
  },
});

/** What was not sent or verified yet ends with it. */
const terminate = transition(cooperation, "terminate", {
  async lockFirst(c, id) {
    await lockIds(c.sql, "ads_fee", await idsOf(c, "ads_fee", id, ["draft", "rejected", "pendingVerify"]));
    await lockIds(c.sql, "deliver", await idsOf(c, "deliver", id, ["draft", "pending"]));
  },
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return {};
  },
  async effect(c, { row }, { reason }) {
    const fees = await idsOf(c, "ads_fee", row.id, ["draft", "rejected", "pendingVerify"]);
    await moveTo(c, adsFee, fees, "void", "合作终止");
    for (const id of await idsOf(c, "deliver", row.id, ["draft", "pending"]))
      await perform(c, deliver, id, "void", { reason: `合作终止：${reason}` }, { trusted: true });
    await endsWith(c, row.starId, "合作终止");
    await recount(c, row.id);
  },
});

type CooperationContent = InputOf<typeof cooperation, "registerContent">;

/** Adds a content, or what is new of one. */
const keepContent = ({ sql, tenantId, caller }: RuleContext, id: string, said: CooperationContent) =>
  sql.query(
    `with known as (
       update cooperation_content set publish_date = coalesce($5, publish_date),
         views = coalesce($6, views), likes = coalesce($7, likes), comments = coalesce($8, comments),
         screenshot = coalesce($9, screenshot), update_by = $3, update_time = now()
       where cooperation_id = $1 and url = $4 and del_flag = 0 returning id)
     insert into cooperation_content (tenant_id, create_by, cooperation_id, line_no, url, publish_date,
       views, likes, comments, screenshot)
     select $2, $3, $1, coalesce((select max(line_no) from cooperation_content
         where cooperation_id = $1), 0) + 1, $4, coalesce($5, $10::date), $6,
       $7, $8, $9
     where not exists (select 1 from known)`,
    [
      id,
      tenantId,
      caller.userId,
      said.url,
      said.publishDate ?? null,
      said.views ?? null,
      said.likes ?? null,
      said.comments ?? null,
      said.screenshot ?? null,
      today(),
    ],
  );

/** The first content fixes the day from which orders count. */
const registerContent = transition(cooperation, "registerContent", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return {};
  },
  check: (_, { publishDate }) => (publishDate ?? "") > today() && "发布日期不能晚于今天",
  async effect(c, { row }, said) {
    await keepContent(c, row.id, said);
    await patch(c, cooperation, row.id, { publishDate: keptOr(said.publishDate ?? today()) });
  },
});

/** States that are worked on: the lanes of the board. */
const LANES = ["auditing", "approved", "published"] as const;
/** Cards of a lane. */
const MOST = 5;

/** The board above the list: what stands in each state, and what is due first of it. */
async function board(c: RuleContext): Promise<RuleValues> {
  const where = visible(cooperation, c.caller).and("t.status = any(?)", [...LANES]);
  const cards = await c.sql.query<RuleValues & { status: string }>(
    `select * from (
       select t.id, t.no, t.status, s.star_name as star, t.platform, t.sku_codes as skus,
         t.publish_plan_date::text as due, t.payable_amount::text as payable,
         t.fee_currency as currency, count(*) over (partition by t.status)::int as total,
         row_number() over (partition by t.status order by t.publish_plan_date, t.id) as place
       from cooperation t join star s on s.id = t.star_id where ${where}) x
     where place <= ${MOST} order by place`,
    where.values,
  );
  return {
    lanes: LANES.map((state) => {
      const own = cards.filter(({ status }) => status === state);
      return { state, total: own[0]?.total ?? 0, cards: own };
    }),
  };
}

const approved = transition(cooperation, "approved", {
  async lock(c, row) {
    await lockCooperations(c, [row.id]);
    return { star: await pick(c, star, row.starId, ["status"]) };
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
    const star = await pickAs({ sql }, starType, starId[0] ?? null, {
      starId: "id",
      starName: "starName",
      platform: "mainPlatform",
      feeCurrency: "quoteCurrency",
    });
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
  transitions: [submit, approved, registerContent, enterSales, refreshSales, finish, terminate, voided],
});
