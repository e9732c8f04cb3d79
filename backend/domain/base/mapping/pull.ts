import { call } from "#backend/engine/connect/call";
import { connectorOf } from "#backend/engine/connect/connector";
import { onOutbox } from "#backend/engine/connect/words";
import { moveTo } from "#backend/engine/documents";
import { NOW, patchRow, plus } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { lockMapping, mappingOf } from "./locked";
import { goodsOf, type Known, known, products, stateWord, stocks } from "./push";
import { type MappingRowMapping, saidBy } from "./row";
import { ALREADY, lockSystem, skuActive } from "./unique";

/** Weights that differ by more than this are pointed out, percent. */
const FAR = 10;

/** How far the weight there lies from ours, in words where it is far. */
function weightWord(theirs: number | null | undefined, ours: string | null, ratio: number): string {
  const own = dec(ours ?? 0).times(ratio);
  if (!theirs || own.lte(0)) return "";
  const off = dec(theirs).minus(own).abs().div(own).times(100);
  return off.gt(FAR) ? `，重量相差${off.round(1).toFixed()}%` : "";
}

/** What is said of an answer, and whether the mapping becomes active by it. */
async function judge(
  c: Parameters<typeof skuActive>[0],
  row: MappingRowMapping,
  { product }: Known,
): Promise<{ says: string; activates: boolean }> {
  if (!product) return { says: "对方没有此商品", activates: false };
  const ours = await goodsOf(c, row.skuId);
  const weight = weightWord(product.weightG, ours?.weightG ?? null, row.ratio);
  if (product.state !== "approved") return { says: `对方${stateWord(product.state)}${weight}`, activates: false };
  if (row.status === "active") return { says: `与对方一致的编码${weight}`, activates: false };
  await lockSystem(c, saidBy(row).system);
  if (await skuActive(c, saidBy(row))) return { says: ALREADY, activates: false };
  return { says: `对方已通过${weight}`, activates: true };
}

/** Asks the system of a mapping what it has under its code. */
export const pullMapping = onOutbox("mapping.pull", {
  async send(db, message) {
    const row = await mappingOf(db, message);
    if (!row) return null;
    const connector = await connectorOf(db, message.connectorId);
    const query = { codes: row.externalCode };
    const mine = ({ code }: { code: string }) => code === row.externalCode;
    const found = await call(db, connector, { path: "/products", query, schema: products });
    const lies = await call(db, connector, { path: "/stock", query, schema: stocks });
    return { product: found.items.find(mine) ?? null, onHand: lies.items.find(mine)?.onHand ?? null } satisfies Known;
  },
  async done(sql, message, answer) {
    const heard = known.safeParse(answer);
    const { c, document, row } = await lockMapping(sql, message);
    if (!row || !heard.success || row.status === "draft" || row.status === "disabled") return;
    const { product, onHand } = heard.data;
    const { says, activates } = await judge(c, row, heard.data);
    await patchRow(sql, "goods_mapping", row.id, {
      external_name: product?.name?.slice(0, 200) || undefined,
      external_barcode: product?.barcode?.slice(0, 64) || undefined,
      external_state: product?.state ?? undefined,
      external_weight_g: product?.weightG ?? undefined,
      external_length_cm: product?.lengthCm ?? undefined,
      external_width_cm: product?.widthCm ?? undefined,
      external_height_cm: product?.heightCm ?? undefined,
      external_qty: onHand,
      last_pull_time: NOW,
      sync_msg: says,
      version: plus(1),
    });
    if (activates) await moveTo(c, document, row.id, "active", "对方已通过");
  },
  async dead(sql, message, reason) {
    const { row } = await lockMapping(sql, message);
    if (!row) return;
    await patchRow(sql, "goods_mapping", row.id, { sync_msg: `拉取失败：${reason}`.slice(0, 300) });
  },
});
