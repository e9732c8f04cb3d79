import { sourceOf, writeLines } from "#backend/domain/logistics/transfer/lines";
import { refreshOrder } from "#backend/domain/purchase/order-lines/chain";
import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { requireSkus, skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { requireApprovedSupplier } from "#backend/domain/supplier/usable";
import { createDraft, link, lockWhole, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { type In, lockPools, type Place, postMoves } from "#backend/ledgers/stock";
import { keep } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import { dec, r2, rateOf } from "#backend/platform/values";
import type { opening } from "#documents/finance/opening";
import type { LineOf } from "#documents/kit";
import { transfer } from "#documents/logistics/transfer";
import { transferTypeOf } from "#documents/logistics/transfer-words";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { ordersOf, owe, prepaidProblem } from "./debts";
import { given, noteMade, type OpeningRow, openingSource, openOf } from "./lines";

type StockLine = LineOf<typeof opening, "stocks">;
type TransitLine = LineOf<typeof opening, "transits">;
type PurchaseLine = LineOf<typeof opening, "purchases">;

const KEY = "book";
const HISTORY = "期初入账";

const placeOf = (line: StockLine): Place => ({ warehouseId: given(line.warehouseId), skuId: given(line.skuId) });

/** Code of the first SKU whose pool has had pieces on hand: an opening is the first thing that it sees. */
async function movedBefore({ sql, tenantId }: RuleContext, places: readonly Place[]): Promise<string | undefined> {
  const moved = await sql.one<{ code: string }>(
    `select s.sku_code as code from jsonb_to_recordset($2::jsonb) as x("warehouseId" bigint, "skuId" bigint)
       join sku s on s.id = x."skuId"
     where exists (select 1 from stock_move m where m.tenant_id = $1 and m.warehouse_id = x."warehouseId"
       and m.sku_id = x."skuId" and m.bucket <> 'transit') order by s.sku_code limit 1`,
    [tenantId, JSON.stringify(places)],
  );
  return moved && `SKU ${moved.code} 已有流水，不能录入期初`;
}

/** Old numbers of this opening that another one has brought along already. */
async function broughtBefore({ sql, tenantId }: RuleContext, { kind, purchases, transits }: OpeningRow) {
  const table = kind === "purchase" ? "purchase_order" : "transfer";
  const nos = [...purchases, ...transits].map((l) => l.oldNo);
  const row = await sql.one<{ no: string }>(
    `select opening_no as no from ${table} where tenant_id = $1 and opening_no = any($2) and status <> 'void'
       and del_flag = 0 limit 1`,
    [tenantId, nos],
  );
  return row && `旧单号${row.no}已录入过期初`;
}

/** Warehouses of its lines stay in use until the transaction ends. */
async function shareWarehouses({ sql, tenantId }: RuleContext, { stocks, transits, purchases }: OpeningRow) {
  const ids = [
    ...[...stocks, ...purchases].map((l) => l.warehouseId),
    ...transits.flatMap((l) => [l.fromWarehouseId, l.toWarehouseId]),
  ];
  const off = await sql.query<{ name: string; enabled: boolean }>(
    `select name, enabled from warehouse where id = any($1::bigint[]) and tenant_id = $2
     order by id ${keep(sql, "warehouse", "share")}`,
    [ids, tenantId],
  );
  for (const { name, enabled } of off) if (!enabled) throw conflict(`${name}已停用`);
}

/** What booking looks at besides the row, and the first thing that speaks against it. */
export async function sceneOf(c: RuleContext, row: OpeningRow): Promise<{ problem: string | undefined }> {
  const { kind } = row;
  if (kind === "payable" || kind === "prepaid") {
    const orders = await ordersOf(c, row);
    await lockGoods(
      c,
      orders.map((o) => o.id),
    );
    for (const id of new Set(row.debts.map((l) => l.supplierId))) await requireApprovedSupplier(c, id);
    return { problem: prepaidProblem(orders, row.debts) };
  }
  const lines = [...row.stocks, ...row.transits, ...row.purchases];
  // New rows are nobody else's: they count as locked before what their drafts lock below them.
  for (const table of ["purchase_order", "transfer"] as const) keep(c.sql, table);
  await shareWarehouses(c, row);
  const of = (line: (typeof lines)[number]) => ("oldNo" in line ? line.oldNo : `${line.warehouseId}/${line.batchNo}`);
  requireSkus(lines, await skusOf(c, lines), of);
  if (kind !== "stock") return { problem: await broughtBefore(c, row) };
  const places = row.stocks.map(placeOf);
  if (c.sql.held) await lockPools(c, places);
  return { problem: await movedBefore(c, places) };
}

/** Good and bad pieces of a line: the bad ones take the rest of its value. */
function movesOf(line: StockLine): In[] {
  const pieces = line.goodQty + line.badQty;
  const good = r2(dec(line.value).times(line.goodQty).div(pieces));
  const part = (bucket: "good" | "bad", qty: number, amount: string): In => ({
    kind: "in",
    ...placeOf(line),
    bucket,
    qty,
    amount,
    type: "opening",
    lineId: line.id,
    ageDay: line.inDate,
  });
  return [part("good", line.goodQty, good), part("bad", line.badQty, dec(line.value).minus(good).toFixed(2))];
}

/** Lines of one old number, in their order. */
function byOldNo<L extends { oldNo: string }>(lines: readonly L[], more: (line: L) => unknown): [L, ...L[]][] {
  const groups = new Map<string, [L, ...L[]]>();
  for (const line of lines) {
    const key = `${line.oldNo}/${more(line)}`;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}

const note = (oldNo: string, word: string, day: string | null) => `期初：旧单号${oldNo}${day ? `，${word}${day}` : ""}`;

/** A transfer under way: nothing left a warehouse here, its goods wait in transit of the one they go to. */
async function makeTransfer(c: RuleContext, row: OpeningRow, lines: [TransitLine, ...TransitLine[]]) {
  const [head] = lines;
  const { oldNo, shipDate, shipmentId } = head;
  const [fromWarehouseId, toWarehouseId] = [given(head.fromWarehouseId), given(head.toWarehouseId)];
  const kinds = await c.sql.query<{ id: string; kind: string }>(
    "select id, kind from warehouse where id = any($1::bigint[]) and tenant_id = $2",
    [[fromWarehouseId, toWarehouseId], c.tenantId],
  );
  const kindOf = (id: string) => kinds.find((w) => w.id === id)?.kind ?? "";
  const transferType = transferTypeOf(kindOf(fromWarehouseId), kindOf(toWarehouseId));
  if (!transferType) throw invalid(`旧单号${oldNo}：没有从这个发出仓到目的仓的调拨`);
  const made = await createDraft(c, transfer, {
    transferType,
    fromWarehouseId,
    toWarehouseId,
    shipmentId: toWarehouseId && transferType >= "3" && transferType <= "4" ? shipmentId : null,
    sourceType: "opening",
    openingNo: oldNo,
    remark: note(oldNo, "发出", shipDate),
    items: lines.map((l) => ({ skuId: l.skuId, goodQty: l.qty, badQty: 0 })),
  });
  await link(c, { type: "opening", id: row.id }, { type: "transfer", id: made.id });
  await moveTo(c, transfer, made.id, "shipped", HISTORY);
  const whole = await lockWhole(c, transfer, made.id, { anyScope: true });
  const sent = whole.items.map((item, i) => ({
    ...item,
    shippedQty: item.goodQty,
    outAmount: lines[i]?.amount ?? "0",
  }));
  await writeLines(c, made.id, sent);
  await snapshotSkus(c, "transfer_line", whole.items);
  await postMoves(
    c,
    sourceOf(whole),
    KEY,
    sent.map(
      (item): In => ({
        kind: "in",
        bucket: "transit",
        warehouseId: toWarehouseId,
        skuId: item.skuId,
        qty: item.shippedQty,
        amount: item.outAmount,
        type: "opening",
        lineId: item.id,
      }),
    ),
    { bizDate: given(row.asOfDate) },
  );
  return { ids: lines.map((l) => l.id), madeId: made.id };
}

/** An order under way, of what is still to come of it; its contract is signed. */
async function makeOrder(c: RuleContext, row: OpeningRow, lines: [PurchaseLine, ...PurchaseLine[]]) {
  const [{ oldNo, supplierId, warehouseId, currency, orderDate, tradeTerm }] = lines;
  const buyer = await c.sql.one<{ id: string | null; deptId: string | null }>(
    `select u.id, u.dept_id as "deptId" from supplier s left join sys_user u on u.id = s.buyer_id where s.id = $1`,
    [supplierId],
  );
  const rate = await rateOf(c.sql, c.tenantId, currency, given(row.asOfDate));
  const made = await createDraft(c, purchaseOrder, {
    orderType: "normal",
    openingNo: oldNo,
    supplierId,
    companyId: row.companyId,
    buyerId: buyer?.id ?? c.caller.userId,
    deptId: buyer?.deptId ?? c.caller.deptId,
    warehouseId,
    currency,
    rate,
    tradeTerm,
    taxType: lines.some((l) => dec(l.taxRate).gt(0)) ? "tax" : "nonTax",
    expectDate: lines.map((l) => l.expectDate).sort()[0],
    remark: note(oldNo, "下单", orderDate),
    items: lines.map((l) => ({
      skuId: l.skuId,
      qty: openOf(l),
      price: l.price,
      taxRate: l.taxRate,
      expectDate: l.expectDate,
      remark: l.receivedQty ? `订购${l.orderedQty}，已收${l.receivedQty}` : null,
    })),
  });
  await link(c, { type: "opening", id: row.id }, { type: "purchase_order", id: made.id });
  await patch(c, purchaseOrder, made.id, { contractStatus: "signed" });
  await moveTo(c, purchaseOrder, made.id, "executing", HISTORY);
  const whole = await lockWhole(c, purchaseOrder, made.id, { anyScope: true });
  await snapshotSkus(c, "purchase_order_line", whole.items);
  await refreshOrder(c, made.id);
  return { ids: lines.map((l) => l.id), madeId: made.id };
}

/** What booking an opening does, by its kind (company.md 2). Its phase is held and its row locked. */
export async function bookLines(c: RuleContext, row: OpeningRow): Promise<void> {
  const { kind, stocks, transits, purchases } = row;
  if (kind === "payable" || kind === "prepaid") return owe(c, row);
  const made = [];
  if (kind === "stock") {
    await postMoves(c, openingSource(row), KEY, stocks.flatMap(movesOf), { bizDate: given(row.asOfDate) });
    await snapshotSkus(c, "opening_stock_line", stocks);
  }
  for (const lines of byOldNo(purchases, () => "")) made.push(await makeOrder(c, row, lines));
  for (const lines of byOldNo(transits, (l) => `${l.fromWarehouseId}/${l.toWarehouseId}`))
    made.push(await makeTransfer(c, row, lines));
  if (kind === "purchase") await noteMade(c, "opening_purchase_line", "po_id", made);
  if (kind === "transit") await noteMade(c, "opening_transit_line", "transfer_id", made);
}
