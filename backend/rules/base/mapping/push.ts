import { call } from "../../../connect/call";
import { connectorOf } from "../../../connect/connector";
import { onOutbox, Refused } from "../../../connect/words";
import { moveTo } from "../../../documents/lifecycle/move";
import { dec } from "../../../values/money";
import { registered, stateWord } from "./external";
import { goodsOf, lackOf } from "./goods";
import { lockMapping, mappingOf } from "./locked";

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
      ...{ method: "POST", path: "/products", key: message.key, schema: registered },
      body: {
        ...{ sku: goods.sku, code: row.externalCode, name: row.externalName ?? goods.name },
        // One of theirs is several of ours.
        weightG: dec(goods.weightG ?? 0)
          .times(row.ratio)
          .toNumber(),
        ...{ lengthCm: number(goods.lengthCm), widthCm: number(goods.widthCm) },
        ...{ heightCm: number(goods.heightCm), declareName: goods.declareName },
        declarePrice: number(goods.declarePrice),
      },
    });
  },
  async done(sql, message, answer) {
    const { c, document, row } = await lockMapping(sql, message);
    const heard = registered.safeParse(answer);
    if (!row || !heard.success || !UNTOLD.includes(row.status)) return;
    const { state } = heard.data;
    await sql.query(
      `update goods_mapping set external_state = $2, last_push_time = now(), sync_msg = $3
       where id = $1`,
      [row.id, state, `对方已收到，${stateWord(state)}`],
    );
    await moveTo(c, document, row.id, "pushed", "推送成功");
  },
  async dead(sql, message, reason) {
    const { c, document, row } = await lockMapping(sql, message);
    if (!row || !UNTOLD.includes(row.status)) return;
    await sql.query("update goods_mapping set sync_msg = $2 where id = $1", [
      ...[row.id, reason.slice(0, 300)],
    ]);
    await moveTo(c, document, row.id, "failed", "推送失败");
  },
});
