import { z } from "zod";
import { engine } from "#backend/domain";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { sendOutbox } from "#backend/engine/connect/drain";
import type { OutboxHandler } from "#backend/engine/connect/words";
import { installQueue } from "#backend/platform/jobs/queue";
import { sealSecret } from "#backend/platform/personal/open";
import type { LineSent } from "#documents/kit";
import type { fbaInbound } from "#documents/logistics/fba-inbound";
import { DEMO_SECRET, startStandIns } from "../../../../standins";
import type { InboundPlan } from "../../../../standins/world/inbound";
import { openYard as openTransfers } from "../transfer/transfer.testing";
import type { InboundRow } from "./ask";
import { inboundHandler, labelsHandler } from "./handlers";

export const INBOUND_API = "/logistics/fbainbound";

type Body = Record<string, unknown>;

/** A plan as its page is sent it. */
interface InboundRead extends InboundRow {
  items: (InboundRow["items"][number] & Partial<LineSent<typeof fbaInbound, "items">>)[];
  shipments: (InboundRow["shipments"][number] & Partial<LineSent<typeof fbaInbound, "shipments">>)[];
}

/** The yard of transfers, with a store that speaks with a marketplace. */
export async function openInbound() {
  const yard = await openTransfers();
  const { db, o, storeId, from, backend } = yard;
  await installQueue(db);
  const standIns = await startStandIns();
  answeredAt(standIns.url);
  await db.query(
    `insert into connector (tenant_id, name, kind, provider, store_id, account, enabled, client_secret,
       refresh_token) values (1, '美国店', 'marketplace', 'amazon', $1, 'AMZ-US-1', true, $2, $2)`,
    [storeId, sealSecret(DEMO_SECRET)],
  );
  await db.query(
    `update warehouse set contact = '陈仓', phone = '0755-88880000', city = '深圳', province = '广东', postcode = '518111',
       country = 'CN' where id = $1`,
    [from],
  );
  const handler = inboundHandler(engine);
  const labels = labelsHandler(engine, backend.config);
  const dueNow = () => db.query("update outbox set next_run = now() where status in ('pending', 'sending')");
  /** The sender's turns, as soon as they are due, until nothing is left. */
  async function turns(most = 30, using: OutboxHandler = handler) {
    for (let i = 0; i < most; i++) {
      await dueNow();
      await sendOutbox(db, [using, labels]);
      const left = await db.one("select 1 from outbox where status = 'pending' limit 1");
      if (!left) return;
    }
  }
  const clerk = o.as("logistics");
  const form = (items: [sku: number, qty: number][], more: Body = {}): Body => ({
    storeId,
    fromWarehouseId: from,
    mode: "api",
    items: items.map(([sku, qty]) => ({ skuId: yard.skus[sku], qty })),
    ...more,
  });
  const plan = async (body: Body) => (await clerk.add(INBOUND_API, body)).id;
  const step = async (id: string, action: string, body: Body = {}) =>
    o.good(await clerk.act(INBOUND_API, id, action, body));
  const refused = async (id: string, action: string, body: Body = {}) =>
    (await clerk.act(INBOUND_API, id, action, body)).body.msg;
  const read = (id: string): Promise<InboundRead> => o.as("admin").read(INBOUND_API, id);
  const plans = async (): Promise<InboundPlan[]> => {
    const { inboundPlans } = await standIns.heard("marketplace");
    return Array.isArray(inboundPlans) ? inboundPlans : [];
  };
  /** Plans at the marketplace that have this name. */
  const named = async (name: string) => (await plans()).filter((one) => one.name === name);
  /** Pieces of each listing on living transfers of a plan. */
  const onTransfers = (id: string) =>
    db.query<{ msku: string; qty: number }>(
      `select l.msku, sum(l.good_qty + l.bad_qty)::int as qty from transfer t join transfer_line l on l.transfer_id = t.id
       where t.inbound_id = $1 and t.del_flag = 0 and t.status <> 'void' and l.del_flag = 0 group by 1 order by 1`,
      [id],
    );
  /** A forwarder's channel, which every transfer needs. */
  const { logisticsProviderId, freightTemplateId } = yard.form([]);
  const channel = { logisticsProviderId, freightTemplateId };
  const readyDay = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const byOwn = { carrierKind: "USE_YOUR_OWN_CARRIER", shipWay: "FREIGHT_LTL", readyDay };
  /** How a plan's goods travel, and when they arrive: as early as the platform lets them. */
  async function carried(id: string, way: Body = byOwn) {
    await step(id, "setTransport", way);
    await turns();
    const { status } = await read(id);
    if (status !== "window") return;
    await step(id, "chooseWindow", { windowIds: await earliest(id) });
    await turns();
  }
  /** The first window of each shipment. */
  async function earliest(id: string) {
    const { shipments, windows } = await read(id);
    return shipments.map((s) => windows.find((w) => w.platformId === s.platformId)?.windowId);
  }
  /** A plan with transfers that wait for their goods to leave. */
  async function ready(items: [sku: number, qty: number][], optionNo = 2) {
    const id = await plan(form(items));
    await step(id, "submit");
    await turns();
    await step(id, "pack");
    await turns();
    await step(id, "choose", { optionNo });
    await turns();
    await carried(id);
    return id;
  }
  const transfersOf = async (id: string) =>
    z.array(z.string()).parse((await read(id)).shipments.map(({ transferId }) => transferId));
  return {
    ...yard,
    standIns,
    handler,
    dueNow,
    turns,
    planForm: form,
    plan,
    step,
    planRefused: refused,
    readPlan: read,
    plans,
    named,
    onTransfers,
    channel,
    byOwn,
    carried,
    earliest,
    ready,
    transfersOf,
    async close() {
      answeredAt(null);
      await standIns.stop();
      await backend.close();
    },
  };
}

export type Inbound = Awaited<ReturnType<typeof openInbound>>;
