import { requireSkus, skusOf, snapshotSkus, wordsOf } from "#backend/domain/sku-lines";
import { patch, type RuleContext, rules, transition, visible } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { store } from "#documents/base/store";
import type { DraftOf, LineDraft } from "#documents/kit";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import { transferTypeOf } from "#documents/logistics/transfer-words";
import { boxesOf, equalBoxes, type PackRow, requirePacked, type TransferBox } from "../transfer/boxes";
import { listingsOf } from "../transfer/lines";
import { placesOf } from "../transfer/places";
import { type Packing, packingsOf, unmeasured } from "../transfer/skus";
import { ask, connectorOfStore, type InboundRow, waiting } from "./ask";
import { addLabels } from "./labels";
import { groupsOf, shipFromOf } from "./told";
import { endTransfers, makeTransfers, replaceRows, unendable } from "./transfers";

type InboundDraft = DraftOf<typeof fbaInbound>;
type InboundLineDraft = LineDraft<typeof fbaInbound, "items">;

/** The platform's warehouse of a store. */
const fbaWarehouseOf = async ({ sql, tenantId }: RuleContext, storeId: string | null | undefined) =>
  (
    await sql.one<{ id: string }>(
      `select id::text as id from warehouse
       where tenant_id = $1 and kind = 'fba' and store_id = $2 and enabled and del_flag = 0 order by id limit 1`,
      [tenantId, storeId ?? null],
    )
  )?.id ?? null;

/** Who sees some stores alone plans for those. @throws Refusal 400 */
async function requireOwnStore({ sql, caller }: RuleContext, storeId: string | null | undefined): Promise<void> {
  const own = visible({ ...store, scopeBy: { dept: "deptId" } }, caller).and("t.id = ?", storeId ?? null);
  if (storeId && !(await sql.one(`select 1 from store t where ${own}`, own.values)))
    throw invalidAt("storeId", "店铺不由您负责");
}

/** Completes lines by what the store calls their SKUs, and what the header says of them. */
async function completed(c: RuleContext, { storeId }: InboundDraft, lines: InboundLineDraft[]) {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus);
  const listings = await listingsOf(c, storeId, lines);
  const items = lines.map((line) => ({
    ...line,
    ...wordsOf(skus, line.skuId),
    msku: line.msku || listings.get(line.skuId ?? "")?.msku || null,
    fnsku: line.fnsku || listings.get(line.skuId ?? "")?.fnsku || null,
  }));
  const twice = items.findIndex(({ msku }, i) => msku && items.findIndex((other) => other.msku === msku) !== i);
  if (twice >= 0) throw invalidAt(`items.${twice}.msku`, `MSKU ${items[twice]?.msku} 重复`);
  return {
    items,
    totalQty: lines.reduce((sum, { qty }) => sum + (qty ?? 0), 0),
    skuCodes: [...skus.values()].map(({ skuCode }) => skuCode).join(" "),
  };
}

/** What a plan needs before anything is made of it. @throws Refusal 400 at the field */
function requireGoods({ items }: InboundRow, packings: ReadonlyMap<string, Packing>): string | undefined {
  for (const [i, { skuId, msku, fnsku }] of items.entries()) {
    const sku = packings.get(skuId);
    if (sku?.skuType === "easy") throw invalidAt(`items.${i}.skuId`, "简易SKU不能发往FBA");
    if (!msku) throw invalidAt(`items.${i}.msku`, `SKU ${sku?.skuCode} 缺少MSKU`);
    if (!fnsku) throw invalidAt(`items.${i}.fnsku`, `SKU ${sku?.skuCode} 缺少FNSKU`);
  }
  const lacking = unmeasured(packings);
  return lacking && `SKU ${lacking} 缺少外箱尺寸或毛重`;
}

/** What both ways begin with, kept until the transaction ends. */
async function beginning(c: RuleContext, row: InboundRow) {
  const { fromWarehouseId, toWarehouseId } = row;
  const places = await placesOf(c, { fromWarehouseId, toWarehouseId });
  return { places, skus: await skusOf(c, row.items), packings: await packingsOf(c, row.items) };
}

type InboundBeginning = Awaited<ReturnType<typeof beginning>> & { row: InboundRow };

function refusedOf({ row, places: { from, to }, skus, packings }: InboundBeginning): string | undefined {
  if (!to?.enabled) return "店铺没有FBA仓，请先在仓库中登记";
  if (!from?.enabled) return `${from?.name ?? "发货仓"}已停用`;
  if (!transferTypeOf(from.kind, to.kind)) throw invalidAt("fromWarehouseId", "发货仓须为国内仓或海外仓");
  requireSkus(row.items, skus);
  return requireGoods(row, packings);
}

const submit = transition(fbaInbound, "submit", {
  lock: async (c, row) => ({
    ...(await beginning(c, row)),
    connectorId: await connectorOfStore(c, row.storeId),
    shipFrom: await shipFromOf(c.sql, row.fromWarehouseId),
  }),
  guard({ connectorId, shipFrom, ...scene }) {
    const refused = refusedOf(scene);
    if (refused) return refused;
    if (!connectorId) return "店铺没有Amazon连接，请先配置，或改为手工";
    const { stateOrProvinceCode: _, ...needed } = shipFrom ?? {};
    return Object.values(needed).some((value) => !value)
      ? `${scene.places.from?.name}的联系人、电话、地址、城市、邮编或国家不完整，请在仓库中补全`
      : undefined;
  },
  async effect(c, { row }) {
    await snapshotSkus(c, "fba_inbound_line", row.items);
    await patch(c, fbaInbound, row.id, { planName: row.planName ?? row.no });
    await ask(c, row, "create");
  },
});

/** 手工: the shipment is there already; its transfer is made at once. */
const start = transition(fbaInbound, "start", {
  lock: async (c, row) => ({
    ...(await beginning(c, row)),
    other: await c.sql.one<{ no: string }>(
      `select no from transfer where tenant_id = $1 and shipment_id = $2 and del_flag = 0 and status <> 'void' limit 1`,
      [c.tenantId, row.shipmentId],
    ),
  }),
  guard({ other, ...scene }) {
    if (!scene.row.shipmentId) throw invalidAt("shipmentId", "请输入货件号");
    return refusedOf(scene) ?? (other && `货件号已存在：${other.no}`);
  },
  async effect(c, { row }) {
    const { shipmentId, fcCode } = row;
    if (!shipmentId) return;
    await snapshotSkus(c, "fba_inbound_line", row.items);
    const items = row.items.map(({ msku, qty }) => ({ msku: msku ?? "", quantity: qty }));
    const made = { platformId: null, shipmentId, fcCode: fcCode || null, referenceId: null, items, boxes: [] };
    await makeTransfers(c, row, [made]);
    await patch(c, fbaInbound, row.id, { shipmentCount: 1, shipmentIds: shipmentId });
  },
});

const linesOf = ({ items }: InboundRow) => items.map(({ skuId, qty }) => ({ skuId, goodQty: qty, badQty: 0 }));

/** What is in one box may be packed together. @throws Refusal 409 */
function requireGroups(row: InboundRow, boxes: readonly TransferBox[]): void {
  const mskus = new Map(row.items.map(({ skuId, msku }) => [skuId, msku ?? ""]));
  const groups = groupsOf(row);
  for (const { boxNo, contents } of boxes) {
    const of = new Set(contents.map(({ skuId }) => groups.find((g) => g.mskus.includes(mskus.get(skuId) ?? ""))?.id));
    if (of.size > 1) throw conflict(`箱${boxNo}的货物不能装在一起，平台把它们分在不同的包装组`);
  }
}

const rowsOf = (
  given: readonly PackRow[] | null | undefined,
  row: InboundRow,
  packings: ReadonlyMap<string, Packing>,
) => (given?.length ? given : equalBoxes(linesOf(row), packings));

const pack = transition(fbaInbound, "pack", {
  lock: async (c, row) => ({ packings: await packingsOf(c, row.items) }),
  guard: ({ row }) => waiting(row),
  ask: async (_c, { row, packings }) => ({ boxes: equalBoxes(linesOf(row), packings) }),
  check({ row, packings }, { boxes: given }) {
    const boxes = boxesOf(rowsOf(given, row, packings), packings);
    requirePacked(boxes, linesOf(row), packings);
    requireGroups(row, boxes);
  },
  async effect(c, { row, packings }, { boxes: given }) {
    const codes = new Map(row.items.map(({ skuId, skuCode }) => [skuId, skuCode ?? ""]));
    const boxes = boxesOf(rowsOf(given, row, packings), packings);
    await replaceRows(
      c,
      "fba_inbound_box",
      row.id,
      boxes.map(({ boxNo, lengthCm, widthCm, heightCm, weightKg, contents }) => ({
        box_no: boxNo,
        length_cm: lengthCm,
        width_cm: widthCm,
        height_cm: heightCm,
        weight_kg: weightKg,
        contents,
        contents_text: contents.map((of) => `${codes.get(of.skuId)}×${of.qty}`).join("、"),
        qty: contents.reduce((sum, { qty }) => sum + qty, 0),
      })),
    );
    await ask(c, row, "pack");
  },
});

const choose = transition(fbaInbound, "choose", {
  guard: ({ row }) => waiting(row),
  check: ({ row }, { optionNo }) =>
    row.options.some((o) => o.optionNo === optionNo) ? undefined : invalidAt("optionNo", "没有这个分仓方案"),
  async effect(c, { row }, { optionNo }) {
    const chosen = row.options.find((o) => o.optionNo === optionNo);
    await c.sql.query("update fba_inbound_option set chosen = option_no = $2 where fba_inbound_id = $1", [
      row.id,
      optionNo,
    ]);
    await patch(c, fbaInbound, row.id, { optionId: chosen?.optionId });
    await ask(c, row, "choose");
  },
});

const chooseWindow = transition(fbaInbound, "chooseWindow", {
  guard: ({ row }) => waiting(row),
  check({ row: { windows } }, { windowIds }) {
    const chosen = windows.filter(({ windowId }) => windowId && windowIds?.includes(windowId));
    const shipments = new Set(windows.map(({ platformId }) => platformId));
    if (chosen.length !== windowIds?.length) throw invalidAt("windowIds", "可选的到货时间已变化，请重新选择");
    if (chosen.length !== shipments.size || new Set(chosen.map(({ platformId }) => platformId)).size !== shipments.size)
      throw invalidAt("windowIds", "请为每个货件选择一个到货时间");
  },
  async effect(c, { row }, { windowIds }) {
    await c.sql.query("update fba_inbound_window set chosen = window_id = any($2::text[]) where fba_inbound_id = $1", [
      row.id,
      windowIds ?? [],
    ]);
    await ask(c, row, "window");
  },
});

const setTransport = transition(fbaInbound, "setTransport", {
  guard: ({ row }) => waiting(row),
  check: (_scene, { readyDay }) => (readyDay < today() ? invalidAt("readyDay", "备妥日期不能早于今天") : undefined),
  async effect(c, { row }, { carrierKind, shipWay, readyDay }) {
    await patch(c, fbaInbound, row.id, { carrierKind, shipWay, readyDay });
    await ask(c, row, "transport");
  },
});

/** The platform knows of it, or may. */
const isTold = ({ mode, planName, inboundPlanId }: InboundRow) => mode === "api" && !!(inboundPlanId ?? planName);

const cancel = transition(fbaInbound, "cancel", {
  lock: async (c, row) => ({ ends: await unendable(c, row) }),
  // A plan that is being made may be cancelled all the same: the platform answers one call after the other.
  guard: ({ row, ends }) => (row.task === "create" ? undefined : waiting(row)) ?? ends,
  to: ({ row }) => (isTold(row) ? row.status : "cancelled"),
  async effect(c, { row }, { reason }) {
    await patch(c, fbaInbound, row.id, { cancelReason: reason });
    if (isTold(row)) return void (await ask(c, row, "cancel"));
    await endTransfers(c, row, reason);
  },
});

const PIECES = (column: string) =>
  `(select coalesce(sum(x.${column}), 0)::int from transfer x where x.inbound_id = t.id and x.del_flag = 0)`;

/** FBA入库计划 (figures.md D.6). */
export const fbaInboundRules = rules(fbaInbound, {
  expressions: { shippedQty: PIECES("shipped_qty"), receivedQty: PIECES("received_qty") },
  enrichOne: addLabels,
  async beforeSave(c, next, before) {
    const whole: InboundDraft = { ...before, ...next };
    if (whole.storeId !== before?.storeId) await requireOwnStore(c, whole.storeId);
    next.toWarehouseId = await fbaWarehouseOf(c, whole.storeId);
    Object.assign(next, await completed(c, whole, whole.items ?? []));
  },
  transitions: [submit, start, pack, choose, chooseWindow, setTransport, cancel],
});
