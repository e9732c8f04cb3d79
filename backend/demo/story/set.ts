import { packagesOf } from "#backend/domain/order/package/packages";
import { upsertOrders } from "#backend/domain/order/platform/upsert";
import { runRule } from "#backend/domain/order/rule/run/run-rule";
import { auditOrders } from "#backend/domain/order/sales/audit";
import { receiveMessage } from "#backend/domain/service/message/receive";
import type { RuleContext } from "#backend/engine/documents";
import { nextOrder } from "#backend/platform/db";
import { csRefund } from "#documents/service/cs-refund";
import { otherIn } from "#documents/wms/other-in";
import { act, approveAll, draft, keeperOf, laidIn, personAt } from "../acting";
import { uploadFault } from "../pictures/give";
import { idOf } from "./buy";
import { hoursAgo, type SoldGoods, told } from "./orders";

const SET: SoldGoods = { msku: "SET2001-A-US", asin: "B0ST500001", title: "Desk organiser set", price: 59.99 };
const SENT = "113-2001000-0000001";
const SPLIT = "113-2001000-0000002";
const SHORT = "113-2001000-0000003";

/** Puts what a set is made of into Shenzhen. */
async function stocked(system: RuleContext, warehouseId: string) {
  const parts = await system.sql.query<{ skuId: string; cost: string }>(
    `select c.child_sku_id as "skuId", k.purchase_price::text as cost
     from sku_combo_item c join sku s on s.id = c.sku_id join sku k on k.id = c.child_sku_id
     where s.sku_code = 'SET2001-A' order by c.line_no`,
  );
  const keeper = await keeperOf(system, warehouseId);
  const items = parts.map(({ skuId, cost }) => ({ skuId, goodQty: 6, badQty: 0, unitCost: cost }));
  const { id } = await draft(keeper, otherIn, {
    inType: "adjust",
    warehouseId,
    reason: "套装配件到仓，补录库存",
    items,
  });
  await laidIn(system, keeper, id);
}

/** The order of ours that one of the platform becomes, once the rules have run over it. */
async function converted(system: RuleContext, platformNo: string): Promise<string> {
  const of = await idOf(system, "select id from platform_order where platform_order_no = $1", platformNo);
  nextOrder(system.sql);
  await act(system, "platform_order", of, "convert");
  const id = await idOf(system, "select id from sales_order where platform_order_id = $1", of);
  nextOrder(system.sql);
  await runRule(system, id, "sync", auditOrders);
  return id;
}

/** Each part in a parcel of its own, from Shenzhen; one parcel is stopped on its way. */
async function splitByHand(system: RuleContext, clerk: RuleContext, id: string, warehouseId: string) {
  const channel = await idOf(system, "select id from logistics_channel where code = 'CN-DHL-EXP'");
  const step = (action: string, input = {}) => act(clerk, "sales_order", id, action, input);
  // The rules found it profitable and let it pass by themselves.
  if (await idOf(system, "select id from sales_order where id = $1 and status = 'audited'", id)) await step("unaudit");
  await step("setWarehouse", { warehouseId });
  await step("setLogistics", { logisticsChannelId: channel });
  const lines = await system.sql.query<{ id: string; qty: number }>(
    "select id, qty from sales_order_line where sales_order_id = $1 and del_flag = 0 order by line_no",
    [id],
  );
  const rows = lines.map((line, i) => ({ lineId: line.id, first: i ? 0 : line.qty, second: i ? line.qty : 0 }));
  await step("split", { rows });
  await step("audit");
  const [first, second] = await packagesOf(clerk, id);
  for (const parcel of [first, second]) if (parcel) await act(clerk, "package_order", parcel.id, "send");
  if (second) await act(clerk, "package_order", second.id, "intercept");
}

/** 6 桌面收纳套装: sold as one, sent by ourselves in two parcels, sold out, paid back, written about. */
export async function tellSet(system: RuleContext): Promise<void> {
  const storeId = await idOf(system, "select id from store where store_code = 'AMZ-US-1'");
  const warehouseId = await idOf(system, "select id from warehouse where code = 'WH-SZ'");
  await stocked(system, warehouseId);
  nextOrder(system.sql);
  await upsertOrders(system, storeId, [
    told(SET, SENT, { qty: 1, hours: 150, sent: true }),
    told(SET, SPLIT, { qty: 2, hours: 9, sent: false }),
    told(SET, SHORT, { qty: 8, hours: 3, sent: false }),
  ]);
  const clerk = await personAt(system, "order");
  await splitByHand(system, clerk, await converted(system, SPLIT), warehouseId);
  await converted(system, SHORT);
  const staff = await personAt(system, "cs_staff");
  nextOrder(system.sql);
  await receiveMessage(system, {
    storeId,
    orderNo: SENT,
    buyerKey: null,
    subject: "One drawer arrived broken",
    content: "The set looks nice, but one of the drawers arrived broken. Can you help?",
    language: "en",
    externalId: "demo-story-set",
    messageTime: hoursAgo(20),
  });
  const { id } = await draft(staff, csRefund, {
    platformOrderId: await idOf(system, "select id from platform_order where platform_order_no = $1", SENT),
    reason: "damaged",
    refundType: "partial",
    evidence: [
      await uploadFault(staff, await idOf(system, "select id from sku where sku_code = 'SET2001-A'"), "破损照片.png"),
    ],
    items: [{ orderLineId: `2001${SENT.slice(-7)}`, qty: 1 }],
  });
  await act(staff, csRefund.name, id, "submit");
  await approveAll(system, csRefund.name, id);
}
