import { z } from "zod";
import { lockOrdersOf } from "#backend/domain/order/state/packed";
import { callPdf } from "#backend/engine/connect/call";
import { type Connector, connectorOf } from "#backend/engine/connect/connector";
import { Later, type Message, type OutboxHandler, onOutbox, Refused } from "#backend/engine/connect/words";
import { type Engine, moveTo, patch, type RuleContext, settle } from "#backend/engine/documents";
import { explain } from "#backend/engine/documents/writing/explain";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { packageOrder } from "#documents/order/package-order";
import { ask, DROP, FIGURES, LABEL, POST, RECALL, SEND } from "../ask";
import { type BackParcel, endGone, isGone, leftAlready, stays } from "../back";
import { keepLabel } from "../labels";
import {
  cancelOrder,
  dropShipment,
  makeOrder,
  makeShipment,
  orderLabelPath,
  orderOf,
  type ProtocolSaid,
  shipmentLabelPath,
  toldOf,
  type WarehouseOrder,
  writeFigures,
  writeLabel,
} from "./protocol";

/** When a warehouse that has not packed yet is asked again. */
const PACKING_SECONDS = 30;

const idOf = ({ payload }: Message) => String(payload.packageId ?? "");

/** What is to be said, if the package still waits for it. @throws Refused when it does not */
async function expected(db: Database, message: Message, task: string) {
  const told = await toldOf(db, idOf(message));
  if (told.task !== task) throw new Refused("包裹状态已变更，不再发送");
  return { told, connector: await connectorOf(db, message.connectorId) };
}

type HandlerLocked = BackParcel & { status: string; task: string | null; version: number };

/** The package with its orders, locked for what an answer does to it. */
async function locked(c: RuleContext, id: string): Promise<HandlerLocked | undefined> {
  await lockOrdersOf(c, id);
  return c.sql.one<HandlerLocked>(
    `select id, no, status, task, version, store_id as "storeId", warehouse_id as "warehouseId",
       logistics_channel_id as "logisticsChannelId"
     from package_order where id = $1 and del_flag = 0 ${keep(c.sql, "package_order")}`,
    [id],
  );
}

/** What a warehouse says of an order that it packed, in words of a parcel. */
export const parcelSaid = (order: WarehouseOrder): ProtocolSaid | undefined => {
  const { trackingNo, carrierCode, weightKg, freight, freightCurrency } = order;
  if (!trackingNo) return;
  return { trackingNo, carrierCode: carrierCode ?? "", weightKg, freight, freightCurrency };
};

const keepPdf = async (db: Database, message: Message, connector: Connector, path: string) =>
  keepLabel(db, message.tenantId, idOf(message), await callPdf(db, connector, path));

const said = z.object({
  trackingNo: z.string(),
  carrierCode: z.string(),
  weightKg: z.string().nullish(),
  freight: z.string().nullish(),
  freightCurrency: z.string().nullish(),
});

/** How packages are told to warehouses and carriers, and what their answers do. */
export function packageHandlers(engine: Engine): OutboxHandler[] {
  const context = (sql: Sql, { tenantId }: Message): RuleContext => ({ sql, ...systemOf(tenantId), ...engine });
  /** What its platform cancelled while a warehouse was being told is called back at once. */
  const recallGone = async (c: RuleContext, row: HandlerLocked, { connectorId }: Message) => {
    if (await isGone(c, row.id)) await ask(c, { ...row, version: row.version + 1 }, RECALL, connectorId, "recall");
  };
  /** The other side will not: the package waits no longer, and says why. */
  const given = (c: RuleContext, id: string, reason: string) =>
    patch(c, packageOrder, id, { task: null, failReason: reason.slice(0, 300) });

  const labelled = async (sql: Sql, message: Message, answer: unknown) => {
    const c = context(sql, message);
    const row = await locked(c, idOf(message));
    if (row?.status !== "sent" || row.task !== "label") return;
    await writeLabel(c, row.id, said.parse(answer));
    if (message.kind === LABEL) await recallGone(c, row, message);
  };
  const unlabelled = async (sql: Sql, message: Message, reason: string) => {
    const c = context(sql, message);
    const row = await locked(c, idOf(message));
    if (row?.task !== "label") return;
    await given(c, row.id, reason);
    await settle(c, packageOrder, row.id, { action: "取面单失败", from: row.status });
  };

  return [
    onOutbox(SEND, {
      async send(db, message) {
        const { told, connector } = await expected(db, message, "send");
        return makeOrder(db, connector, told);
      },
      async done(sql, message, answer) {
        const c = context(sql, message);
        const row = await locked(c, idOf(message));
        if (row?.task !== "send") return;
        const { orderNo } = z.object({ orderNo: z.string() }).parse(answer);
        await explain(
          packageOrder,
          sql.query(
            `update package_order set task = null, external_order_no = $2,
               external_key = provider || '/' || $2 where id = $1`,
            [row.id, orderNo],
          ),
        );
        await settle(c, packageOrder, row.id, { action: `仓库接单 ${orderNo}`, from: row.status });
        await recallGone(c, row, message);
      },
      async dead(sql, message, reason) {
        const c = context(sql, message);
        const row = await locked(c, idOf(message));
        if (row?.task !== "send") return;
        await given(c, row.id, reason);
        await moveTo(c, packageOrder, row.id, "failed", "下发失败");
        await endGone(c, row.id);
      },
    }),
    onOutbox(LABEL, {
      async send(db, message) {
        const { told, connector } = await expected(db, message, "label");
        const order = await orderOf(db, connector, told);
        if (order.state === "cancelled") throw new Refused("仓库已取消订单");
        const parcel = parcelSaid(order);
        if (!parcel) throw new Later("仓库还没有出面单", PACKING_SECONDS);
        await keepPdf(db, message, connector, orderLabelPath(told));
        return parcel;
      },
      done: labelled,
      dead: unlabelled,
    }),
    onOutbox(POST, {
      async send(db, message) {
        const { told, connector } = await expected(db, message, "label");
        const parcel = await makeShipment(db, connector, told);
        await keepPdf(db, message, connector, shipmentLabelPath(parcel.trackingNo));
        return parcel;
      },
      async done(sql, message, answer) {
        const c = context(sql, message);
        const row = await locked(c, idOf(message));
        if (row?.task === "label") return labelled(sql, message, answer);
        // It was taken back while the carrier answered: the number is given back.
        if (row?.status !== "cancelled") return;
        await patch({ sql }, packageOrder, row.id, { trackingNo: said.parse(answer).trackingNo });
        await ask(c, row, DROP, message.connectorId);
      },
      dead: unlabelled,
    }),
    onOutbox(RECALL, {
      async send(db, message) {
        const { told, connector } = await expected(db, message, "recall");
        await cancelOrder(db, connector, told, message.key);
        return "已拦截";
      },
      async done(sql, message) {
        const c = context(sql, message);
        const row = await locked(c, idOf(message));
        if (row?.task === "recall") await stays(c, row, "拦截成功");
      },
      async dead(sql, message, reason) {
        const c = context(sql, message);
        const row = await locked(c, idOf(message));
        if (row?.task !== "recall") return;
        await given(c, row.id, reason);
        await settle(c, packageOrder, row.id, { action: "拦截失败", from: row.status });
        await leftAlready(c, row.id, reason);
      },
    }),
    onOutbox(DROP, {
      async send(db, message) {
        const { trackingNo } = await toldOf(db, idOf(message));
        const connector = await connectorOf(db, message.connectorId);
        if (trackingNo) await dropShipment(db, connector, trackingNo, message.key);
        return "运单已作废";
      },
    }),
    onOutbox(FIGURES, {
      async send(db, message) {
        const told = await toldOf(db, idOf(message));
        return orderOf(db, await connectorOf(db, message.connectorId), told);
      },
      async done(sql, message, answer) {
        const c = context(sql, message);
        const row = await locked(c, idOf(message));
        const parsed = said.partial().safeParse(answer);
        if (row && parsed.success) await writeFigures(c, row.id, parsed.data);
      },
    }),
  ];
}
