import { packageOrder } from "#documents/order/package-order";
import type { RuleContext } from "../../../documents/rules";
import { explain } from "../../../documents/writing/explain";
import { transition } from "../../../documents/written";
import { type Mapped, mappedSku, providerWord, unmappedReason } from "../../base/mapping/find";
import { lockOrdersOf } from "../state/packed";
import { ask, LABEL, POST, SEND, waiting } from "./ask";
import { type PackageRow, type Place, placeOf } from "./place";

interface Scene {
  place: Place;
  mapped: Map<string, Mapped>;
  /** An order in it that is held. */
  held: string | undefined;
}

const lockFirst = async (c: RuleContext, id: string) => {
  await lockOrdersOf(c, id);
};

async function heldIn({ sql }: RuleContext, { id }: PackageRow) {
  const found = await sql.one<{ no: string }>(
    `select o.no from sales_order o where o.status = 'held' and o.id in (select order_id
       from package_order_line where package_order_id = $1 and del_flag = 0) limit 1`,
    [id],
  );
  return found?.no;
}

async function sceneOf(c: RuleContext, row: PackageRow): Promise<Scene> {
  const place = await placeOf(c, row);
  const { provider } = place;
  const mapped: Scene["mapped"] = provider
    ? await mappedSku(c, {
        ...{ provider, warehouseId: row.warehouseId ?? "" },
        skuIds: row.items.map((l) => l.skuId),
      })
    : new Map();
  return { place, mapped, held: await heldIn(c, row) };
}

/** What the other side is to be told of as goods, and cannot. */
function goodsFault({ place, mapped }: Scene, items: PackageRow["items"]) {
  const provider = place.provider ?? "";
  const codes = (of: PackageRow["items"]) => [...new Set(of.map((l) => l.skuCode ?? l.skuId))];
  const without = items.filter((l) => !mapped.has(l.skuId));
  if (without.length) return unmappedReason(provider, codes(without));
  const odd = items.filter((l) => (l.qty ?? 0) % (mapped.get(l.skuId)?.ratio ?? 1) !== 0);
  return odd.length > 0 && `SKU ${codes(odd).join("、")} 的数量不是外部商品的整数倍`;
}

const send = transition(packageOrder, "send", {
  lockFirst,
  lock: sceneOf,
  guard({ row, ...scene }) {
    const { place, held } = scene;
    if (held) return `订单${held}已挂起，不能下发`;
    if (Number(row.declaredValue) > Number(place.maxDeclaredUsd ?? Number.POSITIVE_INFINITY))
      return "申报金额超过渠道上限";
    if (!place.outside) return;
    if (!place.provider) return "仓库未设置对接系统，不能下发";
    if (!place.connectorId) return `未配置${providerWord(place.provider)}连接，不能下发`;
    return goodsFault(scene, row.items);
  },
  async effect(c, { row, place, mapped }) {
    await c.sql.query(
      `update package_order set sent_time = now(), fail_reason = null, provider = $2 where id = $1`,
      [row.id, place.provider],
    );
    if (!place.outside) return;
    await c.sql.query(
      `update package_order_line l set external_sku = x."externalCode", external_qty = l.qty / x.ratio
       from jsonb_to_recordset($2::jsonb) x("skuId" bigint, "externalCode" text, ratio int)
       where l.package_order_id = $1 and l.sku_id = x."skuId" and l.del_flag = 0`,
      [row.id, JSON.stringify([...mapped].map(([skuId, m]) => ({ skuId, ...m })))],
    );
    await ask(c, row, SEND, place.connectorId, "send");
  },
});

const getLabel = transition(packageOrder, "getLabel", {
  lock: async (c, row) => ({ place: await placeOf(c, row) }),
  guard({ row, place }) {
    const wait = waiting(row);
    if (wait) return wait;
    if (place.outside && !row.externalOrderNo) return "仓库还没有这张订单";
    if (!place.connectorId)
      return place.outside ? "仓库没有可用的连接" : "物流渠道没有对接承运商，请登记运单";
  },
  async effect(c, { row, place }) {
    await c.sql.query("update package_order set fail_reason = null where id = $1", [row.id]);
    await ask(c, row, place.outside ? LABEL : POST, place.connectorId, "label");
  },
});

const register = transition(packageOrder, "register", {
  lock: async (c, row) => ({ place: await placeOf(c, row) }),
  guard: ({ row, place }) =>
    waiting(row) ?? (place.outside && "三方仓的运单由仓库给出，请获取面单"),
  async effect(c, { row }, { carrierCode, trackingNo }) {
    const [carrier, number] = [carrierCode.trim().toUpperCase(), trackingNo.trim().toUpperCase()];
    await explain(
      packageOrder,
      c.sql.query(
        `update package_order set carrier_code = $2, tracking_no = $3, tracking_key = $4,
           label_time = now(), fail_reason = null where id = $1`,
        [row.id, carrier, number, `${carrier}/${number}`],
      ),
    );
  },
});

export const sending = [send, getLabel, register];
