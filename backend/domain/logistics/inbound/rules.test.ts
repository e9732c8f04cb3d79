import { afterAll, beforeAll, expect, test } from "vitest";
import { addOne } from "#backend/engine/documents/calls/writes";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import { actAs } from "../../../../tests/acting";
import { TRANSFER } from "../transfer/transfer.testing";
import { fbaInboundRules } from "./inbound";
import { INBOUND_API, type Inbound, openInbound } from "./inbound.testing";

let yard: Inbound;
beforeAll(async () => {
  yard = await openInbound();
  await yard.fill(0, 3000, "10.00");
  await yard.fill(1, 3000, "20.00");
});
afterAll(() => yard.close());

test("a transfer of a plan keeps its goods, waits for its plan and ends with it", async () => {
  const id = await yard.plan(yard.planForm([[0, 30]]));
  await yard.step(id, "submit");
  await yard.turns();
  await yard.step(id, "pack");
  await yard.turns();
  await yard.step(id, "choose", { optionNo: 1 });
  await yard.turns();
  const [transferId = ""] = await yard.transfersOf(id);
  const { no } = await yard.readPlan(id);
  const { items } = await yard.read(transferId);
  const more = { ...yard.channel, items: items.map((line) => ({ ...line, goodQty: 31 })) };
  expect(await yard.refused(yard.clerk.edit(TRANSFER, transferId, more))).toContain("由FBA入库计划生成");
  expect(await yard.refused(yard.clerk.del(TRANSFER, transferId))).toBe(`由FBA入库计划${no}生成，请在入库计划中取消`);
  await yard.clerk.edit(TRANSFER, transferId, yard.channel);
  await yard.o.submit("logistics", "transfer", TRANSFER, transferId);
  await yard.done(transferId, "pack");
  expect(await yard.refused(yard.act(transferId, "ship"))).toBe(`FBA入库计划${no}还没有确认运输方式，不能发货`);
  expect(await yard.refused(yard.act(transferId, "void", { reason: "不发了" }))).toContain("请在入库计划中取消");
  await yard.carried(id);
  await yard.done(transferId, "ship");
  expect(await yard.planRefused(id, "cancel", { reason: "不发了" })).toBeTruthy();
  await yard.done(transferId, "reverse", { reason: "装错车" });
  expect((await yard.readPlan(id)).status).toBe("ready");
});

test("a way that the platform does not offer is refused with those that it does", async () => {
  const id = await yard.plan(yard.planForm([[0, 30]]));
  await yard.step(id, "submit");
  await yard.turns();
  await yard.step(id, "pack");
  await yard.turns();
  await yard.step(id, "choose", { optionNo: 1 });
  await yard.turns();
  await yard.step(id, "setTransport", { ...yard.byOwn, shipWay: "OCEAN_LCL" });
  await yard.turns();
  const refused = await yard.readPlan(id);
  expect(refused).toMatchObject({ status: "transport", task: null });
  expect(refused.problem).toContain("自己的承运商 零担（托盘）");
  await yard.step(id, "setTransport", {
    ...yard.byOwn,
    carrierKind: "AMAZON_PARTNERED_CARRIER",
    shipWay: "GROUND_SMALL_PARCEL",
  });
  await yard.turns();
  expect(await yard.readPlan(id)).toMatchObject({ status: "ready", problem: null, transportFee: "8.40" });
});

test("by hand the shipment is typed, and its transfer is made at once", async () => {
  const id = await yard.plan(yard.planForm([[0, 30]], { mode: "manual" }));
  expect(await yard.planRefused(id, "start")).toContain("货件号");
  const shipment = { shipmentId: "FBA15MANUAL1", fcCode: "ONT8", ...yard.channel };
  await yard.clerk.edit(INBOUND_API, id, shipment);
  await yard.step(id, "start");
  const row = await yard.readPlan(id);
  expect(row).toMatchObject({ status: "ready", shipmentCount: 1, inboundPlanId: null });
  const [transferId = ""] = await yard.transfersOf(id);
  expect(await yard.read(transferId)).toMatchObject({ ...shipment, status: "draft", sourceNo: row.no });
  const twice = await yard.plan(yard.planForm([[1, 20]], { mode: "manual", ...shipment }));
  expect(await yard.planRefused(twice, "start")).toContain("货件号已存在");
  await yard.o.submit("logistics", "transfer", TRANSFER, transferId);
  await yard.done(transferId, "pack");
  await yard.done(transferId, "ship", { trackingNo: "T1" });
  await yard.done(transferId, "receive");
  expect((await yard.readPlan(id)).status).toBe("closed");
  expect(await yard.named(row.no)).toEqual([]);
});

test("labels are called as the store lists the goods, else as we do, and boxes as they were packed", async () => {
  const { db, storeId } = yard;
  await db.query(
    `insert into store_listing (tenant_id, store_id, msku, fact_sku, title, state, row_key, del_flag, version)
     values (1, $1, 'msku-1', 'MSKU-1', 'Digital Kitchen Scale, Black', 'active', 'l1', 0, 0)`,
    [storeId],
  );
  const id = await yard.plan(
    yard.planForm(
      [
        [0, 30],
        [1, 20],
      ],
      { mode: "manual", shipmentId: "FBA15LABELS1", ...yard.channel },
    ),
  );
  const draft = await yard.readPlan(id);
  const ours = await db.one<{ name: string }>(
    "select coalesce(nullif(name_en, ''), name) as name from sku where id = $1",
    [yard.skus[1]],
  );
  expect(draft.items.map(({ title }) => title)).toEqual(["Digital Kitchen Scale, Black", ours?.name]);
  await yard.step(id, "start");
  expect((await yard.readPlan(id)).shipments.map(({ labels }) => labels)).toEqual([[]]);
  const [transferId = ""] = await yard.transfersOf(id);
  await yard.o.submit("logistics", "transfer", TRANSFER, transferId);
  await yard.done(transferId, "pack");
  const [{ labels = [] } = {}] = (await yard.readPlan(id)).shipments;
  expect(labels.map(({ code }) => code)).toEqual(labels.map((_, i) => `FBA15LABELS1U00000${i + 1}`));
  expect(labels.reduce((sum, { qty }) => sum + qty, 0)).toBe(50);
});

test("what a plan lacks is said before the platform hears of it", async () => {
  const { db } = yard;
  const id = await yard.plan(yard.planForm([[0, 30]]));
  const first = (await yard.plans()).length;
  await db.query("update warehouse set postcode = null where id = $1", [yard.from]);
  expect(await yard.planRefused(id, "submit")).toContain("邮编");
  await db.query("update warehouse set postcode = '518111' where id = $1", [yard.from]);
  await db.query("update connector set enabled = false");
  expect(await yard.planRefused(id, "submit")).toBe("店铺没有Amazon连接，请先配置，或改为手工");
  await db.query("update connector set enabled = true");
  await db.query("update sku set sku_type = 'easy' where id = $1", [yard.skus[0]]);
  expect(await yard.planRefused(id, "submit")).toBe("简易SKU不能发往FBA");
  await db.query("update sku set sku_type = 'normal' where id = $1", [yard.skus[0]]);
  expect(await yard.plans()).toHaveLength(first);
});

test("logistics makes plans of every store, operations see those of their own, nobody else any", async () => {
  const { db, o } = yard;
  const store = (own: boolean) =>
    db.one<{ id: string }>(
      `select s.id::text as id from store s, sys_user u where u.username = 'ops'
         and (s.dept_id is not distinct from u.dept_id) = $1 order by s.id limit 1`,
      [own],
    );
  const planOf = async (own: boolean) => yard.plan({ ...yard.planForm([[0, 30]]), storeId: (await store(own))?.id });
  const [mine, foreign] = [await planOf(true), await planOf(false)];
  for (const who of ["ops", "ops_manager"]) {
    const as = o.as(who);
    expect((await as.send("GET", `${INBOUND_API}/${mine}`)).status).toBe(200);
    expect((await as.send("GET", `${INBOUND_API}/${foreign}`)).status).toBe(404);
    expect((await as.send("POST", INBOUND_API, yard.planForm([[0, 30]]))).status).toBe(403);
    for (const action of ["submit", "cancel"])
      expect((await as.act(INBOUND_API, mine, action, action === "cancel" ? { reason: "不发了" } : {})).status).toBe(
        403,
      );
  }
  expect((await o.as("cashier").send("GET", `${INBOUND_API}/${mine}`)).status).toBe(403);
  expect((await yard.readPlan(mine)).status).toBe("draft");
});

test("who may make plans in a scope makes none for the store of another group", async () => {
  const { db } = yard;
  const [own, foreign] = await db.query<{ id: string; deptId: string }>(
    `select distinct on (dept_id) id::text as id, dept_id::text as "deptId" from store where dept_id is not null
     order by dept_id, id limit 2`,
  );
  const permissions = new Set(["logistics_fbainbound_add", "logistics_fbainbound_view", "logistics_fbainbound_edit"]);
  const scope = { kind: "depts" as const, deptIds: [own?.deptId ?? ""] };
  const making = (storeId: string | undefined) =>
    db.tx((sql) => {
      const c = actAs(sql, { userId: "999", permissions, scope });
      return addOne(c, fbaInbound, fbaInboundRules, { ...yard.planForm([[0, 30]]), storeId });
    });
  await expect(making(foreign?.id)).rejects.toThrow("店铺不由您负责");
  await expect(making(own?.id)).resolves.toBeTruthy();
});
