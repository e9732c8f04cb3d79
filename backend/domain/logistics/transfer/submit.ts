import { requireSkus, skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { type RuleContext, transition } from "#backend/engine/documents";
import { reserve } from "#backend/ledgers/stock";
import { lockAdvisory } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { transfer } from "#documents/logistics/transfer";
import { holdsOf, sourceOf, type TransferRow } from "./lines";
import { notTheirs } from "./makers";
import { crossesBorder, isBoxed, type Places, placesOf, requirePlaces, toFba } from "./places";
import { expectedBoxes, measure, writeMeasures } from "./quote";
import { type Packing, packingsOf, unmeasured } from "./skus";

/** Number of another living transfer of the same shipment; who asks for the same one waits. */
async function otherShipment({ sql, tenantId }: RuleContext, { id, shipmentId }: TransferRow) {
  if (!shipmentId) return undefined;
  if (sql.held) await lockAdvisory(sql, "shipment", `${tenantId}/${shipmentId}`);
  const other = await sql.one<{ no: string }>(
    `select no from transfer where tenant_id = $1 and shipment_id = $2 and id <> $3 and del_flag = 0
       and status not in ('draft', 'rejected', 'void') limit 1`,
    [tenantId, shipmentId, id],
  );
  return other?.no;
}

/** What Amazon wants to know of a shipment. @throws Refusal 400 at the field */
function requireFba(row: TransferRow, packings: ReadonlyMap<string, Packing>): void {
  if (!row.storeId) throw invalidAt("storeId", "请选择店铺");
  if (!row.shipmentId) throw invalidAt("shipmentId", "请输入货件号");
  for (const [i, line] of row.items.entries()) {
    const sku = packings.get(line.skuId);
    if (sku?.skuType === "easy") throw invalidAt(`items.${i}.skuId`, "简易SKU不能发往FBA");
    if (!line.fnsku) throw invalidAt(`items.${i}.fnsku`, `SKU ${sku?.skuCode} 缺少FNSKU`);
    if (!line.msku) throw invalidAt(`items.${i}.msku`, `SKU ${sku?.skuCode} 缺少MSKU`);
  }
}

/** What the type of a transfer asks for before it is approved (supply.md 5). */
function requireReady(row: TransferRow, places: Places, packings: ReadonlyMap<string, Packing>) {
  requirePlaces(row, places);
  const type = row.transferType;
  if ((type === "2" || type === "3") && !row.logisticsProviderId)
    throw invalidAt("logisticsProviderId", "请选择物流商");
  if ((type === "2" || type === "3") && !row.freightTemplateId) throw invalidAt("freightTemplateId", "请选择运费模板");
  if (toFba(type)) requireFba(row, packings);
  if (type === "5" && crossesBorder(places) && !row.clearanceFiles.length)
    throw invalidAt("clearanceFiles", "跨国调拨请上传清关资料");
  const lacking = isBoxed(type) ? unmeasured(packings) : undefined;
  return lacking && `SKU ${lacking} 缺少外箱尺寸或毛重`;
}

/** 提交: goods are held, and the freight is quoted by what they will be packed in. */
export const submit = transition(transfer, "submit", {
  lock: async (c, row) => ({
    foreign: notTheirs(c, row.transferType),
    other: await otherShipment(c, row),
    places: await placesOf(c, row),
    skus: await skusOf(c, row.items),
    packings: await packingsOf(c, row.items),
  }),
  guard({ row, places, skus, packings, other, foreign }) {
    if (foreign) return foreign;
    requireSkus(row.items, skus, (line) => line.turnLineId);
    return requireReady(row, places, packings) || (other && `货件号已存在：${other}`);
  },
  async effect(c, { row, packings, places }) {
    await reserve(c, sourceOf(row), holdsOf(row));
    await snapshotSkus(c, "transfer_line", row.items);
    const boxes = expectedBoxes(row, packings);
    await writeMeasures(c, row, await measure(c, { ...row, freightTemplateVersion: 0 }, boxes, places, packings));
  },
});
