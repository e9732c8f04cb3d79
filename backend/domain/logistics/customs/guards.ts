import { pickMany, type RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { isRefundable } from "#documents/logistics/customs-fields";
import { sku } from "#documents/product/sku";
import { boughtOf, type Lot } from "./bought";
import { missingElements, type Templates, templatesOf } from "./elements";
import type { Declaration, GenerateDraft } from "./generate";
import { lotsFor } from "./lots";
import { declaredQtys } from "./merge";
import { piecesOf, type SourcePieces, type SourceSent, sentOf } from "./sources";

type Filled = readonly [name: keyof GenerateDraft & string, sentence: string];

/** @throws Refusal 400 naming the first of these fields that is empty */
function requireFilled(whole: GenerateDraft, fields: readonly Filled[]): void {
  for (const [name, sentence] of fields) {
    const value = whole[name];
    const empty = Array.isArray(value) ? !value.length : value === null || value === undefined;
    if (empty || value === "") throw invalidAt(name, sentence);
  }
}

/** What the type and the terms ask for whenever it is saved. */
export function requireHeader(whole: GenerateDraft): void {
  if (whole.customsType !== "5") requireFilled(whole, [["brokerId", "请选择报关行"]]);
  if (whole.tradeTerm === "CIF")
    requireFilled(whole, [
      ["freight", "CIF请填写运费"],
      ["insurance", "CIF请填写保费"],
    ]);
}

/** What each type asks for at submit. */
const BLOCKS: Partial<Record<string, readonly Filled[]>> = {
  "2": [["overseasRecordNo", "请填写海外仓备案号"]],
  "4": [
    ["marketRecordNo", "请填写市场采购备案号"],
    ["consolidator", "请填写组货人"],
    ["marketPhotos", "请上传组货拍照"],
  ],
  "5": [["agentName", "请填写买单抬头"]],
};

/** Everything that customs want to know is there. @throws Refusal 400 */
function requireWhole(row: Declaration, templates: Templates): void {
  requireHeader(row);
  requireFilled(row, [
    ["exportPort", "请选择出境关别"],
    ["destCountry", "请选择运抵国"],
    ["cartons", "请填写件数"],
  ]);
  requireFilled(row, BLOCKS[row.customsType] ?? []);
  for (const [i, line] of row.items.entries()) {
    const missing = missingElements(line.hsCode, line.declareElements, templates);
    if (missing.length) throw invalidAt(`items.${i}.declareElements`, `申报要素不完整：缺少${missing.join("、")}`);
    if (!line.domesticSource) throw invalidAt(`items.${i}.domesticSource`, "请填写境内货源地");
    if (!isRefundable(row.customsType)) continue;
    if (!line.contractNo) throw invalidAt(`items.${i}.contractNo`, "请填写采购合同");
    if (!line.invoiceNo) throw invalidAt(`items.${i}.invoiceNo`, "请填写发票");
  }
}

/** What a declaration is compared with. */
interface CustomScene {
  sent: SourceSent[];
  pieces: SourcePieces[];
  codes: ReadonlyMap<string, string>;
}

/** What a declaration is asked before it is submitted. */
interface Submitting extends CustomScene {
  templates: Templates;
  /** What it takes of receipts from now on. */
  lots: readonly Lot[];
}

/** Reads it, its transfers locked. */
export async function sceneOf(c: RuleContext, row: Declaration): Promise<CustomScene> {
  const sent = await sentOf(c, row);
  const pieces = await piecesOf(c, sent);
  const skuIds = [...new Set([...pieces.map((p) => p.skuId), ...declaredQtys(row.items).keys()])];
  const codes = await pickMany(c, sku, skuIds, ["skuCode"]);
  return { sent, pieces, codes: new Map(codes.map((k) => [k.id, k.skuCode])) };
}

/** Reads what a declaration is asked before it is submitted; transfers and pools locked. */
export async function submitting(c: RuleContext, row: Declaration): Promise<Submitting> {
  const templates = await templatesOf(c);
  const scene = await sceneOf(c, row);
  return { ...scene, templates, lots: await lotsFor(c, scene.pieces, row.id) };
}

/** Code of the first SKU of which another quantity is declared than goes. */
export function differing(
  { items }: Pick<Declaration, "items">,
  { pieces, codes }: Pick<CustomScene, "pieces" | "codes">,
  of: "qty" | "shipped",
): string | undefined {
  const left = declaredQtys(items);
  for (const piece of pieces) left.set(piece.skuId, (left.get(piece.skuId) ?? 0) - piece[of]);
  const [id] = [...left].find(([, n]) => n !== 0) ?? [];
  return id && (codes.get(id) ?? id);
}

/** @throws Refusal for what must not be submitted */
export function requireSubmittable(row: Declaration, scene: Submitting): void {
  requireWhole(row, scene.templates);
  const other = differing(row, scene, "qty");
  if (other) throw conflict(`报关数量与调拨数量不一致：SKU ${other}`);
  const nonTax = [...boughtOf(scene.lots).values()].some((b) => b.nonTax);
  if (isRefundable(row.customsType) && nonTax) throw conflict("含不含税采购的货物不能做一般贸易/9810/9710退税报关");
}
