import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sendOutbox } from "#backend/engine/connect/drain";
import { type Mappings, openMappings } from "./mapping.testing";
import { pullMapping } from "./pull";
import { pushMapping } from "./push";
import { startWarehouse } from "./warehouse.testing";

let m: Mappings;
let there: Awaited<ReturnType<typeof startWarehouse>>;
beforeAll(async () => {
  m = await openMappings();
  there = await startWarehouse();
  await m.db.query(
    `insert into connector (tenant_id, name, kind, provider, account, enabled)
     values (1, '谷仓', 'warehouse', 'gc', 'demo', true)`,
  );
});
afterAll(async () => {
  await m.db.close();
  await there.close();
});
beforeEach(() => {
  there.heard.length = 0;
});

const turn = () => sendOutbox(m.db, [pushMapping, pullMapping]);
/** The same again, as after a worker that was killed before it could say that it was heard. */
const again = async () => {
  await m.db.query("update outbox set status = 'sending', next_run = now()");
  await turn();
};
const row = (id: string) =>
  m.db.one(
    `select status, external_state as state, external_name as name, external_qty as qty,
       sync_msg as msg from goods_mapping where id = $1`,
    [id],
  );
const posts = () => there.heard.filter(({ method, path }) => method === "POST" && path !== "/token");
const goods = (state: string, more: object = {}) => ({
  json: { items: [{ code: "GC-A100", name: "Lamp US", barcode: "B1", state, ...more }] },
});

it("goods are registered once, with a key, and active when the other side has approved them", async () => {
  const id = await m.add("gc", { skuId: m.skus.a, externalCode: "GC-A100", ratio: 2 });
  there.replies["POST /products"] = { json: { code: "GC-A100", state: "review" } };
  await m.go("gc", id, "push");
  await expect(m.go("gc", id, "push")).rejects.toThrow("正在与对方同步，请稍后刷新");
  await turn();
  expect(posts()).toEqual([
    {
      method: "POST",
      path: "/products",
      key: `mapping.push/${id}/0`,
      body: {
        sku: "A100",
        code: "GC-A100",
        name: "台灯",
        weightG: 900,
        lengthCm: 20,
        widthCm: 10,
        heightCm: 5,
        declareName: "Lamp",
        declarePrice: 4.5,
      },
    },
  ]);
  expect(await row(id)).toMatchObject({ status: "pushed", msg: "对方已收到，审核中" });
  await again();
  expect(posts()).toHaveLength(1);

  there.replies["GET /products"] = goods("review", { weightG: 905 });
  there.replies["GET /stock"] = { json: { items: [] } };
  await m.go("gc", id, "pull");
  await turn();
  expect(await row(id)).toMatchObject({ status: "pushed", state: "review", msg: "对方审核中" });

  there.replies["GET /products"] = goods("approved", { weightG: 1080 });
  there.replies["GET /stock"] = { json: { items: [{ code: "GC-A100", onHand: 4, available: 4 }] } };
  await m.go("gc", id, "pull");
  await turn();
  const active = { status: "active", state: "approved", name: "Lamp US", qty: 4, msg: "对方已通过，重量相差20%" };
  expect(await row(id)).toEqual(active);
  await again();
  expect(await row(id)).toMatchObject({ status: "active", qty: 4 });
});

it("what is refused there is failed here with the reason, and may be said again", async () => {
  const id = await m.add("gc", { skuId: m.skus.b, externalCode: "GC-B200" });
  there.replies["POST /products"] = { status: 400, json: { message: "带电商品须先备案" } };
  await m.go("gc", id, "push");
  await turn();
  expect(await row(id)).toMatchObject({ status: "failed", msg: "带电商品须先备案" });
  there.replies["POST /products"] = { json: { code: "GC-B200", state: "approved" } };
  await m.go("gc", id, "push");
  await turn();
  expect(await row(id)).toMatchObject({ status: "pushed", state: "approved" });
});

it("garbage and outages are asked again and change nothing meanwhile", async () => {
  const [found] = await m.db.query<{ id: string }>("select id from goods_mapping where external_code = 'GC-A100'");
  const id = found?.id ?? "";
  const before = await row(id);
  for (const reply of [{ text: "<html>" }, { json: { items: [{ code: 7 }] } }, { status: 503 }]) {
    there.replies["GET /products"] = reply;
    await m.db.query("delete from outbox");
    await m.go("gc", id, "pull");
    await turn();
    expect(await m.db.one("select status, attempts from outbox")).toEqual({ status: "pending", attempts: 1 });
    expect(await row(id)).toEqual({ ...before, msg: "正在拉取" });
  }
  // What the other side has no more stays what it was here.
  there.replies["GET /products"] = { json: { items: [] } };
  there.replies["GET /stock"] = { json: { items: [] } };
  await m.db.query("update outbox set next_run = now()");
  await turn();
  expect(await row(id)).toMatchObject({ status: "active", msg: "对方没有此商品" });
});

it("goods without measures are not told; a system without a connection is registered by hand", async () => {
  const bare = await m.add("gc", { skuId: m.skus.unmeasured, externalCode: "GC-C300" });
  await expect(m.go("gc", bare, "push")).rejects.toThrow("SKU缺少重量或尺寸");
  const id = await m.add("winit", { skuId: m.skus.a, externalCode: "W-1" });
  await m.go("winit", id, "push");
  expect(await row(id)).toMatchObject({ status: "pushed", msg: "未配置万邑通连接，请在对方后台登记商品后生效" });
  await expect(m.go("winit", id, "pull")).rejects.toThrow("未配置万邑通连接，不能拉取");
  await m.go("winit", id, "activate");
  expect(await m.state(id)).toBe("active");
  expect(there.heard).toEqual([]);
});
