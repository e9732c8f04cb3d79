import { cooperation } from "#documents/kol/cooperation";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { requireOwn } from "../own";
import type { Cooperation } from "./scene";

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
export async function fixedFeeOf({ sql, tenantId }: RuleContext, row: Cooperation) {
  const rate = await rateOf(sql, tenantId, row.feeCurrency ?? "CNY");
  const cny = dec(row.fixedFee).times(dec(rate));
  const usd = cny.div(dec(await rateOf(sql, tenantId, "USD")));
  return { rate, cny: cny.round(2).toFixed(2), usd: usd.round(2).toFixed(2) };
}

export const submit = transition(cooperation, "submit", {
  lock: async (c, row) => ({
    ...{ fee: await fixedFeeOf(c, row), user: await codeUser(c, row) },
    recent: await recentWith(c, row),
    star: await c.sql.one<{ status: string }>("select status from star where id = $1", [
      row.starId,
    ]),
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
    await sql.query("update cooperation set exchange_rate = $2 where id = $1", [row.id, fee.rate]);
  },
});
