import type { DraftOf, LineDraft } from "#documents/kit";
import { exact } from "#documents/logistics/exact";
import type { freightTemplate } from "#documents/logistics/freight-template";
import { conflict, invalidAt } from "../../../http/refusal";

type Draft = DraftOf<typeof freightTemplate>;
type Line = LineDraft<typeof freightTemplate, "items">;

const at = (i: number, name: keyof Line, message: string) =>
  invalidAt(`items.${i}.${name}`, message);

/** Tiers follow each other without a gap; the last one alone has no end. */
function requireContiguous(tiers: readonly { line: Line; i: number }[]) {
  const rows = tiers.map(({ line, i }) => ({
    i,
    from: exact(line.fromQty),
    to: line.toQty ? exact(line.toQty) : undefined,
  }));
  rows.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  rows.forEach(({ i, from, to }, n) => {
    if (to !== undefined && to <= from) throw at(i, "toQty", "止须大于起");
    const next = rows[n + 1];
    if (next && to !== next.from) throw at(next.i, "fromQty", "阶梯区间不连续或重叠");
  });
}

function requireTier(billingType: Draft["billingType"], line: Line, i: number) {
  if (!line.unitPrice) throw at(i, "unitPrice", "请输入单价");
  if (billingType === "container") {
    if (!line.containerType) throw at(i, "containerType", "请选择柜型");
  } else if (!line.fromQty) line.fromQty = "0";
  line.name = null;
  line.calcType = null;
  line.value = null;
  line.condition = null;
}

function requireSurcharge(line: Line, i: number) {
  if (!line.name) throw at(i, "name", "请输入附加费名称");
  if (!line.calcType) throw at(i, "calcType", "请选择计算方式");
  if (!line.value) throw at(i, "value", "请输入值");
  line.condition ??= "always";
  line.fromQty = null;
  line.toQty = null;
  line.unitPrice = null;
  line.containerType = null;
}

function requireContainers(tiers: readonly { line: Line; i: number }[]) {
  const seen = new Set<unknown>();
  for (const { line, i } of tiers) {
    if (seen.has(line.containerType)) throw at(i, "containerType", "柜型重复");
    seen.add(line.containerType);
    line.fromQty = null;
    line.toQty = null;
  }
}

/** Lines as their kind asks for them. @throws Refusal 400 at a line, 阶梯区间不连续或重叠 */
export function requireLines({ billingType, items = [] }: Draft): void {
  items.forEach((line, i) => {
    if (line.kind === "surcharge") requireSurcharge(line, i);
    else requireTier(billingType, line, i);
  });
  const tiers = items.flatMap((line, i) => (line.kind === "surcharge" ? [] : [{ line, i }]));
  if (!tiers.length) throw conflict("请至少添加一条阶梯");
  if (billingType === "container") requireContainers(tiers);
  else requireContiguous(tiers);
}

/** What the way of billing and the dates ask for. @throws Refusal 400 */
export function requireTerms(whole: Draft): void {
  const { validFrom, validTo, transitDaysMin, transitDaysMax, billingType } = whole;
  if (validFrom && validTo && validTo < validFrom)
    throw invalidAt("validTo", "失效日期不能早于生效日期");
  if ((transitDaysMax ?? 0) < (transitDaysMin ?? 0))
    throw invalidAt("transitDaysMax", "最慢时效不能小于最快时效");
  if (billingType !== "weight") return;
  if (!whole.volumeDivisor) throw invalidAt("volumeDivisor", "请输入材积系数");
  if (!whole.roundUnitKg) throw invalidAt("roundUnitKg", "请选择进位");
  if (!whole.roundScope) throw invalidAt("roundScope", "请选择进位方式");
}
