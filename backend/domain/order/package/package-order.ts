import { type Mapped, mappedSku, providerWord, unmappedReason } from "#backend/domain/base/mapping/find";
import { wholeAddress } from "#backend/domain/personal/unmask";
import { sourceOf } from "#backend/domain/wms/other/lines";
import { connectorFor } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { explain } from "#backend/engine/documents/writing/explain";
import { type Out, postMoves } from "#backend/ledgers/stock";
import { patchRow } from "#backend/platform/db";
import { closedMonth, today } from "#backend/platform/values";
import { packageOrder } from "#documents/order/package-order";
import { orderShipped } from "../state/moves";
import { lockOrdersOf } from "../state/packed";
import { ask, CONFIRM, FIGURES, LABEL, POST, SEND, waiting } from "./ask";
import { postBrought, postPackage } from "./freight";
import { labelRefused } from "./labels";
import { holdsOf } from "./lines";
import { type PackagePlace, type PackageRow, placeOf } from "./place";
import { recalling } from "./recall";

interface PackageOrderScene {
  place: PackagePlace;
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

async function sceneOf(c: RuleContext, row: PackageRow): Promise<PackageOrderScene> {
  const place = await placeOf(c, row);
  const { provider } = place;
  const mapped: PackageOrderScene["mapped"] = provider
    ? await mappedSku(c, { provider, warehouseId: row.warehouseId ?? "", skuIds: row.items.map((l) => l.skuId) })
    : new Map();
  return { place, mapped, held: await heldIn(c, row) };
}

/** What the other side is to be told of as goods, and cannot. */
function goodsFault({ place, mapped }: PackageOrderScene, items: PackageRow["items"]) {
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
    await patch(c, packageOrder, row.id, { sentTime: NOW, failReason: null, provider: place.provider });
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
    if (!place.connectorId) return place.outside ? "仓库没有可用的连接" : "物流渠道没有对接承运商，请登记运单";
  },
  async effect(c, { row, place }) {
    await patch(c, packageOrder, row.id, { failReason: null });
    await ask(c, row, place.outside ? LABEL : POST, place.connectorId, "label");
  },
});

const register = transition(packageOrder, "register", {
  lock: async (c, row) => ({ place: await placeOf(c, row) }),
  guard: ({ row, place }) => waiting(row) ?? (place.outside && "三方仓的运单由仓库给出，请获取面单"),
  async effect(c, { row }, { carrierCode, trackingNo }) {
    const [carrier, number] = [carrierCode.trim().toUpperCase(), trackingNo.trim().toUpperCase()];
    await explain(
      packageOrder,
      patch(c, packageOrder, row.id, {
        carrierCode: carrier,
        trackingNo: number,
        trackingKey: `${carrier}/${number}`,
        labelTime: NOW,
        failReason: null,
      }),
    );
  },
});

const sending = [send, getLabel, register];

interface PackageOrderAbout {
  id: string;
  no: string;
  storeId: string | null;
}

/** The connection to the platform of a store, where something in the package was ordered there. */
async function platformOf(
  { sql, tenantId }: RuleContext,
  { id, storeId }: PackageOrderAbout,
): Promise<{ id: string } | undefined> {
  if (!storeId) return;
  const ordered = await sql.one(
    `select 1 from package_order_line l join sales_order o on o.id = l.order_id
     where l.package_order_id = $1 and l.del_flag = 0 and o.platform_order_id is not null limit 1`,
    [id],
  );
  return ordered && connectorFor({ sql, tenantId }, { provider: "amazon", storeId });
}

/**
 * Has the platform told that a locked package left, where one is connected. Told again, its number
 * stands for the same thing. @returns whether there is something to tell
 */
async function confirmShipped(c: RuleContext, row: PackageOrderAbout, again = ""): Promise<boolean> {
  const platform = await platformOf(c, row);
  if (!platform) return false;
  await patch(c, packageOrder, row.id, { confirmState: "queued" });
  await enqueue(c, {
    kind: CONFIRM,
    key: `${row.no}${again}`,
    connectorId: platform.id,
    payload: { packageId: row.id },
    document: "package_order",
    id: row.id,
    no: row.no,
  });
  return true;
}

/** Marks when a step of a package happened. */
const mark = ({ sql }: RuleContext, id: string, column: "delivered_time" | "returned_time") =>
  patchRow(sql, "package_order", id, { [column]: NOW });

const ship = transition(packageOrder, "ship", {
  async lockFirst(c, id) {
    await lockOrdersOf(c, id);
  },
  lock: async (c, row) => ({ closed: await closedMonth(c, today()), place: await placeOf(c, row) }),
  guard: ({ row, closed }) => waiting(row) ?? (row.trackingNo ? closed : "请先获取运单号"),
  async effect(c, { row, place }, { actualWeightKg }) {
    const moves = holdsOf(row.warehouseId ?? "", row.items).map(
      (hold): Out => ({ ...hold, kind: "out", type: "pkgOut", reserved: true }),
    );
    await patch(c, packageOrder, row.id, {
      shipTime: NOW,
      failReason: null,
      actualWeightKg: actualWeightKg ?? undefined,
    });
    await postMoves(c, sourceOf("package_order", row), `ship:${row.version}`, moves);
    await orderShipped(c, [...new Set(row.items.flatMap((l) => l.orderId ?? []))]);
    await postBrought(c, row.id);
    await postPackage(c, row.id);
    await confirmShipped(c, row);
    if (place.outside && place.connectorId && row.externalOrderNo) await ask(c, row, FIGURES, place.connectorId);
  },
});

const deliver = transition(packageOrder, "deliver", {
  effect: async (c, { row }) => {
    await mark(c, row.id, "delivered_time");
  },
});

const takeBack = transition(packageOrder, "takeBack", {
  effect: async (c, { row }) => {
    await mark(c, row.id, "returned_time");
  },
});

const confirm = transition(packageOrder, "confirm", {
  lock: async (c, row) => ({ platform: await platformOf(c, row) }),
  guard({ row, platform }) {
    if (row.confirmState === "uploaded") return "平台已收到发货信息";
    if (row.confirmState === "queued") return "正在回传，请稍后";
    return !platform && "店铺没有可用的平台连接，或不是平台订单";
  },
  async effect(c, { row }) {
    await confirmShipped(c, row, `:${row.version}`);
  },
});

const leaving = [ship, deliver, takeBack, confirm];

/** 包裹订单 (market.md 4). */
export const packageOrderRules = rules(packageOrder, {
  expressions: { deliverDays: "round((extract(epoch from t.delivered_time - t.ship_time) / 86400)::numeric, 1)" },
  files: { label: ({ sql }, { id }) => labelRefused(sql, id) },
  transitions: [
    ...sending,
    ...leaving,
    ...recalling,
    transition(packageOrder, "unmask", wholeAddress(packageOrder, "receiver")),
  ],
});
