import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { connectorOf } from "#backend/engine/connect/connector";
import { onOutbox, Refused } from "#backend/engine/connect/words";
import { moveTo, pickAs, type RuleContext } from "#backend/engine/documents";
import { NOW, patchRow } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { externalStates } from "#documents/base/mapping/words";
import { sku } from "#documents/product/sku";
import { lockMapping, mappingOf } from "./locked";

/** What a system is told of a SKU. */
export interface Goods {
  sku: string;
  name: string;
  weightG: string | null;
  lengthCm: string | null;
  widthCm: string | null;
  heightCm: string | null;
  declareNameCn: string | null;
  declareName: string | null;
  declarePrice: string | null;
}

export const goodsOf = ({ sql }: Pick<RuleContext, "sql">, skuId: string) =>
  pickAs({ sql }, sku, skuId, {
    sku: "skuCode",
    name: "name",
    weightG: "grossWeightG",
    lengthCm: "pkgLengthCm",
    widthCm: "pkgWidthCm",
    heightCm: "pkgHeightCm",
    declareNameCn: "declareNameCn",
    declareName: "declareNameEn",
    declarePrice: "declarePrice",
  });

/** What a SKU lacks that a warehouse asks for before goods may come in. */
export function lackOf(goods: Goods | undefined): string | undefined {
  const { weightG, lengthCm, widthCm, heightCm, declareName, declareNameCn } = goods ?? {};
  if (!weightG || !lengthCm || !widthCm || !heightCm) return "SKU缺少重量或尺寸";
  if (!declareName || !declareNameCn) return "SKU缺少申报品名";
}

const state = z.enum(["draft", "review", "approved", "rejected"]);
export type ExternalState = z.infer<typeof state>;

const measure = z.number().positive().max(1_000_000).nullish().catch(null);

/** Goods as a warehouse answers them. */
export const product = z.object({
  code: z.string(),
  name: z.string().max(500).nullish(),
  barcode: z.string().max(100).nullish(),
  state,
  weightG: measure,
  lengthCm: measure,
  widthCm: measure,
  heightCm: measure,
});
export const products = z.object({ items: z.array(product).max(200) });
export const registered = z.object({ code: z.string(), state });
export const stocks = z.object({
  items: z.array(z.object({ code: z.string(), onHand: z.number().int().min(-2e9).max(2e9) })).max(200),
});

/** What the other side knows of one mapping; no product: it has none of that code. */
export const known = z.object({ product: product.nullable(), onHand: z.int().nullable() });
export type Known = z.infer<typeof known>;

export const stateWord = (name: ExternalState): string => externalStates[name].label;

const UNTOLD = ["draft", "failed"];

/** Registers the goods of a mapping with its system. */
export const pushMapping = onOutbox("mapping.push", {
  async send(db, message) {
    const row = await mappingOf(db, message);
    if (!row || !UNTOLD.includes(row.status)) return null;
    const goods = await goodsOf({ sql: db }, row.skuId);
    const lack = lackOf(goods);
    if (!goods || lack) throw new Refused(lack ?? "SKU不存在");
    const number = (text: string | null) => dec(text ?? 0).toNumber();
    return call(db, await connectorOf(db, message.connectorId), {
      method: "POST",
      path: "/products",
      key: message.key,
      schema: registered,
      body: {
        sku: goods.sku,
        code: row.externalCode,
        name: row.externalName ?? goods.name,
        // One of theirs is several of ours.
        weightG: dec(goods.weightG ?? 0)
          .times(row.ratio)
          .toNumber(),
        lengthCm: number(goods.lengthCm),
        widthCm: number(goods.widthCm),
        heightCm: number(goods.heightCm),
        declareName: goods.declareName,
        declarePrice: number(goods.declarePrice),
      },
    });
  },
  async done(sql, message, answer) {
    const { c, document, row } = await lockMapping(sql, message);
    const heard = registered.safeParse(answer);
    if (!row || !heard.success || !UNTOLD.includes(row.status)) return;
    const { state } = heard.data;
    await patchRow(sql, "goods_mapping", row.id, {
      external_state: state,
      last_push_time: NOW,
      sync_msg: `对方已收到，${stateWord(state)}`,
    });
    await moveTo(c, document, row.id, "pushed", "推送成功");
  },
  async dead(sql, message, reason) {
    const { c, document, row } = await lockMapping(sql, message);
    if (!row || !UNTOLD.includes(row.status)) return;
    await patchRow(sql, "goods_mapping", row.id, { sync_msg: reason.slice(0, 300) });
    await moveTo(c, document, row.id, "failed", "推送失败");
  },
});
