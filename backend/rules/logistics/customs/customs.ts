import { customsDeclaration } from "#documents/logistics/customs-declaration";
import { type CustomsType, customsTypes, isRefundable } from "#documents/logistics/customs-words";
import { lockIds } from "../../../db/locks";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { writeLines } from "../../../documents/writing/lines";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { param } from "../../../values/params";
import { type Declaration, type Draft, generate, overlay, priced } from "./generate";
import { requireHeader, requireSubmittable, submitting } from "./guards";
import { giveBackLots, keepLots, lotsOf } from "./lots";
import { receiptsIn, taking, unnamed } from "./named";
import { requireSent, type Sent, sentOf } from "./sources";
import { way } from "./way";

const isType = (text: string | undefined): text is CustomsType =>
  !!text && Object.hasOwn(customsTypes, text);

/** What of the transfers stands in the header, where nobody wrote anything else. */
const headerOf = (sent: readonly Sent[]) => ({
  destCountry: sent[0]?.country,
  transportMode: sent[0]?.transportMode,
  cartons: sent.reduce((n, t) => n + t.cartons, 0) || null,
  transferNos: sent.map((t) => t.no).join(" "),
});

async function companyOf({ sql, tenantId }: RuleContext) {
  const code = await param(sql, tenantId, "default_pay_company");
  const row = await sql.one<{ id: string; name: string }>(
    "select id, name from company where tenant_id = $1 and code = $2 and del_flag = 0",
    [tenantId, code],
  );
  return row && { companyId: row.id, companyName: row.name };
}

const source = (c: RuleContext, { transferId, cabinetId }: Draft) =>
  Promise.all([
    transferId
      ? c.sql.one<{ no: string }>("select no from transfer where id = $1", [transferId])
      : undefined,
    cabinetId
      ? c.sql.one<{ no: string; vessel: string | null }>(
          "select no, vessel_voyage as vessel from cabinet_combination where id = $1",
          [cabinetId],
        )
      : undefined,
  ]);

/** Sets its transfers and its lots free. */
const leave = async (c: RuleContext, { row, sent }: { row: Declaration; sent: Sent[] }) => {
  await giveBackLots(c, row.id);
  await c.sql.query(
    "update transfer set customs_id = null where id = any($1::bigint[]) and customs_id = $2",
    [sent.map((t) => t.id), row.id],
  );
};

const gone = {
  lock: async (c: RuleContext, row: Declaration) => ({ sent: await sentOf(c, row) }),
  effect: leave,
};

/** From here on its lots are its own until it is void; others may have taken those of the draft. */
const submit = transition(customsDeclaration, "submit", {
  lock: submitting,
  guard: ({ row, ...scene }) => requireSubmittable(row, scene),
  async effect(c, { row, lots }) {
    const lines = taking(row.items, await lotsOf(c, row.id), lots);
    await keepLots(c, row.id, lots);
    const { items, purchaseAmount, refundAmount } = await priced(c, row, lines);
    const unknown = items.findIndex((line) => !line.contractNo);
    if (isRefundable(row.customsType) && unknown >= 0)
      throw invalidAt(`items.${unknown}.contractNo`, "请填写采购合同");
    await c.sql.query(
      `update customs_line l set contract_no = x."contractNo",
         purchase_amount = x."purchaseAmount", refund_amount = x."refundAmount"
       from jsonb_to_recordset($1::jsonb) as x(id bigint, "contractNo" text,
         "purchaseAmount" numeric, "refundAmount" numeric)
       where l.id = x.id`,
      [JSON.stringify(items)],
    );
    await c.sql.query(
      "update customs_declaration set purchase_amount = $2, refund_amount = $3 where id = $1",
      [row.id, purchaseAmount, refundAmount],
    );
  },
});

const regenerate = transition(customsDeclaration, "regenerate", {
  lock: async (c, row) => ({ sent: await sentOf(c, row) }),
  guard: ({ row, sent }) => requireSent(sent, row, row.id),
  async effect(c, { row, sent }) {
    const { merged, lots } = await generate(c, sent, row.currency, row.id);
    const written = unnamed(row.items, await lotsOf(c, row.id));
    await keepLots(c, row.id, lots);
    const { items, ...f } = await priced(c, row, overlay(merged, written));
    await writeLines(c, customsDeclaration, {}, row.id, { items });
    await c.sql.query(
      `update customs_declaration set total_qty = $2, total_amount = $3, amount_cny = $4,
         gross_weight_kg = $5, net_weight_kg = $6, purchase_amount = $7, refund_amount = $8,
         sku_codes = $9, cartons = $10, transfer_nos = $11 where id = $1`,
      [
        ...[row.id, f.totalQty, f.totalAmount, f.amountCny, f.grossWeightKg, f.netWeightKg],
        ...[f.purchaseAmount, f.refundAmount, f.skuCodes],
        ...[headerOf(sent).cartons ?? row.cartons, headerOf(sent).transferNos],
      ],
    );
  },
});

/** 报关单 (supply.md 5). */
export const customsRules = rules(customsDeclaration, {
  async enrichOne(c, row) {
    const lots = await lotsOf(c, row.id);
    for (const line of row.items) line.lots = receiptsIn(line, lots);
  },
  async prefill(c, from, { customsType }) {
    const of = { transferId: from.transferId?.[0], cabinetId: from.cabinetId?.[0] };
    const type = isType(customsType) ? { customsType } : {};
    if (!of.transferId && !of.cabinetId) return { ...type, ...(await companyOf(c)) };
    const sent = await sentOf(c, of, { locked: false });
    requireSent(sent, of);
    const [transfer, cabinet] = await source(c, of);
    const { merged } = await generate(c, sent, "USD");
    const { items, ...totals } = await priced(c, { ...type, currency: "USD" }, [...merged]);
    return {
      ...{ ...type, ...of, transferName: transfer?.no, cabinetName: cabinet?.no },
      ...{ ...headerOf(sent), ...totals, items, vesselVoyage: cabinet?.vessel },
      ...(await companyOf(c)),
    };
  },
  async beforeNumber(c, next) {
    if (next.cabinetId) await lockIds(c.sql, "cabinet_combination", [next.cabinetId], "share");
    await sentOf(c, next);
  },
  async beforeSave(c, next, before) {
    const whole: Draft = { ...before, ...next };
    requireHeader(whole);
    const sent = await sentOf(c, whole);
    requireSent(sent, whole, before?.id);
    const header = headerOf(sent);
    next.destCountry = whole.destCountry ?? header.destCountry;
    next.transportMode = whole.transportMode ?? header.transportMode;
    next.cartons = whole.cartons ?? header.cartons;
    next.transferNos = header.transferNos;
    const written = whole.items ?? [];
    const made = before ? null : await generate(c, sent, whole.currency ?? "USD");
    const merged = made
      ? overlay(made.merged, written, { counted: true })
      : (before?.items ?? []).map((line) => ({
          ...line,
          ...written.find((w) => w.id === line.id),
        }));
    if (!merged.length) throw conflict("调拨单没有可报关的货物");
    const changed = before && whole.currency !== before.currency;
    const rate = changed ? null : before?.rate;
    Object.assign(next, await priced(c, { ...whole, rate }, merged));
    next.refundStatus = isRefundable(whole.customsType) ? "todo" : "na";
    return { sent, lots: made?.lots };
  },
  async afterSave(c, id, next, _before, { sent, lots }) {
    if (!lots) return;
    await keepLots(c, id, lots);
    await c.sql.query("update transfer set customs_id = $1 where id = any($2::bigint[])", [
      id,
      sent.map((t) => t.id),
    ]);
    const self = { type: "customs_declaration", id };
    if (next.cabinetId) await link(c, { type: "cabinet_combination", id: next.cabinetId }, self);
    else for (const t of sent) await link(c, { type: "transfer", id: t.id }, self);
  },
  transitions: [
    ...[submit, regenerate, ...way],
    transition(customsDeclaration, "void", gone),
    transition(customsDeclaration, "del", gone),
  ],
});
