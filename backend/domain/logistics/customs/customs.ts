import { link, patch, patchMany, pick, pickAs, type RuleContext, rules, transition } from "#backend/engine/documents";
import { explain } from "#backend/engine/documents/writing/explain";
import { writeLines } from "#backend/engine/documents/writing/lines";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, param, r2, rateOf, sum, today } from "#backend/platform/values";
import { cabinetCombination } from "#documents/logistics/cabinet-combination";
import { customsDeclaration } from "#documents/logistics/customs-declaration";
import { type CustomsType, customsTypes, isRefundable } from "#documents/logistics/customs-fields";
import { transfer } from "#documents/logistics/transfer";
import type { Lot } from "./bought";
import { type Declaration, type GenerateDraft, type GenerateLine, generate, overlay, priced } from "./generate";
import { differing, requireHeader, requireSubmittable, sceneOf, submitting } from "./guards";
import { giveBackLots, keepLots, lotsOf } from "./lots";
import { declaredQtys, texts } from "./merge";
import { requireSent, type SourceSent, sentOf } from "./sources";

/** The rate of the day on which it is declared stays (supply.md C.2). */
const declare = transition(customsDeclaration, "declare", {
  check: (_, { declareDate }) => (declareDate ?? "") > today() && invalidAt("declareDate", "申报日不能晚于今天"),
  async effect(c, { row }, { declarationNo, declareDate }) {
    const date = declareDate ?? today();
    const rate = await rateOf(c.sql, c.tenantId, row.currency, date);
    await explain(
      customsDeclaration,
      patch(c, customsDeclaration, row.id, {
        declarationNo,
        declareDate: date,
        rate,
        amountCny: r2(dec(row.totalAmount).times(rate)),
      }),
    );
  },
});

const inspect = transition(customsDeclaration, "inspect", {
  async effect({ sql }, { row }, { inspectNote }) {
    await patch({ sql }, customsDeclaration, row.id, { inspectNote: inspectNote ?? null });
  },
});

/** Whoever takes back a shipment of its transfers waits for it, or it for them. */
const release = transition(customsDeclaration, "release", {
  lock: async (c, row) => ({ sent: await sentOf(c, row) }),
  check({ row }, { releaseDate }) {
    const date = releaseDate ?? today();
    if (date > today()) return invalidAt("releaseDate", "放行日不能晚于今天");
    return date < (row.declareDate ?? "") && invalidAt("releaseDate", "放行日不能早于申报日");
  },
  async effect({ sql }, { row }, { releaseDate, releaseScan }) {
    await patch({ sql }, customsDeclaration, row.id, { releaseDate: releaseDate ?? today(), releaseScan });
  },
});

const GONE: readonly string[] = ["shipped", "partReceived", "done", "closed"];

const finish = transition(customsDeclaration, "finish", {
  lock: sceneOf,
  guard({ row, ...scene }) {
    const here = scene.sent.find((t) => !GONE.includes(t.status));
    if (here) return `调拨单${here.no}未发货`;
    const other = differing(row, scene, "shipped");
    return other && `报关数量与发货数量不一致：SKU ${other}`;
  },
});

const refund = transition(customsDeclaration, "refund", {
  guard: ({ row }) => !isRefundable(row.customsType) && "该报关方式不可退税",
  check: (_, { refundStatus, refundedAmount }) =>
    refundStatus === "refunded" && !refundedAmount && invalidAt("refundedAmount", "请填写实退金额"),
  async effect({ sql }, { row }, { refundStatus, refundDate, refundedAmount }) {
    await patch({ sql }, customsDeclaration, row.id, {
      refundStatus,
      refundDate: refundDate ?? today(),
      refundedAmount: refundedAmount ?? "0",
    });
  },
});

/** The way of a declaration after its approval (supply.md 5). */
const way = [declare, inspect, release, finish, refund];

/** Lots of the SKUs of a line. */
const lotsIn = <L extends Pick<Lot, "skuId">>({ skuQtys }: Pick<GenerateLine, "skuQtys">, lots: readonly L[]) => {
  const skus = declaredQtys([{ skuQtys }]);
  return lots.filter((lot) => skus.has(lot.skuId));
};

const contractsIn = (line: GenerateLine, lots: readonly Lot[]) => texts(lotsIn(line, lots).map((lot) => lot.contract));

/** Lines without the contracts that their lots named until now: nobody wrote those. */
const unnamed = (items: readonly GenerateLine[], lots: readonly Lot[]): GenerateLine[] =>
  items.map((line) => (line.contractNo === contractsIn(line, lots) ? { ...line, contractNo: null } : line));

/** Lines with what the lots say that they take from now on in the place of those before. */
const taking = (items: readonly GenerateLine[], before: readonly Lot[], lots: readonly Lot[]): GenerateLine[] =>
  unnamed(items, before).map((line) => ({
    ...line,
    contractNo: line.contractNo || contractsIn(line, lots),
    purchaseAmount: sum(lotsIn(line, lots).map((lot) => lot.amount)),
  }));

/** Which receipts the pieces of a line came with. */
const receiptsIn = (line: GenerateLine, lots: readonly (Lot & { signNo: string | null })[]): string =>
  lotsIn(line, lots)
    .map((lot) => `${lot.signNo ?? "无签收记录"}×${lot.qty}`)
    .join("、");

const isType = (text: string | undefined): text is CustomsType => !!text && Object.hasOwn(customsTypes, text);

/** What of the transfers stands in the header, where nobody wrote anything else. */
const headerOf = (sent: readonly SourceSent[]) => ({
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

const source = (c: RuleContext, { transferId, cabinetId }: GenerateDraft) =>
  Promise.all([
    transferId ? pick(c, transfer, transferId, ["no"]) : undefined,
    cabinetId ? pickAs(c, cabinetCombination, cabinetId, { no: "no", vessel: "vesselVoyage" }) : undefined,
  ]);

/** Sets its transfers and its lots free. */
const leave = async (c: RuleContext, { row, sent }: { row: Declaration; sent: SourceSent[] }) => {
  await giveBackLots(c, row.id);
  await c.sql.query("update transfer set customs_id = null where id = any($1::bigint[]) and customs_id = $2", [
    sent.map((t) => t.id),
    row.id,
  ]);
};

const gone = { lock: async (c: RuleContext, row: Declaration) => ({ sent: await sentOf(c, row) }), effect: leave };

/** From here on its lots are its own until it is void; others may have taken those of the draft. */
const submit = transition(customsDeclaration, "submit", {
  lock: submitting,
  guard: ({ row, ...scene }) => requireSubmittable(row, scene),
  async effect(c, { row, lots }) {
    const lines = taking(row.items, await lotsOf(c, row.id), lots);
    await keepLots(c, row.id, lots);
    const { items, purchaseAmount, refundAmount } = await priced(c, row, lines);
    const unknown = items.findIndex((line) => !line.contractNo);
    if (isRefundable(row.customsType) && unknown >= 0) throw invalidAt(`items.${unknown}.contractNo`, "请填写采购合同");
    await c.sql.query(
      `update customs_line l set contract_no = x."contractNo",
         purchase_amount = x."purchaseAmount", refund_amount = x."refundAmount"
       from jsonb_to_recordset($1::jsonb) as x(id bigint, "contractNo" text,
         "purchaseAmount" numeric, "refundAmount" numeric)
       where l.id = x.id`,
      [JSON.stringify(items)],
    );
    await patch(c, customsDeclaration, row.id, { purchaseAmount, refundAmount });
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
    await patch(c, customsDeclaration, row.id, {
      totalQty: f.totalQty,
      totalAmount: f.totalAmount,
      amountCny: f.amountCny,
      grossWeightKg: f.grossWeightKg,
      netWeightKg: f.netWeightKg,
      purchaseAmount: f.purchaseAmount,
      refundAmount: f.refundAmount,
      skuCodes: f.skuCodes,
      cartons: headerOf(sent).cartons ?? row.cartons,
      transferNos: headerOf(sent).transferNos,
    });
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
      ...type,
      ...of,
      transferName: transfer?.no,
      cabinetName: cabinet?.no,
      ...headerOf(sent),
      ...totals,
      items,
      vesselVoyage: cabinet?.vessel,
      ...(await companyOf(c)),
    };
  },
  async beforeNumber(c, next) {
    if (next.cabinetId) await lockIds(c.sql, "cabinet_combination", [next.cabinetId], "share");
    await sentOf(c, next);
  },
  async beforeSave(c, next, before) {
    const whole: GenerateDraft = { ...before, ...next };
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
      : (before?.items ?? []).map((line) => ({ ...line, ...written.find((w) => w.id === line.id) }));
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
    await patchMany(
      c,
      transfer,
      sent.map((t) => t.id),
      { customsId: id },
    );
    const self = { type: "customs_declaration", id };
    if (next.cabinetId) await link(c, { type: "cabinet_combination", id: next.cabinetId }, self);
    else for (const t of sent) await link(c, { type: "transfer", id: t.id }, self);
  },
  transitions: [
    submit,
    regenerate,
    ...way,
    transition(customsDeclaration, "void", gone),
    transition(customsDeclaration, "del", gone),
  ],
});
