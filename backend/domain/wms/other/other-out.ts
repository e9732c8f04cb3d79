import { requireSkus, skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { tellMaker } from "#backend/engine/documents/lifecycle/maker";
import { type Hold, type Out, type Posted, postMoves, release, reserve } from "#backend/ledgers/stock";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, round, sum, today } from "#backend/platform/values";
import type { DraftOf, LineOf, RowOf } from "#documents/kit";
import { otherOut } from "#documents/wms/other-out";
import { type Facts, factsOf, requireDate, requireFilled, requirePieces, requireWarehouse } from "./guards";
import { holdsBack, piecesOf, poolCosts, sourceOf, summed, takeBack, writeCosts } from "./lines";

type OtherOutWhole = DraftOf<typeof otherOut>;

const TO_SOMEBODY = new Set<OtherOutWhole["outType"]>(["sample", "gift", "offline"]);

/** What the type of 出库 asks of header and lines (supply.md 4, other_out). */
function requireOut(whole: OtherOutWhole, facts: Facts) {
  const { outType, items = [] } = whole;
  if (TO_SOMEBODY.has(outType))
    requireFilled(whole, {
      useDeptId: "请选择领用部门",
      receiverName: "请输入收件人",
      receiverAddress: "请输入收件地址",
    });
  requirePieces(items);
  if (outType === "scrap") {
    if (items.some((l) => (l.goodQty ?? 0) > 0)) throw conflict("报废只能出次品");
    requireFilled(whole, { photos: "请上传报废照片" });
  }
  for (const [i, line] of items.entries())
    if (outType === "offline" && !line.salePrice) throw invalidAt(`items.${i}.salePrice`, "请输入售价");
  requireDate(whole, facts);
  const may = outType === "adjust" || outType === "sample";
  requireWarehouse(facts, may ? undefined : "FBA仓只能做调整或样品领用出库");
}

/** Number of the living document for the same source; who asks for the same number waits. */
async function otherOfSource(
  { sql, tenantId }: RuleContext,
  { id, sourceNo }: RowOf<typeof otherOut>,
): Promise<string | undefined> {
  if (!sourceNo) return undefined;
  if (sql.held) await lockAdvisory(sql, "otherOutSource", `${tenantId}/${sourceNo}`);
  const other = await sql.one<{ no: string }>(
    `select no from other_out where tenant_id = $1 and source_no = $2 and id <> $3 and del_flag = 0
       and status in ('auditing', 'approved', 'done') limit 1`,
    [tenantId, sourceNo, id],
  );
  return other?.no;
}

type OtherOutRow = RowOf<typeof otherOut>;
type OtherOutLine = LineOf<typeof otherOut, "items">;

const source = (row: OtherOutRow) => sourceOf("other_out", row);

/** Pieces of every line by bucket. */
const holdsOf = ({ warehouseId, items }: OtherOutRow): Hold[] =>
  items.flatMap(({ id: lineId, skuId, goodQty, badQty }) => [
    { warehouseId, skuId, lineId, bucket: "good", qty: goodQty },
    { warehouseId, skuId, lineId, bucket: "bad", qty: badQty },
  ]);

/** What lines cost by what the ledger took out for them. CNY. */
const costsOf = (lines: readonly OtherOutLine[], posted: readonly Posted[]) =>
  lines.map((line) => {
    const own = posted.filter((p) => p.lineId === line.id);
    const amount = dec(sum(own.map((p) => p.amount))).times(-1);
    return { id: line.id, amount: amount.toFixed(2), unitCost: round(amount.div(piecesOf(line)), 6) };
  });

/** What the pieces of each SKU cost: what is told to the document that made this one. CNY. */
const costsBySku = (lines: readonly OtherOutLine[], costs: readonly { id: string; amount: string }[]) =>
  Object.fromEntries(lines.map((l) => [l.skuId, costs.find((x) => x.id === l.id)?.amount ?? "0"]));

const submit = transition(otherOut, "submit", {
  lock: async (c, row) => ({
    facts: await factsOf(c, row),
    other: await otherOfSource(c, row),
    skus: await skusOf(c, row.items),
  }),
  guard({ row, facts, other, skus }) {
    requireOut(row, facts);
    requireSkus(row.items, skus);
    return other && `来源单号${row.sourceNo}已有出库单${other}`;
  },
  async effect(c, { row }) {
    await reserve(c, source(row), holdsOf(row));
    await snapshotSkus(c, "other_out_line", row.items);
  },
});

const confirm = transition(otherOut, "confirm", {
  lock: async (c, row) => ({ facts: await factsOf(c, row) }),
  guard: ({ row, facts }) => requireOut(row, facts),
  async effect(c, { row }) {
    const moves = holdsOf(row).map((hold): Out => ({ ...hold, kind: "out", type: "otherOut", reserved: true }));
    const key = `confirm:${row.version}`;
    const bizDate = row.bizDate ?? today();
    const posted = await postMoves(c, source(row), key, moves, { bizDate });
    const costs = costsOf(row.items, posted);
    await writeCosts(c, "other_out_line", costs);
    await patch(c, otherOut, row.id, { totalCost: sum(costs.map((l) => l.amount)), confirmTime: NOW });
    await tellMaker(c, otherOut, row, "done", { values: { costs: costsBySku(row.items, costs) } });
  },
});

const reverse = transition(otherOut, "reverse", {
  lock: (c, row) => holdsBack(c, "other_out", row),
  // What made it counts these goods as gone.
  guard: ({ row, closed, short }) => (row.makerId ? `由${row.makerText}生成，不能撤销出库` : (closed ?? short)),
  async effect(c, { row }) {
    await takeBack(c, "other_out", row);
  },
});

/** What was held from submit on is free again. */
const voided = transition(otherOut, "void", { effect: (c, { row }) => release(c, source(row)) });
const returned = transition(otherOut, "returned", { effect: (c, { row }) => release(c, source(row)) });

/** 其他出库单 (supply.md 4). */
export const otherOutRules = rules(otherOut, {
  async beforeSave(c, next, before) {
    next.bizDate ??= before?.bizDate ?? today();
    const whole = { ...before, ...next };
    requireOut(whole, await factsOf(c, whole));
    Object.assign(next, await summed(c, whole.items ?? []));
  },
  // What it will cost is known at 确认出库; approval goes by what the pools cost now.
  async flowFlags(c, row) {
    const costs = await poolCosts(c, row.warehouseId, row.items);
    const amounts = row.items.map((l) => r2(dec(costs.get(l.skuId)).times(piecesOf(l))));
    return { amountCny: sum(amounts) };
  },
  transitions: [submit, confirm, reverse, voided, returned],
});
