import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { postMoves } from "#backend/ledgers/stock/ledger";
import type { Database } from "#backend/platform/db/sql";
import { packageOrder } from "#documents/order/package-order";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { type DraftPart, rebuildDrafts } from "./drafts";
import { cancelPackages, releasePackages, reservePackages } from "./hold";
import { packagesOf } from "./packages";

const CHANNEL = "1";

let db: Database;
let place: string;
let skus: string[];
beforeAll(async () => {
  db = await testDatabase();
  const ids = async (text: string) => (await db.query<{ id: string }>(text)).map((r) => r.id);
  [place = ""] = await ids("select id from warehouse where code = 'WH-SZ'");
  skus = await ids(
    `insert into sku (sku_code, name, status, sku_type, unit, gross_weight_g, declare_price)
     select 'PKG-' || n, '货品' || n, 'approved', 'normal', 'pcs', 250, 4.5 from generate_series(1, 3) n
     returning id`,
  );
  await act((c) =>
    postMoves(
      c,
      { document: "other_in", id: "1", no: "QR1" },
      "first",
      [0, 1].map((n) => ({
        kind: "in",
        type: "otherIn",
        bucket: "good",
        warehouseId: place,
        skuId: skus[n] ?? "",
        qty: 10,
        amount: "20.00",
      })),
    ),
  );
});
afterAll(() => db.close());

const act = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql)));
const step = (id: string, action: "send" | "register" | "ship", input = {}) =>
  act((c) => perform(c, packageOrder, id, action, input, { trusted: true }));

/** An order with so many pieces of each SKU. */
async function order(no: string, ...pieces: number[]) {
  const head = await db.one<{ id: string }>(
    "insert into sales_order (tenant_id, no, status) values (1, $1, 'pendingAudit') returning id",
    [no],
  );
  const id = head?.id ?? "";
  const lines = await db.query<{ orderLineId: string; skuId: string; qty: number }>(
    `insert into sales_order_line (tenant_id, sales_order_id, line_no, sku_id, qty)
     select 1, $1, n, s, q from unnest($2::bigint[], $3::int[]) with ordinality x(s, q, n) where q > 0
     returning id as "orderLineId", sku_id as "skuId", qty`,
    [id, skus.slice(0, pieces.length), pieces],
  );
  return { id, lines };
}
type Order = Awaited<ReturnType<typeof order>>;

const part = (lines: DraftPart["lines"], more: Partial<DraftPart> = {}): DraftPart => ({
  warehouseId: place,
  channelId: CHANNEL,
  lines,
  ...more,
});
const pack = ({ id }: Order, ...parts: DraftPart[]) => act((c) => rebuildDrafts(c, id, parts));
const look = ({ id }: Order) => act((c) => packagesOf(c, id));
const states = async (of: Order) => (await look(of)).map((p) => p.status);
const stock = (n = 0) =>
  db.one("select good_qty as good, available_qty as free from stock where sku_id = $1", [skus[n]]);

test("drafts that are so already keep their numbers; others are made anew", async () => {
  const o = await order("SO-1", 2, 1);
  const ids = await pack(o, ...o.lines.map((l) => part([l])));
  expect(await pack(o, ...o.lines.map((l) => part([l])).reverse())).toEqual(ids);
  const [whole = ""] = await pack(o, part(o.lines));
  expect(ids).not.toContain(whole);
  expect((await look(o)).map((p) => p.id)).toEqual([whole]);
  const head = await db.one(
    `select order_nos as nos, total_qty as qty, package_weight_kg::text as kg,
       declared_value::text as usd from package_order where id = $1`,
    [whole],
  );
  expect(head).toEqual({ nos: "SO-1", qty: 3, kg: "0.750", usd: "13.50" });
});

test("stock of all packages is held, or of none", async () => {
  const o = await order("SO-2", 4, 11);
  const [first = [], second = []] = o.lines.map((l) => [l]);
  await pack(o, part(first, { channelId: null }), part(second));
  const hold = () => act((c) => reservePackages(c, o.id));
  await expect(hold()).rejects.toThrow("未分配物流");
  await pack(o, part(first), part(second));
  await expect(hold()).rejects.toThrow("SKU PKG-2 在深圳仓的良品可用不足，需11，可用10");
  expect(await states(o)).toEqual(["draft", "draft"]);
  expect(await stock()).toEqual({ good: 10, free: 10 });
});

test("held, given back, held again, shipped: out of stock once", async () => {
  const o = await order("SO-3", 3, 2);
  const [id = ""] = await pack(o, part(o.lines));
  await act((c) => reservePackages(c, o.id));
  expect(await stock()).toEqual({ good: 10, free: 7 });
  await expect(pack(o, part(o.lines))).rejects.toThrow("已预留或下发，不能重新分包");
  await act((c) => releasePackages(c, o.id));
  expect([await stock(), await states(o)]).toEqual([{ good: 10, free: 10 }, ["draft"]]);
  await act((c) => reservePackages(c, o.id));
  await step(id, "send");
  await expect(act((c) => cancelPackages(c, o.id, "不要了"))).rejects.toThrow("请先拦截");
  await expect(step(id, "ship")).rejects.toThrow("请先获取运单号");
  await step(id, "register", { carrierCode: "usps", trackingNo: "9400-1" });
  await step(id, "ship", { actualWeightKg: "1.3" });
  await expect(step(id, "ship")).rejects.toThrow("已出库");
  expect(await stock()).toEqual({ good: 7, free: 7 });
  const moved = await db.query(
    `select biz_type as type, sum(qty)::int as qty from stock_move
     where biz_document = 'package_order' and biz_id = $1 group by 1`,
    [id],
  );
  expect(moved).toEqual([{ type: "pkgOut", qty: -5 }]);
  await expect(act((c) => cancelPackages(c, o.id, "不要了"))).rejects.toThrow("已有包裹出库");
  expect(await ledgerFaults(db)).toEqual([]);
});

test("a tracking number belongs to one package", async () => {
  const o = await order("SO-4", 1);
  const [id = ""] = await pack(o, part(o.lines));
  await act((c) => reservePackages(c, o.id));
  await step(id, "send");
  const label = (trackingNo: string) => step(id, "register", { carrierCode: "USPS", trackingNo });
  await expect(label("9400-1")).rejects.toThrow("运单号已被其他包裹使用");
  await label("9400-2");
});

test("a package of two orders waits for both, and goes on without the one that is cancelled", async () => {
  const [a, b] = [await order("SO-5", 1), await order("SO-6", 2)];
  const [id = ""] = await pack(a, part(a.lines));
  expect(await pack(b, part(b.lines, { mergeInto: id }))).toEqual([id]);
  const before = await stock();
  await act((c) => reservePackages(c, a.id));
  expect(await states(a)).toEqual(["draft"]);
  await act((c) => reservePackages(c, b.id));
  expect(await states(a)).toEqual(["reserved"]);
  await act((c) => cancelPackages(c, b.id, "不要了"));
  expect([await states(a), await look(b)]).toEqual([["reserved"], []]);
  await act((c) => cancelPackages(c, a.id, "不要了"));
  expect([await states(a), await stock()]).toEqual([["cancelled"], before]);
  expect(await ledgerFaults(db)).toEqual([]);
});
