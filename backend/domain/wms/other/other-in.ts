import { requireSkus, skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { type In, lockPools, postMoves } from "#backend/ledgers/stock";
import { conflict, invalidAt } from "#backend/platform/http";
import { phaseOf } from "#backend/platform/tenancy/phase";
import { dec, r2, sum, today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import { otherIn } from "#documents/wms/other-in";
import { type Facts, factsOf, requireDate, requireFilled, requirePieces, requireWarehouse } from "./guards";
import { holdsBack, piecesOf, poolCosts, sourceOf, summed, takeBack, writeCosts } from "./lines";

type OtherInCostDraft = LineDraft<typeof otherIn, "items">;
type OtherInCostRow = RowOf<typeof otherIn>;

/**
 * Amounts of lines at their own cost, else at that of their pool (CNY by SKU); answers the total. A
 * line of neither counts as 0 until it is submitted.
 */
function priceLines(lines: readonly OtherInCostDraft[], pools: ReadonlyMap<string, string>): string {
  for (const line of lines) line.amount = r2(dec(line.unitCost ?? pools.get(line.skuId ?? "")).times(piecesOf(line)));
  return sum(lines.map((l) => l.amount));
}

/** @throws Refusal 400 请输入单位成本 where the pool is empty too; a gift may cost nothing */
function requireCosts({ inType, items = [] }: DraftOf<typeof otherIn>, pools: ReadonlyMap<string, string>) {
  if (inType === "gift") return;
  for (const [i, line] of items.entries())
    if (!line.unitCost && !pools.has(line.skuId ?? "")) throw invalidAt(`items.${i}.unitCost`, "请输入单位成本");
}

/** Moves of one document: of each line the good part rounded, the bad one takes the rest. */
const movesOf = ({ warehouseId, inType, items }: OtherInCostRow): In[] =>
  items.flatMap(({ id: lineId, skuId, goodQty, badQty, unitCost, amount }): In[] => {
    const type = inType === "opening" ? "opening" : "otherIn";
    const more = { kind: "in", type, lineId, warehouseId, skuId } as const;
    const whole = amount ?? "0";
    const good = badQty ? r2(dec(unitCost).times(goodQty)) : whole;
    return [
      { ...more, bucket: "good", qty: goodQty, amount: good },
      { ...more, bucket: "bad", qty: badQty, amount: dec(whole).minus(good).toFixed(2) },
    ];
  });
type OtherInDraft = DraftOf<typeof otherIn>;

const source = (row: OtherInCostRow) => sourceOf("other_in", row);

/** Stock of an FBA warehouse is counted once, before anything moved it; then it is only adjusted. */
function notIntoFba({ inType }: OtherInDraft, { warehouse }: Facts, counted: boolean) {
  if (inType === "adjust") return undefined;
  if (inType !== "opening") return "FBA仓只能做调整入库";
  return warehouse?.moved && !counted ? "FBA仓已有流水，不能录入期初" : undefined;
}

/** `counted`: it was submitted before the first move; several documents may hold what was counted. */
function requireIn(whole: OtherInDraft, facts: Facts, counted = false) {
  const { inType } = whole;
  if (inType === "gift") requireFilled(whole, { supplierId: "请选择供应商" });
  if (inType === "gain" || inType === "adjust") requireFilled(whole, { reason: "请输入入库原因" });
  requireDate(whole, facts);
  requireWarehouse(facts, notIntoFba(whole, facts, counted));
  requirePieces(whole.items ?? []);
}

/** Code of a SKU whose pool has moves already: an opening balance is the first thing that it sees. */
async function movedBefore({ sql, tenantId }: RuleContext, row: OtherInCostRow): Promise<string | undefined> {
  if (row.inType !== "opening") return undefined;
  const moved = await sql.one<{ code: string }>(
    `select s.sku_code as code from sku s where s.id = any($3::bigint[]) and exists (
       select 1 from stock_move m
       where m.tenant_id = $1 and m.warehouse_id = $2 and m.sku_id = s.id) order by s.id limit 1`,
    [tenantId, row.warehouseId, row.items.map((l) => l.skuId)],
  );
  return moved?.code;
}

const untouched = (code: string | undefined) => code && `SKU ${code} 已有流水，不能录入期初`;

/** Who may not see costs sends none: those that stand there stay. */
function keepCosts(
  { caller }: RuleContext,
  lines: readonly LineDraft<typeof otherIn, "items">[],
  before?: OtherInCostRow,
) {
  if (caller.permissions.has("stock_cost_view")) return;
  for (const line of lines) line.unitCost ??= before?.items.find((b) => b.id === line.id)?.unitCost;
}

const submit = transition(otherIn, "submit", {
  lock: async (c, row) => ({
    facts: await factsOf(c, row),
    moved: await movedBefore(c, row),
    skus: await skusOf(c, row.items),
    pools: await poolCosts(c, row.warehouseId, row.items),
  }),
  guard({ row, facts, moved, skus, pools }) {
    requireIn(row, facts);
    requireSkus(row.items, skus);
    requireCosts(row, pools);
    return untouched(moved);
  },
  async effect(c, { row, pools }) {
    for (const line of row.items) line.unitCost ??= pools.get(line.skuId) ?? "0";
    const amount = priceLines(row.items, pools);
    await writeCosts(
      c,
      "other_in_line",
      row.items.map(({ id, unitCost, amount: own }) => ({ id, unitCost: unitCost ?? "0", amount: own ?? "0" })),
    );
    await patch(c, otherIn, row.id, { amount });
    await snapshotSkus(c, "other_in_line", row.items);
  },
});

const confirm = transition(otherIn, "confirm", {
  async lock(c, row) {
    const facts = await factsOf(c, row);
    // What an opening balance asks of its pools stays so; others need them no longer than they post.
    if (c.sql.held && row.inType === "opening") await lockPools(c, movesOf(row));
    return { facts, moved: await movedBefore(c, row) };
  },
  guard({ row, facts, moved }) {
    requireIn(row, facts, true);
    return untouched(moved);
  },
  async effect(c, { row }) {
    const bizDate = row.bizDate ?? today();
    await patch(c, otherIn, row.id, { confirmTime: NOW });
    await postMoves(c, source(row), `confirm:${row.version}`, movesOf(row), { bizDate });
  },
});

const reverse = transition(otherIn, "reverse", {
  lock: (c, row) => holdsBack(c, "other_in", row),
  guard: ({ closed, short }) => closed ?? short,
  async effect(c, { row }) {
    await takeBack(c, "other_in", row);
  },
});

/** A company that begins here brings its stock along in 期初单; 期初 is of those that began before. */
async function requireOpeningHere(c: RuleContext) {
  const { phase, goLiveDate } = await phaseOf(c);
  if (phase === "setup" || goLiveDate) throw conflict("期初库存请用期初单录入");
}

/** 其他入库单 (supply.md 4). */
export const otherInRules = rules(otherIn, {
  async beforeSave(c, next, before) {
    next.bizDate ??= before?.bizDate ?? today();
    const whole: OtherInDraft = { ...before, ...next };
    if (whole.inType === "opening") await requireOpeningHere(c);
    requireIn(whole, await factsOf(c, whole));
    const lines = whole.items ?? [];
    keepCosts(c, lines, before);
    Object.assign(next, await summed(c, lines));
    next.amount = priceLines(lines, await poolCosts(c, whole.warehouseId, lines));
    next.items = lines;
  },
  flowFlags: async (_c, row) => ({ opening: row.inType === "opening" }),
  transitions: [submit, confirm, reverse],
});
