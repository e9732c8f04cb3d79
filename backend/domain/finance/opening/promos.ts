import { createDraft, link, moveTo, type RuleContext } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import { dec, r2, rateOf } from "#backend/platform/values";
import { openingPromo } from "#documents/finance/opening-promo";
import { given, noteMade, type OpeningRow } from "./lines";
import type { OpeningWork } from "./work";

/** Why what is not paid yet of promotions cannot be brought along. */
async function promoProblem(c: RuleContext, { promos }: OpeningRow): Promise<string | undefined> {
  const unlike = await c.sql.one<{ store: string; msku: string }>(
    `select s.store_name as store, x.msku from jsonb_to_recordset($2::jsonb) as x("storeId" bigint, msku text)
       join store s on s.id = x."storeId"
     where not exists (select 1 from sku_listing l where l.tenant_id = $1 and l.store_id = x."storeId"
       and lower(l.msku) = lower(x.msku) and l.del_flag = 0) limit 1`,
    [c.tenantId, JSON.stringify(promos.map(({ storeId, msku }) => ({ storeId, msku })))],
  );
  if (unlike) return `店铺${unlike.store}没有MSKU“${unlike.msku}”`;
  const there = await c.sql.one<{ no: string }>(
    `select p.old_no as no from opening_promo p
       join jsonb_to_recordset($2::jsonb) as x("promoKind" text, "oldNo" text)
         on p.promo_kind = x."promoKind" and p.old_no = x."oldNo"
     where p.tenant_id = $1 and p.status <> 'void' and p.del_flag = 0 limit 1`,
    [c.tenantId, JSON.stringify(promos.map(({ promoKind, oldNo }) => ({ promoKind, oldNo })))],
  );
  return there && `旧单号${there.no}已录入过期初`;
}

/** Each becomes an item of its own that is asked for and paid, and is a cost on the day when it is. */
async function makePromos(c: RuleContext, { id, no, promos, asOfDate }: OpeningRow): Promise<void> {
  const made = [];
  for (const { id: lineId, promoKind, oldNo, target, currency, amount, note, storeId, msku } of promos) {
    const rate = await rateOf(c.sql, c.tenantId, currency, given(asOfDate));
    const item = await createDraft(c, openingPromo, {
      promoKind,
      oldNo,
      target,
      currency,
      amount,
      amountCny: r2(dec(amount).times(rate)),
      note,
      storeId,
      msku,
      openingNo: no,
    });
    await link(c, { type: "opening", id }, { type: "opening_promo", id: item.id });
    made.push({ ids: [lineId], madeId: item.id });
  }
  await noteMade(c, "opening_promo_line", "promo_id", made);
}

const madeOf = ({ promos }: OpeningRow) => promos.flatMap((l) => l.promoId ?? []);

/** 红人测评 of an opening (company.md 2). */
export const broughtPromos: OpeningWork = {
  problem: promoProblem,
  book: makePromos,
  keepNew: ({ sql }) => void keep(sql, "opening_promo"),
  async lockMade({ sql }, openingId) {
    const rows = await sql.query<{ id: string }>(
      "select promo_id as id from opening_promo_line where opening_id = $1 and promo_id is not null",
      [openingId],
    );
    await lockIds(
      sql,
      "opening_promo",
      rows.map(({ id }) => id),
    );
  },
  standsOn: ({ sql, tenantId }, row) =>
    sql.one(
      `select 'payment_request' as document, r.id::text as no, p.no as on from opening_promo p
         join payment_request r on r.maker_document = 'opening_promo' and r.maker_id = p.id::text
       where p.tenant_id = $1 and p.id = any($2::bigint[]) and p.status in ('asked', 'paid')
         and r.status <> 'void' and r.del_flag = 0 order by r.id limit 1`,
      [tenantId, madeOf(row)],
    ),
  undo: (c, row) => moveTo(c, openingPromo, madeOf(row), "void", "撤销期初"),
};
