import { documentNamed } from "#documents";
import { link } from "../../../documents/around/chain";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { readLines } from "../../../documents/reading/lines";
import { namedRefs } from "../../../documents/reading/named-refs";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { writeLines } from "../../../documents/writing/lines";
import { tieFiles } from "../../../files/tie";
import { conflict } from "../../../http/refusal";
import { dec, r2, sum } from "../../../values/money";
import { param } from "../../../values/params";
import { rateOf } from "../../../values/rates";
import { snapshotSkus } from "../../sku-lines";
import { openQuantities } from "./awards";
import { fillItems, moveInquired, requireFree, requireSuppliers } from "./lines";
import { orderAwards, voidGuard } from "./next";
import { prefillInquiry } from "./prefill";
import { storePrices } from "./prices";
import { requireAward, supplierTotals } from "./quote-compare";
import { nowText, openQuotes, recordQuotes } from "./quotes";

export { orderAward } from "../demand/order-sources";

const NAME = "inquiry_order";
const declared = () => documentNamed(NAME);
const withLines = async (c: RuleContext, row: Row): Promise<Row> => ({
  ...row,
  ...(await readLines(c, declared(), row.id)),
});

/** Amount of the awards in CNY, tax included, at the rate of today (supply.md C.2). */
async function awardAmount(c: RuleContext, row: Row): Promise<string> {
  const rate = await rateOf(c.sql, c.tenantId, String(row.currency));
  return sum(
    (row.quotes as Row[])
      .filter((q) => Number(q.awardQty) > 0)
      .map((q) =>
        r2(
          dec(q.price as string)
            .times(Number(q.awardQty))
            .times(
              dec(q.taxRate as string)
                .div(100)
                .plus(1),
            )
            .times(dec(rate)),
        ),
      ),
  );
}

/** 发起询价. @throws Refusal 409 金额达到20000元须至少3家比价或填写单一来源原因 */
async function start(c: RuleContext, locked: Row) {
  const row = await withLines(c, locked);
  const suppliers = row.suppliers as Row[];
  if (!(row.items as Row[]).length) throw conflict("请至少添加一条明细");
  if (!suppliers.length) throw conflict("请至少添加一家询价供应商");
  if (String(row.deadline) <= nowText()) throw conflict("报价截止须晚于现在");
  const least = await param(c.sql, c.tenantId, "inquiry_min_suppliers_amount");
  if (dec(row.estAmount as string).gte(dec(least)) && suppliers.length < 3)
    if (!row.singleSourceReason)
      throw conflict(`金额达到${dec(least).toString()}元须至少3家比价或填写单一来源原因`);
  await requireSuppliers(c, suppliers);
  await openQuotes(c, row.id);
  await snapshotSkus(c, "inquiry_order_line", row.items as Row[]);
}

/** 录入报价/定标 in inquiring, quoted and rejected. */
async function record(c: RuleContext, locked: Row, input: Values) {
  const row = await withLines(c, locked);
  const { quotes, deadline } = await recordQuotes(c, row, input);
  await writeLines(c, declared(), {}, row.id, { quotes });
  const files = quotes.flatMap((q) => (q.attachment as string[] | null) ?? []);
  await tieFiles(c, { type: NAME, id: row.id }, files);
  const suppliers = new Set(quotes.map((q) => String(q.supplierId)));
  await c.sql.query("update inquiry_order set deadline = $2, supplier_count = $3 where id = $1", [
    row.id,
    deadline,
    suppliers.size,
  ]);
}

/** 询价单 (supply.md 3). */
export const inquiryOrderRules: LegacyRules = {
  prefill: prefillInquiry,
  filters: {
    supplierId: (value) => {
      const { sql, values } = namedRefs("supplier", value);
      return {
        sql: `exists (select 1 from inquiry_order_supplier s where s.inquiry_order_id = t.id
          and s.del_flag = 0 and s.supplier_id in ${sql})`,
        values,
      };
    },
  },
  async enrichOne(c, row) {
    if (c.caller.permissions.has("purchase_price_view")) row.supplierTotals = supplierTotals(row);
    if (row.status === "awarded") row.openAwards = await openQuantities(c, row.quotes as Row[]);
  },
  async beforeSave(c, next, before) {
    const currency = String(next.currency ?? before?.currency);
    const suppliers = next.suppliers as Values[] | undefined;
    if (suppliers) {
      await requireSuppliers(c, suppliers);
      next.supplierCount = suppliers.length;
    }
    if (!next.items && !next.currency) return;
    const items = (next.items ?? before?.items ?? []) as Values[];
    await requireFree(c, items, (before?.items ?? []) as Row[]);
    Object.assign(next, await fillItems(c, items, currency));
    next.items = items;
  },
  async afterSave(c, id, next, before) {
    if (!next.items) return;
    const items = next.items as Values[];
    await moveInquired(c, (before?.items ?? []) as Row[], items);
    const ids = items.flatMap((l) => (l.turnLineId ? [String(l.turnLineId)] : []));
    const turns = await c.sql.query<{ id: string }>(
      "select distinct turn_requisition_id as id from turn_requisition_line where id = any($1)",
      [ids],
    );
    for (const turn of turns)
      await link(c, { type: "turn_requisition", id: turn.id }, { type: NAME, id });
  },
  async beforeDelete(c, row) {
    const { items = [] } = await readLines(c, declared(), row.id);
    await moveInquired(c, items, []);
  },
  async onSubmit(c, row) {
    requireAward(row.items as Row[], row.quotes as Row[]);
    await c.sql.query("update inquiry_order set award_amount = $2 where id = $1", [
      row.id,
      await awardAmount(c, row),
    ]);
  },
  flowFlags: async (c, row) => ({ amountCny: await awardAmount(c, row) }),
  returnedTo: (_row, status) => (status === "draft" ? "quoted" : status),
  onApproved: storePrices,
  actions: {
    start,
    recordQuote: record,
    toOrder: orderAwards,
    async void(c, row) {
      await voidGuard(c, row);
      const { items = [] } = await readLines(c, declared(), row.id);
      await moveInquired(c, items, []);
    },
  },
};
